// Asks springtail from node: sends JSON documents to `springtail jsonl` and prints the best moves as they come.
//
//     node examples/node_client.mjs examples/butterfly.json examples/spring_rally.json

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

class Engine {
  // One process for as many questions as there are; each has an answer of its own.
  constructor(command = "springtail") {
    this.process = spawn(command, ["jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.last = 0;
    createInterface({ input: this.process.stdout }).on("line", line => this.hear(JSON.parse(line)));
    this.process.on("error", error => this.fail(error));
    this.process.on("exit", code => this.fail(new Error(`springtail ended with exit code ${code}`)));
  }

  ask(query) {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.process.stdin.write(JSON.stringify({ id, ...query }) + "\n");
    });
  }

  hear(answer) {
    if (!answer.is_final) return;
    const { resolve, reject } = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.error) reject(new Error(answer.error.message));
    else resolve(answer);
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  close() {
    this.process.stdin.end(); // it finishes what it has begun
  }
}

const engine = new Engine();
const answers = process.argv.slice(2).map(async file => {
  const position = JSON.parse(readFileSync(file, "utf-8"));
  const found = await engine.ask({ action: "best_move", position, limit: { time: 0.5 } });
  const share = found.score.win_shares[found.seat];
  console.log(`${file}: seat ${found.seat} plays ${found.move}, win share ${share.toFixed(2)} (${found.score.kind})`);
});
const failed = (await Promise.allSettled(answers)).filter(({ status }) => status === "rejected");
for (const { reason } of failed) console.error(reason.message);
process.exitCode = failed.length ? 1 : 0;
engine.close();

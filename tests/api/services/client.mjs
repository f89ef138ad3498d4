// A bot that knows springtail by its JSON lines only.
// node client.mjs DOCUMENTS COMMAND [ARGUMENT ...], where DOCUMENTS is a file with a JSON object of positions by name.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

class Engine {
  constructor(command) {
    this.process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.count = 0;
    createInterface({ input: this.process.stdout }).on("line", (line) => this.read(JSON.parse(line)));
  }

  read(answer) {
    const asked = this.waiting.get(answer.id);
    assert(asked, `an answer to nothing: ${JSON.stringify(answer)}`);
    if (!answer.is_final) return asked.report(answer);
    this.waiting.delete(answer.id);
    asked.resolve(answer);
  }

  write(line) {
    this.process.stdin.write(line + "\n");
  }

  ask(query, report = () => assert.fail("a report that nobody asked for")) {
    const id = query.id ?? `q${++this.count}`;
    return new Promise((resolve) => {
      this.waiting.set(id, { resolve, report });
      this.write(JSON.stringify({ id, ...query }));
    });
  }

  async end() {
    this.process.stdin.end();
    const [code] = await once(this.process, "close");
    return code;
  }
}

const [documents, ...command] = process.argv.slice(2);
const positions = JSON.parse(readFileSync(documents, "utf8"));
const engine = new Engine(command);
const four = positions.connect_four;

async function askAtOnce() {
  const asked = Object.values(positions).flatMap((position) =>
    [1, 2, 3].map((seed) => engine.ask({ action: "best_move", position, seed, limit: { simulations: 50 }, multipv: 2 }))
  );
  for (const answer of await Promise.all(asked)) {
    assert.equal(answer.error, undefined);
    assert.equal(typeof answer.move, "string");
    assert.equal(answer.lines[0].pv[0], answer.lines[0].action);
  }
}

async function watch() {
  const seen = [];
  const limit = { simulations: 60000 };
  const answer = await engine.ask({ position: four, limit, report_every: 0 }, (report) => seen.push(report.simulations));
  assert(seen.length > 0 && seen.every((count) => count <= answer.simulations));
  assert.equal(answer.stopped_by, "simulations");
}

async function terminate() {
  const long = engine.ask({ id: "long", position: four, limit: { time: 600 } });
  const told = await engine.ask({ action: "terminate", query_id: "long" });
  assert.equal(told.terminated, 1);
  assert.equal((await long).stopped_by, "stop");
  const many = [...Array(20)].map(() => engine.ask({ position: four, limit: { time: 600 } }));
  assert.equal((await engine.ask({ action: "terminate_all" })).terminated, 20);
  for (const answer of await Promise.all(many)) assert.equal(answer.stopped_by, "stop");
}

async function sayWrongThings() {
  const answer = await engine.ask({ id: "wrong", position: { ...four, actions: ["9"] }, limit: { time: -1 } });
  assert.deepEqual(answer.error.reasons.map((reason) => reason.field), ["limit.time", "position.actions[0]"]);
  const broken = new Promise((resolve) => engine.waiting.set("broken", { resolve }));
  engine.write('{"id": "broken", "position": {');
  assert.equal((await broken).error.reasons[0].field, "line");
}

async function playAGame() {
  const record = structuredClone(positions.play);
  for (;;) {
    const answer = await engine.ask({ action: "best_move", position: record, limit: { simulations: 20 } });
    if (answer.error) {
      assert.match(answer.error.message, /the game is over/);
      return assert(record.actions.length > positions.play.actions.length);
    }
    record.actions.push(answer.move);
  }
}

const version = await engine.ask({ action: "version" });
assert.match(version.version, /^\d/);
assert((await engine.ask({ action: "games" })).games.some((game) => game.id === "butterfly"));
await askAtOnce();
await watch();
await terminate();
await sayWrongThings();
await playAGame();
const stats = await engine.ask({ action: "stats" });
assert.deepEqual([stats.waiting, stats.running], [0, 0]);
const last = engine.ask({ position: four, limit: { time: 0.3 } });
assert.equal(await engine.end(), 0);
assert.equal((await last).is_final, true);
assert.equal(engine.waiting.size, 0);
console.log("done");

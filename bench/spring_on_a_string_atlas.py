"""The openings of Spring on a String for two, solved exactly: which set of animals is worth what to the first seat.

    python -m bench.spring_on_a_string_atlas --animals 1 --log one.jsonl
    python -m bench.spring_on_a_string_atlas --animals 2 --sample 100 --seconds 60 --log two.jsonl
    python -m bench.spring_on_a_string_atlas --animals 5 --sample 50 --plies 4 --seconds 60 --log five.jsonl

Every set of so many animals on so many colours is an opening, in a fixed order; `--sample` takes a random part of them.
A stick insect laces the last colour that is free. With `--plies`, that many flowers are collected first, each with most
petals of those that the mover can reach. An opening is a line of the log, as `springtail solve` says it; openings that
the log has are not solved again, so a batch can be stopped and go on. The table is printed from the log.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import springtail as st
from springtail.engines.spring_on_a_string.animals import ANIMALS, STICK_ANIMALS, STICK_INSECT
from springtail.engines.spring_on_a_string.meadows import COLOURS

Setup = dict[str, Any]


def openings(count: int) -> Iterator[Setup]:
    """Yield the set-ups with so many animals, in a fixed order."""
    for names in combinations(ANIMALS, count):
        if STICK_INSECT in names and count > STICK_ANIMALS:
            continue
        for letters in permutations(COLOURS, count):
            setup: Setup = {"animals": dict(zip(letters, names, strict=True))}
            if STICK_INSECT in names:
                setup["stick_colour"] = [letter for letter in COLOURS if letter not in letters][-1]
            yield setup


def sampled(count: int, sample: int | None, seed: int) -> list[Setup]:
    """Return all set-ups, or a random part of them."""
    if sample is None:
        return list(openings(count))
    draw = random.Random(seed)
    found: dict[str, Setup] = {}
    while len(found) < sample:
        setup = st.game("spring_on_a_string", animals=count).start(seed=draw.randrange(2**32)).record()["setup"]
        found.setdefault(json.dumps(setup, sort_keys=True), setup)
    return list(found.values())


def position(setup: Setup, plies: int) -> st.State:
    """Return the opening, or the position after some plies of players who take the most petals."""
    state = st.game("spring_on_a_string").start(setup=setup)
    for _ in range(plies):
        actions = state.legal_actions()
        state.apply_action(max(actions, key=lambda action: (action[1:2], action)))
    return state


def solved(setup: Setup, plies: int, seconds: float, memory_mb: float) -> dict[str, Any]:
    """Return what a solve found, as a line of the log has it; bounds and values are those of the first seat."""
    state = position(setup, plies)
    begun = process_time()
    solution = st.solve(state, objective="margin", limit=st.Limit(time=seconds, memory_mb=memory_mb))
    bounds = [None if bound is None else bound.margins[0] for bound in solution.bounds]
    return {
        "setup": setup,
        "plies": plies,
        "status": solution.status,
        "stopped_by": solution.stopped_by,
        "margin": solution.value.margins[0] if solution.value else None,
        "return": solution.value.returns[0] if solution.value else None,
        "bounds": bounds,
        "best": list(solution.best),
        "nodes": solution.nodes,
        "seconds": round(process_time() - begun, 3),
    }


def shown(line: dict[str, Any]) -> str:
    """Return a value as +3, =0 first, or the bounds."""
    if line["margin"] is None:
        low, high = ("?" if bound is None else f"{bound:+.0f}" for bound in line["bounds"])
        return f"{low} to {high}"
    if line["margin"] == 0:
        return "0 won" if line["return"] > 0 else "0 lost"
    return f"{line['margin']:+.0f}"


def table(lines: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the figures of a log: for one animal a row an animal and a column a colour, then what all say."""
    if lines and all(len(line["setup"]["animals"]) == 1 for line in lines):
        cells = {next((name, letter) for letter, name in line["setup"]["animals"].items()): line for line in lines}
        yield f"| animal | {' | '.join(COLOURS)} | seconds, median |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        for name in ANIMALS:
            row = [cells.get((name, letter)) for letter in COLOURS]
            texts = ["" if line is None else f"{shown(line)} {' '.join(line['best'][:1])}" for line in row]
            times = [line["seconds"] for line in row if line]
            yield f"| {name} | {' | '.join(texts)} | {median(times) if times else 0:.1f} |"
    done = [line for line in lines if line["status"] == "solved"]
    won = sum(line["return"] > 0 for line in done)
    yield ""
    yield f"{len(done)} of {len(lines)} solved; the first seat wins {won} of them"
    if done:
        yield f"mean margin {sum(line['margin'] for line in done) / len(done):+.2f}"
        times = sorted(line["seconds"] for line in lines)
        yield f"seconds: median {median(times):.2f}, most {times[-1]:.1f}, sum {sum(times):.0f}"
        yield f"nodes: median {median(line['nodes'] for line in lines):,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--animals", type=int, choices=range(6), default=1)
    parser.add_argument("--sample", type=int, help="how many random openings; all when left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=0, help="flowers that are collected first")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each opening")
    parser.add_argument("--memory-mb", type=float, default=256.0)
    parser.add_argument("--log", type=Path, required=True)
    arguments = parser.parse_args()
    lines = (
        [json.loads(text) for text in arguments.log.read_text("utf-8").splitlines()] if arguments.log.exists() else []
    )
    known = {json.dumps(line["setup"], sort_keys=True) for line in lines}
    with arguments.log.open("a", encoding="utf-8") as log:
        for setup in sampled(arguments.animals, arguments.sample, arguments.seed):
            if json.dumps(setup, sort_keys=True) not in known:
                lines.append(solved(setup, arguments.plies, arguments.seconds, arguments.memory_mb))
                log.write(json.dumps(lines[-1]) + "\n")
                log.flush()
    print("\n".join(table(lines)))


if __name__ == "__main__":
    main()

"""Simulations of two threads against one in the same wall time, and whether threads change an answer.

    python -m bench.threads

Two threads can only be twice as fast where two cores are free. The table has the load average before and the shares of
one and two cores that the process got; `at equal shares` is the ratio that full cores would have given, an estimate.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

import springtail as st
from bench.report import Row, parser, show
from bench.turns import target

GAMES = ("butterfly", "connect_four")
SECONDS = 1.0
THREADS = 2
SPEED_UP = 1.8
SIMULATIONS = 50_000


def rows(turns: int) -> Iterator[Row]:
    """Check that the same seed and threads give the same answer, then compare, game by game."""
    for game_id in (name for name in GAMES if name in st.game_ids()):
        state = st.game(game_id).start(seed=1)
        while state.is_chance_node():
            state.apply_action(state.sample_chance(1))
        check_determinism(state)
        yield compare_threads(state, turns)


def check_determinism(state: st.State) -> None:
    """Search twice for each number of threads; all but the time must be the same, to the last byte.

    Raises:
        AssertionError: when it is not.
    """
    limit = st.Limit(simulations=SIMULATIONS)
    for threads in 1, THREADS:
        answers = [st.analyse(state, limit, multipv=99, seed=5, threads=threads, solver="mcts") for _ in range(2)]
        first, second = (json.dumps(replace(answer, time=0.0).to_dict()) for answer in answers)
        assert first == second, f"{threads} threads: {first} is not {second}"


def compare_threads(state: st.State, turns: int) -> Row:
    """Return simulations a second of wall time, turn about, with the share of the processor that there was."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    rates: dict[int, list[float]] = {1: [], THREADS: []}
    shares: dict[int, list[float]] = {1: [], THREADS: []}
    for turn in range(turns + 1):
        for threads in rates:
            wall, processor = time.perf_counter(), time.process_time()
            limit = st.Limit(time=SECONDS, memory_mb=1024)
            answer = st.analyse(state, limit, seed=turn, threads=threads, solver="mcts")
            if turn:
                wall = time.perf_counter() - wall
                rates[threads].append(answer.simulations / wall)
                shares[threads].append((time.process_time() - processor) / wall / threads)
    ratios = [two / one for one, two in zip(rates[1], rates[THREADS], strict=True)]
    return {
        "game": state.game.id,
        "1 thread sims/s": round(statistics.median(rates[1])),
        f"{THREADS} threads sims/s": round(statistics.median(rates[THREADS])),
        "ratio": statistics.median(ratios),
        "least": min(ratios),
        "most": max(ratios),
        "share of 1 core": statistics.median(shares[1]),
        f"share of {THREADS}": statistics.median(shares[THREADS]),
        "at equal shares": statistics.median(
            ratio * one / two for ratio, one, two in zip(ratios, shares[1], shares[THREADS], strict=True)
        ),
        "load before": load,
        **target(statistics.median(ratios), at_least=SPEED_UP),
    }


if __name__ == "__main__":
    arguments = parser(__doc__, turns=7).parse_args()
    show(rows(arguments.turns), form=arguments.form)

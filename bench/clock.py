"""How far an answer comes after its time limit, and how soon after Ctrl-C: wall time as the caller sees it.

    python -m bench.clock         # everything
    python -m bench.clock limits  # or a part: limits, first, interrupts

A busy machine takes the processor away at any moment, for milliseconds. Calls to which that did not happen (no
involuntary context switch) are counted apart, as undisturbed.
"""

from __future__ import annotations

import gc
import random
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.turns import target

GAMES = ("butterfly", "connect_four", "tic_tac_toe")
CALLS = {0.02: 60, 0.1: 40, 0.5: 12}
"""Limit in seconds -> calls a game: 336 calls with three games."""
OVERSHOOT_SECONDS = 0.005
INTERRUPT_SECONDS = 0.05
FIRST_CALLS = 10
FIRST_CALL_LIMITS = (0.02, 0.1, 0.5)
SEARCH_FIRST = """
import sys, time, springtail as st
limit = float(sys.argv[1])
state = st.game("connect_four").start()
started = time.perf_counter()
st.best_move(state, st.Limit(time=limit))
print(time.perf_counter() - started - limit)
"""
INTERRUPTS = 20
INTERRUPTED = (("connect_four", "mcts"), ("butterfly", "auto"))
STARTED_SECONDS = 1.5
"""After so long a process is surely searching."""
SEARCH_AND_PRINT = """
import sys, springtail as st
game, solver = sys.argv[1:]
print(st.analyse(st.game(game).start(seed=0), st.Limit(time=60), solver=solver).stopped_by, flush=True)
"""


def positions(game_id: str, count: int) -> list[st.State]:
    """Return positions of random games, from the beginning to the end, in which a seat has a choice."""
    found: list[st.State] = []
    draw = random.Random(0)
    while len(found) < count:
        state = st.game(game_id).start(seed=draw.getrandbits(32))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(draw.getrandbits(32)))
                continue
            actions = state.legal_actions()
            if len(actions) > 1 and draw.random() < 0.2:
                found.append(state.clone())
            state.apply_action(draw.choice(actions))
    return found[:count]


def limits() -> Iterator[Row]:
    """Measure (elapsed - limit) of best_move over positions of each game; proofs that come early are left out."""
    games = [game_id for game_id in GAMES if game_id in st.game_ids()]
    st.best_move(st.game("connect_four").start(), st.Limit(simulations=1))  # numpy is imported by the first call
    everything: list[tuple[float, bool]] = []
    for seconds, calls in CALLS.items():
        for game_id in games:
            over: list[tuple[float, bool]] = []
            for number, state in enumerate(positions(game_id, 3 * calls)):
                gc.collect()
                switches = _switches()
                started = time.perf_counter()
                analysis = st.best_move(state, st.Limit(time=seconds), seed=number)
                elapsed = time.perf_counter() - started
                if analysis.stopped_by == "time":
                    over.append((elapsed - seconds, _switches() == switches))
                if len(over) == calls:
                    break
            everything += over
            if over:
                yield _summary_of_limit(f"limit {seconds * 1000:g} ms, {game_id}", over)
    yield _summary_of_limit("all limits", everything)


def first_calls() -> Iterator[Row]:
    """Measure the first search of a process, which imports numpy: it is late where that takes longer than the limit."""
    for seconds in FIRST_CALL_LIMITS:
        command = [sys.executable, "-c", SEARCH_FIRST, str(seconds)]
        over = [
            float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            for _ in range(FIRST_CALLS)
        ]
        yield _summary(f"limit {seconds * 1000:g} ms, first call of a process", over, None)


def _switches() -> int:
    """Return how often this process has lost the processor against its will."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def _summary_of_limit(label: str, calls: list[tuple[float, bool]]) -> Row:
    """Return the summary of all calls, with the number and 99th percentile of the undisturbed ones."""
    undisturbed = sorted(over for over, alone in calls if alone)
    return {
        **_summary(label, [over for over, _ in calls], OVERSHOOT_SECONDS),
        "undisturbed": len(undisturbed),
        "their p99 ms": 1000 * _percentile_99(undisturbed) if undisturbed else None,
    }


def interrupts() -> Iterator[Row]:
    """Measure from sending SIGINT to a long search until its answer can be read."""
    best_move = [sys.executable, "-m", "springtail", "best-move", "--time", "60", "--json"]
    for game_id, solver in INTERRUPTED:
        through_api = [sys.executable, "-c", SEARCH_AND_PRINT, game_id, solver]
        through_command = [*best_move, "--game", game_id, "--solver", solver]
        for label, command in ("st.analyse", through_api), ("springtail best-move", through_command):
            seconds = [_answer_seconds(command) for _ in range(INTERRUPTS)]
            yield _summary(f"Ctrl-C, {label}, {game_id}, {solver}", seconds, INTERRUPT_SECONDS)


def _answer_seconds(command: list[str]) -> float:
    """Start a search, interrupt it under way and return the seconds until its answer, which must say "interrupt"."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        time.sleep(STARTED_SECONDS)
        sent = time.perf_counter()
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline()
        elapsed = time.perf_counter() - sent
        answer += process.stdout.read()
    if "interrupt" not in answer:
        raise RuntimeError(f"{command}: answered {answer!r} instead of what was found before the interrupt")
    return elapsed


def _summary(label: str, seconds: list[float], goal: float | None) -> Row:
    """Return percentiles in milliseconds; the target is for the 99th."""
    ordered = sorted(seconds)
    last = _percentile_99(ordered)
    return {
        "measured": label,
        "calls": len(ordered),
        "p50 ms": 1000 * statistics.median(ordered),
        "p99 ms": 1000 * last,
        "most ms": 1000 * ordered[-1],
        **target(1000 * last, at_most=None if goal is None else 1000 * goal),
    }


def _percentile_99(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]


PARTS = {"limits": limits, "first": first_calls, "interrupts": interrupts}


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    arguments = taken.parse_args()
    chosen = arguments.parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        taken.error(f"there is no part {', '.join(unknown)}")
    show((row for part in chosen for row in PARTS[part]()), form=arguments.form)

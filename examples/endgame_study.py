"""Studies the end of a game: solves its last positions and names the moves that gave something away.

    python examples/endgame_study.py RECORD [--plies 12] [--seconds 5]

RECORD is a JSON record of a game for two that hides nothing. Each position has so many seconds; where they are not
enough, the bounds that were proven are told instead.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import springtail as st


def value_told(solution: st.Solution) -> str:
    """Say what is proven, for the seat that moves."""
    if solution.value is not None:
        return f"exactly {solution.value.pov(solution.seat).margin:+.2f}"
    least, most = (None if bound is None else bound.pov(solution.seat).margin for bound in solution.bounds)
    return f"{'?' if least is None else f'{least:+.2f}'} to {'?' if most is None else f'{most:+.2f}'}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve the end of a game and name the mistakes in it.")
    parser.add_argument("record", type=Path)
    parser.add_argument("--plies", type=int, default=12, help="how far back from the end")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each position")
    given = parser.parse_args()
    record = st.load(given.record.read_text("utf-8")).record()
    actions = record["actions"]
    state = st.load(record | {"actions": actions[: max(0, len(actions) - given.plies)]})
    for action in actions[len(state.history()) :]:
        if state.current_player() == st.CHANCE:
            print(f"{len(state.history()) + 1:4}  chance  {action}")
        else:
            solution = st.solve(state, "margin", st.Limit(time=given.seconds), moves="all")
            known = {line.action: line.score for line in solution.moves}
            told = value_told(solution)
            if solution.value is not None and action not in solution.best and known[action].kind == "exact":
                lost = solution.value.pov(solution.seat).margin - known[action].pov(solution.seat).margin
                told += f"; gives away {lost:.2f}, better: {' '.join(solution.best)}"
            print(f"{len(state.history()) + 1:4}  seat {state.current_player()}  {action:8} margin {told}")
        state.apply_action(action)
    print(f"scores {state.scores()}")


if __name__ == "__main__":
    main()

"""What the compiled rules of Butterfly cost: random playouts against a plain C program for this game alone.

    python -m bench.butterfly_playouts

The C program (reference/butterfly_loop.c, compiled here with `cc -O3`) plays two players with sparse nets from the
same position. Its random numbers are its own, so the games differ; mean points and plies are checked to agree.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import springtail as st
from bench.dispatch import REFERENCE, compiled
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.playouts import playouts

PLAYOUTS = 50_000
DEAREST_PLAYOUT = 1.3
CELL, DIRECTION = 20, 0
"""Where both start: c4N."""


class PlainProgram:
    """The C program, compiled for this process."""

    def __init__(self, board: list[int]) -> None:
        """Take the kinds of tiles of the set-up, cell by cell."""
        self._board = bytes(board)
        self._playouts = compiled(REFERENCE / "butterfly_loop.c").butterfly_playouts
        numbers = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_ulonglong, ctypes.POINTER(ctypes.c_long)]
        self._playouts.argtypes = [ctypes.c_char_p, *numbers]
        self._playouts.restype = ctypes.c_long

    def playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Return (points of both players, plies) of `count` games."""
        plies = ctypes.c_long(0)
        points = self._playouts(self._board, CELL, DIRECTION, count, 2 * seed + 1, ctypes.byref(plies))
        return points, plies.value


def check(program: PlainProgram, state: st.State, count: int = 200_000) -> None:
    """Refuse to compare programs whose games differ: a mean of so many has a standard error below 0.05."""
    points, plies = program.playouts(count, 1)
    _, scores, stepwise_plies = playouts(state, count, 1, generic=True)
    _, own_scores, _ = playouts(state, count, 2)
    assert abs(sum(scores) - points) < 0.3 * count
    assert abs(sum(own_scores) - points) < 0.3 * count
    assert stepwise_plies is not None
    assert abs(stepwise_plies - plies) < 0.3 * count


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare."""
    state = st.game("butterfly").start(seed=1)
    program = PlainProgram(state.game.tiles_laid(state))
    state.apply_action("c4N")
    check(program, state)
    plain = Contestant("plain C", PLAYOUTS, lambda seed: program.playouts(PLAYOUTS, seed))
    contestants = {
        "the game's own playout": lambda seed: playouts(state, PLAYOUTS, seed),
        "ply by ply through the table": lambda seed: playouts(state, PLAYOUTS, seed, generic=True),
    }
    for label, play in contestants.items():
        yield compare(
            label, "playouts", plain, Contestant("springtail", PLAYOUTS, play), turns=turns, at_most=DEAREST_PLAYOUT
        )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=10).parse_args()
    show(rows(arguments.turns), form=arguments.form)

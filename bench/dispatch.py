"""What it costs to reach a game through its table of functions: random playouts of connect four, by time a ply.

    python -m bench.dispatch

The floor is the same game in one C loop without any table (reference/connect_four_loop.c, compiled here with
`cc -O3`), which plays the same games from the same seed.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import springtail as st
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.game import seed_words
from springtail.cython_ext.search.playouts import playouts

REFERENCE = Path(__file__).parent / "reference"
PLAYOUTS = 200_000
DEAREST_PLY = 1.5


def compiled(source: Path) -> ctypes.CDLL:
    """Return a C file as a library of this process."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / source.with_suffix(".so").name
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


class HandWrittenLoop:
    """The C loop, compiled for this process."""

    def __init__(self) -> None:
        self._playouts = compiled(REFERENCE / "connect_four_loop.c").playouts
        self._playouts.argtypes = [ctypes.c_int64, ctypes.c_uint64, ctypes.c_int64 * 2]
        self._playouts.restype = ctypes.c_int64

    def playouts(self, count: int, seed: int) -> tuple[list[int], int]:
        """Return (wins [seat], plies) of `count` games."""
        wins = (ctypes.c_int64 * 2)()
        plies = self._playouts(count, seed_words(seed, 1)[0], wins)
        return list(wins), plies


def rows(turns: int) -> Iterator[Row]:
    """Check that loop and table play the same games, then compare."""
    loop, state = HandWrittenLoop(), st.game("connect_four").start()
    _, scores, plies = playouts(state, 10_000, 1, generic=True)
    assert loop.playouts(10_000, 1) == (scores, plies)
    floor = Contestant("by hand", PLAYOUTS, lambda seed: loop.playouts(PLAYOUTS, seed))
    contestants = {
        "ply by ply through the table": lambda seed: playouts(state, PLAYOUTS, seed, generic=True),
        "the game's own playout": lambda seed: playouts(state, PLAYOUTS, seed),
    }
    for label, play in contestants.items():
        yield compare(
            label, "playouts", floor, Contestant("springtail", PLAYOUTS, play), turns=turns, at_most=DEAREST_PLY
        )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=10).parse_args()
    show(rows(arguments.turns), form=arguments.form)

"""What the compiled rules and the solver of Spring on a String cost, against a plain C program and with animals.

    python -m bench.spring_on_a_string

The C program (reference/spring_on_a_string.c, compiled here with `cc -O3`) plays two players without animals on the
default board. Its random numbers are its own, so mean points and plies are checked to agree; it solves the opening by
alpha-beta with a hash table, and the values are checked to be equal.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import springtail as st
from bench.dispatch import REFERENCE, compiled
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.playouts import playouts
from springtail.engines.spring_on_a_string.meadows import Board, shipped

PLAYOUTS = 20_000
SETS = 20
"""Random sets of five animals."""
DEAREST_PLAYOUT = 2.0
DEAREST_ANIMALS = 3.0
SLOWEST_SOLVE = 1.0
MOST, NOWHERE = 32, 31


class _Meadow(ctypes.Structure):
    _fields_ = [
        ("flowers", ctypes.c_int),
        ("petals", ctypes.c_int * MOST),
        ("cost", (ctypes.c_int * MOST) * MOST),
        ("length", ctypes.c_int),
    ]


class PlainProgram:
    """The C program, compiled for this process."""

    def __init__(self, board: Board) -> None:
        self._library = compiled(REFERENCE / "spring_on_a_string.c")
        self._meadow = _Meadow(flowers=len(board.flowers), length=board.ends[0] - board.tip)
        for flower, growing in enumerate(board.flowers):
            self._meadow.petals[flower] = growing.petals
            self._meadow.cost[NOWHERE][flower] = board.hole
            for last in range(len(board.flowers)):
                self._meadow.cost[last][flower] = board.distances[last][flower] + board.hole
        pointer, counter = ctypes.POINTER(_Meadow), ctypes.POINTER(ctypes.c_long)
        self._library.string_playouts.argtypes = [pointer, ctypes.c_long, ctypes.c_uint64, counter]
        self._library.string_playouts.restype = ctypes.c_long
        self._library.string_solve.argtypes = [pointer, counter]

    def playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Return (points of both players, plies) of `count` games."""
        plies = ctypes.c_long(0)
        points = self._library.string_playouts(self._meadow, count, 2 * seed + 1, ctypes.byref(plies))
        return points, plies.value

    def solve(self) -> tuple[float, int]:
        """Return the margin of the opening for seat 0, ties broken by half a point, and the nodes looked at."""
        nodes = ctypes.c_long(0)
        return self._library.string_solve(self._meadow, ctypes.byref(nodes)) / 2, nodes.value


def opening(animals: int = 0, seed: int = 0, board: str = "meadow20") -> st.State:
    return st.game("spring_on_a_string", animals=animals, board=board).start(seed=seed)


def check(program: PlainProgram, state: st.State, count: int = 100_000) -> None:
    """Refuse to compare programs whose games differ: a mean of so many has a standard error below 0.05."""
    points, plies = program.playouts(count, 1)
    _, scores, own_plies = playouts(state, count, 1, generic=True)
    assert abs(sum(scores) - points) < 0.3 * count
    assert own_plies is not None
    assert abs(own_plies - plies) < 0.1 * count
    margin, _ = program.solve()
    assert abs(margin - solved(state).margins[0]) == 0.5


def solved(state: st.State) -> st.Score:
    solution = st.solve(state, objective="margin", limit=st.Limit(memory_mb=64))
    assert solution.value is not None
    return solution.value


def with_animals(states: list[st.State], seed: int) -> None:
    """Play as many games in all as the plain contestant."""
    for state in states:
        playouts(state, PLAYOUTS // len(states), seed)


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare."""
    state = opening()
    program = PlainProgram(shipped()["meadow20"])
    check(program, state)
    plain = Contestant("plain C", PLAYOUTS, lambda seed: program.playouts(PLAYOUTS, seed))
    own = Contestant("without animals", PLAYOUTS, lambda seed: playouts(state, PLAYOUTS, seed))
    through = Contestant("ply by ply", PLAYOUTS, lambda seed: playouts(state, PLAYOUTS, seed, generic=True))
    yield compare("the game's own playout", "playouts", plain, own, turns=turns, at_most=DEAREST_PLAYOUT)
    yield compare("ply by ply through the table", "playouts", plain, through, turns=turns, at_most=DEAREST_PLAYOUT)
    states = [opening(5, seed) for seed in range(SETS)]
    animals = Contestant("five animals", PLAYOUTS, lambda seed: with_animals(states, seed))
    yield compare("five random animals", "playouts", own, animals, turns=turns, at_most=DEAREST_ANIMALS)
    by_hand = Contestant("plain C", 1, lambda _: program.solve())
    solver = Contestant("springtail", 1, lambda _: solved(state))
    yield compare("solving the opening", "solve", by_hand, solver, turns=min(turns, 5), at_most=SLOWEST_SOLVE)


if __name__ == "__main__":
    arguments = parser(__doc__, turns=10).parse_args()
    show(rows(arguments.turns), form=arguments.form)

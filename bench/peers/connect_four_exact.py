"""Connect four solved exactly, against BitBully and easyAI.

    python -m bench.peers.connect_four_exact

Random positions without a win, the same for both. BitBully is a solver for this game alone, in C++; it finds when a
win comes as well, ours who wins. Both keep their table from one position to the next; the last rows show `st.solve`,
which makes a table and a Solution for each. All answers are compared. easyAI is pure Python: it searches some plies
ahead, ours to the end, and what is compared is positions looked at a second.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence

from bitbully import bitbully_core
from easyAI import Human_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

import springtail as st
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.endgame import Endgame

LIMIT = st.Limit(memory_mb=16)
POSITIONS = 300
ALL_NODES = 2**62
ALL_SECONDS = 1e9
EASY_PLIES = 5


def position(plies: int, seed: int) -> st.State:
    """Return a position after so many random plies that nobody has won."""
    random = st.Random(seed)
    while True:
        state = st.game("connect_four").start()
        while not state.is_terminal() and len(state.history_ids()) < plies:
            actions = state.legal_action_ids()
            state.apply_action_id(actions[random.below(len(actions))])
        if not state.is_terminal():
            return state


def board(state: st.State) -> bitbully_core.BoardCore:
    """Return the position as BitBully has it."""
    made = bitbully_core.BoardCore()
    for column in state.history_ids():
        made.play(column)
    return made


def check(states: Sequence[st.State]) -> None:
    """Compare the answers of both.

    Raises:
        AssertionError: where they differ, with the actions that led there.
    """
    oracle = bitbully_core.BitBullyCore()
    for state in states:
        value = st.solve(state, "outcome", LIMIT, moves="one").value
        score = oracle.mtdf(board(state), 0)
        assert value is not None
        assert value.pov(state.current_player()).expected_return == (score > 0) - (score < 0), state.history()


def bitbully(batches: Sequence[Sequence[st.State]]) -> Contestant:
    """Solve the positions of a batch one after the other; a new table would take longer than they do."""
    boards = [[board(state) for state in states] for states in batches]
    oracle = bitbully_core.BitBullyCore()

    def run(seed: int) -> None:
        for made in boards[seed]:
            oracle.mtdf(made, 0)

    return Contestant("BitBully", POSITIONS, run)


def solve(states: Sequence[st.State]) -> int:
    """Solve positions one after the other, with one table that begins empty; return the positions looked at."""
    search = Endgame(states[0], memory_bytes=LIMIT.memory_bytes, by_margin=False, moves="one")
    nodes = 0
    for state in states:
        search.place(state, "one")
        search.run(seconds=ALL_SECONDS, nodes=ALL_NODES)
        nodes += search.nodes
    return nodes


def calls(batches: Sequence[Sequence[st.State]]) -> Contestant:
    """Solve the positions of a batch by one call of `st.solve` each."""

    def run(seed: int) -> None:
        for state in batches[seed]:
            st.solve(state, "outcome", LIMIT, moves="one")

    return Contestant("st.solve", POSITIONS, run)


class Counting(ConnectFour):
    """easyAI's game, which counts the moves that a search makes."""

    made = 0

    def make_move(self, column: int) -> None:
        """Make a move."""
        Counting.made += 1
        super().make_move(column)


def easy_search(game: type[ConnectFour]) -> None:
    """Search from the empty board by easyAI's negamax."""
    with contextlib.redirect_stdout(io.StringIO()):
        Negamax(EASY_PLIES)(game([Human_Player(), Human_Player()]))


def rows(turns: int) -> Iterator[Row]:
    """Check that both find the same, then compare."""
    for plies, goal in (20, 0.1), (24, 0.2):
        numbers = range((turns + 1) * POSITIONS)
        states = [position(plies, number) for number in numbers]
        check(states)
        batches = [states[first : first + POSITIONS] for first in numbers[::POSITIONS]]
        ours = Contestant("springtail", POSITIONS, lambda seed, batches=batches: solve(batches[seed]))
        yield compare(f"after {plies} plies", "positions", ours, bitbully(batches), turns=turns, at_least=goal)
        yield compare(f"after {plies} plies", "positions", calls(batches), bitbully(batches), turns=turns)
    states = [position(20, number) for number in range(20)]
    easy_search(Counting)
    yield compare(
        f"nodes, easyAI {EASY_PLIES} plies ahead",
        "nodes",
        Contestant("springtail", solve(states), lambda seed: solve(states)),
        Contestant("easyAI", Counting.made, lambda seed: easy_search(ConnectFour)),
        turns=turns,
        at_least=20,
    )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=5).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["bitbully", "easyAI"])

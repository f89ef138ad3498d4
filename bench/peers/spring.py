"""Spring against OpenSpiel's C++ MCTS, which gets the game as a Python game, as a user would give it.

    python -m bench.peers.spring

Compiled rules against Python rules: what a user gains who takes the game from here. The Python rules are the plain ones
of the tests; what a search asks for again and again is remembered, and OpenSpiel copies a state by one method call.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import springtail as st
from bench.peers import openspiel, own
from bench.report import Row, parser, show
from bench.turns import compare
from tests.reference.spring import Spring as PlainSpring

LOCKSTEP_GAMES = 3
SIMULATIONS = 200
FIRST_ACTIONS = ("RRWW", "RWWW")
"""Before the searches: the start card and the card of seat 0."""


@cache
def name_of(action: int) -> str:
    return st.game("spring").action_string(action)


@cache
def id_of(name: str) -> int:
    return st.game("spring").action_id(name)


class Rules:
    """The plain Spring of the tests, with actions as ids and the legal ones remembered."""

    __slots__ = ("_legal", "_position")

    def __init__(self, position: PlainSpring) -> None:
        self._position = position
        self._look()

    def _look(self) -> None:
        self._legal = sorted(id_of(name) for name in self._position.legal_actions())

    def clone(self) -> Rules:
        other = object.__new__(Rules)
        other._legal = self._legal
        other._position = self._position.clone()
        return other

    def current_player(self) -> int:
        return self._position.current_player()

    def is_terminal(self) -> bool:
        return self._position.is_terminal()

    def legal_actions(self) -> list[int]:
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(id_of(name), float(chance)) for name, chance in self._position.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        self._position.apply_action(name_of(action))
        self._look()

    def returns(self) -> list[float]:
        return self._position.returns()


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare when seat 0 lays its first card."""
    game = st.game("spring")
    plain = openspiel.python_game("springtail_spring", game, Rules(PlainSpring()).clone)
    ours, theirs = game.start(), plain.new_initial_state()
    openspiel.check_lockstep(ours, theirs, LOCKSTEP_GAMES)
    for name in FIRST_ACTIONS:
        ours.apply_action(name)
        theirs.apply_action(id_of(name))
    yield compare("random playouts", "playouts", own.playouts(ours, 5_000), openspiel.playouts(theirs, 10), turns=turns)
    yield compare(
        f"MCTS, {SIMULATIONS:,} simulations a search",
        "simulations",
        own.searches(ours, SIMULATIONS, 20),
        openspiel.searches(theirs, SIMULATIONS, own.EXPLORATION),
        turns=turns,
        at_least=200,
    )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=3).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])

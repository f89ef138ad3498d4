"""Butterfly for two against OpenSpiel's C++ MCTS, which gets the game as a Python game, as a user would give it.

    python -m bench.peers.butterfly

Compiled rules against Python rules: what a user gains who takes the game from here. The Python rules are the plain ones
of the tests; what a search asks for again and again is remembered, and OpenSpiel copies a state by one method call.
"""

from __future__ import annotations

from collections.abc import Iterator

import springtail as st
from bench.peers import openspiel, own
from bench.report import Row, parser, show
from bench.turns import compare
from tests.reference.butterfly import Butterfly as PlainButterfly

DEAL = 1
LOCKSTEP_GAMES = 20
SIMULATIONS = 1_000


class Rules:
    """The plain Butterfly of the tests, with actions as ids and the legal ones remembered."""

    __slots__ = ("_ids", "_legal", "_mover", "_names", "_position")

    def __init__(self, position: PlainButterfly, game: st.Game) -> None:
        """Take the position and the compiled game, whose ids are used."""
        self._position = position
        self._names = [game.action_string(action) for action in range(game.info.actions)]
        self._ids = {name: action for action, name in enumerate(self._names)}
        self._look()

    def _look(self) -> None:
        legal = self._position.legal_actions()
        self._mover = self._position.current_player() if not legal else self._position.seat
        self._legal = sorted(self._ids[name] for name in legal)

    def clone(self) -> Rules:
        other = object.__new__(Rules)
        other._names, other._ids, other._mover, other._legal = self._names, self._ids, self._mover, self._legal
        other._position = self._position.clone()
        return other

    def current_player(self) -> int:
        return self._mover

    def is_terminal(self) -> bool:
        return self._mover == st.TERMINAL

    def legal_actions(self) -> list[int]:
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self._ids[name], float(chance)) for name, chance in self._position.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        self._position.apply_action(self._names[action])
        self._look()

    def returns(self) -> list[float]:
        return self._position.returns()


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare after the hedgehog has been placed."""
    game = st.game("butterfly", players=2)
    deal = game.start(seed=DEAL)
    first = Rules(PlainButterfly(deal.record()["setup"]["board"]), game)
    plain = openspiel.PythonGame("springtail_butterfly", game, first.clone)
    openspiel.check_lockstep(deal, plain.new_initial_state(), LOCKSTEP_GAMES)
    ours, theirs = deal.child("c4N"), plain.new_initial_state()
    theirs.apply_action(game.action_id("c4N"))
    yield compare(
        "random playouts",
        "playouts",
        own.playouts(ours, 50_000),
        openspiel.playouts(theirs, 200),
        turns=turns,
    )
    yield compare(
        f"MCTS, {SIMULATIONS:,} simulations a search",
        "simulations",
        own.searches(ours, SIMULATIONS, 50),
        openspiel.searches(theirs, SIMULATIONS, own.EXPLORATION),
        turns=turns,
        at_least=200,
    )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=5).parse_args()
    show(rows(arguments.turns), as_json=arguments.json, packages=["open_spiel"])

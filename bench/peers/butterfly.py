"""Butterfly for two against OpenSpiel's C++ MCTS, which gets the game as a Python game, as a user would give it.

    python -m bench.peers.butterfly

Compiled rules against Python rules: what a user gains who takes the game from here. The Python rules are the plain ones
of the tests; what a search asks for again and again is remembered, and OpenSpiel copies a state by one method call.
"""

from __future__ import annotations

from collections.abc import Iterator

import springtail as st
from bench.peers import openspiel, own
from bench.peers.plain import Rules
from bench.report import Row, parser, show
from bench.turns import compare
from tests.reference.butterfly import Butterfly as PlainButterfly

DEAL = 1
LOCKSTEP_GAMES = 20
SIMULATIONS = 1_000


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare after the hedgehog has been placed."""
    game = st.game("butterfly", players=2)
    deal = game.start(seed=DEAL)
    first = Rules(PlainButterfly(deal.record()["setup"]["board"]), game)
    plain = openspiel.python_game("springtail_butterfly", game, first.clone)
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
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])

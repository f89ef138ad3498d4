"""Whist (4 x 13) against OpenSpiel's compiled ISMCTS bot on its bridge card play and on hearts.

    python -m bench.peers.whist

The same shape of game: four hands, 52 plies, follow suit. Theirs carry more rules, and string keys in their trees.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

import springtail as st
from bench.peers import own
from bench.report import Row, parser, show
from bench.turns import Contestant, compare

SIMULATIONS = 10_000
MEMORY_NODES = -1  # no limit


def first_card(name: str, before: list[str] | int) -> pyspiel.State:
    """Return the first decision about a card: dealt at random, then given decisions, or so many of the first legal."""
    state, draw = pyspiel.load_game(name).new_initial_state(), random.Random(1)
    decisions = ["" for _ in range(before)] if isinstance(before, int) else before
    while state.is_chance_node():
        state.apply_action(draw.choice([action for action, _ in state.chance_outcomes()]))
    for decision in decisions:
        state.apply_action(state.string_to_action(decision) if decision else state.legal_actions()[0])
    return state


def searches(state: pyspiel.State, name: str) -> Contestant:
    """Search once a turn with the C++ ISMCTSBot, one playout a simulation."""
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def search(seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        pyspiel.ISMCTSBot(seed, evaluator, own.EXPLORATION, SIMULATIONS, MEMORY_NODES, policy, False, False).step(state)

    return Contestant(f"OpenSpiel {name}", SIMULATIONS, search)


def rows(turns: int) -> Iterator[Row]:
    """Compare with both from the first card."""
    state = st.game("whist").start()
    state.apply_action(state.sample_chance(1))
    seen, limit = state.observation(0), st.Limit(simulations=SIMULATIONS)
    ours = Contestant("springtail", SIMULATIONS, lambda seed: st.analyse(seen, limit, solver="ismcts", seed=seed))
    bridge = first_card("bridge(use_double_dummy_result=false)", ["1NT", "Pass", "Pass", "Pass"])
    hearts = first_card("hearts", 13)  # twelve cards passed, and the two of clubs is forced
    for name, theirs, least in (("bridge", bridge, 12), ("hearts", hearts, 20)):
        yield compare(
            f"ISMCTS, {SIMULATIONS:,} simulations a search, against {name}",
            "simulations",
            ours,
            searches(theirs, name),
            turns=turns,
            at_least=least,
        )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=9).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])

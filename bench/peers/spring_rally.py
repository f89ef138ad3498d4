"""Spring Rally for four against OpenSpiel's Python ISMCTS bot, which gets the game as a Python game.

    python -m bench.peers.spring_rally

Its compiled ISMCTSBot cannot search a Python game, which has no way to resample. The position is the first decision of
round 2. A deal has too many outcomes to list, so OpenSpiel sees one outcome and the game deals by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import springtail as st
from bench.peers import openspiel, own
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.adapters.openspiel import State
from tests.reference.spring_rally import CHANCE, KEEP, RELEASE, SpringRally, name_of

PLAYERS = 4
PLAIN = {name_of(action): action for action in [*SpringRally(PLAYERS).deck, KEEP, RELEASE]}
"""Name of an action -> its number in the plain rules."""
SIMULATIONS = 10_000
THEIR_SIMULATIONS = 100


class PlainRally:
    """The plain Spring Rally of the tests; it draws a deal by itself when its only outcome is played."""

    __slots__ = ("draw", "plain")

    def __init__(self, plain: SpringRally, draw: random.Random) -> None:
        self.plain = plain
        self.draw = draw

    def clone(self) -> PlainRally:
        return PlainRally(self.plain.clone(), self.draw)

    def current_player(self) -> int:
        return self.plain.current_player()

    def is_terminal(self) -> bool:
        return self.plain.is_terminal()

    def legal_actions(self) -> list[int]:
        return self.plain.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def apply_action(self, action: int) -> None:
        if self.plain.current_player() == CHANCE:
            self.plain.deal(self.plain.random_deal(self.draw))
        else:
            self.plain.apply_action(action)

    def returns(self) -> list[float]:
        return self.plain.returns()

    def information(self, seat: int) -> str:
        plain = self.plain
        return repr((seat, sorted(plain.hands[seat]), plain.played, plain.table, plain.winds, plain.progress))


def round_two() -> tuple[st.State, SpringRally]:
    """Play a random first round in both, side by side, to the first decision of round 2.

    Raises:
        AssertionError: where the two differ.
    """
    state, plain, draw = st.game("spring_rally", players=PLAYERS).start(seed=1), SpringRally(PLAYERS), random.Random(1)
    while state.is_chance_node() or state.to_dict()["state"]["round"] == 1:
        if state.is_chance_node():
            action = state.sample_chance(draw.getrandbits(32))
            ids = state.game.action_id
            hands = [[ids(card) for card in hand.split(",")] for hand in action.removeprefix("deal ").split("|")]
            plain.deal([[PLAIN[state.game.action_string(card)] for card in hand] for hand in hands])
        else:
            action = draw.choice(state.legal_actions())
            assert sorted(PLAIN[name] for name in state.legal_actions()) == plain.legal_actions()
            plain.apply_action(PLAIN[action])
        state.apply_action(action)
        assert state.scores() == plain.scores()
    return state, plain


def resample(state: State, seat: int, draw: random.Random) -> State:
    """Return a state that a seat cannot tell from this one."""
    other = state.get_game().new_initial_state()
    other.held.rules = PlainRally(state.rules.plain.resample(seat, draw), draw)
    return other


def searches(state: State) -> Contestant:
    """Search once a turn with the Python ISMCTSBot, one playout a simulation."""

    def search(seed: int) -> None:
        rng, draw = numpy.random.RandomState(seed), random.Random(seed)
        bot = ismcts.ISMCTSBot(
            state.get_game(),
            mcts.RandomRolloutEvaluator(1, rng),
            own.EXPLORATION,
            THEIR_SIMULATIONS,
            random_state=rng,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(partial(resample, draw=draw))
        bot.step(state)

    return Contestant("OpenSpiel, Python", THEIR_SIMULATIONS, search)


def ours(state: st.State) -> Contestant:
    """Search once a turn from what the seat knows."""
    seen, limit = state.observation(state.current_player()), st.Limit(simulations=SIMULATIONS)
    return Contestant("springtail", SIMULATIONS, lambda seed: st.analyse(seen, limit, solver="ismcts", seed=seed))


def rows(turns: int) -> Iterator[Row]:
    """Compare at the first decision of round 2."""
    state, plain = round_two()
    sampled = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    first = PlainRally(plain, random.Random(1))
    theirs = openspiel.python_game("springtail_rally", state.game, first.clone, sampled).new_initial_state()
    yield compare(
        "ISMCTS, first decision of round 2",
        "simulations",
        ours(state),
        searches(theirs),
        turns=turns,
        at_least=200,
    )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=5).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])

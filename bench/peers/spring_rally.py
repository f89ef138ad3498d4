"""Spring Rally for four against OpenSpiel's Python ISMCTS bot, which gets the game as a Python game.

    python -m bench.peers.spring_rally

Its compiled ISMCTSBot cannot search a Python game, which has no way to resample. The position is the first decision of
round 2. A deal has too many outcomes to list, so OpenSpiel sees one outcome and the game deals by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import springtail as st
from bench.peers import own
from bench.peers.openspiel import Held
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from tests.reference.spring_rally import CHANCE, KEEP, RELEASE, SpringRally, name_of

PLAYERS = 4
PLAIN = {name_of(action): action for action in [*SpringRally(PLAYERS).deck, KEEP, RELEASE]}
"""Name of an action -> its number in the plain rules."""
SIMULATIONS = 10_000
THEIR_SIMULATIONS = 100


class RallyState(pyspiel.State):
    """A position of the plain Spring Rally of the tests."""

    def __init__(self, game: RallyGame) -> None:
        super().__init__(game)
        self.held = Held(game.first.clone())
        self.draw = random.Random(1)

    def __deepcopy__(self, memo: object) -> RallyState:
        return self.world(self.held.rules.clone())

    def world(self, rules: SpringRally) -> RallyState:
        """Return a state with other rules inside."""
        other = self.get_game().new_initial_state()
        other.held = Held(rules)
        other.draw = self.draw
        return other

    def current_player(self) -> int:
        return self.held.rules.current_player()

    def is_terminal(self) -> bool:
        return self.held.rules.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.rules.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        rules = self.held.rules
        if rules.current_player() == CHANCE:
            rules.deal(rules.random_deal(self.draw))
        else:
            rules.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        return self.held.rules.returns()

    def information_state_string(self, player: int | None = None) -> str:
        rules = self.held.rules
        player = self.current_player() if player is None else player
        return repr((player, sorted(rules.hands[player]), rules.played, rules.table, rules.winds, rules.progress))

    def __str__(self) -> str:
        return self.information_state_string(0)


class RallyGame(pyspiel.Game):
    """Spring Rally as a Python game of OpenSpiel, begun in a given position."""

    def __init__(self, game: st.Game, first: SpringRally) -> None:
        kind = pyspiel.GameType(
            short_name="springtail_rally",
            long_name="springtail_rally",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=PLAYERS,
            min_num_players=PLAYERS,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        sizes = pyspiel.GameInfo(game.info.actions, 1, PLAYERS, -1.0, 1.0, 0.0, game.info.longest_game)
        super().__init__(kind, sizes, {})
        self.first = first

    def new_initial_state(self) -> RallyState:
        return RallyState(self)

    def make_py_observer(self, observation_type: object = None, parameters: object = None) -> None:
        return None


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


def searches(state: RallyState) -> Contestant:
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
        bot.set_resampler(lambda at, player: at.world(at.held.rules.resample(player, draw)))
        bot.step(state)

    return Contestant("OpenSpiel, Python", THEIR_SIMULATIONS, search)


def ours(state: st.State) -> Contestant:
    """Search once a turn from what the seat knows."""
    seen, limit = state.observation(state.current_player()), st.Limit(simulations=SIMULATIONS)
    return Contestant("springtail", SIMULATIONS, lambda seed: st.analyse(seen, limit, solver="ismcts", seed=seed))


def rows(turns: int) -> Iterator[Row]:
    """Compare at the first decision of round 2."""
    state, plain = round_two()
    theirs = RallyGame(state.game, plain).new_initial_state()
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
    show(rows(arguments.turns), as_json=arguments.json, packages=["open_spiel"])

"""One connect four written in Python, searched by us (PythonGame), by OpenSpiel's C++ bot and by multimcts.

    python -m bench.peers.python_game

Every engine gets the same class and starts every search with nothing remembered; only the engine differs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import multimcts

import springtail as st
from bench.peers import openspiel, own
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from tests.reference.connect_four import COLUMNS, ROWS, ConnectFour

LOCKSTEP_GAMES = 200
SIMULATIONS = 5_000


def python_game() -> st.Game:
    """Return a game that remembers nothing yet."""
    return st.PythonGame(ConnectFour, players=2, actions=COLUMNS, longest_game=COLUMNS * ROWS)


class MultimctsState(multimcts.GameState):
    """The same class as multimcts has its games: a move makes a new state."""

    suggest_move = None  # 0.6.4 calls the base class's otherwise, which fails

    def __init__(self, rules: ConnectFour) -> None:
        self.rules = rules

    def get_current_team(self) -> int:
        return self.rules.mover

    def get_legal_moves(self) -> list[int]:
        return self.rules.legal_actions()

    def make_move(self, move: int) -> MultimctsState:
        rules = self.rules.clone()
        rules.apply_action(move)
        return MultimctsState(rules)

    def is_terminal(self) -> bool:
        return self.rules.is_terminal()

    def get_reward(self) -> int:
        return 0 if self.rules.winner is None else 1


def rows(turns: int) -> Iterator[Row]:
    """Check that the class plays connect four, then compare."""
    game = st.game("connect_four")
    start = openspiel.python_game("python_connect_four", game, ConnectFour).new_initial_state()
    openspiel.check_lockstep(game.start(), start, LOCKSTEP_GAMES)
    limit = st.Limit(simulations=SIMULATIONS)

    def search_ours(seed: int) -> None:
        st.analyse(python_game().start(), limit, solver="mcts", seed=seed)

    def search_by_multimcts(seed: int) -> None:
        random.seed(seed)
        multimcts.MCTS(exploration_bias=own.EXPLORATION).search(
            MultimctsState(ConnectFour()), max_iterations=SIMULATIONS
        )

    for peer, goal in (
        (openspiel.searches(start, SIMULATIONS, own.EXPLORATION), 2.5),
        (Contestant("multimcts", SIMULATIONS, search_by_multimcts), 1),
    ):
        yield compare(
            f"MCTS, {SIMULATIONS:,} simulations a search",
            "simulations",
            Contestant("springtail", SIMULATIONS, search_ours),
            peer,
            turns=turns,
            at_least=goal,
        )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=7).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel", "multimcts"])

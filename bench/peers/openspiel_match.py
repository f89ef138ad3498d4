"""Strength at equal time: our player against OpenSpiel's on our games, which it gets through our adapter.

    python -m bench.peers.openspiel_match
    python -m bench.peers.openspiel_match --game butterfly --seconds 0.5 --deals 20

We take one seat and OpenSpiel's bot the others; each deal is played once from every seat. OpenSpiel's compiled MCTSBot
searches the games without hidden cards, with a playout a simulation and our constant of UCB1, its Python ISMCTSBot the
others. Playouts run on our compiled rules, called from C++ through Python. Our limit is wall time; theirs is as much
processor time, by the simulations that a first few at the same position promise for it, so that a busy machine can only
harm us. The interval is 95 %, over deals.
"""

from __future__ import annotations

import random
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from statistics import fmean

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import springtail as st
from bench.peers import own
from bench.peers.openspiel import MEMORY_MB
from bench.report import Row, parser, show
from bench.tables import add_tables, tables
from springtail.adapters import openspiel
from springtail.matches.statistics import win_share

PROBE = 10
"""Simulations that tell how long one takes."""

Mover = Callable[[pyspiel.State], int]


class Clocked:
    """A player with the processor time it took."""

    def __init__(self, move: Mover) -> None:
        self.move = move
        self.seconds = 0.0
        self.moves = 0

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play; a forced one takes no time."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        started = time.process_time()
        action = self.move(state)
        self.seconds += time.process_time() - started
        self.moves += 1
        return action


class Theirs:
    """A bot of OpenSpiel, kept near a processor time by its number of simulations."""

    name = ""

    def __init__(self, game: pyspiel.Game, seconds: float, seed: int) -> None:
        self.game, self.seconds = game, seconds
        self.draw = random.Random(seed)
        self.simulations = 0

    def __call__(self, state: pyspiel.State) -> int:
        """Return the action to play, after as many simulations as a few at this position promise for the time."""
        started = time.process_time()
        self.search(state, PROBE)
        taken = max(time.process_time() - started, 1e-6)
        action, simulations = self.search(state, max(PROBE, round(PROBE * self.seconds / taken)))
        self.simulations += simulations
        return action

    def search(self, state: pyspiel.State, simulations: int) -> tuple[int, int]:
        """Return the action to play, and the simulations made; fewer where it is proven."""
        raise NotImplementedError


class TheirMCTS(Theirs):
    """OpenSpiel's compiled MCTSBot. Its `step` crashes with Python games, `mcts_search` does not."""

    name = "MCTSBot"

    def search(self, state: pyspiel.State, simulations: int) -> tuple[int, int]:
        seed = self.draw.getrandbits(31)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, own.EXPLORATION, simulations, MEMORY_MB, True, seed, False)
        root = bot.mcts_search(state)
        return root.best_child().action, root.explore_count


class TheirISMCTS(Theirs):
    """OpenSpiel's Python ISMCTSBot."""

    name = "ISMCTSBot (Python)"

    def search(self, state: pyspiel.State, simulations: int) -> tuple[int, int]:
        rng = numpy.random.RandomState(self.draw.getrandbits(32))
        bot = ismcts.ISMCTSBot(
            self.game,
            mcts.RandomRolloutEvaluator(1, rng),
            own.EXPLORATION,
            simulations,
            random_state=rng,
            allow_inconsistent_action_sets=True,
        )
        return int(bot.step(state)), simulations


def play(game: pyspiel.Game, seat: int, ours: Clocked, theirs: Clocked, deal: int) -> float:
    """Play a game with us at a seat and return our share of the win; chance follows the number of the deal."""
    state, draw = game.new_initial_state(), random.Random(deal)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(outcomes, chances)[0])
        else:
            state.apply_action((ours if state.current_player() == seat else theirs).step(state))
    players = game.num_players()
    return (state.returns()[seat] * (players - 1) + 1) / players


def match(game: pyspiel.Game, deals: int, seconds: float) -> Row:
    """Play each deal from every seat."""
    hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    their_bot = (TheirISMCTS if hidden else TheirMCTS)(game, seconds, 1)
    our_bot = openspiel.Bot(st.Limit(time=seconds), seed=1)
    ours, theirs = Clocked(our_bot.step), Clocked(their_bot)
    shares = []
    for deal in range(deals):
        for seat in range(game.num_players()):
            our_bot.restart()
            shares.append(play(game, seat, ours, theirs, deal))
    seats = game.num_players()
    found = win_share([fmean(shares[first : first + seats]) for first in range(0, len(shares), seats)])
    return {
        "game": str(game).removeprefix(openspiel.games.PREFIX),
        "against": their_bot.name,
        "seconds": seconds,
        "games": len(shares),
        "win share": round(found.value, 3),
        "from": round(found.low, 3),
        "to": round(found.high, 3),
        "fair share": round(1 / game.num_players(), 3),
        "CPU s a move": round(ours.seconds / max(ours.moves, 1), 3),
        "their CPU s": round(theirs.seconds / max(theirs.moves, 1), 3),
        "their simulations": round(their_bot.simulations / max(theirs.moves, 1)),
    }


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match of each game and each number of players."""
    for game in tables(arguments):
        yield match(openspiel.load_game(game), arguments.deals, arguments.seconds)


if __name__ == "__main__":
    taken = parser(__doc__)
    add_tables(taken)
    taken.add_argument("--deals", type=int, default=5, help="each played from every seat (default %(default)s)")
    taken.add_argument("--seconds", type=float, default=0.1, help="a move (default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form, packages=["open_spiel"])

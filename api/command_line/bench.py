"""Searches fixed positions to fixed limits, and boils moves, node counts and depths down to a signature.

The signature of a game is the same on every run, and changes only when its rules or the search that plays it behave
differently: it tells whether a change that should alter nothing did. The rates are for this machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from statistics import fmean

from springtail.command_line import output
from springtail.command_line.random_game import random_game
from springtail.cython_ext.game import State
from springtail.engines import game_class, game_ids
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.thinking import analyse

EXAMPLES = """\
  springtail bench
  springtail bench --game connect_four --json
  springtail bench --signatures > tests/golden/bench_signature.txt
"""

SEED = 1
LIMIT = Limit(simulations=2000, nodes=100_000)
GAMES_FOR_DEPTH, POSITIONS_A_GAME = 10, 5
DEPTH_LIMIT = Limit(nodes=4000)
"""What alpha-beta looks at in each of the positions that its mean depth is taken of."""


@dataclass(frozen=True)
class Trial:
    """One position and what the search said of it."""

    state: State
    found: Analysis

    @property
    def name(self) -> str:
        """The position: game, number of players, plies played."""
        return f"{self.state.game.id} {self.state.game.players} {len(self.state.history_ids())}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="ID", action="append", help="only this game; can be repeated")
    parser.add_argument("--signatures", action="store_true", help="print nothing but each game and its signature")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what was found in each position, the rates, and the signatures."""
    trials = {game_id: list(_trials(game_id)) for game_id in arguments.game or game_ids()}
    depths = {game_id: mean_depth(depth_positions(game_id), DEPTH_LIMIT) for game_id in trials}
    signatures = {game_id: _signature(trials[game_id], depths[game_id]) for game_id in trials}
    together = [trial for of_game in trials.values() for trial in of_game]
    whole = _signature(together, fmean(depths.values()))
    if arguments.json:
        positions = [{"position": trial.name, **trial.found.to_dict()} for trial in together]
        output.print_json({"positions": positions, "signatures": signatures, "depths": depths, "signature": whole})
        return 0
    if not arguments.signatures:
        output.print_table(
            ("position", "solver", "move", "nodes", "nodes/s", "simulations/s"), list(map(_row, together))
        )
        print()
    for game_id, signature in signatures.items():
        print(f"{game_id} {signature} depth {depths[game_id]:.2f}")
    if not arguments.signatures:
        print("signature", whole)
    return 0


def _trials(game_id: str) -> Iterator[Trial]:
    """Search the beginning, the middle and the late middle of games with the fewest and the most players."""
    kind = game_class(game_id)
    players = kind.OPTIONS["players"].values
    for count in sorted({players[0], players[-1]}):
        decisions = [state for state in random_game(kind(players=count), SEED) if state.current_player() >= 0]
        for third in range(3):
            state = decisions[third * len(decisions) // 3]
            found = analyse(state, LIMIT, seed=SEED)
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            yield Trial(state, found)


def depth_positions(game_id: str) -> list[State]:
    """Return fifty positions, five from each of ten random games, early ones and late ones."""
    game, found = game_class(game_id)(), []
    for seed in range(GAMES_FOR_DEPTH):
        decisions = [state for state in random_game(game, seed) if state.current_player() >= 0]
        found += [decisions[part * len(decisions) // POSITIONS_A_GAME] for part in range(POSITIONS_A_GAME)]
    return found


def mean_depth(positions: list[State], limit: Limit) -> float:
    """Return the plies that alpha-beta looks ahead under a limit, on average; what the game hides is shown."""
    return fmean(analyse(state, limit, solver="alphabeta", open_hands=True).depth for state in positions)


def _signature(trials: list[Trial], depth: float) -> str:
    text = "\n".join(f"{trial.name} {trial.found.move} {trial.found.nodes}" for trial in trials) + f"\n{depth:.4f}"
    return sha256(text.encode()).hexdigest()[:12]


def _row(trial: Trial) -> tuple[str, ...]:
    found = trial.found
    seconds = max(found.time, 1e-9)
    rates = found.nodes / seconds, found.simulations / seconds
    return trial.name, found.solver, found.move, f"{found.nodes:,}", *(f"{rate:,.0f}" for rate in rates)

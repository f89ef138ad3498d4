"""The games in numbers: length, branching, size of the tree and of the state space, first seat, ties.

    python -m bench.game_numbers
    python -m bench.game_numbers --game butterfly --players 2 3 --games 20000
    python -m bench.game_numbers --log spinnentwist.jsonl

Random games, or those in the log of a match. `plies` are decisions, `events` what chance does after the deal, both a
game. `branching` is the geometric mean of the legal actions where there is more than one. The win shares are those of
the first and of the last seat; `ties` is the share of games that more than one seat wins.

`tree` is the power of ten of the games that can follow a deal, events included: the product of what could have been
done at each step, whose mean over random games is their number (Knuth 1975, "Estimating the efficiency of backtrack
programs"). A few games make most of the mean, so it is low rather than high. `positions` is a bound below the power of
ten of the positions that can come up: if n random games come to the same position c times at a ply, that ply has about
n * n / 2c positions, and more where some are likelier than others; c is taken at its upper bound of 95 %.
"""

from __future__ import annotations

import math
import statistics
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import springtail as st
from bench.report import Row, parser, show
from bench.tables import tables
from springtail.engines.documents import begin
from springtail.matches.runner import report_of


@dataclass
class Walk:
    """A game as it was played."""

    plies: int = 0
    events: int = 0
    choices: list[float] = field(default_factory=list)
    """Logarithms of the numbers of legal actions where there was a choice."""
    size: float = 0.0
    """Logarithm of what could have been done, multiplied."""
    keys: list[int] = field(default_factory=list)
    """Of the positions before each decision."""
    shares: tuple[float, ...] = ()
    """Of the win, by seat."""

    def note(self, state: st.State) -> None:
        """Count the ply that comes next."""
        if state.is_chance_node():
            self.events += 1
            self.size += math.log(_outcomes(state))
            return
        count = len(state.legal_actions())
        self.plies += 1
        self.keys.append(state.key)
        self.size += math.log(count)
        if count > 1:
            self.choices.append(math.log(count))

    def end(self, state: st.State) -> None:
        """Note who won."""
        winners = state.winners()
        self.shares = tuple((seat in winners) / len(winners) for seat in range(state.game.players))


def _outcomes(state: st.State) -> int:
    """Return how many outcomes a chance event has; 1 for a deal, which has too many to list."""
    try:
        return len(state.chance_outcomes())
    except st.TooManyOutcomes:
        return 1


def random_walk(game: st.Game, seed: int) -> Walk:
    """Play a random game."""
    state, random, walk = game.start(seed=seed), st.Random(seed), Walk()
    while not state.is_terminal():
        walk.note(state)
        if state.is_chance_node():
            state.apply_action(state.sample_chance(random))
        else:
            actions = state.legal_action_ids()
            state.apply_action_id(actions[random.below(len(actions))])
    walk.end(state)
    return walk


def told_walk(record: Mapping[str, Any]) -> Walk:
    """Follow a record."""
    (state, actions), walk = begin(record), Walk()
    for action in actions:
        walk.note(state)
        state.apply_action(action)
    walk.end(state)
    return walk


def power_of_ten(logarithms: Iterable[float]) -> float:
    """Return the power of ten of the mean of numbers, given their logarithms."""
    logarithms = list(logarithms)
    most = max(logarithms)
    return (most + math.log(statistics.fmean(math.exp(one - most) for one in logarithms))) / math.log(10)


def fewest_positions(walks: list[Walk]) -> float:
    """Return the power of ten of a bound below the positions before a decision."""
    total = 0.0
    for ply in range(max(walk.plies for walk in walks)):
        seen = Counter(walk.keys[ply] for walk in walks if ply < walk.plies)
        pairs = sum(seen.values()) ** 2 / 2
        meetings = sum(count * (count - 1) / 2 for count in seen.values())
        total += max(len(seen), pairs / (meetings + 1.64 * math.sqrt(meetings) + 3))
    return math.log10(total)


def row(game: st.Game, walks: list[Walk], how: str) -> Row:
    """Return the numbers of some games."""
    is_random = how == "random"
    return {
        "game": game.id,
        "players": game.players,
        "games": len(walks),
        "by": how,
        "plies": round(statistics.fmean(walk.plies for walk in walks), 1),
        "longest": max(walk.plies for walk in walks),
        "events": round(statistics.fmean(walk.events for walk in walks), 1),
        "branching": round(math.exp(statistics.fmean(one for walk in walks for one in walk.choices)), 1),
        "tree": round(power_of_ten(walk.size for walk in walks), 1) if is_random else None,
        "positions": round(fewest_positions(walks), 1) if is_random else None,
        "first seat": round(statistics.fmean(walk.shares[0] for walk in walks), 3),
        "last seat": round(statistics.fmean(walk.shares[-1] for walk in walks), 3),
        "ties": round(statistics.fmean(max(walk.shares) < 1 for walk in walks), 3),
    }


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play random games, or follow those of a log."""
    if arguments.log:
        report = report_of(arguments.log)
        walks = [told_walk(played.record) for played in report.games if played.end == "over"]
        yield row(report.match.game, walks, " - ".join(each.name for each in report.match.contestants))
        return
    for game in tables(arguments):
        yield row(game, [random_walk(game, seed) for seed in range(arguments.games)], "random")


if __name__ == "__main__":
    taken = parser(__doc__)
    games = [game_id for game_id in st.game_ids() if st.game(game_id).info.components]
    taken.add_argument("--game", nargs="+", default=games, choices=st.game_ids(), metavar="ID")
    taken.add_argument("--players", type=int, nargs="+", help="default: every number")
    taken.add_argument("--games", type=int, default=2000, help="default %(default)s")
    taken.add_argument("--log", type=Path, help="of a match")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)

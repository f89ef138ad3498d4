"""Matches: many games between named players, played on several processes and logged one a line."""

from __future__ import annotations

import json
import multiprocessing
import signal
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import springtail as st
from bench.strength.players import make_player

CONFIDENCE_95 = 1.959964


@dataclass(frozen=True)
class Fixture:
    """One game to play, as one player sees it."""

    game: str
    deal: int
    """Seed of the deal, of the chance events and of the players."""
    seats: tuple[str, ...]
    """Name of the player at each seat."""
    seat: int
    """Whose result counts."""


@dataclass(frozen=True)
class Outcome:
    """How a game went for the player whose result counts."""

    fixture: Fixture
    scores: tuple[int, ...]
    share: float
    """Its share of the win: 1 alone, 1/k with k winners, 0."""
    margin: int
    """Its score less the best other."""
    simulations: float
    """Of a search of its, on average; 0 when it does not search."""
    seconds: float
    """That the game took."""

    def line(self) -> str:
        """Return the outcome as a line of a log."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, line: str) -> Outcome:
        """Return the outcome that a line of a log holds."""
        fields: dict[str, Any] = json.loads(line)
        fixture = fields.pop("fixture")
        seats = tuple(fixture.pop("seats"))
        return cls(fixture=Fixture(seats=seats, **fixture), scores=tuple(fields.pop("scores")), **fields)


def rotation(game: str, player: str, others: str, players: int, games: int) -> list[Fixture]:
    """Return games of one player against others: each deal once from every seat, and at least so many games."""
    deals = -(-games // players)
    return [
        Fixture(game, deal, tuple(player if other == seat else others for other in range(players)), seat)
        for deal in range(deals)
        for seat in range(players)
    ]


def check_players(game: str, players: int, names: Iterable[str]) -> None:
    """Let each player make its first move.

    Raises:
        ValueError: when there is no such game or player, or a player does not play the game.
    """
    state = st.game(game, players=players).start(seed=0)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(0))
    for name in names:
        make_player(name, 0).choose(state)


def play(fixture: Fixture) -> Outcome:
    """Play one game."""
    started = time.perf_counter()
    state = st.game(fixture.game, players=len(fixture.seats)).start(seed=fixture.deal)
    chance = st.Random([fixture.deal, len(fixture.seats)])
    players = [make_player(name, fixture.deal * len(fixture.seats) + seat) for seat, name in enumerate(fixture.seats)]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(chance))
        else:
            state.apply_action(players[state.current_player()].choose(state))
    for player in players:
        player.close()
    winners, player = state.winners(), players[fixture.seat]
    return Outcome(
        fixture,
        tuple(state.scores()),
        1 / len(winners) if fixture.seat in winners else 0.0,
        state.margin(fixture.seat),
        player.simulations / max(player.searches, 1),
        round(time.perf_counter() - started, 3),
    )


def play_all(fixtures: Sequence[Fixture], log: Path | None, processes: int) -> list[Outcome]:
    """Play what the log does not have yet and return the outcomes of all fixtures in order.

    Each outcome is appended to the log when its game ends. Ctrl-C lets the games under way end and returns
    the outcomes so far.
    """
    known = _read(log)
    missing = [fixture for fixture in fixtures if fixture not in known]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _ignore_interrupts) as pool:
        futures = [pool.submit(play, fixture) for fixture in missing]
        try:
            for future in _with_progress(as_completed(futures), len(futures)):
                outcome = future.result()
                known[outcome.fixture] = outcome
                if log is not None:
                    with log.open("a") as file:
                        print(outcome.line(), file=file)
        except KeyboardInterrupt:
            print("\nstopping after the games under way", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
    return [known[fixture] for fixture in fixtures if fixture in known]


def _read(log: Path | None) -> dict[Fixture, Outcome]:
    if log is None or not log.exists():
        return {}
    outcomes = [Outcome.read(line) for line in log.read_text().splitlines()]
    return {outcome.fixture: outcome for outcome in outcomes}


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _with_progress(ended: Iterable[Any], total: int) -> Iterator[Any]:
    """Pass on what has ended, with a line of progress on a terminal."""
    started = time.monotonic()
    for count, item in enumerate(ended, 1):
        yield item
        if sys.stderr.isatty():
            left = (time.monotonic() - started) / count * (total - count)
            print(f"\r{count} of {total} games, {left:,.0f} s left ", end="", file=sys.stderr, flush=True)
            if count == total:
                print(file=sys.stderr)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win share over independent games (Wilson 1927)."""
    spread = CONFIDENCE_95**2 / games
    centre = (share + spread / 2) / (1 + spread)
    reach = (share * (1 - share) * spread + spread**2 / 4) ** 0.5 / (1 + spread)
    return centre - reach, centre + reach


def paired(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Return the 95 % interval of the win share when each deal counts once, by the mean over its games."""
    deals: dict[int, list[float]] = {}
    for outcome in outcomes:
        deals.setdefault(outcome.fixture.deal, []).append(outcome.share)
    means = [statistics.fmean(shares) for shares in deals.values()]
    reach = CONFIDENCE_95 * statistics.stdev(means) / len(means) ** 0.5 if len(means) > 1 else 1.0
    centre = statistics.fmean(means)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def summary(outcomes: Sequence[Outcome], interval: tuple[float, float]) -> Mapping[str, float | int]:
    """Return the columns of a table: win share with its interval, margin, simulations a search."""
    return {
        "games": len(outcomes),
        "win share": statistics.fmean(outcome.share for outcome in outcomes),
        "from": interval[0],
        "to": interval[1],
        "margin": statistics.fmean(outcome.margin for outcome in outcomes),
        "sims a search": round(statistics.fmean(outcome.simulations for outcome in outcomes)),
    }

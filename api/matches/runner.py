"""Plays a match: hands out its games, writes each into the log as it ends, and goes on from a log."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import nullcontext
from dataclasses import dataclass
from os import PathLike
from queue import SimpleQueue

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Game
from springtail.executors import local, workers
from springtail.matches.duel import Duel
from springtail.matches.fixtures import Pairing
from springtail.matches.game import Played, play, void
from springtail.matches.log import Log, read_log
from springtail.matches.match import Document, Fixture, Match, described_match, make_match
from springtail.matches.players import Described
from springtail.matches.report import Report, StoppedBy
from springtail.matches.sprt import Sprt
from springtail.solvers.limit import Limit

MOST_IN_FLIGHT = 1000
"""Games that an executor of somebody else holds at a time where it is not told how many."""
TRIES_ALONE = 2
"""How often a game is begun in a process of its own after it was under way when a process died."""


@dataclass(frozen=True)
class Progress:
    """How far a match is."""

    games: int
    """Played, those that the log had included."""
    of: int
    rate: float
    """Games a second since the call; 0 before the first."""
    faults: int
    """Games that a player's fault ended."""

    @property
    def seconds_left(self) -> float | None:
        """At this rate; None before the first game."""
        return (self.of - self.games) / self.rate if self.rate else None


def match(
    game: Game,
    players: Sequence[Described] | Mapping[str, Described],
    games: int = 100,
    *,
    pairing: Pairing = "all",
    openings: Sequence[Document] = (),
    seed: int = 0,
    limit: Limit | None = None,
    timeout: float | None = None,
    sprt: Sprt | None = None,
    log: str | PathLike[str] | None = None,
    processes: int = 1,
    executor: Executor | None = None,
    in_flight: int | None = None,
    report: Callable[[Progress], None] | None = None,
) -> Report:
    """Play a match and return what came out; Ctrl-C ends it and returns what was played so far.

    >>> import springtail as st
    >>> found = st.match(st.game("tic_tac_toe"), ["mcts@100sims", "random"], games=20)
    >>> found.standings[0].player, found.standings[0].win_share.value > 0.8, len(found.games)
    ('mcts@100sims', True, 20)

    Args:
        game: with its options.
        players: texts, bots or functions as `springtail.matches.players.read_player` takes them; an object names them.
        games: to be played at the least; the last set is played to its end. Those that the log has count.
        pairing: who plays whom: "all", "first" against each other, or line-ups (springtail.matches.fixtures).
        openings: positions or records to begin with in turn, instead of deals.
        seed: of deals, chance, seat orders and players; same seed, same games.
        limit: of solvers that are given without one.
        timeout: seconds for a move; who takes longer loses. None gives engines a minute beside their limit, and others
            what they take.
        sprt: a test of two players at two seats that ends the match when it decides.
        log: a file to go on with when it is there, and to which each game is added.
        processes: of this machine; 1 plays in this one. More need players that can be pickled, and a script whose work
            is under `if __name__ == "__main__":`.
        executor: any executor of concurrent.futures instead, such as Client(...).get_executor() of Dask.
        in_flight: games that the executor holds at a time; default twice the processes, 1,000 for an executor.
        report: called with the Progress after each game.

    Raises:
        InvalidOptions, InvalidLimit, InvalidPosition, Unsupported: for an argument that is wrong, before any game.
        InvalidLog: when the log is that of another match, or damaged.
        OSError: when the log cannot be written, or the executor gave up; the log has all games before.
    """
    described = make_match(game, players, pairing=pairing, seed=seed, openings=openings, limit=limit, timeout=timeout)
    for name, value in (("games", games), ("in_flight", 1 if in_flight is None else in_flight)):
        if type(value) is not int or not 1 <= value < 2**40:
            raise InvalidOptions(f"{name}: must be a whole number above 0, not {shown(value)}")
    described.check()
    duel = None if sprt is None else Duel(described, sprt)
    where = local(processes) if executor is None else nullcontext(executor)
    if executor is None and processes > 1:
        _check_pickles(described)
    with nullcontext() if log is None else Log(log, described.to_dict()) as file:
        run = _Run(described, described.schedule.up_to(games), file, duel, report)
        if in_flight is None:
            in_flight = MOST_IN_FLIGHT if executor is not None else 1 if processes == 1 else 2 * processes
        stopped_by: StoppedBy = "games"
        try:
            with where as found:
                broken = run.play(found, in_flight)
            while broken and executor is None:
                for fixture in broken:
                    run.play_alone(fixture)
                with local(processes) as found:
                    broken = run.play(found, in_flight)
            if broken:
                raise ConnectionError(f"executor: it broke in game {broken[0].number}; the log has all games before")
            if duel is not None and duel.verdict.decision is not None:
                stopped_by = "sprt"
        except KeyboardInterrupt:
            stopped_by = "interrupt"
        return Report(described, tuple(run.games[number] for number in sorted(run.games)), stopped_by, sprt)


def report_of(log: str | PathLike[str], sprt: Sprt | None = None) -> Report:
    """Return what came out of the match of a log so far; nothing is played, and no player is asked.

    Raises:
        InvalidLog: when the file is no log, or damaged.
        InvalidOptions: when its match has a game or players that are unknown here.
        OSError: when it cannot be read.
    """
    head, games = read_log(log)
    return Report(described_match(head), tuple(games), None, sprt)


def _check_pickles(match: Match) -> None:
    for contestant in match.contestants:
        try:
            pickle.dumps(contestant)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise Unsupported(
                f"player {contestant.name}: cannot be pickled; use a function of a module, or processes=1"
            ) from None


class _Run:
    """A match under way."""

    def __init__(
        self, match: Match, total: int, log: Log | None, duel: Duel | None, report: Callable[[Progress], None] | None
    ) -> None:
        self._match = match
        self._total = total
        self._log = log
        self._duel = duel
        self._report = report
        self.games = {} if log is None else {played.number: played for played in log.games}
        """By number."""
        self._begun_with = len(self.games)
        self._started = time.monotonic()
        self._faults = 0
        for played in self.games.values():
            self._judge(played)

    @property
    def _is_decided(self) -> bool:
        return self._duel is not None and self._duel.verdict.decision is not None

    def play(self, executor: Executor, in_flight: int) -> list[Fixture]:
        """Play what is missing; return the games that were under way when a process of the executor died."""
        missing = self._missing()
        ended: SimpleQueue[Future[Played]] = SimpleQueue()
        flying: dict[Future[Played], Fixture] = {}
        broken: list[Fixture] = []
        try:
            while not self._is_decided:
                while len(flying) < in_flight and not broken and (fixture := next(missing, None)) is not None:
                    try:
                        future = executor.submit(play, fixture)
                    except BrokenExecutor:
                        broken.append(fixture)
                        break
                    flying[future] = fixture
                    future.add_done_callback(ended.put)
                if not flying:
                    break
                future = ended.get()
                fixture = flying.pop(future)
                try:
                    played = future.result()
                except BrokenExecutor:
                    broken.append(fixture)
                    continue
                except (CancelledError, OSError) as error:
                    raise ConnectionError(
                        f"executor: it gave up game {fixture.number}; the log has all games before"
                    ) from error
                except Exception as error:
                    if type(error).__name__ != "KilledWorker":  # of Dask, which has tried several times
                        raise
                    played = void(fixture, str(error))
                self._add(played)
        finally:
            for future in flying:
                future.cancel()
        return broken

    def play_alone(self, fixture: Fixture) -> None:
        """Play a game in a process of its own, where only itself can end the process."""
        for _ in range(TRIES_ALONE):
            with workers(1) as pool:
                try:
                    self._add(pool.submit(play, fixture).result())
                    return
                except BrokenExecutor:
                    continue
        self._add(void(fixture, "its process died"))

    def _missing(self) -> Iterator[Fixture]:
        return (self._match.fixture(number) for number in range(self._total) if number not in self.games)

    def _add(self, played: Played) -> None:
        if self._log is not None:
            self._log.add(played)
        self.games[played.number] = played
        self._judge(played)
        if self._report is not None:
            rate = (len(self.games) - self._begun_with) / max(time.monotonic() - self._started, 1e-9)
            self._report(Progress(len(self.games), max(self._total, len(self.games)), rate, self._faults))

    def _judge(self, played: Played) -> None:
        self._faults += played.culprit is not None
        if self._duel is not None:
            self._duel.add(played)

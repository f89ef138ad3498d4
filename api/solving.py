"""From a position to its exact value."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from springtail.arguments import Position, checked_limit, checked_seconds, searchable
from springtail.cython_ext.game import Observation, State
from springtail.solvers.endgame import Endgame, Moves
from springtail.solvers.limit import Limit
from springtail.solvers.search import Watch
from springtail.solvers.solution import Solution
from springtail.solvers.trees import Objective

if TYPE_CHECKING:
    from concurrent.futures import Executor


def solve(
    position: Position,
    objective: Objective = "margin",
    limit: Limit | None = None,
    *,
    moves: Moves = "best",
    open_hands: bool = False,
    progress: Callable[[Solution], None] | None = None,
    progress_every: float = 0.25,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 60.0,
) -> Solution:
    """Find the exact value of a position for two sides, and the actions that keep it.

    Ctrl-C ends the solver and returns what was proven so far, `stopped_by` "interrupt".

    >>> import springtail as st
    >>> state = st.game("nim", piles=(1, 2, 4)).start()
    >>> solution = st.solve(state, "outcome")
    >>> solution.status, solution.value.returns, solution.best
    ('solved', (1.0, -1.0), ('c1',))

    Args:
        position: State, Observation, or a document as `load` takes it.
        objective: "margin" values the margin, and the return where margins are equal; "outcome" the other way round.
        limit: time, nodes and memory; without one the solver goes on until all is known.
        moves: "best" finds all actions that keep the value, and the play expected after the first of them; "all" the
            value of each action, too; "one" the value and one action, and no more, in about half the time.
        open_hands: solve a game with hidden information as if all of it were seen.
        progress: called with what is proven so far, about every `progress_every` seconds.
        progress_every: seconds.
        checkpoint: a file to go on from when it is there, and to write about every `checkpoint_every` seconds and at
            the end. The limits count from this call. Read it only from where you would run a program from.
        checkpoint_every: seconds.

    Raises:
        InvalidPosition: with all reasons; also when no seat has to move.
        InvalidLimit: for a limit that the solver does not have, or memory that cannot hold its stack.
        InvalidOptions: for a wrong objective or setting.
        Unsupported: for more than two sides, hidden information, and chance events that cannot be listed.
        InvalidCheckpoint: when the file is damaged, or was written for another position, game, option, objective,
            memory or version.
        OSError: when the file cannot be read or written.
    """
    started = time.monotonic()
    settings = Endgame(objective=objective, moves=moves, open_hands=open_hands)
    reports = Rhythm(checked_seconds("progress_every", progress_every))
    saves = Rhythm(checked_seconds("checkpoint_every", checkpoint_every))
    limit = Limit() if limit is None else checked_limit(limit)
    view = searchable(position, {"open_hands": open_hands})
    path = None if checkpoint is None else Path(checkpoint)
    with closing(settings.begin(view, limit)) as search:
        if path is not None and path.exists():
            search.restore(path)
        elif path is not None:
            search.save(path, 0.0)  # a file that cannot be written is found out now
        watch = Watch(search, limit, started)
        try:
            while watch.step():
                seconds = time.monotonic() - started
                if progress is not None and reports.is_due():
                    progress(search.solution(None, seconds))
                if path is not None and saves.is_due():
                    search.save(path, seconds)
        except KeyboardInterrupt:
            if not watch.stepped:
                raise
            watch.reason = "interrupt"
        seconds = time.monotonic() - started
        if path is not None:
            search.save(path, seconds)
        return search.solution(watch.reason, seconds)


def solve_many(
    positions: Iterable[Position],
    objective: Objective = "margin",
    limit: Limit | None = None,
    *,
    moves: Moves = "best",
    open_hands: bool = False,
    processes: int = 1,
    executor: Executor | None = None,
) -> list[Solution]:
    """Solve each position under its own limit and return the solutions in order, the same wherever they are found.

    Ctrl-C ends it and returns the solutions so far.

    >>> import springtail as st
    >>> states = [st.game("nim", piles=piles).start() for piles in ((1, 2), (2, 2))]
    >>> [solution.value.returns for solution in solve_many(states, "outcome")]
    [(1.0, -1.0), (-1.0, 1.0)]

    Args:
        positions: as `solve` takes one.
        objective: as `solve`; so are moves and open_hands.
        limit: of each, from when its solution begins.
        moves: see `solve`.
        open_hands: see `solve`.
        processes: of this machine; 1 solves in this one. More need a script whose work is under
            `if __name__ == "__main__":`.
        executor: any executor of concurrent.futures instead, such as Client(...).get_executor() of Dask.

    Raises:
        As `solve`, before any solution begins if a position is wrong.
        ConnectionError: when a process dies, or the executor gives up.
    """
    from springtail.executors import in_order

    views = [searchable(position, {"open_hands": open_hands}) for position in positions]
    return in_order(_solve, ((view, objective, limit, moves, open_hands) for view in views), processes, executor)


def _solve(
    view: State | Observation, objective: Objective, limit: Limit | None, moves: Moves, open_hands: bool
) -> Solution:
    return solve(view, objective, limit, moves=moves, open_hands=open_hands)


class Rhythm:
    """Something to be done every so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = time.monotonic()

    def is_due(self) -> bool:
        """Return whether it is time again, and count from now if so."""
        now = time.monotonic()
        due = now - self._last >= self._seconds
        if due:
            self._last = now
        return due

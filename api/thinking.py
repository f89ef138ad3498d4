"""From a position to its best move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any

from springtail.arguments import Position, checked_limit, checked_seconds, searchable
from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, InvalidPosition, shown
from springtail.cython_ext.game import Observation, State
from springtail.solvers import make_solver
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.solvers.search import Run, Search, Solver, Watch, run

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORCED_SIMULATIONS = 200
"""What best_move spends on the value of the only legal action."""


def best_move(position: Position, limit: Limit | None = None, **settings: Any) -> Analysis:
    """Return the action to play, as an Analysis whose `.move` it is.

    As `analyse`, but when only one action is legal it answers at once, `stopped_by` "forced".

    >>> import springtail as st
    >>> state = st.game("tic_tac_toe").start()
    >>> for action in ("b2", "a1", "a2", "b1"): state.apply_action(action)
    >>> st.best_move(state, st.Limit(simulations=1000)).move
    'c2'
    """
    started = time.monotonic()
    view = searchable(position, settings)
    limit = Limit(time=1.0) if limit is None else checked_limit(limit)
    if len(view.legal_actions()) != 1:
        return analyse(view, limit, started=started, **settings)
    return replace(analyse(view, forced_limit(limit), started=started, **settings), stopped_by="forced")


def forced_limit(limit: Limit) -> Limit:
    """Return the part of a limit that is spent where only one action is legal."""
    return replace(limit, simulations=min(limit.simulations or FORCED_SIMULATIONS, FORCED_SIMULATIONS))


def analyse(
    position: Position,
    limit: Limit,
    *,
    multipv: int = 1,
    solver: str = "auto",
    report: Callable[[Analysis], None] | None = None,
    report_every: float = 0.25,
    started: float | None = None,
    **settings: Any,
) -> Analysis:
    """Search a position and return the values of its best actions.

    Ctrl-C ends the search and returns what was found so far, `stopped_by` "interrupt".

    Args:
        position: State, Observation, or a document as `load` takes it.
        limit: what ends the search; at least one of time, simulations, nodes and depth.
        multipv: how many actions to give lines for.
        solver: "auto" or the name of one.
        report: called with what was found so far, about every `report_every` seconds.
        report_every: seconds.
        started: monotonic time of the call that the time limit counts from; None is now.
        settings: of the solver, such as `seed`, `threads`, `objective`; see springtail.solvers.mcts.MCTS.

    Raises:
        InvalidPosition: with all reasons; also when no seat has to move.
        InvalidLimit: when the limit would never end, or is no Limit.
        InvalidOptions: for a setting that the solver does not have.
        Unsupported: when the solver cannot search this game.
    """
    started = time.monotonic() if started is None else started
    if checked_limit(limit).is_endless:
        raise InvalidLimit("limit: give at least one of time, simulations, nodes and depth")
    every = checked_seconds("report_every", report_every)
    view = searchable(position, settings)
    with closing(_begin(view, limit, multipv, solver, settings)) as search:
        return run(Watch(search, limit, started, view), report, every)


def analysis(
    position: Position,
    limit: Limit | None = None,
    *,
    multipv: int = 1,
    solver: str = "auto",
    report_every: float = 0.1,
    **settings: Any,
) -> Run:
    """Search in the background and return the Run, to iterate over (`for` or `async for`) and to stop.

    Arguments and errors are those of `analyse`; without a limit the search goes on until `stop`.

    >>> import springtail as st
    >>> with st.analysis(st.game("connect_four").start(), st.Limit(simulations=1000)) as run:
    ...     reports = list(run)
    >>> reports[-1].stopped_by
    'simulations'
    """
    started = time.monotonic()
    limit = Limit() if limit is None else checked_limit(limit)
    view = searchable(position, settings)
    search = _begin(view, limit, multipv, solver, settings)
    return Run(Watch(search, limit, started, view), checked_seconds("report_every", report_every))


def analyse_many(
    positions: Iterable[Position],
    limit: Limit,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    **settings: Any,
) -> list[Analysis]:
    """Analyse each position under its own limit and return the analyses in order, the same wherever they are made.

    Ctrl-C ends it and returns the analyses so far.

    Args:
        positions: as `analyse` takes one.
        limit: of each, from when its search begins.
        processes: of this machine; 1 searches in this one. More need a script whose work is under
            `if __name__ == "__main__":`.
        executor: any executor of concurrent.futures instead, such as Client(...).get_executor() of Dask.
        settings: as `analyse`; each search takes the same seed.

    Raises:
        As `analyse`, before any search begins if a position is wrong.
        ConnectionError: when a process dies, or the executor gives up.
    """
    from springtail.executors import in_order

    views = [searchable(position, settings) for position in positions]
    return in_order(_analyse, ((view, limit, settings) for view in views), processes, executor)


def _analyse(view: State | Observation, limit: Limit, settings: Mapping[str, Any]) -> Analysis:
    return analyse(view, limit, **settings)


class Bot:
    """A player that keeps its search tree between moves of one game; a context manager.

    >>> import springtail as st
    >>> bot, state = st.Bot(seed=1), st.game("connect_four").start()
    >>> for _ in range(4):
    ...     state.apply_action(bot.best_move(state, st.Limit(simulations=500)).move)
    """

    def __init__(self, solver: str = "auto", **settings: Any) -> None:
        """Take a solver and its settings; they are checked against the game when it first moves."""
        self.solver = solver
        self.settings = settings
        self._made: Solver | None = None
        self._search: Search | None = None

    def best_move(self, state: State, limit: Limit | None = None, *, multipv: int = 1) -> Analysis:
        """Return the action to play; the tree of the last call is used when `state` follows from its state.

        Raises:
            As `analyse`.
        """
        started = time.monotonic()
        limit = Limit(time=1.0) if limit is None else checked_limit(limit)
        if limit.is_endless:
            raise InvalidLimit("limit: give at least one of time, simulations, nodes and depth")
        if not isinstance(state, State):
            raise InvalidPosition(f"state: must be a State, not {type(state).__name__}")
        view = searchable(state, self.settings)
        made = make_solver(self.solver, view, limit, **self.settings)
        if self._search is None or made != self._made or not self._search.resume(state, limit, multipv):
            self.close()
            self._search = _begin(view, limit, multipv, self.solver, self.settings)
            self._made = made
        return run(Watch(self._search, limit, started, view))

    def close(self) -> None:
        """Let go of the tree and of threads; the next move begins anew."""
        if self._search is not None:
            self._search.close()
        self._search = None

    def __enter__(self) -> Bot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begin(view: State | Observation, limit: Limit, multipv: int, solver: str, settings: Mapping[str, Any]) -> Search:
    if type(multipv) is not int or multipv < 1:
        raise InvalidOptions(f"multipv: must be a whole number above 0, not {shown(multipv)}")
    return make_solver(solver, view, limit, **settings).begin(view, limit, multipv)

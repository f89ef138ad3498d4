"""What another program asks: one JSON object, read into a Query; and what is answered."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args

from springtail.arguments import checked_seconds, searchable
from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, SpringtailError, shown
from springtail.cython_ext.game import Observation, State
from springtail.services.ceilings import DEFAULT_SECONDS, MOST_PRIORITY, Ceilings
from springtail.services.reasons import InvalidQuery, Reason, Refused, of_position, of_search
from springtail.solvers import make_solver
from springtail.solvers.analysis import Analysis
from springtail.solvers.endgame import EndgameSearch
from springtail.solvers.limit import Limit
from springtail.solvers.search import Solver, Watch
from springtail.solvers.solution import Solution
from springtail.solving import Rhythm
from springtail.thinking import forced_limit

LOG = logging.getLogger("springtail.services")

Id = str | int | None
Action = Literal["best_move", "analyse", "solve"]
Answer = dict[str, Any]
"""What is written as one JSON object; `is_final` is true in the last one of a query."""

LONGEST_ID = 200
FIELDS = ("id", "action", "position", "limit", "settings", "include", "report_every", "priority")
"""What a query may have."""
SEARCH_FIELDS = ("multipv", "solver", "seed")
"""What one for a search may have besides."""
PARTS: dict[str, Callable[[State | Observation], Any]] = {
    "position": lambda view: view.to_dict(),
    "legal_actions": lambda view: view.legal_actions(),
    "drawing": lambda view: view.draw(),
}
"""What `include` adds to the final answer, made of what was searched."""
NOTHING: dict[bool, Answer] = {
    False: {"move": None, "score": None, "lines": []},
    True: {"status": "aborted", "value": None, "bounds": [None, None], "best": [], "moves": []},
}
"""What is known before a search, and (True) before a solution, has begun."""


@dataclass(frozen=True)
class Query:
    """A question that can be worked on: everything in it was checked."""

    id: Id
    action: Action
    view: State | Observation
    """What is searched: where the game hides something, only what the seat that moves may know."""
    limit: Limit
    """Within the ceilings."""
    solver: Solver
    multipv: int = 1
    included: Mapping[str, Any] = field(default_factory=dict)
    """Parts that the final answer has besides."""
    report_every: float | None = None
    """Seconds between interim answers; None is none."""
    priority: int = 0
    """Higher ones come first."""
    is_forced: bool = False
    """Whether a move is asked for and only one is legal."""

    def begin(self, started: float) -> Watch:
        """Return the search, not yet begun, under its limit.

        Args:
            started: monotonic time that the time limit counts from.

        Raises:
            InvalidQuery: when the solver cannot search this game, or not within its memory.
        """
        try:
            return Watch(self.solver.begin(self.view, self.limit, self.multipv), self.limit, started)
        except SpringtailError as error:
            raise InvalidQuery(of_search(error)) from None

    def answer(self, watch: Watch) -> Answer:
        """Return what the search has found so far; it is final when the watch has a reason to stop."""
        is_final = watch.reason is not None
        return self._head(is_final) | self._found(watch).to_dict() | (dict(self.included) if is_final else {})

    def _found(self, watch: Watch) -> Analysis | Solution:
        if isinstance(watch.search, EndgameSearch) and self.action == "solve":
            return watch.search.solution(watch.reason, time.monotonic() - watch.started)
        found = watch.analysis()
        return replace(found, stopped_by="forced") if self.is_forced and watch.reason is not None else found

    def nothing(self) -> Answer:
        """Return the final answer when the query was terminated before its search began: there is no move in it."""
        begun = {"game": self.view.game.id, "seat": self.view.current_player(), "stopped_by": "stop", "time": 0.0}
        return self._head(True) | begun | NOTHING[self.action == "solve"] | dict(self.included)

    def failure(self, error: Exception) -> Answer:
        """Return the final answer when the search could not begin or go on."""
        return failure(error, self.id, self.action)

    def _head(self, is_final: bool) -> Answer:
        return {"id": self.id, "action": self.action, "is_final": is_final}


def failure(error: Exception, id: Id = None, action: str | None = None) -> Answer:
    """Return the final answer that says why there is none: `error` with its kind, and reasons with their fields."""
    reasons: tuple[Reason, ...] = ()
    if isinstance(error, Refused):
        kind, message = error.kind, str(error)
    elif isinstance(error, InvalidQuery):
        kind, message, reasons = "invalid_query", str(error), error.reasons
    elif isinstance(error, SpringtailError):
        return failure(InvalidQuery(of_search(error)), id, action)
    elif isinstance(error, MemoryError):
        kind, message = "out_of_memory", "this machine has not enough memory left for the query"
    else:
        kind, message = "internal_error", f"a fault of springtail: {type(error).__name__}"
    told = {"kind": kind, "message": message, "reasons": [reason.to_dict() for reason in reasons]}
    return {"id": id, "action": action, "is_final": True, "error": told}


def is_failure(answer: Answer) -> bool:
    """Return whether an answer says why there is none."""
    return "error" in answer


def read_id(given: Mapping[str, Any]) -> Id:
    """Return the id of a query or any other request, None when it has none that can be answered to."""
    value = given.get("id")
    fits = (isinstance(value, str) and len(value) <= LONGEST_ID) or (type(value) is int and abs(value) < 2**53)
    return value if fits else None


def read_query(given: Mapping[str, Any], ceilings: Ceilings | None = None, action: Action | None = None) -> Query:
    """Return the query in a parsed JSON object (docs/json_lines.md lists its fields).

    Args:
        given: the object.
        ceilings: what it may use at the most.
        action: what is asked for, where the object does not say it.

    Raises:
        InvalidQuery: with all reasons.
    """
    return _Reader(given, ceilings or Ceilings(), action).read()


class _Reader:
    """Reads one object, collecting reasons."""

    def __init__(self, given: Mapping[str, Any], ceilings: Ceilings, action: Action | None) -> None:
        self._given = given
        self._ceilings = ceilings
        self._action = action
        self._wrong: list[Reason] = []

    def read(self) -> Query:
        action = self._read_action()
        names = FIELDS if action == "solve" else FIELDS + SEARCH_FIELDS
        for name in self._given:
            if name not in names:
                message = f"unknown field; {action} has {', '.join(names)}" if action else "unknown field"
                self._add(shown(name).strip("'"), message)
        if self._given.get("id") is not None and read_id(self._given) is None:
            self._add("id", f"must be a text of at most {LONGEST_ID} characters or a whole number below 2**53")
        limit = self._read_limit(action)
        multipv = self._read_whole("multipv", 1, 1, self._ceilings.multipv)
        priority = self._read_whole("priority", 0, -MOST_PRIORITY, self._ceilings.priority)
        settings = self._read_settings(action)
        view = self._read_view(settings)
        is_forced = action == "best_move" and view is not None and len(view.legal_actions()) == 1
        if is_forced:
            limit = forced_limit(limit)
        solver = None if view is None else self._make_solver(action, view, limit, settings)
        included, report_every = self._read_included(view), self._read_report_every()
        if self._wrong or action is None or view is None or solver is None:
            raise InvalidQuery(self._wrong)
        return Query(
            id=read_id(self._given),
            action=action,
            view=view,
            limit=self._filled(action, limit),
            solver=solver,
            multipv=multipv,
            included=included,
            report_every=report_every,
            priority=priority,
            is_forced=is_forced,
        )

    def _add(self, name: str, message: str) -> None:
        self._wrong.append(Reason(name, message))

    def _read_action(self) -> Action | None:
        known = [self._action] if self._action else list(get_args(Action))
        given = self._given.get("action", self._action or "analyse")
        action: Action | None = next((action for action in known if action == given), None)
        if action is None:
            self._add("action", f"{shown(given)} is not one of {', '.join(known)}")
        return action

    def _read_limit(self, action: Action | None) -> Limit:
        """Return what is asked for, lowered to the ceilings."""
        given = self._given.get("limit", {})
        names = [entry.name for entry in fields(Limit)]
        if action == "solve":
            names = [name for name in names if name not in ("simulations", "depth")]
        if not isinstance(given, Mapping):
            self._add("limit", f"must be an object, not {shown(given)}")
            return Limit()
        limits: dict[str, Any] = {}
        for name, value in given.items():
            if name not in names:
                self._add(f"limit.{shown(name).strip(chr(39))}", f"unknown field; there are {', '.join(names)}")
                continue
            try:
                Limit(**{name: value})
                limits[name] = value
            except InvalidLimit as error:
                self._wrong += of_search(error)
        limit = Limit(**limits)
        if limit.is_endless and action != "solve":
            limit = replace(limit, time=DEFAULT_SECONDS)
        return self._ceilings.lower(limit)

    def _filled(self, action: Action, limit: Limit) -> Limit:
        filled = self._ceilings.fill(limit)
        return replace(filled, simulations=None, depth=None) if action == "solve" else filled

    def _read_whole(self, name: str, default: int, least: int, most: int) -> int:
        value = self._given.get(name, default)
        if type(value) is int and least <= value <= most:
            return value
        self._add(name, f"must be a whole number from {least} to {most}, not {shown(value)}")
        return default

    def _read_report_every(self) -> float | None:
        value = self._given.get("report_every")
        if value is None:
            return None
        try:
            return checked_seconds("report_every", value)
        except InvalidOptions as error:
            self._wrong += of_search(error)
            return None

    def _read_settings(self, action: Action | None) -> dict[str, Any]:
        given = self._given.get("settings", {})
        if not isinstance(given, Mapping):
            self._add("settings", f"must be an object, not {shown(given)}")
            return {}
        settings = dict(given)
        for name in SEARCH_FIELDS:
            if name in settings:
                del settings[name]
                self._add(f"settings.{name}", f"unknown field; `{name}` is a field of the query itself")
        threads = settings.get("threads")
        if type(threads) is int:
            settings["threads"] = min(threads, self._ceilings.threads)
        if "seed" in self._given and action != "solve":
            settings["seed"] = self._given["seed"]
        return settings

    def _read_view(self, settings: Mapping[str, Any]) -> State | Observation | None:
        if "position" not in self._given:
            self._add("position", "missing; a position, an observation or a record")
            return None
        given = self._given["position"]
        if not isinstance(given, Mapping):
            self._add("position", f"must be an object, not {shown(given)}")
            return None
        try:
            return searchable(given, settings)
        except SpringtailError as error:
            self._wrong += of_position(error)
            return None

    def _make_solver(
        self, action: Action | None, view: State | Observation, limit: Limit, settings: Mapping[str, Any]
    ) -> Solver | None:
        """Return the solver; which one is the best follows from what is asked for, not from what ceilings fill in."""
        name = "endgame" if action == "solve" else self._given.get("solver", "auto")
        if action == "solve":
            settings = {"objective": "margin", **settings}
        try:
            return make_solver(name, view, limit, **settings)
        except SpringtailError as error:
            self._wrong += of_search(error)
            return None

    def _read_included(self, view: State | Observation | None) -> dict[str, Any]:
        given = self._given.get("include", [])
        if not isinstance(given, list) or not all(isinstance(part, str) and part in PARTS for part in given):
            self._add("include", f"must be a list of texts out of {', '.join(PARTS)}, not {shown(given)}")
            return {}
        try:
            return {} if view is None else {part: PARTS[part](view) for part in given}
        except SpringtailError as error:
            self._add("include", str(error))
            return {}


def run_query(
    query: Query, report: Callable[[Answer], None] | None = None, is_stopped: Callable[[], bool] = lambda: False
) -> Answer:
    """Work on a query in this thread and return its final answer, whatever happens.

    Args:
        query: what to work on; its time limit counts from now.
        report: called with interim answers, as often as the query wants them.
        is_stopped: looked at between chunks of the search; what was found by then is the answer.
    """
    try:
        watch = query.begin(time.monotonic())
        with closing(watch.search):
            rhythm = Rhythm(query.report_every or 0.0)
            while watch.step():
                watch.stop_requested = is_stopped()
                if report is not None and query.report_every is not None and rhythm.is_due():
                    report(query.answer(watch))
            return query.answer(watch)
    except Exception as error:
        answer = query.failure(error)
        if answer["error"]["kind"] == "internal_error":
            LOG.exception("query %r", query.id)
        return answer

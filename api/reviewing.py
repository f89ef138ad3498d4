"""From a record to what each of its decisions lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean
from typing import Any, Literal

from springtail.arguments import checked_limit
from springtail.curves import Record
from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, InvalidPosition, Unsupported
from springtail.cython_ext.game import State
from springtail.engines.documents import begin, parse, replay
from springtail.solvers.analysis import Analysis
from springtail.solvers.curve import Curve
from springtail.solvers.limit import Limit
from springtail.solvers.score import Line, Score
from springtail.thinking import analyse

DEFAULT_LIMIT = Limit(nodes=100_000)
"""For each decision, twice: to solve it, and where that fails to search it."""
BLUNDER = 0.1
"""Win share that a blunder loses at least."""
SURE_ERRORS = 2.0
"""Standard errors that the loss of a blunder is above 0 at least."""
EXACT, DEEPENING = "endgame", "alphabeta"
REFUSED = ("open_hands", "strength", "multipv", "actions", "objective", "report")
"""Settings of a search that would not judge by what the seat could know, or not all actions alike."""


@dataclass(frozen=True)
class Loss:
    """What an action gives away against the best one, as its seat sees it; 0 where no better one was found."""

    win_share: float
    stderr: float | None
    """Standard error of the win share; 0 when exact, None when unknown."""
    margin: float | None
    """Points of margin, below 0 where the best action gives some away for win share; None where they are not told."""
    margin_stderr: float | None
    """Standard error of the margin; 0 when exact, None when unknown."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


@dataclass(frozen=True)
class Decision:
    """One decision of a record, judged by what its seat could know when it took it."""

    ply: int
    """Actions before it, chance events included."""
    seat: int
    action: str
    """What was played."""
    best: str
    """The best action found; `action` itself where no better one was found."""
    kind: Literal["exact", "estimate"]
    """Whether best action, values and loss are proven."""
    score: Score
    """The value of the best action."""
    played: Score | None
    """The value of what was played; None where the search did not get to it."""
    loss: Loss | None
    """None where `played` is."""
    pv: tuple[str, ...]
    """The play expected after the best action, itself first."""
    solver: str
    simulations: int
    nodes: int

    @property
    def is_blunder(self) -> bool:
        """Whether it surely lost much: `BLUNDER` of win share or more, by more than two standard errors."""
        if self.loss is None or self.loss.win_share < BLUNDER:
            return False
        return self.loss.win_share > SURE_ERRORS * (self.loss.stderr or 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "ply": self.ply,
            "seat": self.seat,
            "action": self.action,
            "best": self.best,
            "kind": self.kind,
            "blunder": self.is_blunder,
            "loss": None if self.loss is None else self.loss.to_dict(),
            "score": self.score.to_dict(),
            "played": None if self.played is None else self.played.to_dict(),
            "pv": list(self.pv),
            "solver": self.solver,
            "simulations": self.simulations,
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Summary:
    """The decisions of one seat."""

    seat: int
    decisions: int
    """Decisions that were judged."""
    mean_loss: float | None
    """Win share lost a decision; None without decisions."""
    mean_margin_loss: float | None
    """Points of margin lost a decision; None where some are not told."""
    best: int
    """Decisions in which no better action was found."""
    blunders: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


@dataclass(frozen=True)
class Review:
    """A record with its decisions judged. Where only one action was legal there was nothing to decide."""

    game: str
    title: str
    players: int
    actions: tuple[str, ...]
    """Of the record, chance events included."""
    decisions: tuple[Decision, ...]
    complete: bool
    """Whether all decisions were judged; Ctrl-C leaves some out."""
    final: Score | None
    """How the game ended, exact; None when the record ends before."""

    def summary(self, seat: int) -> Summary:
        """Return how one seat did."""
        own = [one for one in self.decisions if one.seat == seat and one.loss is not None]
        losses = [one.loss for one in own if one.loss is not None]
        margins = [loss.margin for loss in losses if loss.margin is not None]
        return Summary(
            seat,
            len(own),
            fmean(loss.win_share for loss in losses) if losses else None,
            fmean(margins) if losses and len(margins) == len(losses) else None,
            sum(one.action == one.best for one in own),
            sum(one.is_blunder for one in own),
        )

    @property
    def curve(self) -> Curve:
        """The values by ply, as a plot in which ?? stands above what a blunder led to."""
        values: list[Score | None] = [*(None for _ in self.actions), self.final]
        for decision in self.decisions:
            values[decision.ply] = decision.score
        notes = {decision.ply + 1: "??" for decision in self.decisions if decision.is_blunder}
        return Curve(self.title, tuple(values), self.actions, notes)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it (docs/review.md)."""
        return {
            "game": self.game,
            "actions": list(self.actions),
            "complete": self.complete,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "players": [self.summary(seat).to_dict() for seat in range(self.players)],
            "final": None if self.final is None else self.final.to_dict(),
        }


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    solver: str = "auto",
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    **settings: Any,
) -> Review:
    """Judge each decision of a record: the best action, and what the one played lost against it.

    A decision is solved where the limit has room for that, and then exact. Else the best action and the one played are
    compared by the same search. Where the game hides something it sees what the seat could know at that time, so what
    turned out well may still have been a mistake. Ctrl-C ends it and returns the review so far.

    >>> import springtail as st
    >>> found = st.review({"game": "tic_tac_toe", "actions": ["a1", "a2", "b2", "b1"]})
    >>> [(one.action, one.best, one.loss.win_share, one.kind) for one in found.decisions[1:]]
    [('a2', 'b2', 0.5, 'exact'), ('b2', 'b2', 0.0, 'exact'), ('b1', 'b1', 0.0, 'exact')]

    Args:
        record: a state that was played from its beginning, or a record document.
        limit: for each decision; the same nodes and seed give the same review. None is 100,000 nodes.
        solver: "auto" or the name of one, for what is not solved.
        progress: called with how many decisions are judged and how many there are.
        executor: judges the decisions elsewhere, such as a concurrent.futures.ProcessPoolExecutor.
        settings: of the solver, such as `seed` and `threads`.

    Raises:
        InvalidPosition: for a bad record, or a document that is none.
        InvalidLimit: when the limit would never end, or is no Limit.
        InvalidOptions: for a setting that the solver does not have, or that a review cannot take.
        Unsupported: when the solver cannot search this game, or the state has no record.
    """
    limit = DEFAULT_LIMIT if limit is None else checked_limit(limit)
    if limit.is_endless:
        raise InvalidLimit("limit: give at least one of time, simulations, nodes and depth")
    refused = [name for name in REFUSED if name in settings]
    if refused:
        raise InvalidOptions(
            f"{refused[0]}: a review judges all actions alike, by win share and what the seat could know; leave it out"
        )
    fields = _record_fields(record)
    state, actions = begin(fields)
    plies = []
    for ply, action in enumerate(actions):
        if state.current_player() >= 0 and len(state.legal_actions()) > 1:
            plies.append(ply)
        state.apply_action(action)
    decisions = []
    for decision in _judged(fields, plies, (limit, solver, settings), executor):
        if decision is None:
            break
        decisions.append(decision)
        if progress is not None:
            progress(len(decisions), len(plies))
    return Review(
        game=state.game.id,
        title=state.game.title or state.game.id,
        players=state.game.players,
        actions=tuple(actions),
        decisions=tuple(decisions),
        complete=len(decisions) == len(plies),
        final=_final(state),
    )


def _record_fields(record: Record) -> Mapping[str, Any]:
    """Return a record document that can be played through."""
    if isinstance(record, State):
        return record.record()
    fields = record if isinstance(record, Mapping) else parse(record)
    if "actions" not in fields:
        raise InvalidPosition("actions: missing; a review needs a record")
    replay(fields)
    return fields


def _judged(
    fields: Mapping[str, Any], plies: Sequence[int], how: tuple[Any, ...], executor: Executor | None
) -> Iterator[Decision | None]:
    """Yield the decisions in order; None, or no more, where Ctrl-C ended it."""
    if executor is None:
        for ply in plies:
            try:
                yield judge(fields, ply, *how)
            except KeyboardInterrupt:
                return
        return
    futures = [executor.submit(judge, fields, ply, *how) for ply in plies]
    try:
        for future in futures:
            yield future.result()
    except KeyboardInterrupt:
        return
    finally:
        for future in futures:
            future.cancel()


def judge(
    fields: Mapping[str, Any], ply: int, limit: Limit, solver: str, settings: Mapping[str, Any]
) -> Decision | None:
    """Return one decision of a record, judged; None when Ctrl-C ended it. What comes after it is not looked at."""
    action = fields["actions"][ply]
    state = replay({**fields, "actions": fields["actions"][:ply]})
    found = _solved(state, limit)
    if found is None:
        found = _searched(state, action, limit, solver, settings)
    if found.stopped_by == "interrupt":
        return None
    best = found.lines[0]
    played = next((line for line in found.lines if line.action == action), None)
    loss = None if played is None else _loss(best, played, found.seat)
    if played is not None and loss is not None and not loss.win_share and not loss.margin:
        best = played
    return Decision(
        ply=ply,
        seat=found.seat,
        action=action,
        best=best.action,
        kind="exact" if found.solver == EXACT else "estimate",
        score=best.score,
        played=None if played is None else played.score,
        loss=loss,
        pv=best.pv,
        solver=found.solver,
        simulations=found.simulations,
        nodes=found.nodes,
    )


def _solved(state: State, limit: Limit) -> Analysis | None:
    """Return the exact values of all actions; None where they are not to be had within the limit."""
    info = state.game.info
    if info.hidden or (info.sides or state.game.players) != 2:
        return None
    nodes = limit.nodes or (DEFAULT_LIMIT.nodes if limit.time is None else None)
    try:
        found = analyse(
            state,
            Limit(time=limit.time, nodes=nodes, memory_mb=limit.memory_mb),
            solver=EXACT,
            moves="all",
            multipv=len(state.legal_actions()),
        )
    except Unsupported:  # chance events that cannot be listed
        return None
    return found if found.stopped_by in ("proof", "interrupt") else None


def _searched(state: State, action: str, limit: Limit, solver: str, settings: Mapping[str, Any]) -> Analysis:
    """Return estimates of the best action and of the one played, by the same search."""
    if limit.nodes is not None and limit.simulations is None:
        limit = replace(limit, simulations=limit.nodes)  # a tree that has all there is grows no more
    found = analyse(state, limit, solver=solver, multipv=len(state.legal_actions()), **settings)
    if found.solver != DEEPENING or found.move == action or found.stopped_by == "interrupt":
        return found
    # Lines of a last iteration that was cut short are not all of the same depth.
    same = Limit(depth=max(found.depth, 1), memory_mb=limit.memory_mb)
    known = {name: value for name, value in settings.items() if name != "seed"}
    again = analyse(state, same, solver=DEEPENING, multipv=2, actions=[found.move, action], **known)
    return replace(again, nodes=found.nodes + again.nodes)


def _loss(best: Line, played: Line, seat: int) -> Loss:
    one, other = best.score.pov(seat), played.score.pov(seat)
    if best is played and best.score.kind != "exact":
        one = other = replace(one, stderr=None, margin_stderr=None)  # a difference from itself is no measurement
    seats = len(best.score.returns)
    has_margins = best.score.covers == played.score.covers == "both"
    return Loss(
        max(0.0, one.win_share - other.win_share),
        _together(one.stderr, other.stderr, (seats - 1) / seats if seats > 1 else 1.0),
        one.margin - other.margin if has_margins else None,
        _together(one.margin_stderr, other.margin_stderr) if has_margins else None,
    )


def _together(one: float | None, other: float | None, scale: float = 1.0) -> float | None:
    """Return the standard error of a difference of two estimates; None where one is not known."""
    return None if one is None or other is None else scale * hypot(one, other)


def _final(state: State) -> Score | None:
    if not state.is_terminal():
        return None
    return Score.exact(state.returns(), [float(state.margin(seat)) for seat in range(state.game.players)])

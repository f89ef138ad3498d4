"""From a record to the curve of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from springtail.arguments import checked_limit
from springtail.cython_ext.errors import InvalidLimit, InvalidPosition
from springtail.cython_ext.game import State
from springtail.engines.documents import begin, load, parse
from springtail.solvers.curve import Curve
from springtail.solvers.limit import Limit
from springtail.solvers.score import Score
from springtail.thinking import analyse

Record = State | Mapping[str, Any] | str | bytes
"""A state that was played from its beginning, or a record document."""


def curve(record: Record, limit: Limit, *, report: Callable[[int, int], None] | None = None, **settings: Any) -> Curve:
    """Analyse every position of a record, each under its own limit, and return the curve of the values.

    Where the game hides something, each value is what the seat that moves can know. Chance events have no value; a
    finished game has an exact one. Ctrl-C ends it: what was not analysed has no value.

    Args:
        record: a state that was played from its beginning, or a record document.
        limit: for each position.
        report: called after each position with how many are done and how many there are.
        settings: as `analyse` takes them.

    Raises:
        InvalidPosition: for a bad record, or a document that is none.
        Unsupported: for a state made from a position, which has no record.
        Others: as `analyse`.

    >>> import springtail as st
    >>> found = curve({"game": "tic_tac_toe", "actions": ["b2", "a2"]}, st.Limit(simulations=300))
    >>> [score.kind for score in found.scores]
    ['estimate', 'estimate', 'exact']
    """
    if checked_limit(limit).is_endless:
        raise InvalidLimit("limit: give at least one of time, simulations, nodes and depth")
    state, actions = _opened(record)
    scores: list[Score | None] = []
    for ply in range(len(actions) + 1):
        if ply:
            state.apply_action(actions[ply - 1])
        score, interrupted = _score(state, limit, settings)
        scores.append(score)
        if report is not None:
            report(ply + 1, len(actions) + 1)
        if interrupted:
            scores += [None] * (len(actions) - ply)
            break
    return Curve(state.game.title or state.game.id, tuple(scores), tuple(actions))


def _opened(record: Record) -> tuple[State, list[str]]:
    """Return the state at the beginning of a record, and its actions, all of which can be played."""
    if isinstance(record, State):
        return begin(record.record())
    fields = record if isinstance(record, Mapping) else parse(record)
    if "actions" not in fields:
        raise InvalidPosition("actions: missing; a curve needs a record")
    load(fields)
    return begin(fields)


def _score(state: State, limit: Limit, settings: Mapping[str, Any]) -> tuple[Score | None, bool]:
    """Return the value of a position, None at chance events, and whether Ctrl-C ended the search."""
    if state.is_terminal():
        return Score.exact(state.returns(), [state.margin(seat) for seat in range(state.game.players)]), False
    if state.is_chance_node():
        return None, False
    found = analyse(state, limit, **settings)
    return found.score, found.stopped_by == "interrupt"

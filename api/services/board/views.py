"""What a page is shown of a game that it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from springtail.arguments import CHANCE, TERMINAL
from springtail.cython_ext.errors import InvalidPosition, shown
from springtail.cython_ext.game import Observation, State
from springtail.play.table import Ply
from springtail.services.board.held import Held
from springtail.solvers.marks import marks_of
from springtail.solvers.score import Line, Score

SPOKEN = {CHANCE: "chance", TERMINAL: "over"}


def seat_to_show(held: Held, ply: int, asked: object) -> int | None:
    """Return the seat whose view is shown, None for all that there is.

    In a secret game it is the person that is asked for, else the person that moves, else the first one.

    Raises:
        InvalidPosition: for a seat that there is not, or whose view is not to be seen.
    """
    players = held.state.game.players
    if asked is not None and (type(asked) is not int or not 0 <= asked < players):
        raise InvalidPosition(f"seat: must be from 0 to {players - 1}, not {shown(asked)}")
    if held.nonce is None:
        return asked
    if asked is not None and asked not in held.people:
        raise InvalidPosition(f"seat: {asked} is no person, what it sees is secret")
    mover = held.states[ply].current_player()
    return asked if asked is not None else mover if mover in held.people else held.people[0]


def view_of(held: Held, ply: int, seat: int | None) -> State | Observation:
    """Return a position as a seat sees it, or all of it."""
    state = held.states[ply]
    return state if seat is None else state.observation(seat)


def look(held: Held, ply: int, seat: int | None) -> dict[str, Any]:
    """Return a position as a page shows it: a picture, who moves, the legal actions, the points."""
    state, view = held.states[ply], view_of(held, ply, seat)
    mover = state.current_player()
    known = view if isinstance(view, State) else view.sample(0)
    return {
        "ply": ply,
        "player": SPOKEN.get(mover, mover),
        "seat": seat,
        "legal": view.legal_actions(),
        "picture": view.to_svg(targets=True),
        "drawing": view.draw(),
        "scores": (state if mover == TERMINAL else known).scores(),
        "winners": state.winners() if mover == TERMINAL else None,
        "document": view.to_dict(),
    }


def plies_of(held: Held) -> list[dict[str, Any]]:
    """Return what was played, by whom, and out of how many actions.

    In a secret game deals are told only by their kind, and the actions of others, which tell of their hands, are not
    counted.
    """
    plies = [Ply(state, action) for state, action in zip(held.states[:-1], held.state.history(), strict=True)]
    return [
        {
            "player": SPOKEN.get(ply.player, ply.player),
            "action": ply.action if held.nonce is None else ply.told,
            "choices": len(ply.before.legal_actions()) if held.nonce is None or ply.player in held.people else None,
        }
        for ply in plies
    ]


def picture_of(view: State | Observation, answer: Mapping[str, Any]) -> str:
    """Return the picture of a position with the lines of a search marked on it."""
    lines = [_line(line) for line in answer["lines"]]
    return view.to_svg(marks=marks_of(lines, answer["seat"], answer["objective"]), targets=True)


def _line(fields: Mapping[str, Any]) -> Line:
    """Undo Line.to_dict."""
    score = {name: _tuple(value) for name, value in fields["score"].items() if name != "win_shares"}
    return Line(fields["action"], Score(**score), fields["visits"], tuple(fields["pv"]))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

"""The routes below /board: the page, and what it asks."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive

from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, SpringtailError, shown
from springtail.matches.players import Heuristic, Searcher
from springtail.play.seats import Seat, read_seat
from springtail.services.board.held import Held, Key, new_game, read_held
from springtail.services.board.views import look, picture_of, plies_of, seat_to_show, view_of
from springtail.services.http.bodies import parse_body, read_body
from springtail.services.http.problems import Problem
from springtail.services.http.service import Service
from springtail.services.http.streams import Json
from springtail.services.reasons import NAMED, InvalidQuery, Reason

Fields = dict[str, Any]
Door = Callable[[Fields, Receive], Awaitable[Fields]]

FILES = {"": "index.html"} | {
    name: name for name in ("board.css", "board.js", "asking.js", "curve.js", "dialogs.js", "elements.js")
}
"""Path below /board/ -> file beside this one."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def board_routes(service: Service, key: Key | None = None) -> list[BaseRoute]:
    """Return the routes of the page, and of what it asks, which needs the token where there is one.

    Args:
        service: works on queries under its ceilings.
        key: the secret of games with hidden hands; a fresh one by default.
    """
    board = _Board(service, Key() if key is None else key)
    doors = {"start": board.start, "look": board.look, "step": board.step, "analyse": board.analyse}
    return [
        Route("/board", lambda request: RedirectResponse("board/")),
        *(Route(f"/board/{path}", _file(name)) for path, name in FILES.items()),
        *(Route(f"/v1/board/{name}", _door(service, answer), methods=["POST"]) for name, answer in doors.items()),
    ]


class _Board:
    """What the page asks. Each takes and returns a JSON object, and raises SpringtailErrors."""

    def __init__(self, service: Service, key: Key) -> None:
        self._service = service
        self._key = key

    async def start(self, fields: Fields, receive: Receive) -> Fields:
        """Begin a game, or go on from a `document`, with `seats`."""
        document, seats = fields.get("document"), fields.get("seats")
        if not isinstance(document, dict):
            raise InvalidPosition("document: must be an object")
        if not isinstance(seats, list) or not all(isinstance(player, str) for player in seats):
            raise InvalidPosition("seats: must be a list of strings")
        for player in seats:
            _read_seat(player)
        held = await run_in_threadpool(new_game, document, seats)
        return await run_in_threadpool(self._shown, held, len(held.actions), fields.get("seat"))

    async def look(self, fields: Fields, receive: Receive) -> Fields:
        """Show the game at a `ply`, by default the last one, as a `seat` sees it."""
        held = await run_in_threadpool(self._held, fields)
        return await run_in_threadpool(self._shown, held, _ply(held, fields.get("ply")), fields.get("seat"))

    async def step(self, fields: Fields, receive: Receive) -> Fields:
        """Play one ply: the `action` of a person, what chance draws, the only legal action, or what an engine finds."""
        held = await run_in_threadpool(self._held, fields)
        action = await self._chosen(held, fields.get("action"), receive)
        after = await run_in_threadpool(held.played, action, self._key)
        if after.state.is_terminal():
            after = after.opened()
        return await run_in_threadpool(self._shown, after, len(after.actions), fields.get("seat"))

    async def _chosen(self, held: Held, action: object, receive: Receive) -> str | None:
        """Return what is played next, None for chance."""
        state, mover = held.state, held.state.current_player()
        if state.is_terminal():
            raise InvalidPosition("action: the game is over")
        if action is not None and mover not in held.people:
            raise InvalidPosition("action: it is not a person's turn")
        if mover < 0:
            return None
        legal = state.legal_actions()
        if action is None and len(legal) == 1:
            return legal[0]
        if mover in held.people:
            if not isinstance(action, str):
                raise InvalidPosition(f"action: must be one of seat {mover}, not {shown(action)}")
            return action
        engine = _read_seat(held.seats[mover])
        assert engine is not None
        if not isinstance(engine.player, Searcher):
            return (await run_in_threadpool(engine.choose, state, secrets.randbelow(2**31), None))[0]
        settings = engine.player.with_seed(secrets.randbelow(2**31))
        query = {
            "position": view_of(held, len(held.actions), mover if state.game.info.hidden else None).to_dict(),
            "solver": engine.player.solver,
            "limit": {name: value for name, value in vars(engine.limit).items() if value is not None},
        }
        if "seed" in settings:
            query["seed"] = settings.pop("seed")
        answer = await self._service.ask(query | {"settings": settings}, "best_move", receive)
        return str(answer["move"])

    async def analyse(self, fields: Fields, receive: Receive) -> Fields:
        """Search the position at a `ply` under a `limit`, from what the seat that moves may know."""
        held = await run_in_threadpool(self._held, fields)
        ply = _ply(held, fields.get("ply"))
        state = held.states[ply]
        mover = state.current_player()
        if mover < 0:
            raise InvalidPosition("ply: no seat moves there")
        if held.nonce is not None and mover not in held.people:
            raise InvalidPosition(f"ply: what seat {mover} sees there is secret")
        seen = view_of(held, ply, mover if state.game.info.hidden else None)
        query = {
            "position": seen.to_dict(),
            "limit": fields.get("limit", {"time": 1.0}),
            "multipv": fields.get("multipv", 3),
        }
        answer = await self._service.ask(query, "analyse", receive)
        view = view_of(held, ply, seat_to_show(held, ply, fields.get("seat")))
        return {"answer": answer, "picture": await run_in_threadpool(picture_of, view, answer)}

    def _held(self, fields: Mapping[str, Any]) -> Held:
        held = fields.get("held")
        if not isinstance(held, dict):
            raise InvalidPosition("held: must be an object")
        return read_held(held, self._key)

    def _shown(self, held: Held, ply: int, seat: object) -> Fields:
        shown_seat = seat_to_show(held, ply, seat)
        return {"held": held.to_dict(self._key), "plies": plies_of(held), "look": look(held, ply, shown_seat)}


def _read_seat(text: str) -> Seat:
    """Return who is described; raises InvalidOptions for an engine that runs a program, or looks at hidden cards."""
    seat = read_seat(text)
    if seat is not None and (not isinstance(seat.player, Searcher | Heuristic) or seat.player.sees_all):
        raise InvalidOptions(f"seats: {shown(text)} must be a solver or a heuristic that sees no hidden cards")
    return seat


def _ply(held: Held, ply: object) -> int:
    if ply is None:
        return len(held.actions)
    if type(ply) is not int or not 0 <= ply <= len(held.actions):
        raise InvalidPosition(f"ply: must be from 0 to {len(held.actions)}, not {shown(ply)}")
    return ply


def _door(service: Service, answer: Door) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that takes and gives JSON."""

    async def board(request: Request) -> Response:
        body = await read_body(request, service.settings.body_bytes, service.settings.patience)
        try:
            return Json(await answer(parse_body(body), request.receive))
        except SpringtailError as error:
            raise _problem(error) from None

    return board


def _problem(error: SpringtailError) -> Problem:
    """Return what the page is told of what is wrong: all reasons, each with its field."""
    if isinstance(error, InvalidQuery):
        return Problem.of(error)
    reasons = []
    for text in error.reasons if isinstance(error, InvalidPosition) else (str(error),):
        found = NAMED.fullmatch(text)
        reasons.append(Reason(found[1], found[2]) if found else Reason("", text))
    return Problem(422, str(error), kind="invalid_query", reasons=[reason.to_dict() for reason in reasons])


def _file(name: str) -> Callable[[Request], Response]:
    content = files(__package__).joinpath(name).read_bytes()
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}

    def page(request: Request) -> Response:
        return Response(content, media_type=TYPES[name.rpartition(".")[2]], headers=headers)

    return page

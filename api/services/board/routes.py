"""The routes below /board: the page, and what it asks."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, SpringtailError, shown
from springtail.engines.documents import MOST_CHARACTERS, parse
from springtail.matches.players import Heuristic, Searcher
from springtail.play.seats import Seat, read_seat
from springtail.services.board.held import Held, Key, new_game, read_held
from springtail.services.board.views import look, picture_of, plies_of, seat_to_show, view_of
from springtail.services.games import describe_games

Json = dict[str, Any]
Ask = Callable[[Json], Awaitable[Json]]
"""Works on a query, as /v1 takes it, under the server's ceilings, and returns the answer."""

FILES = {"": "index.html", "board.css": "board.css", "board.js": "board.js"}
"""Path below /board/ -> file beside this one."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
UNPROCESSABLE, TOO_LARGE, WRONG_TYPE = 422, 413, 415


def board_routes(ask: Ask, key: Key | None = None) -> list[BaseRoute]:
    """Return the routes of the page, to be put into a Starlette application.

    Args:
        ask: works on a query; what it raises beside SpringtailErrors is left to the application.
        key: the secret of games with hidden hands; a fresh one by default.
    """
    board = _Board(ask, Key() if key is None else key)
    doors = {"start": board.start, "look": board.look, "step": board.step, "analyse": board.analyse}
    return [
        Route("/board", lambda request: RedirectResponse(f"{request.url.path}/")),
        Mount(
            "/board",
            routes=[
                *(Route(f"/{path}", _file(name)) for path, name in FILES.items()),
                Route("/games", _games),
                *(Route(f"/{name}", _door(answer), methods=["POST"]) for name, answer in doors.items()),
            ],
        ),
    ]


class _Board:
    """What the page asks. Each takes and returns a JSON object, and raises SpringtailErrors."""

    def __init__(self, ask: Ask, key: Key) -> None:
        self._ask = ask
        self._key = key

    async def start(self, fields: Json) -> Json:
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

    async def look(self, fields: Json) -> Json:
        """Show the game at a `ply`, by default the last one, as a `seat` sees it."""
        held = await run_in_threadpool(self._held, fields)
        return await run_in_threadpool(self._shown, held, _ply(held, fields.get("ply")), fields.get("seat"))

    async def step(self, fields: Json) -> Json:
        """Play one ply: the `action` of a person, what chance draws, the only legal action, or what an engine finds."""
        held = await run_in_threadpool(self._held, fields)
        action = await self._chosen(held, fields.get("action"))
        after = await run_in_threadpool(held.played, action, self._key)
        if after.state.is_terminal():
            after = after.opened()
        return await run_in_threadpool(self._shown, after, len(after.actions), fields.get("seat"))

    async def _chosen(self, held: Held, action: object) -> str | None:
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
        settings = dict(engine.player.settings)
        query = {
            "action": "best_move",
            "position": view_of(held, len(held.actions), mover if state.game.info.hidden else None).to_dict(),
            "solver": engine.player.solver,
            "limit": {name: value for name, value in vars(engine.limit).items() if value is not None},
        }
        if "seed" in settings:
            query["seed"] = settings.pop("seed")
        return str((await self._ask(query | {"settings": settings}))["move"])

    async def analyse(self, fields: Json) -> Json:
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
        answer = await self._ask(
            {
                "action": "analyse",
                "position": seen.to_dict(),
                "limit": fields.get("limit", {"time": 1.0}),
                "multipv": fields.get("multipv", 3),
            }
        )
        view = view_of(held, ply, seat_to_show(held, ply, fields.get("seat")))
        return {"answer": answer, "picture": await run_in_threadpool(picture_of, view, answer)}

    def _held(self, fields: Mapping[str, Any]) -> Held:
        held = fields.get("held")
        if not isinstance(held, dict):
            raise InvalidPosition("held: must be an object")
        return read_held(held, self._key)

    def _shown(self, held: Held, ply: int, seat: object) -> Json:
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


def _door(answer: Callable[[Json], Awaitable[Json]]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint: JSON in, JSON out, and what is wrong as problem details (RFC 9457)."""

    async def respond(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _problem(WRONG_TYPE, "The body must be application/json", [])  # no other site's form can send that
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_CHARACTERS:
                return _problem(TOO_LARGE, f"The body is larger than {MOST_CHARACTERS} bytes", [])
        try:
            return JSONResponse(await answer(parse(bytes(body))))
        except SpringtailError as error:
            reasons = error.reasons if isinstance(error, InvalidPosition) else (str(error),)
            return _problem(UNPROCESSABLE, "That cannot be", list(reasons))

    return respond


def _problem(status: int, title: str, reasons: list[str]) -> Response:
    problem = {"title": title, "status": status, "reasons": reasons}
    return JSONResponse(problem, status, media_type="application/problem+json")


def _games(request: Request) -> Response:
    """Return all games with their options, as `springtail games --json` does."""
    return JSONResponse(describe_games())


def _file(name: str) -> Callable[[Request], Response]:
    content = files(__package__).joinpath(name).read_bytes()
    headers = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
    return lambda request: Response(content, media_type=TYPES[name.rpartition(".")[2]], headers=headers)

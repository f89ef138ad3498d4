"""A game as the page holds it: where it began, what was played, who sits where, and a seal where hands are hidden."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from springtail.cython_ext.errors import IllegalAction, InvalidPosition, shown
from springtail.cython_ext.game import State
from springtail.engines import game
from springtail.engines.documents import MOST_ACTIONS, begin, load
from springtail.play.seats import PERSON

FIELDS = ("start", "actions", "seats", "nonce", "seal")


class Key:
    """The server's secret: it seals games, and draws what is dealt in them."""

    def __init__(self, secret: bytes | None = None) -> None:
        """Take a secret, or a fresh one that ends with the process."""
        self._secret = secrets.token_bytes(32) if secret is None else secret

    def seal(self, content: Any) -> str:
        """Return what shows that JSON content came from this server and is as it was."""
        return self._digest("seal", content).hex()

    def fits(self, seal: object, content: Any) -> bool:
        """Return whether a seal is that of the content."""
        return isinstance(seal, str) and hmac.compare_digest(seal.encode(), self.seal(content).encode())

    def deal(self, nonce: str, actions: Sequence[str | None]) -> int:
        """Return the seed of the chance event that comes after actions; the same one whenever they are the same."""
        return int.from_bytes(self._digest("deal", [nonce, *actions])[:16])

    def _digest(self, purpose: str, content: Any) -> bytes:
        text = json.dumps([purpose, content], sort_keys=True, separators=(",", ":"))
        return hmac.digest(self._secret, text.encode(), hashlib.sha256)


@dataclass(frozen=True)
class Held:
    """A game that a page holds.

    It is secret when it has a nonce: then its chance events are None among the actions, and only what the seats of
    people may know leaves the server until it is over.
    """

    start: Mapping[str, Any]
    """`game` and `options`, with the `setup` of a record or the `state` of a position."""
    actions: tuple[str | None, ...]
    seats: tuple[str, ...]
    """Who plays each: `human` or an engine."""
    nonce: str | None
    states: tuple[State, ...] = field(default=(), compare=False)
    """The position before each ply, and the last one."""

    @property
    def state(self) -> State:
        """The last position."""
        return self.states[-1]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.seats) if player == PERSON]

    def played(self, action: str | None, key: Key) -> Held:
        """Return the game after another ply: an action, or None for what chance draws.

        Raises:
            IllegalAction: when it cannot be played here.
        """
        drawn = _drawn(self.state, self.actions, action, self.nonce, key)
        kept = None if self.nonce is not None and self.state.is_chance_node() else drawn
        return replace(self, actions=(*self.actions, kept), states=(*self.states, self.state.child(drawn)))

    def opened(self) -> Held:
        """Return the game with all that was dealt in it, as it may leave the server once it is over."""
        return replace(self, actions=tuple(self.state.history()), nonce=None)

    def to_dict(self, key: Key) -> dict[str, Any]:
        """Return what the page holds."""
        held = {"start": dict(self.start), "actions": list(self.actions), "seats": list(self.seats)}
        if self.nonce is None:
            return held
        held["nonce"] = self.nonce
        return held | {"seal": key.seal(held)}


def new_game(document: Mapping[str, Any], seats: Sequence[str]) -> Held:
    """Return a game that begins (`game` and `options`), or goes on from a record or a position.

    It is secret where hands are hidden and a person plays, unless it goes on: whoever gave it has seen all hands.

    Raises:
        InvalidPosition: for a bad document or bad seats.
        InvalidOptions: for an unknown game or option.
    """
    nonce: str | None = None
    actions: list[str] = []
    if "state" in document:
        start = _position(document).to_dict()
    elif "actions" in document:
        state, actions = begin(document)
        start = _beginning(state)
    else:
        options = document.get("options", {})
        if not isinstance(options, dict) or not set(document) <= {"game", "options"}:
            raise InvalidPosition("document: must have `game`, and may have `options`, as an object; or go on from one")
        state = game(document.get("game", ""), **options).start()
        start = _beginning(state)
        if state.game.info.hidden and PERSON in seats:
            nonce = secrets.token_urlsafe(12)
    return _replayed(Held(start, tuple(actions), tuple(seats), nonce), None)


def read_held(fields: Mapping[str, Any], key: Key) -> Held:
    """Return the game that a page sends, replayed.

    Raises:
        InvalidPosition: for fields that are wrong, a bad seal, or an action that cannot be played.
        InvalidOptions: for an unknown game or option.
    """
    wrong = [f"{shown(name)}: unknown field" for name in fields if name not in FIELDS]
    start, actions, seats, nonce = fields.get("start"), fields.get("actions"), fields.get("seats"), fields.get("nonce")
    if not isinstance(start, dict):
        wrong.append("start: must be an object")
    if not isinstance(actions, list) or not all(action is None or isinstance(action, str) for action in actions):
        wrong.append("actions: must be a list of strings, or null for a deal that is secret")
    elif len(actions) > MOST_ACTIONS:
        wrong.append(f"actions: {len(actions)} are too many; at most {MOST_ACTIONS}")
    elif nonce is None and None in actions:
        wrong.append("actions: null is only in a sealed game")
    if not isinstance(seats, list) or not all(isinstance(player, str) for player in seats):
        wrong.append("seats: must be a list of strings")
    sealed = {name: value for name, value in fields.items() if name != "seal"}
    if nonce is not None and not key.fits(fields.get("seal"), sealed):
        wrong.append("seal: this game was changed, or began before the server was started anew")
    if wrong:
        raise InvalidPosition(wrong)
    assert isinstance(start, dict) and isinstance(actions, list) and isinstance(seats, list)
    return _replayed(Held(start, tuple(actions), tuple(seats), nonce), key)


def _replayed(held: Held, key: Key | None) -> Held:
    """Return a game with its states."""
    state = _position(held.start) if "state" in held.start else begin({**held.start, "actions": []})[0]
    if len(held.seats) != state.game.players:
        raise InvalidPosition(f"seats: must be {state.game.players}, not {len(held.seats)}")
    states = [state]
    for ply, action in enumerate(held.actions):
        try:
            states.append(states[-1].child(_drawn(states[-1], held.actions[:ply], action, held.nonce, key)))
        except IllegalAction as error:
            raise InvalidPosition(f"actions[{ply}]: {error}") from None
    return replace(held, states=tuple(states))


def _drawn(state: State, before: Sequence[str | None], action: str | None, nonce: str | None, key: Key | None) -> str:
    """Return an action, or where it is None what chance draws."""
    if action is not None:
        return action
    assert nonce is None or key is not None
    return state.sample_chance(None if nonce is None or key is None else key.deal(nonce, before))


def _position(document: Mapping[str, Any]) -> State:
    """Return the State of a position document."""
    given = load(document)
    if isinstance(given, State):
        return given
    if given.game.info.hidden:
        raise InvalidPosition("seat: this is what one seat sees; playing on needs a whole position")
    return given.sample(0)


def _beginning(state: State) -> dict[str, Any]:
    """Return a record without its actions."""
    record = state.record()
    return {name: record[name] for name in ("game", "options", "setup")}

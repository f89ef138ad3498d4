"""Reading positions, observations and records: one reader for all JSON that comes from outside."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NoReturn

from springtail.cython_ext.errors import IllegalAction, InvalidPosition, shown
from springtail.cython_ext.game import Game, Observation, State
from springtail.engines import game

RECORD_FIELDS = ("game", "options", "setup", "position", "actions", "plies", "scores", "winners", "match")
MOST_CHARACTERS = 1_000_000
MOST_ACTIONS = 100_000
MOST_LEVELS = 32
"""Lists and objects inside each other."""
TOLD = {
    "plies": ((dict,), "objects"),
    "scores": ((int, float), "numbers"),
    "winners": ((int,), "whole numbers"),
}
"""What a record may tell besides its actions: lists of what."""


def load(document: str | bytes | Mapping[str, Any]) -> State | Observation:
    """Return what a document describes: the State of a position, the last State of a record, or an Observation.

    Args:
        document: JSON text, or the object already parsed. An `actions` field makes it a record, a `state` field a
            position, a `seat` field beside it an observation.

    Raises:
        InvalidPosition: with all reasons found, each naming the field.
        InvalidOptions: for an unknown game or option.

    >>> load('{"game": "connect_four", "actions": ["4", "4"]}').current_player()
    0
    """
    fields = document if isinstance(document, Mapping) else parse(document)
    if _levels_exceed(MOST_LEVELS, fields):
        raise InvalidPosition(f"document: nested too deeply; at most {MOST_LEVELS} levels are read")
    return read(dict(fields))


def parse(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a text, refusing what JSON leaves open (NaN, doubled names) and what is too large.

    Raises:
        InvalidPosition: with the place of the fault.
    """
    if not isinstance(text, (str, bytes)):
        raise InvalidPosition(f"document: must be JSON text or an object, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise InvalidPosition(f"document: longer than {MOST_CHARACTERS} characters, at most so many are read")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        fields = json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_unique)
    except InvalidPosition:
        raise
    except RecursionError:
        raise InvalidPosition("document: nested too deeply") from None
    except ValueError as error:  # also a bad encoding, and a number with thousands of digits
        raise InvalidPosition(f"document: not JSON: {str(error)[:200]}") from None
    if not isinstance(fields, dict):
        raise InvalidPosition(f"document: must be a JSON object, not {type(fields).__name__}")
    return fields


def _refuse(number: str) -> NoReturn:
    raise InvalidPosition(f"document: {shown(number)} is no number in JSON, or too large")


def _finite(number: str) -> float:
    value = float(number)
    return value if math.isfinite(value) else _refuse(number)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise InvalidPosition([f"{shown(name)}: given twice" for name, count in counts.items() if count > 1])
    return fields


def _levels_exceed(most: int, value: object) -> bool:
    inside: Iterable[object] = (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    )
    return most < 0 or any(_levels_exceed(most - 1, one) for one in inside)


def read(fields: dict[str, Any]) -> State | Observation:
    """Return what a parsed document describes; raises as `load` does."""
    wrong = _wrong_game(fields)
    if "state" not in fields and "actions" not in fields:
        wrong += [f"{shown(name)}: unknown field" for name in fields if name not in (*RECORD_FIELDS, "seat")]
    if "state" in fields and "actions" in fields:
        wrong.append("state: a document has either `state` (a position) or `actions` (a record)")
    if "state" not in fields and "actions" not in fields:
        wrong.append("state: missing; a position has `state`, a record has `actions`")
    if wrong:
        raise InvalidPosition(wrong)
    if "actions" in fields:
        return replay(fields)
    its_game = _game_of(fields)
    return its_game.observation(fields) if "seat" in fields else its_game.position(fields)


def _game_of(fields: Mapping[str, Any]) -> Game:
    """Return the game that a document names, the same one for the same options: some take a millisecond to make."""
    options = fields.get("options", {})
    try:
        written = json.dumps(options, sort_keys=True)
        same = json.loads(written) == options
    except (TypeError, ValueError, RecursionError):  # no JSON, or too deep
        same = False
    return _game_written(fields["game"], written) if same else game(fields["game"], **options)


@lru_cache(maxsize=64)
def _game_written(game_id: str, options: str) -> Game:
    return game(game_id, **json.loads(options))


def _wrong_game(fields: Mapping[str, Any]) -> list[str]:
    wrong = []
    options = fields.get("options", {})
    if "game" not in fields:
        wrong.append("game: missing; which game is this?")
    elif not isinstance(fields["game"], str):
        wrong.append(f"game: must be a name, not {shown(fields['game'])}")
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        wrong.append("options: must be an object")
    return wrong


def replay(record: Mapping[str, Any]) -> State:
    """Return the State at the end of a record.

    Raises:
        InvalidPosition: for a bad set-up, or naming the first action that cannot be played.
        InvalidOptions: for an unknown game or option.
    """
    state, actions = begin(record)
    for ply, action in enumerate(actions):
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise InvalidPosition(f"actions[{ply}]: {error}") from None
    return state


def begin(record: Mapping[str, Any]) -> tuple[State, list[str]]:
    """Return the State at the beginning of a record, and the actions that follow.

    Raises:
        InvalidPosition: for a field that is wrong, or a bad set-up.
        InvalidOptions: for an unknown game or option.
    """
    wrong = _wrong_game(record) + [f"{shown(name)}: unknown field" for name in record if name not in RECORD_FIELDS]
    actions = record.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        wrong.append("actions: must be a list of strings")
    elif len(actions) > MOST_ACTIONS:
        wrong.append(f"actions: {len(actions)} are too many; at most {MOST_ACTIONS}")
    wrong += [
        f"{name}: must be an object"
        for name in ("setup", "position", "match")
        if not isinstance(record.get(name, {}), dict)
    ]
    wrong += [
        f"{name}: must be a list of {told}"
        for name, (kinds, told) in TOLD.items()
        if not isinstance(record.get(name, []), list) or not all(type(one) in kinds for one in record.get(name, []))
    ]
    if "setup" in record and "position" in record:
        wrong.append("position: a record begins with a `setup` or with a `position`")
    if wrong:
        raise InvalidPosition(wrong)
    assert isinstance(actions, list)
    its_game = _game_of(record)
    if "position" in record:
        return its_game.position({"state": record["position"]}), actions
    return its_game.start(setup=record.get("setup", {})), actions

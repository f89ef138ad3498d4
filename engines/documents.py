"""Reading positions, records and observations: one reader for all JSON that comes from outside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from springtail.cython_ext.errors import IllegalAction, InvalidPosition
from springtail.cython_ext.game import State
from springtail.engines import game

MOST_CHARACTERS = 1_000_000
MOST_ACTIONS = 100_000


def load(document: str | bytes | Mapping[str, Any]) -> State:
    """Return the State that a document describes: a position, or a record replayed to its end.

    Args:
        document: JSON text, or the object already parsed. A `state` field makes it a position, an `actions` field
            a record.

    Raises:
        InvalidPosition: with all reasons found, each naming the field.
        InvalidOptions: for an unknown game or option.

    >>> load('{"game": "connect_four", "actions": ["4", "4"]}').current_player()
    0
    """
    fields = document if isinstance(document, Mapping) else parse(document)
    return read(dict(fields))


def parse(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a text, refusing what JSON leaves open (NaN, doubled names) and what is too large.

    Raises:
        InvalidPosition: with the place of the fault.
    """
    if not isinstance(text, (str, bytes)):
        raise InvalidPosition(f"document: must be JSON text or an object, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise InvalidPosition(f"document: {len(text)} characters; at most {MOST_CHARACTERS} are read")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        fields = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except InvalidPosition:
        raise
    except RecursionError:
        raise InvalidPosition("document: nested too deeply") from None
    except ValueError as error:  # also a bad encoding, and a number with thousands of digits
        raise InvalidPosition(f"document: not JSON: {str(error)[:200]}") from None
    if not isinstance(fields, dict):
        raise InvalidPosition(f"document: must be a JSON object, not {type(fields).__name__}")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidPosition(f"document: {name} is no number in JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = sorted({name for name, _ in pairs if sum(other == name for other, _ in pairs) > 1})
        raise InvalidPosition([f"{name[:60]}: given twice" for name in twice])
    return fields


def read(fields: dict[str, Any]) -> State:
    """Return the State of a parsed document; raises as `load` does."""
    if "game" not in fields:
        raise InvalidPosition("game: missing; which game is this?")
    if not isinstance(fields["game"], str):
        raise InvalidPosition(f"game: must be a name, not {type(fields['game']).__name__}")
    options = fields.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise InvalidPosition("options: must be an object")
    if "state" in fields and "actions" in fields:
        raise InvalidPosition("state: a document has either `state` (a position) or `actions` (a record)")
    if "state" in fields:
        return game(fields["game"], **options).position(fields)
    if "actions" in fields:
        return replay(fields)
    raise InvalidPosition("state: missing; a position has `state`, a record has `actions`")


def replay(record: Mapping[str, Any]) -> State:
    """Return the State at the end of a record.

    Raises:
        InvalidPosition: for a bad set-up, or naming the first action that cannot be played.
        InvalidOptions: for an unknown game or option.
    """
    wrong = [
        f"{str(name)[:60]}: unknown field"
        for name in record
        if name not in ("game", "options", "setup", "actions", "plies", "scores", "winners")
    ]
    actions = record.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        wrong.append("actions: must be a list of strings")
    elif len(actions) > MOST_ACTIONS:
        wrong.append(f"actions: {len(actions)} are too many; at most {MOST_ACTIONS}")
    if not isinstance(record.get("setup", {}), dict):
        wrong.append("setup: must be an object")
    if wrong:
        raise InvalidPosition(wrong)
    assert isinstance(actions, list)
    state = game(record["game"], **record.get("options", {})).start(setup=record.get("setup", {}))
    for ply, action in enumerate(actions):
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise InvalidPosition(f"actions[{ply}]: {error}") from None
    return state

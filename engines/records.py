"""Records in files: reading them, whether an engine agrees with them, and writing what it says.

A file has one JSON object, or one a line; plain or gzipped. A record that is cut off at the end of the file, as a
crash leaves it, is read up to there.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from io import BufferedReader, RawIOBase
from typing import Any

from springtail.cython_ext.errors import IllegalAction, InvalidPosition, TooManyOutcomes, shown
from springtail.cython_ext.game import State
from springtail.engines.documents import MOST_CHARACTERS, MOST_LEVELS, begin, parse

MOST_SHOWN = 10
"""Actions in a message."""
GZIP_MAGIC = b"\x1f\x8b"
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"')
"""A text, a sign or a scalar of JSON; a lone quote begins a text that does not end."""
FRACTION = re.compile(r"[0-9]{1,18}/[1-9][0-9]{0,17}")


@dataclass(frozen=True)
class Entry:
    """One record of a file, or what is wrong with it."""

    line: int
    """Where it begins, from 1."""
    fields: dict[str, Any]
    """What there is of it; empty when it cannot be read."""
    wrong: str = ""
    """Why it cannot be read."""
    cut_off: bool = False
    """Whether its end is missing."""


@dataclass(frozen=True)
class Replay:
    """A record played through as far as it goes."""

    state: State
    plies: int
    disagreement: str | None
    """The first thing in which record and engine differ, "field: what the record and what the engine says"."""


class _Unpacked(RawIOBase):
    """The content of a gzip file, which may be cut off."""

    def __init__(self, packed: BufferedReader) -> None:
        self._packed = gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return self._packed.readinto1(buffer)
        except EOFError:
            return 0
        except (zlib.error, gzip.BadGzipFile) as error:
            raise InvalidPosition(f"document: not gzip: {error}") from None


def read_records(stream: BufferedReader) -> Iterator[Entry]:
    """Yield the records of a binary file.

    Raises:
        InvalidPosition: when it begins like gzip and is not, or a line is too long.
    """
    if stream.peek(2)[:2] == GZIP_MAGIC:
        stream = BufferedReader(_Unpacked(stream))
    number, is_first = 0, True
    while line := stream.readline(MOST_CHARACTERS + 1):
        number += 1
        if is_first and line.rstrip()[-1:] in (b"{", b"[", b",", b":"):  # one object over several lines
            line += stream.read(MOST_CHARACTERS)
        if len(line) > MOST_CHARACTERS:
            raise InvalidPosition(f"line {number}: longer than {MOST_CHARACTERS} characters")
        if line.strip():
            is_first = False
            yield _entry(number, line, stream)


def _entry(number: int, text: bytes, stream: BufferedReader) -> Entry:
    try:
        return Entry(number, parse(text))
    except InvalidPosition as error:
        beginning = None if stream.peek(1) else _beginning(text)
        return Entry(number, {}, wrong=str(error)) if beginning is None else Entry(number, beginning, cut_off=True)


def _beginning(text: bytes) -> dict[str, Any] | None:
    """Return what is complete of an object whose end is missing; None when something else is wrong."""
    written = text.decode("utf-8-sig", "ignore")  # a character may be cut as well
    closers: list[str] = []
    end, missing, before = 0, "", ""
    for found in TOKEN.finditer(written):
        token = found.group()
        if token == '"':
            break
        if len(closers) > MOST_LEVELS:
            return None
        if token in "{[":
            closers.append("}" if token == "{" else "]")
        elif token in "}]" and (not closers or closers.pop() != token):
            return None
        is_value = token not in ",:" and (before == ":" or closers[-1:] == ["]"])
        if token in "{[}]" or (is_value and (token[0] == '"' or found.end() < len(written))):
            end, missing = found.end(), "".join(reversed(closers))
        before = token
    try:
        return _without_last(parse(written[:end] + missing)) if missing else None
    except InvalidPosition:
        return None


def _without_last(fields: dict[str, Any]) -> dict[str, Any]:
    """Drop the last field, which may be incomplete; of actions nothing, of plies the last one."""
    last = next(reversed(fields), None)
    if last == "plies" and isinstance(fields["plies"], list):
        return fields | {"plies": fields["plies"][:-1]}
    return {name: value for name, value in fields.items() if name != last or name == "actions"}


def replay_record(entry: Entry, check: bool = False) -> Replay:
    """Play a record through.

    Args:
        entry: one of `read_records`.
        check: whether to compare the plies, scores and winners that it tells of with what the engine says; an
            action that cannot be played ends it then, and is a disagreement.

    Raises:
        InvalidPosition: when it cannot be read, or its set-up or an action cannot be.
        InvalidOptions: for an unknown game or option.
    """
    fields = entry.fields
    if entry.wrong:
        raise InvalidPosition(entry.wrong)
    if entry.cut_off and "actions" not in fields:
        raise InvalidPosition("actions: cut off before the first")
    state, actions = begin(fields)
    plies = fields.get("plies", [])
    if not isinstance(plies, list) or not all(isinstance(ply, dict) for ply in plies):
        raise InvalidPosition("plies: must be a list of objects")
    for number, action in enumerate(actions):
        if check and number < len(plies) and (difference := _ply_difference(state, action, plies[number])):
            return Replay(state, number, f"plies[{number}].{difference}")
        try:
            state.apply_action(action)
        except IllegalAction as error:
            if not check:
                raise InvalidPosition(f"actions[{number}]: {error}") from None
            return Replay(state, number, f"actions[{number}]: {error}")
    return Replay(state, len(actions), _end_difference(state, entry) if check else None)


def states_of(entry: Entry) -> Iterator[State]:
    """Yield the position before each action of a record, and the one at its end.

    Raises:
        As `replay_record`, when that action is reached.
    """
    if entry.wrong:
        raise InvalidPosition(entry.wrong)
    state, actions = begin(entry.fields)
    for number, action in enumerate(actions):
        yield state
        try:
            state = state.child(action)
        except IllegalAction as error:
            raise InvalidPosition(f"actions[{number}]: {error}") from None
    yield state


def plain_record(entry: Entry) -> dict[str, Any]:
    """Return a record with its options written out, and nothing that only tells more.

    Raises:
        As `replay_record`.
    """
    end = replay_record(entry).state
    if "position" not in entry.fields:
        return end.record()
    start = begin(entry.fields)[0].to_dict()
    return {name: start[name] for name in ("game", "options")} | {"position": start["state"], "actions": end.history()}


def trace(entry: Entry) -> dict[str, Any]:
    """Return a record that tells what was possible at each action, and how the game ended if it did.

    Raises:
        As `replay_record`.
    """
    record = plain_record(entry)
    *before, end = states_of(entry)
    record["plies"] = [_ply(state, action) for state, action in zip(before, record["actions"], strict=True)]
    return record | ({"scores": end.scores(), "winners": end.winners()} if end.is_terminal() else {})


def _ply(state: State, action: str) -> dict[str, Any]:
    if not state.is_chance_node():
        return {"player": state.current_player(), "legal": state.legal_actions(), "action": action}
    try:
        weights = state.chance_weights()
    except TooManyOutcomes:
        return {"player": "chance", "action": action}
    total = sum(weight for _, weight in weights)
    return {
        "player": "chance",
        "outcomes": {outcome: f"{weight}/{total}" for outcome, weight in weights},
        "action": action,
    }


def _ply_difference(state: State, action: str, told: Mapping[str, Any]) -> str | None:
    mover = state.current_player()
    player = "over" if state.is_terminal() else "chance" if state.is_chance_node() else mover
    if told.get("player", player) != player:
        return f"player: {shown(told['player'])} in the record, {player} in the engine"
    if told.get("action", action) != action:
        return f"action: {shown(told['action'])}, but {shown(action)} among the actions"
    if mover >= 0 and "legal" in told:
        return _set_difference("legal", told["legal"], state.legal_actions())
    if state.is_chance_node() and "outcomes" in told:
        return _outcomes_difference(state, told["outcomes"])
    return None


def _set_difference(field: str, told: Any, said: list[str]) -> str | None:
    if not isinstance(told, (list, dict)) or not all(isinstance(action, str) for action in told):
        return f"{field}: must be texts"
    only = {"record": sorted(set(told) - set(said)), "engine": sorted(set(said) - set(told))}
    parts = [f"only in the {where}: {_few(actions)}" for where, actions in only.items() if actions]
    return f"{field}: {'; '.join(parts)}" if parts else None


def _few(actions: list[str]) -> str:
    return ", ".join(map(shown, actions[:MOST_SHOWN])) + (" ..." if len(actions) > MOST_SHOWN else "")


def _outcomes_difference(state: State, told: Any) -> str | None:
    try:
        weights = dict(state.chance_weights())
    except TooManyOutcomes:
        return "outcomes: listed in the record, too many to list in the engine"
    if difference := _set_difference("outcomes", told, list(weights)):
        return difference
    total = sum(weights.values())
    for outcome, weight in weights.items():
        probability = told[outcome] if isinstance(told, dict) else None
        if not isinstance(probability, str) or not FRACTION.fullmatch(probability):
            return f"outcomes.{outcome}: must be a fraction as text, not {shown(probability)}"
        if Fraction(probability) != Fraction(weight, total):
            return f"outcomes.{outcome}: {probability} in the record, {weight}/{total} in the engine"
    return None


def _end_difference(state: State, entry: Entry) -> str | None:
    fields = entry.fields
    if "plies" in fields and not entry.cut_off and len(fields["plies"]) != len(fields["actions"]):
        return f"plies: {len(fields['plies'])}, but {len(fields['actions'])} actions"
    ended = "scores" in fields or "winners" in fields
    if ended and not state.is_terminal():
        return f"scores: the record is at its end, but in the engine player {state.current_player()} comes next"
    for field, said in (("scores", state.scores()), ("winners", state.winners())):
        if fields.get(field, said) != said:
            return f"{field}: {shown(fields[field])} in the record, {said} in the engine"
    return None

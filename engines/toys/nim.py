"""Nim: an action is the letter of a pile and how many to take, `b2` two from the second pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.nim import NimRules
from springtail.cython_ext.info import Option
from springtail.engines.fields import Fields

PILES = "abcdefgh"
MOST_IN_PILE = 15


def _piles(value: object) -> tuple[int, ...]:
    if (
        not isinstance(value, (list, tuple))
        or not 1 <= len(value) <= len(PILES)
        or not all(type(size) is int and 1 <= size <= MOST_IN_PILE for size in value)
    ):
        raise ValueError(f"must be 1 to {len(PILES)} whole numbers from 1 to {MOST_IN_PILE}")
    return tuple(value)


class Nim(NimRules):
    """Take as many as you like from one pile; whoever takes the last wins.

    The mover wins just when the binary sum without carry of all piles is not 0 (Bouton 1901, "Nim, a game with a
    complete mathematical theory").
    """

    id = "nim"
    title = "Nim"
    OPTIONS = {
        "players": Option(2, (2,), "number of seats"),
        "piles": Option((3, 4, 5), ((3, 4, 5),), "sizes of the piles", _piles),
    }

    def written_options(self) -> dict[str, Any]:
        return {"players": 2, "piles": list(self.options["piles"])}

    def name_action(self, action: int) -> str:
        pile, taken = divmod(action, MOST_IN_PILE)
        return f"{PILES[pile]}{taken + 1}"

    def find_action(self, text: str) -> int | None:
        pile, taken = PILES[: len(self.options["piles"])].find(text[:1]), text[1:]
        if pile < 0 or taken not in _NUMBERS:
            return None
        return MOST_IN_PILE * pile + int(taken) - 1

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read `piles`, the sizes, and `mover`."""
        start = self.options["piles"]
        read = Fields(fields, ["piles", "mover"])
        sizes = read.integers("piles", start)
        mover = read.integer("mover", 0, 1)
        read.check()
        taken = [full - size for full, size in zip(start, sizes, strict=True)]
        touched = sum(map(bool, taken))
        if touched == sum(taken) and mover != touched % 2:
            read.add(f"mover: seat {1 - mover} is to move, {touched} actions were played")
        read.check()
        self.place_piles(state, sizes, mover)

    def position_fields(self, state: State) -> dict[str, object]:
        sizes, mover = self.piles(state)
        return {"piles": sizes, "mover": mover}

    def draw(self, state: State, seat: int | None = None) -> str:
        sizes, _ = self.piles(state)
        return "\n".join(f"{pile} {'|' * size}".rstrip() for pile, size in zip(PILES, sizes, strict=False))


_NUMBERS = frozenset(map(str, range(1, MOST_IN_PILE + 1)))

GAME = Nim

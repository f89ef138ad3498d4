"""The fields of one object of a document, read with all that is wrong reported at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from springtail.cython_ext.errors import InvalidPosition, shown


class Fields:
    """Reads the fields of one object, collecting reasons.

    A reader returns the value when it is right. When it is not, it adds a reason and returns a value of the same
    kind, so that reading goes on; `check` raises before anything is built on it.

    >>> fields = Fields({"mover": 2}, ["mover", "piles"])
    >>> fields.integer("mover", 0, 1), fields.integers("piles", [3, 4, 5])
    (0, [0, 0, 0])
    >>> fields.wrong
    ['piles: missing', 'mover: 2 is not a whole number from 0 to 1']
    """

    def __init__(self, given: object, names: Collection[str], path: str = "", wrong: list[str] | None = None) -> None:
        """Take the object and the names of all its fields.

        Args:
            given: the object.
            names: of its fields.
            path: of the object in the document, with which reasons begin.
            wrong: a list of reasons to add to.
        """
        self._path = path and f"{path}."
        self.wrong: list[str] = [] if wrong is None else wrong
        self._given: Mapping[str, Any] = {}
        if not isinstance(given, Mapping):
            self.wrong.append(f"{path}: must be an object, not {shown(given)}")
            return
        self._given = given
        for name in [name for name in given if name not in names]:
            self.add(f"{shown(name)}: unknown field")
        for name in [name for name in names if name not in given]:
            self.add(f"{name}: missing")

    def add(self, reason: str) -> None:
        """Add one more reason, "field: what is wrong and what would be right"."""
        self.wrong.append(self._path + reason)

    def check(self) -> None:
        """Raise InvalidPosition if anything is wrong so far."""
        if self.wrong:
            raise InvalidPosition(self.wrong)

    def integer(self, name: str, least: int, most: int) -> int:
        """Return a whole number in a range."""
        return self._integer(name, self._given.get(name, least), least, most)

    def integers(self, name: str, most: Collection[int]) -> list[int]:
        """Return a list of whole numbers from 0, as many as `most` has, each up to its own most."""
        values = self._list(name, [0] * len(most))
        return [self._integer(f"{name}[{at}]", v, 0, m) for at, (v, m) in enumerate(zip(values, most, strict=True))]

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            self.add(f"{name}: {shown(value)} is not true or false")
        return value is True

    def nested(self, name: str, names: Collection[str]) -> Fields | None:
        """Return the fields of an object inside this one, None where there is null. Its reasons are added to these."""
        value = self._given.get(name)
        return None if value is None else Fields(value, names, self._path + name, self.wrong)

    def name(self, name: str, known: Collection[str]) -> str:
        """Return one of the names known."""
        value = self._given.get(name, next(iter(known)))
        return self._name(name, value, known)

    def names(self, name: str, known: Collection[str], most: int) -> list[str]:
        """Return a list of at most so many names out of those known."""
        return self._names(name, self._given.get(name, []), known, most)

    def lists(
        self, name: str, count: int, known: Collection[str], most: int, only: int | None = None
    ) -> list[list[str]]:
        """Return so many lists, each of at most `most` names out of those known.

        With `only`, all but that one must be null, as in an observation; they are returned as empty.
        """
        values = self._list(name, [[] if only in (None, at) else None for at in range(count)])
        for at, value in enumerate(values):
            if only not in (None, at):
                if value is not None:
                    self.add(f"{name}[{at}]: must be null, seat {only} does not see it")
                values[at] = []
        return [self._names(f"{name}[{at}]", value, known, most) for at, value in enumerate(values)]

    def rows(
        self, name: str, height: int, width: int, known: Collection[str], empty: bool = False
    ) -> list[list[str | None]]:
        """Return `height` lists of `width` names out of those known, where `empty` also null for none."""
        filled = [next(iter(known))] * width
        rows = self._list(name, [filled] * height)
        return [
            [
                None if empty and value is None else self._name(f"{name}[{at}][{column}]", value, known)
                for column, value in enumerate(self._as_list(f"{name}[{at}]", row, filled))
            ]
            for at, row in enumerate(rows)
        ]

    def board(self, height: int, width: int, symbols: str) -> list[str]:
        """Return the field `board`: `height` texts of `width` symbols, the first of which is the empty one."""
        rows = self._list("board", [symbols[0] * width] * height)
        for at, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != width or not set(row) <= set(symbols):
                self.add(f"board[{at}]: {shown(row)} is not {width} symbols out of {symbols}")
                rows[at] = symbols[0] * width
        return rows

    def _list(self, name: str, default: list[Any]) -> list[Any]:
        return self._as_list(name, self._given.get(name, default), default)

    def _as_list(self, name: str, value: Any, default: list[Any]) -> list[Any]:
        if not isinstance(value, (list, tuple)) or len(value) != len(default):
            self.add(f"{name}: must be a list of {len(default)}")
            return default
        return list(value)

    def _name(self, name: str, value: Any, known: Collection[str]) -> str:
        if isinstance(value, str) and value in known:
            return value
        few = list(known)[:20]
        self.add(f"{name}: {shown(value)} is none of {', '.join(few)}{' ...' if len(known) > len(few) else ''}")
        return few[0]

    def _names(self, name: str, value: Any, known: Collection[str], most: int) -> list[str]:
        if not isinstance(value, (list, tuple)) or len(value) > most:
            self.add(f"{name}: must be a list of at most {most}")
            return []
        before = len(self.wrong)
        names = [self._name(f"{name}[{at}]", one, known) for at, one in enumerate(value)]
        return names if len(self.wrong) == before else []

    def _integer(self, name: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self.add(f"{name}: {shown(value)} is not a whole number from {least} to {most}")
            return least
        return value

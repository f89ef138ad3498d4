"""Actions of Spring as text.

The compiled rules number, in this order, what a table of `Section` lists; each section is a block of ids, the last
part of its actions counting fastest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from springtail.cython_ext.games.spring import SpringRules

PATTERNS = ["".join("RW"[bits >> at & 1] for at in (3, 2, 1, 0)) for bits in range(16)]
"""The patterns, by number."""
KINDS = [pattern for pattern in PATTERNS if pattern <= pattern[::-1]]
"""The kinds of cards, by number."""
COLOURS = ("red", "white")


class Span(NamedTuple):
    """A square of places or spaces: x and y from `least` to `most`, row by row."""

    least: int
    most: int

    @property
    def side(self) -> int:
        return self.most - self.least + 1

    def name(self, at: int) -> str:
        return f"{self.least + at % self.side},{self.least + at // self.side}"

    def find(self, x: int, y: int) -> int | None:
        if not (self.least <= x <= self.most and self.least <= y <= self.most):
            return None
        return (y - self.least) * self.side + x - self.least


class Section(NamedTuple):
    """A block of ids: the words in front, and the places of each."""

    words: Sequence[str]
    span: Span | None

    @property
    def size(self) -> int:
        return len(self.words) * (self.span.side**2 if self.span else 1)


REACH = SpringRules.FARTHEST
AREA_REACH = SpringRules.FARTHEST_IN_AREA
CARDS = range(SpringRules.CARDS)
PLACES, SPACES, AREA_PLACES = Span(-REACH, REACH), Span(-REACH, REACH + 1), Span(-AREA_REACH, AREA_REACH)
SECTIONS = (
    Section((*KINDS, *COLOURS, "-"), None),
    Section(("P",), SPACES),
    Section(("L", "S", *PATTERNS), PLACES),
    Section([f"{card}:{pattern}" for card in CARDS for pattern in PATTERNS], AREA_PLACES),
    Section([f"{card}:discard" for card in CARDS], None),
)
_STARTS = {
    (word, section.span): sum(before.size for before in SECTIONS[:number]) + at * (section.size // len(section.words))
    for number, section in enumerate(SECTIONS)
    for at, word in enumerate(section.words)
}
"""The first id of each word, by the places that follow it."""
_PLACED = re.compile("([^@]+)@(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", re.ASCII)


def name_action(action: int) -> str:
    """Return the notation of an id.

    >>> name_action(0), name_action(find_action("7:RWWW@1,-1"))
    ('RRRR', '7:RWWW@1,-1')
    """
    for words, span in SECTIONS:
        size = len(words) * (span.side**2 if span else 1)
        if action < size:
            break
        action -= size
    if span is None:
        return words[action]
    word, place = divmod(action, span.side**2)
    return f"{words[word]}@{span.name(place)}"


def find_action(text: str) -> int | None:
    """Return the id of a notation; None when it is none.

    >>> find_action("RWWW@18,0")
    """
    found = _PLACED.fullmatch(text)
    if found is None:
        return _STARTS.get((text, None))
    word, x, y = found[1], int(found[2]), int(found[3])
    for span in (SPACES, PLACES, AREA_PLACES):
        start, place = _STARTS.get((word, span)), span.find(x, y)
        if start is not None:
            return None if place is None else start + place
    return None

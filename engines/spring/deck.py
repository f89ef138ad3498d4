"""The deck: the shipped one, from deck.toml, and any other that is described in the same way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from springtail.cython_ext.errors import shown
from springtail.cython_ext.games.spring import SpringRules
from springtail.cython_ext.info import Certainty
from springtail.engines.component_files import read_own, shipped_file

Deck: TypeAlias = tuple[tuple[str, int], ...]
"""Kinds of cards with their copies, in alphabetical order."""

FEWEST_CARDS = 2
MOST_CARDS = SpringRules.CARDS
PATTERN = re.compile("[RW]{4}")


def kind_of(pattern: str) -> str:
    """Return the kind of a card: of its pattern and that turned round, the first in the alphabet.

    >>> kind_of("WWRW")
    'WRWW'
    """
    return min(pattern, pattern[::-1])


def read_option(value: object) -> Deck:
    """Return the deck that option `deck` asks for when it does not name the shipped one.

    Args:
        value: copies by kind, a Deck, or the path of a TOML file with a table `cards`.

    Raises:
        ValueError: saying all that is wrong, or that the file cannot be read.
    """
    if isinstance(value, Path):
        return read_own(value, _read_file)
    if isinstance(value, Mapping):
        return read_deck(value)
    if isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        return read_deck(dict(value))
    raise ValueError(f"must be 'winter', an object of cards and copies or a pathlib.Path, not {shown(value)}")


def read_deck(cards: Mapping[Any, Any]) -> Deck:
    """Return the deck with these copies of each kind of card.

    >>> read_deck({"RWWW": 2, "RRRR": 1})
    (('RRRR', 1), ('RWWW', 2))

    Raises:
        ValueError: saying all that is wrong.
    """
    wrong = []
    for kind, copies in cards.items():
        if not isinstance(kind, str) or not PATTERN.fullmatch(kind):
            wrong.append(f"{shown(kind)} is no card; cards are four letters R and W")
        elif kind != kind_of(kind):
            wrong.append(f"{kind} is {kind_of(kind)} turned round, and that is its name")
        if type(copies) is not int or not 1 <= copies <= MOST_CARDS:
            wrong.append(f"{shown(kind)}: {shown(copies)} is not a number of cards from 1 to {MOST_CARDS}")
    if not wrong and not FEWEST_CARDS <= sum(cards.values()) <= MOST_CARDS:
        wrong.append(f"has {sum(cards.values())} cards, a deck has {FEWEST_CARDS} to {MOST_CARDS}")
    if wrong:
        raise ValueError("; ".join(wrong))
    return tuple(sorted(cards.items()))


def _read_file(described: dict[str, Any]) -> Deck:
    cards = described.get("cards")
    if not isinstance(cards, dict):
        raise ValueError("has no table [cards]")
    return read_deck(cards)


@cache
def shipped() -> Deck:
    """Return the deck that the package ships."""
    return read_deck(_shipped_file()["cards"])


def certainties() -> dict[str, Certainty]:
    """Return how sure each fact of the shipped deck is."""
    found: dict[str, Certainty] = _shipped_file()["certainty"]
    return found


@cache
def _shipped_file() -> dict[str, Any]:
    return shipped_file(__package__, "deck.toml")

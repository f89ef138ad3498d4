"""Who is in play: the animals on their colours, and the colour that the Stick Insect laces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from springtail.cython_ext.errors import shown
from springtail.cython_ext.game import Random
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.engines.spring_on_a_string.meadows import COLOURS, Board

ANIMALS = SpringOnAStringRules.ANIMALS
MOST_ANIMALS = len(COLOURS)
STICK_INSECT = "stick_insect"
STICK_PLAYERS = 3
STICK_ANIMALS = 4

Pairs = tuple[tuple[str, str], ...]
"""Colours with their animals, in the order of `COLOURS`."""


@dataclass(frozen=True)
class Cast:
    """The animals of a game.

    >>> Cast((("R", "mosquito"),)).to_dict()
    {'animals': {'R': 'mosquito'}}
    """

    animals: Pairs = ()
    stick_colour: str | None = None
    """The colour with the lace of the Stick Insect; None without one."""

    def to_dict(self) -> dict[str, object]:
        """Return it as a set-up."""
        stick = {} if self.stick_colour is None else {"stick_colour": self.stick_colour}
        return {"animals": dict(self.animals), **stick}


def read_option(value: object) -> Pairs:
    """Return what option `animals` asks for when it is no number of animals to be drawn.

    Raises:
        ValueError: saying all that is wrong.
    """
    given = dict(value) if isinstance(value, tuple) and all(map(_is_pair, value)) else value
    pairs, wrong = read_animals(given)
    if wrong:
        raise ValueError("; ".join(wrong))
    return pairs


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)


def read_animals(given: object) -> tuple[Pairs, list[str]]:
    """Return the animals of an object from colour to id, and all that is wrong with it."""
    if not isinstance(given, Mapping):
        return (), [f"animals: must be an object from colours to animals, not {shown(given)}"]
    wrong = [f"animals: {shown(letter)} is no colour; they are {', '.join(COLOURS)}" for letter in _not_in(given)]
    pairs = tuple((letter, given[letter]) for letter in COLOURS if letter in given)
    names = [name for _, name in pairs]
    for letter, name in pairs:
        if not isinstance(name, str) or name not in ANIMALS:
            wrong.append(f"animals.{letter}: {shown(name)} is none of {', '.join(ANIMALS)}")
        elif names.count(name) > 1:
            wrong.append(f"animals.{letter}: {name} is there {names.count(name)} times")
    return pairs if not wrong else (), wrong


def _not_in(given: Mapping[object, object]) -> Iterable[object]:
    return [letter for letter in given if not (isinstance(letter, str) and len(letter) == 1 and letter in COLOURS)]


def read_cast(animals: object, stick_colour: object, board: Board, players: int) -> tuple[Cast, list[str]]:
    """Return the animals of a game, and all that is wrong with them.

    Args:
        animals: an object from colours to ids.
        stick_colour: a colour, or None.
        board: the game's.
        players: how many play.
    """
    pairs, wrong = read_animals(animals)
    if wrong:
        return Cast(), wrong
    taken = dict(pairs)
    has_stick = STICK_INSECT in taken.values()
    if has_stick and players > STICK_PLAYERS:
        wrong.append(f"animals: stick_insect needs a lace that nobody plays with; {players} players have all")
    if has_stick and len(taken) > STICK_ANIMALS:
        wrong.append(f"animals: stick_insect needs a colour without animal; at most {STICK_ANIMALS} can be in play")
    if has_stick and (stick_colour not in list(COLOURS) or stick_colour in taken):
        free = [letter for letter in COLOURS if letter not in taken]
        wrong.append(f"stick_colour: {shown(stick_colour)} is no colour without animal; they are {', '.join(free)}")
    elif not has_stick and stick_colour is not None:
        wrong.append(f"stick_colour: {shown(stick_colour)}, but there is no stick_insect in play")
    laced = {letter: name for letter, name in taken.items() if name == "dung_beetle"}
    if has_stick and isinstance(stick_colour, str):
        laced[stick_colour] = STICK_INSECT
    for letter, name in laced.items():
        if letter in COLOURS and not board.is_in_order(letter):
            wrong.append(f"animals: {name} cannot be on {letter}, where flowers of this board have the same petals")
    return (Cast(), wrong) if wrong else (Cast(pairs, stick_colour if isinstance(stick_colour, str) else None), [])


def draw_cast(random: Random, wanted: int | Pairs, board: Board, players: int) -> Cast:
    """Draw so many animals and their colours (G18), or the extra colour for animals that are given."""
    while True:
        pairs = wanted if isinstance(wanted, tuple) else _draw_pairs(random, wanted)
        colour = None
        if STICK_INSECT in dict(pairs).values():
            free = [letter for letter in COLOURS if letter not in dict(pairs)]
            colour = free[random.below(len(free))] if free else None
        cast, wrong = read_cast(dict(pairs), colour, board, players)
        if not wrong:
            return cast


def _draw_pairs(random: Random, count: int) -> Pairs:
    animals, letters = list(ANIMALS), list(COLOURS)
    random.shuffle(animals)
    random.shuffle(letters)
    return tuple(zip(letters[:count], animals[:count], strict=True))

"""The boards: the shipped meadows, one TOML file each, and any other that is described in the same way."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from springtail.cython_ext.errors import shown
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.cython_ext.info import Certainty
from springtail.engines.component_files import read_own, shipped_file
from springtail.engines.fields import Fields

COLOURS = SpringOnAStringRules.COLOURS
MOST_FLOWERS = SpringOnAStringRules.FLOWERS_AT_MOST
MOST_PETALS = SpringOnAStringRules.PETALS_AT_MOST
MOST_SYMMETRIES = SpringOnAStringRules.SYMMETRIES_AT_MOST
SHIPPED = ("meadow20", "meadow25")
FIELDS = ("ends", "hole", "tip", "flowers")
FARTHEST = 1000
"""No coordinate is above this, in mm."""
LONGEST = 3000
"""No lace end is longer, in mm."""


@dataclass(frozen=True)
class Flower:
    """A flower of the board."""

    name: str
    colour: str
    """Its letter, one of `COLOURS`."""
    petals: int
    x: float
    """In mm, from the left."""
    y: float
    """In mm, from the top."""


@dataclass(frozen=True)
class Board:
    """A meadow, and the laces that it is played with. Lengths are whole numbers of 0.1 mm.

    >>> board = shipped()["meadow20"]
    >>> board.ends, len(board.flowers), board.flowers[0].name
    ((4700, 3400), 20, 'W6')
    """

    flowers: tuple[Flower, ...]
    ends: tuple[int, int]
    """Of a lace, the longer one first."""
    hole: int
    """What a flower takes besides the way to it."""
    tip: int
    """What must stick out."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the flowers."""
        return tuple(flower.name for flower in self.flowers)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Between flowers, rounded once: the rules use these alone."""
        return tuple(
            tuple(round(10 * math.hypot(one.x - other.x, one.y - other.y)) for other in self.flowers)
            for one in self.flowers
        )

    def of_colour(self, colour: str) -> list[int]:
        """Return the numbers of the flowers of a colour by petals, the fewest first."""
        numbers = [at for at, flower in enumerate(self.flowers) if flower.colour == colour]
        return sorted(numbers, key=lambda at: self.flowers[at].petals)

    def symmetries(self, animals: Mapping[str, str]) -> list[tuple[tuple[int, ...], str]]:
        """Return the ways to lay the board on itself, at most `MOST_SYMMETRIES`, without leaving it as it is.

        Each is the number of the flower that each flower comes to lie on, and the letter that the colour does of each
        letter of `COLOURS`. A flower lies on one with its petals, and keeps its distances; a colour lies on one colour,
        that of an animal on itself. Without animals colours do not matter, and keep their letters.
        """
        found = islice(_laid_on(self, animals, ()), MOST_SYMMETRIES + 1)
        stays = tuple(range(len(self.flowers)))
        return [(images, self._recoloured(images, animals)) for images in found if images != stays][:MOST_SYMMETRIES]

    def _recoloured(self, images: Sequence[int], animals: Mapping[str, str]) -> str:
        """Return the colours that the colours come to lie on."""
        if not animals:
            return COLOURS
        onto = {flower.colour: self.flowers[image].colour for flower, image in zip(self.flowers, images, strict=True)}
        return "".join(onto.get(colour, colour) for colour in COLOURS)

    def is_in_order(self, colour: str) -> bool:
        """Return whether no two flowers of a colour have the same petals, which two animals need."""
        petals = [self.flowers[at].petals for at in self.of_colour(colour)]
        return len(set(petals)) == len(petals)

    def to_dict(self) -> dict[str, Any]:
        """Return the description that `read_board` takes."""
        return {
            "ends": [_in_mm(end) for end in self.ends],
            "hole": _in_mm(self.hole),
            "tip": _in_mm(self.tip),
            "flowers": [dict(vars(flower)) for flower in self.flowers],
        }


def _laid_on(board: Board, animals: Mapping[str, str], images: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries in which the first flowers come to lie on these."""
    if len(images) == len(board.flowers):
        yield images
        return
    for image in range(len(board.flowers)):
        if image not in images and _fits(board, animals, images, image):
            yield from _laid_on(board, animals, (*images, image))


def _fits(board: Board, animals: Mapping[str, str], images: tuple[int, ...], image: int) -> bool:
    """Whether the next flower can lie on another one when those before it lie on these."""
    own, other = board.flowers[len(images)], board.flowers[image]
    ways, other_ways = board.distances[len(images)], board.distances[image]
    if own.petals != other.petals or any(ways[at] != other_ways[to] for at, to in enumerate(images)):
        return False
    if not animals:
        return True
    if own.colour != other.colour and (own.colour in animals or other.colour in animals):
        return False
    return all(
        (own.colour == board.flowers[at].colour) == (other.colour == board.flowers[to].colour)
        for at, to in enumerate(images)
    )


def _in_mm(tenths: int) -> float:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def read_option(value: object) -> Board:
    """Return the board that option `board` asks for when it does not name a shipped one.

    Args:
        value: a board, the description of one, or the path of a TOML file with a description.

    Raises:
        ValueError: when there is none or the file cannot be read, or saying all that is wrong in a description.
    """
    if isinstance(value, Board):
        return value
    if isinstance(value, Mapping):
        return read_board(value)
    if isinstance(value, Path):
        return read_own(value, _read_file)
    names = ", ".join(map(repr, SHIPPED))
    raise ValueError(f"must be {names}, the description of a board or a pathlib.Path, not {shown(value)}")


def read_board(described: Mapping[str, Any]) -> Board:
    """Return the board of a description with the fields that the shipped files explain.

    Raises:
        ValueError: saying all that is wrong.
    """
    read = Fields(described, FIELDS)
    given = described.get("ends")
    ends = tuple(given) if isinstance(given, list | tuple) and len(given) == 2 else ()
    if not ends:
        read.add("ends: must be the two lengths of a lace")
    longer, shorter = (_tenths(read, f"ends[{at}]", end, LONGEST) for at, end in enumerate(ends or (1, 1)))
    hole, tip = (_tenths(read, name, described.get(name, 0), LONGEST) for name in ("hole", "tip"))
    if longer < shorter:
        read.add("ends: the longer one comes first")
    flowers = _read_flowers(read, described.get("flowers"))
    if read.wrong:
        raise ValueError("; ".join(read.wrong))
    return Board(flowers, (longer, shorter), hole, tip)


def _tenths(read: Fields, name: str, value: object, most: float) -> int:
    """Return a number of mm from 0 with at most one decimal in 0.1 mm."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not (0 <= number <= most and math.isclose(10 * number, round(10 * number), abs_tol=1e-6)):
        read.add(f"{name}: {shown(value)} is no number of mm from 0 to {most} with at most one decimal")
        return 0
    return round(10 * number)


def _read_flowers(read: Fields, given: object) -> tuple[Flower, ...]:
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST_FLOWERS:
        read.add(f"flowers: must be a list of 1 to {MOST_FLOWERS} flowers")
        return ()
    flowers = [_read_flower(read, f"flowers[{at}]", flower) for at, flower in enumerate(given)]
    for name, count in Counter(flower.name for flower in flowers).items():
        if count > 1 and name:
            read.add(f"flowers: {count} are called {name}")
    for one, other in combinations(flowers, 2):
        if (one.x, one.y) == (other.x, other.y) and one.name and other.name:
            read.add(f"flowers: {one.name} and {other.name} are in the same place")
    return tuple(flowers)


def _read_flower(read: Fields, path: str, given: object) -> Flower:
    """Return a flower; without a name when something is wrong with it."""
    fields = Fields(given, ("name", "colour", "petals", "x", "y"), path, read.wrong)
    before = len(read.wrong)
    if not isinstance(given, Mapping):
        return Flower("", COLOURS[0], 1, 0, 0)
    name = given.get("name")
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z][A-Za-z0-9]{0,7}", name) or name == "pass":
        fields.add(f"name: {shown(name)} is no letter with up to seven letters and digits behind it")
    colour = fields.name("colour", COLOURS)
    petals = fields.integer("petals", 1, MOST_PETALS)
    x, y = (_tenths(read, f"{path}.{axis}", given.get(axis), FARTHEST) / 10 for axis in "xy")
    return Flower(str(name) if len(read.wrong) == before else "", colour, petals, x, y)


def _read_file(described: dict[str, Any]) -> Board:
    return read_board({name: described[name] for name in described if name not in ("certainty", "source")})


@cache
def shipped() -> dict[str, Board]:
    """Return the boards that the package ships, by name."""
    return {name: read_board({field: _shipped_file(name)[field] for field in FIELDS}) for name in SHIPPED}


def certainties(name: str) -> dict[str, Certainty]:
    """Return how sure each fact of a shipped board is."""
    found: dict[str, Certainty] = _shipped_file(name)["certainty"]
    return found


@cache
def _shipped_file(name: str) -> dict[str, Any]:
    return shipped_file(__package__, f"{name}.toml")

"""The track: how long it is and where its slopes are, shipped or one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from springtail.cython_ext.errors import shown
from springtail.engines.component_files import read_own

SHORTEST, LONGEST = 10, 60
"""Least and most spaces a lap."""
MOST_CARS = 5

Stretch: TypeAlias = tuple[int, int]
"""First and last space of a slope."""


class Track(NamedTuple):
    """One lap. Space 0 is the start and the finish.

    >>> Track(length=20, uphill=((4, 5),), downhill=((9, 12),)).report()
    ('uphill 4-5: 3 flat spaces lie between it and the line on its landing side, not 5',)
    """

    length: int
    """Spaces a lap."""
    uphill: tuple[Stretch, ...]
    """Slopes that a car slides back from; none has space 0."""
    downhill: tuple[Stretch, ...]
    """Slopes that a car slides on from; none has space 0."""

    def slides(self) -> list[int]:
        """Return, for each space, how far a car that stops there slides: forward above 0, 0 on the flat."""
        slides = [0] * self.length
        for first, last in self.uphill:
            for space in range(first, last + 1):
                slides[space] = first - 1 - space
        for first, last in self.downhill:
            for space in range(first, last + 1):
                slides[space] = last + 1 - space
        return slides

    def resting_places(self, players: int) -> set[int]:
        """Return the spaces that cars can be on between moves: the flat, and slopes where slides end (ruling 15)."""
        flat = {space for space, slide in enumerate(self.slides()) if slide == 0}
        return flat | {space % self.length for _, way in self._ways() for space in way[:players]}

    def report(self) -> tuple[str, ...]:
        """Return what keeps this track from having every slide end on the flat, on the same side of the line.

        At most four other cars are in the way of a slide, so five flat spaces on the landing side of each slope are
        enough. Where they are missing the game goes on by rulings 15 to 18.
        """
        slides = self.slides()
        findings = []
        for name, way in self._ways():
            for flat, space in enumerate(way):
                if not 0 < space < self.length or slides[space]:
                    end = "another slope" if 0 < space < self.length else "the line"
                    findings.append(f"{name}: {flat} flat spaces lie between it and {end} on its landing side, not 5")
                    break
        return tuple(findings)

    def _ways(self) -> Iterator[tuple[str, list[int]]]:
        """Yield each slope's name and the spaces where a slide from it can end, the nearest first."""
        for first, last in self.uphill:
            yield f"uphill {first}-{last}", [first - 1 - cars for cars in range(MOST_CARS)]
        for first, last in self.downhill:
            yield f"downhill {first}-{last}", [last + 1 + cars for cars in range(MOST_CARS)]

    def written(self) -> dict[str, Any]:
        """Return the track as documents write it."""
        return {
            "length": self.length,
            "uphill": [list(stretch) for stretch in self.uphill],
            "downhill": [list(stretch) for stretch in self.downhill],
        }


def check_track(value: object) -> Track:
    """Return a track given as a Track, as an object like `Track.written` gives, or as the path of such a TOML file.

    Raises:
        ValueError: saying all that is wrong.
    """
    if isinstance(value, Path):
        return read_own(value, check_track)
    if isinstance(value, Track):
        value = value.written()
    if not isinstance(value, Mapping):
        raise ValueError(f"must be 'beach', 'volcano', an object with a track or a pathlib.Path, not {shown(value)}")
    wrong = [f"{shown(name)}: unknown field" for name in value if name not in Track._fields]
    length = value.get("length")
    if type(length) is not int or not SHORTEST <= length <= LONGEST:
        wrong.append(f"length: must be a whole number of spaces from {SHORTEST} to {LONGEST}, not {shown(length)}")
        length = LONGEST
    uphill = _stretches("uphill", value.get("uphill"), length, wrong)
    downhill = _stretches("downhill", value.get("downhill"), length, wrong)
    slopes = sorted(uphill + downhill)
    for (first, last), (next_first, next_last) in zip(slopes, slopes[1:], strict=False):
        if next_first <= last:
            wrong.append(f"uphill, downhill: stretches {first}-{last} and {next_first}-{next_last} overlap")
    if wrong:
        raise ValueError("; ".join(wrong))
    return Track(length, uphill, downhill)


def _stretches(name: str, value: object, length: int, wrong: list[str]) -> tuple[Stretch, ...]:
    if not isinstance(value, (list, tuple)):
        wrong.append(f"{name}: must be a list of stretches such as [[6, 9]], not {shown(value)}")
        return ()
    stretches = []
    for at, stretch in enumerate(value):
        if (
            isinstance(stretch, (list, tuple))
            and len(stretch) == 2
            and all(type(space) is int for space in stretch)
            and 1 <= stretch[0] <= stretch[1] < length
        ):
            stretches.append((stretch[0], stretch[1]))
        else:
            wrong.append(f"{name}[{at}]: must be a first and a last space from 1 to {length - 1}, not {shown(stretch)}")
    return tuple(sorted(stretches))

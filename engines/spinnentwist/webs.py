"""The webs: the shipped ones, from webs.toml, and any other that is described in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from springtail.cython_ext.errors import shown
from springtail.cython_ext.info import Certainty
from springtail.engines.component_files import read_own, shipped_file
from springtail.engines.fields import Fields

CENTRE = "o"
SPOKES = "abcdefghijklmn"
"""Names of spokes, as many as a web can have."""
LEAST_SPOKES = 3
MOST_POINTS = 128
MOST_THREADS = 14
"""Threads that can meet at one point."""
KINDS = ("rings", "spiral")


@dataclass(frozen=True)
class Web:
    """A web of spokes that run from the centre outward, and of cross-connections between neighbouring spokes.

    Points are numbered from 0, the centre, spoke by spoke, each from the inside out. A web is connected, because
    every point lies on a spoke and every spoke begins at the centre.

    >>> web = read_web({"spokes": 3, "rings": 2, "cross_connections": "rings"})
    >>> web.points
    ('o', 'a1', 'a2', 'b1', 'b2', 'c1', 'c2')
    """

    rings: tuple[int, ...]
    """Points of each spoke, without the centre."""
    cross_connections: tuple[tuple[int, int], ...]
    """Pairs of points, the lower number first, ascending."""
    entry_fields: tuple[int, ...]
    """Points on the rim where males enter, ascending."""

    @cached_property
    def points(self) -> tuple[str, ...]:
        """The names of all points."""
        return (CENTRE, *(f"{SPOKES[spoke]}{ring + 1}" for spoke, end in enumerate(self.rings) for ring in range(end)))

    @cached_property
    def spokes(self) -> tuple[tuple[int, ...], ...]:
        """The points of each spoke from the inside out, without the centre."""
        return _spokes(self.rings)

    @cached_property
    def threads(self) -> tuple[tuple[int, int], ...]:
        """All pairs of neighbouring points: along the spokes, then the cross-connections."""
        along = [pair for spoke in self.spokes for pair in zip((0, *spoke), spoke, strict=False)]
        return (*along, *self.cross_connections)

    @cached_property
    def winding(self) -> float:
        """How many rings the cross-connections lead outward in one round, from the last spoke to the first."""
        rings = {point: ring for spoke in self.spokes for ring, point in enumerate(spoke)}
        ends = {*self.spokes[0]}, {*self.spokes[-1]}
        climbs = [
            rings[one] - rings[other] for one, other in self.cross_connections if one in ends[0] and other in ends[1]
        ]
        return max(0.0, sum(climbs) / len(climbs)) if climbs else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the description that `read_web` takes."""
        kinds = [kind for kind in KINDS if _cross_connections(kind, self.spokes) == self.cross_connections]
        pairs = [[self.points[one], self.points[other]] for one, other in self.cross_connections]
        described: dict[str, Any] = {
            "spokes": len(self.rings),
            "rings": self.rings[0] if len(set(self.rings)) == 1 else list(self.rings),
            "cross_connections": kinds[0] if kinds else pairs,
        }
        if self.entry_fields != _rim(self.spokes):
            described["entry_fields"] = [self.points[field] for field in self.entry_fields]
        return described


def read_option(value: object) -> Web:
    """Return the web that option `web` asks for when it does not name a shipped one.

    Args:
        value: a web, the description of one, or the path of a TOML file with a description.

    Raises:
        ValueError: when there is none or the file cannot be read, or saying all that is wrong in a description.
    """
    if isinstance(value, Web):
        return value
    if isinstance(value, Mapping):
        return read_web(value)
    if isinstance(value, Path):
        return read_own(value, read_web)
    names = ", ".join(map(repr, shipped()))
    raise ValueError(f"must be {names}, the description of a web or a pathlib.Path, not {shown(value)}")


def read_web(described: Mapping[str, Any]) -> Web:
    """Return the web of a description with the fields that webs.toml explains.

    Raises:
        ValueError: saying all that is wrong.
    """
    read = Fields({"entry_fields": None} | dict(described), ["spokes", "rings", "cross_connections", "entry_fields"])
    rings = _read_rings(read, described)
    _check(read)
    web = Web(rings, (), ())
    cross_connections = _read_cross_connections(read, described["cross_connections"], web)
    fields = described.get("entry_fields")
    entry_fields = _rim(web.spokes) if fields is None else _read_entry_fields(read, fields, web)
    web = Web(rings, cross_connections, entry_fields)
    for point, count in Counter(point for thread in web.threads for point in thread).items():
        if count > MOST_THREADS:
            read.add(f"cross_connections: {count} threads meet at {web.points[point]}; at most {MOST_THREADS} can")
    _check(read)
    return web


def _check(read: Fields) -> None:
    if read.wrong:
        raise ValueError("; ".join(read.wrong))


def _read_rings(read: Fields, described: Mapping[str, Any]) -> tuple[int, ...]:
    spokes = read.integer("spokes", LEAST_SPOKES, len(SPOKES))
    if isinstance(described.get("rings"), list | tuple):
        rings = read.integers("rings", [MOST_POINTS] * spokes)
        if 0 in rings:
            read.add("rings: every spoke has at least 1 point besides the centre")
    else:
        rings = [read.integer("rings", 1, MOST_POINTS)] * spokes
    if 1 + sum(rings) > MOST_POINTS:
        read.add(f"rings: make {1 + sum(rings)} crossing points with the centre; at most {MOST_POINTS} are possible")
    return tuple(rings)


def _read_cross_connections(read: Fields, given: object, web: Web) -> tuple[tuple[int, int], ...]:
    if isinstance(given, str) and given in KINDS:
        return _cross_connections(given, web.spokes)
    most = MOST_POINTS * MOST_THREADS // 2
    if not isinstance(given, list | tuple) or len(given) > most:
        read.add(f"cross_connections: must be {' or '.join(map(repr, KINDS))}, or a list of at most {most} pairs")
        return ()
    read_pairs = [_read_pair(read, f"cross_connections[{at}]", pair, web) for at, pair in enumerate(given)]
    pairs = sorted(pair for pair in read_pairs if pair is not None)
    for (one, other), count in Counter(pairs).items():
        if count > 1:
            read.add(f"cross_connections: {web.points[one]} and {web.points[other]} are joined {count} times")
    return tuple(pairs)


def _read_pair(read: Fields, name: str, given: object, web: Web) -> tuple[int, int] | None:
    """Return the numbers of two points on neighbouring spokes, the lower one first."""
    named = given if isinstance(given, list | tuple) and len(given) == 2 else ()
    points = [web.points.index(point) for point in named if point in web.points[1:]]
    if len(points) != 2:
        read.add(f'{name}: {shown(given)} is no pair of points on two spokes, such as ["a1", "b1"]')
        return None
    one, other = sorted(points)
    first, second = (at for at, spoke in enumerate(web.spokes) for point in points if point in spoke)
    if second - first not in (1, len(web.spokes) - 1):
        read.add(f"{name}: {web.points[one]} and {web.points[other]} do not lie on neighbouring spokes")
        return None
    return one, other


def _read_entry_fields(read: Fields, given: object, web: Web) -> tuple[int, ...]:
    rim = [web.points[point] for point in _rim(web.spokes)]
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= len(rim):
        read.add(f"entry_fields: must be a list of 1 to {len(rim)} points")
        return ()
    for field in given:
        if field not in rim:
            read.add(f"entry_fields: {shown(field)} is not on the rim, which is {', '.join(rim)}")
        elif list(given).count(field) > 1:
            read.add(f"entry_fields: {field} is named twice")
    return tuple(sorted(web.points.index(field) for field in given if field in rim))


def _spokes(rings: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the points of each spoke from the inside out."""
    starts = [1 + sum(rings[:spoke]) for spoke in range(len(rings))]
    return tuple(tuple(range(start, start + ring)) for start, ring in zip(starts, rings, strict=True))


def _rim(spokes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(spoke[-1] for spoke in spokes)


def _cross_connections(kind: str, spokes: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Join every point to the one on the next spoke; a spiral goes one ring outward from the last to the first."""
    first, last = spokes[0], spokes[-1]
    pairs = [pair for one, other in zip(spokes, spokes[1:], strict=False) for pair in zip(one, other, strict=False)]
    pairs += zip(first[1:] if kind == "spiral" else first, last, strict=False)
    return tuple(sorted(pairs))


@cache
def shipped() -> dict[str, Web]:
    """Return the webs that the package ships, by name."""
    fields = ("spokes", "rings", "cross_connections")
    return {name: read_web({field: side[field] for field in fields}) for name, side in _shipped_file().items()}


def certainties(name: str) -> dict[str, Certainty]:
    """Return how sure each fact of a shipped web is."""
    found: dict[str, Certainty] = _shipped_file()[name]["certainty"]
    return found


@cache
def _shipped_file() -> dict[str, Any]:
    return shipped_file(__package__, "webs.toml")

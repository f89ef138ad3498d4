"""What one query may use at the most, as whoever runs a service says."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.solvers.limit import Limit

MOST_PRIORITY = 1000
"""Of any query, and less than nothing as much."""
DEFAULT_SECONDS = 1.0
"""What a search thinks for when its query names no limit."""


@dataclass(frozen=True)
class Ceilings:
    """What one query may use at the most: what it asks for is lowered to it, and what it leaves open is filled in.

    >>> ceilings = Ceilings(Limit(time=10.0, memory_mb=64.0))
    >>> ceilings.lower(Limit(time=60.0)), ceilings.fill(Limit(time=2.0))
    (Limit(time=10.0, simulations=None, nodes=None, depth=None, memory_mb=None), \
Limit(time=2.0, simulations=None, nodes=None, depth=None, memory_mb=64.0))

    Raises:
        InvalidOptions: naming what is no whole number above 0.
    """

    limit: Limit = Limit()
    """Of each kind so much; what is None has no ceiling."""
    threads: int = 1
    multipv: int = 100
    priority: int = MOST_PRIORITY

    def __post_init__(self) -> None:
        wrong = [
            f"{name}: must be a whole number above 0, not {shown(value)}"
            for name in ("threads", "multipv")
            if type(value := getattr(self, name)) is not int or value < 1
        ]
        if wrong:
            raise InvalidOptions("; ".join(wrong))

    def lower(self, limit: Limit) -> Limit:
        """Return a limit in which what is set is no higher than here."""
        return replace(
            limit,
            **{
                entry.name: min(asked, most)
                for entry in fields(Limit)
                if (asked := getattr(limit, entry.name)) is not None
                and (most := getattr(self.limit, entry.name)) is not None
            },
        )

    def fill(self, limit: Limit) -> Limit:
        """Return a limit in which what is not set is as here."""
        return replace(
            limit,
            **{
                entry.name: getattr(self.limit, entry.name)
                for entry in fields(Limit)
                if getattr(limit, entry.name) is None
            },
        )

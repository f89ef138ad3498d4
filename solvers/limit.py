"""How long a search may go on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from springtail.cython_ext.errors import InvalidLimit, shown

StopReason = Literal["time", "simulations", "nodes", "depth", "proof", "deals", "forced", "stop", "interrupt"]
"""What ended a search: a limit, the exact value, all deals solved, only one legal action, a call of `stop`, Ctrl-C."""

DEFAULT_MEMORY_MB = 256.0


@dataclass(frozen=True)
class Limit:
    """The first limit reached stops the search, and the result says which. What is None does not limit.

    >>> Limit(time=0.5, simulations=10_000)
    Limit(time=0.5, simulations=10000, nodes=None, depth=None, memory_mb=None)
    """

    time: float | None = None
    """Seconds, from the call to the answer."""
    simulations: int | None = None
    """Iterations of a Monte Carlo search, over all threads."""
    nodes: int | None = None
    """Nodes of the search tree, over all threads."""
    depth: int | None = None
    """Plies of the longest line in the tree."""
    memory_mb: float | None = None
    """Megabytes (of 2**20 bytes) that the search may use; it goes on within them. None: 256."""

    def __post_init__(self) -> None:
        for entry in fields(self):
            value = getattr(self, entry.name)
            if value is not None:
                self._check(entry.name, value)

    @staticmethod
    def _check(name: str, value: object) -> None:
        whole = name in ("simulations", "nodes", "depth")
        kind = "a whole number" if whole else "a number"
        allowed = int if whole else (int, float)
        if not isinstance(value, allowed) or isinstance(value, bool):
            raise InvalidLimit(f"{name}: must be {kind}, not {shown(value)}")
        if not value > 0:
            raise InvalidLimit(f"{name}: must be above 0, not {shown(value)}")
        below = {"depth": 2**31, "memory_mb": 2**24}.get(name, 2**62)
        if value >= below:
            raise InvalidLimit(f"{name}: must be below {below}, not {shown(value)}; leave it out for no limit")

    @property
    def is_endless(self) -> bool:
        """Whether nothing but a proof or a stop from outside would end the search."""
        return self.time is None and self.simulations is None and self.nodes is None and self.depth is None

    @property
    def memory_bytes(self) -> int:
        """Bytes that the search may use."""
        return int((self.memory_mb or DEFAULT_MEMORY_MB) * 2**20)

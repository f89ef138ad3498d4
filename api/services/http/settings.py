"""What whoever runs the HTTP service decides."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.engines.documents import MOST_CHARACTERS
from springtail.services.ceilings import Ceilings
from springtail.solvers.limit import DEFAULT_MEMORY_MB, Limit

WHOLE = ("workers", "solves_at_once", "waiting", "jobs", "body_bytes", "connections")
SECONDS = ("job_seconds", "patience", "grace")


@dataclass(frozen=True)
class Settings:
    """Ceilings and sizes of the HTTP service. What a client asks for can only lower them.

    Raises:
        InvalidOptions: naming all that is wrong.
    """

    search: Ceilings = Ceilings(Limit(time=60.0, memory_mb=DEFAULT_MEMORY_MB), priority=0)
    """What a search may use at the most."""
    solve: Ceilings = Ceilings(Limit(time=3600.0, memory_mb=1024.0), priority=0)
    """What a solve may use at the most."""
    workers: int | None = None
    """Short searches, and as many long ones, worked on at once; None is one a processor."""
    solves_at_once: int = 1
    """Solves worked on at once."""
    waiting: int = 200
    """Queries of each kind that may wait."""
    jobs: int = 100
    """Jobs kept, finished ones included."""
    job_seconds: float = 3600.0
    """Seconds for which a finished job is kept."""
    body_bytes: int = MOST_CHARACTERS
    """Bytes of a request's body."""
    connections: int = 256
    """Clients connected at once."""
    patience: float = 10.0
    """Seconds that a client has to send its request, and to take what is sent to it."""
    grace: float = 30.0
    """Seconds that queries have to finish when the service ends."""
    token: str | None = field(default=None, repr=False)
    """What a client has to send as its bearer token; None lets everybody in."""

    def __post_init__(self) -> None:
        wrong = [
            f"{name}: must be a whole number above 0, not {shown(value)}"
            for name in WHOLE
            if (value := getattr(self, name)) is not None and (type(value) is not int or value < 1)
        ]
        wrong += [
            f"{name}: must be a number of seconds above 0, not {shown(value)}"
            for name in SECONDS
            if type(value := getattr(self, name)) not in (int, float) or not 0 < value < math.inf
        ]
        if not wrong and self.body_bytes > MOST_CHARACTERS:
            wrong.append(f"body_bytes: at most {MOST_CHARACTERS}, longer documents are not read")
        wrong += [
            f"{name}: needs a time limit, or a query could go on for ever"
            for name, ceilings in (("search", self.search), ("solve", self.solve))
            if ceilings.limit.time is None
        ]
        if self.token is not None and not (self.token.isascii() and self.token.isprintable() and self.token.strip()):
            wrong.append("token: must be printable ASCII characters, and not empty")
        if wrong:
            raise InvalidOptions("; ".join(wrong))

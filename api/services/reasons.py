"""Why a query is not worked on: what is wrong with it, each reason with its field; or there is no room."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, InvalidPosition, SpringtailError, Unsupported

NAMED = re.compile(r"'?([A-Za-z_][\w.\[\]]*)'?: (.*)", re.DOTALL)
"""A message that begins with the name of a field."""
NEXT = re.compile(r"; (?=(?:option )?'?[A-Za-z_][\w.\[\]]*'?: )")
"""Where a message about several fields goes on to the next one."""
OF_QUERY = ("multipv", "report_every", "seed", "solver")
"""Settings that are fields of the query itself."""


@dataclass(frozen=True)
class Reason:
    """One thing that is wrong."""

    field: str
    """Where, such as `limit.time` or `position.actions[3]`."""
    message: str
    """What is wrong and what would be right."""

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"

    def to_dict(self) -> dict[str, str]:
        """Return the reason as JSON has it."""
        return {"field": self.field, "message": self.message}


class InvalidQuery(SpringtailError):
    """A query that cannot be worked on.

    Attributes:
        reasons: all that is wrong.
    """

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(map(str, self.reasons))


class Refused(SpringtailError):
    """A query that is right and yet not taken."""

    kind = "refused"


class Busy(Refused):
    """So many queries wait already that another one is refused."""

    kind = "busy"


class Draining(Refused):
    """The service ends and takes no more queries."""

    kind = "draining"


def of_position(error: SpringtailError) -> list[Reason]:
    """Return the reasons why the document of a position cannot be read or searched."""
    texts = error.reasons if isinstance(error, InvalidPosition) else NEXT.split(str(error))
    reasons = []
    for text in texts:
        is_option = text.startswith("option ")
        field, message = split_field(text.removeprefix("option "))
        if field in ("document", "position"):
            field = ""
        elif is_option or (not field and isinstance(error, InvalidOptions)):
            field = f"options.{field}".rstrip(".")
        reasons.append(Reason(f"position.{field}".rstrip("."), message))
    return reasons


def of_search(error: SpringtailError) -> list[Reason]:
    """Return the reasons why a search with these limits and settings cannot begin, or cannot go on."""
    if isinstance(error, InvalidPosition):
        return of_position(error)
    if isinstance(error, Unsupported):
        return [Reason("solver", str(error).removeprefix("solver: "))]
    reasons = []
    for text in NEXT.split(str(error)):
        field, message = split_field(text)
        if field not in OF_QUERY:
            field = f"{'limit' if isinstance(error, InvalidLimit) else 'settings'}.{field}".rstrip(".")
        reasons.append(Reason(field, message))
    return reasons


def split_field(text: str) -> tuple[str, str]:
    """Split a message into the field that it begins with, "" when it names none, and the rest."""
    found = NAMED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)

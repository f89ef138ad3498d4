"""The errors that springtail raises, all of them ValueErrors.

A call that raises one of these has changed nothing.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable

_SHOWN = reprlib.Repr()
_SHOWN.maxstring = _SHOWN.maxlong = _SHOWN.maxother = 60


def shown(value: object) -> str:
    """Return a value as text for a message: short, on one line, however large or deep it is.

    >>> shown("e4"), shown([[[[[[[[0]]]]]]]]), shown(10**5000)
    ("'e4'", '[[[[[[[...]]]]]]]', 'a huge int')
    """
    try:
        text = _SHOWN.repr(value)
    except ValueError:  # a number with more digits than Python writes
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


class SpringtailError(ValueError):
    """The common base of all errors below."""


class InvalidPosition(SpringtailError):
    """A position, observation, record or set-up that cannot be.

    Attributes:
        reasons: all that is wrong, each "field: what is wrong and what would be right".
    """

    def __init__(self, reasons: str | Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class IllegalAction(SpringtailError):
    """An action that the rules do not allow here, or that is no action of this game."""


class InvalidOptions(SpringtailError):
    """An unknown game, an unknown option, or a value that an option cannot take."""


class InvalidLimit(SpringtailError):
    """A limit that is negative, not a number, or missing where the search needs one."""


class InvalidCheckpoint(SpringtailError):
    """A checkpoint file that is damaged, or was written for something else than what is to be solved."""


class InvalidLog(SpringtailError):
    """A file that is no log of a match, is damaged, or is the log of another match."""


class TooManyOutcomes(SpringtailError):
    """A chance event, such as a deal, whose outcomes are too many to list; sample one instead."""


class Unsupported(SpringtailError):
    """A search was asked for something that it, or the game, does not offer."""

"""The errors that springtail raises, all of them ValueErrors.

A call that raises one of these has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterable


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


class TooManyOutcomes(SpringtailError):
    """A chance event, such as a deal, whose outcomes are too many to list; sample one instead."""


class Unsupported(SpringtailError):
    """A search was asked for something that it, or the game, does not offer."""

"""Numbers in arguments."""

from __future__ import annotations

import argparse

from springtail.cython_ext.errors import shown


def whole(text: str) -> int:
    """Return a whole number; its range is checked where it is used."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {shown(text)}") from None


def number(text: str) -> float:
    """Return a number; its range is checked where it is used."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, not {shown(text)}") from None


def strength(text: str) -> int | str:
    """Return a level of strength, or "full"; its range is checked where it is used."""
    return text if text == "full" else whole(text)

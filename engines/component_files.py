"""Components in TOML files: those that the package ships, and those that an owner of a game has typed in."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

Component = TypeVar("Component")


def shipped_file(package: str | None, name: str) -> dict[str, Any]:
    """Return what stands in a file beside a module of the package."""
    assert package is not None
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def read_own(path: Path, read: Callable[[dict[str, Any]], Component]) -> Component:
    """Return what `read` makes of an owner's file.

    Raises:
        ValueError: naming the file, when it cannot be read, is no TOML or `read` raises one.
    """
    try:
        return read(tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from None

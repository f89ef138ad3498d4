"""What a game has besides its rules, found by its name: a module in its folder; a toy has all in its one file."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from springtail.cython_ext.game import Game
from springtail.engines import toys


def part(game: Game, module: str, name: str) -> Any:
    """Return what `name` is in the `module` of the game's folder; None where there is no such thing."""
    home = type(game).__module__
    folder = home.rpartition(".")[0]
    if folder != toys.__name__:
        home = f"{folder}.{module}"
        if find_spec(home) is None:
            return None
    return getattr(importlib.import_module(home), name, None)

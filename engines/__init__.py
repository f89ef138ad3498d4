"""What the games are: one folder a game, found by its name; toy games are one file each in `toys`."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.game import Game
from springtail.cython_ext.games.python_game import PythonGame as PythonGame


@cache
def _modules() -> dict[str, str]:
    """Map game ids to modules: folders here, then files in `toys`. No list is kept anywhere."""
    from springtail.engines import toys

    found = {m.name: f"{__name__}.{m.name}" for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name != "toys"}
    return found | {m.name: f"{toys.__name__}.{m.name}" for m in pkgutil.iter_modules(toys.__path__)}


def game_ids(toys: bool = True) -> list[str]:
    """Return the ids of all games, the five games first, then the toys."""
    return [name for name, module in _modules().items() if toys or ".toys." not in module]


def game_class(game_id: str) -> type[Game]:
    """Return the Game class with this id: the module's `GAME`.

    Raises:
        InvalidOptions: when there is none; names close ones.
    """
    module = _modules().get(game_id) if isinstance(game_id, str) else None
    if module is None:
        close = difflib.get_close_matches(shown(game_id), _modules(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(_modules())}"
        raise InvalidOptions(f"game: {shown(game_id)} is unknown; {hint}")
    found: type[Game] = importlib.import_module(module).GAME
    return found


def game(game_id: str, /, **options: Any) -> Game:
    """Return a game with its options; what is left out takes its default.

    Raises:
        InvalidOptions: for an unknown game or option, or a value that the option does not take.
    """
    return game_class(game_id)(**options)

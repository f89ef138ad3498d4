"""The file that a game under way is kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.game import State


class GameFile:
    """A file that holds the game as it stands, whole at every moment."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, document: Mapping[str, Any]) -> None:
        """Replace the content: written beside it, forced to the disk and moved there.

        Raises:
            OSError: when that fails; the file is what it was before.
        """
        path = self.path.resolve()
        beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with open(beside, "w", encoding="utf-8") as file:
                file.write(json.dumps(document) + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def new_file(path: Path) -> GameFile:
    """Return a file to keep a game in.

    Raises:
        InvalidOptions: when something else is there already, or nothing can be there.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return GameFile(path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise InvalidOptions(f"save: {shown(str(path))}: {getattr(error, 'strerror', None) or error}") from None
    raise InvalidOptions(f"save: {path} exists already; give another name, or go on with `springtail play {path}`")


def default_path(state: State) -> Path:
    """Return a new name in the current folder, from the game and the time."""
    name = f"{state.game.id}-{datetime.now():%Y-%m-%d-%H%M%S}"
    numbers = (f"-{number}" if number else "" for number in count())
    return next(path for number in numbers if not (path := Path(f"{name}{number}.json")).exists())

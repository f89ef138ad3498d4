"""The set-up of Butterfly drawn tile by tile, row by row from the top left cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from springtail.engines.butterfly.components import shipped
from springtail.engines.dealing import Dealing, Draw

COPIES = {tile.code: tile.copies for tile in shipped().tiles}


class GameDealing(Dealing):
    """Tiles, on the board and from the bag; all see them."""

    names = tuple(COPIES)

    @property
    def size(self) -> int:
        """Cells on a side of the square."""
        return shipped().sizes[self.game.players]

    @property
    def most_draws(self) -> int:
        return self.size**2

    def draw_setup(self, drawn: Sequence[str]) -> Draw | None:
        if len(drawn) == self.size**2:
            return None
        gone = Counter(drawn)
        return Draw(None, {code: copies - gone[code] for code, copies in COPIES.items() if copies > gone[code]})

    def setup(self, drawn: Sequence[str]) -> dict[str, Any]:
        size = self.size
        return {"board": [list(drawn[row * size : (row + 1) * size]) for row in range(size)]}

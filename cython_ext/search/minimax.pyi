from typing import Self, final

from springtail.cython_ext.game import Game

@final
class Minimax:
    def __new__(
        cls, game: Game, *, memory_bytes: int, viewer: int, by_margin: bool, table_bytes: int | None = None
    ) -> Self: ...
    @property
    def arena_bytes(self) -> int: ...
    @property
    def nodes(self) -> int: ...

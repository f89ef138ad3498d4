from collections.abc import Sequence

from springtail.cython_ext.game import Game, State

class NimRules(Game):
    def place_piles(self, state: State, sizes: Sequence[int], mover: int) -> None: ...
    def piles(self, state: State) -> tuple[list[int], int]: ...

from collections.abc import Sequence

from springtail.cython_ext.game import Game, State

class DiceRaceRules(Game):
    def place_race(self, state: State, spaces: Sequence[int], worth: int, mover: int, rolling: bool) -> None: ...
    def race(self, state: State) -> tuple[list[int], int, int, bool]: ...

from collections.abc import Sequence

from typing_extensions import disjoint_base

from springtail.cython_ext.game import Game, State

@disjoint_base
class DiceRaceRules(Game):
    def place_race(self, state: State, spaces: Sequence[int], worth: int, mover: int, rolling: bool) -> None: ...
    def race(self, state: State) -> tuple[list[int], int, int, bool]: ...

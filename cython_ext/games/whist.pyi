from collections.abc import Sequence

from typing_extensions import disjoint_base

from springtail.cython_ext.game import Game, State

@disjoint_base
class WhistRules(Game):
    def place_table(
        self,
        state: State,
        hands: Sequence[int],
        played: int,
        trick: Sequence[int],
        leader: int,
        tricks: Sequence[int],
        voids: Sequence[int],
    ) -> None: ...
    def count_unseen_deals(self, state: State, seat: int) -> int: ...
    def table(self, state: State) -> tuple[bool, list[int], int, list[int], int, list[int], list[int]]: ...

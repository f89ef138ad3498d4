from collections.abc import Sequence

from springtail.cython_ext.game import Game, State

class ThreeCardPokerRules(Game):
    def place_table(self, state: State, cards: Sequence[int], bets: Sequence[int]) -> None: ...
    def table(self, state: State) -> tuple[list[int], list[int]]: ...

from collections.abc import Sequence
from typing import NamedTuple

from typing_extensions import disjoint_base

from springtail.cython_ext.game import Game, Observation, State

class RallyFields(NamedTuple):
    round: int
    leader: int
    progress: list[int]
    winds: list[int]
    hands: list[int]
    sizes: list[int]
    table: list[int]
    played: int
    voids: list[int]

@disjoint_base
class SpringRallyRules(Game):
    def lay_course(
        self,
        *,
        numbers: Sequence[int],
        hand_sizes: Sequence[int],
        dial: Sequence[int],
        lap: int,
        slides: Sequence[int],
    ) -> None: ...
    @property
    def all_cards(self) -> int: ...
    def place_start(self, state: State, leader: int) -> None: ...
    def place_rally(
        self,
        state: State,
        *,
        round: int,
        leader: int,
        progress: Sequence[int],
        winds: Sequence[int],
        hands: Sequence[int],
        table: Sequence[int],
        played: int,
        voids: Sequence[int],
    ) -> None: ...
    def deal(self, state: State, hands: Sequence[int]) -> None: ...
    def rally(self, state: State) -> RallyFields: ...
    def seen(self, observation: Observation) -> RallyFields: ...
    def world(self, observation: Observation, hands: Sequence[int]) -> State: ...
    def winning_place(self, table: Sequence[int]) -> int: ...

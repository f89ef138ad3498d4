from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from typing_extensions import disjoint_base

from springtail.cython_ext.game import Game, State

@disjoint_base
class SpringRules(Game):
    CARDS: ClassVar[int]
    FARTHEST: ClassVar[int]
    FARTHEST_IN_AREA: ClassVar[int]

    def read_deck(self) -> Mapping[str, int]: ...
    def score_rows(self, state: State, seat: int) -> tuple[int, int, int, int, int]: ...
    def place_scene(self, state: State, scene: dict[str, Any]) -> None: ...
    def scene(self, state: State) -> dict[str, Any]: ...
    def has_place(self, state: State, kind: int) -> bool: ...
    def place_deck(
        self, state: State, unseen: Sequence[int], returned: Sequence[int], drawn: int | None, tried: int
    ) -> None: ...
    def place_layout(
        self,
        state: State,
        cards: Sequence[tuple[int, int, int] | None],
        pots: Sequence[tuple[int, int, int]],
        fences: Sequence[tuple[int, int, int]],
    ) -> None: ...
    def place_area(
        self, state: State, seat: int, area: tuple[int, int, Sequence[Sequence[int | None]]] | None
    ) -> None: ...

def pattern_of(letters: str) -> int: ...
def most_actions(cards: int) -> int: ...

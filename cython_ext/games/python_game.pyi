from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from typing_extensions import disjoint_base

from springtail.cython_ext.game import Game

class _Rules(Protocol):
    """What the class of a PythonGame must have; its docstring names what it may have besides."""

    def current_player(self) -> int: ...
    def legal_actions(self) -> Iterable[int]: ...
    def apply_action(self, action: int, /) -> Any: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> Sequence[float]: ...
    def clone(self) -> _Rules: ...

@disjoint_base
class PythonGame(Game):
    def __init__(
        self,
        state_class: Callable[[], _Rules],
        *,
        players: int,
        actions: int,
        most_actions: int | None = None,
        longest_game: int = 500,
        repeats: bool | None = None,
        margin_scale: float = 1.0,
        limit: int = 100_000,
        id: str = "python",
    ) -> None: ...
    @property
    def state_class(self) -> Callable[[], _Rules]: ...
    @property
    def stored_states(self) -> int: ...
    def forget(self) -> None: ...

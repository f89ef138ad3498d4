from collections.abc import Collection
from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from springtail.cython_ext.game import State
from springtail.cython_ext.search.scale import Figures

class RootLine(NamedTuple):
    action: int
    figures: Figures
    is_exact: bool
    depth: int
    nodes: int
    line: list[int]

@disjoint_base
class AlphaBeta:
    def __new__(
        cls,
        root: State,
        *,
        memory_bytes: int,
        by_margin: bool,
        lines: int = 1,
        actions: Collection[int] | None = None,
        table_bytes: int | None = None,
    ) -> Self: ...
    @property
    def depth(self) -> int: ...
    @property
    def proven(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def memory_bytes(self) -> int: ...
    @property
    def full(self) -> bool: ...
    def place(self, root: State, lines: int = 1, actions: Collection[int] | None = None) -> None: ...
    def run(self, *, seconds: float, nodes: int, depth: int) -> None: ...
    def root_lines(self) -> list[RootLine]: ...
    def forget(self) -> None: ...

from collections.abc import Sequence

from numpy.random import SeedSequence

from springtail.cython_ext.game import Observation, State

def playouts(
    state: State, count: int, seed: int | Sequence[int] | SeedSequence | None = 0, *, generic: bool = False
) -> tuple[list[float], list[int], int | None]: ...
def redeals(seen: Observation, count: int, seed: int | Sequence[int] | SeedSequence | None = 0) -> None: ...

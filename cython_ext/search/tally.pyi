from typing import NamedTuple

class RootRow(NamedTuple):
    action: int
    visits: int
    tallied: int
    returns: list[float]
    returns_squared: list[float]
    margins: list[float]
    margins_squared: list[float]
    exact: tuple[list[float], list[float]] | None

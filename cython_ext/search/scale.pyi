from typing import Literal, NamedTuple

class Figures(NamedTuple):
    returns: list[float]
    margins: list[float]
    covers: Literal["both", "returns", "margins"]

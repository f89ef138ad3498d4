"""Butterfly in plain Python: slow, short, and written from the rules alone (rules/butterfly.md).

Tests hold the compiled game to it; benchmarks use it as a game written in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

CHANCE = -1
TERMINAL = -4

TILES = Counter(
    {f"{colour}{value}": 2 for colour in "RBGY" for value in range(1, 6)}
    | {f"{colour}X": 1 for colour in "RBGY"}
    | {f"{kind}{value}": 1 for kind in "DLC" for value in range(1, 10)}
    | {f"H{value}": 1 for value in range(10, 16)}
    | {f"W{value}": 1 for value in range(4, 8)}
    | {"FL": 13, "BE": 6}
)
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
SPARSE = {
    2: "b2 e2 b5 e5",
    3: "d4 b2 f2 b6 f6",
    4: "c3 f3 c6 f6 d1 h4 e8 a5",
    5: "e5 c3 g3 c7 g7 e1 a5 i5 e9",
}

Cell = tuple[int, int]


def name_of(cell: Cell) -> str:
    return "abcdefghi"[cell[1]] + str(cell[0] + 1)


def cell_of(name: str) -> Cell:
    return int(name[1]) - 1, "abcdefghi".index(name[0])


class Butterfly:
    """One position, with methods named as in OpenSpiel."""

    def __init__(self, board: Sequence[Sequence[str]], players: int = 2, nets: str | Iterable[str] = "sparse") -> None:
        self.players = players
        self.size = players + 4
        self.tiles = {(row, column): tile for row, line in enumerate(board) for column, tile in enumerate(line)}
        self.bag = TILES - Counter(self.tiles.values())
        patterns = {"none": [], "all": [name_of(cell) for cell in self.tiles], "sparse": SPARSE[players].split()}
        self.nets = {cell_of(name) for name in (patterns[nets] if isinstance(nets, str) else nets)}
        self.collections: list[Counter[str]] = [Counter() for _ in range(players)]
        self.discarded: list[str] = []
        self.hedgehog: Cell | None = None
        self.direction = ""
        self.seat = players - 1  # ruling 1
        self.destination: Cell | None = None  # of a move whose nets are being decided
        self.nets_left = 0
        self.drawing = False

    def clone(self) -> Butterfly:
        other = object.__new__(Butterfly)
        other.__dict__ = dict(self.__dict__)
        other.tiles = dict(self.tiles)
        other.bag = Counter(self.bag)
        other.collections = [Counter(held) for held in self.collections]
        other.discarded = list(self.discarded)
        return other

    def __deepcopy__(self, memo: object) -> Butterfly:
        return self.clone()

    def current_player(self) -> int:
        if self.drawing:
            return CHANCE
        return self.seat if self.legal_actions() else TERMINAL

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def legal_actions(self) -> list[str]:
        if self.drawing:
            return []
        if self.hedgehog is None:  # ruling 3
            return sorted(name_of(cell) + direction for cell in self.tiles for direction in STEPS)
        if self.destination is not None:
            return ["draw", "skip"]
        ways = [way for way in STEPS if way != BACK[self.direction]]  # rulings 4, 25
        return sorted(name_of(cell) for way in ways for cell in self.path(way) if cell in self.tiles)  # ruling 5

    def path(self, way: str) -> list[Cell]:
        """Return the cells from the hedgehog's next one to the border."""
        assert self.hedgehog is not None
        row, column = self.hedgehog
        cells = []
        while True:
            row, column = row + STEPS[way][0], column + STEPS[way][1]
            if not (0 <= row < self.size and 0 <= column < self.size):
                return cells
            cells.append((row, column))

    def way_to(self, cell: Cell) -> str:
        return next(way for way in STEPS if cell in self.path(way))

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        if not self.drawing:
            return []
        return [(tile, Fraction(count, self.bag.total())) for tile, count in sorted(self.bag.items()) if count]

    def apply_action(self, action: str) -> None:
        if self.drawing:
            self.drawing = False
            self.bag[action] -= 1
            self.collect(action)  # ruling 8
            self.pass_net()
        elif self.hedgehog is None:
            self.hedgehog, self.direction = cell_of(action[:2]), action[2]  # ruling 2: the tile stays
            self.seat = 0
        elif action == "draw":
            self.drawing = True
        elif action == "skip":
            self.pass_net()
        else:
            self.destination = cell_of(action)  # ruling 9
            path = self.path(self.way_to(self.destination))
            between = path[: path.index(self.destination)]  # ruling 6
            self.nets_left = sum(cell in self.nets and cell not in self.tiles for cell in between)
            self.land_unless_nets()

    def pass_net(self) -> None:
        self.nets_left -= 1
        self.land_unless_nets()

    def land_unless_nets(self) -> None:
        if self.nets_left and self.bag.total():  # rulings 7, 12
            return
        assert self.destination is not None
        self.direction = self.way_to(self.destination)  # ruling 23
        self.hedgehog = self.destination
        self.collect(self.tiles.pop(self.destination))  # ruling 10
        self.destination = None
        self.nets_left = 0
        self.seat = (self.seat + 1) % self.players

    def collect(self, tile: str) -> None:
        held = self.collections[self.seat]
        if tile[0] == "C":
            for before in [other for other in held if other[0] == "C"]:
                del held[before]
                self.discarded.append(before)  # ruling 14
        held[tile] += 1

    def scores(self) -> list[int]:
        return [score(held) for held in self.collections]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]  # ruling 19

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.players
        winners = self.winners()
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(self.players)]
        return [(self.players * share - 1) / (self.players - 1) for share in shares]


def score(held: Counter[str]) -> int:
    """Return the points of a collection."""

    def values(kind: str) -> list[int]:
        return [int(tile[1:]) for tile in held.elements() if tile[0] == kind and tile[1:].isdigit()]

    total = sum(sum(values(colour)) * (2 if held[colour + "X"] else 1) for colour in "RBGY")
    total += held["FL"] ** 2
    total += max(values("D"), default=0) + min(values("L"), default=0) + sum(values("C"))
    combs = sorted(values("H"), reverse=True)
    pairs = min(held["BE"], len(combs))
    total += sum(combs[:pairs]) - 3 * (held["BE"] - pairs)  # ruling 16
    return total - sum(values("W"))

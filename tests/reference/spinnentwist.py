"""Spinnentwist in plain Python: slow, short, and written from the rules alone (rules/spinnentwist.md).

Tests hold the compiled game to it; benchmarks use it as a game written in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from fractions import Fraction

CHANCE = -1
TERMINAL = -4
SPIDERS = 10

Web = dict[str, set[str]]
"""The neighbours of every crossing point."""


def make_web(spokes: int, rings: int, kind: str) -> Web:
    """Return a web of concentric rings or with one thread winding outward (section 2)."""
    pairs: list[tuple[str, str]] = []
    letters = "abcdefghijklmn"[:spokes]
    for at, spoke in enumerate(letters):
        pairs.append(("o", f"{spoke}1"))
        for ring in range(1, rings + 1):
            if ring < rings:
                pairs.append((f"{spoke}{ring}", f"{spoke}{ring + 1}"))
            if at + 1 < spokes:
                pairs.append((f"{spoke}{ring}", f"{letters[at + 1]}{ring}"))
            elif kind == "rings":
                pairs.append((f"{spoke}{ring}", f"a{ring}"))
            elif ring < rings:
                pairs.append((f"{spoke}{ring}", f"a{ring + 1}"))
    web: Web = {point: set() for pair in pairs for point in pair}
    for one, other in pairs:
        web[one].add(other)
        web[other].add(one)
    return web


SOMMERMORGEN = make_web(10, 5, "rings")
SPIRAL = make_web(10, 6, "spiral")


class Spinnentwist:
    """One position, with methods named as in OpenSpiel."""

    def __init__(self, web: Web = SOMMERMORGEN) -> None:
        self.web = web
        self.spokes = sorted({point[0] for point in web} - {"o"})
        rim = {spoke: max(int(point[1:]) for point in web if point[0] == spoke) for spoke in self.spokes}
        self.entry_fields = {f"{spoke}{ring}" for spoke, ring in rim.items()}
        self.colour: dict[str, int] = {}  # of the male on each taken point
        self.supply = [SPIDERS, SPIDERS]
        self.mated = [0, 0]
        self.eaten = [0, 0]
        self.female = "o"
        self.die = 0
        self.seat = 0
        self.tired: set[str] = set()  # where males stand that entered or moved this turn
        self.acted = self.entered = self.has_mated = False
        self.target: str | None = None  # of the female's walk, while it has to be decided
        self.rolling = False
        self.over = False
        self.turns = 0
        self.quiet = 0  # turns in succession without entry, mating or meal
        self.eventful = False

    def clone(self) -> Spinnentwist:
        other = copy(self)
        other.colour, other.tired = dict(self.colour), set(self.tired)
        other.supply, other.mated, other.eaten = list(self.supply), list(self.mated), list(self.eaten)
        return other

    def current_player(self) -> int:
        if self.over:
            return TERMINAL
        if self.rolling:
            return CHANCE
        return self.seat if self.target is None else 1 - self.seat  # the opponent moves the female

    def is_terminal(self) -> bool:
        return self.over

    def legal_actions(self) -> list[str]:
        if self.current_player() < 0:
            return []
        if self.target is not None:
            return sorted(f">{point}" for point in self.ends_of_walks())
        actions = [*self.entries(), *self.moves()]
        if self.acted:
            actions.append("end")
        return sorted(actions) or ["pass"]

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        return [(f"={face}", Fraction(1, 6)) for face in range(1, 7)] if self.current_player() == CHANCE else []

    def entries(self) -> Iterator[str]:
        if not self.entered and self.supply[self.seat]:
            for point in self.entry_fields:
                if point != self.female and point not in self.colour:  # ruling 12
                    yield f"+{point}"

    def moves(self) -> Iterator[str]:
        for point, colour in self.colour.items():
            if colour == self.seat and point not in self.tired:
                for target in self.web[point]:
                    if target not in self.colour and not (target == self.female and self.has_mated):  # rulings 14, 30
                        yield f"{point}-{target}"

    def ends_of_walks(self) -> set[str]:
        """Follow every shortest path, one by one (rulings 1 to 6)."""
        assert self.target is not None
        distance = distances(self.web, self.target)
        meals, stops = set(), set()

        def walk(point: str, steps: int) -> None:
            if point in self.colour:
                meals.add(point)
            elif steps == 0:
                stops.add(point)
            else:
                for onward in self.web[point]:
                    if distance[onward] < distance[point]:
                        walk(onward, steps - 1)

        walk(self.female, self.strength(self.target))
        return meals or stops

    def strength(self, point: str) -> int:
        """Count the males on the spoke of a point, one in the centre included (rulings 7 and 8)."""
        spokes = self.spokes if point == "o" else [point[0]]
        return max(sum(male[0] in (spoke, "o") for male in self.colour) for spoke in spokes)

    def apply_action(self, action: str) -> None:
        kind, rest = action[0], action[1:]
        if action in ("end", "pass"):
            self.end_turn()
        elif kind == "+":
            self.supply[self.seat] -= 1
            self.entered = self.eventful = True
            self.arrive(rest)
        elif kind == ">":
            self.move_female(rest)
        elif kind == "=":
            self.die = int(rest)
            self.rolling = False
        else:
            origin, target = action.split("-")
            del self.colour[origin]
            if target == self.female:
                self.mate()
            else:
                self.arrive(target)

    def arrive(self, point: str) -> None:
        self.colour[point] = self.seat
        self.tired.add(point)
        self.acted = True
        if self.die:
            self.die -= 1  # ruling 17
        else:
            self.target = point

    def mate(self) -> None:
        self.mated[self.seat] += 1
        self.acted = self.has_mated = self.eventful = True
        if self.die:
            self.die -= 1
        self.check_end()

    def move_female(self, point: str) -> None:
        self.female = point
        self.target = None
        if point in self.colour:
            self.eaten[self.colour.pop(point)] += 1
            self.tired.discard(point)
            self.eventful = True
            self.check_end()
            self.rolling = not self.over

    def check_end(self) -> None:
        """End the game when a player has a single spider left (ruling 23)."""
        self.over = any(self.supply[seat] + list(self.colour.values()).count(seat) == 1 for seat in (0, 1))

    def end_turn(self) -> None:
        self.turns += 1
        self.quiet = 0 if self.eventful else self.quiet + 1
        self.over = self.quiet == 60 or self.turns == 400  # ruling 24
        self.seat = 1 - self.seat
        self.tired = set()
        self.acted = self.entered = self.has_mated = self.eventful = False

    def scores(self) -> list[int]:
        return [2 * mated - eaten for mated, eaten in zip(self.mated, self.eaten, strict=True)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in (0, 1) if self.over and scores[seat] == max(scores)]

    def returns(self) -> list[float]:
        winners = self.winners()
        return [0.0, 0.0] if len(winners) != 1 else [1.0 if seat in winners else -1.0 for seat in (0, 1)]


def distances(web: Web, point: str) -> dict[str, int]:
    """Return the steps from every point to one of them, over the bare web (ruling 2)."""
    found = {point: 0}
    border: Iterable[str] = [point]
    while border:
        border = {near for far in border for near in web[far] if near not in found}
        found |= {near: 1 + min(found[other] for other in web[near] if other in found) for near in border}
    return found

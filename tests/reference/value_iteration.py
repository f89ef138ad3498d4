"""The exact value of a position of Spinnentwist, by value iteration over all positions that can come from it.

The counters of ruling 24 are taken out of the positions, so that there are finitely many, and put back as the number of
the sweep: with so many quiet turns behind, a position is worth what its successors are with one more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from reference.spinnentwist import CHANCE, Spinnentwist

QUIET_TURNS = 60
Key = tuple[Any, ...]


def key_of(position: Spinnentwist) -> Key:
    """Return all of a position but its counters."""
    return (
        frozenset(position.colour.items()), frozenset(position.tired), position.female, position.target, position.die,
        position.seat, position.acted, position.entered, position.has_mated, position.eventful, position.rolling,
        position.over, *position.supply, *position.mated, *position.eaten,
    )  # fmt: skip


class ValueIteration:
    """The values of positions of one web, and of all positions that can come from them; what is found is kept."""

    def __init__(self) -> None:
        self._behind: dict[Key, list[Key]] = {}
        self._movers: dict[Key, int] = {}
        self._margins: dict[Key, int] = {}
        self._values: dict[tuple[Key, int], Fraction] = {}

    def value(self, position: Spinnentwist) -> Fraction:
        """Return the margin of seat 0 under best play of both; the end by the 400th turn must be out of reach."""
        self._explore(position)
        return self._value(key_of(position), position.quiet)

    def _explore(self, position: Spinnentwist) -> None:
        found = [position]
        while found:
            at = found.pop().clone()
            at.quiet = at.turns = 0
            key = key_of(at)
            if key in self._behind:
                continue
            self._behind[key] = []
            self._movers[key] = at.current_player()
            self._margins[key] = at.scores()[0] - at.scores()[1]
            for action in [face for face, _ in at.chance_outcomes()] or at.legal_actions():
                after = at.clone()
                after.apply_action(action)
                self._behind[key].append(key_of(after))
                found.append(after)

    def _value(self, key: Key, quiet: int) -> Fraction:
        if (key, quiet) not in self._values:
            mover, others = self._movers[key], self._behind[key]
            values = [self._value(other, quiet_after(key, other, quiet)) for other in others if quiet < QUIET_TURNS]
            if not values:
                value = Fraction(self._margins[key])
            elif mover == CHANCE:
                value = sum(values, Fraction(0)) / len(values)
            else:
                value = max(values) if mover == 0 else min(values)
            self._values[key, quiet] = value
        return self._values[key, quiet]


def quiet_after(key: Key, other: Key, quiet: int) -> int:
    """Return the quiet turns behind after a ply: of an end of the turn, or of an event in it."""
    seat, eventful = 5, 9
    if other[eventful]:
        return 0
    return quiet + 1 if other[seat] != key[seat] and not key[eventful] else quiet

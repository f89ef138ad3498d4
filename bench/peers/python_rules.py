"""Games written in plain Python, for engines that let their users write one; here connect four.

An engine is handed the same object as every other, behind its own adapter. Actions are the ids of the compiled game.
"""

from __future__ import annotations

from typing import Protocol

import springtail as st

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1
"""Bits a column takes, the topmost always empty."""
BOTTOMS = tuple(1 << column * STRIDE for column in range(COLUMNS))
TOPS = tuple(bottom << ROWS - 1 for bottom in BOTTOMS)
FULL = sum(BOTTOMS) * ((1 << ROWS) - 1)


class Rules(Protocol):
    """A position that is played on in place."""

    def mover(self) -> int:
        """Return the seat that moves, CHANCE or TERMINAL."""

    def legal(self) -> list[int]:
        """Return the legal actions of a seat, ascending."""

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance event with their probabilities."""

    def play(self, action: int) -> None:
        """Play a legal action or an outcome."""

    def returns(self) -> list[float]:
        """Return the final return of each seat."""

    def clone(self) -> Rules:
        """Return an independent copy."""

    def __deepcopy__(self, memo: object) -> Rules:
        """Return an independent copy, faster than by attributes."""


def has_four(board: int) -> bool:
    """Return whether four stones are in line."""
    for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        pairs = board & board >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class ConnectFour:
    """Connect four as two integers: the stones of the seat to move and all stones."""

    __slots__ = ("mine", "seat", "stones", "winner")

    def __init__(self) -> None:
        self.mine = self.stones = self.seat = 0
        self.winner = -1

    def clone(self) -> ConnectFour:
        other = object.__new__(ConnectFour)
        other.mine, other.stones, other.seat, other.winner = self.mine, self.stones, self.seat, self.winner
        return other

    def __deepcopy__(self, memo: object) -> ConnectFour:
        return self.clone()

    def mover(self) -> int:
        return st.TERMINAL if self.winner >= 0 or self.stones == FULL else self.seat

    def legal(self) -> list[int]:
        stones = self.stones
        return [column for column, top in enumerate(TOPS) if not stones & top]

    def outcomes(self) -> list[tuple[int, float]]:
        return []

    def play(self, action: int) -> None:
        stones = self.stones | self.stones + BOTTOMS[action]
        if has_four(self.mine | stones ^ self.stones):
            self.winner = self.seat
        self.mine ^= self.stones
        self.stones = stones
        self.seat ^= 1

    def returns(self) -> list[float]:
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

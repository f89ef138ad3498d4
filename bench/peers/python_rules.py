"""Connect four in plain Python, for engines that let their users write a game; and what such a game has to offer.

An engine is handed the same class as every other, behind its own adapter. Names are OpenSpiel's, as in our PythonGame.
"""

from __future__ import annotations

from typing import Protocol

import springtail as st

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1
"""Bits that a column takes, the topmost always empty."""
BOTTOMS = tuple(1 << column * STRIDE for column in range(COLUMNS))
TOPS = tuple(bottom << ROWS - 1 for bottom in BOTTOMS)
FULL = sum(BOTTOMS) * ((1 << ROWS) - 1)
NOBODY = -1


class Rules(Protocol):
    """A position that is played on in place."""

    def current_player(self) -> int:
        """Return the seat that moves, CHANCE or TERMINAL."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of a seat, ascending."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance event with their probabilities."""

    def apply_action(self, action: int) -> None:
        """Play a legal action or an outcome."""

    def returns(self) -> list[float]:
        """Return the final return of each seat."""

    def clone(self) -> Rules:
        """Return an independent copy."""

    def __deepcopy__(self, memo: object) -> Rules:
        """Return the same, for OpenSpiel, which else copies attribute by attribute."""


def has_four(board: int) -> bool:
    """Return whether four stones are in line."""
    for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        pairs = board & board >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class ConnectFour:
    """Connect four as two integers: the stones of the seat to move and all stones."""

    __slots__ = ("mine", "over", "seat", "stones", "winner")

    def __init__(self) -> None:
        self.mine = self.stones = self.seat = 0
        self.over = False
        self.winner = NOBODY

    def clone(self) -> ConnectFour:
        other = object.__new__(ConnectFour)
        other.mine, other.stones, other.seat = self.mine, self.stones, self.seat
        other.over, other.winner = self.over, self.winner
        return other

    def __deepcopy__(self, memo: object) -> ConnectFour:
        return self.clone()

    def current_player(self) -> int:
        return st.TERMINAL if self.over else self.seat

    def is_terminal(self) -> bool:
        return self.over

    def legal_actions(self) -> list[int]:
        stones = self.stones
        return [column for column, top in enumerate(TOPS) if not stones & top]

    def apply_action(self, action: int) -> None:
        stones = self.stones | self.stones + BOTTOMS[action]
        if has_four(self.mine | stones ^ self.stones):
            self.over, self.winner = True, self.seat
        elif stones == FULL:
            self.over = True
        self.mine ^= self.stones
        self.stones = stones
        self.seat ^= 1

    def returns(self) -> list[float]:
        if self.winner == NOBODY:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

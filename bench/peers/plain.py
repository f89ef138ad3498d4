"""The plain games of tests/reference as other engines take a game written in Python.

What a search asks for again and again is remembered, and a copy is one call.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, Self

import springtail as st


class Plain(Protocol):
    """A game of tests/reference."""

    seat: int

    def current_player(self) -> int:
        """Return the seat that moves, CHANCE or TERMINAL."""

    def legal_actions(self) -> list[str]:
        """Return the legal actions of a seat, none at a chance event and at the end."""

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the outcomes of a chance event with their probabilities."""

    def apply_action(self, action: str) -> None:
        """Play a legal action or an outcome."""

    def returns(self) -> list[float]:
        """Return the final return of each seat."""

    def clone(self) -> Self:
        """Return an independent copy."""


class Rules:
    """A plain game with actions as ids and the legal ones remembered."""

    __slots__ = ("_ids", "_legal", "_mover", "_names", "_position")

    def __init__(self, position: Plain, game: st.Game) -> None:
        """Take the position and the compiled game, whose ids are used."""
        self._position = position
        self._names = [game.action_string(action) for action in range(game.info.actions)]
        self._ids = {name: action for action, name in enumerate(self._names)}
        self._look()

    def _look(self) -> None:
        legal = self._position.legal_actions()
        self._mover = self._position.current_player() if not legal else self._position.seat
        self._legal = sorted(self._ids[name] for name in legal)

    def clone(self) -> Rules:
        other = object.__new__(Rules)
        other._names, other._ids, other._mover, other._legal = self._names, self._ids, self._mover, self._legal
        other._position = self._position.clone()
        return other

    def current_player(self) -> int:
        return self._mover

    def is_terminal(self) -> bool:
        return self._mover == st.TERMINAL

    def legal_actions(self) -> list[int]:
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self._ids[name], float(chance)) for name, chance in self._position.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        self._position.apply_action(self._names[action])
        self._look()

    def returns(self) -> list[float]:
        return self._position.returns()

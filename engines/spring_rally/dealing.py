"""The deals of Spring Rally, card by card: first the hand of seat 0, then that of seat 1, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from springtail.cython_ext.game import State
from springtail.engines.dealing import CardDealing
from springtail.engines.spring_rally.game import SpringRally


class GameDealing(CardDealing):
    """One deal a round; each seat sees its own cards."""

    game: SpringRally

    def setup(self, drawn: Sequence[str]) -> dict[str, Any]:
        return {"leader": 0}

    def size(self, state: State) -> int:
        return self.game.HAND_SIZES[self.game.rally(state).round]

    def deck(self) -> Sequence[str]:
        return self.game.deck

    @property
    def most_draws(self) -> int:
        return self.game.players * sum(self.game.HAND_SIZES)

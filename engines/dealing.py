"""Chance events as single draws, each of which has few outcomes: a deal of cards is one draw a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from springtail.cython_ext.game import Game, State
from springtail.engines.parts import part


class Draw(NamedTuple):
    """What can be drawn next."""

    seat: int | None
    """The only seat that sees it; None where all do."""
    weights: Mapping[str, int]
    """Whole-number weights by outcome; probabilities are weights over their sum."""


class Dealing:
    """The chance events of a game; a game overrides what is its own.

    Those that can be listed are one draw, and a set-up has none. Drawn one after another, all outcomes are as likely as
    when they are drawn at once.

    >>> from springtail.engines import game
    >>> dealing = dealing_of(game("three_card_poker"))
    >>> state = game("three_card_poker").start()
    >>> dealing.draw(state, ())
    Draw(seat=0, weights={'J': 1, 'Q': 1, 'K': 1})
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def names(self) -> Sequence[str]:
        """All outcomes that a draw of this game can have, the same for the same options."""
        return [self.game.action_string(action) for action in range(self.game.info.actions)]

    @property
    def most_draws(self) -> int:
        """More draws than chance events that a game can have: those of its set-up and of deals, one less a deal."""
        return 0

    def draw_setup(self, drawn: Sequence[str]) -> Draw | None:
        """Return the next draw of the set-up; None when all is drawn."""
        return None

    def setup(self, drawn: Sequence[str]) -> dict[str, Any]:
        """Return the set-up that was drawn, as `game.start` takes it."""
        return {}

    def draw(self, state: State, drawn: Sequence[str]) -> Draw | None:
        """Return the next draw of the chance event that comes next; None when all is drawn."""
        return None if drawn else Draw(None, dict(state.chance_weights()))

    def outcome(self, state: State, drawn: Sequence[str]) -> str:
        """Return the outcome of the chance event that was drawn, as `apply_action` takes it."""
        return drawn[0]

    def holding(self, state: State, seat: int) -> list[str]:
        """Return what a seat holds of what it alone has seen drawn; asked where draws are hidden."""
        held: list[str] = state.to_dict()["state"]["hands"][seat]
        return held


class CardDealing(Dealing):
    """A deck of which each seat gets as many cards as the others, and sees its own."""

    def size(self, state: State) -> int:
        """Return the cards that each seat gets in the deal that comes next."""
        raise NotImplementedError

    def deck(self) -> Sequence[str]:
        """Return the cards in play, in the order of the notation."""
        raise NotImplementedError

    @property
    def names(self) -> Sequence[str]:
        return self.deck()

    def draw(self, state: State, drawn: Sequence[str]) -> Draw | None:
        seat = len(drawn) // self.size(state)
        return None if seat == self.game.players else Draw(seat, {card: 1 for card in self.deck() if card not in drawn})

    def outcome(self, state: State, drawn: Sequence[str]) -> str:
        size, place = self.size(state), self.deck().index
        hands = [sorted(drawn[size * seat :][:size], key=place) for seat in range(self.game.players)]
        return "deal " + "|".join(map(",".join, hands))


def dealing_of(game: Game) -> Dealing:
    """Return the chance events of a game, by draws."""
    made: Dealing = (part(game, "dealing", "GameDealing") or Dealing)(game)
    return made

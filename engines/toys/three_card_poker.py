"""Three-card poker: the decisions are `pass` and `bet`, a chance event deals one card, `J`, `Q` or `K`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from springtail.cython_ext.errors import InvalidPosition
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.games.three_card_poker import ThreeCardPokerRules
from springtail.cython_ext.info import Option
from springtail.engines.dealing import Dealing, Draw
from springtail.engines.fields import Fields

DECISIONS = ("pass", "bet")
CARDS = ("J", "Q", "K")
BETTINGS = ((), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1), (0, 1, 0), (0, 1, 1))
"""All courses that the betting can have had, 1 for a bet."""
SHOWDOWNS = (["pass", "pass"], ["bet", "bet"], ["pass", "bet", "bet"])
"""Those after which both cards are shown."""


class ThreeCardPoker(ThreeCardPokerRules):
    """Kuhn's poker: one card each out of three, an ante of one chip, one bet of one chip.

    The score is what was won from the other seat, so a margin is counted in chips. In equilibrium seat 0 loses 1/18
    chip a game (Kuhn 1950, "A simplified two-person poker").
    """

    id = "three_card_poker"
    title = "Three-card poker"
    OPTIONS = {"players": Option(2, (2,), "number of seats")}

    def name_action(self, action: int) -> str:
        return (*DECISIONS, *CARDS)[action]

    def find_action(self, text: str) -> int | None:
        names = (*DECISIONS, *CARDS)
        return names.index(text) if text in names else None

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read `cards`, those dealt to seats 0 and 1 so far, and `actions`, the decisions so far."""
        read = Fields(fields, ["cards", "actions"])
        cards = read.names("cards", CARDS, 2)
        actions = read.names("actions", DECISIONS, 3)
        read.check()
        bets = tuple(DECISIONS.index(action) for action in actions)
        if len(set(cards)) < len(cards):
            read.add(f"cards: there is only one {cards[0]}")
        if bets not in BETTINGS:
            read.add(f"actions: {', '.join(actions)} is no course that the betting can take")
        if actions and len(cards) < 2:
            read.add("actions: none before both cards are dealt")
        read.check()
        self.place_table(state, [CARDS.index(card) + 1 for card in cards], bets)

    def place_observation(self, state: State, seat: int, fields: Mapping[str, Any]) -> None:
        """Read the same with null for the card of the other seat, unless both are shown at the end."""
        cards, other = fields.get("cards"), 1 - seat
        if isinstance(cards, list) and other < len(cards) <= 2 and fields.get("actions") not in SHOWDOWNS:
            if cards[other] is not None:
                raise InvalidPosition(f"cards[{other}]: must be null, seat {seat} does not see it")
            any_card = next(card for card in CARDS if card not in cards)
            fields = {**fields, "cards": [any_card if at == other else card for at, card in enumerate(cards)]}
        self.place_position(state, fields)

    def position_fields(self, state: State) -> dict[str, object]:
        cards, bets = self.table(state)
        return {
            "cards": [CARDS[card - 1] if card else None for card in cards],
            "actions": [DECISIONS[bet] for bet in bets],
        }

    def count_worlds(self, seen: Observation) -> int:
        return len(list(self.list_worlds(seen)))

    def list_worlds(self, seen: Observation) -> Iterator[State]:
        fields = seen.to_dict()["state"]
        cards = fields["cards"]
        if None not in cards:
            yield seen.sample(0)
            return
        for hidden in CARDS:
            if hidden not in cards:
                yield self.position({"state": fields | {"cards": [card or hidden for card in cards]}})

    def draw(self, state: State, seat: int | None = None) -> str:
        cards, bets = self.table(state)
        hands = [CARDS[card - 1] if card else "?" for card in cards]
        return f"cards {' '.join(hands) or '-'}, {' '.join(DECISIONS[bet] for bet in bets) or 'no action yet'}"


class GameDealing(Dealing):
    """One card for seat 0, then one for seat 1; each sees its own."""

    names = CARDS

    def draw(self, state: State, drawn: Sequence[str]) -> Draw | None:
        found = super().draw(state, drawn)
        return None if found is None else Draw(len(state.to_dict()["state"]["cards"]), found.weights)

    def holding(self, state: State, seat: int) -> list[str]:
        cards: list[str] = state.to_dict()["state"]["cards"]
        return cards[seat : seat + 1]


OPENSPIEL_NAME = "kuhn_poker"
"""The same game in OpenSpiel."""


def from_openspiel(player: int, action: int) -> int:
    """Return the id of an action or outcome of OpenSpiel's game: 0 to 2 are cards or, for a seat, pass and bet."""
    return action if player >= 0 else len(DECISIONS) + action


GAME = ThreeCardPoker

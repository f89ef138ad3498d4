"""Cards and deals in notation. A set of cards is an integer with the cards, that is their action ids, as bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from springtail.cython_ext.errors import IllegalAction, shown

SUITS = "BGR"
"""Blue, green, red."""
SUIT_BITS = 16
"""Action ids from one suit to the next."""
ACTIONS = [f"{suit}{number}" for suit in SUITS for number in range(1, SUIT_BITS + 1)][:-1]
"""By action id: the cards, and where a sixteenth card would be, the two other decisions."""
ACTIONS[15], ACTIONS[31] = "keep", "release"
IDS = {action: at for at, action in enumerate(ACTIONS)}


def deck_of(numbers: Iterable[int]) -> list[str]:
    """Return the cards in play, by suit and then number, given the numbers of each suit."""
    numbers = list(numbers)
    return [f"{suit}{number}" for suit in SUITS for number in numbers]


def cards_in(cards: int) -> list[str]:
    """Return the cards of a set, by suit and then number."""
    return [ACTIONS[at] for at in range(cards.bit_length()) if cards >> at & 1]


def set_of(cards: Iterable[str]) -> int:
    """Return the set of these cards, all different."""
    return sum(1 << IDS[card] for card in cards)


def suits_in(suits: int) -> list[str]:
    """Return the suits whose bits are set, bit 0 for the first."""
    return [suit for at, suit in enumerate(SUITS) if suits >> at & 1]


def write_deal(hands: Iterable[int]) -> str:
    """Return a deal in notation."""
    return "deal " + "|".join(",".join(cards_in(hand)) for hand in hands)


def read_deal(text: str, deck: Sequence[str], seats: int, size: int) -> list[int]:
    """Return the hand of each seat.

    Raises:
        IllegalAction: with all reasons.
    """
    if not text.startswith("deal "):
        raise IllegalAction(f"action {shown(text)}: must be `deal ` and the hands of seats 0 to {seats - 1}")
    hands = [hand.split(",") for hand in text.removeprefix("deal ").split("|")]
    dealt = Counter(card for hand in hands for card in hand)
    wrong = [f"{shown(card)} is not in the deck" for card in dealt if card not in deck]
    wrong += [f"{shown(card)} is dealt {count} times" for card, count in dealt.items() if count > 1]
    if len(hands) != seats:
        wrong.append(f"{len(hands)} hands are dealt, must be {seats}")
    wrong += [f"seat {s} gets {len(hand)} cards, must be {size}" for s, hand in enumerate(hands) if len(hand) != size]
    if not wrong:
        found = [set_of(hand) for hand in hands]
        wrong = [
            f"the hand of seat {s} must be written {','.join(cards_in(cards))}"
            for s, (hand, cards) in enumerate(zip(hands, found, strict=True))
            if hand != cards_in(cards)
        ]
    if wrong:
        raise IllegalAction(f"action {shown(text)}: {'; '.join(wrong)}")
    return found

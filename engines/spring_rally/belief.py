"""What a seat can know of the hands it does not see: exact counts, samples, probabilities."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal, NamedTuple

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Observation, Random, State, seed_words
from springtail.cython_ext.games.spring_rally import SpringRallyRules
from springtail.engines.spring_rally.cards import IDS, SUIT_BITS, SUITS, cards_in

ENUMERATED = 10_000
"""Most deals that weighted samples are drawn from exactly."""
POOL = 20
"""Beyond that, uniform samples that each weighted one is drawn from."""


class Hand(NamedTuple):
    """A hand that is not seen."""

    size: int
    lacks: int
    """The suits that it cannot hold, as bits."""


def count_deals(unseen: Sequence[int], hands: Sequence[Hand]) -> int:
    """Return in how many ways hands can be dealt, exactly.

    Args:
        unseen: cards of each suit; what the hands leave over stays undealt.
        hands: whoever is dealt to. A hand that lacks a suit takes every possible number of each other suit; once all
            those have their cards, each of the rest may take any.

    >>> count_deals([2, 2, 0], [Hand(1, lacks=1), Hand(2, lacks=0)])
    6
    """
    left = sum(unseen)
    if sum(hand.size for hand in hands) > left:
        return 0
    bound = next((at for at, hand in enumerate(hands) if hand.lacks), None)
    if bound is None:
        deals = 1
        for hand in hands:
            deals *= math.comb(left, hand.size)
            left -= hand.size
        return deals
    others = [*hands[:bound], *hands[bound + 1 :]]
    return sum(
        math.prod(map(math.comb, unseen, taken)) * count_deals(list(map(int.__sub__, unseen, taken)), others)
        for taken in _shares(hands[bound], unseen)
    )


def _shares(hand: Hand, unseen: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of cards of each suit that a hand can have."""
    most = [0 if hand.lacks >> suit & 1 else min(hand.size, count) for suit, count in enumerate(unseen)]
    for blue in range(most[0] + 1):
        for green in range(most[1] + 1):
            if 0 <= hand.size - blue - green <= most[2]:
                yield blue, green, hand.size - blue - green


class Belief:
    """The deals that agree with what a seat knows, all of them equally likely.

    A deal agrees when it has the seat's own hand, gives no card twice, none that was played, every hand its size, and
    no seat a suit that it did not follow in this round (rules/spring_rally.md, rulings 30 and 31).

    >>> from springtail.engines import game
    >>> state = game("spring_rally", players=3).start()
    >>> state.apply_action("deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6")
    >>> belief = Belief(state.observation(0))
    >>> belief.count == math.comb(22, 5) * math.comb(17, 5)
    True
    >>> belief.marginal("R10", 1)
    Fraction(5, 22)
    """

    def __init__(self, observation: Observation) -> None:
        """Take what the seat knows of a position of Spring Rally.

        Raises:
            Unsupported: when it is a position of another game.
        """
        game = observation.game
        if not isinstance(game, SpringRallyRules):
            raise Unsupported(f"belief: this is one of Spring Rally, not of {game.id}")
        seen = game.seen(observation)
        self._game = game
        self._observation = observation
        self._own = seen.hands[observation.seat]
        self._others = [seat for seat in range(game.players) if seat != observation.seat]
        self._hands = [Hand(seen.sizes[seat], seen.voids[seat]) for seat in self._others]
        self._unseen = [IDS[card] for card in cards_in(game.all_cards & ~(self._own | seen.played))]

    @property
    def count(self) -> int:
        """How many deals agree, exactly."""
        return count_deals(by_suit(self._unseen), self._hands)

    def sample(self, n: int, seed: int | None = None, *, weight: Callable[[State], float] | None = None) -> list[State]:
        """Return `n` states drawn with replacement, every deal that agrees equally likely.

        Args:
            n: how many.
            seed: the same seed, the same states; None for a fresh one.
            weight: makes a deal as likely as its own weight says, a number from 0 on. Up to 10,000 deals are all
                weighed, and the draws have exactly these odds. Of more, 20 uniform samples a draw, and at least 2,000,
                are weighed and drawn from (sampling-importance resampling, Rubin 1987), which only tends to the odds.

        Raises:
            InvalidOptions: when an argument is wrong, or no deal weighed has a weight above 0.
        """
        if type(n) is not int or n < 0:
            raise InvalidOptions(f"n: must be a whole number from 0 on, not {shown(n)}")
        uniform = Random(seed)
        if weight is None:
            return [self._observation.sample(uniform) for _ in range(n)]
        worlds = list(self.deals()) if self.count <= ENUMERATED else self.sample(max(2000, POOL * n), seed)
        weights = [weight(world) for world in worlds]
        for value in weights:
            if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise InvalidOptions(f"weight: must give finite numbers from 0 on, not {shown(value)}")
        if not 0 < sum(weights) < math.inf:
            raise InvalidOptions("weight: the weights of all deals must add up to a number above 0")
        drawn = random.Random(seed_words(seed, 2)[1]).choices(worlds, weights, k=n)
        return [world.clone() for world in drawn]

    def marginal(self, card: str, seat: int | Literal["undealt"]) -> Fraction:
        """Return the exact probability that a seat holds a card, or that the card is not dealt in this round.

        A card that was played is nowhere any more.

        Raises:
            IllegalAction: when there is no such card or seat.
        """
        deck = cards_in(self._game.all_cards)
        if card not in deck:
            raise IllegalAction(f"card {shown(card)}: must be one of {', '.join(deck)}")
        if seat != "undealt" and (type(seat) is not int or not 0 <= seat < self._game.players):
            raise IllegalAction(f"seat {shown(seat)}: must be from 0 to {self._game.players - 1}, or 'undealt'")
        if IDS[card] not in self._unseen:
            return Fraction(seat == self._observation.seat and self._own >> IDS[card] & 1)
        hands = list(self._hands)
        if seat == self._observation.seat:
            return Fraction(0)
        if seat != "undealt":
            at = self._others.index(seat)
            if hands[at].size == 0 or hands[at].lacks >> SUITS.index(card[0]) & 1:
                return Fraction(0)
            hands[at] = hands[at]._replace(size=hands[at].size - 1)
        others = [other for other in self._unseen if other != IDS[card]]
        return Fraction(count_deals(by_suit(others), hands), self.count)

    def deals(self) -> Iterator[State]:
        """Yield a state for each deal that agrees, one after the other, in a fixed order."""
        for hands in _dealt(self._unseen, self._hands):
            held = dict(zip(self._others, hands, strict=True)) | {self._observation.seat: self._own}
            yield self._game.world(self._observation, [held[seat] for seat in range(self._game.players)])

    def __repr__(self) -> str:
        return f"<Belief of seat {self._observation.seat}: {self.count} deals>"


def _dealt(unseen: list[int], hands: list[Hand]) -> Iterator[list[int]]:
    """Yield each deal of these cards: the set of cards of each hand."""
    if not hands:
        yield []
        return
    allowed = [card for card in unseen if not hands[0].lacks >> card // SUIT_BITS & 1]
    for cards in combinations(allowed, hands[0].size):
        left = [card for card in unseen if card not in cards]
        if count_deals(by_suit(left), hands[1:]):
            for others in _dealt(left, hands[1:]):
                yield [sum(1 << card for card in cards), *others]


def by_suit(cards: Iterable[int]) -> list[int]:
    """Return how many cards of each suit there are."""
    suits = [card // SUIT_BITS for card in cards]
    return [suits.count(suit) for suit in range(len(SUITS))]

"""Whist: an action is a card, suit C, D, H or S and rank 2 to 10, J, Q, K, A; a deal is `deal ` and the four hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from springtail.cython_ext.errors import IllegalAction, InvalidPosition, shown
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.games.whist import WhistRules
from springtail.cython_ext.info import Option
from springtail.engines.dealing import CardDealing
from springtail.engines.fields import Fields

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
"""By action; a set of cards is an integer with these as bits."""
NUMBERS = {card: number for number, card in enumerate(CARDS)}


def cards_in(pile: int) -> list[str]:
    """Return the cards of a set, by suit and then rank."""
    return [card for card, number in NUMBERS.items() if pile >> number & 1]


def pile_of(cards: list[str]) -> int:
    """Return the set of these cards, all different."""
    return sum(1 << NUMBERS[card] for card in cards)


class Whist(WhistRules):
    """Four seats, partners opposite, no trumps; the side with more tricks wins."""

    id = "whist"
    title = "Whist without trumps"
    OPTIONS = {
        "players": Option(4, (4,), "number of seats"),
        "cards": Option(13, tuple(range(1, 14)), "cards a hand; a smaller deck keeps the highest ranks"),
    }

    def name_action(self, action: int) -> str:
        return CARDS[action]

    def find_action(self, text: str) -> int | None:
        return NUMBERS.get(text)

    def deck(self) -> list[str]:
        """Return the cards in play, by suit and then rank."""
        return [card for card in CARDS if card[1:] in RANKS[13 - self.options["cards"] :]]

    def name_deal(self, before: State, after: State) -> str:
        return "deal " + "|".join(",".join(cards_in(hand)) for hand in self.table(after)[1])

    def apply_deal(self, state: State, text: str) -> None:
        """Deal `deal ` and the hands of seats 0 to 3 between `|`, the cards between `,` by suit and then rank."""
        hands = [hand.split(",") for hand in text.removeprefix("deal ").split("|")] if isinstance(text, str) else []
        fair = [len(hand) for hand in hands] == [self.options["cards"]] * 4
        if not fair or sorted(sum(hands, [])) != sorted(self.deck()):
            raise IllegalAction(f"action {shown(text)}: must deal {self.options['cards']} cards to each of four seats")
        piles = [pile_of(hand) for hand in hands]
        if text != "deal " + "|".join(",".join(cards_in(pile)) for pile in piles):
            raise IllegalAction(f"action {shown(text)}: `deal ` and four hands, each by suit and then rank")
        self.place_table(state, piles, 0, [], 0, [0, 0], [0, 0, 0, 0])

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read what `position_fields` writes.

        `hands` by seat, `played` the cards of finished tricks, `trick` the current one from its `leader` on, `tricks`
        taken by seats 0 and 2 and by seats 1 and 3, `voids` the suits that each seat failed to follow. Before the
        deal all lists are empty.
        """
        self._place(state, fields, None)

    def place_observation(self, state: State, seat: int, fields: Mapping[str, Any]) -> None:
        """Read the same with null for the hands of the other seats."""
        self._place(state, fields, seat)
        if not state.is_chance_node() and not self.count_unseen_deals(state, seat):
            raise InvalidPosition("voids: the cards that are not seen cannot lie so that all of them hold")

    def _place(self, state: State, fields: Mapping[str, Any], seen_by: int | None) -> None:
        size, deck = self.options["cards"], self.deck()
        read = Fields(fields, FIELDS)
        hands = read.lists("hands", 4, deck, size, only=seen_by)
        played = read.names("played", deck, len(deck))
        trick = read.names("trick", deck, 3)
        leader = read.integer("leader", 0, 3)
        tricks = read.integers("tricks", [size, size])
        voids = read.lists("voids", 4, SUITS, 4)
        read.check()
        if not any(hands) and not played and not trick:
            if leader or any(tricks) or any(voids):
                read.add("hands: empty as before the deal, when `leader` is 0 and `tricks` and `voids` are empty too")
            read.check()
            return
        seats = range(4) if seen_by is None else [seen_by]
        lying = Counter([*sum(hands, []), *played, *trick])
        for card in deck:
            if lying[card] > 1 or (lying[card] == 0 and seen_by is None):
                read.add(f"hands: {card} is {'there twice' if lying[card] else 'missing'}")
        if len(played) != 4 * sum(tricks):
            read.add(f"played: {len(played)} cards, but {sum(tricks)} finished tricks are {4 * sum(tricks)}")
        for seat in seats:
            due = size - sum(tricks) - ((seat - leader) % 4 < len(trick))
            if len(hands[seat]) != due:
                read.add(f"hands[{seat}]: {len(hands[seat])} cards, must be {due} after {sum(tricks)} tricks")
        self._check_voids(read, hands, trick, leader, voids, begun=bool(played))
        read.check()
        self.place_table(
            state,
            [pile_of(hand) for hand in hands],
            pile_of([*played, *trick]),
            [NUMBERS[card] for card in trick],
            leader,
            tricks,
            [sum(1 << SUITS.index(suit) for suit in set(void)) for void in voids],
        )

    def _check_voids(
        self, read: Fields, hands: list[list[str]], trick: list[str], leader: int, voids: list[list[str]], begun: bool
    ) -> None:
        """Check that voids are in no hand, that those in the current trick are noted, and that all could be shown."""
        shown_now = {}
        for place, card in enumerate(trick):
            if card[0] != trick[0][0]:
                shown_now[(leader + place) % 4] = card
        for seat, void in enumerate(voids):
            for suit in void:
                if any(card[0] == suit for card in hands[seat]):
                    read.add(f"voids[{seat}]: the hand has cards of {suit}")
                if not begun and not (seat in shown_now and suit == trick[0][0]):
                    read.add(f"voids[{seat}]: the seat had no occasion yet to fail to follow {suit}")
            if seat in shown_now and trick[0][0] not in void:
                read.add(f"voids[{seat}]: {shown_now[seat]} did not follow {trick[0][0]}")

    def position_fields(self, state: State) -> dict[str, Any]:
        _, hands, played, trick, leader, tricks, voids = self.table(state)
        return {
            "hands": [cards_in(hand) for hand in hands],
            "played": cards_in(played & ~sum(1 << card for card in trick)),
            "trick": [CARDS[card] for card in trick],
            "leader": leader,
            "tricks": tricks,
            "voids": [[suit for at, suit in enumerate(SUITS) if void >> at & 1] for void in voids],
        }

    def observation_fields(self, state: State, seat: int) -> dict[str, Any]:
        fields = self.position_fields(state)
        return fields | {"hands": [hand if at == seat else None for at, hand in enumerate(fields["hands"])]}

    def count_worlds(self, seen: Observation) -> int:
        world = seen.sample(0)
        return 1 if world.is_chance_node() else self.count_unseen_deals(world, seen.seat)

    def list_worlds(self, seen: Observation) -> Iterator[State]:
        fields = seen.to_dict()["state"]
        sizes = [len(hand) for hand in self.position_fields(seen.sample(0))["hands"]]
        lying = {*fields["hands"][seen.seat], *fields["played"], *fields["trick"]}
        unseen = [card for card in self.deck() if card not in lying and any(sizes)]
        others = [seat for seat in range(4) if seat != seen.seat]
        for hands in _deals(unseen, [(sizes[seat], fields["voids"][seat]) for seat in others]):
            hands.insert(seen.seat, fields["hands"][seen.seat])
            yield self.position({"state": fields | {"hands": hands}})

    def draw(self, state: State, seat: int | None = None) -> str:
        dealt, hands, _, trick, leader, tricks, _ = self.table(state)
        rows = [f"tricks {tricks[0]} to {tricks[1]}"]
        for at, hand in enumerate(hands):
            place = (at - leader) % 4
            card = CARDS[trick[place]] if place < len(trick) else ""
            left = self.options["cards"] - sum(tricks) - (place < len(trick))
            text = " ".join(cards_in(hand) if seat in (None, at) else "?" * left * dealt)
            rows.append(f"{'>' if at == state.current_player() else ' '} seat {at} {card:3}  {text}".rstrip())
        return "\n".join(rows)


def _deals(cards: list[str], seats: list[tuple[int, list[str]]]) -> Iterator[list[list[str]]]:
    """Yield all ways to deal cards to seats that take so many and have these voids."""
    if not seats:
        yield []
        return
    (size, void), *others = seats
    for hand in combinations([card for card in cards if card[0] not in void], size):
        for hands in _deals([card for card in cards if card not in hand], others):
            yield [list(hand), *hands]


FIELDS = ("hands", "played", "trick", "leader", "tricks", "voids")


class GameDealing(CardDealing):
    """One deal; each seat sees its own cards."""

    game: Whist

    def size(self, state: State) -> int:
        cards: int = self.game.options["cards"]
        return cards

    def deck(self) -> list[str]:
        return self.game.deck()

    @property
    def most_draws(self) -> int:
        return len(self.deck())


GAME = Whist

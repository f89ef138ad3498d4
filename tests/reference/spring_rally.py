"""Spring Rally in plain Python: slow, and as near to the rulebook as code can be.

The compiled game is tested against this one, and other programs' searches can be given it as a Python game.
An action is an integer: a card is 16 * suit + number - 1, suits in the order B, G, R; KEEP and RELEASE are two of
the numbers that no card has.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

CHANCE = -1
TERMINAL = -4
KEEP = 15
RELEASE = 31
SUITS = "BGR"
DIAL = [0, 1, 3, 6, 10, 15, 16, 8, 4, 0]
HAND_SIZES = [5, 7, 9]
NUMBERS = {3: range(2, 11), 4: range(2, 14), 5: range(1, 16)}
TRACKS = {
    "beach": (34, [(6, 9), (24, 27)], [(15, 18)]),
    "volcano": (34, [(15, 18)], [(6, 9), (24, 27)]),
}


def card_of(name: str) -> int:
    return 16 * SUITS.index(name[0]) + int(name[1:]) - 1


def name_of(action: int) -> str:
    if action in (KEEP, RELEASE):
        return "keep" if action == KEEP else "release"
    return f"{SUITS[action // 16]}{action % 16 + 1}"


def suit_of(card: int) -> int:
    return card // 16


def number_of(card: int) -> int:
    return card % 16 + 1


class SpringRally:
    """A game in progress. `track` is (spaces a lap, uphill stretches, downhill stretches)."""

    def __init__(
        self,
        players: int = 4,
        track: tuple[int, Sequence[tuple[int, int]], Sequence[tuple[int, int]]] = TRACKS["beach"],
        leader: int = 0,
    ) -> None:
        self.players = players
        self.lap, self.uphill, self.downhill = track
        self.deck = [16 * suit + number - 1 for suit in range(3) for number in NUMBERS[players]]
        self.round = 0
        self.progress = [0] * players
        self.leader = leader
        self.over = False
        self.begin_round()

    def begin_round(self) -> None:
        self.phase = "deal"
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.played: list[int] = []
        self.table: list[int] = []
        self.voids: list[set[int]] = [set() for _ in range(self.players)]
        self.winds = [0] * self.players

    def clone(self) -> SpringRally:
        other = SpringRally.__new__(SpringRally)
        other.__dict__ = dict(self.__dict__)
        other.progress = list(self.progress)
        other.hands = [list(hand) for hand in self.hands]
        other.played = list(self.played)
        other.table = list(self.table)
        other.voids = [set(suits) for suits in self.voids]
        other.winds = list(self.winds)
        return other

    def seat_at(self, place: int) -> int:
        """The seat that plays the card number `place` of this trick, from 0 on."""
        return (self.leader + place) % self.players

    def current_player(self) -> int:
        if self.over:
            return TERMINAL
        if self.phase == "deal":
            return CHANCE
        return self.trick_winner() if self.phase == "release" else self.seat_at(len(self.table))

    def is_terminal(self) -> bool:
        return self.over

    def legal_actions(self) -> list[int]:
        if self.current_player() < 0:
            return []
        if self.phase == "release":
            return [KEEP, RELEASE]
        hand = self.hands[self.current_player()]
        following = [card for card in hand if self.table and suit_of(card) == suit_of(self.table[0])]
        return sorted(following or hand)

    def deal(self, hands: Sequence[Sequence[int]]) -> None:
        """The chance event at the beginning of a round."""
        self.hands = [list(hand) for hand in hands]
        self.phase = "card"

    def random_deal(self, rng: random.Random) -> list[list[int]]:
        size = HAND_SIZES[self.round]
        cards = rng.sample(self.deck, size * self.players)
        return [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(self.players)]

    def apply_action(self, action: int) -> None:
        if self.phase == "release":
            self.finish_trick(released=action == RELEASE)
            return
        seat = self.current_player()
        self.hands[seat].remove(action)
        self.table.append(action)
        if suit_of(action) != suit_of(self.table[0]):
            self.voids[seat].add(suit_of(self.table[0]))
        if len(self.table) == self.players:
            if self.winds[self.trick_winner()] == 0:
                self.finish_trick(released=False)
            else:
                self.phase = "release"

    def trick_winner(self) -> int:
        """The highest card of the suit that appeared last as a new one."""
        suits = []
        for card in self.table:
            if suit_of(card) not in suits:
                suits.append(suit_of(card))
        return self.seat_at(self.table.index(max(card for card in self.table if suit_of(card) == suits[-1])))

    def finish_trick(self, released: bool) -> None:
        winner = self.trick_winner()
        spaces = min(number_of(card) for card in self.table)
        if released:
            spaces += self.take_spring(winner)
        self.move(winner, spaces)
        if self.over:
            return
        for seat in range(self.players):
            if seat != winner:
                self.winds[seat] += 1
        self.played += self.table
        self.table = []
        self.leader = winner
        self.phase = "card"
        if not any(self.hands):
            self.finish_round(winner)

    def take_spring(self, seat: int) -> int:
        spaces = DIAL[self.winds[seat]]
        self.winds[seat] = 0
        return spaces

    def finish_round(self, winner: int) -> None:
        """Final releases from last to first; of cars that tie, the nearest clockwise after the winner is last."""
        last_to_first = sorted(
            range(self.players), key=lambda seat: (self.progress[seat], (seat - winner - 1) % self.players)
        )
        for seat in last_to_first:
            self.move(seat, self.take_spring(seat))
            if self.over:
                self.leader = seat
                return
        self.leader = max(
            range(self.players), key=lambda seat: (self.progress[seat], (seat - winner - 1) % self.players)
        )
        if self.round == 2:
            self.over = True
            self.hands = [[] for _ in range(self.players)]
        else:
            self.round += 1
            self.begin_round()

    def is_occupied(self, progress: int, mover: int) -> bool:
        """Whether another car stands on the space there; cars that never left the start do not count."""
        return any(
            seat != mover and self.progress[seat] > 0 and self.progress[seat] % self.lap == progress % self.lap
            for seat in range(self.players)
        )

    def move(self, seat: int, spaces: int) -> None:
        if spaces == 0:
            return
        at = self.progress[seat]
        while spaces:
            at += 1
            if at == 2 * self.lap:
                return self.cross(seat)
            if not self.is_occupied(at, seat):
                spaces -= 1
        for first, last in self.downhill:
            if first <= at % self.lap <= last:
                at += last + 1 - at % self.lap
                while at < 2 * self.lap and self.is_occupied(at, seat):
                    at += 1
                if at >= 2 * self.lap:
                    return self.cross(seat)
                self.progress[seat] = at
                return
        for first, last in self.uphill:
            if first <= at % self.lap <= last:
                at -= at % self.lap - (first - 1)
                while at > 0 and self.is_occupied(at, seat):
                    at -= 1
                self.progress[seat] = at
                return
        self.progress[seat] = at

    def cross(self, seat: int) -> None:
        self.progress[seat] = 2 * self.lap
        self.over = True

    def scores(self) -> list[int]:
        return list(self.progress)

    def winners(self) -> list[int]:
        return [seat for seat in range(self.players) if self.progress[seat] == max(self.progress)]

    def returns(self) -> list[float]:
        if not self.over:
            return [0.0] * self.players
        winners = self.winners()
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(self.players)]
        return [(self.players * share - 1) / (self.players - 1) for share in shares]

    def hidden_cards(self, seat: int) -> list[int]:
        """The cards that `seat` has not seen: in other hands or not dealt."""
        seen = {*self.hands[seat], *self.played, *self.table}
        return [card for card in self.deck if card not in seen]

    def resample(self, seat: int, rng: random.Random) -> SpringRally:
        """Another world that `seat` cannot tell from this one, all of them equally likely: shuffled until it fits."""
        other = self.clone()
        if self.phase == "deal":
            return other
        cards = self.hidden_cards(seat)
        others = [other_seat for other_seat in range(self.players) if other_seat != seat]
        while True:
            rng.shuffle(cards)
            start = 0
            for other_seat in others:
                hand = cards[start : start + len(self.hands[other_seat])]
                if any(suit_of(card) in self.voids[other_seat] for card in hand):
                    break
                other.hands[other_seat] = hand
                start += len(hand)
            else:
                return other

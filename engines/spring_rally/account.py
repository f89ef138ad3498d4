"""What a document says of a rally, and whether it can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from springtail.engines.spring_rally.belief import Hand, by_suit, count_deals
from springtail.engines.spring_rally.cards import IDS, SUITS, set_of

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.engines.spring_rally.game import SpringRally

LAST_ROUND = 2


@dataclass
class Account:
    """The fields of a document, each right by itself; together they may contradict each other."""

    game: SpringRally
    round: int
    """From 0 on."""
    leader: int
    progress: list[int]
    winds: list[int]
    table: list[str]
    hands: dict[int, list[str]]
    """By seat; those that are seen."""
    played: list[str]
    """The cards of the finished tricks of this round."""
    voids: list[set[str]]
    """By seat; what the table and the tricks show may be left out."""
    tricks: list[list[str]] | None = None
    """The finished tricks of this round in order, where they are told."""
    hand_sizes: list[int] | None = None

    def __post_init__(self) -> None:
        self.seats = self.game.players
        self.hand_size = self.game.HAND_SIZES[self.round]
        self.finished = len(self.played) // self.seats
        self.is_dealt = bool(self.table or self.played or any(self.hands.values()))
        self.at_finish = [seat for seat, spaces in enumerate(self.progress) if spaces == self.game.finish]
        ended = self.round == LAST_ROUND and self.finished == self.hand_size and not self.table
        self.is_over = ended or bool(self.at_finish)

    @cached_property
    def led(self) -> list[tuple[int, list[str]]]:
        """The leader and the cards of each trick told, the one on the table last.

        The winner of a trick leads the next, so the leaders follow from the last one. Once the game is over with an
        empty table, `leader` is the car in the lead, and nothing follows.
        """
        leader = self.leader
        led = [(leader, self.table)]
        if self.tricks and not (self.is_over and not self.table):
            for trick in reversed(self.tricks):
                leader = (leader - self.game.winning_place([IDS[card] for card in trick])) % self.seats
                led.insert(0, (leader, trick))
        return led

    def place(self, state: State) -> None:
        """Fill a blank state."""
        self.game.place_rally(
            state,
            round=self.round,
            leader=self.leader,
            progress=self.progress,
            winds=self.winds,
            hands=[set_of(self.hands.get(seat, [])) for seat in range(self.seats)],
            table=[IDS[card] for card in self.table],
            played=set_of([*self.played, *self.table]),
            voids=list(map(_suit_bits, self._following[0])),
        )

    def count_deals(self) -> int:
        """Return how many deals agree with the hands that are seen, when nothing else is wrong."""
        seen = {*self.played, *self.table, *(card for hand in self.hands.values() for card in hand)}
        unseen = [IDS[card] for card in self.game.deck if card not in seen]
        voids = self._following[0]
        others = [seat for seat in range(self.seats) if seat not in self.hands]
        return count_deals(by_suit(unseen), [Hand(self._due(seat), _suit_bits(voids[seat])) for seat in others])

    def contradictions(self) -> Iterator[str]:
        """Yield all reasons why this cannot be."""
        yield from self._doubled_cards()
        yield from self._wrong_counts()
        yield from self._following[1]
        yield from self._wrong_winds()
        yield from self._wrong_cars()
        yield from self._wrong_leader()
        yield from self._wrong_end()

    def _doubled_cards(self) -> Iterator[str]:
        places: dict[str, list[str]] = defaultdict(list)
        for seat, hand in self.hands.items():
            for card in hand:
                places[card].append(f"hands[{seat}]")
        for name, cards in (("table", self.table), ("played" if self.tricks is None else "tricks", self.played)):
            for card in cards:
                places[card].append(name)
        for card, where in places.items():
            if len(where) > 1:
                yield f"{where[0]}: {card} is there {len(where)} times, in {', '.join(where)}"

    def _due(self, seat: int) -> int:
        """Return how many cards a seat must have."""
        has_played = (seat - self.leader) % self.seats < len(self.table)
        return self.hand_size - self.finished - has_played if self.is_dealt else 0

    def _wrong_counts(self) -> Iterator[str]:
        if len(self.played) % self.seats:
            yield f"played: {len(self.played)} cards are not whole tricks of {self.seats}"
        left = self.hand_size - self.finished - bool(self.table)
        if left < 0:
            yield f"played: more than the {self.hand_size} tricks of round {self.round + 1}"
            return
        for seat, hand in self.hands.items():
            if len(hand) != self._due(seat):
                yield f"hands[{seat}]: {len(hand)} cards, must be {self._due(seat)}"
        for seat, size in enumerate(self.hand_sizes or []):
            if size != self._due(seat):
                yield f"hand_sizes[{seat}]: {size}, must be {self._due(seat)}"

    @cached_property
    def _following(self) -> tuple[list[set[str]], list[str]]:
        """The suits that each seat is known to lack, and what contradicts them."""
        led_suits = {card[0] for card in self.played} | {cards[0][0] for _, cards in self.led if cards}
        wrong = [
            f"voids[{seat}]: {suit} was not led yet"
            for seat, suits in enumerate(self.voids)
            for suit in sorted(suits - led_suits)
        ]
        known = [set(suits) for suits in self.voids]
        for number, (leader, cards) in enumerate(self.led):
            name = "table" if number == len(self.led) - 1 else f"tricks[{number}]"
            for place, card in enumerate(cards):
                seat = (leader + place) % self.seats
                if card[0] in known[seat]:
                    wrong.append(f"{name}: seat {seat} plays {card}, but did not follow {card[0]} before")
                if card[0] != cards[0][0]:
                    known[seat].add(cards[0][0])
        wrong += [
            f"hands[{seat}]: has {card}, but seat {seat} did not follow {card[0]}"
            for seat, hand in self.hands.items()
            for card in hand
            if card[0] in known[seat]
        ]
        return known, wrong

    def _wrong_winds(self) -> Iterator[str]:
        too_many = [seat for seat, winds in enumerate(self.winds) if winds > self.finished]
        for seat in too_many:
            yield f"winds[{seat}]: {self.winds[seat]} are more than the {self.finished} finished tricks of this round"
        if self.is_over:
            if any(self.winds) and not self.at_finish:
                yield "winds: must all be 0, as all springs are released at the end"
        elif self.tricks:
            yield from self._winds_against_tricks()
        elif not too_many:
            yield from self._winds_against_each_other()

    def _winds_against_tricks(self) -> Iterator[str]:
        """A seat winds with each trick it loses, since it last released in one that it won, or since the deal."""
        winners = [leader for leader, _ in self.led[1:]]
        for seat, winds in enumerate(self.winds):
            since = [at for at, winner in enumerate([seat, *winners]) if winner == seat]
            possible = sorted({sum(winner != seat for winner in winners[start:]) for start in since})
            if winds not in possible:
                yield f"winds[{seat}]: {winds} cannot be after these tricks, only {', '.join(map(str, possible))}"

    def _winds_against_each_other(self) -> Iterator[str]:
        """A seat with fewer winds than tricks has won one, and each trick has one winner, who does not wind."""
        unwound = [self.finished - winds for winds in self.winds]
        winners = sum(tricks > 0 for tricks in unwound)
        if winners > self.finished:
            yield f"winds: {winners} seats must have won a trick, but only {self.finished} are finished"
        if sum(unwound) < self.finished:
            yield f"winds: too many; the winner of a trick does not wind, and {self.finished} are finished"

    def _wrong_cars(self) -> Iterator[str]:
        lap = self.game.track.length
        resting_places = self.game.track.resting_places(self.seats)
        on_space: dict[int, list[int]] = defaultdict(list)
        for seat, spaces in enumerate(self.progress):
            if 0 < spaces < self.game.finish:
                on_space[spaces % lap].append(seat)
                if spaces % lap not in resting_places:
                    yield f"progress[{seat}]: space {spaces % lap} is on a slope, where no car stays"
            if self.round == 0 and spaces and not self.is_over and self.winds[seat] == self.finished:
                yield f"progress[{seat}]: must be 0, the seat has won no trick yet"
        for space, seats in on_space.items():
            if len(seats) > 1:
                yield f"progress: seats {', '.join(map(str, seats))} are all on space {space}"
        if len(self.at_finish) > 1:
            yield f"progress: seats {', '.join(map(str, self.at_finish))} have all finished; the first ends the game"

    def _wrong_leader(self) -> Iterator[str]:
        is_start = self.finished == 0 and self.round > 0 and not self.is_over
        if (is_start or (self.is_over and not self.table)) and self.progress[self.leader] < max(self.progress):
            ahead = self.progress.index(max(self.progress))
            yield f"leader: must be {ahead}, the car in the lead"

    def _wrong_end(self) -> Iterator[str]:
        """The trick on the table and the progress must agree on what comes next."""
        is_full = len(self.table) == self.seats
        winner = (
            (self.leader + self.game.winning_place([IDS[card] for card in self.table])) % self.seats
            if is_full
            else None
        )
        if self.at_finish and winner not in self.at_finish and (self.table or self.finished < self.hand_size):
            yield f"table: must be the trick that took seat {self.at_finish[0]} to the finish, or all tricks are over"
        elif not self.is_over and self.finished == self.hand_size and not self.table:
            yield f"played: all tricks of round {self.round + 1} are over; write round {self.round + 2} before its deal"
        elif not self.is_over and winner is not None and self.winds[winner] == 0:
            yield f"table: this trick is over, as seat {winner} wins it and has nothing to release"


def _suit_bits(suits: set[str]) -> int:
    return sum(1 << SUITS.index(suit) for suit in suits)

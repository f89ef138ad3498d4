"""Spring on a String in plain Python: slow, short, and written from the rules alone (rules/spring_on_a_string.md).

Tests hold the compiled game to it; benchmarks use it as a game written in Python.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

TERMINAL = -4
COLOURS = "KPRWY"  # pink, purple, red, white, yellow
MOST_COLLECTIONS = 400  # G6
CARDS = ("hornet", "black_arches", "tarantula", "snail")  # lie in front of who collected last
NAMED = ("peacock_butterfly", "large_white")  # who collects one names a colour

MEADOW20 = """
W6  43  38   P7 101  35   R5 160  44   Y4 227  37   K7 297  46
Y8  45  98   K4  95  97   W7 160 100   P6 238 110   R4 296 101
P5  36 160   R8 107 173   Y5 172 173   K8 235 169   W5 296 171
K6  30 229   W4 102 233   P8 171 236   R6 225 227   Y7 302 225
"""


class Flower(NamedTuple):
    name: str
    colour: str
    petals: int
    x: int  # mm
    y: int  # mm


class Passage(NamedTuple):
    """A lace in a flower."""

    flower: Flower
    end: int  # of the lace, 0 is the one the player starts with


class Board:
    """Flowers and lengths; all lengths are in 0.1 mm."""

    def __init__(self, flowers: Collection[Flower], long: int, short: int, hole: int, tip: int) -> None:
        self.flowers = {flower.name: flower for flower in flowers}
        self.long = long
        self.short = short
        self.hole = hole
        self.tip = tip
        self.distance = {
            (one.name, other.name): round(10 * math.dist(one[3:], other[3:])) for one in flowers for other in flowers
        }

    def of_colour(self, colour: str) -> list[Flower]:
        return [flower for flower in self.flowers.values() if flower.colour == colour]


def read_flowers(text: str) -> list[Flower]:
    words = iter(text.split())
    return [
        Flower(name, name[0], int(name[1:]), int(x), int(y)) for name, x, y in zip(words, words, words, strict=True)
    ]


MEADOW = Board(read_flowers(MEADOW20), long=4700, short=3400, hole=50, tip=100)

Ban = tuple[int, str]
"""The seat that named a colour, and the colour."""


class SpringOnAString:
    """One position, with methods named as in OpenSpiel."""

    def __init__(
        self,
        animals: Mapping[str, str] | None = None,
        stick_colour: str | None = None,
        *,
        players: int = 2,
        board: Board = MEADOW,
        swallowtail: str = "anyone",
        ladybird: str = "held",
        firefly: str = "current",
        harvestman: str = "one_turn",
        knot_gap: int | str = "free",
    ) -> None:
        """Begin a game.

        Args:
            animals: from colour to animal.
            stick_colour: of the flowers that the stick insect's lace goes through.
            swallowtail: "anyone" or only "others" may replace its ban.
            ladybird: the five-petal flower must be "held", or its access is "permanent".
            firefly: the colour must be complete at the "current" time, or the open lock is "latched".
            harvestman: its limit binds who cannot move for "one_turn" or "until_used".
            knot_gap: mm between the knots of an earthworm's lace; "free" lets the other end start anywhere.
        """
        self.swallowtail = swallowtail
        self.ladybird = ladybird
        self.firefly = firefly
        self.harvestman = harvestman
        self.knot_gap = knot_gap
        self.animals = dict(animals or {})
        self.players = players
        self.board = board
        self.laces: list[list[Passage]] = [[] for _ in range(players)]  # in order of collection, over both ends
        self.active = [0] * players  # end
        self.stick: list[Flower] = []  # from the highest to the lowest
        if stick_colour:
            self.stick = sorted(board.of_colour(stick_colour), key=lambda flower: -flower.petals)
        self.cards: dict[str, int] = {}  # who has it in front
        self.peacock_bans: set[Ban] = set()
        self.removed: set[str] = set()  # by the large white
        self.leaving: set[Ban] = set()  # removed when the seat's next slot begins
        self.number: int | None = None  # of petals, banned by the swallowtail
        self.number_by: int | None = None  # seat, where nobody may replace an own ban
        self.had_five: set[int] = set()  # seats, where the ladybird's access is permanent
        self.was_complete: set[str] = set()  # colours, where the firefly's lock opens for good
        self.harvesting: set[int] = set()  # seats whose next flower the harvestman limits
        self.collections = 0
        self.latest = [0] * players  # number of the seat's latest collection (G7)
        self.seat = 0  # G1
        self.due: str | None = "turn"  # or the animal that demands an extra collection
        self.has_begun = False  # to collect in this slot
        self.has_second_turn = False  # still to come in this slot (G16)
        self.has_repeated = False  # by a grasshopper in this turn
        self.history: list[object] = []  # the full state with which each slot began
        self.passes = 0  # slots in succession without a collection
        self.over = False
        self.begin_slot()

    def clone(self) -> SpringOnAString:
        other = object.__new__(SpringOnAString)
        other.__dict__ = dict(self.__dict__)
        other.laces = [list(lace) for lace in self.laces]
        for name in ("active", "stick", "latest", "history"):
            setattr(other, name, list(getattr(self, name)))
        for name in ("peacock_bans", "removed", "leaving", "harvesting", "had_five", "was_complete"):
            setattr(other, name, set(getattr(self, name)))
        other.cards = dict(self.cards)
        return other

    def __deepcopy__(self, memo: object) -> SpringOnAString:
        return self.clone()

    def current_player(self) -> int:
        return TERMINAL if self.over else self.seat

    def is_terminal(self) -> bool:
        return self.over

    def legal_actions(self) -> list[str]:
        if self.over:
            return []
        return sorted(action for flower in self.open_flowers() for action in self.actions_of(flower)) or ["pass"]

    def actions_of(self, flower: Flower) -> list[str]:
        if self.animal_of(flower) in NAMED:
            return [f"{flower.name}/{colour}" for colour in COLOURS]  # G19
        return [flower.name]

    def apply_action(self, action: str) -> None:
        if action == "pass":
            self.end_slot(has_passed=True)
        else:
            name, _, colour = action.partition("/")
            self.collect(self.board.flowers[name], colour)
            if self.collections == MOST_COLLECTIONS:
                self.over = True
            elif not self.is_more_due():
                self.end_slot(has_passed=False)

    # What there is on the meadow

    def animal_of(self, flower: Flower) -> str | None:
        return self.animals.get(flower.colour)

    def flowers_of(self, seat: int) -> list[Flower]:
        return [flower for flower, _ in self.laces[seat]]  # G15

    def guarded(self, seat: int, animal: str) -> list[Flower]:
        """Return the flowers that a seat has in the colour of an animal."""
        return [flower for flower in self.flowers_of(seat) if self.animal_of(flower) == animal]

    def on_end(self, seat: int, end: int) -> list[Flower]:
        return [passage.flower for passage in self.laces[seat] if passage.end == end]

    def last_of(self, seat: int) -> Flower | None:
        return self.laces[seat][-1].flower if self.laces[seat] else None  # G14

    def player_laces(self, flower: Flower) -> int:
        return sum(flower in self.flowers_of(seat) for seat in range(self.players))

    def is_from_top(self) -> bool:
        return len(self.on_end(self.seat, self.active[self.seat])) % 2 == 1  # G10

    # What is legal

    def open_flowers(self) -> Iterator[Flower]:
        """Return the flowers that the seat may collect now."""
        if self.cards.get("snail") == self.seat and self.due == "turn" and not self.has_begun:
            return
        for flower in self.board.flowers.values():
            if self.is_reachable(flower) and self.has_room(flower) and self.is_allowed(flower):
                yield flower

    def is_reachable(self, flower: Flower) -> bool:
        end = self.active[self.seat]
        path = [*self.on_end(self.seat, end), flower]
        used = len(path) * self.board.hole
        used += sum(self.board.distance[one.name, other.name] for one, other in zip(path, path[1:], strict=False))
        return used <= self.length_of(end, path[0]) - self.board.tip

    def length_of(self, end: int, first: Flower) -> int:
        """Return the length of an end whose first flower is given."""
        if end == 0 and (self.players != 3 or "earthworm" in self.animals.values()):  # G23
            return self.board.long
        start = self.on_end(self.seat, 0)[:1] if end else []
        if self.knot_gap == "free" or not start:
            return self.board.short
        return self.board.short - max(0, self.board.distance[start[0].name, first.name] - 10 * int(self.knot_gap))

    def has_room(self, flower: Flower) -> bool:
        """Say whether the flower holds as many laces as it may, and must, for one more."""
        if flower in self.flowers_of(self.seat):  # G11
            return False
        laces = self.player_laces(flower) + (flower in self.stick)
        last = self.last_of(self.seat)
        if (
            self.due in ("locust", "cricket, laced")
            or self.cards.get("tarantula") == self.seat
            or (last and self.animal_of(last) == "garden_spider")
        ):
            return laces == 1
        return laces == 0 or (laces == 1 and (self.players == 4 or self.seat in self.harvesting))  # G12

    def is_allowed(self, flower: Flower) -> bool:
        """Say whether no animal forbids the flower."""
        if self.due == "grasshopper" and self.animal_of(flower) == "grasshopper":
            return False
        if self.due in ("cricket", "cricket, laced") and self.animal_of(flower) != "cricket":
            return False
        return all(self.does_allow(animal, flower) for animal in self.animals.values())

    def does_allow(self, animal: str, flower: Flower) -> bool:
        """Say whether one animal in play allows the flower, whatever its colour."""
        seat = self.seat
        colour, petals = flower.colour, flower.petals
        own = self.flowers_of(seat)
        of_animal = self.guarded(seat, animal)
        is_last = bool(of_animal) and of_animal[-1] == own[-1]
        is_guarded = self.animal_of(flower) == animal
        match animal:
            case "peacock_butterfly":
                return not any(colour == banned and chooser != seat for chooser, banned in self.peacock_bans)
            case "large_white":
                return colour not in self.removed
            case "swallowtail":
                return petals != self.number
            case "black_arches":
                return self.cards.get(animal) != seat or petals % 2 == 0
            case "silk_moth":
                return not of_animal or colour in {had.colour for had in own}
            case "clothes_moth":
                return petals not in {had.petals for had in of_animal}
            case "garden_tiger":
                return not (is_guarded and of_animal)
            case "deaths_head_hawkmoth":
                return not of_animal
            case "dung_beetle":
                open_ones = [other for other in self.board.of_colour(colour) if not self.player_laces(other)]
                return not is_guarded or flower == min(open_ones, key=lambda other: other.petals, default=None)
            case "ladybird":
                return not is_guarded or seat in self.had_five or any(had.petals == 5 for had in own)
            case "leaf_beetle":
                return petals >= max((had.petals for had in of_animal), default=0)
            case "stag_beetle":
                everybody = [had for other in range(self.players) for had in self.flowers_of(other)]
                fives = sum(had.petals == 5 for had in everybody)
                return not is_guarded or fives > sum(had.colour == colour for had in everybody)
            case "carabus":
                others = [other for other in range(self.players) if other != seat]
                return not is_guarded or any(had.petals == petals for other in others for had in self.flowers_of(other))
            case "firefly":
                complete = self.was_complete.union(filter(self.is_complete, COLOURS))
                return not is_guarded or bool(complete - {colour})
            case "longicorn":
                return not is_guarded or self.is_from_top()
            case "rose_chafer":
                return not is_guarded or any(had.petals == petals and had.colour != colour for had in own)
            case "cricket":
                return not of_animal or self.due != "turn"
            case "harvestman":
                return seat not in self.harvesting or petals == 5
            case "dragonfly":
                return not is_last or colour not in {had.colour for had in own}
        return True

    def is_complete(self, colour: str) -> bool:
        flowers = self.board.of_colour(colour)
        return bool(flowers) and all(self.player_laces(flower) for flower in flowers)

    # What happens

    def collect(self, flower: Flower, colour: str) -> None:
        seat, animal = self.seat, self.animal_of(flower)
        from_top = self.is_from_top()
        self.has_begun = True
        self.harvesting.discard(seat)
        if animal == "fly":
            self.pull_out(seat)
        self.laces[seat].append(Passage(flower, self.active[seat]))
        self.collections += 1
        self.latest[seat] = self.collections
        self.due = self.what_is_due(animal)
        match animal:
            case "hornet" | "black_arches" | "tarantula" | "snail":
                self.cards[animal] = seat
            case "peacock_butterfly":
                self.peacock_bans.add((seat, colour))
            case "large_white":
                if colour not in self.removed | {leaving for _, leaving in self.leaving}:
                    self.leaving.add((seat, colour))
            case "swallowtail":
                if self.swallowtail == "anyone":
                    self.number = flower.petals
                elif self.number_by != seat:
                    self.number, self.number_by = flower.petals, seat
            case "harvestman":
                self.harvesting.add(seat)
            case "mosquito":
                for other in range(self.players):
                    if other != seat:
                        self.sting(other, flower)
            case "stick_insect":
                del self.stick[-1:]
            case "earthworm":
                if from_top:
                    self.active[seat] = 1 - self.active[seat]
        in_play = self.animals.values()
        if self.ladybird == "permanent" and "ladybird" in in_play and flower.petals == 5:
            self.had_five.add(seat)
        if self.firefly == "latched" and "firefly" in in_play:
            self.was_complete |= {colour for colour in COLOURS if self.is_complete(colour)}

    def what_is_due(self, animal: str | None) -> str | None:
        """Return what demands an extra collection after one, if anything does."""
        if self.due == "any, then cricket":  # an extra of the flower's own is replaced
            return "cricket, laced" if animal == "locust" else "cricket"
        if self.due in ("cricket", "cricket, laced"):
            return None
        if animal == "cricket":
            return "any, then cricket"
        if animal == "locust":
            return "locust"
        if animal == "grasshopper" and not self.has_repeated:
            self.has_repeated = True
            return "grasshopper"
        return None

    def sting(self, seat: int, mosquito_flower: Flower) -> None:
        while flowers := self.on_end(seat, self.active[seat]):
            if flowers[-1].colour == mosquito_flower.colour or flowers[-1].petals == mosquito_flower.petals:
                break
            self.pull_out(seat)

    def pull_out(self, seat: int) -> None:
        """Pull the active end out of its last flower, if there is one."""
        for at in reversed(range(len(self.laces[seat]))):
            if self.laces[seat][at].end == self.active[seat]:
                del self.laces[seat][at]
                self.harvesting.discard(seat)  # a harvestman flower that still binds is the last one
                return

    # Slots (G16)

    def is_more_due(self) -> bool:
        """Go to the next collection of this slot that is possible; an impossible extra is skipped (G17)."""
        if self.due and any(self.open_flowers()):
            return True
        if not self.has_second_turn:
            return False
        self.has_second_turn = self.has_repeated = False
        self.due = "turn"
        return any(self.open_flowers())

    def end_slot(self, *, has_passed: bool) -> None:
        if has_passed:
            self.passes += 1
            if self.harvestman == "one_turn":
                self.harvesting.discard(self.seat)
            if self.cards.get("snail") == self.seat:
                del self.cards["snail"]
        else:
            self.passes = 0
        self.seat = (self.seat + 1) % self.players  # G3
        self.begin_slot()

    def begin_slot(self) -> None:
        self.due = "turn"
        self.has_repeated = self.has_begun = False
        self.has_second_turn = self.players == 3 and len(self.history) == 2
        self.peacock_bans = {ban for ban in self.peacock_bans if ban[0] != self.seat}
        self.removed |= {colour for chooser, colour in self.leaving if chooser == self.seat}
        self.leaving = {ban for ban in self.leaving if ban[0] != self.seat}
        state = self.full_state()
        has_all_passed = self.passes >= self.players and self.history[-self.players] == state  # G5
        self.over = has_all_passed or self.history.count(state) == 2  # G6
        self.history.append(state)

    def full_state(self) -> object:
        """Return what decides how the game can go on (G27, and what the options add to it)."""
        return (
            self.seat,
            tuple(map(tuple, self.laces)),
            tuple(self.active),
            tuple(self.stick),
            tuple(sorted(self.cards.items())),
            frozenset(self.peacock_bans),
            frozenset(self.removed),
            frozenset(self.leaving),
            self.number,
            frozenset(self.harvesting),
            self.number_by,
            frozenset(self.had_five),
            frozenset(self.was_complete),
        )

    # What counts

    def scores(self) -> list[int]:
        return [self.points_of(seat) + 2 * (self.cards.get("hornet") == seat) for seat in range(self.players)]

    def points_of(self, seat: int) -> int:
        return sum(self.value_of(seat, end, at) for end in (0, 1) for at in range(len(self.on_end(seat, end))))

    def value_of(self, seat: int, end: int, at: int) -> int:
        """Return the points of one flower, the end's number `at`."""
        flowers = self.on_end(seat, end)
        flower, last = flowers[at], self.last_of(seat)
        if self.animal_of(flower) == "bumblebee" and last:
            return last.petals
        partner = at ^ 1  # joined on the top
        if self.animal_of(flower) == "bee" and partner < len(flowers):
            return flowers[partner].petals
        return flower.petals

    def winners(self) -> list[int]:
        scores = self.scores()
        tied = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        latest = max(self.latest[seat] for seat in tied)
        return [seat for seat in tied if self.latest[seat] == latest]  # G7

    def returns(self) -> list[float]:
        if not self.over:
            return [0.0] * self.players
        winners = self.winners()
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(self.players)]
        return [(self.players * share - 1) / (self.players - 1) for share in shares]

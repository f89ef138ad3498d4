"""Spring in plain Python: slow, short, and written from the rules alone (rules/spring.md).

Tests hold the compiled game to it; benchmarks use it as a game written in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

CHANCE = -1
TERMINAL = -4

DECK = {"RRWW": 4, "RWRW": 4, "RWWR": 1, "WRRW": 1, "RWWW": 2, "WRWW": 2, "RRRW": 2, "RRWR": 2}
SPACES = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Of a card, from its top left one: the order of the letters of a pattern."""

Space = tuple[int, int]
Colours = dict[Space, str]
Cut = frozenset[Space]
"""The two spaces that a fence parts."""


def spaces_of(place: Space) -> list[Space]:
    return [(place[0] + x, place[1] + y) for x, y in SPACES]


def kind_of(pattern: str) -> str:
    return min(pattern, pattern[::-1])


def place_of(text: str) -> Space:
    x, y = text.split(",")
    return int(x), int(y)


def other_colour(colour: str) -> str:
    return "W" if colour == "R" else "R"


def groups(colours: Colours, colour: str, cuts: Iterable[Cut] = ()) -> list[set[Space]]:
    """Return the groups of connected spaces of a colour (rulings S20 to S22)."""
    cuts = set(cuts)
    left = {space for space, shown in colours.items() if shown == colour}
    found = []
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            x, y = space = waiting.pop()
            group.add(space)
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in left and frozenset((space, beside)) not in cuts:
                    left.remove(beside)
                    waiting.append(beside)
        found.append(group)
    return found


def gardens(colours: Colours, colour: str, cuts: Iterable[Cut] = ()) -> int:
    return sum(len(group) > 1 for group in groups(colours, colour, cuts))  # rulings S47, S49


def placements(kind: str, colours: Colours, blocked: Iterable[Space] = ()) -> Iterator[tuple[str, Space]]:
    """Yield where a card fits on what is laid, in either way round (rulings S4, S8 to S13, S33)."""
    for pattern in {kind, kind[::-1]}:
        for place in {(x - across, y - down) for x, y in colours for across, down in SPACES}:
            under = spaces_of(place)
            fits = all(colours.get(space, shown) == shown for space, shown in zip(under, pattern, strict=True))
            if fits and not set(under) & set(blocked):
                yield pattern, place


def garden_score(colours: Colours, own: str) -> dict[str, int]:
    """Return the rows of the score sheet for an area of one's own, without fences (rulings S45 to S47)."""
    sizes = [len(group) for group in groups(colours, own)]
    big = max(sizes, default=0)
    return {"garden": big, "unattached": big - sum(sizes), "opposing": -gardens(colours, other_colour(own))}


def decorations(colours: Colours, own: str, pots: Counter[str]) -> list[Colours]:
    """Return all that the pots can make of an area (rulings S40 to S43)."""
    known = set()

    def decorate(colours: Colours, own_pots: int, other_pots: int, potted: frozenset[Space]) -> None:
        key = frozenset(colours.items()), own_pots, other_pots, potted
        if key in known:
            return
        known.add(key)
        own_groups = groups(colours, own)
        largest = [group for group in own_groups if len(group) == max(map(len, own_groups))]
        for space, shown in colours.items():
            if space in potted:
                continue
            if own_pots and shown != own:
                decorate(colours | {space: own}, own_pots - 1, other_pots, potted | {space})
            if other_pots and shown == own and (len(largest) > 1 or space not in largest[0]):
                decorate(colours | {space: other_colour(own)}, own_pots, other_pots - 1, potted | {space})

    decorate(colours, pots[own], pots[other_colour(own)], frozenset())
    return [dict(colours) for colours, *_ in known]


def best_garden_score(colours: Colours, own: str, pots: Counter[str]) -> dict[str, int]:
    """Return the rows of the best decoration; of several as good ones, those of any (ruling S44)."""
    sheets = [garden_score(made, own) for made in decorations(colours, own, pots)]
    return max(sheets, key=lambda rows: sum(rows.values()))


class Spring:
    """One position, with methods named as in OpenSpiel."""

    def __init__(
        self,
        deck: Mapping[str, int] = DECK,
        pot_blocks: str = "card",
        fence_on: str = "card",
        pots_per_card: str = "one",
    ) -> None:
        self.pot_blocks, self.fence_on, self.pots_per_card = pot_blocks, fence_on, pots_per_card
        self.unseen = Counter(deck)  # the part of the deck that nobody has seen
        self.returned: list[str] = []  # the known cards below it, the next one first
        self.layout: dict[int, tuple[str, Space]] = {}  # laying index -> pattern and place, taken cards left out
        self.laid = 0
        self.pots: dict[Space, str] = {}  # on the layout
        self.pot_cards: dict[Space, int] = {}
        self.fences: list[tuple[str, Space, set[int]]] = []  # kind, place, the cards that carry it
        self.stock: list[Counter[str]] = [Counter(), Counter()]  # of each seat: R and W pots, L and S fences
        self.colours = ""  # of the seats, once chosen
        self.areas: list[Colours] = [{}, {}]
        self.garden_points = [0, 0]  # of phase 1, once it is over
        self.seat = 0
        self.drawn: str | None = None
        self.tried = 0  # draws that failed this turn
        self.stage = "draw"

    def clone(self) -> Spring:
        other = object.__new__(Spring)
        other.__dict__ = dict(self.__dict__)
        other.unseen = Counter(self.unseen)
        other.returned = list(self.returned)
        other.layout, other.pots, other.pot_cards = dict(self.layout), dict(self.pots), dict(self.pot_cards)
        other.fences = list(self.fences)
        other.stock = [Counter(stock) for stock in self.stock]
        other.areas = [dict(area) for area in self.areas]
        other.garden_points = list(self.garden_points)
        return other

    def __deepcopy__(self, memo: object) -> Spring:
        return self.clone()

    # The layout.

    def tops(self) -> dict[Space, int]:
        """Return the card that shows each space: the last one laid there."""
        return {space: card for card, (_, place) in self.layout.items() for space in spaces_of(place)}

    def visible(self) -> Colours:
        shown = {
            space: colour
            for pattern, place in self.layout.values()
            for space, colour in zip(spaces_of(place), pattern, strict=True)
        }
        return shown | self.pots  # ruling S28

    def blocked(self) -> set[Space]:
        tops = self.tops()
        cards = {card for _, _, carriers in self.fences for card in carriers}  # rulings S13, S18
        if self.pot_blocks == "card":
            cards |= set(self.pot_cards.values())  # ruling S12
        return {space for space, card in tops.items() if card in cards} | set(self.pots)

    def cuts(self) -> list[Cut]:
        cuts = []
        for kind, place, _ in self.fences:
            top_left, top_right, bottom_left, bottom_right = spaces_of(place)
            if kind == "L":
                cuts += [frozenset((top_left, top_right)), frozenset((bottom_left, bottom_right))]
            else:
                cuts += [frozenset((top_left, bottom_left)), frozenset((top_right, bottom_right))]
        return cuts

    def free_cards(self) -> list[int]:
        """Return the cards that no other lies on (ruling S30)."""
        spaces = {card: set(spaces_of(place)) for card, (_, place) in self.layout.items()}
        return [card for card in spaces if not any(spaces[card] & spaces[later] for later in spaces if later > card)]

    # What can be done.

    def current_player(self) -> int:
        if self.stage == "draw":
            return CHANCE
        if self.stage == "over":
            return TERMINAL
        return self.seat

    def is_terminal(self) -> bool:
        return self.stage == "over"

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        if self.stage != "draw":
            return []
        if not self.unseen.total():
            return [(self.returned[0], Fraction(1))]
        return [(kind, Fraction(count, self.unseen.total())) for kind, count in sorted(self.unseen.items()) if count]

    def legal_actions(self) -> list[str]:
        if self.stage == "place":
            assert self.drawn is not None
            return sorted(f"{pattern}@{x},{y}" for pattern, (x, y) in self.places_for(self.drawn))
        if self.stage == "colour":
            return ["red", "white"]
        if self.stage == "piece":
            return sorted(["-", *self.pieces()])
        return sorted(self.takes()) if self.stage == "take" else []

    def places_for(self, kind: str) -> list[tuple[str, Space]]:
        return list(placements(kind, self.visible(), self.blocked()))

    def pieces(self) -> list[str]:
        stock, visible, tops = self.stock[self.seat], self.visible(), self.tops()
        own = self.colours[self.seat]
        found = []
        if stock[own]:  # rulings S5, S25, S26
            potted = set(self.pot_cards.values()) if self.pots_per_card == "one" else set()
            found += [
                f"P@{x},{y}"
                for (x, y), shown in visible.items()
                if shown != own and (x, y) not in self.pots and tops[x, y] not in potted
            ]
        fenced = {card for _, _, carriers in self.fences for card in carriers}
        for place in visible:  # rulings S17, S19
            cards = {tops.get(space) for space in spaces_of(place)}
            whole = None not in cards and (len(cards) == 1 or self.fence_on == "any")
            if whole and not cards & fenced:
                found += [f"{kind}@{place[0]},{place[1]}" for kind in "LS" if stock[kind]]
        return found

    def takes(self) -> list[str]:
        area = self.areas[self.seat]
        found = []
        for card in self.free_cards():
            pattern = self.layout[card][0]
            if area:
                found += [f"{card}:{turned}@{x},{y}" for turned, (x, y) in placements(pattern, area)]
            else:  # ruling S32
                found += [f"{card}:{turned}@0,0" for turned in {pattern, pattern[::-1]}]
        return found or [f"{card}:discard" for card in self.free_cards()]  # ruling S38

    # What is done.

    def apply_action(self, action: str) -> None:
        if self.stage == "draw":
            self.draw(action)
        elif self.stage == "place":
            pattern, _, place = action.partition("@")
            self.lay(pattern, place_of(place))
        elif self.stage == "colour":
            self.choose(action)
        elif self.stage == "piece":
            self.put(action)
            self.end_turn()
        else:
            card, _, placed = action.partition(":")
            self.take(int(card), placed)

    def draw(self, kind: str) -> None:
        if self.unseen.total():
            self.unseen[kind] -= 1
        else:
            self.returned.pop(0)
        if not self.laid:
            self.layout[0] = kind, (0, 0)
            self.laid = 1
        elif self.places_for(kind):
            self.drawn = kind
            self.stage = "place"
        else:
            self.returned.append(kind)  # rulings S7, S15
            self.tried += 1
            if self.tried == self.unseen.total() + len(self.returned):  # rulings S14, S16
                self.stage = "colour" if not self.colours else "draw"
                if self.colours:
                    self.begin_phase_2()
                else:
                    self.seat = 1

    def lay(self, pattern: str, place: Space) -> None:
        self.layout[self.laid] = pattern, place
        self.laid += 1
        self.drawn = None
        self.tried = 0
        if not self.colours:  # rulings S1, S2
            self.seat = 1
            self.stage = "colour"
        elif self.pieces():
            self.stage = "piece"
        else:
            self.end_turn()

    def choose(self, colour: str) -> None:
        self.colours = "WR" if colour == "red" else "RW"
        for seat in (0, 1):
            self.stock[seat] = Counter({self.colours[seat]: 2, "L": 1, "S": 1})
        self.stage = "draw"
        if not self.cards_left() or self.tried:
            self.seat = 0
            self.begin_phase_2()

    def put(self, action: str) -> None:
        if action == "-":
            return
        kind, place = action[0], place_of(action[2:])
        tops = self.tops()
        if kind == "P":
            own = self.colours[self.seat]
            self.pots[place], self.pot_cards[place] = own, tops[place]
            self.stock[self.seat][own] -= 1
        else:
            self.fences.append((kind, place, {tops[space] for space in spaces_of(place)}))
            self.stock[self.seat][kind] -= 1

    def cards_left(self) -> int:
        return self.unseen.total() + len(self.returned)

    def end_turn(self) -> None:
        if self.cards_left():
            self.seat ^= 1
            self.stage = "draw"
        else:
            self.begin_phase_2()

    def begin_phase_2(self) -> None:
        self.garden_points = self.count_gardens()
        self.seat ^= 1
        self.tried = 0
        self.stage = "take"

    def take(self, card: int, placed: str) -> None:
        if placed != "discard":
            pattern, _, place = placed.partition("@")
            self.areas[self.seat] |= dict(zip(spaces_of(place_of(place)), pattern, strict=True))
        del self.layout[card]
        for space in [space for space, carrier in self.pot_cards.items() if carrier == card]:  # ruling S35
            self.stock[self.seat ^ 1][self.pots.pop(space)] += 1
            del self.pot_cards[space]
        for fence in [fence for fence in self.fences if card in fence[2]]:  # rulings S18, S36
            self.stock[self.seat][fence[0]] += 1
            self.fences.remove(fence)
        self.seat ^= 1
        if not self.layout:
            self.stage = "over"

    # Points.

    def count_gardens(self) -> list[int]:
        if not self.colours:
            return [0, 0]
        visible, cuts = self.visible(), self.cuts()
        return [gardens(visible, colour, cuts) for colour in self.colours]

    def score_sheet(self) -> list[dict[str, int]]:
        """Return the rows of each seat as they stand: in phase 1, the gardens alone."""
        if self.stage not in ("take", "over"):
            rows = {"garden": 0, "unattached": 0, "opposing": 0, "fences": 0}
            return [{"phase_1": points, **rows} for points in self.count_gardens()]
        return [
            {"phase_1": self.garden_points[seat]}
            | best_garden_score(self.areas[seat], self.colours[seat], self.stock[seat])
            | {"fences": -self.stock[seat]["L"] - self.stock[seat]["S"]}  # ruling S48
            for seat in (0, 1)
        ]

    def scores(self) -> list[int]:
        return [sum(rows.values()) for rows in self.score_sheet()]

    def winners(self) -> list[int]:
        if not self.is_terminal():
            return []
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)]  # ruling S51

    def returns(self) -> list[float]:
        winners = self.winners()
        return [float((seat in winners) - (seat ^ 1 in winners)) for seat in (0, 1)]

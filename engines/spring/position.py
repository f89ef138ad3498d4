"""Positions of Spring as JSON objects: checked on the way in, written on the way out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from springtail.cython_ext.errors import shown
from springtail.cython_ext.game import State
from springtail.engines.fields import Fields
from springtail.engines.spring.deck import MOST_CARDS, kind_of
from springtail.engines.spring.notation import COLOURS, KINDS, PATTERNS

if TYPE_CHECKING:
    from springtail.engines.spring.game import Spring

STAGES = ("draw", "place", "colour", "piece", "take")
"""What comes next, by number."""
STOCK = ("red", "white", "long", "short")
FIELDS = (
    *("stage", "mover", "unseen", "returned", "drawn", "tried", "layout", "pots", "fences"),
    *("colours", "stock", "areas", "gardens"),
)
MOST_GARDENS = 27
"""The layout shows at most 55 spaces."""
POTS_A_COLOUR = 2
FENCES_A_KIND = 2

Space: TypeAlias = tuple[int, int]
_PLACE = re.compile("(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", re.ASCII)


class Placed(NamedTuple):
    """A card, pot or fence, what it is in letters and its (top left) space."""

    letters: str
    space: Space

    def __str__(self) -> str:
        return f"{self.letters}@{self.space[0]},{self.space[1]}"


class Area(NamedTuple):
    """An own area: its top left corner and its rows, R, W and . where there is no space."""

    corner: Space
    rows: list[str]

    def spaces(self) -> dict[Space, str]:
        return {
            (self.corner[0] + x, self.corner[1] + y): letter
            for y, row in enumerate(self.rows)
            for x, letter in enumerate(row)
            if letter != "."
        }


def spaces_from(space: Space) -> list[Space]:
    """Return the four spaces of a card, in the order of the letters of its pattern."""
    x, y = space
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def tops(cards: Sequence[Placed | None]) -> dict[Space, int]:
    """Return which card shows each space: the last one laid there."""
    return {space: at for at, card in enumerate(cards) if card for space in spaces_from(card.space)}


def flowers(cards: Sequence[Placed | None]) -> dict[Space, str]:
    """Return the flower on each space, pots left out."""
    return {
        space: letter
        for card in cards
        if card
        for space, letter in zip(spaces_from(card.space), card.letters, strict=True)
    }


def place_position(game: Spring, state: State, fields: dict[str, Any]) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons that wrong values give, then with all that values give together.
    """
    read = Fields(fields, FIELDS)
    scene: dict[str, Any] = {
        "stage": read.name("stage", STAGES),
        "mover": read.integer("mover", 0, 1),
        "unseen": read.names("unseen", KINDS, MOST_CARDS),
        "returned": read.names("returned", KINDS, MOST_CARDS),
        "drawn": None if fields.get("drawn", "") is None else read.name("drawn", KINDS),
        "tried": read.integer("tried", 0, MOST_CARDS),
        "layout": _read_placed(read, fields, "layout", PATTERNS, MOST_CARDS, or_null=True),
        "pots": _read_placed(read, fields, "pots", "RW", 4),
        "fences": _read_placed(read, fields, "fences", "LS", 4),
        "colours": _read_colours(read, fields),
        "stock": _read_stock(read, fields),
        "areas": _read_areas(read, fields),
        "gardens": None if fields.get("gardens", "") is None else read.integers("gardens", [MOST_GARDENS] * 2),
    }
    read.check()
    checks = (_deck, _layout, _pieces, _stock, *((_phase_2,) if scene["stage"] == "take" else (_phase_1,)))
    for check in checks:
        for reason in check(game, scene):
            read.add(reason)
    read.check()
    game.place_scene(state, _numbered(scene))
    for reason in _next(game, state, scene):
        read.add(reason)
    read.check()


def position_fields(game: Spring, state: State) -> dict[str, Any]:
    """Return the `state` object of a position document."""
    scene = game.scene(state)
    colours = scene["colours"]
    return {
        "stage": STAGES[scene["stage"]],
        "mover": scene["mover"],
        "unseen": [KINDS[kind] for kind in scene["unseen"]],
        "returned": [KINDS[kind] for kind in scene["returned"]],
        "drawn": None if scene["drawn"] is None else KINDS[scene["drawn"]],
        "tried": scene["tried"],
        "layout": [card and f"{PATTERNS[card[0]]}@{card[1]},{card[2]}" for card in scene["layout"]],
        "pots": [f"{'RW'[colour]}@{x},{y}" for colour, x, y in scene["pots"]],
        "fences": [f"{'LS'[is_short]}@{x},{y}" for is_short, x, y in scene["fences"]],
        "colours": colours and [COLOURS[colour] for colour in colours],
        "stock": [dict(zip(STOCK, counts, strict=True)) for counts in scene["stock"]],
        "areas": [area and _written_area(*area) for area in scene["areas"]],
        "gardens": scene["gardens"],
    }


def _written_area(left: int, top: int, rows: list[list[int | None]]) -> dict[str, Any]:
    letters = ["".join("." if colour is None else "RW"[colour] for colour in row) for row in rows]
    return {"corner": f"{left},{top}", "rows": letters}


def _numbered(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the scene as the compiled rules take it."""

    def number(placed: Placed, letters: Sequence[str]) -> tuple[int, int, int]:
        return letters.index(placed.letters), *placed.space

    numbers: dict[str | None, int | None] = {kind: number for number, kind in enumerate(KINDS)}
    numbers[None] = None
    return scene | {
        "stage": STAGES.index(scene["stage"]),
        "unseen": [numbers[kind] for kind in scene["unseen"]],
        "returned": [numbers[kind] for kind in scene["returned"]],
        "drawn": numbers[scene["drawn"]],
        "layout": [card and number(card, PATTERNS) for card in scene["layout"]],
        "pots": [number(pot, "RW") for pot in scene["pots"]],
        "fences": [number(fence, "LS") for fence in scene["fences"]],
        "colours": scene["colours"] and [COLOURS.index(colour) for colour in scene["colours"]],
        "stock": [[counts[name] for name in STOCK] for counts in scene["stock"]],
        "areas": [
            area and (*area.corner, [[{"R": 0, "W": 1}.get(letter) for letter in row] for row in area.rows])
            for area in scene["areas"]
        ],
    }


# Values one by one.


def _space(text: object) -> Space | None:
    found = _PLACE.fullmatch(text) if isinstance(text, str) else None
    return found and (int(found[1]), int(found[2]))


def _read_placed(
    read: Fields, fields: dict[str, Any], name: str, known: Sequence[str], most: int, or_null: bool = False
) -> list[Any]:
    """Read a list of texts such as "RWWW@1,-1", with null among them when allowed."""
    given = fields.get(name, [])
    if not isinstance(given, list | tuple) or len(given) > most:
        read.add(f"{name}: must be a list of at most {most}")
        return []
    values: list[Placed | None] = []
    for at, text in enumerate(given):
        letters, _, place = text.partition("@") if isinstance(text, str) else ("", "", "")
        space = _space(place)
        if letters in list(known) and space:
            values.append(Placed(letters, space))
        elif text is None and or_null:
            values.append(None)
        else:
            read.add(f"{name}[{at}]: {shown(text)} is not written like {known[1]}@1,-1")
    return values


def _read_colours(read: Fields, fields: dict[str, Any]) -> list[str] | None:
    given = fields.get("colours")
    if given in (None, ["red", "white"], ["white", "red"]):
        colours: list[str] | None = given
        return colours
    read.add(f'colours: must be null, ["red", "white"] or ["white", "red"], not {shown(given)}')
    return None


def _read_stock(read: Fields, fields: dict[str, Any]) -> list[dict[str, int]]:
    given = _pair(read, fields, "stock")
    stocks = [Fields(stock, STOCK, f"stock[{seat}]", read.wrong) for seat, stock in enumerate(given)]
    return [{name: stock.integer(name, 0, 2) for name in STOCK} for stock in stocks]


def _read_areas(read: Fields, fields: dict[str, Any]) -> list[Area | None]:
    return [
        None if given is None else _read_area(Fields(given, ["corner", "rows"], f"areas[{seat}]", read.wrong), given)
        for seat, given in enumerate(_pair(read, fields, "areas"))
    ]


def _pair(read: Fields, fields: dict[str, Any], name: str) -> list[Any]:
    given = fields.get(name, [])
    if isinstance(given, list | tuple) and len(given) == 2:
        return list(given)
    read.add(f"{name}: must be a list of 2, one for each seat")
    return []


def _read_area(read: Fields, given: object) -> Area | None:
    if not isinstance(given, dict):
        return None
    corner, rows = _space(given.get("corner")), given.get("rows")
    if corner is None:
        read.add(f"corner: {shown(given.get('corner'))} is not written like -1,0")
    if not isinstance(rows, list | tuple) or not 2 <= len(rows) <= MOST_CARDS // 2 + 1:
        rows = [None]
    if not all(isinstance(row, str) and re.fullmatch("[RW.]{2,10}", row) for row in rows):
        read.add("rows: must be 2 to 10 texts of 2 to 10 letters R and W, and . where there is no space")
    elif len({len(row) for row in rows}) > 1:
        read.add("rows: must be of one length")
    else:
        return corner and Area(corner, list(rows))
    return None


# Values together.


def _deck(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the numbers of cards."""
    drawn = [scene["drawn"]] if scene["drawn"] else []
    there = Counter(kind_of(card.letters) for card in scene["layout"] if card)
    there.update([*scene["unseen"], *scene["returned"], *drawn])
    for kind in sorted({*there, *game.deck}):
        copies = game.deck.get(kind, 0)
        if there[kind] > copies:
            yield f"layout: {there[kind]} cards {kind} with those of the deck, the game has {copies}"
        elif there[kind] < copies and scene["stage"] != "take":
            yield f"unseen: {copies - there[kind]} cards {kind} are missing"
    if len(scene["layout"]) > sum(game.deck.values()):
        yield f"layout: {len(scene['layout'])} cards, the game has {sum(game.deck.values())}"


def _layout(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with where cards lie."""
    cards = scene["layout"]
    if cards and cards[0] and (cards[0].space != (0, 0) or cards[0].letters not in KINDS):
        yield f"layout[0]: the start card lies as its kind at 0,0, not {cards[0]}"
    for at, card in enumerate(cards):
        if card is None:
            continue
        below = flowers(cards[:at])
        under = [below.get(space) for space in spaces_from(card.space)]
        if any(letter not in (None, own) for letter, own in zip(under, card.letters, strict=True)):
            yield f"layout[{at}]: {card} lies on flowers of another colour"
        if max(map(abs, card.space)) > at:
            yield f"layout[{at}]: {card} is too far from the start card"
        elif at and not any(under) and None not in cards:
            yield f"layout[{at}]: {card} lies on no other card"


def _pieces(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with where pots and fences stand."""
    top, shown_flowers = tops(scene["layout"]), flowers(scene["layout"])
    pot_spaces, pot_cards = [pot.space for pot in scene["pots"]], []
    for at, pot in enumerate(scene["pots"]):
        if pot.space not in top:
            yield f"pots[{at}]: there is no flower at {pot}"
            continue
        if shown_flowers[pot.space] == pot.letters:
            yield f"pots[{at}]: {pot} stands on a flower of its own colour"
        if pot.space in pot_spaces[:at]:
            yield f"pots[{at}]: another pot stands on the space of {pot}"
        elif top[pot.space] in pot_cards and game.options["pots_per_card"] == "one":
            yield f"pots[{at}]: another pot stands on the card of {pot}"
        pot_cards.append(top[pot.space])
    fenced: set[int] = set()
    for at, fence in enumerate(scene["fences"]):
        cards = {top.get(space, -1) for space in spaces_from(fence.space)}
        if -1 in cards:
            yield f"fences[{at}]: there are no four flowers around {fence}"
        elif len(cards) > 1 and game.options["fence_on"] == "card":
            yield f"fences[{at}]: {fence} stands on {len(cards)} cards"
        elif cards & fenced:
            yield f"fences[{at}]: another fence stands on a card of {fence}"
        fenced |= cards


def _stock(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the numbers of pots and fences."""
    stock, colours = scene["stock"], scene["colours"]
    if colours is None:
        if any(count for counts in stock for count in counts.values()) or scene["pots"] or scene["fences"]:
            yield "stock: there are no pots and fences before the colours are chosen"
        return
    for placed, names, most in (("pots", STOCK[:2], POTS_A_COLOUR), ("fences", STOCK[2:], FENCES_A_KIND)):
        for name in names:
            there = sum(piece.letters == name[0].upper() for piece in scene[placed])
            if there + stock[0][name] + stock[1][name] != most:
                yield f"stock: {there + stock[0][name] + stock[1][name]} {name} {placed} with the layout, not {most}"
    if None in scene["layout"]:
        return
    for seat, counts in enumerate(stock):
        if counts[COLOURS[colours[seat] == "red"]]:
            yield f"stock[{seat}]: has pots of the other colour before a card was taken"
        if counts["long"] > 1 or counts["short"] > 1:
            yield f"stock[{seat}]: has two fences of a kind before a card was taken"
        put = 4 - counts[colours[seat]] - counts["long"] - counts["short"]
        turns = _piece_turns(scene, seat)
        if put > turns:
            yield f"stock[{seat}]: {put} pots and fences were put in {turns} turns"


def _piece_turns(scene: dict[str, Any], seat: int) -> int:
    """Return the turns in which a seat could put a piece: one for each of its cards, but for the first of seat 0."""
    cards = len(scene["layout"])
    is_to_come = scene["stage"] == "piece" and scene["mover"] == seat
    return len([at for at in range(2, cards) if (at - 1) % 2 == seat]) - int(is_to_come)


def _phase_1(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what cannot be in phase 1."""
    stage, cards, returned = scene["stage"], scene["layout"], scene["returned"]
    left = len(scene["unseen"]) + len(returned)
    if None in cards:
        yield "layout: no card is taken before phase 2"
    if scene["areas"] != [None, None]:
        yield "areas: must be null before phase 2"
    if scene["gardens"] is not None:
        yield "gardens: must be null before phase 2"
    if (scene["drawn"] is None) == (stage == "place"):
        yield "drawn: must be the card to be laid when the stage is place, else null"
    if (scene["colours"] is None) != (len(cards) < 2 or stage == "colour"):
        yield "colours: are chosen once seat 0 has laid a card"
    mover = {"colour": 1, "piece": len(cards) % 2}.get(stage, (len(cards) - 1) % 2 if cards else 0)
    if scene["mover"] != mover:
        yield f"mover: must be {mover} with {len(cards)} cards laid"
    if returned and not cards:
        yield "returned: must be empty before the start card is drawn"
    if stage == "draw" and left == 0:
        yield "stage: there is no card to draw"
    if stage == "place" and not cards or stage == "piece" and len(cards) < 3:
        yield f"stage: cannot be {stage} with {len(cards)} cards laid"
    has_failed = len(cards) == 1 and scene["tried"] == left > 0
    if stage == "colour" and not (has_failed or (len(cards) == 2 and not scene["tried"])):
        yield "stage: the colour is chosen after the first turn of seat 0"
    if scene["tried"] > len(returned):
        yield f"tried: {scene['tried']} cards were put under the deck this turn, {len(returned)} are there"
    elif scene["tried"] and (stage == "piece" or not cards):
        yield f"tried: must be 0 {'once' if cards else 'before'} a card was laid"
    elif scene["tried"] and stage == "draw" and scene["tried"] == left:
        yield "tried: phase 1 ends when every card was tried"


def _phase_2(game: Spring, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what cannot be in phase 2."""
    cards = scene["layout"]
    taken = cards.count(None)
    for name in ("unseen", "returned"):
        if scene[name]:
            yield f"{name}: must be empty in phase 2"
    if scene["drawn"] is not None:
        yield "drawn: must be null in phase 2"
    if scene["tried"]:
        yield "tried: must be 0 in phase 2"
    if scene["colours"] is None:
        yield "colours: must be chosen in phase 2"
    if scene["gardens"] is None:
        yield "gardens: must be the points of phase 1"
    if not cards:
        yield "layout: must name all cards laid, null for those taken"
        return
    opener = (len(cards) - (len(cards) == sum(game.deck.values()))) % 2  # ruling S16
    mover = (opener + taken) % 2
    if scene["mover"] != mover:
        yield f"mover: must be {mover} with {len(cards)} cards laid and {taken} taken"
    for seat, area in enumerate(scene["areas"]):
        for reason in _area(area, (taken + (seat == opener)) // 2):
            yield f"areas[{seat}]: {reason}"


def _area(area: Area | None, taken: int) -> Iterator[str]:
    """Yield what is wrong with an own area after so many cards."""
    if area is None or not taken:
        if taken or area is not None:
            yield f"must be {'an area' if taken else 'null'} when the seat has taken {taken} cards"
        return
    spaces = area.spaces()
    whole = [space for space in spaces if all(one in spaces for one in spaces_from(space))]
    columns, rows = zip(*spaces, strict=True) if spaces else ((), ())
    corner, width, height = area.corner, len(area.rows[0]), len(area.rows)
    if (0, 0) not in whole:
        yield "the first card lies at 0,0"
    elif {space for place in whole for space in spaces_from(place)} != set(spaces) or not _hang_together(whole):
        yield "does not consist of cards that lie on each other"
    if spaces and (min(columns), max(columns) + 1, min(rows), max(rows) + 1) != (
        corner[0],
        corner[0] + width,
        corner[1],
        corner[1] + height,
    ):
        yield "rows: the outer rows and columns must have spaces"
    if max(width, height) > taken + 1 or len(spaces) > 1 + 3 * taken:
        yield f"is too large for {taken} cards"


def _hang_together(places: Sequence[Space]) -> bool:
    """Return whether cards on these places could have been laid one on another."""
    left, waiting = set(places[1:]), [places[0]]
    while waiting:
        x, y = waiting.pop()
        beside = {place for place in left if abs(place[0] - x) < 2 and abs(place[1] - y) < 2}
        waiting += beside
        left -= beside
    return not left


def _next(game: Spring, state: State, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with what comes next, once the state is filled."""
    stage = scene["stage"]
    if stage == "place" and not state.legal_action_ids():
        yield f"drawn: {scene['drawn']} has no place"
    if stage == "piece" and len(state.legal_action_ids()) == 1:
        yield "stage: no pot and no fence can be put"
    if stage in ("draw", "place", "colour"):
        tried = scene["returned"][len(scene["returned"]) - scene["tried"] :]
        for kind in [kind for kind in tried if game.has_place(state, KINDS.index(kind))]:
            yield f"tried: {kind} has a place, so it was not put under the deck"
    if stage == "take" and None not in scene["layout"]:
        counted = game.scene(state)["gardens"]
        if counted != scene["gardens"]:
            yield f"gardens: the layout has {counted}, not {scene['gardens']}"

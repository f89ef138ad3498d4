"""Set-ups and positions of Spring on a String as JSON objects: checked on the way in, written on the way out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.errors import shown
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.engines.fields import Fields
from springtail.engines.spring_on_a_string.animals import read_cast
from springtail.engines.spring_on_a_string.meadows import COLOURS, MOST_FLOWERS

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.engines.spring_on_a_string.game import SpringOnAString

CARDS = SpringOnAStringRules.CARDS
DUES = SpringOnAStringRules.DUES
MOST_COLLECTIONS = SpringOnAStringRules.COLLECTIONS_TO_END
MOST_SLOTS = SpringOnAStringRules.SLOTS_REMEMBERED
DOUBLE_SEAT = 2
SHARERS = ("locust", "garden_spider", "harvestman", "tarantula")
"""Animals that let a second lace into a flower."""
CAST_FIELDS = ("animals", "stick_colour")
FIELDS = (
    *CAST_FIELDS,
    *("mover", "laces", "stick", "cards", "bans", "pending", "banned", "swallowtail", "swallowtail_seat"),
    *("fed", "is_lit", "harvest", "due", "has_acted", "has_hopped", "new_harvest", "double_turn"),
    *("latest", "quiet_slots", "collections", "earlier"),
)


def place_setup(game: SpringOnAString, state: State, setup: dict[str, Any]) -> None:
    """Fill a blank state from `{"animals": {colour: animal}, "stick_colour": colour}`, either of which may be left out.

    Raises:
        InvalidPosition: with all reasons.
    """
    read = Fields({"animals": {}, "stick_colour": None} | setup, CAST_FIELDS, "setup")
    _check_cast(game, read, setup.get("animals", {}), setup.get("stick_colour"))
    read.check()
    assert game.cast is not None
    stick = game.board.of_colour(game.cast.stick_colour) if game.cast.stick_colour else []
    seats = range(game.players)
    scene: dict[str, Any] = {
        "mover": 0,
        "laces": [{"path": [], "end": 0} for _ in seats],
        "stick": stick,
        "cards": [None for _ in CARDS],
        "bans": [[] for _ in seats],
        "pending": [[] for _ in seats],
        "double_turn": 2 if game.players == DOUBLE_SEAT + 1 else 0,
        "swallower": None,
    }
    scene |= {name: [] for name in ("banned", "harvest", "fed", "latest", "earlier")}
    scene |= {name: 0 for name in ("swallowed", "due", "quiet", "collections")}
    scene |= {name: False for name in ("is_lit", "has_acted", "has_hopped", "new_harvest")}
    game.place_scene(state, scene)


def _check_cast(game: SpringOnAString, read: Fields, animals: object, stick_colour: object) -> None:
    """Add what is wrong with the animals; they must be those that the game is played with."""
    cast, wrong = read_cast(animals, stick_colour, game.board, game.players)
    for reason in wrong:
        read.add(reason)
    if not wrong and cast != game.cast:
        read.add(f"animals: this game is played with {game.cast and game.cast.to_dict()}")


def place_position(game: SpringOnAString, state: State, fields: dict[str, Any]) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons that wrong values give, then with all that values give together.
    """
    read = Fields(fields, FIELDS)
    if "animals" in fields:
        _check_cast(game, read, fields["animals"], fields.get("stick_colour"))
    scene = _read_scene(game, read, fields)
    read.check()
    for check in (_laces, _stick, _cards_and_bans, _kept, _harvest, _slot, _order):
        for reason in check(game, scene):
            read.add(reason)
    read.check()
    game.place_scene(state, scene)
    is_capped = scene["collections"] == MOST_COLLECTIONS
    if scene["has_acted"] and not is_capped and not game.open_flowers(state):
        read.add(f"due: no flower can be collected as {DUES[scene['due']]}, so the slot is over")
    read.check()


def position_fields(game: SpringOnAString, state: State) -> dict[str, Any]:
    """Return the `state` object of a position document."""
    scene = game.scene(state)
    names = game.board.names
    assert game.cast is not None
    laces = [
        {
            "flowers": [names[flower] for flower, _ in lace["path"]],
            "ends": [end for _, end in lace["path"]],
            "end": lace["end"],
        }
        for lace in scene["laces"]
    ]
    written = scene | {
        "animals": dict(game.cast.animals),
        "stick_colour": game.cast.stick_colour,
        "laces": laces,
        "stick": [names[flower] for flower in scene["stick"]],
        "cards": {name: seat for name, seat in zip(CARDS, scene["cards"], strict=True) if seat is not None},
        "bans": [_letters(colours) for colours in scene["bans"]],
        "pending": [_letters(colours) for colours in scene["pending"]],
        "banned": _letters(scene["banned"]),
        "swallowtail": scene["swallowed"] or None,
        "swallowtail_seat": scene["swallower"],
        "due": DUES[scene["due"]],
        "quiet_slots": scene["quiet"],
        "earlier": [f"{mark:016x}" for mark in scene["earlier"]],
    }
    return {name: written[name] for name in FIELDS}


def _letters(colours: list[int]) -> list[str]:
    return [COLOURS[colour] for colour in colours]


def _read_scene(game: SpringOnAString, read: Fields, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields one by one, as `place_scene` takes them."""
    seats = list(range(game.players))
    last = game.players - 1
    numbers = {name: number for number, name in enumerate(game.board.names)}
    colours = {letter: number for number, letter in enumerate(COLOURS)}
    banned = [colours[letter] for letter in read.names("banned", COLOURS, len(COLOURS))]
    scene: dict[str, Any] = {
        "mover": read.integer("mover", 0, last),
        "laces": _read_laces(read, fields.get("laces"), numbers, game.players),
        "stick": [numbers[name] for name in read.names("stick", game.board.names, MOST_FLOWERS)],
        "cards": _read_cards(read, fields.get("cards", {}), last),
        "bans": _read_colours(read, "bans", game.players),
        "pending": _read_colours(read, "pending", game.players),
        "banned": banned,
        "swallowed": _none_or(read, "swallowtail", fields, 1, SpringOnAStringRules.PETALS_AT_MOST) or 0,
        "swallower": _none_or(read, "swallowtail_seat", fields, 0, last),
        "fed": _read_seats(read, "fed", fields, seats),
        "harvest": _read_seats(read, "harvest", fields, seats),
        "latest": _read_seats(read, "latest", fields, seats),
        "due": DUES.index(read.name("due", DUES)),
        "double_turn": read.integer("double_turn", 0, 2),
        "quiet": read.integer("quiet_slots", 0, game.players),
        "collections": read.integer("collections", 0, MOST_COLLECTIONS),
        "earlier": _read_marks(read, fields.get("earlier", [])),
    }
    return scene | {name: read.flag(name) for name in ("is_lit", "has_acted", "has_hopped", "new_harvest")}


def _none_or(read: Fields, name: str, fields: dict[str, Any], least: int, most: int) -> int | None:
    return None if fields.get(name) is None else read.integer(name, least, most)


def _read_laces(read: Fields, given: object, numbers: dict[str, int], players: int) -> list[dict[str, Any]]:
    if not isinstance(given, list | tuple) or len(given) != players:
        read.add(f"laces: must be a list of {players}, one a seat")
        return []
    return [_read_lace(read, f"laces[{seat}]", lace, numbers) for seat, lace in enumerate(given)]


def _read_lace(read: Fields, path: str, given: object, numbers: dict[str, int]) -> dict[str, Any]:
    fields = Fields(given, ("flowers", "ends", "end"), path, read.wrong)
    flowers = fields.names("flowers", numbers, len(numbers))
    ends = fields.integers("ends", [1] * len(flowers))
    end = fields.integer("end", 0, 1)
    return {"path": [(numbers[flower], at) for flower, at in zip(flowers, ends, strict=True)], "end": end}


def _read_cards(read: Fields, given: object, last: int) -> list[int | None]:
    if not isinstance(given, dict):
        read.add(f"cards: must be an object from animals to seats, not {shown(given)}")
        return [None for _ in CARDS]
    fields = Fields({name: 0 for name in CARDS} | given, CARDS, "cards", read.wrong)
    return [fields.integer(name, 0, last) if name in given else None for name in CARDS]


def _read_colours(read: Fields, name: str, players: int) -> list[list[int]]:
    """Return a list of colours by number for each seat."""
    return [[COLOURS.index(letter) for letter in some] for some in read.lists(name, players, COLOURS, len(COLOURS))]


def _read_seats(read: Fields, name: str, fields: dict[str, Any], seats: list[int]) -> list[int]:
    """Return a list of different seats."""
    given = fields.get(name, [])
    if not isinstance(given, list | tuple) or not all(type(seat) is int and seat in seats for seat in given):
        read.add(f"{name}: must be a list of seats from 0 to {seats[-1]}, not {shown(given)}")
        return []
    if len(set(given)) < len(given):
        read.add(f"{name}: names a seat twice")
    return list(given)


def _read_marks(read: Fields, given: object) -> list[int]:
    if (
        not isinstance(given, list | tuple)
        or len(given) > MOST_SLOTS
        or not all(isinstance(mark, str) and re.fullmatch("[0-9a-f]{16}", mark) for mark in given)
    ):
        read.add(f"earlier: must be a list of at most {MOST_SLOTS} marks, each of 16 hexadecimal digits")
        return []
    return [int(mark, 16) for mark in given]


# What the fields must be together.


def _names(game: SpringOnAString) -> list[str]:
    """Return the animals in play."""
    assert game.cast is not None
    return [name for _, name in game.cast.animals]


def _flowers(scene: dict[str, Any], seat: int) -> list[int]:
    """Return the flowers on a lace in order of collection."""
    return [flower for flower, _ in scene["laces"][seat]["path"]]


def _laces(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the laces."""
    names, in_play = game.board.names, _names(game)
    laces_in: Counter[int] = Counter(scene["stick"])
    for seat, lace in enumerate(scene["laces"]):
        flowers = Counter(_flowers(scene, seat))
        laces_in.update(flowers.keys())
        for flower, count in flowers.items():
            if count > 1:
                yield f"laces[{seat}]: goes through {names[flower]} {count} times (G11)"
        if (lace["end"] or any(end for _, end in lace["path"])) and "earthworm" not in in_play:
            yield f"laces[{seat}].end: must be 0, and ends too, without an earthworm in play"
        for end in range(2):
            over = _length_over(game, [flower for flower, at in lace["path"] if at == end], end)
            if over > 0:
                yield f"laces[{seat}]: end {end} is {over / 10} mm too short for its flowers"
    may_share = game.players == SpringOnAStringRules.SEATS_AT_MOST or any(name in in_play for name in SHARERS)
    for flower, count in laces_in.items():
        if count > 2 or (count > 1 and not may_share):
            yield f"laces: {count} are in {names[flower]}, {2 if may_share else 1} can be (G12)"


def _length_over(game: SpringOnAString, flowers: list[int], end: int) -> int:
    """Return by how much a lace end is too short, in 0.1 mm; below 0 it is long enough."""
    ways = sum(game.board.distances[one][other] for one, other in pairwise(flowers))
    return ways + game.board.hole * len(flowers) - game.usable_length(end)


def _stick(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the lace of the stick insect."""
    assert game.cast is not None
    if game.cast.stick_colour is None:
        if scene["stick"]:
            yield "stick: must be empty without a stick insect in play"
        return
    order = game.board.of_colour(game.cast.stick_colour)
    if sorted(scene["stick"]) != sorted(order[len(order) - len(scene["stick"]) :]):
        highest = ", ".join(game.board.names[flower] for flower in order)
        yield f"stick: leaves the lowest flowers first, so it is in the last of {highest}"


def _cards_and_bans(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with cards in front and with closed colours."""
    in_play = _names(game)
    for name, seat in zip(CARDS, scene["cards"], strict=True):
        if seat is None:
            continue
        if name not in in_play:
            yield f"cards: {name} is not in play"
        if seat not in scene["latest"]:
            yield f"cards.{name}: seat {seat} has collected nothing"
    for field, name in (("bans", "peacock_butterfly"), ("pending", "large_white")):
        for seat, colours in enumerate(scene[field]):
            if len(set(colours)) < len(colours):
                yield f"{field}[{seat}]: names a colour twice"
            if colours and name not in in_play:
                yield f"{field}[{seat}]: must be empty without a {name} in play"
            if colours and seat not in scene["latest"]:
                yield f"{field}[{seat}]: must be empty, seat {seat} has collected nothing"
    for field in ("bans", "pending"):
        if scene[field][scene["mover"]] and not scene["has_acted"]:
            yield f"{field}[{scene['mover']}]: must be empty when the slot of that seat begins"
    closed = [colour for colours in [*scene["pending"], scene["banned"]] for colour in colours]
    if len(set(closed)) < len(closed):
        yield "pending: names a colour that is banned already, or pending for another seat"
    if scene["banned"] and "large_white" not in in_play:
        yield "banned: must be empty without a large_white in play"


def _kept(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with what a swallowtail, a ladybird and a firefly keep."""
    in_play = _names(game)
    options = game.options
    if scene["swallowed"] and "swallowtail" not in in_play:
        yield "swallowtail: must be null without one in play"
    by_others = options["swallowtail"] == "others" and scene["swallowed"]
    if (scene["swallower"] is not None) != bool(by_others):
        yield "swallowtail_seat: tells who closed the petals, with option swallowtail='others' alone"
    if scene["fed"] and ("ladybird" not in in_play or options["ladybird"] != "permanent"):
        yield "fed: must be empty but for a ladybird in play with option ladybird='permanent'"
    if scene["is_lit"] and ("firefly" not in in_play or options["firefly"] != "latched"):
        yield "is_lit: must be false but for a firefly in play with option firefly='latched'"


def _harvest(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the limits of a harvestman."""
    assert game.cast is not None
    colours = {name: letter for letter, name in game.cast.animals}
    for seat in scene["harvest"]:
        flowers = _flowers(scene, seat)
        if not flowers or game.board.flowers[flowers[-1]].colour != colours.get("harvestman"):
            yield f"harvest: seat {seat} has not collected a flower of a harvestman last"
    if scene["new_harvest"] and not (scene["mover"] in scene["harvest"] and scene["has_acted"]):
        yield "new_harvest: the limit must be one of the mover, who has acted"
    if scene["has_acted"] and scene["mover"] in scene["harvest"] and not scene["new_harvest"]:
        yield "new_harvest: an older limit of the mover, who has acted, would be used up"


def _slot(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the slot under way."""
    in_play, mover, due = _names(game), scene["mover"], DUES[scene["due"]]
    animal = due.split("_")[0]
    if due != "turn" and animal not in in_play:
        yield f"due: there is no {animal} in play"
    if due == "cricket_laced" and "locust" not in in_play:
        yield "due: there is no locust in play"
    if scene["double_turn"] and game.players != DOUBLE_SEAT + 1:
        yield "double_turn: must be 0 unless three play (G16)"
    if scene["double_turn"] == 1 and not (mover == DOUBLE_SEAT and scene["has_acted"]):
        yield f"double_turn: 1 is the second turn of seat {DOUBLE_SEAT}, who has acted"
    if (
        scene["double_turn"] == 2
        and DOUBLE_SEAT in scene["latest"]
        and not (mover == DOUBLE_SEAT and scene["has_acted"])
    ):
        yield f"double_turn: seat {DOUBLE_SEAT} has had its first slot"
    is_over = scene["collections"] == MOST_COLLECTIONS
    if scene["has_acted"]:
        if scene["latest"][:1] != [mover]:
            yield f"latest: begins with seat {mover}, who has acted"
        if due == "turn" and scene["double_turn"] != 1 and not is_over:
            yield "has_acted: must be false when a turn begins, but for the second one of a double turn"
        if scene["quiet"]:
            yield "quiet_slots: must be 0 when the mover has acted"
    elif due != "turn":
        yield "has_acted: must be true when an extra collection is due"
    if scene["has_hopped"] and not (scene["has_acted"] and "grasshopper" in in_play):
        yield "has_hopped: must be false unless a grasshopper is in play and the mover has acted"
    if due == "grasshopper" and not scene["has_hopped"]:
        yield "has_hopped: must be true for the extra collection of a grasshopper"


def _order(game: SpringOnAString, scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the order and the number of collections and slots."""
    in_play = _names(game)
    on_laces = sum(len(lace["path"]) for lace in scene["laces"])
    for seat in range(game.players):
        if scene["laces"][seat]["path"] and seat not in scene["latest"]:
            yield f"latest: seat {seat} has collected, for its lace is in flowers"
    keeps_all = not any(name in in_play for name in ("mosquito", "fly"))
    if scene["collections"] < max(on_laces, len(scene["latest"])) or (keeps_all and scene["collections"] != on_laces):
        yield f"collections: {on_laces} flowers are on laces, of {len(scene['latest'])} seats that have collected"
    if bool(scene["collections"]) != bool(scene["latest"]):
        yield "latest: names the seats that have collected"
    if scene["earlier"] and "fly" not in in_play:
        yield "earlier: must be empty without a fly in play"

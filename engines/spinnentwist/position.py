"""Positions of Spinnentwist as JSON objects: checked on the way in, written on the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.games.spinnentwist import SpinnentwistRules
from springtail.engines.fields import Fields

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.engines.spinnentwist.game import Spinnentwist

SPIDERS = SpinnentwistRules.SPIDERS_A_SEAT
MOST_QUIET_TURNS = SpinnentwistRules.QUIET_TURNS_TO_END
MOST_TURNS = SpinnentwistRules.TURNS_TO_END
FIELDS = (
    *("mover", "female", "males", "supply", "mated", "eaten", "die", "shaken", "is_rolling", "moved"),
    *("has_acted", "has_entered", "has_mated", "is_eventful", "quiet_turns", "turns"),
)


def place_position(game: Spinnentwist, state: State, fields: dict[str, Any]) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons.
    """
    read = Fields(fields, FIELDS)
    points = game.web.points
    scene: dict[str, Any] = {
        "mover": read.integer("mover", 0, 1),
        "female": read.name("female", points),
        "males": read.lists("males", 2, points, SPIDERS),
        "shaken": None if fields.get("shaken", "") is None else read.name("shaken", points),
        "moved": read.names("moved", points, SPIDERS),
        "die": read.integer("die", 0, 6),
        "quiet_turns": read.integer("quiet_turns", 0, MOST_QUIET_TURNS),
        "turns": read.integer("turns", 0, MOST_TURNS),
    }
    scene |= {name: read.integers(name, [SPIDERS] * 2) for name in ("supply", "mated", "eaten")}
    scene |= {name: read.flag(name) for name in FIELDS if name.startswith(("has_", "is_"))}
    read.check()
    for check in (_spiders, _places, _turn, _female, _turns, _end):
        for reason in check(scene):
            read.add(reason)
    read.check()
    numbers = {point: number for number, point in enumerate(points)} | {None: None}
    scene["males"] = [[numbers[point] for point in males] for males in scene["males"]]
    scene["moved"] = [numbers[point] for point in scene["moved"]]
    game.place_scene(state, scene | {name: numbers[scene[name]] for name in ("female", "shaken")})


def position_fields(game: Spinnentwist, state: State) -> dict[str, Any]:
    """Return the `state` object of a position document."""
    scene = game.scene(state)
    points = game.web.points
    scene["males"] = [[points[point] for point in males] for males in scene["males"]]
    scene["moved"] = [points[point] for point in scene["moved"]]
    scene["female"] = points[scene["female"]]
    scene["shaken"] = None if scene["shaken"] is None else points[scene["shaken"]]
    return {name: scene[name] for name in FIELDS}


def _spiders(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the numbers of spiders."""
    for seat in range(2):
        parts = [len(scene["males"][seat]), *(scene[name][seat] for name in ("supply", "mated", "eaten"))]
        if sum(parts) != SPIDERS:
            sum_of_parts = " + ".join(map(str, parts))
            yield f"supply[{seat}]: web, supply, mated and eaten have {sum_of_parts}, not {SPIDERS} males"
        if scene["mated"][seat] + scene["eaten"][seat] >= SPIDERS:
            yield f"eaten[{seat}]: the game ends before the last spider is gone"
    if _left(scene) == [1, 1]:
        yield "eaten: the game ends when the first seat has a single spider left, then the other has more"


def _places(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the places of spiders."""
    for point, count in Counter([scene["female"], *scene["males"][0], *scene["males"][1]]).items():
        if count > 1:
            yield f"males: {count} spiders are on {point}, one can be"
    for point, count in Counter(scene["moved"]).items():
        if point not in scene["males"][scene["mover"]]:
            yield f"moved: no male of seat {scene['mover']}, the mover, is on {point}"
        if count > 1:
            yield f"moved: {point} is there {count} times"


def _turn(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the turn under way."""
    mover = scene["mover"]
    for name in ("moved", "has_entered", "has_mated", "is_eventful"):
        if scene[name] and not scene["has_acted"]:
            yield f"has_acted: must be true when {name} is {'not empty' if name == 'moved' else 'true'}"
    for name in ("has_entered", "has_mated"):
        if scene[name] and not scene["is_eventful"]:
            yield f"is_eventful: must be true when {name} is true"
    if scene["has_entered"] and scene["supply"][mover] == SPIDERS:
        yield f"has_entered: all males of seat {mover} are still in supply"
    if scene["has_mated"] and not scene["mated"][mover]:
        yield f"has_mated: no male of seat {mover} has mated"


def _female(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with what the female does."""
    if scene["die"] and not sum(scene["eaten"]):
        yield "die: must be 0 before the first meal"
    if scene["shaken"] is not None:
        if scene["shaken"] not in scene["moved"]:
            yield f"shaken: {scene['shaken']} must be among moved, a male that shakes the web"
        if scene["die"] or scene["is_rolling"]:
            yield "shaken: must be null while she eats, or before the die is rolled"
    if scene["is_rolling"]:
        if scene["die"]:
            yield "is_rolling: must be false while the die lies"
        if not (scene["is_eventful"] and sum(scene["eaten"])):
            yield "is_rolling: must be false without a meal in this turn"


def _turns(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the numbers of turns."""
    turns = scene["turns"]
    if turns % 2 != scene["mover"]:
        yield f"turns: seat 0 begins, so seat {scene['mover']} moves after an {('even', 'odd')[scene['mover']]} number"
    if scene["quiet_turns"] > turns:
        yield f"quiet_turns: cannot be more than turns, {turns}"
    if scene["quiet_turns"] and scene["is_eventful"]:
        yield "quiet_turns: must be 0 when is_eventful is true"
    for seat in range(2):
        entered = SPIDERS - scene["supply"][seat]
        ended = (turns + 1 - seat) // 2
        if entered > ended + (seat == scene["mover"] and scene["has_entered"]):
            yield f"turns: {turns} are too few, {entered} males of seat {seat} have entered, at most one in a turn"


def _end(scene: dict[str, Any]) -> Iterator[str]:
    """Yield what cannot be once the game is over."""
    by_removal = 1 in _left(scene)
    by_turns = scene["quiet_turns"] == MOST_QUIET_TURNS or scene["turns"] == MOST_TURNS
    if by_removal and not scene["is_eventful"]:
        yield "is_eventful: must be true when a seat has a single spider left, the game ended with that removal"
    if by_turns and scene["has_acted"]:
        yield "has_acted: must be false, the game has ended by the number of turns"
    if (by_removal or by_turns) and (scene["shaken"] is not None or scene["is_rolling"]):
        yield "shaken: must be null and is_rolling false, the game is over"


def _left(scene: dict[str, Any]) -> list[int]:
    """Return the spiders of each seat in the web and in supply."""
    return [SPIDERS - scene["mated"][seat] - scene["eaten"][seat] for seat in range(2)]

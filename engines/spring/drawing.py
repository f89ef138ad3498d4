"""Text drawing of a position that a person can play from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from springtail.cython_ext.game import State
from springtail.engines.spring.notation import COLOURS, KINDS, PATTERNS
from springtail.engines.spring.position import STAGES, STOCK, Placed, Space, flowers, spaces_from, tops

if TYPE_CHECKING:
    from springtail.engines.spring.game import Spring

Picture: TypeAlias = dict[Space, str]
"""What is written on each space."""

COLUMNS = 120
MARGIN = 4
"""Columns for the numbers of rows."""
LEGEND = "R7 red flower of card 7   [W7] white pot on it   | = fences"


def draw(game: Spring, state: State) -> str:
    """Return the layout, what lies on what, the areas, the deck and what is to be decided."""
    scene = game.scene(state)
    layout = [card and Placed(PATTERNS[card[0]], (card[1], card[2])) for card in scene["layout"]]
    lines = [*_layout(layout, scene), *_cards(layout), ""] if any(layout) else []
    lines += [line for seat in (0, 1) for line in _seat(game, state, scene, seat)]
    lines += _deck(scene)
    return "\n".join([*lines, *_wrapped(decision(state, scene))])


def _wrapped(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent="    ", break_on_hyphens=False)


def decision(state: State, scene: Mapping[str, Any]) -> str:
    """Return what comes next, in a line or several."""
    seat = f"seat {scene['mover']}"
    if state.is_terminal():
        return f"the game is over, won by seat {' and '.join(map(str, state.winners()))}"
    if state.is_chance_node():
        return f"{seat} draws a card" if scene["layout"] else "the start card is drawn"
    stage = STAGES[scene["stage"]]
    what = {"colour": "chooses a colour", "piece": "may put a pot or a fence", "take": "takes a card"}.get(stage, "")
    if stage == "place":
        what = f"lays {KINDS[scene['drawn']]}"
    return f"{seat} {what}: {' '.join(state.legal_actions())}"


def _layout(layout: Sequence[Placed | None], scene: Mapping[str, Any]) -> Iterator[str]:
    top = tops(layout)
    picture = {space: f"{flower}{top[space]}" for space, flower in flowers(layout).items()}
    for colour, x, y in scene["pots"]:
        picture[x, y] = f"[{'RW'[colour]}{top[x, y]}]"
    walls: set[Space] = set()
    floors: set[Space] = set()
    for is_short, x, y in scene["fences"]:
        if is_short:
            floors |= {(x, y), (x + 1, y)}
        else:
            walls |= {(x, y), (x, y + 1)}
    yield from _picture(picture, 6, walls, floors)
    yield from ("", LEGEND, "")


def _picture(
    picture: Picture, width: int, walls: Collection[Space] = (), floors: Collection[Space] = ()
) -> Iterator[str]:
    """Yield rows of spaces, each so wide, with what stands to the right of and below some of them."""
    columns, rows = ([space[axis] for space in picture] for axis in (0, 1))
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    yield " " * MARGIN + "".join(str(x).center(width) for x in across).rstrip()
    for y in down:
        cells = (picture.get((x, y), "").center(width - 1) + ("|" if (x, y) in walls else " ") for x in across)
        yield f"{y:>{MARGIN - 1}} " + "".join(cells).rstrip()
        if any((x, y) in floors for x in across):
            line = (("=" * (width - 1) if (x, y) in floors else "").ljust(width) for x in across)
            yield " " * MARGIN + "".join(line).rstrip()


def _cards(layout: Sequence[Placed | None]) -> Iterator[str]:
    """Yield the cards that are left, each with those that lie on it."""
    spaces = {at: set(spaces_from(card.space)) for at, card in enumerate(layout) if card}
    texts = []
    for at, card in enumerate(layout):
        if card:
            above = [str(later) for later in spaces if later > at and spaces[at] & spaces[later]]
            texts.append(f"{at} {card} {'under ' + ' '.join(above) if above else 'free'}")
    yield from _wrapped("cards: " + "; ".join(texts))


def _seat(game: Spring, state: State, scene: Mapping[str, Any], seat: int) -> Iterator[str]:
    """Yield the points, the stock and the area of a seat."""
    colour = "" if scene["colours"] is None else f", {COLOURS[scene['colours'][seat]]}"
    points = game.score_sheet(state)[seat]
    rows = ", ".join(f"{name.replace('_', ' ')} {points[name]}" for name in points if points[name])
    pieces = dict(zip(STOCK, scene["stock"][seat], strict=True))
    stock = [
        f"{count} {name} {'pot' if name in COLOURS else 'fence'}{'s' * (count > 1)}"
        for name, count in pieces.items()
        if count
    ]
    total = f"{sum(points.values())} points ({rows or 'nothing'})"
    yield from _wrapped(f"seat {seat}{colour}: {total}; {', '.join(stock) or 'no pieces'}")
    area = scene["areas"][seat]
    if area:
        left, top, shown = area
        picture = {
            (left + x, top + y): "RW"[flower]
            for y, row in enumerate(shown)
            for x, flower in enumerate(row)
            if flower is not None
        }
        yield from _picture(picture, 4)


def _deck(scene: Mapping[str, Any]) -> Iterator[str]:
    if scene["unseen"] or scene["returned"]:
        counts = Counter(KINDS[kind] for kind in scene["unseen"])
        below = ", then " + " ".join(KINDS[kind] for kind in scene["returned"]) if scene["returned"] else ""
        kinds = " ".join(kind + (f"x{count}" if count > 1 else "") for kind, count in counts.items())
        yield from _wrapped(f"deck: {kinds or 'no unseen cards'}{below}")

"""Text drawing of a position that a person can play from."""

from __future__ import annotations

from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from springtail.cython_ext.game import State
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules

if TYPE_CHECKING:
    from springtail.engines.spring_on_a_string.game import SpringOnAString

_Place: TypeAlias = tuple[int, int]
"""Row and column of a character."""

COLUMNS = 100
"""Width of the picture."""
ROW = 2.2
"""Columns that are as wide as a row is high."""
LACES = "abcd"
"""Of the seats."""
THREADS = ".:+~"
"""What the laces of the seats are drawn with."""
STICK = "s"
SPARSE = 3
"""Below the felt only every so-manyth point of a lace is drawn."""
LEGEND = (
    "Y yellow, R red, W white, P purple, K pink, with petals; [Y4 ab] has the laces a and b, s is the stick insect's"
)


def draw(game: SpringOnAString, state: State) -> str:
    """Return the meadow with the laces, the animals, the score sheet and what is to be decided."""
    scene = game.scene(state)
    lines = [*_picture(game, scene), "", *wrap(LEGEND, COLUMNS), *_animals(game), ""]
    for seat in range(game.players):
        lines += wrap(_seat(game, state, scene, seat), COLUMNS, subsequent_indent="    ")
    shut = "; ".join(closed(game, scene))
    if shut:
        lines += wrap(shut, COLUMNS, subsequent_indent="    ")
    return "\n".join([*lines, *wrap(decision(game, state), COLUMNS, subsequent_indent="    ", break_on_hyphens=False)])


def decision(game: SpringOnAString, state: State) -> str:
    """Return what comes next, in one line."""
    if state.is_terminal():
        return f"the game is over, won by seat {' and '.join(map(str, state.winners()))}"
    scene = game.scene(state)
    due = SpringOnAStringRules.DUES[scene["due"]].replace("_", " ")
    what = "collects" if due == "turn" and not scene["has_acted"] else f"collects once more ({due})"
    return f"seat {state.current_player()} {what}: {' '.join(state.legal_actions())}"


def _animals(game: SpringOnAString) -> list[str]:
    assert game.cast is not None
    colours = [f"{letter} {name}" for letter, name in game.cast.animals]
    if game.cast.stick_colour:
        colours.append(f"{game.cast.stick_colour} laced by the stick insect")
    return wrap(f"animals: {', '.join(colours) or 'none'}", COLUMNS, subsequent_indent="    ")


def _seat(game: SpringOnAString, state: State, scene: dict[str, Any], seat: int) -> str:
    """Return the score sheet of a seat and its lace in order of collection."""
    names = game.board.names
    lace = scene["laces"][seat]
    parts = [f"{part} {points}" for part, points in game.points(state, seat).items()]
    ends = [
        f"{name} {' '.join(names[flower] for flower, at in lace['path'] if at == end) or '-'}, "
        f"{game.length_left(state, seat, end) / 10:g} mm left"
        for end, name in enumerate(("lace", "other end"))
        if end == lace["end"] or any(at == end for _, at in lace["path"])
    ]
    cards = [name for name, holder in zip(SpringOnAStringRules.CARDS, scene["cards"], strict=True) if holder == seat]
    held = f"; in front {', '.join(cards)}" if cards else ""
    points = f"{state.scores()[seat]} points ({', '.join(parts)})"
    return f"seat {seat}, {LACES[seat]} {THREADS[seat]}: {points}; {'; '.join(ends)}{held}"


def closed(game: SpringOnAString, scene: dict[str, Any]) -> list[str]:
    """Return what animals have closed for a while or for good."""
    letters = SpringOnAStringRules.COLOURS
    found = []
    for seat in range(game.players):
        for field, text in (("bans", "closed to the others until"), ("pending", "closed to all from")):
            for colour in scene[field][seat]:
                found.append(f"{letters[colour]} {text} the next turn of seat {seat}")
        if seat in scene["harvest"]:
            found.append(f"seat {seat} next collects five petals")
    found += [f"{letters[colour]} closed for good" for colour in scene["banned"]]
    if scene["swallowed"]:
        found.append(f"{scene['swallowed']} petals closed")
    return found


def _picture(game: SpringOnAString, scene: dict[str, Any]) -> list[str]:
    """Return the laces as lines, with the flowers over them."""
    flowers = game.board.flowers
    labels = [_label(game, scene, at) for at in range(len(flowers))]
    left, top = (min(getattr(flower, axis) for flower in flowers) for axis in "xy")
    width = max(flower.x for flower in flowers) - left or 1.0
    scale = (COLUMNS - max(map(len, labels))) / width
    places = [(round((flower.y - top) * scale / ROW), round((flower.x - left) * scale)) for flower in flowers]
    canvas: dict[_Place, str] = {}
    for seat, lace in enumerate(scene["laces"]):
        for end in range(2):
            path = [places[flower] for flower, at in lace["path"] if at == end]
            for number, (one, other) in enumerate(pairwise(path)):
                step = SPARSE if number % 2 else 1  # the first link lies on top
                canvas |= {place: THREADS[seat] for place in _line(one, other)[::step]}
    for (row, column), label in zip(places, labels, strict=True):
        canvas |= {(row, column + at - len(label) // 2): letter for at, letter in enumerate(label)}
    rows, columns = ([place[axis] for place in canvas] for axis in (0, 1))
    return [
        "".join(canvas.get((row, column), " ") for column in range(min(columns), max(columns) + 1)).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]


def _label(game: SpringOnAString, scene: dict[str, Any], flower: int) -> str:
    laces = [
        LACES[seat] for seat, lace in enumerate(scene["laces"]) if any(flower == number for number, _ in lace["path"])
    ]
    laces += [STICK] * (flower in scene["stick"])
    name = game.board.names[flower]
    return f"[{name} {''.join(laces)}]" if laces else f" {name} "


def _line(start: _Place, end: _Place) -> list[_Place]:
    """Return the places of a straight line."""
    (row, column), (down, across) = start, (end[0] - start[0], end[1] - start[1])
    steps = max(abs(down), abs(across), 1)
    return [(round(row + down * step / steps), round(column + across * step / steps)) for step in range(steps + 1)]

"""Text drawing of a position that a person can play from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, pairwise
from math import cos, pi, sin
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from springtail.cython_ext.game import State
from springtail.engines.spinnentwist.position import MOST_QUIET_TURNS
from springtail.engines.spinnentwist.webs import Web

if TYPE_CHECKING:
    from springtail.engines.spinnentwist.game import Spinnentwist

_Place: TypeAlias = tuple[int, int]
"""Row and column of a character."""

COLUMNS = 100
"""Width of the picture of a web, unless its labels need more."""
HEIGHT = 0.44
"""Rows that are as high as one column is wide."""
COLOURS = ("white", "black")
"""Of the males of each seat."""
LEGEND = "(a1) white male   [a1] black male   (a1' [a1' has entered or moved this turn   <a1> female"


def draw(game: Spinnentwist, state: State) -> str:
    """Return the web, what has become of the males, and what is to be decided."""
    scene = game.scene(state)
    lines = [*_picture(game.web, _labels(game.web, scene)), "", LEGEND, ""]
    for seat, points in enumerate(state.scores()):
        supply, mated, eaten = (scene[name][seat] for name in ("supply", "mated", "eaten"))
        lines.append(
            f"seat {seat}, {COLOURS[seat]}: {points} points, {mated} mated, {eaten} eaten, "
            f"{len(scene['males'][seat])} in the web, {supply} in supply"
        )
    die = f"eats, the die shows {scene['die']}" if scene["die"] else "is awake"
    quiet = f", {scene['quiet_turns']} quiet turns of {MOST_QUIET_TURNS}" if scene["quiet_turns"] else ""
    lines.append(f"turn {scene['turns'] + 1}{quiet}: the female {die}")
    return "\n".join([*lines, *wrap(decision(game, state), COLUMNS, subsequent_indent="    ", break_on_hyphens=False)])


def decision(game: Spinnentwist, state: State) -> str:
    """Return what comes next, in one line."""
    if state.is_terminal():
        return f"the game is over, won by seat {' and '.join(map(str, state.winners()))}"
    if state.is_chance_node():
        return "the die is rolled for a meal"
    shaken = game.scene(state)["shaken"]
    what = "acts" if shaken is None else f"moves the female towards {game.web.points[shaken]}"
    return f"seat {state.current_player()} {what}: {' '.join(state.legal_actions())}"


def _labels(web: Web, scene: dict[str, Any]) -> list[str]:
    """Return what is written at each point."""
    labels = [f" {name} " for name in web.points]
    for left, right, males in zip("([", ")]", scene["males"], strict=True):
        for point in males:
            labels[point] = left + web.points[point] + ("'" if point in scene["moved"] else right)
    labels[scene["female"]] = f"<{web.points[scene['female']]}>"
    return labels


def _picture(web: Web, labels: Sequence[str]) -> list[str]:
    """Return the threads as dots, with the labels at the points."""
    longest = max(map(len, labels))
    places = next(p for p in (_places(web, (width - longest) / 2) for width in count(COLUMNS, 4)) if _fits(p, longest))
    canvas = {place: "." for one, other in web.threads for place in _line(places[one], places[other])}
    for (row, column), label in zip(places, labels, strict=True):
        canvas |= {(row, column + at - len(label) // 2): letter for at, letter in enumerate(label)}
    rows, columns = ([place[axis] for place in canvas] for axis in (0, 1))
    return [
        "".join(canvas.get((row, column), " ") for column in range(min(columns), max(columns) + 1)).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]


def _places(web: Web, radius: float) -> list[_Place]:
    """Return where the points are: the spokes clockwise from the top, winding outward as a spiral web does."""
    ring_width = radius / (max(web.rings) + web.winding)
    places = [(0, 0)]
    for spoke, line in enumerate(web.spokes):
        round_part = spoke / len(web.spokes)
        for ring in range(1, len(line) + 1):
            distance = ring_width * (ring + web.winding * round_part)
            across, up = sin(2 * pi * round_part) * distance, cos(2 * pi * round_part) * distance
            places.append((round(-up * HEIGHT), round(across)))
    return places


def _fits(places: Sequence[_Place], longest: int) -> bool:
    """Return whether no two labels touch."""
    return all(
        row < next_row or column + longest < next_column
        for (row, column), (next_row, next_column) in pairwise(sorted(places))
    )


def _line(start: _Place, end: _Place) -> list[_Place]:
    """Return the places of a straight line."""
    (row, column), (down, across) = start, (end[0] - start[0], end[1] - start[1])
    steps = max(abs(down), abs(across), 1)
    return [(round(row + down * step / steps), round(column + across * step / steps)) for step in range(steps + 1)]

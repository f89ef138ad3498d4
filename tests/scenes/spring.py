"""Positions of Spring for the tests, given by what matters in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from springtail.cython_ext.game import State
from springtail.engines import game
from springtail.engines.spring.deck import kind_of, shipped

PIECES = {"red": 2, "white": 2, "long": 2, "short": 2}
"""Pots and fences of both seats together."""


def pieces_put(pots: Sequence[str], fences: Sequence[str]) -> Counter[str]:
    names = {"R": "red", "W": "white", "L": "long", "S": "short"}
    return Counter(names[piece[0]] for piece in (*pots, *fences))


def phase_1(
    cards: str,
    drawn: str | None = None,
    *,
    pots: str = "",
    fences: str = "",
    unseen: str | None = None,
    returned: str = "",
    tried: int = 0,
    stage: str | None = None,
    **options: Any,
) -> State:
    """Return a position of phase 1; seat 0 is red.

    Args:
        cards: the layout, "RRWW@0,0 WRRR@1,1".
        drawn: the card to be laid; without one, a card is to be drawn.
        pots: on the layout, "R@0,0".
        fences: on the layout; of two of a kind the first is of seat 1.
        unseen: cards that nobody has seen; all others of the deck when left out, else the deck has no others.
        returned: cards under the deck, of which the last `tried` have failed this turn.
        stage: what comes next, where a drawn card does not tell.
    """
    layout = cards.split()
    deck: Any = "winter"
    there = Counter(kind_of(card.partition("@")[0]) for card in layout)
    there.update([*returned.split(), *([drawn] if drawn else [])])
    if unseen is None:
        rest = sorted((Counter(dict(shipped())) - there).elements())
    else:
        rest = unseen.split()
        deck = dict(there + Counter(rest))
    put = pieces_put(pots.split(), fences.split())
    has_colours = len(layout) > 2
    stock = [
        {
            "red": (2 - put["red"]) * (seat == 0),
            "white": (2 - put["white"]) * (seat == 1),
            "long": 1 - (put["long"] > 1 - seat),
            "short": 1 - (put["short"] > 1 - seat),
        }
        for seat in (0, 1)
    ]
    stage = stage or ("place" if drawn else "draw")
    return game("spring", deck=deck, **options).position(
        {
            "state": {
                "stage": stage,
                "mover": {"piece": len(layout), "colour": 1}.get(stage, len(layout) + 1) % 2,
                "unseen": rest,
                "returned": returned.split(),
                "drawn": drawn,
                "tried": tried,
                "layout": layout,
                "pots": pots.split(),
                "fences": fences.split(),
                "colours": ["red", "white"] if has_colours else None,
                "stock": stock if has_colours else [dict.fromkeys(PIECES, 0)] * 2,
                "areas": [None, None],
                "gardens": None,
            }
        }
    )


def area(rows: str, corner: str = "0,0") -> dict[str, Any]:
    """Return an own area, "RW/WR"; its corner is where the first card lies unless told otherwise."""
    return {"corner": corner, "rows": rows.split("/")}


def cards_needed(own: dict[str, Any] | None) -> int:
    """Return the fewest cards that an own area can consist of."""
    if own is None:
        return 0
    spaces = sum(letter != "." for row in own["rows"] for letter in row)
    return max(len(own["rows"]) - 1, len(own["rows"][0]) - 1, -(-(spaces - 1) // 3))


def phase_2(
    cards: str,
    areas: Sequence[str | dict[str, Any] | None] = (None, None),
    *,
    mover: int = 1,
    pots: str = "",
    fences: str = "",
    stock: Sequence[dict[str, int]] = ({}, {}),
    gardens: Sequence[int] = (0, 0),
    **options: Any,
) -> State:
    """Return a position of phase 2; seat 0 is red.

    Args:
        cards: what is left of the layout; taken cards are added behind it, as many as the areas need.
        areas: of both seats, with rows alone where the corner is that of the first card.
        mover: the seat that takes a card next.
        stock: of pieces that a seat has not put, how many it has; the other seat has the rest. Those that are not named
            are where they were first.
        gardens: the points of phase 1.
    """
    layout: list[str | None] = list(cards.split())
    own = [area(given) if isinstance(given, str) else given for given in areas]
    needed = [cards_needed(given) for given in own]
    fewest = max(needed)
    counts = [max(needed[0], fewest - (mover == 0)), max(needed[1], fewest - (mover == 1))]
    taken = sum(counts)
    opener = (mover + taken) % 2
    laid = len(layout) + taken
    deck = Counter(kind_of(card.partition("@")[0]) for card in layout if card)
    deck["RRWW"] += taken + (laid % 2 == opener)  # one card more: phase 1 ended early
    left = Counter(PIECES) - pieces_put(pots.split(), fences.split())
    held = [dict(counts) for counts in stock]
    for name in PIECES:
        for seat in (0, 1):
            if name in stock[seat]:
                held[1 - seat].setdefault(name, left[name] - stock[seat][name])
        usual = {"red": left[name], "white": 0}.get(name, min(1, left[name]))
        held[0].setdefault(name, usual)
        held[1].setdefault(name, left[name] - usual)
    return game("spring", deck=dict(deck), **options).position(
        {
            "state": {
                "stage": "take",
                "mover": mover,
                "unseen": [],
                "returned": [],
                "drawn": None,
                "tried": 0,
                "layout": [*layout, *[None] * taken],
                "pots": pots.split(),
                "fences": fences.split(),
                "colours": ["red", "white"],
                "stock": held,
                "areas": own,
                "gardens": list(gardens),
            }
        }
    )


def after(state: State, *actions: str) -> State:
    """Return the state after some actions."""
    state = state.clone()
    for action in actions:
        state.apply_action(action)
    return state


def fields_of(state: State) -> dict[str, Any]:
    """Return the fields of the position."""
    fields: dict[str, Any] = state.to_dict()["state"]
    return fields


def sheet(state: State, seat: int) -> dict[str, int]:
    """Return the score sheet of a seat."""
    rows: dict[str, int] = state.game.score_sheet(state)[seat]  # type: ignore[attr-defined]
    return rows

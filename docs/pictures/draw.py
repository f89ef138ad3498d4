"""The pictures that docs/pictures.md shows; `make pictures` draws them anew.

Marks have exact values, so that no change of a search changes a picture.
"""

from __future__ import annotations

import sys
from pathlib import Path

import springtail as st

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

WEB = {
    "mover": 0, "female": "b2", "males": [["a4", "c3", "e5"], ["c5", "d2", "i5"]], "supply": [5, 7], "mated": [1, 0],
    "eaten": [1, 0], "die": 0, "shaken": "a4", "is_rolling": False, "moved": ["a4"], "has_acted": True,
    "has_entered": False, "has_mated": False, "is_eventful": False, "quiet_turns": 2, "turns": 14,
}  # fmt: skip


def tic_tac_toe() -> str:
    """A solved position."""
    state = st.load({"game": "tic_tac_toe", "actions": ["b2", "a2"]})
    return st.solve(state, objective="outcome", moves="all").to_svg(size=320)


def butterfly() -> str:
    """A position with two moves marked by hand."""
    state = st.load((EXAMPLES / "butterfly.json").read_text("utf-8"))
    assert isinstance(state, st.State)
    return state.to_svg(marks=[st.Mark("f6", "best", 1.0), st.Mark("e4", "greedy", 0.3)])


def spinnentwist() -> str:
    """A male that shook the web, and where the female may go."""
    state = st.load({"game": "spinnentwist", "state": WEB})
    return state.to_svg(marks=[st.Mark(action) for action in state.legal_actions()])


def spring_rally() -> str:
    """What one seat sees."""
    return st.load((EXAMPLES / "spring_rally.json").read_text("utf-8")).to_svg()


def spring() -> str:
    """Phase 2: the layout, both own areas, and a card that may be taken."""
    state = st.load((EXAMPLES / "spring.json").read_text("utf-8"))
    assert isinstance(state, st.State)
    return state.to_svg(marks=[st.Mark(state.legal_actions()[0])])


def spring_on_a_string() -> str:
    """Laces above and below the cloth."""
    return st.load((EXAMPLES / "spring_on_a_string.json").read_text("utf-8")).to_svg()


def curve() -> str:
    """Made-up values of a short game, to show every sign."""
    nothing = (None, None)
    estimates = [(0.02, -0.5), (0.1, 1.0), (-0.04, 0.2), (0.3, 2.5), (0.22, 2.0), (0.5, 4.0)]
    scores = [
        st.Score("estimate", (value, -value), (margin, -margin), (0.06, 0.06), (0.6, 0.6))
        for value, margin in estimates
    ]
    scores += [
        st.Score("lower", (0.6, -0.6), (5, -5), nothing, nothing, bounded=(0,)),
        st.Score("upper", (0.2, -0.2), (3, -3), nothing, nothing, bounded=(0,)),
        *[st.Score.exact((value, -value), (margin, -margin)) for value, margin in ((0, 0), (0, 0), (1, 4), (1, 4))],
    ]
    return st.Curve("Values by ply", tuple(scores), notes={7: "?", 10: "??"}).to_svg()


PICTURES = (tic_tac_toe, butterfly, spinnentwist, spring_rally, spring, spring_on_a_string, curve)

if __name__ == "__main__":
    for picture in PICTURES:
        (HERE / f"{picture.__name__}.svg").write_text(f"{picture()}\n", "utf-8", newline="\n")
        print(f"{picture.__name__}.svg", file=sys.stderr)

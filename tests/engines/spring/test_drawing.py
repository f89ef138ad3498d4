"""The text drawing of a position."""

from __future__ import annotations

import pytest
from scenes.spring import after, phase_1, phase_2

import springtail as st

ROW = "RRWW@0,0 RRWW@1,0 RRWW@2,0"


def test_it_shows_which_card_each_flower_belongs_to_with_pots_and_fences():
    layout = "RRWW@0,0 RRWW@0,0 RRWW@0,0 RRWW@1,0 RRWW@2,0 RWRW@-1,1"
    lines = phase_1(layout, pots="R@1,1", fences="S@2,0 L@-1,1", unseen="RRWW").draw().splitlines()
    assert lines[:6] == [
        "      -1    0     1     2     3",
        "  0         R2    R3    R4    R4",
        "                      ===== =====",
        "  1   R5 |  W5   [R3]   W4    W4",
        "  2   R5 |  W5",
        "",
    ]


def test_it_says_which_cards_lie_on_which():
    assert "cards: 0 RRWW@0,0 under 1; 1 RRWW@1,0 under 2; 2 RRWW@2,0 free" in phase_1(ROW).draw().splitlines()


def test_it_shows_the_areas_and_what_they_are_worth():
    lines = phase_2("RRWW@0,0", ["RR./WWR/.WR", "RR/WW"], stock=[{"red": 0, "white": 0}, {}]).draw().splitlines()
    points = "garden 2, unattached -2, opposing gardens -1, fences -2"
    at = lines.index(f"seat 0, red: -3 points ({points}); 1 long fence, 1 short fence")
    assert lines[at + 1 : at + 5] == ["     0   1   2", "  0  R   R", "  1  W   W   R", "  2      W   R"]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (st.game("spring").start(), "the start card is drawn"),
        (phase_1(ROW), "seat 0 draws a card"),
        (phase_1("RRWW@0,0", "RRWR"), "seat 0 lays RRWR: R"),
        (phase_1("RRWW@0,0 RRWW@0,0", stage="colour"), "seat 1 chooses a colour: red white"),
        (
            phase_1("RRWW@0,0 RRWW@0,0 RRWW@0,0", stage="piece"),
            "seat 1 may put a pot or a fence: - L@0,0 P@0,0 P@1,0 S@0,0",
        ),
        (phase_2("RRWW@0,0", ["RR/WW", "RR/WW"], mover=0), "seat 0 takes a card: 0:RRWW@-1,0 "),
        (phase_2("", ["RR/RR", "WW/WW"]), "the game is over, won by seat 0 and 1"),
    ],
)
def test_it_says_what_is_to_be_decided(state, line):
    assert any(found.startswith(line) for found in state.draw().splitlines())


def test_it_names_the_cards_of_the_deck():
    state = after(phase_1("RRRR@0,0 RRRR@0,0 RRRR@0,0", unseen="WWWW RRRR RRRR"), "WWWW")
    assert "deck: RRRRx2, then WWWW" in state.draw().splitlines()


def test_it_fits_a_screen():
    random = st.Random(2)
    state = st.game("spring").start()
    while not state.is_terminal():
        assert max(map(len, state.draw().splitlines())) <= 120
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])

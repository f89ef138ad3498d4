"""Points of a collection, kind by kind."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.butterfly import TILES, score

from springtail.engines import game

ALL_TILES = sorted(TILES.elements())


@pytest.mark.parametrize(
    ("tiles", "sheet"),
    [
        ("R1 R1 R2 R3 R4 R5", {"red": 16}),
        ("R1 R5 RX", {"red": 12}),
        ("B2 B4 BX G3", {"blue": 12, "green": 3}),
        ("YX Y5 Y5 Y4 Y4 Y3 Y3 Y2 Y2 Y1 Y1", {"yellow": 60}),
        ("D3 D9 D5", {"dragonflies": 9}),
        ("L3 L9 L5", {"lightning_bugs": 3}),
        ("C7", {"crickets": 7}),
        ("FL", {"flowers": 1}),
        ("FL FL FL", {"flowers": 9}),
        ("FL " * 13, {"flowers": 169}),
        ("W4 W7", {"wasps": -11}),
        ("W4 W5 W6 W7", {"wasps": -22}),
        ("BE BE H11", {"honey": 8}),
        ("H10 H11 H12 H13 H14 H15 BE BE BE BE BE BE", {"honey": 75}),
    ],
)
def test_points_by_part(lay, tiles, sheet):
    state = lay("", "c1N", held=[tiles.split()])
    points = state.game.score_sheet(state)[0]
    assert {part: value for part, value in points.items() if value} == sheet
    assert state.scores()[0] == sum(sheet.values())


@settings(max_examples=150, deadline=None)
@given(st.sets(st.integers(0, 99)))
def test_any_collection_is_worth_what_the_plain_rules_say(chosen):
    tiles = [ALL_TILES[at] for at in sorted(chosen)]
    crickets = [tile for tile in tiles if tile[0] == "C"]
    held = [tile for tile in tiles if tile not in crickets[1:]]
    butterfly = game("butterfly", players=5)
    state = butterfly.start(seed=1)
    fields = state.to_dict()["state"]
    others = list((TILES - Counter(held)).elements())
    fields |= {
        "board": [[None] * 9 for _ in range(9)],
        "hedgehog": {"cell": "a1", "direction": "N"},
        "collections": [held, [tile for tile in others if tile[0] != "C"], [], [], []],
        "discarded": [tile for tile in others if tile[0] == "C"],
        "to_move": 0,
    }
    state = butterfly.position({"state": fields})
    assert state.scores()[0] == score(Counter(held))
    assert [sum(sheet.values()) for sheet in butterfly.score_sheet(state)] == state.scores()


def test_the_score_sheet_adds_up_at_every_ply():
    state = game("butterfly", players=3, nets="all").start(seed=4)
    while not state.is_terminal():
        assert [sum(sheet.values()) for sheet in state.game.score_sheet(state)] == state.scores()
        state.apply_action(state.legal_actions()[0] if state.legal_actions() else state.sample_chance(1))
    assert any(score for score in state.scores())

"""Positions, observations and records of Spring as JSON."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scenes.spring import after, area, fields_of, phase_1, phase_2

import springtail as st
from springtail.engines import game_class

SINGLE_COLOURED = {"RRRR": 5, "WWWW": 5, "RRWW": 4, "RWWR": 2}
ROW = "RRWW@0,0 RRWW@1,0 RRWW@2,0"
OPTIONS = [
    {},
    {"pot_blocks": "space"},
    {"fence_on": "any"},
    {"pots_per_card": "any", "pot_blocks": "space", "fence_on": "any"},
    {"deck": SINGLE_COLOURED},
]


def play(options: dict[str, Any], seed: int, plies: int) -> st.State:
    """Return the state after some plies of a random game."""
    choice = random.Random(seed)
    state = st.game("spring", **options).start()
    for _ in range(plies):
        if state.is_terminal():
            break
        actions = state.legal_actions() or [kind for kind, _ in state.chance_outcomes()]
        state.apply_action("-" if "-" in actions and choice.random() < 0.5 else choice.choice(actions))
    return state


positions = some.builds(play, some.sampled_from(OPTIONS), some.integers(0, 2**32), some.integers(0, 80))


def validate(kind: str, document: object) -> None:
    validator = jsonschema.Draft202012Validator(game_class("spring").schema(kind))
    validator.validate(json.loads(json.dumps(document)))


def reasons(state: st.State, **changes: Any) -> tuple[str, ...]:
    """Return why a position with these changes cannot be."""
    with pytest.raises(st.InvalidPosition) as caught:
        state.game.position({"state": fields_of(state) | changes})
    return caught.value.reasons


@given(positions)
def test_any_position_is_written_and_read_back(state):
    document = state.to_dict()
    validate("position", document)
    again = st.load(json.dumps(document))
    assert again == state
    assert again.key == state.key
    assert again.to_dict() == document
    assert again.legal_actions() == state.legal_actions()
    assert again.chance_outcomes() == state.chance_outcomes()
    assert again.scores() == state.scores()


@given(positions)
def test_all_documents_follow_the_schema(state):
    validate("observation", state.observation(1).to_dict())
    validate("record", state.record())


def test_traces_are_valid_records():
    for line in (Path(__file__).parents[2] / "conformance" / "spring.jsonl").read_text("utf-8").splitlines():
        validate("record", {k: v for k, v in json.loads(line).items() if k in ("game", "options", "setup", "actions")})


def test_the_deck_of_an_own_game_is_written_out():
    state = st.game("spring", deck=SINGLE_COLOURED).start()
    assert state.to_dict()["options"]["deck"] == SINGLE_COLOURED
    assert st.load(json.dumps(state.record())).game == state.game


PLACE = phase_1(ROW, "RWRW", pots="W@1,0")
PIECE = phase_1(ROW, stage="piece")
TAKE = phase_2("RRWW@0,0 RRWW@1,0", ["RR/WW", "RR/WW"], pots="W@1,0")


@pytest.mark.parametrize(
    ("state", "changes", "reason"),
    [
        (PLACE, {"mover": 1}, "mover: must be 0 with 3 cards laid"),
        (PLACE, {"drawn": None}, "drawn: must be the card to be laid when the stage is place, else null"),
        (PLACE, {"drawn": "RRWR"}, "unseen: 1 cards RWRW are missing"),
        (PLACE, {"stage": "lay"}, "stage: 'lay' is none of draw, place, colour, piece, take"),
        (
            PLACE,
            {"layout": ["WWRR@0,0", *ROW.split()[1:]]},
            "layout[0]: the start card lies as its kind at 0,0, not WWRR@0,0",
        ),
        (
            PLACE,
            {"layout": ["RRWW@0,0", "RRWW@1,1", "RRWW@2,0"]},
            "layout[1]: RRWW@1,1 lies on flowers of another colour",
        ),
        (PLACE, {"layout": ["RRWW@0,0", "RRWW@2,0", "RRWW@2,0"]}, "layout[1]: RRWW@2,0 is too far from the start card"),
        (PLACE, {"layout": ["RRWW@0,0", "RRWW@1,0", "RRWW@2,2"]}, "layout[2]: RRWW@2,2 lies on no other card"),
        (PLACE, {"layout": ["RRWW@0,0", "RRWW@1,0", "RRWW@2"]}, "layout[2]: 'RRWW@2' is not written like RRRW@1,-1"),
        (PLACE, {"layout": [None, "RRWW@1,0", "RRWW@2,0"]}, "layout: no card is taken before phase 2"),
        (PLACE, {"pots": ["W@1,1"]}, "pots[0]: W@1,1 stands on a flower of its own colour"),
        (PLACE, {"pots": ["W@9,9"]}, "pots[0]: there is no flower at W@9,9"),
        (PLACE, {"pots": ["W@1,0", "W@1,0"]}, "pots[1]: another pot stands on the space of W@1,0"),
        (PLACE, {"pots": ["W@1,0", "R@1,1"]}, "pots[1]: another pot stands on the card of R@1,1"),
        (PLACE, {"pots": []}, "stock: 1 white pots with the layout, not 2"),
        (PLACE, {"fences": ["L@1,0"]}, "fences[0]: L@1,0 stands on 2 cards"),
        (PLACE, {"fences": ["L@3,0"]}, "fences[0]: there are no four flowers around L@3,0"),
        (PLACE, {"fences": ["L@2,0", "S@2,0"]}, "fences[1]: another fence stands on a card of S@2,0"),
        (PLACE, {"colours": None}, "colours: are chosen once seat 0 has laid a card"),
        (PLACE, {"colours": ["red", "red"]}, 'colours: must be null, ["red", "white"] or ["white", "red"], not '),
        (PLACE, {"tried": 1}, "tried: 1 cards were put under the deck this turn, 0 are there"),
        (PLACE, {"areas": [area("RR/WW"), None]}, "areas: must be null before phase 2"),
        (PLACE, {"gardens": [1, 1]}, "gardens: must be null before phase 2"),
        (PLACE, {"stage": "colour", "drawn": None}, "stage: the colour is chosen after the first turn of seat 0"),
        (PIECE, {"tried": 1, "returned": ["RWWR"]}, "tried: must be 0 once a card was laid"),
        (PIECE, {"unseen": ["RWWR"]}, "unseen: 1 cards RRWW are missing"),
        (TAKE, {"mover": 0}, "mover: must be 1 with 4 cards laid and 2 taken"),
        (TAKE, {"unseen": ["RRWW"]}, "unseen: must be empty in phase 2"),
        (TAKE, {"gardens": None}, "gardens: must be the points of phase 1"),
        (TAKE, {"layout": []}, "layout: must name all cards laid, null for those taken"),
        (
            TAKE,
            {"layout": ["RWRW@0,0", None, None, None]},
            "layout: 1 cards RWRW with those of the deck, the game has 0",
        ),
        (TAKE, {"areas": [None, area("RR/WW")]}, "areas[0]: must be an area when the seat has taken 1 cards"),
        (TAKE, {"areas": [area("RR/WW", "1,0"), area("RR/WW")]}, "areas[0]: the first card lies at 0,0"),
        (TAKE, {"areas": [area("RRR/WWW"), area("RR/WW")]}, "areas[0]: is too large for 1 cards"),
        (
            TAKE,
            {"areas": [area("RR./WW./..."), area("RR/WW")]},
            "areas[0]: rows: the outer rows and columns must have spaces",
        ),
        (
            TAKE,
            {"areas": [area("RRR/WW."), area("RR/WW")]},
            "areas[0]: does not consist of cards that lie on each other",
        ),
        (TAKE, {"areas": [area("RX/WW"), area("RR/WW")]}, "areas[0].rows: must be 2 to 10 texts"),
        (TAKE, {"areas": [area("RR/WWW"), area("RR/WW")]}, "areas[0].rows: must be of one length"),
        (TAKE, {"areas": [area("RR/WW", "x"), area("RR/WW")]}, "areas[0].corner: 'x' is not written like -1,0"),
        (TAKE, {"stock": [{"red": 3, "white": 0, "long": 1, "short": 1}] * 2}, "stock[0].red: 3 is not a whole number"),
        (
            TAKE,
            {"stock": [{"red": 2, "white": 2, "long": 1, "short": 1}] * 2},
            "stock: 4 red pots with the layout, not 2",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(state, changes, reason):
    assert any(found.startswith(reason) for found in reasons(state, **changes)), reasons(state, **changes)


def test_all_reasons_are_given_at_once():
    found = reasons(TAKE, mover=0, gardens=None, unseen=["RRWW"], pots=["W@9,9"])
    assert {reason.split(":")[0] for reason in found} >= {"mover", "gardens", "unseen", "pots[0]"}


def test_a_card_put_under_the_deck_this_turn_has_no_place():
    state = after(phase_1("RRRR@0,0 RRRR@0,0 RRRR@0,0", unseen="WWWW RRRR"), "WWWW")
    assert fields_of(state)["tried"] == 1
    turned = fields_of(state) | {"unseen": ["WWWW"], "returned": ["RRRR"]}
    with pytest.raises(st.InvalidPosition, match="tried: RRRR has a place, so it was not put under the deck"):
        state.game.position({"state": turned})


def test_a_drawn_card_has_a_place():
    state = phase_1("RRRR@0,0 RRRR@0,0 RRRR@0,0", "RRRR", unseen="WWWW")
    with pytest.raises(st.InvalidPosition, match="drawn: WWWW has no place"):
        state.game.position({"state": fields_of(state) | {"drawn": "WWWW", "unseen": ["RRRR"]}})


def test_the_points_of_phase_1_are_those_of_the_layout():
    state = phase_2(ROW, mover=0, gardens=[1, 1])
    assert reasons(state, gardens=[1, 2]) == ("gardens: the layout has [1, 1], not [1, 2]",)


def test_pieces_were_put_in_turns():
    state = phase_1(ROW, stage="piece")
    stock = [{"red": 1, "white": 0, "long": 1, "short": 1}, {"red": 0, "white": 2, "long": 1, "short": 1}]
    assert reasons(state, pots=["R@2,1"], stock=stock) == ("stock[0]: 1 pots and fences were put in 0 turns",)


@pytest.mark.parametrize("field", ["layout", "pots", "fences", "unseen", "returned", "areas", "stock"])
def test_lists_too_long_are_refused(field):
    assert any(reason.startswith(field) for reason in reasons(TAKE, **{field: [None] * 1000}))

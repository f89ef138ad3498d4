"""Actions of Spring as text and as ids."""

from __future__ import annotations

import pytest

from springtail.cython_ext.errors import IllegalAction
from springtail.engines import game


def test_every_id_has_one_name_and_every_name_its_id():
    spring = game("spring")
    names = [spring.action_string(action) for action in range(spring.info.actions)]
    assert len(set(names)) == len(names)
    assert [spring.action_id(name) for name in names[::7]] == list(range(0, len(names), 7))


def test_every_place_that_a_game_can_reach_has_a_name():
    spring = game("spring")
    for name in ("RRRW@-17,17", "P@18,-17", "L@17,17", "S@-17,-17", "17:WWRW@8,-8", "0:discard", "white", "-", "WWWW"):
        assert spring.action_string(spring.action_id(name)) == name


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "RRR",
            "WWRR",
            "rrww",
            "blue",
            "--",
            "RRWW@",
            "RRWW@0",
            "RRWW@0,",
            "RRWW@0,0,0",
            "RRWW@0, 0",
            "RRWW@-0,0",
        ),
        *(
            "RRWW@00,0",
            "RRWW@+1,0",
            "RRWW@18,0",
            "RRWW@0,-18",
            "P@19,0",
            "L@18,0",
            "X@0,0",
            "18:RRWW@0,0",
            "1:RRWW@9,0",
        ),
        *("01:RRWW@0,0", "-1:RRWW@0,0", "1:RRWW", "1:discard@0,0", "discard", "RRWW@١,0", "RRWW@0,0\n", None, 7),
    ],
)
def test_what_is_no_notation_is_refused(text):
    with pytest.raises(IllegalAction):
        game("spring").start().apply_action(text)


@pytest.mark.parametrize("text", ["RRWW@0,0", "P@0,0", "0:RRWW@0,0", "red", "-", "RRRR", "0:discard"])
def test_what_is_notation_but_not_possible_now_is_refused_and_changes_nothing(text):
    state = game("spring").start()
    before = state.clone()
    with pytest.raises(IllegalAction):
        state.apply_action(text)
    assert state == before

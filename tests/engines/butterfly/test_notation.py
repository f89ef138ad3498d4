"""Actions of Butterfly as text and as ids."""

import pytest

from springtail.cython_ext.errors import IllegalAction
from springtail.engines import game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_id_has_one_name_and_every_name_its_id(players):
    butterfly = game("butterfly", players=players)
    names = [butterfly.action_string(action) for action in range(butterfly.info.actions)]
    assert len(set(names)) == len(names) == 5 * (players + 4) ** 2 + 2 + 63
    assert [butterfly.action_id(name) for name in names] == list(range(len(names)))


def test_columns_are_letters_from_the_left_and_rows_numbers_from_the_top():
    state = game("butterfly", players=5).start(seed=1)
    board = state.to_dict()["state"]["board"]
    state.apply_action("i1W")
    state.apply_action("i9")
    assert state.to_dict()["state"]["collections"][0] == [board[8][8]]


@pytest.mark.parametrize(
    "text", ["", "c", "c0", "c7", "g1", "C4", "c4n", "c4 N", "c4NE", "pass", "draw ", "R6", "H9", None, 7]
)
def test_what_is_no_notation_is_refused(text):
    state = game("butterfly").start(seed=1)
    with pytest.raises(IllegalAction):
        state.apply_action(text)


@pytest.mark.parametrize("text", ["c4", "draw", "skip", "R1"])
def test_what_is_notation_but_not_legal_now_is_refused_and_changes_nothing(text):
    state = game("butterfly").start(seed=1)
    before = state.clone()
    with pytest.raises(IllegalAction):
        state.apply_action(text)
    assert state == before

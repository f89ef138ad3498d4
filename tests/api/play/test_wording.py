"""What a person writes, and the action that is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

import springtail as st
from springtail.play.session import COMMANDS
from springtail.play.wording import meant_action

LEGAL = ["P@1,2", "RWWW@1,-1", "RWWW@1,-2", "WRRR@0,0", "a5-a4", "end"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("end", "end"),
        ("e", "end"),
        ("END", "end"),
        ("wr", "WRRR@0,0"),
        ("rwww@1,-2", "RWWW@1,-2"),
        ("#1", "P@1,2"),
        ("#6", "end"),
    ],
)
def test_an_action_its_beginning_or_its_number_is_understood(text: str, action: str) -> None:
    assert meant_action(text, LEGAL) == action


def test_an_action_that_begins_another_is_meant_itself() -> None:
    assert meant_action("4", ["4", "40", "41"]) == "4"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("RWWW", "'RWWW' could be RWWW@1,-1 or RWWW@1,-2"),
        ("a5-a6", "'a5-a6' is not legal here; legal: P@1,2 RWWW@1,-1 RWWW@1,-2 WRRR@0,0 a5-a4 end"),
        ("#0", "'#0': the legal actions are #1 to #6; `list` shows them"),
        ("#²", "'#²': the legal actions are #1 to #6; `list` shows them"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_would_be(text: str, answer: str) -> None:
    with pytest.raises(st.IllegalAction) as error:
        meant_action(text, LEGAL)
    assert str(error.value) == answer


def test_of_many_legal_actions_the_near_ones_are_named() -> None:
    legal = [f"{column}{row}" for column in "abcdef" for row in range(1, 7)]
    with pytest.raises(st.IllegalAction, match=r"'e44' is not legal here; did you mean .*\be4\b.*`list` shows all 36"):
        meant_action("e44", legal)


@given(some.text(), some.lists(some.text(min_size=1), min_size=1, max_size=30, unique=True))
def test_every_text_means_a_legal_action_or_gets_one_line_of_answer(text: str, legal: list[str]) -> None:
    try:
        assert meant_action(text, legal) in legal
    except st.IllegalAction as error:
        assert str(error)


@pytest.mark.parametrize("game_id", st.game_ids())
def test_no_command_is_an_action_of_a_game(game_id: str) -> None:
    for word in [*COMMANDS, "?"]:
        with pytest.raises(st.IllegalAction):
            st.game(game_id).action_id(word)

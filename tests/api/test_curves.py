"""From a record to the curve of its values."""

from __future__ import annotations

import json

import pytest

import springtail as st

QUICK = st.Limit(simulations=50)


def test_a_finished_game_ends_with_its_exact_result() -> None:
    record = {"game": "tic_tac_toe", "actions": ["b2", "a2", "a1", "c3", "c1", "b1", "a3"]}
    found = st.curve(record, QUICK)
    assert len(found.scores) == 8
    assert found.scores[-1] == st.Score.exact((1, -1), (1, -1))
    assert found.actions == tuple(record["actions"])


def test_a_score_is_that_of_the_position_after_so_many_plies() -> None:
    record = {"game": "connect_four", "actions": ["4", "3"]}
    found = st.curve(record, QUICK, seed=3)
    for ply, score in enumerate(found.scores):
        state = st.load(record | {"actions": record["actions"][:ply]})
        assert score == st.analyse(state, QUICK, seed=3).score


def test_a_state_and_its_record_in_any_form_give_the_same_curve() -> None:
    state = st.load({"game": "nim", "options": {"piles": [1, 2]}, "actions": ["b1", "a1"]})
    record = state.record()
    forms = (state, record, json.dumps(record), json.dumps(record).encode())
    assert len({st.curve(form, QUICK).scores for form in forms}) == 1


def test_chance_events_have_no_value() -> None:
    found = st.curve({"game": "dice_race", "options": {"target": 10}, "actions": ["roll", "6", "hold"]}, QUICK)
    assert [score is None for score in found.scores] == [False, True, False, False]


def test_what_is_hidden_does_not_decide_a_value() -> None:
    curves = [st.curve({"game": "three_card_poker", "actions": ["J", other, "pass"]}, QUICK) for other in "QK"]
    assert curves[0].scores[2] == curves[1].scores[2]


def test_each_position_is_reported() -> None:
    reports: list[tuple[int, int]] = []
    st.curve({"game": "nim", "actions": ["a1", "b1"]}, QUICK, report=lambda *done: reports.append(done))
    assert reports == [(1, 3), (2, 3), (3, 3)]


def test_an_interrupt_leaves_the_rest_without_values(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"game": "connect_four", "actions": ["4", "4", "4"]}

    def stopped(done: int, _: int) -> None:
        if done == 2:
            monkeypatch.setattr("springtail.curves.analyse", interrupted)

    def interrupted(state: st.State, limit: st.Limit) -> st.Analysis:
        from dataclasses import replace

        return replace(st.analyse(state, limit), stopped_by="interrupt")

    found = st.curve(record, QUICK, report=stopped)
    assert [score is None for score in found.scores] == [False, False, False, True]


@pytest.mark.parametrize(
    ("record", "limit", "error", "reason"),
    [
        ({"game": "nim", "state": {"piles": [1, 0, 0], "mover": 0}}, QUICK, st.InvalidPosition, "actions: missing"),
        ({"game": "nim", "actions": ["z9"]}, QUICK, st.InvalidPosition, "actions.0."),
        ("[", QUICK, st.InvalidPosition, "not JSON"),
        ({"game": "nim", "actions": []}, st.Limit(), st.InvalidLimit, "limit: give at least one"),
        ({"game": "nim", "actions": []}, 5, st.InvalidLimit, "limit: must be a springtail.Limit"),
    ],
)
def test_what_is_no_record_is_refused(record: object, limit: object, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        st.curve(record, limit)


def test_a_state_made_from_a_position_has_no_curve() -> None:
    state = st.load({"game": "nim", "state": {"piles": [1, 0, 0], "mover": 0}})
    with pytest.raises(st.Unsupported, match="has no set-up"):
        st.curve(state, QUICK)

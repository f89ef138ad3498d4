"""Reading queries: everything that is wrong at once, each with its field; ceilings; and what is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import springtail as st
from springtail.services.ceilings import Ceilings
from springtail.services.query import FIELDS, SEARCH_FIELDS, Query, read_query, run_query
from springtail.services.reasons import InvalidQuery

FOUR = {"game": "connect_four", "actions": ["4"]}
WON = {"game": "connect_four", "actions": list("121212")}
ONE_LEFT = {"game": "tic_tac_toe", "actions": ["b2", "a1", "a2", "c2", "b1", "b3", "c3", "a3"]}


def ask(**fields: Any) -> Query:
    """Read a query about connect four."""
    return read_query({"position": FOUR} | fields)


def fields_of(given: dict[str, Any]) -> list[str]:
    """Return the fields of all that is wrong."""
    with pytest.raises(InvalidQuery) as caught:
        read_query(given)
    assert all(reason.message for reason in caught.value.reasons)
    return [reason.field for reason in caught.value.reasons]


class TestReading:
    def test_only_a_position_is_needed(self) -> None:
        query = read_query({"position": FOUR})
        assert (query.id, query.action, query.limit.time, query.priority) == (None, "analyse", 1.0, 0)

    def test_everything_that_is_wrong_is_told_at_once(self) -> None:
        given = {
            "id": [],
            "position": {"game": "connect_four", "state": {"board": 7, "turn": 1}},
            "limit": {"time": -1, "nodes": 0.5, "luck": 1},
            "multipv": 0,
            "include": ["everything"],
            "report_every": "often",
            "priority": 10**9,
            "colour": "red",
        }
        expected = ["colour", "id", "limit.time", "limit.nodes", "limit.luck", "multipv", "priority"]
        assert fields_of(given) == [*expected, "position.turn", "position.board", "include", "report_every"]

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({}, "position"),
            ({"position": []}, "position"),
            ({"position": {"actions": []}}, "position.game"),
            ({"position": {"game": "connect_four"}}, "position.state"),
            ({"position": {"game": "ches", "actions": []}}, "position.game"),
            (
                {"position": {"game": "connect_four", "options": {"players": 3}, "actions": []}},
                "position.options.players",
            ),
            ({"position": {"game": "connect_four", "options": {"size": 3}, "actions": []}}, "position.options"),
            ({"position": {"game": "connect_four", "actions": ["4", "9"]}}, "position.actions[1]"),
            ({"position": {"game": "whist", "actions": []}}, "position"),
            ({"position": FOUR, "action": "play"}, "action"),
            ({"position": FOUR, "action": []}, "action"),
            ({"position": FOUR, "id": 2**60}, "id"),
            ({"position": FOUR, "id": "x" * 201}, "id"),
            ({"position": FOUR, "limit": 3}, "limit"),
            ({"position": FOUR, "settings": 3}, "settings"),
            ({"position": FOUR, "settings": {"luck": 1}}, "settings"),
            ({"position": FOUR, "settings": {"threads": 0}}, "settings.threads"),
            ({"position": FOUR, "settings": {"seed": 0}}, "settings.seed"),
            ({"position": FOUR, "seed": -1}, "seed"),
            ({"position": FOUR, "solver": "magic"}, "solver"),
            ({"position": FOUR, "solver": {}}, "solver"),
            ({"position": FOUR, "report_every": -1}, "report_every"),
            ({"position": FOUR, "action": "solve", "multipv": 2}, "multipv"),
            ({"position": FOUR, "action": "solve", "limit": {"depth": 2}}, "limit.depth"),
            ({"position": FOUR, "action": "solve", "settings": {"moves": "some"}}, "settings.moves"),
        ],
    )
    def test_a_reason_names_its_field(self, given: dict[str, Any], field: str) -> None:
        assert fields_of(given) == [field]

    def test_several_settings_are_told_of_one_by_one(self) -> None:
        wrong = fields_of({"position": FOUR, "solver": "mcts", "settings": {"exploration": -1, "threads": 0}})
        assert wrong == ["settings.exploration", "settings.threads"]

    def test_the_action_may_be_fixed_from_outside(self) -> None:
        assert read_query({"position": FOUR}, action="solve").action == "solve"
        with pytest.raises(InvalidQuery, match="action: 'solve' is not one of best_move"):
            read_query({"position": FOUR, "action": "solve"}, action="best_move")

    def test_what_a_seat_cannot_see_does_not_enter_a_query(self) -> None:
        given = {"position": {"game": "three_card_poker", "actions": ["Q", "K"]}, "include": ["position", "drawing"]}
        query = read_query(given)
        assert isinstance(query.view, st.Observation)
        assert query.included["position"]["state"]["cards"] == ["Q", None]
        assert "K" not in query.included["drawing"]

    @given(some.data())
    def test_a_query_of_any_kind_is_read_or_refused_with_reasons(
        self, junk: some.SearchStrategy[Any], data: some.DataObject
    ) -> None:
        names = some.sampled_from([*FIELDS, *SEARCH_FIELDS]) | some.text(max_size=4)
        given = {"position": FOUR} | data.draw(some.dictionaries(names, junk, max_size=4))
        try:
            read_query(given)
        except InvalidQuery as error:
            assert error.reasons
            json.dumps([reason.to_dict() for reason in error.reasons])


class TestCeilings:
    CEILINGS = Ceilings(st.Limit(time=5.0, nodes=1000, memory_mb=16), threads=2, multipv=4)

    @pytest.mark.parametrize(
        ("asked", "given"),
        [
            ({}, st.Limit(time=1.0, nodes=1000, memory_mb=16)),
            ({"time": 60, "memory_mb": 1000}, st.Limit(time=5.0, nodes=1000, memory_mb=16)),
            ({"time": 2, "nodes": 10, "depth": 3}, st.Limit(time=2, nodes=10, depth=3, memory_mb=16)),
            ({"simulations": 10}, st.Limit(time=5.0, simulations=10, nodes=1000, memory_mb=16)),
        ],
    )
    def test_a_limit_is_only_lowered_and_what_is_open_is_filled_in(self, asked: Any, given: st.Limit) -> None:
        assert read_query({"position": FOUR, "limit": asked}, self.CEILINGS).limit == given

    def test_a_solve_without_a_limit_gets_the_ceilings(self) -> None:
        ceilings = Ceilings(st.Limit(time=5.0, simulations=9, depth=9))
        assert read_query({"position": FOUR, "action": "solve"}, ceilings).limit == st.Limit(time=5.0)

    def test_threads_are_lowered(self) -> None:
        query = read_query({"position": FOUR, "solver": "mcts", "settings": {"threads": 64}}, self.CEILINGS)
        assert query.solver.threads == 2  # type: ignore[attr-defined]

    def test_more_lines_than_the_ceiling_are_refused(self) -> None:
        with pytest.raises(InvalidQuery, match="multipv: must be a whole number from 1 to 4, not 5"):
            read_query({"position": FOUR, "multipv": 5}, self.CEILINGS)

    def test_ceilings_that_fill_in_a_time_do_not_change_the_solver(self) -> None:
        state = st.game("spinnentwist").start(seed=1)
        given = {"position": state.record(), "limit": {"simulations": 50}}
        assert run_query(read_query(given, Ceilings(st.Limit(time=60.0))))["simulations"] == 50

    @pytest.mark.parametrize("name", ["threads", "multipv"])
    @pytest.mark.parametrize("value", [0, 1.5, True, None])
    def test_ceilings_are_whole_numbers(self, name: str, value: Any) -> None:
        with pytest.raises(st.InvalidOptions, match=name):
            Ceilings(**{name: value})


class TestAnswers:
    @pytest.mark.parametrize("game_id", st.game_ids())
    def test_an_answer_is_that_of_the_python_api(self, game_id: str, midgame: Callable[[str], st.State]) -> None:
        state = midgame(game_id)
        given = {"position": state.record(), "limit": {"simulations": 60}, "multipv": 2, "seed": 3}
        answer = run_query(read_query({"id": 1, "action": "best_move"} | given))
        expected = st.best_move(state, st.Limit(simulations=60), multipv=2, seed=3).to_dict()
        assert answer.pop("time") >= 0 and expected.pop("time") >= 0
        assert answer == {"id": 1, "action": "best_move", "is_final": True} | expected

    def test_a_solution_is_that_of_the_python_api(self) -> None:
        answer = run_query(read_query({"position": ONE_LEFT, "action": "solve", "settings": {"objective": "outcome"}}))
        expected = st.solve(ONE_LEFT, "outcome").to_dict()
        assert {**answer, "time": 0} == {"id": None, "action": "solve", "is_final": True, **expected, "time": 0}

    def test_a_forced_move_is_answered_at_once(self) -> None:
        answer = run_query(read_query({"position": ONE_LEFT, "action": "best_move", "limit": {"time": 60}}))
        assert (answer["move"], answer["stopped_by"]) == ("c1", "forced")

    def test_the_final_answer_has_what_is_included(self) -> None:
        reports: list[dict[str, Any]] = []
        parts = ["position", "legal_actions", "drawing"]
        query = ask(include=parts, report_every=0, limit={"time": 0.1})
        answer = run_query(query, reports.append)
        assert answer["legal_actions"] == list("1234567")
        assert st.load(answer["position"]) == st.load(FOUR)
        assert answer["drawing"] == st.load(FOUR).draw()
        assert reports and not any(part in report for report in reports for part in parts)

    def test_interim_answers_say_that_they_are_not_final(self) -> None:
        reports: list[dict[str, Any]] = []
        answer = run_query(ask(id="q", report_every=0, limit={"simulations": 30_000}), reports.append)
        assert reports and answer["is_final"]
        assert all(not one["is_final"] and one["stopped_by"] is None and one["id"] == "q" for one in reports)
        assert [one["simulations"] for one in reports] == sorted(one["simulations"] for one in reports)

    def test_a_query_that_is_stopped_answers_with_what_was_found(self) -> None:
        answer = run_query(ask(limit={"time": 600}), is_stopped=lambda: True)
        assert answer["stopped_by"] == "stop" and answer["move"] in "1234567"

    def test_before_a_search_begins_there_is_no_move(self) -> None:
        answer = ask(id="q").nothing()
        assert (answer["is_final"], answer["move"], answer["lines"], answer["stopped_by"]) == (True, None, [], "stop")
        assert read_query({"position": WON, "action": "solve"}).nothing()["status"] == "aborted"

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"limit": {"memory_mb": 1e-6, "simulations": 1}}, "limit.memory_mb"),
            ({"solver": "ismcts"}, "solver"),
            ({"solver": "mcts", "settings": {"leaf": "estimate"}}, "solver"),
        ],
    )
    def test_what_only_the_search_finds_out_is_an_answer_with_its_field(
        self, given: dict[str, Any], field: str
    ) -> None:
        answer = run_query(ask(id="q", **given))
        assert (answer["id"], answer["is_final"], answer["error"]["kind"]) == ("q", True, "invalid_query")
        assert [reason["field"] for reason in answer["error"]["reasons"]] == [field]

    @pytest.mark.parametrize(("error", "kind"), [(MemoryError(), "out_of_memory"), (KeyError("x"), "internal_error")])
    def test_a_search_that_breaks_is_an_answer(
        self, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str
    ) -> None:
        def fail(*_: Any) -> None:
            raise error

        monkeypatch.setattr(Query, "begin", fail)
        assert run_query(ask(id="q"))["error"]["kind"] == kind

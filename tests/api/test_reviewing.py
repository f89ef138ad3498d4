"""review and its verb: what decisions lose, by what their seats could know."""

from __future__ import annotations

import io
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail import reviewing
from springtail.__main__ import main

BLUNDERED = {"game": "tic_tac_toe", "actions": ["a1", "a2", "b2", "b1", "c3"]}
"""Seat 1 may still draw after a1, but not after a2; c3 wins."""
FEW = st.Limit(nodes=2000)


def whist_record(seed: int) -> dict[str, Any]:
    """Play whist without thought and return its record."""
    random, state = st.Random(seed), st.game("whist").start(seed=seed)
    while not state.is_terminal():
        actions = state.legal_actions() if state.current_player() >= 0 else [state.sample_chance(random)]
        state.apply_action(actions[random.below(len(actions))])
    return state.record()


class TestLosses:
    def test_a_decision_that_is_solved_has_its_exact_loss(self) -> None:
        found = st.review(BLUNDERED)
        blunder = found.decisions[1]
        assert (blunder.seat, blunder.action, blunder.kind, blunder.is_blunder) == (1, "a2", "exact", True)
        assert blunder.loss == reviewing.Loss(win_share=0.5, stderr=0.0, margin=1.0, margin_stderr=0.0)
        assert blunder.best in ("b2",)
        assert blunder.score.returns == (0, 0)

    @pytest.mark.parametrize("seed", range(3))
    def test_losses_are_those_of_the_endgame_solver(self, seed: int) -> None:
        random, state = st.Random(seed), st.game("nim", piles=(2, 3, 2)).start()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
        for decision in st.review(state).decisions:
            before = st.load({**state.record(), "actions": state.history()[: decision.ply]})
            after = before.child(decision.action)
            best = st.solve(before, "outcome").value
            value = after.returns() if after.is_terminal() else st.solve(after, "outcome").value.returns
            assert best is not None and decision.loss is not None
            assert decision.loss.win_share == (best.returns[decision.seat] - value[decision.seat]) / 2

    def test_the_best_action_is_the_one_played_where_nothing_was_lost(self) -> None:
        for decision in st.review(BLUNDERED).decisions:
            assert decision.loss is not None
            if decision.loss.win_share == 0 and not decision.loss.margin:
                assert decision.best == decision.action

    def test_an_estimate_of_a_loss_has_a_standard_error(self) -> None:
        best, worse = st.review({"game": "connect_four", "actions": ["4", "1"]}, FEW).decisions
        assert best.kind == worse.kind == "estimate"
        assert best.loss == reviewing.Loss(win_share=0.0, stderr=None, margin=0.0, margin_stderr=None)
        assert worse.loss is not None and 0 < worse.loss.win_share < 1
        assert worse.loss.stderr is not None and worse.loss.stderr > 0

    def test_alpha_beta_compares_both_actions_at_the_same_depth(self) -> None:
        state, random = st.game("butterfly", players=2).start(seed=1), st.Random(1)
        for _ in range(12):
            actions = state.legal_actions() if state.current_player() >= 0 else [state.sample_chance(random)]
            state.apply_action(actions[random.below(len(actions))])
        found = st.review(state, FEW, solver="alphabeta")
        decision = next(one for one in found.decisions if one.loss is not None and one.loss.win_share > 0)
        before = st.load({**state.record(), "actions": state.history()[: decision.ply]})
        for depth in range(1, 12):
            both = st.analyse(
                before, st.Limit(depth=depth), solver="alphabeta", multipv=2, actions=[decision.best, decision.action]
            )
            if [line.score for line in both.lines] == [decision.score, decision.played]:
                return
        pytest.fail("no depth gives these values")

    def test_three_players_are_judged_each_for_itself(self) -> None:
        state = st.game("butterfly", players=3).start(seed=1)
        for _ in range(9):
            state.apply_action(state.sample_chance(1) if state.is_chance_node() else state.legal_actions()[0])
        found = st.review(state, FEW)
        assert {decision.seat for decision in found.decisions} == {0, 1, 2}
        assert all(decision.kind == "estimate" for decision in found.decisions)


class TestWhatIsADecision:
    def test_chance_events_and_forced_actions_are_none(self) -> None:
        record = {"game": "dice_race", "options": {"target": 10}, "actions": ["roll", "4", "hold", "roll", "2"]}
        assert [decision.ply for decision in st.review(record, FEW).decisions] == [0, 2, 3]

    def test_a_seat_is_judged_by_what_it_could_know(self) -> None:
        """The hidden card of the other changes no byte of what is said of a seat."""
        said = [
            st.review({"game": "three_card_poker", "actions": ["Q", other, "pass"]}, FEW).decisions[0].to_dict()
            for other in ("J", "K")
        ]
        assert said[0] == said[1]
        assert said[0]["solver"] == "ismcts"

    def test_hidden_cards_are_not_seen_at_the_end_either(self) -> None:
        """Near its end whist could be solved with open hands; a review does not."""
        record = whist_record(2)
        last = [len(record["actions"]) - 8]
        decisions = [reviewing.judge(record, ply, FEW, "auto", {}) for ply in last]
        assert all(decision is not None and decision.kind == "estimate" for decision in decisions)


class TestReview:
    def test_the_summary_counts_each_seat(self) -> None:
        found = st.review(BLUNDERED)
        own, other = found.summary(0), found.summary(1)
        assert (own.decisions, own.blunders, own.mean_loss) == (3, 0, 0)
        assert (other.decisions, other.best, other.blunders, other.mean_loss) == (2, 1, 1, 0.25)

    def test_the_same_nodes_and_seed_give_the_same_bytes(self) -> None:
        record = {"game": "connect_four", "actions": list("4455")}
        first, second, other = (st.review(record, FEW, seed=seed).to_dict() for seed in (5, 5, 6))
        assert json.dumps(first) == json.dumps(second) != json.dumps(other)

    def test_an_executor_gives_the_same(self) -> None:
        with ThreadPoolExecutor(2) as executor:
            assert st.review(BLUNDERED, executor=executor) == st.review(BLUNDERED)

    def test_progress_is_told(self) -> None:
        told: list[tuple[int, int]] = []
        st.review(BLUNDERED, progress=lambda *counts: told.append(counts))
        assert told == [(number, 5) for number in range(1, 6)]

    def test_ctrl_c_gives_the_review_so_far(self, monkeypatch: pytest.MonkeyPatch) -> None:
        judge = reviewing.judge

        def interrupted(fields: Any, ply: int, *how: Any) -> Any:
            if ply == 2:
                raise KeyboardInterrupt
            return judge(fields, ply, *how)

        monkeypatch.setattr(reviewing, "judge", interrupted)
        found = st.review(BLUNDERED)
        assert len(found.decisions) == 2 and not found.complete
        assert found.summary(0).decisions == 1

    def test_a_state_that_was_played_is_a_record(self) -> None:
        state = st.load(BLUNDERED)
        assert st.review(state) == st.review(BLUNDERED) == st.review(json.dumps(BLUNDERED))

    def test_the_curve_ends_with_the_result_and_marks_blunders(self) -> None:
        curve = st.review(BLUNDERED).curve
        assert [value.value for value in curve.win_shares(0)] == [0.5, 0.5, 1, 1, 1, 1]
        assert curve.notes == {2: "??"}
        assert st.review({**BLUNDERED, "actions": ["a1"]}).curve.scores[-1] is None

    def test_json_takes_every_figure(self) -> None:
        said = json.loads(json.dumps(st.review(BLUNDERED).to_dict(), allow_nan=False))
        assert said["complete"] is True
        assert said["decisions"][1]["loss"]["win_share"] == 0.5
        assert said["players"][1]["blunders"] == 1


class TestErrors:
    @pytest.mark.parametrize("name", ["open_hands", "strength", "objective"])
    def test_settings_that_would_judge_otherwise_are_refused(self, name: str) -> None:
        with pytest.raises(st.InvalidOptions, match=f"{name}: a review judges"):
            st.review(BLUNDERED, **{name: True})

    @pytest.mark.parametrize(
        ("record", "message"),
        [
            ({"game": "tic_tac_toe", "state": {}}, "actions: missing; a review needs a record"),
            ({"game": "tic_tac_toe", "actions": ["a1", "a1"]}, r"actions\[1\]: .*not legal"),
            ("[", "document: not JSON"),
        ],
    )
    def test_what_is_no_record_is_named(self, record: Any, message: str) -> None:
        with pytest.raises(st.InvalidPosition, match=message):
            st.review(record)

    def test_an_endless_limit_is_refused(self) -> None:
        with pytest.raises(st.InvalidLimit, match="give at least one"):
            st.review(BLUNDERED, st.Limit())


class TestVerb:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(BLUNDERED))
        return path

    def test_it_prints_decisions_and_summary(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", str(file)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[2].split() == ["1", "1", "a2", "??", "b2", "0.500", "0.500", "1.00", "exact"]
        assert ["1", "2", "1", "1", "0.250", "0.50"] in [line.split() for line in lines]

    def test_json_is_the_review_and_nothing_else(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        content = io.BytesIO(json.dumps(BLUNDERED).encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(content)))  # type: ignore[arg-type]
        assert main(["review", "-", "--nodes", "20000", "--json"]) == 0
        out, err = capsys.readouterr()
        assert (json.loads(out), err) == (st.review(BLUNDERED, st.Limit(nodes=20000)).to_dict(), "")

    def test_the_curve_is_written_as_svg(self, file: Path, tmp_path: Path) -> None:
        assert main(["review", str(file), "--svg", str(tmp_path / "game.svg")]) == 0
        assert (tmp_path / "game.svg").read_text() == st.review(BLUNDERED).curve.to_svg() + "\n"

    def test_a_wrong_record_is_one_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["review", str(tmp_path / "missing.json")]) == 2
        assert "No such file" in capsys.readouterr().err

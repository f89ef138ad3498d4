"""best_move, analyse, analysis, analyse_many and Bot: what goes in, what comes out, how it ends."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import springtail as st
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import StopReason
from springtail.solvers.search import Run, Search, Watch

SHORT = st.Limit(simulations=300)
FIRST_WINS = list("112233")
"""Connect four: the seat to move wins by 4."""


@pytest.fixture
def start() -> st.State:
    return st.game("connect_four").start()


def without_time(found: Analysis) -> dict[str, Any]:
    return {name: value for name, value in found.to_dict().items() if name != "time"}


def after(actions: list[str]) -> st.State:
    state = st.load({"game": "connect_four", "actions": actions})
    assert isinstance(state, st.State)
    return state


class Failing(Search):
    """A search that breaks at its second step."""

    def __init__(self) -> None:
        self.steps = 0
        self.closed = False

    def step(self, seconds: float) -> None:
        self.steps += 1
        if self.steps == 2:
            raise RuntimeError("the search broke")

    @property
    def finished(self) -> StopReason | None:
        return None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        raise AssertionError("nobody asked")

    def close(self) -> None:
        self.closed = True


class TestPositions:
    def test_a_position_can_be_a_state_an_observation_a_document_or_its_text(self) -> None:
        state = after(list("44"))
        given = [
            state,
            state.observation(0),
            state.record(),
            json.dumps(state.record()),
            json.dumps(state.record()).encode(),
        ]
        answers = [without_time(st.best_move(position, SHORT)) for position in given]
        assert answers == [answers[0]] * len(given)

    def test_the_position_stays_as_it_is(self, start: st.State) -> None:
        before = start.clone()
        st.best_move(start, SHORT)
        assert start == before

    def test_a_hidden_game_is_searched_from_what_the_mover_sees(self) -> None:
        state = st.game("three_card_poker").start(seed=1)
        while state.is_chance_node():
            state.apply_action(state.sample_chance(1))
        seen = state.observation(state.current_player())
        assert without_time(st.best_move(state, SHORT)) == without_time(st.best_move(seen, SHORT))

    def test_an_observation_of_a_seat_that_does_not_move_is_refused(self) -> None:
        with pytest.raises(st.InvalidPosition, match="seat: this is what seat 1 sees, but seat 0 has to move"):
            st.best_move(after([]).observation(1), SHORT)

    def test_a_chance_event_must_be_applied_first(self) -> None:
        state = st.game("whist").start(seed=1)
        with pytest.raises(st.InvalidPosition, match="a chance event comes next"):
            st.best_move(state, SHORT)


class TestEnds:
    @pytest.mark.parametrize(
        ("limit", "reason"),
        [
            (st.Limit(time=0.03), "time"),
            (st.Limit(simulations=100), "simulations"),
            (st.Limit(nodes=100), "nodes"),
            (st.Limit(depth=3), "depth"),
            (st.Limit(time=60, simulations=50), "simulations"),
        ],
    )
    def test_the_first_limit_reached_ends_the_search_and_is_named(
        self, start: st.State, limit: st.Limit, reason: str
    ) -> None:
        assert st.analyse(start, limit).stopped_by == reason

    def test_a_proof_ends_the_search(self) -> None:
        found = st.best_move(after(FIRST_WINS))
        assert (found.move, found.stopped_by, found.score.kind) == ("4", "proof", "exact")

    def test_the_only_legal_action_is_the_answer_at_once(self) -> None:
        forced = st.load({"game": "tic_tac_toe", "actions": ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"]})
        found = st.best_move(forced, st.Limit(time=60))
        assert (found.move, found.stopped_by) == ("c3", "forced")

    def test_reports_come_while_it_searches(self, start: st.State) -> None:
        reports: list[Analysis] = []
        found = st.analyse(start, st.Limit(time=0.2), report=reports.append, report_every=0.0)
        assert len(reports) > 2
        assert all(report.stopped_by is None for report in reports)
        counts = [report.simulations for report in reports]
        assert counts == sorted(counts) and counts[-1] <= found.simulations

    def test_an_error_in_a_report_surfaces(self, start: st.State) -> None:
        with pytest.raises(ZeroDivisionError):
            st.analyse(start, st.Limit(time=10), report=lambda _: 1 // 0, report_every=0.0)  # type: ignore[arg-type]

    def test_multipv_asks_for_so_many_lines(self, start: st.State) -> None:
        assert [len(st.analyse(start, SHORT, multipv=lines).lines) for lines in (1, 3, 99)] == [1, 3, 7]

    def test_ctrl_c_gives_what_was_found(self, start: st.State) -> None:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        found = st.analyse(start, st.Limit(time=60))
        assert found.stopped_by == "interrupt"
        assert found.move in start.legal_actions()


class TestAnalyseMany:
    def test_the_answers_come_in_order(self) -> None:
        positions = [after(FIRST_WINS), after([]).record(), after(list("44"))]
        found = st.analyse_many(positions, SHORT, seed=3)
        assert [without_time(one) for one in found] == [
            without_time(st.analyse(position, SHORT, seed=3)) for position in positions
        ]

    def test_a_wrong_position_is_refused_before_any_search(self, start: st.State) -> None:
        begun = time.monotonic()
        with pytest.raises(st.InvalidPosition, match="game: missing"):
            st.analyse_many([start, {}], st.Limit(time=60))
        assert time.monotonic() - begun < 30

    def test_ctrl_c_keeps_the_answers_so_far(self, start: st.State) -> None:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        found = st.analyse_many([start, start], st.Limit(time=60))
        assert [one.stopped_by for one in found] == ["interrupt"]


class TestRun:
    def test_the_last_report_says_what_ended_it(self, start: st.State) -> None:
        with st.analysis(start, st.Limit(time=0.2), report_every=0.02) as run:
            reports = list(run)
        assert len(reports) > 2
        assert [report.stopped_by for report in reports] == [None] * (len(reports) - 1) + ["time"]

    def test_without_a_limit_it_goes_on_until_it_is_stopped(self, start: st.State) -> None:
        with st.analysis(start, report_every=0.01) as run:
            for number, _ in enumerate(run):
                if number == 3:
                    run.stop()
            assert run.result().stopped_by == "stop"

    def test_leaving_the_context_ends_the_thread(self, start: st.State) -> None:
        with st.analysis(start) as run:
            next(iter(run))
        assert not [thread for thread in threading.enumerate() if thread.name == "springtail-analysis"]
        assert run.result().stopped_by == "stop"

    def test_the_result_can_be_had_without_iterating_and_again(self, start: st.State) -> None:
        run = st.analysis(start, SHORT)
        assert run.result() is run.result()
        run.stop()
        run.close()
        assert run.result().stopped_by == "simulations"

    def test_a_run_agrees_with_analyse(self, start: st.State) -> None:
        with st.analysis(start, SHORT, seed=2, multipv=3) as run:
            assert without_time(run.result()) == without_time(st.analyse(start, SHORT, seed=2, multipv=3))

    def test_an_error_in_the_worker_surfaces_and_the_search_is_closed(self) -> None:
        search = Failing()
        with Run(Watch(search, st.Limit(), time.monotonic()), 60.0) as run:
            with pytest.raises(RuntimeError, match="the search broke"):
                list(run)
            with pytest.raises(RuntimeError, match="the search broke"):
                run.result()
        assert search.closed

    def test_the_asynchronous_twin_streams_and_stops(self, start: st.State) -> None:
        async def watch() -> list[Analysis]:
            reports = []
            async with st.analysis(start, report_every=0.01) as run:
                async for found in run:
                    reports.append(found)
                    if len(reports) == 3:
                        run.stop()
            return reports

        reports = asyncio.run(watch())
        assert reports[-1].stopped_by == "stop"
        assert [report.stopped_by for report in reports[:3]] == [None] * 3

    def test_the_event_loop_runs_meanwhile(self, start: st.State) -> None:
        async def tick_and_search() -> int:
            ticks = 0
            async with st.analysis(start, st.Limit(time=0.2)) as run:
                waiting = asyncio.ensure_future(asyncio.to_thread(run.result))
                while not waiting.done():
                    await asyncio.sleep(0.005)
                    ticks += 1
            return ticks

        assert asyncio.run(tick_and_search()) > 5


class TestBot:
    @pytest.mark.parametrize("threads", [1, 2])
    def test_the_tree_is_kept_from_move_to_move(self, start: st.State, threads: int) -> None:
        with st.Bot(seed=1, threads=threads) as bot:
            first = bot.best_move(start, st.Limit(simulations=4000))
            for action in first.lines[0].pv[:2]:
                start.apply_action(action)
            again = bot.best_move(start, st.Limit(simulations=20), multipv=7)
        fresh = st.analyse(start, st.Limit(simulations=20), seed=1, threads=threads)
        assert again.simulations == 20
        assert again.nodes > 5 * fresh.nodes
        assert sum(line.visits for line in again.lines) > 100

    def test_a_position_that_does_not_follow_is_searched_anew(self, start: st.State) -> None:
        with st.Bot(seed=1) as bot:
            bot.best_move(start.child("1"), st.Limit(simulations=4000))
            assert without_time(bot.best_move(start, SHORT)) == without_time(st.analyse(start, SHORT, seed=1))

    def test_another_game_is_searched_anew(self, start: st.State) -> None:
        other = st.game("tic_tac_toe").start()
        with st.Bot(seed=1) as bot:
            bot.best_move(start, SHORT)
            assert bot.best_move(other, SHORT).game == "tic_tac_toe"

    def test_a_whole_game_is_played(self, start: st.State) -> None:
        with st.Bot(seed=1) as first, st.Bot(seed=2) as second:
            while not start.is_terminal():
                bot = (first, second)[start.current_player()]
                start.apply_action(bot.best_move(start, st.Limit(simulations=200)).move)
        assert start.returns() in ([1, -1], [-1, 1], [0, 0])

    def test_its_settings_are_checked(self, start: st.State) -> None:
        with pytest.raises(st.InvalidOptions, match="has no setting 'level'"):
            st.Bot(level=3).best_move(start, SHORT)
        with pytest.raises(st.InvalidLimit, match="limit: give at least one of"):
            st.Bot().best_move(start, st.Limit())


ANOTHER_PROCESS = """\
import json, sys
import springtail as st
found = st.analyse({"game": "connect_four", "actions": ["4"]}, st.Limit(simulations=3001), seed=9, threads=3, multipv=7)
print(json.dumps(found.to_dict()))
"""


@pytest.mark.parametrize("threads", [1, 3])
def test_seed_simulations_and_threads_decide_the_answer(threads: int) -> None:
    answers = [
        without_time(st.analyse(after(["4"]), st.Limit(simulations=3001), seed=9, threads=threads, multipv=7))
        for _ in range(2)
    ]
    assert answers[0] == answers[1]


def test_another_process_gives_the_same_answer() -> None:
    printed = subprocess.run([sys.executable, "-c", ANOTHER_PROCESS], capture_output=True, text=True, check=True).stdout
    other = json.loads(printed)
    here = st.analyse(after(["4"]), st.Limit(simulations=3001), seed=9, threads=3, multipv=7)
    del other["time"]
    assert other == json.loads(json.dumps(without_time(here)))

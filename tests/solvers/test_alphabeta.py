"""What alpha-beta answers: settings, limits, lines, reuse between moves."""

from __future__ import annotations

import time

import pytest

import springtail as st
from springtail.solvers.alphabeta import AlphaBeta

CONNECT_FOUR = st.game("connect_four")


def played(columns):
    state = CONNECT_FOUR.start()
    for column in columns:
        state.apply_action(column)
    return state


def test_a_win_in_one_is_played_and_called_exact():
    analysis = st.analyse(played("112233"), st.Limit(time=1), solver="alphabeta")
    assert (analysis.move, analysis.score.kind, analysis.stopped_by) == ("4", "exact", "proof")
    assert analysis.score.returns == (1, -1)


class Fork:
    """Seat 0 ends the game as a draw, or walks twenty steps to a win."""

    def __init__(self, steps=0, ended=False):
        self.steps, self.ended = steps, ended

    def clone(self):
        return Fork(self.steps, self.ended)

    def current_player(self):
        return self.steps % 2

    def legal_actions(self):
        return [0, 1] if self.steps == 0 else [1]

    def apply_action(self, action):
        self.ended = action == 0
        self.steps += 1

    def is_terminal(self):
        return self.ended or self.steps == 20

    def returns(self):
        return [0, 0] if self.ended or self.steps < 20 else [1, -1]


def test_a_position_is_exact_only_when_no_other_action_can_be_better():
    state = st.PythonGame(Fork, players=2, actions=2, longest_game=20, repeats=False).start()
    early = st.analyse(state, st.Limit(depth=5), solver="alphabeta")
    assert (early.move, early.lines[0].score.kind, early.score.kind) == ("0", "exact", "lower")
    assert early.score.pov(1).kind == "upper"
    late = st.analyse(state, st.Limit(depth=20), solver="alphabeta")
    assert (late.move, late.score.kind, late.score.returns) == ("1", "exact", (1, -1))


def test_a_depth_limit_is_met():
    analysis = st.analyse(played("44"), st.Limit(depth=7), solver="alphabeta")
    assert (analysis.depth, analysis.stopped_by, analysis.score.kind) == (7, "depth", "estimate")


def test_a_node_limit_is_met_exactly():
    analysis = st.analyse(played("44"), st.Limit(nodes=5000), solver="alphabeta")
    assert (analysis.nodes, analysis.stopped_by) == (5000, "nodes")


@pytest.mark.parametrize("game_id", ["connect_four", "butterfly", "spinnentwist", "dice_race"])
@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.3])
def test_a_time_limit_is_kept(game_id, seconds, midgame):
    state = midgame(game_id)
    started = time.monotonic()
    analysis = st.analyse(state, st.Limit(time=seconds), solver="alphabeta")
    took = time.monotonic() - started
    assert analysis.move in state.legal_actions()
    assert took < seconds + 0.25  # a few milliseconds, unless the machine is busy


def test_lines_are_as_many_as_asked_for_and_sorted():
    analysis = st.analyse(played("44"), st.Limit(depth=6), solver="alphabeta", multipv=4)
    values = [line.score.pov(0).expected_return for line in analysis.lines]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert analysis.score == analysis.lines[0].score


@pytest.mark.parametrize("game_id", ["connect_four", "butterfly", "spinnentwist", "nim", "dice_race"])
def test_every_line_can_be_replayed(game_id, midgame):
    state = midgame(game_id)
    for line in st.analyse(state, st.Limit(depth=6), solver="alphabeta", multipv=5).lines:
        after = state.clone()
        for action in line.pv:
            after.apply_action(action)


def test_only_chosen_actions_are_looked_at():
    analysis = st.analyse(played("44"), st.Limit(depth=6), solver="alphabeta", actions=["1", "7"], multipv=5)
    assert {line.action for line in analysis.lines} == {"1", "7"}


@pytest.mark.parametrize(
    ("actions", "error"), [(["9"], st.IllegalAction), ([], st.IllegalAction), ("1", st.InvalidOptions)]
)
def test_wrong_actions_are_refused(actions, error):
    with pytest.raises(error, match="action"):
        st.analyse(played("44"), st.Limit(depth=6), solver="alphabeta", actions=actions)


def test_a_full_column_cannot_be_chosen():
    with pytest.raises(st.IllegalAction):
        st.analyse(played("111111"), st.Limit(depth=6), solver="alphabeta", actions=["1"])


def test_seats_are_told_from_each_other():
    """The same position is worth as much for whoever moves."""
    state = st.game("dice_race", target=30).start()
    state.apply_action("hold")
    analysis = st.analyse(state, st.Limit(depth=5), solver="alphabeta", objective="margin")
    assert analysis.seat == 1
    assert analysis.score.margins[1] == -analysis.score.margins[0]


def test_three_seats_are_searched_as_one_against_all():
    state = st.game("dice_race", players=3, target=30).start()
    analysis = st.analyse(state, st.Limit(depth=6), solver="alphabeta")
    assert analysis.score.kind == "estimate"
    assert sum(analysis.score.returns) == pytest.approx(0)


def test_what_three_seats_prove_is_an_estimate_still():
    state = st.game("dice_race", players=3, target=4).start()
    analysis = st.analyse(state, st.Limit(depth=100), solver="alphabeta")
    assert (analysis.stopped_by, analysis.score.kind) == ("proof", "estimate")


def test_hidden_hands_are_searched_only_when_shown(played_on):
    state = played_on(st.game("whist", cards=4), 1, st.Random(2))
    with pytest.raises(st.Unsupported, match="hidden"):
        st.analyse(state, st.Limit(depth=4), solver="alphabeta")
    assert st.analyse(state, st.Limit(depth=40), solver="alphabeta", open_hands=True).score.kind == "exact"


def test_a_bot_keeps_its_table_from_move_to_move():
    state = CONNECT_FOUR.start()
    with st.Bot("alphabeta") as bot:
        while not state.is_terminal():
            state.apply_action(bot.best_move(state, st.Limit(depth=6)).move)
    assert state.is_terminal()


def test_the_only_action_is_played_at_once():
    state = st.game("nim", piles=(1,)).start()
    analysis = st.best_move(state, st.Limit(time=5), solver="alphabeta")
    assert (analysis.move, analysis.stopped_by) == ("a1", "forced")


def test_stronger_than_chance():
    """It wins almost every game against random play."""
    random, won = st.Random(4), 0
    for game in range(20):
        state = CONNECT_FOUR.start()
        while not state.is_terminal():
            if state.current_player() == game % 2:
                state.apply_action(st.analyse(state, st.Limit(depth=4), solver="alphabeta").move)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[random.below(len(actions))])
        won += state.winners() == [game % 2]
    assert won >= 19


@pytest.mark.parametrize(
    ("settings", "named"),
    [({"objective": "win"}, "objective"), ({"open_hands": 1}, "open_hands"), ({"actions": [1]}, "actions")],
)
def test_a_wrong_setting_is_refused(settings, named):
    with pytest.raises(st.InvalidOptions, match=named):
        AlphaBeta(**settings)


def test_simulations_alone_are_refused():
    with pytest.raises(st.InvalidLimit, match="simulations"):
        AlphaBeta().begin(CONNECT_FOUR.start(), st.Limit(simulations=4))

"""Max^n with iterative deepening: limits, actions, lines, and who plays for whom."""

from __future__ import annotations

import pytest

import springtail as st
from springtail.solvers.alphabeta import AlphaBeta


def analysed(state, limit, **settings):
    return st.analyse(state, limit, solver="alphabeta", others="max_n", **settings)


def race(**options):
    return st.game("dice_race", **({"players": 3, "target": 12} | options)).start()


def test_a_depth_limit_is_met():
    found = analysed(race(), st.Limit(depth=5))
    assert (found.depth, found.stopped_by, found.score.kind) == (5, "depth", "estimate")


def test_a_node_limit_is_met_and_the_last_whole_iteration_counts():
    few, found = analysed(race(), st.Limit(depth=3)), analysed(race(), st.Limit(nodes=2000))
    assert (found.nodes, found.stopped_by) == (2000, "nodes")
    assert found.depth >= few.depth


def test_a_time_limit_is_kept(midgame):
    found = analysed(st.game("butterfly", players=4).start(seed=3), st.Limit(time=0.05))
    assert found.stopped_by == "time"
    assert found.depth >= 1


def test_a_game_searched_to_its_end_stops_by_proof():
    found = analysed(race(target=4), st.Limit(time=60.0))
    assert (found.stopped_by, found.score.kind) == ("proof", "estimate")


def test_two_sides_are_searched_by_alpha_beta():
    state = st.game("connect_four").start()
    assert analysed(state, st.Limit(depth=4)).lines == st.analyse(state, st.Limit(depth=4), solver="alphabeta").lines


def test_every_seat_plays_for_itself():
    """In max^n nobody gives up a win to harm the seat that asks; the paranoid search fears that they do."""
    state = st.game("butterfly", players=3, nets="none").start(seed=2)
    random = st.Random(2)
    for _ in range(30):
        state.apply_action(state.legal_actions()[random.below(len(state.legal_actions()))])
    seat, limit = state.current_player(), st.Limit(depth=4)
    fearful = st.analyse(state, limit, solver="alphabeta").score.returns[seat]
    assert analysed(state, limit).score.returns[seat] >= fearful


def test_lines_are_as_many_as_asked_for_and_sorted():
    state = st.game("butterfly", players=3).start(seed=2).child("a1E")
    seat, lines = state.current_player(), analysed(state, st.Limit(depth=3), multipv=3).lines
    assert len(lines) == 3
    assert all(line.pv == (line.action,) for line in lines)
    values = [line.score.returns[seat] for line in lines]
    assert values == sorted(values, reverse=True)


def test_only_chosen_actions_are_answered():
    state = st.game("butterfly", players=3).start(seed=2)
    found = analysed(state, st.Limit(depth=2), actions=["a1E", "c3N"], multipv=5)
    assert {line.action for line in found.lines} == {"a1E", "c3N"}
    with pytest.raises(st.IllegalAction, match="actions"):
        analysed(state, st.Limit(depth=2), actions=["nowhere"])


def test_a_wrong_way_to_take_others_is_refused():
    with pytest.raises(st.InvalidOptions, match="others"):
        AlphaBeta(others="friendly")

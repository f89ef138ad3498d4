"""What Spinnentwist offers to searches: random playouts, bounds, move order, estimate."""

from __future__ import annotations

import pytest
from scenes.spinnentwist import after, scene

import springtail as st
from springtail.cython_ext.search.playouts import playouts

LAST_TURNS = [
    scene(["a4", "o"], ["c5", "d2"], female="b2", turns=399, mover=1),
    scene(["a1", "b1", "j2"], ["i1", "c5"], female="o", die=2, turns=399, mover=1, supply=(1, 2), mated=(4, 3)),
    after(scene(["c2", "a4"], ["d5", "b1"], web="spiral", female="a2", turns=399, mover=1), "d5-c5"),
    after(scene(["b4"], ["a1", "g3"], turns=399, mover=1), "g3-g2"),
    after(scene(["b4"], ["a1", "g3"], turns=399, mover=1), "a1-a2", ">a1"),
    scene(["c5", "g5"], ["b5", "d5", "c4", "f5", "h5", "g4"], mated=(8, 0), supply=(0, 4), quiet_turns=59, turns=100),
]
"""Positions of the last turn of a game."""


def states_of(seed: int, web: object = "sommermorgen") -> list[st.State]:
    """Return all states of a random game."""
    random = st.Random(seed)
    states = [st.game("spinnentwist", web=web).start()]
    while not states[-1].is_terminal():
        state = states[-1]
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        states.append(state.child(actions[random.below(len(actions))]))
    return states


def expected_scores(state: st.State) -> list[float]:
    """Return the mean scores of uniformly random play, by going through all of it."""
    actions = state.legal_actions() or [face for face, _ in state.chance_outcomes()]
    if not actions:
        return [float(score) for score in state.scores()]
    children = [expected_scores(state.child(action)) for action in actions]
    return [sum(scores) / len(children) for scores in zip(*children, strict=True)]


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("state", LAST_TURNS)
def test_playouts_are_uniformly_random(state, generic):
    count = 20_000
    _, scores, _ = playouts(state, count, 1, generic=generic)
    assert [score / count for score in scores] == pytest.approx(expected_scores(state), abs=0.05)


@pytest.mark.parametrize("web", ["sommermorgen", "spiral", {"spokes": 12, "rings": 9, "cross_connections": "rings"}])
def test_own_playouts_end_like_games_played_ply_by_ply(web):
    start = st.game("spinnentwist", web=web).start()
    count = 20_000
    returns, scores, _ = playouts(start, count, 2)
    other_returns, other_scores, _ = playouts(start, count, 3, generic=True)
    for seat in (0, 1):
        assert returns[seat] / count == pytest.approx(other_returns[seat] / count, abs=0.05)
        assert scores[seat] / count == pytest.approx(other_scores[seat] / count, abs=0.15)


@pytest.mark.parametrize("seed", range(20))
def test_no_game_breaks_its_bounds_and_they_only_tighten(seed):
    states = states_of(seed, ("sommermorgen", "spiral")[seed % 2])
    for seat in (0, 1):
        bounds = [state.game.margin_bounds(state, seat) for state in states]
        margin = states[-1].margin(seat)
        assert all(least <= margin <= most for least, most in bounds)
        assert bounds[-1] == (margin, margin)
        assert [least for least, _ in bounds] == sorted(least for least, _ in bounds)
        assert [most for _, most in bounds] == sorted((most for _, most in bounds), reverse=True)


def test_bounds_are_what_is_left_of_each():
    start = st.game("spinnentwist").start()
    assert start.game.margin_bounds(start, 0) == (-26, 26)
    late = scene(["a1", "a3"], ["c1"], mated=(3, 1), supply=(0, 1))
    assert late.margin(0) == 1 - -5
    assert late.game.margin_bounds(late, 0) == (6 - 2, 6 + 2)
    assert late.game.margin_bounds(late, 1) == (-6 - 2, -6 + 2)


def ordered(state: st.State) -> list[str]:
    return [state.game.action_string(action) for action in state.game.best_first(state)]


@pytest.mark.parametrize("seed", range(5))
def test_order_loses_no_action(seed):
    for state in states_of(seed, ("sommermorgen", "spiral")[seed % 2]):
        assert sorted(ordered(state)) == state.legal_actions()


def test_order_puts_a_mating_first_and_own_losses_last():
    state = scene(["a1", "d5", "c4"], ["c2"], female="b1", supply=(0, None))
    best = ordered(state)
    assert best[0] == "a1-b1"
    assert best[-1] in [action for action in best if action != "end" and loses_a_male(state, action)]


def loses_a_male(state: st.State, action: str) -> bool:
    reacting = after(state, action)
    if reacting.current_player() != 1:
        return False
    males = reacting.to_dict()["state"]["males"][0]
    return any(end[1:] in males for end in reacting.legal_actions())


def test_order_feeds_the_other_before_it_walks_and_walks_before_it_loses():
    state = scene(["d5"], ["c2", "a4"], female="a2")
    assert ordered(state).index("d5-c5") < ordered(state).index("d5-d4")
    reacting = after(scene(["d5", "b3"], ["c2", "a4"], female="a2"), "d5-c5")
    assert ordered(reacting)[0] == ">b3"


@pytest.mark.parametrize("seed", range(5))
def test_estimates_are_returns(seed):
    for state in states_of(seed):
        first, second = state.game.estimated_returns(state)
        assert first == -second
        assert -1 <= first <= 1


def test_an_estimate_follows_the_margin_and_the_males_that_may_mate():
    def value(*args, **kwargs):
        state = scene(*args, **kwargs)
        return state.game.estimated_returns(state)[0]

    assert st.game("spinnentwist").start().game.estimated_returns(st.game("spinnentwist").start()) == [0, 0]
    assert value(["a5"], ["f5"], mated=(2, 0)) > value(["a5"], ["f5"], mated=(1, 0)) > value(["a5"], ["f5"]) == 0
    assert value(["a1"], ["f5"]) > value(["a5"], ["f5"])
    asleep = {"die": 3, "supply": (8, 8)}
    assert value(["a5"], ["f1"], **asleep) < value(["a5"], ["f5"], **asleep) == 0
    assert value(["a5"], ["f1"], female="o") > 0


def test_a_search_finds_the_mating():
    state = scene(["a1", "d5"], ["c2"], female="b1", supply=(0, None), mated=(3, 0))
    assert st.best_move(state, st.Limit(simulations=2000), seed=1).move == "a1-b1"

"""What Spring on a String offers to searches, random playouts, bounds, keys and move order, and what solves find."""

from __future__ import annotations

from typing import Any

import pytest

import springtail as st
from springtail.cython_ext.search.playouts import playouts
from springtail.engines.spring_on_a_string.animals import ANIMALS

MOST_STATES = 1000
Value = tuple[float, float]
"""Margin and return of seat 0 with best play, the margin first."""


def own_board(random: st.Random) -> dict[str, Any]:
    """Return a board of 6 to 8 flowers that is small enough to be gone through."""
    flowers: dict[str, dict[str, Any]] = {}
    places = [(column, row) for column in range(4) for row in range(3)]
    random.shuffle(places)
    while len(flowers) < 6 + random.below(3):
        colour, petals = "YRWPK"[random.below(5)], 4 + random.below(5)
        if f"{colour}{petals}" not in flowers:
            x, y = (60 * at + random.below(16) for at in places.pop())
            flowers[f"{colour}{petals}"] = {
                "name": f"{colour}{petals}",
                "colour": colour,
                "petals": petals,
                "x": x,
                "y": y,
            }
    ends = [180 + random.below(100), 100 + random.below(80)]
    return {"ends": ends, "hole": 5, "tip": 10, "flowers": list(flowers.values())}


def small_state(seed: int, animal: str | None = None) -> st.State:
    """Return a position on such a board after a few random plies, with an animal and up to two more."""
    random = st.Random(seed)
    board = own_board(random)
    names = [name for name in ANIMALS if name not in (animal, *(() if animal else ("fly",)))]
    random.shuffle(names)
    names = ([animal] if animal else []) + names[: random.below(3)]
    letters = list("YRWPK")
    random.shuffle(letters)
    animals = dict(zip(letters, names, strict=False))
    stick = letters[-1] if "stick_insect" in names else None
    state = st.game("spring_on_a_string", board=board).start(setup={"animals": animals, "stick_colour": stick})
    for _ in range(random.below(6)):
        after = state.child(some_action(state, random))
        if after.is_terminal():
            break
        state = after
    return state


def some_action(state: st.State, random: st.Random) -> str:
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def go_through(state: st.State, values: dict[bytes, tuple[st.State, Value]]) -> Value | None:
    """Fill in all positions behind one with their values; return its own, or None where they are too many."""
    _, (_, data, _, _) = state.__reduce__()
    if data in values:
        return values[data][1]
    if len(values) > MOST_STATES:
        return None
    if state.is_terminal():
        value: Value = (state.margin(0), state.returns()[0])
    else:
        behind = [go_through(state.child(action), values) for action in state.legal_actions()]
        found = [one for one in behind if one is not None]
        if len(found) < len(behind):
            return None
        value = max(found) if state.current_player() == 0 else min(found)
    values[data] = (state.clone(), value)
    return value


@pytest.mark.parametrize("animal", [None, *ANIMALS])
def test_solves_bounds_and_keys_agree_with_going_through_all_of_it(animal):
    """Every position lies within its bounds, and positions with the same key have the same value."""
    gone_through = 0
    for seed in range(5):
        state = small_state(seed, animal)
        values: dict[bytes, tuple[st.State, Value]] = {}
        value = go_through(state, values)
        if value is None:
            continue
        gone_through += 1
        by_key: dict[tuple[int, bool], Value] = {}
        for other, (margin, outcome) in values.values():
            least, most = other.game.margin_bounds(other, 0)
            assert least <= margin <= most
            assert outcome == 1 if least > 0 else outcome == -1 if most < 0 else True
            assert by_key.setdefault((other.key, other.is_terminal()), (margin, outcome)) == (margin, outcome)
        solution = st.solve(state, objective="margin", limit=st.Limit(memory_mb=16))
        assert solution.status == "solved"
        assert (solution.value.margins[0], solution.value.returns[0]) == value
        keeps = [action for action in state.legal_actions() if go_through(state.child(action), values) == value]
        assert sorted(solution.best) == keeps
    assert gone_through


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("animals", [0, 2, 5])
def test_no_game_breaks_its_bounds(players, animals):
    for seed in range(6):
        random = st.Random(seed)
        states = [st.game("spring_on_a_string", players=players, animals=animals).start(seed=seed)]
        while not states[-1].is_terminal():
            states.append(states[-1].child(some_action(states[-1], random)))
        if players == 2 and animals == 0:
            continue  # they hold for best play there
        for seat in range(players):
            bounds = [state.game.margin_bounds(state, seat) for state in states]
            margin = states[-1].margin(seat)
            assert all(least <= margin <= most for least, most in bounds)
            assert all(0 not in both for both in bounds)


def test_the_opening_of_the_default_board_is_won_by_one_point():
    """Found by a plain alpha-beta in C as well (bench/reference/spring_on_a_string.c)."""
    state = st.game("spring_on_a_string", animals=0).start()
    solution = st.solve(state, objective="margin", limit=st.Limit(memory_mb=64))
    assert solution.value.kind == "exact"
    assert solution.value.margins == (1.0, -1.0)
    assert solution.best == ("P8",)


def test_a_tie_is_solved_with_the_tie_break():
    """Seat 1 has the only flower that is left, and the same points with it: it collects last."""
    flowers = [
        {"name": "Y8", "colour": "Y", "petals": 8, "x": 0, "y": 0},
        {"name": "R8", "colour": "R", "petals": 8, "x": 300, "y": 0},
    ]
    board = {"ends": [100, 100], "hole": 5, "tip": 10, "flowers": flowers}
    state = st.game("spring_on_a_string", board=board, animals=0).start()
    for objective in ("margin", "outcome"):
        solution = st.solve(state, objective=objective)
        assert (solution.value.margins, solution.value.returns) == ((0.0, 0.0), (-1.0, 1.0))
    assert state.game.margin_bounds(state, 0) == (-8, 8)


@pytest.mark.parametrize("seed", range(6))
def test_own_playouts_end_like_games_played_ply_by_ply(seed):
    state = st.game("spring_on_a_string", players=2 + seed % 3, animals=seed % 6).start(seed=seed)
    count = 4000
    returns, scores, _ = playouts(state, count, 2)
    other_returns, other_scores, _ = playouts(state, count, 3, generic=True)
    for seat in range(state.game.players):
        assert returns[seat] / count == pytest.approx(other_returns[seat] / count, abs=0.08)
        assert scores[seat] / count == pytest.approx(other_scores[seat] / count, abs=0.6)


@pytest.mark.parametrize("seed", range(5))
def test_order_loses_no_action(seed):
    random = st.Random(seed)
    state = st.game("spring_on_a_string", players=2 + seed % 3, animals=seed).start(seed=seed)
    while not state.is_terminal():
        ordered = [state.game.action_string(action) for action in state.game.best_first(state)]
        assert sorted(ordered) == state.legal_actions()
        state.apply_action(some_action(state, random))


def test_order_puts_many_petals_first():
    state = st.game("spring_on_a_string", animals=0).start()
    ordered = [state.game.action_string(action) for action in state.game.best_first(state)]
    assert [int(name[1]) for name in ordered] == sorted((int(name[1]) for name in ordered), reverse=True)


@pytest.mark.parametrize("seed", range(6))
def test_estimates_are_returns(seed):
    random = st.Random(seed)
    state = st.game("spring_on_a_string", players=2 + seed % 3, animals=seed % 6).start(seed=seed)
    while not state.is_terminal():
        returns = state.game.estimated_returns(state)
        assert sum(returns) == pytest.approx(0, abs=1e-9)
        assert all(-1 <= value <= 1 for value in returns)
        state.apply_action(some_action(state, random))


def test_an_estimate_follows_points_and_length():
    state = st.game("spring_on_a_string", animals=0).start()
    for action in ("Y4", "Y8"):
        state.apply_action(action)
    first, second = state.game.estimated_returns(state)
    assert first < 0 < second
    near, far = state.child("K7"), state.child("K6")
    assert near.game.estimated_returns(near)[0] > far.game.estimated_returns(far)[0]


def test_an_estimate_counts_no_length_of_a_lace_that_has_stopped():
    state = st.game("spring_on_a_string").start(setup={"animals": {"Y": "deaths_head_hawkmoth"}})
    free, stopped = (state.child("K8"), state.child("Y8"))
    assert free.scores() == stopped.scores()
    assert stopped.game.estimated_returns(stopped)[0] < free.game.estimated_returns(free)[0] - 0.1


def test_with_a_fly_a_solve_that_does_not_end_is_no_exact_value():
    """Two flies let both laces go to and fro; the counts of repeated states make such games long."""
    state = st.game("spring_on_a_string").start(setup={"animals": {"Y": "fly"}})
    for action in ("R5", "W4"):
        state.apply_action(action)
    solution = st.solve(state, limit=st.Limit(nodes=2000))
    assert solution.status in ("bounded", "aborted")
    assert solution.stopped_by == "nodes"
    assert solution.value is None

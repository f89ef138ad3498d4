"""The ends of Spinnentwist, solved: what is proven holds, in every table, for every turn of the web, from any break."""

from __future__ import annotations

import functools

import pytest
from scenes.spinnentwist import fields_of, scene

import springtail as st

FEW_NODES = 30_000


def left_in(state: st.State) -> int:
    """Count the spiders that are left of both."""
    fields = fields_of(state)
    return 20 - sum(fields["mated"]) - sum(fields["eaten"])


@functools.cache
def endings() -> list[st.State]:
    """Return the first decision of random games with five spiders left or fewer."""
    found = []
    for seed in range(40):
        state, random = st.game("spinnentwist", web=("sommermorgen", "spiral")[seed % 2]).start(), st.Random(seed)
        while not state.is_terminal() and (left_in(state) > 5 or state.is_chance_node()):
            actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
        if not state.is_terminal():
            found.append(state)
    return found


def solved(state: st.State, objective: str = "margin", **limits: float) -> st.Solution:
    return st.solve(state, objective, st.Limit(**limits) if limits else None, moves="one")


def test_many_positions_with_five_spiders_left_are_solved():
    statuses = [solved(state, nodes=FEW_NODES).status for state in endings()]
    assert len(statuses) > 20
    assert statuses.count("solved") > 5


def test_what_is_proven_of_an_ending_is_never_taken_back():
    for state in endings():
        before = solved(state, nodes=300)
        after = solved(state, nodes=FEW_NODES)
        low, high = (bound.margins[state.current_player()] for bound in after.bounds)
        assert low <= high
        assert before.bounds[0].margins[state.current_player()] <= low + before.rounding
        assert before.bounds[1].margins[state.current_player()] >= high - before.rounding
        assert (after.status == "solved") == (low == high)
        if before.status == "solved":
            assert before.value == after.value


@pytest.mark.parametrize("memory_mb", [98, 128, 512])
def test_the_value_is_the_same_for_every_table(memory_mb):
    for state in endings()[:12]:
        large, other = solved(state, nodes=FEW_NODES), solved(state, nodes=FEW_NODES, memory_mb=memory_mb)
        if large.status == other.status == "solved":
            assert large.value == other.value


def turned(state: st.State, spokes: int) -> st.State:
    """Return a position on the web of rings with everything so many spokes further."""
    fields = fields_of(state)

    def turn(point: str) -> str:
        return point if point == "o" else "abcdefghij"[("abcdefghij".index(point[0]) + spokes) % 10] + point[1:]

    fields |= {name: sorted(map(turn, fields[name])) for name in ("moved",)}
    fields["males"] = [sorted(map(turn, males)) for males in fields["males"]]
    fields |= {name: turn(fields[name]) if fields[name] else None for name in ("female", "shaken")}
    return state.game.position({"state": fields})


def test_a_turned_web_changes_no_value():
    for state in [state for state in endings() if state.game.options["web"] == "sommermorgen"][:10]:
        solution, other = solved(state, nodes=FEW_NODES), solved(turned(state, 3), nodes=FEW_NODES)
        if solution.status == other.status == "solved":
            assert solution.value == other.value


def test_a_mating_that_ends_the_game_is_the_solution():
    state = scene(["a1", "d5"], ["c2", "g4"], female="b1", mated=(5, 5), supply=(0, 0))
    solution = st.solve(state)
    assert solution.moves[0].pv == ("a1-b1",)
    assert (solution.status, solution.stopped_by, solution.distance) == ("solved", "proof", 1)
    assert solution.value.margins == (2, -2)


def test_who_wins_is_known_at_once_when_the_margin_is_out_of_reach():
    state = scene(["a5", "d5"], ["c2", "g4"], mated=(7, 5), supply=(0, 0))
    solution = solved(state, "outcome", nodes=1000)
    assert solution.value.returns == (1, -1)
    assert solution.value.covers == "returns"
    assert solution.rounding < 1e-6


def test_the_end_by_too_many_quiet_turns_is_part_of_the_value():
    """In the one turn that is left nobody need come near the female."""
    state = scene(["a5", "f5"], ["c5", "h5"], mated=(4, 4), supply=(0, 0), turns=80, quiet_turns=59)
    assert solved(state).value.margins == (0, 0)


def test_a_position_that_may_go_round_for_ever_is_not_called_solved():
    state = scene(["a5", "b5"], ["f5", "g5"], mated=(4, 4), supply=(0, 0))
    solution = solved(state, nodes=FEW_NODES)
    assert solution.status == "bounded"
    assert solution.value is None
    lower, upper = solution.bounds
    assert (lower.kind, upper.kind) == ("lower", "upper")
    assert lower.margins[0] < upper.margins[0]


def test_no_action_waits_for_another_that_stays_open():
    """Of the last action it is known soon that it loses; of those before it is not known what they are worth."""
    state = scene(["a4", "d5"], ["c3", "g4"], female="b1", mated=(5, 5), supply=(0, 0))
    solution = st.solve(state, limit=st.Limit(nodes=3 * FEW_NODES))
    upper = {line.action: line.score.margins[0] for line in solution.moves}
    assert solution.best == ("a4-b4",)
    assert upper["d5-c5"] < solution.value.margins[0] == upper["a4-a3"]
    assert solution.stopped_by == "nodes"


def test_a_checkpoint_goes_on_to_the_same_solution(tmp_path):
    state = next(state for state in endings() if FEW_NODES > solved(state, nodes=FEW_NODES).nodes > 2000)
    whole = solved(state).to_dict()
    path = tmp_path / "ending"
    st.solve(state, limit=st.Limit(nodes=whole["nodes"] // 2), moves="one", checkpoint=path)
    parts = st.solve(state, moves="one", checkpoint=path)
    assert parts.to_dict() | {"time": 0} == whole | {"time": 0}


def test_mcts_finds_what_the_solver_proves():
    agreed = 0
    for state in endings()[:10]:
        solution = st.solve(state, "outcome", st.Limit(nodes=FEW_NODES))
        if solution.stopped_by == "proof":
            agreed += st.analyse(state, st.Limit(simulations=3000), solver="mcts", seed=1).move in solution.best
            assert st.analyse(state, st.Limit(nodes=FEW_NODES), solver="alphabeta").move in solution.best
    assert agreed >= 5

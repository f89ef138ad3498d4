"""The MCTS solver: settings, threads, ranking and what the answer says."""

import pytest

from springtail.cython_ext.errors import InvalidOptions, Unsupported
from springtail.cython_ext.game import Random
from springtail.engines import game
from springtail.solvers.limit import Limit
from springtail.solvers.mcts import MCTS
from springtail.solvers.search import Watch, run
from springtail.solvers.trees import _error

CONNECT_FOUR = game("connect_four")


def search(state, limit, *, multipv=7, **settings):
    return run(Watch(MCTS(**settings).begin(state, limit, multipv), limit, started=0.0))


def played(actions):
    state = CONNECT_FOUR.start()
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_simulation_limit_is_met_exactly(threads):
    assert search(CONNECT_FOUR.start(), Limit(simulations=1001), threads=threads).simulations == 1001


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_simulations_and_threads_give_the_same_lines(threads):
    first, second = (search(CONNECT_FOUR.start(), Limit(simulations=3000), threads=threads, seed=5) for _ in range(2))
    assert first.lines == second.lines
    assert first.score == second.score


def stepped(state, limit, seconds, **settings):
    """Search in steps that the clock cuts after so many seconds."""
    found = MCTS(**settings).begin(state, limit, multipv=7)
    while (why := found.finished) is None:
        found.step(seconds)
    analysis = found.analysis(why, 0.0)
    found.close()
    return analysis


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [Limit(simulations=1001), Limit(nodes=4001), Limit(depth=7)], ids=str)
def test_where_the_clock_cuts_a_search_changes_nothing(limit, threads):
    state = played("4444")
    fine, coarse = (stepped(state, limit, seconds, threads=threads, seed=5) for seconds in (0.0, 0.02))
    assert fine == coarse


def test_which_of_two_trees_is_proven_first_changes_nothing():
    state = played("5226321477437666732267")
    fine, coarse = (stepped(state, Limit(simulations=10**6), seconds, threads=2) for seconds in (0.0, 0.05))
    assert fine.stopped_by == "proof"
    assert fine == coarse


def test_seeds_differ():
    first, second = (search(CONNECT_FOUR.start(), Limit(simulations=3000), seed=seed) for seed in (1, 2))
    assert first.lines != second.lines


def test_threads_search_independent_trees():
    one = search(CONNECT_FOUR.start(), Limit(simulations=1000))
    two = search(CONNECT_FOUR.start(), Limit(simulations=2000), threads=2)
    assert {line.action: 2 * line.visits for line in one.lines} != {line.action: line.visits for line in two.lines}


@pytest.mark.parametrize("final_move", ["robust", "max", "secure"])
def test_a_win_in_one_is_played_and_called_exact(final_move):
    analysis = search(played("112233"), Limit(simulations=2000), final_move=final_move)
    assert (analysis.move, analysis.score.kind, analysis.score.returns) == ("4", "exact", (1, -1))


def test_score_and_move_belong_together():
    analysis = search(CONNECT_FOUR.start(), Limit(simulations=5000))
    assert analysis.move == analysis.lines[0].action
    assert analysis.score == analysis.lines[0].score


def test_lines_are_sorted_by_visits_under_the_robust_rule():
    visits = [line.visits for line in search(CONNECT_FOUR.start(), Limit(simulations=5000)).lines]
    assert visits == sorted(visits, reverse=True)


def test_multipv_limits_the_lines():
    assert len(search(CONNECT_FOUR.start(), Limit(simulations=500), multipv=2).lines) == 2


def test_returns_sum_to_nothing():
    for line in search(CONNECT_FOUR.start(), Limit(simulations=2000)).lines:
        assert sum(line.score.returns) == pytest.approx(0)


def test_standard_error_is_that_of_the_mean():
    values = [1.0, -1.0, 0.0, 1.0]
    mean = sum(values) / 4
    spread = sum((value - mean) ** 2 for value in values) / 3
    assert _error(4, mean, sum(value * value for value in values)) == pytest.approx((spread / 4) ** 0.5)
    assert _error(1, 1.0, 1.0) is None


def test_principal_variations_are_legal_to_their_end():
    state = played("44553")
    for line in search(state, Limit(simulations=20_000)).lines:
        replayed = state.clone()
        for action in line.pv:
            replayed.apply_action(action)
        assert line.pv[0] == line.action


def test_a_proven_root_stops_the_search():
    analysis = search(played("112233"), Limit(simulations=10**6))
    assert (analysis.stopped_by, analysis.score.kind) == ("proof", "exact")
    assert analysis.simulations < 100
    assert all(error == 0 for error in analysis.score.stderr)


def test_memory_cap_holds_and_is_reported():
    analysis = search(CONNECT_FOUR.start(), Limit(simulations=50_000, memory_mb=0.02))
    assert analysis.memory_full
    assert analysis.memory_bytes <= 0.02 * 2**20
    assert analysis.simulations == 50_000


@pytest.mark.parametrize(
    "setting",
    [
        {"exploration": 0},
        {"exploration": float("nan")},
        {"final_move": "best"},
        {"leaf": "guess"},
        {"objective": "win"},
        {"margin_weight": 2},
        {"widening": -1},
        {"widening": "wide"},
        {"threads": 0},
        {"threads": True},
        {"seed": -1},
        {"seed": "x"},
    ],
)
def test_wrong_settings_name_the_field(setting):
    with pytest.raises(InvalidOptions, match=f"^{next(iter(setting))}: "):
        MCTS(**setting)


def test_all_wrong_settings_are_named_at_once():
    with pytest.raises(InvalidOptions, match="threads.*seed"):
        MCTS(threads=0, seed=-1)


def walked(state, decisions):
    """Play a position on by random actions and events until so many decisions are made and one is due."""
    random = Random(1)
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(random))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
            decisions -= 1
    return state


def test_widening_looks_deeper():
    state = walked(game("spring").start(), 12)
    wide, narrow = (search(state, Limit(simulations=400), widening=widening) for widening in (0, 0.2))
    assert narrow.depth > wide.depth


def test_widening_comes_to_the_same_proof():
    state = walked(game("spring_on_a_string", animals=0).start(), 9)
    wide, narrow = (search(state, Limit(simulations=200_000), widening=widening) for widening in (0, 1))
    assert wide.stopped_by == narrow.stopped_by == "proof"
    assert wide.score == narrow.score


def test_widening_needs_an_estimate():
    with pytest.raises(Unsupported, match="connect_four has no static estimate"):
        search(CONNECT_FOUR.start(), Limit(simulations=10), widening=1)


def test_resume_keeps_the_tree_of_a_following_position():
    state = CONNECT_FOUR.start()
    limit = Limit(simulations=5000)
    begun = MCTS().begin(state, limit)
    first = run(Watch(begun, limit, started=0.0))
    following = state.child(first.move)
    following.apply_action(first.lines[0].pv[1])
    assert begun.resume(following, limit, 1)
    second = run(Watch(begun, limit, started=0.0))
    assert second.simulations == 5000
    assert second.lines[0].visits > 2500


def test_resume_refuses_a_position_that_does_not_follow():
    begun = MCTS().begin(played("44"), Limit(simulations=100))
    assert not begun.resume(played("45"), Limit(simulations=100), 1)
    other = CONNECT_FOUR.start()
    assert not begun.resume(other, Limit(simulations=100), 1)


@pytest.mark.parametrize("actions", ["42537772", "361172473344455257"])
def test_a_win_is_found_alike_wherever_the_clock_cuts_the_search(actions):
    def answer(seconds):
        search = MCTS(seed=1).begin(played(actions), Limit(simulations=300))
        while search.finished is None:
            search.step(seconds)
        return search.finished, search.analysis(None, 0.0).to_dict()

    assert answer(1e-9) == answer(60.0)

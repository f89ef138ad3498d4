"""Which search "auto" is, for which position and limit."""

import pytest

import springtail as st
from springtail.solvers import make_solver
from springtail.solvers.alphabeta import AlphaBeta
from springtail.solvers.auto import SolveFirst, choose
from springtail.solvers.deals import Deals
from springtail.solvers.ismcts import ISMCTS
from springtail.solvers.mcts import MCTS


def rally(cards):
    """Spring Rally for three in its last round, so many cards a hand left, seat to move at the beginning of a trick."""
    state = st.game("spring_rally", players=3).start(seed=1)
    random = st.Random(1)
    while not state.is_terminal():
        fields = state.to_dict()["state"]
        is_fresh = not any(fields["table"]) and not state.is_chance_node()
        if fields["round"] == 3 and is_fresh and {len(hand) for hand in fields["hands"]} == {cards}:
            return state.observation(state.current_player())
        if state.is_chance_node():
            state.apply_action(state.sample_chance(random))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
    raise AssertionError("the game ended before")


@pytest.mark.parametrize(
    ("game_id", "first"),
    [
        ("butterfly", "mcts"),
        ("spinnentwist", "alphabeta"),
        ("spring", "alphabeta"),
        ("spring_on_a_string", "alphabeta"),
    ],
)
def test_a_deal_for_two_that_hides_nothing_is_searched_by_what_matches_found_stronger(game_id, first):
    assert choose(st.game(game_id).start(seed=1), st.Limit(time=1.0))[0] == first


@pytest.mark.parametrize(
    ("game_id", "players"), [("butterfly", 3), ("spring_on_a_string", 3), ("spring_on_a_string", 4)]
)
def test_a_game_for_more_that_hides_nothing_is_searched_by_mcts(game_id, players):
    state = st.game(game_id, players=players).start(seed=1)
    assert isinstance(make_solver("auto", state, st.Limit(time=1.0)), MCTS)


def test_a_state_with_open_hands_is_searched_by_mcts():
    state = st.game("spring_rally").start(seed=1)
    assert isinstance(make_solver("auto", state, st.Limit(time=1.0), open_hands=True), MCTS)


@pytest.mark.parametrize(("cards", "seconds", "solver"), [(9, 1.0, ISMCTS), (3, 1.0, Deals), (3, 0.001, ISMCTS)])
def test_hidden_hands_are_solved_near_the_end_when_there_is_time(cards, seconds, solver):
    assert isinstance(make_solver("auto", rally(cards), st.Limit(time=seconds)), solver)


def test_a_limit_in_simulations_keeps_to_ismcts():
    assert isinstance(make_solver("auto", rally(3), st.Limit(simulations=1000)), ISMCTS)


def test_settings_that_only_ismcts_has_keep_to_ismcts():
    assert isinstance(make_solver("auto", rally(3), st.Limit(time=1.0), exploration=1.0), ISMCTS)


def test_a_setting_that_no_solver_has_is_refused():
    with pytest.raises(st.InvalidOptions, match="ismcts has no setting 'luck'"):
        make_solver("auto", rally(3), st.Limit(time=1.0), luck=1)


def test_deals_answer_near_the_end():
    found = st.best_move(rally(2), st.Limit(time=2.0))
    assert found.solver == "deals"
    assert found.deals == found.deals_possible == found.lines[0].visits


def spiders(left, **fields):
    """Spinnentwist with so many spiders left of each, nobody near the female."""
    males = [["a5", "b5"], ["f5", "g5"]]
    state = {
        "mover": 0, "female": "o", "males": males, "supply": [left - 2, left - 2], "mated": [3, 3],
        "eaten": [7 - left, 7 - left], "die": 0, "shaken": None, "is_rolling": False, "moved": [], "has_acted": False,
        "has_entered": False, "has_mated": False, "is_eventful": False, "quiet_turns": 0, "turns": 40,
    }  # fmt: skip
    return st.game("spinnentwist").position({"state": state | fields})


WON = {"female": "b1", "males": [["a1", "d5"], ["c3", "g5"]]}
"""Whoever moves mates and wins by that."""


@pytest.mark.parametrize(
    ("limit", "solver"),
    [
        (st.Limit(time=1.0), AlphaBeta),
        (st.Limit(nodes=1000), AlphaBeta),
        (st.Limit(depth=3), AlphaBeta),
        (st.Limit(simulations=100), MCTS),
    ],
)
def test_spinnentwist_is_searched_by_alpha_beta_unless_simulations_are_counted(limit, solver):
    assert isinstance(make_solver("auto", st.game("spinnentwist").start(), limit), solver)


@pytest.mark.parametrize("settings", [{"seed": 3}, {"threads": 2}])
def test_a_search_that_draws_nothing_or_has_one_thread_is_not_given_up_for_a_weaker_one(settings):
    assert make_solver("auto", st.game("spinnentwist").start(), st.Limit(time=1.0), **settings) == AlphaBeta()
    assert isinstance(make_solver("auto", spiders(2), st.Limit(time=1.0), **settings), SolveFirst)


def test_threads_are_used_by_a_search_that_has_them():
    assert make_solver("auto", st.game("butterfly").start(seed=1), st.Limit(time=1.0), threads=2) == MCTS(threads=2)


@pytest.mark.parametrize("settings", [{"seed": -1}, {"threads": 0}])
def test_what_is_left_out_is_checked_all_the_same(settings):
    with pytest.raises(st.InvalidOptions, match=f"{next(iter(settings))}: must be"):
        make_solver("auto", st.game("spinnentwist").start(), st.Limit(time=1.0), **settings)


def test_settings_that_only_mcts_has_take_mcts():
    state = st.game("spinnentwist").start()
    assert isinstance(make_solver("auto", state, st.Limit(time=1.0), exploration=1.0), MCTS)


@pytest.mark.parametrize(("game_id", "leaf"), [("butterfly", "playout"), ("spinnentwist", "estimate")])
def test_mcts_values_leaves_by_what_matches_found_stronger_unless_it_is_said(game_id, leaf):
    state, limit = st.game(game_id).start(seed=1), st.Limit(simulations=100)
    assert make_solver("auto", state, limit) == MCTS(leaf=leaf)
    assert make_solver("auto", state, limit, leaf="playout") == MCTS()


def test_three_players_are_searched_by_mcts():
    assert isinstance(make_solver("auto", st.game("butterfly", players=3).start(seed=1), st.Limit(time=1.0)), MCTS)


@pytest.mark.parametrize(
    ("left", "limit", "is_tried"),
    [
        (2, st.Limit(time=1.0), True),
        (2, st.Limit(nodes=100_000), True),
        (2, st.Limit(time=0.01), False),
        (2, st.Limit(depth=4), False),
        (2, st.Limit(simulations=100), False),
        (5, st.Limit(time=1.0), False),
    ],
)
def test_an_exact_solution_is_tried_when_it_is_small_enough_and_there_is_room(left, limit, is_tried):
    assert isinstance(make_solver("auto", spiders(left), limit), SolveFirst) == is_tried


def test_what_is_solved_is_answered_by_the_endgame_solver():
    found = st.analyse(spiders(2, **WON), st.Limit(time=5.0))
    assert (found.solver, found.stopped_by, found.score.kind) == ("endgame", "proof", "exact")
    assert found.move == "a1-b1"
    assert found.score.returns == (1, -1)


@pytest.mark.parametrize("limit", [st.Limit(nodes=100_000), st.Limit(time=0.2)])
def test_what_is_not_solved_goes_on_by_alpha_beta(limit):
    found = st.analyse(spiders(2), limit)
    assert (found.solver, found.score.kind) == ("alphabeta", "estimate")
    assert found.stopped_by == ("nodes" if limit.nodes else "time")
    assert limit.nodes is None or found.nodes == limit.nodes


def test_several_lines_are_left_to_alpha_beta():
    found = st.analyse(spiders(2, **WON), st.Limit(depth=3, time=5.0, nodes=100_000), multipv=3)
    assert (found.solver, len(found.lines)) == ("alphabeta", 3)


def test_a_bot_turns_to_the_solver_when_the_game_comes_near_its_end():
    solvers = []
    with st.Bot() as bot:
        for left in (5, 2):
            solvers.append(bot.best_move(spiders(left, **WON), st.Limit(nodes=60_000)).solver)
    assert solvers == ["alphabeta", "endgame"]

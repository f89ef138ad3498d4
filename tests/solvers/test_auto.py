"""Which search "auto" is, for which position and limit."""

import pytest

import springtail as st
from springtail.solvers import make_solver
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


def test_a_game_that_hides_nothing_is_searched_by_mcts():
    state = st.game("butterfly").start(seed=1)
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

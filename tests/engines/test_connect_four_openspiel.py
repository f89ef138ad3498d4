"""Connect four against an independent implementation, OpenSpiel's; skipped where that is not installed."""

import random

import pytest

import springtail as st

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("seed", range(200))
def test_random_games_run_in_lockstep_with_openspiel(seed):
    draw = random.Random(seed)
    ours, theirs = st.game("connect_four").start(), pyspiel.load_game("connect_four").new_initial_state()
    while not theirs.is_terminal():
        assert ours.current_player() == theirs.current_player()
        assert ours.legal_action_ids() == theirs.legal_actions()
        action = draw.choice(theirs.legal_actions())
        ours.apply_action_id(action)
        theirs.apply_action(action)
    assert ours.is_terminal()
    assert ours.returns() == theirs.returns()

"""Random playouts in bulk."""

import signal

import pytest

import springtail as st
from springtail.cython_ext.search.playouts import playouts, redeals


def connect_four(moves: str = "") -> st.State:
    state = st.game("connect_four").start()
    for move in moves:
        state.apply_action(move)
    return state


def expected_returns(state: st.State) -> list[float]:
    """Value of uniformly random play, by going through all of it."""
    if state.is_terminal():
        return state.returns()
    children = [expected_returns(state.child(action)) for action in state.legal_actions()]
    return [sum(values) / len(children) for values in zip(*children, strict=True)]


ALMOST_FULL = "121212212121343434434343565656656"


@pytest.mark.parametrize("generic", [False, True])
def test_means_agree_with_all_continuations_weighted_by_their_chance(generic):
    state = connect_four(ALMOST_FULL)
    count = 100_000
    returns, _, _ = playouts(state, count, 1, generic=generic)
    assert [value / count for value in returns] == pytest.approx(expected_returns(state), abs=5 / count**0.5)


def test_scores_are_those_of_the_final_positions():
    returns, scores, _ = playouts(connect_four(), 1000, 2)
    assert scores[0] - scores[1] == returns[0] == -returns[1]
    assert sum(scores) <= 1000


def test_the_generic_loop_counts_plies_and_the_own_playout_does_not():
    state = connect_four(ALMOST_FULL)
    assert playouts(state, 10, 3)[2] is None
    assert 10 <= playouts(state, 10, 3, generic=True)[2] <= 10 * (42 - len(ALMOST_FULL))


def test_same_seed_same_games_other_seed_others():
    state = connect_four()
    assert playouts(state, 1000, 4) == playouts(state, 1000, 4)
    assert playouts(state, 1000, 4) != playouts(state, 1000, 5)


def test_the_state_stays_as_it_is():
    state = connect_four("44")
    playouts(state, 100)
    assert state == connect_four("44")


def test_nothing_is_played_when_the_count_is_0():
    assert playouts(connect_four(), 0, generic=True) == ([0, 0], [0, 0], 0)


def test_a_finished_game_counts_as_it_ended():
    assert playouts(connect_four("1212121"), 7, generic=True) == ([7, -7], [7, 0], 0)


def test_a_count_below_0_is_refused():
    with pytest.raises(ValueError, match="count"):
        playouts(connect_four(), -1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an interval timer")
def test_a_signal_interrupts_it():
    class Alarm(Exception):
        pass

    def ring(number, frame):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Alarm):
            playouts(connect_four(), 10**12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_redeals_of_a_game_that_hides_nothing_are_refused():
    with pytest.raises(st.Unsupported, match="hides nothing"):
        redeals(connect_four().observation(0), 1)


def test_redeals_leave_the_observation_as_it_was():
    state = st.game("whist", cards=3).start()
    state.apply_action(state.sample_chance(1))
    seen = state.observation(0)
    before = seen.to_dict()
    redeals(seen, 1000)
    assert seen.to_dict() == before

"""The compiled game and the plain one in tests/reference play the same games."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.butterfly import Butterfly as Reference

from springtail.cython_ext.game import State
from springtail.engines import game

CHANCE = -1
NETS = ("sparse", "none", "all")


def assert_alike(state: State, reference: Reference) -> None:
    assert state.current_player() == reference.current_player()
    assert state.legal_actions() == reference.legal_actions()
    weights = dict(state.chance_weights())
    assert {tile: Fraction(weight, sum(weights.values())) for tile, weight in weights.items()} == dict(
        reference.chance_outcomes()
    )
    assert state.scores() == reference.scores()
    assert state.returns() == pytest.approx(reference.returns())


def play_in_lockstep(players: int, nets: object, seed: int) -> None:
    choice = random.Random(seed)
    state = game("butterfly", players=players, nets=nets).start(seed=seed)
    reference = Reference(state.record()["setup"]["board"], players, nets)
    while not reference.is_terminal():
        assert_alike(state, reference)
        outcomes = reference.chance_outcomes()
        actions = [tile for tile, _ in outcomes] or reference.legal_actions()
        action = choice.choice(actions)
        state.apply_action(action)
        reference.apply_action(action)
    assert_alike(state, reference)
    assert state.winners() == reference.winners()
    fields = state.to_dict()["state"]
    assert fields["discarded"] == sorted(reference.discarded)
    assert fields["collections"] == [sorted(held.elements()) for held in reference.collections]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nets", NETS)
def test_random_games_agree_ply_by_ply(players, nets):
    for seed in range(4):
        play_in_lockstep(players, nets, seed)


cells = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("abcdef"), st.integers(1, 6))


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 5), nets=st.sets(cells), seed=st.integers(0, 2**32))
def test_games_with_any_nets_agree_ply_by_ply(players, nets, seed):
    play_in_lockstep(players, sorted(nets), seed)

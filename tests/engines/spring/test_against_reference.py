"""The compiled game and the plain one in tests/reference play the same games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from reference.spring import DECK
from reference.spring import Spring as Reference

from springtail.cython_ext.game import State
from springtail.engines import game
from springtail.engines.spring.notation import KINDS

OPTIONS = [
    {"pot_blocks": pot_blocks, "fence_on": fence_on, "pots_per_card": pots_per_card}
    for pot_blocks, fence_on, pots_per_card in itertools.product(("card", "space"), ("card", "any"), ("one", "any"))
]
SINGLE_COLOURED = {"RRRR": 6, "WWWW": 6, "RRWW": 3, "RWWW": 3}
"""Cards that often fit nowhere."""

Policy = Callable[[list[str]], str]


def assert_alike(state: State, reference: Reference) -> None:
    assert state.current_player() == reference.current_player()
    assert state.legal_actions() == reference.legal_actions()
    weights = dict(state.chance_weights())
    assert {kind: Fraction(weight, sum(weights.values())) for kind, weight in weights.items()} == dict(
        reference.chance_outcomes()
    )
    assert state.winners() == reference.winners()
    assert state.returns() == reference.returns()


def play_in_lockstep(options: dict[str, Any], policy: Policy, deck: dict[str, int] = DECK) -> State:
    """Play a game in both to its end and return that."""
    state = game("spring", deck="winter" if deck is DECK else deck, **options).start()
    reference = Reference(deck, **options)
    while not reference.is_terminal():
        assert_alike(state, reference)
        if reference.stage != "take":
            assert state.scores() == reference.scores()
        action = policy([kind for kind, _ in reference.chance_outcomes()] or reference.legal_actions())
        state.apply_action(action)
        reference.apply_action(action)
    assert_alike(state, reference)
    assert state.scores() == reference.scores()
    return state


def with_pieces(seed: int, share: float) -> Policy:
    """Play at random, and in that share of the turns put a piece where one can be put."""
    choice = random.Random(seed)

    def policy(actions: list[str]) -> str:
        if "-" in actions and choice.random() >= share:
            return "-"
        return choice.choice([action for action in actions if action != "-"])

    return policy


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()))
def test_random_games_agree_ply_by_ply(options):
    for seed, share in enumerate((0.1, 0.3, 0.6)):
        play_in_lockstep(options, with_pieces(seed, share))


def test_games_that_end_phase_1_early_agree_ply_by_ply():
    ends = [play_in_lockstep({}, with_pieces(seed, 1)) for seed in range(3)]
    assert any(len(end.to_dict()["state"]["layout"]) < 18 for end in ends)


@settings(max_examples=10)
@given(
    options=some.sampled_from(OPTIONS),
    deck=some.dictionaries(some.sampled_from(KINDS), some.integers(1, 4), min_size=1).filter(
        lambda deck: 2 <= sum(deck.values()) <= 12
    ),
    share=some.sampled_from([0, 0.3, 1]),
    seed=some.integers(0),
)
def test_games_with_any_deck_agree_ply_by_ply(options, deck, share, seed):
    play_in_lockstep(options, with_pieces(seed, share), deck)


@pytest.mark.parametrize("seed", range(4))
def test_games_with_cards_of_one_colour_agree_ply_by_ply(seed):
    play_in_lockstep({}, with_pieces(seed, 0.3), SINGLE_COLOURED)


def test_a_first_turn_without_a_place_ends_phase_1_after_the_choice_of_colours():
    state = play_in_lockstep({}, min, {"RRRR": 1, "WWWW": 2})
    assert state.history() == ["RRRR", "WWWW", "WWWW", "red", "0:RRRR@0,0"]
    assert state.scores() == [-2, 3]

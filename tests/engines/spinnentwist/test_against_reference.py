"""The compiled game and the plain one in tests/reference play the same games."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.spinnentwist import SOMMERMORGEN, SPIRAL, Web, make_web
from reference.spinnentwist import Spinnentwist as Reference

from springtail.cython_ext.game import Game, State
from springtail.engines import game

SHIPPED = {"sommermorgen": SOMMERMORGEN, "spiral": SPIRAL}


def assert_alike(state: State, reference: Reference) -> None:
    assert state.current_player() == reference.current_player()
    assert state.legal_actions() == reference.legal_actions()
    weights = dict(state.chance_weights())
    assert {face: Fraction(weight, sum(weights.values())) for face, weight in weights.items()} == dict(
        reference.chance_outcomes()
    )
    assert state.scores() == reference.scores()
    assert state.returns() == reference.returns()
    assert state.winners() == reference.winners()


Policy = Callable[[list[str], Reference], str]


def play_in_lockstep(compiled: Game, web: Web, policy: Policy) -> State:
    """Play a game in both to its end and return that."""
    state, reference = compiled.start(), Reference(web)
    while not reference.is_terminal():
        assert_alike(state, reference)
        action = policy([face for face, _ in reference.chance_outcomes()] or reference.legal_actions(), reference)
        state.apply_action(action)
        reference.apply_action(action)
    assert_alike(state, reference)
    fields = state.to_dict()["state"]
    assert fields["female"] == reference.female
    assert fields["supply"] == reference.supply
    assert fields["mated"] == reference.mated
    assert fields["eaten"] == reference.eaten
    assert fields["turns"] == reference.turns
    assert fields["quiet_turns"] == (0 if reference.eventful else reference.quiet)
    return state


def at_random(seed: int) -> Policy:
    choice = random.Random(seed)
    return lambda actions, reference: choice.choice(actions)


def to_and_fro(actions: list[str], reference: Reference) -> str:
    """Each seat moves its one male on its side of the rim, so that the female is pulled to and fro past the centre."""
    rim = max(reference.entry_fields)[1:]
    home = [spoke + rim for spoke in ("ab", "fg")[reference.seat]]
    at_home = [action for action in actions if action[-2:] in home]
    return "end" if "end" in actions else min(at_home or actions, key=lambda action: action[2:])


@pytest.mark.parametrize("web", SHIPPED)
def test_random_games_agree_ply_by_ply(web):
    for seed in range(25):
        play_in_lockstep(game("spinnentwist", web=web), SHIPPED[web], at_random(seed))


@pytest.mark.parametrize("web", SHIPPED)
def test_games_without_progress_agree_ply_by_ply(web):
    end = play_in_lockstep(game("spinnentwist", web=web), SHIPPED[web], to_and_fro)
    assert end.to_dict()["state"]["quiet_turns"] == 60


@pytest.mark.parametrize("rings", range(3, 8))
@pytest.mark.parametrize("kind", ["rings", "spiral"])
def test_games_on_webs_of_3_to_7_rings_agree_ply_by_ply(kind, rings):
    own = game("spinnentwist", web={"spokes": 10, "rings": rings, "cross_connections": kind})
    for seed in range(4):
        play_in_lockstep(own, make_web(10, rings, kind), at_random(seed))


@settings(max_examples=25, deadline=None)
@given(
    spokes=st.integers(3, 14), rings=st.integers(1, 9), kind=st.sampled_from(["rings", "spiral"]), seed=st.integers(0)
)
def test_games_on_webs_of_any_size_agree_ply_by_ply(spokes, rings, kind, seed):
    own = game("spinnentwist", web={"spokes": spokes, "rings": rings, "cross_connections": kind})
    play_in_lockstep(own, make_web(spokes, rings, kind), at_random(seed))


@settings(max_examples=25, deadline=None)
@given(data=st.data(), rings=st.lists(st.integers(1, 5), min_size=3, max_size=7), seed=st.integers(0))
def test_games_on_irregular_webs_agree_ply_by_ply(data, rings, seed):
    letters = "abcdefg"[: len(rings)]
    web: Web = {"o": set()}
    for spoke, count in zip(letters, rings, strict=True):
        line = ["o", *(f"{spoke}{ring + 1}" for ring in range(count))]
        for one, other in zip(line, line[1:], strict=False):
            web.setdefault(one, set()).add(other)
            web.setdefault(other, set()).add(one)
    between = [
        [f"{one}{ring + 1}", f"{other}{far + 1}"]
        for at, one in enumerate(letters)
        for other in [letters[(at + 1) % len(letters)]]
        for ring in range(rings[at])
        for far in range(rings[(at + 1) % len(letters)])
    ]
    pairs = data.draw(st.lists(st.sampled_from(between), unique_by=tuple, max_size=12))
    for one, other in pairs:
        web[one].add(other)
        web[other].add(one)
    own = game("spinnentwist", web={"spokes": len(rings), "rings": rings, "cross_connections": pairs})
    play_in_lockstep(own, web, at_random(seed))

"""Observations as arrays: fixed shapes, numbers from 0 to 1, all that a seat sees and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy
import pytest

import springtail as st
from springtail.engines.planes import Layout, Planes, has_planes, planes

GAMES = [(game, players) for game in st.game_ids(toys=False) for players in st.game(game).info.players]
LEFT_OUT = {"earlier", "discarded"}
"""Fields that no array has: hashes of earlier positions; what follows from the other tiles."""


def positions(game: st.Game, seed: int) -> Iterator[st.State]:
    """Yield the positions of a random game."""
    state, draw = game.start(seed=seed), random.Random(seed)
    while not state.is_terminal():
        yield state.clone()
        if state.is_chance_node():
            state.apply_action(state.sample_chance(draw.getrandbits(32)))
        else:
            state.apply_action_id(draw.choice(state.legal_action_ids()))
    yield state


def same(one: Planes, other: Planes) -> bool:
    return all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_the_arrays_of_a_game_have_fixed_shapes_and_numbers_from_0_to_1(game_id: str, players: int) -> None:
    game = st.game(game_id, players=players)
    layout = Layout(game)
    for state in list(positions(game, 1))[::3]:
        for seat in range(players):
            made = planes(state.observation(seat))
            assert {name: array.shape for name, array in made.items()} == layout.shapes
            flat = layout.flat(made)
            assert flat.dtype == numpy.float32 and flat.shape == (layout.size,)
            assert 0 <= flat.min() and flat.max() <= 1
            assert same(layout.named(flat), made)


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_what_a_seat_sees_differently_makes_other_arrays(game_id: str, players: int) -> None:
    game = st.game(game_id, players=players)
    seen: dict[bytes, dict[str, object]] = {}
    layout = Layout(game)
    for seed in (1, 2):
        for state in positions(game, seed):
            fields = state.observation(0).to_dict()["state"]
            told = {name: value for name, value in fields.items() if name not in LEFT_OUT}
            if game_id == "spring_on_a_string":
                told["animals"] = dict(sorted(told["animals"].items()))
            assert seen.setdefault(layout.flat(planes(state.observation(0))).tobytes(), told) == told


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_that_a_seat_does_not_see_change_no_array(players: int) -> None:
    for state in list(positions(st.game("spring_rally", players=players), 3))[1:60:5]:
        for seat in range(players):
            seen = state.observation(seat)
            worlds = [seen.sample(number) for number in range(5)]
            assert all(same(planes(world.observation(seat)), planes(seen)) for world in worlds)


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_the_seat_that_looks_comes_first(game_id: str, players: int) -> None:
    state = list(positions(st.game(game_id, players=players), 4))[-6]
    name = {"butterfly": "to_move", "spring_rally": "leader"}.get(game_id, "mover")
    field = state.to_dict()["state"][name]
    for seat in range(players):
        made = planes(state.observation(seat))[name]
        assert made.argmax() == (field - seat) % players


def test_butterfly_counts_the_tiles_in_the_bag() -> None:
    game = st.game("butterfly", players=3)
    state = list(positions(game, 5))[20]
    made = planes(state.observation(1))
    copies = numpy.array([tile.copies for tile in game.TILES])
    counted = made["tiles"].sum((1, 2)) + (made["collections"].sum(0) + made["bag"]) * copies
    discarded = len(state.to_dict()["state"]["discarded"])
    assert counted.sum() == pytest.approx(100 - discarded)


def test_a_game_without_planes_says_so() -> None:
    game = st.game("nim")
    assert not has_planes(game)
    with pytest.raises(st.Unsupported, match="nim does not write"):
        planes(game.start().observation(0))

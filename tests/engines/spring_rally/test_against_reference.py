"""The compiled game and the plain one in tests/reference play the same games."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from reference import spring_rally as reference

from springtail.engines import game

OWN_TRACKS = [
    {"length": 10, "uphill": [[2, 3], [8, 8]], "downhill": [[5, 6]]},
    {"length": 12, "uphill": [[1, 2]], "downhill": [[5, 6], [10, 11]]},
    {"length": 60, "uphill": [], "downhill": [[1, 59]]},
    {"length": 16, "uphill": [[9, 15]], "downhill": [[1, 4]]},
]


def plain_track(track):
    if isinstance(track, str):
        return reference.TRACKS[track]
    return track["length"], track["uphill"], track["downhill"]


def assert_alike(state, plain):
    assert state.current_player() == plain.current_player()
    assert state.legal_actions() == sorted(map(reference.name_of, plain.legal_actions()))
    assert state.scores() == plain.scores()
    assert state.returns() == pytest.approx(plain.returns())
    fields = state.to_dict()["state"]
    assert [[reference.card_of(card) for card in hand] for hand in fields["hands"]] == plain.hands
    assert [reference.card_of(card) for card in fields["played"]] == sorted(plain.played)
    assert [reference.card_of(card) for card in fields["table"]] == plain.table
    assert [set(suits) for suits in fields["voids"]] == [{reference.SUITS[s] for s in seat} for seat in plain.voids]
    assert fields["winds"] == plain.winds
    assert fields["round"] == plain.round + 1
    assert fields["leader"] == plain.leader
    assert_reads_back(state)


def assert_reads_back(state):
    assert state.game.position(state.to_dict()) == state
    seen = state.observation(max(0, state.current_player()))
    assert state.game.observation(seen.to_dict()) == seen


def lockstep(players, track, seed):
    """Yield both games before each action of a random game, and at its end."""
    choice = random.Random(seed)
    leader = choice.randrange(players)
    state = game("spring_rally", players=players, track=track).start(setup={"leader": leader})
    plain = reference.SpringRally(players, plain_track(track), leader)
    while not plain.is_terminal():
        yield state, plain
        if plain.current_player() == reference.CHANCE:
            hands = plain.random_deal(choice)
            plain.deal(hands)
            state.apply_action("deal " + "|".join(",".join(map(reference.name_of, hand)) for hand in hands))
        else:
            action = choice.choice(plain.legal_actions())
            plain.apply_action(action)
            state.apply_action(reference.name_of(action))
    yield state, plain


def play_in_lockstep(players, track, seed):
    for state, plain in lockstep(players, track, seed):
        assert_alike(state, plain)
    assert state.winners() == plain.winners()


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("track", ["beach", "volcano", *OWN_TRACKS], ids=str)
def test_random_games_agree_ply_by_ply(players, track):
    for seed in range(3):
        play_in_lockstep(players, track, seed)


@some.composite
def tracks(draw):
    length = draw(some.integers(10, 40))
    edges = sorted(draw(some.sets(some.integers(1, length - 1), max_size=8)))
    stretches = [[first, last] for first, last in zip(edges[::2], edges[1::2], strict=False)]
    is_uphill = draw(some.lists(some.booleans(), min_size=len(stretches), max_size=len(stretches)))
    return {
        "length": length,
        "uphill": [stretch for stretch, up in zip(stretches, is_uphill, strict=True) if up],
        "downhill": [stretch for stretch, up in zip(stretches, is_uphill, strict=True) if not up],
    }


@settings(max_examples=40, deadline=None)
@given(players=some.integers(3, 5), track=tracks(), seed=some.integers(0, 2**32))
def test_games_on_any_track_agree_ply_by_ply(players, track, seed):
    play_in_lockstep(players, track, seed)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_plain_game_draws_the_same_worlds(players):
    """Its draws are shuffles, thrown away until they fit, so this holds the exact ones to a method without sums."""
    compared, rng = 0, random.Random(players)
    for state, plain in lockstep(players, "beach", players):
        seat = max(0, plain.current_player())
        seen = state.observation(seat)
        if 2 <= seen.count_worlds() < 60:
            deals = {tuple(map(tuple, world.to_dict()["state"]["hands"])) for world in seen.worlds()}
            drawn = Counter(
                tuple(tuple(map(reference.name_of, sorted(hand))) for hand in plain.resample(seat, rng).hands)
                for _ in range(40 * len(deals))
            )
            assert set(drawn) == deals
            statistic = sum((drawn[deal] - 40) ** 2 / 40 for deal in deals)
            assert statistic < len(deals) + 6 * (2 * len(deals)) ** 0.5
            compared += 1
    assert compared > 3

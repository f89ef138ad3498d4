"""What holds for every game with hidden information: what a seat sees, and the worlds drawn from it."""

import itertools
from collections import Counter
from functools import cache

import pytest

from springtail.cython_ext.errors import InvalidPosition, TooManyOutcomes, Unsupported
from springtail.cython_ext.game import Random
from springtail.engines import game, game_ids

HIDDEN = [game_id for game_id in game_ids() if game(game_id).info.hidden]
DRAWS = 40


def whist_deals(whist):
    """All deals of a small deck, in notation."""
    deck = whist.deck()
    size = len(deck) // 4

    def split(cards, hands):
        if len(hands) == 3:
            yield "deal " + "|".join(",".join(hand) for hand in [*hands, cards])
            return
        for hand in itertools.combinations(cards, size):
            yield from split([card for card in cards if card not in hand], [*hands, hand])

    return list(split(deck, []))


SMALL = {"three_card_poker": {}, "whist": {"cards": 2}}
"""Options with which all worlds can be listed."""
DEALS = {"whist": whist_deals}
"""How to list the outcomes of a deal, which the game does not."""


def random_states(any_game, seed):
    random = Random(seed)
    state = any_game.start(seed=seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            state = state.child(state.sample_chance(random))
        else:
            actions = state.legal_actions()
            state = state.child(actions[random.below(len(actions))])
    yield state


def views(any_game, seed=3, most=12):
    """Some positions of a random game with each seat."""
    states = list(random_states(any_game, seed))
    for state in states[:: max(1, len(states) // most)]:
        for seat in range(any_game.players):
            yield state, seat


@cache
def after_deal(any_game):
    """All positions after a deal."""
    return [any_game.start().child(deal) for deal in DEALS[any_game.id](any_game)]


def children(world, action):
    """The positions after any outcome of chance, or after this decision if it is legal here."""
    if not world.is_chance_node():
        return [world.child(action)] if action in world.legal_actions() else []
    try:
        return [world.child(outcome) for outcome, _ in world.chance_outcomes()]
    except TooManyOutcomes:
        return after_deal(world.game)


def all_worlds(state, seat):
    """Every position that looks the same to a seat and came about by the same decisions, looking the same all along."""
    true = state.game.start()
    worlds = [true]
    for action in state.history():
        true = true.child(action)
        seen = true.observation(seat)
        worlds = [child for world in worlds for child in children(world, action) if child.observation(seat) == seen]
    return worlds


def chi_square_is_plausible(counts, expected):
    """Whether counts are as uniform as draws are, within five standard deviations of chi-square."""
    freedom = len(counts) - 1
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    return abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize("game_id", HIDDEN)
def test_every_drawn_world_is_a_legal_position_that_looks_the_same(game_id):
    for state, seat in views(game(game_id)):
        seen = state.observation(seat)
        random = Random(1)
        for _ in range(DRAWS):
            world = seen.sample(random)
            assert world.observation(seat) == seen
            assert world.current_player() == state.current_player()
            assert world.scores() == state.scores()
            try:
                assert state.game.position(world.to_dict()) == world
            except Unsupported:
                pass


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_seat_may_do_the_same_in_every_world(game_id):
    for state, seat in views(game(game_id)):
        if state.current_player() == seat:
            seen = state.observation(seat)
            assert seen.legal_actions() == state.legal_actions()
            assert all(seen.sample(draw).legal_actions() == state.legal_actions() for draw in range(5))


@pytest.mark.parametrize("game_id", HIDDEN)
def test_draws_repeat_with_their_seed_and_differ_without(game_id):
    differ = 0
    for state, seat in views(game(game_id)):
        seen = state.observation(seat)
        assert seen.sample(9) == seen.sample(9)
        random, again = Random(4), Random(4)
        assert [seen.sample(random) for _ in range(5)] == [seen.sample(again) for _ in range(5)]
        differ += len({seen.sample(random).key for _ in range(DRAWS)}) > 1
    assert differ > 0


@pytest.mark.parametrize("game_id", HIDDEN)
def test_what_a_seat_cannot_see_changes_nothing_for_it(game_id):
    for state, seat in views(game(game_id)):
        seen = state.observation(seat)
        for draw in range(5):
            other = seen.sample(draw).observation(seat)
            assert other.to_dict() == seen.to_dict()
            assert other.draw() == seen.draw() == state.draw(seat)
            assert [other.sample(d) for d in range(5)] == [seen.sample(d) for d in range(5)]


@pytest.mark.parametrize("game_id", HIDDEN)
def test_an_observation_says_less_than_the_position(game_id):
    hidden = 0
    for state, seat in views(game(game_id)):
        document = state.observation(seat).to_dict()
        assert document["seat"] == seat
        if document["state"] != state.to_dict()["state"]:
            hidden += 1
            with pytest.raises(InvalidPosition):
                state.game.position({"state": document["state"]})
    assert hidden > 0


@pytest.mark.parametrize("game_id", HIDDEN)
def test_an_observation_document_reads_back(game_id):
    for state, seat in views(game(game_id)):
        seen = state.observation(seat)
        again = state.game.observation(seen.to_dict())
        assert again == seen
        assert [again.sample(draw) for draw in range(3)] == [seen.sample(draw) for draw in range(3)]


@pytest.mark.parametrize("game_id", SMALL)
def test_exactly_the_consistent_worlds_are_listed_and_drawn_equally_often(game_id):
    checked = 0
    for seed in range(2):
        for state, seat in views(game(game_id, **SMALL[game_id]), seed):
            seen, keys = state.observation(seat), [world.key for world in all_worlds(state, seat)]
            assert len(set(keys)) == len(keys)
            assert state.key in keys
            assert sorted(world.key for world in seen.worlds()) == sorted(keys)
            assert seen.count_worlds() == len(keys)
            random = Random(seed)
            draws = Counter(seen.sample(random).key for _ in range(20 * len(keys)))
            assert set(draws) <= set(keys)
            if len(keys) > 1:
                assert chi_square_is_plausible([draws[key] for key in keys], 20)
                checked += 1
    assert checked > 5

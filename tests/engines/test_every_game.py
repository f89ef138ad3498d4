"""What holds for every game with any of its options, beyond the contract (tests/cython_ext/test_contract.py)."""

import itertools
import re

import pytest

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition, TooManyOutcomes, Unsupported
from springtail.cython_ext.game import Random
from springtail.engines import game, game_class, game_ids

MOST_TRIED = 40
"""How many actions that are not legal are tried in one position."""


def option_sets():
    """Each game with its defaults, and with each option in turn at the first and last value that it lists."""
    for game_id in game_ids():
        sets = [{}]
        for name, option in game_class(game_id).OPTIONS.items():
            sets += [{name: value} for value in dict.fromkeys(option.values[:1] + option.values[-1:])]
        for options in sets:
            try:
                made = game(game_id, **options)
            except InvalidOptions:  # not together with the other defaults
                continue
            if made != game(game_id) or not options:
                name = " ".join([game_id, *(f"{name}={value}" for name, value in options.items())])
                yield pytest.param((game_id, options), id=name)


@pytest.fixture(params=option_sets(), scope="module")
def any_game(request):
    game_id, options = request.param
    return game(game_id, **options)


@pytest.fixture(scope="module")
def played(any_game):
    """All states of one random game, the first and the last included."""
    return list(random_game(any_game, Random(7)))


@pytest.fixture(scope="module")
def some_states(played):
    """About twenty of them, the last included."""
    return played[:: max(1, len(played) // 20)] + played[-1:]


def random_game(any_game, random):
    state = any_game.start(seed=random.below(1 << 30))
    yield state
    while not state.is_terminal():
        state = state.child(some_action(state, random))
        yield state


def some_action(state, random):
    if state.is_chance_node():
        return state.sample_chance(random)
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def picture(state):
    """Everything that can be asked of a state."""
    return (
        written(state),
        state.key,
        state.current_player(),
        state.legal_action_ids(),
        state.legal_actions(),
        state.scores(),
        state.returns(),
        state.winners(),
        state.history(),
        str(state),
    )


def written(state):
    try:
        return state.to_dict()
    except Unsupported:
        return None


def test_no_position_has_more_actions_and_no_game_more_plies_than_declared(any_game, played):
    for seed in range(5):
        states = list(random_game(any_game, Random(seed)))
        assert len(states) - 1 <= any_game.info.longest_game
        for state in states:
            assert len(state.legal_action_ids()) <= any_game.most_actions
            if state.is_chance_node():
                try:
                    assert len(state.chance_weights()) <= any_game.most_actions
                except TooManyOutcomes:
                    pass


def test_states_stay_as_they_were_when_play_goes_on(any_game):
    random = Random(11)
    state = any_game.start(seed=11)
    kept = []
    while not state.is_terminal():
        kept.append((state.clone(), picture(state)))
        state.apply_action(some_action(state, random))
    for clone, before in kept[:: max(1, len(kept) // 15)]:
        assert picture(clone) == before


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(any_game, some_states):
    for state in some_states:
        before = picture(state)
        allowed = set(state.legal_action_ids())
        if state.is_chance_node():
            try:
                allowed = {any_game.action_id(action) for action, _ in state.chance_weights()}
            except TooManyOutcomes:
                continue
        others = [action for action in range(any_game.info.actions) if action not in allowed]
        for action in others[:: max(1, len(others) // MOST_TRIED)]:
            with pytest.raises(IllegalAction):
                state.apply_action_id(action)
            with pytest.raises(IllegalAction):
                state.apply_action(any_game.action_string(action))
        assert picture(state) == before


def test_returns_sum_to_nothing_and_the_winners_share_the_best(any_game):
    for seed in range(5):
        *before, last = random_game(any_game, Random(100 + seed))
        assert all(state.returns() == [0.0] * any_game.players for state in before[-3:])
        assert all(state.winners() == [] for state in before[-3:])
        returns, winners = last.returns(), last.winners()
        seats = any_game.players
        share = 1 / len(winners)
        for seat in range(seats):
            assert returns[seat] == pytest.approx((seats * (share if seat in winners else 0) - 1) / (seats - 1))
        assert sum(returns) == pytest.approx(0, abs=1e-12)


def test_position_documents_read_back(any_game, some_states):
    if written(some_states[0]) is None:
        pytest.skip("no position documents")
    for state in some_states:
        again = any_game.position(state.to_dict())
        assert again == state
        assert again.to_dict() == state.to_dict()
        assert picture(again)[1:8] == picture(state)[1:8]


def test_a_position_with_an_unknown_or_missing_field_is_refused(any_game, some_states):
    if written(some_states[0]) is None:
        pytest.skip("no position documents")
    document = some_states[len(some_states) // 2].to_dict()
    for name in document["state"]:
        less = document | {"state": {k: v for k, v in document["state"].items() if k != name}}
        with pytest.raises(InvalidPosition, match=re.escape(name)):
            any_game.position(less)
    with pytest.raises(InvalidPosition, match="wings"):
        any_game.position(document | {"state": document["state"] | {"wings": 2}})


def test_a_position_with_a_field_of_another_kind_is_refused(any_game, some_states):
    if written(some_states[0]) is None:
        pytest.skip("no position documents")
    document = some_states[len(some_states) // 2].to_dict()
    for name, junk in itertools.product(
        document["state"], (-1, 10**5000, 0.5, float("nan"), "?", {"a": 1}, [[[]]] * 99)
    ):
        with pytest.raises(InvalidPosition, match=re.escape(name)):
            any_game.position(document | {"state": document["state"] | {name: junk}})


def test_a_record_replays_to_the_same_states(any_game, played):
    record = played[-1].record()
    state = any_game.start(setup=record["setup"])
    for before, action in zip(played, record["actions"], strict=False):
        assert state == before
        assert state.key == before.key
        state.apply_action(action)
    assert picture(state) == picture(played[-1])


def test_a_set_up_that_is_none_is_refused(any_game):
    for setup in ({"wings": 2}, 3, [], "x"):
        with pytest.raises(InvalidPosition):
            any_game.start(setup=setup)


def test_a_drawing_shows_the_position(some_states):
    drawings = {str(state) for state in some_states}
    assert all(drawings)
    assert len(drawings) > len(some_states) // 2

"""What the contract promises of Game, State and Observation, held for every game that is discovered."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from springtail import CHANCE, TERMINAL
from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition, TooManyOutcomes, Unsupported
from springtail.cython_ext.game import Game, Observation, State
from springtail.engines import game as make_game
from springtail.engines import game_class, game_ids

MOST_TRIED = 1000
"""How many actions that are not legal are tried in one position."""


def play_on(state: State, random: Random) -> None:
    """Play one random action or chance event."""
    if state.is_chance_node():
        state.apply_action(state.sample_chance(random.getrandbits(32)))
    else:
        state.apply_action(random.choice(state.legal_actions()))


def play_out(game: Game, seed: int) -> list[State]:
    """Return all states of a random game, from the start to the end."""
    random = Random(seed)
    states = [game.start(seed=seed)]
    while not states[-1].is_terminal():
        after = states[-1].clone()
        play_on(after, random)
        states.append(after)
    return states


def memory(state: State) -> Any:
    """Return all that a state consists of: game, bytes, set-up and past."""
    return state.__reduce__()[1]


@pytest.fixture(scope="module", params=game_ids())
def game(request: pytest.FixtureRequest) -> Game:
    return make_game(request.param)


@pytest.fixture(scope="module")
def states(game: Game) -> list[State]:
    return play_out(game, seed=1)


@pytest.fixture
def state(states: list[State]) -> State:
    """A position in the middle of a game."""
    return states[len(states) // 2].clone()


class TestGame:
    def test_is_a_value(self, game: Game) -> None:
        again = make_game(game.id, **game.options)
        assert again == game
        assert hash(again) == hash(game)

    def test_has_no_states_before_it_is_initialised(self, game: Game) -> None:
        bare = type(game).__new__(type(game))
        with pytest.raises(TypeError, match="never initialised"):
            State.__new__(State, bare)

    def test_survives_pickling(self, game: Game) -> None:
        assert pickle.loads(pickle.dumps(game)) == game

    def test_differs_from_other_games(self, game: Game) -> None:
        assert [other for other in game_ids() if make_game(other) == game] == [game.id]

    def test_differs_by_its_options(self, game: Game) -> None:
        variants = {make_game(game.id, players=players) for players in game.info.players}
        assert len(variants) == len(game.info.players)
        assert [variant.players for variant in variants] == [variant.options["players"] for variant in variants]

    def test_its_options_are_read_only(self, game: Game) -> None:
        with pytest.raises(TypeError):
            game.options["players"] = 99

    def test_refuses_an_unknown_option(self, game: Game) -> None:
        with pytest.raises(InvalidOptions, match="'wings'.*players"):
            make_game(game.id, wings=2)

    @pytest.mark.parametrize("players", [0, -1, 99, "2", 2.0, True, None])
    def test_refuses_a_number_of_seats_that_it_does_not_take(self, game: Game, players: object) -> None:
        with pytest.raises(InvalidOptions, match="players"):
            make_game(game.id, players=players)

    def test_names_every_action(self, game: Game) -> None:
        ids = range(game.info.actions)
        assert [game.action_id(game.action_string(action)) for action in ids] == list(ids)

    def test_refuses_an_id_out_of_range(self, game: Game) -> None:
        for action in (-1, game.info.actions):
            with pytest.raises(IllegalAction, match=f"action {action}"):
                game.action_string(action)

    @pytest.mark.parametrize("text", ["", "no such action", "\0", "1\n", "９", "-0", 1, None])
    def test_refuses_what_is_no_action(self, game: Game, text: Any) -> None:
        with pytest.raises(IllegalAction, match=game.id):
            game.action_id(text)

    def test_deals_the_same_by_the_same_seed(self, game: Game) -> None:
        assert memory(game.start(seed=5)) == memory(game.start(seed=5))

    def test_takes_a_set_up_from_a_record(self, game: Game) -> None:
        dealt = game.start(seed=5)
        assert memory(game.start(setup=dealt.record()["setup"])) == memory(dealt)

    def test_refuses_a_seed_beside_a_set_up(self, game: Game) -> None:
        with pytest.raises(InvalidPosition, match="setup"):
            game.start(seed=1, setup={})

    def test_says_all_that_is_wrong_with_a_document(self, game: Game) -> None:
        with pytest.raises(InvalidPosition) as caught:
            game.position({"game": "ludo", "options": 3, "state": None, "wings": 2})
        fields = [reason.split(":")[0].strip("'") for reason in caught.value.reasons]
        assert fields == ["wings", "game", "options", "state"]


class TestState:
    def test_is_made_by_a_game_only(self, game: Game) -> None:
        with pytest.raises(TypeError, match="game.start"):
            State(game)

    def test_legal_actions_are_ascending_ids_and_sorted_names(self, states: list[State]) -> None:
        for state in states:
            ids = state.legal_action_ids()
            assert ids == sorted(set(ids))
            assert state.legal_actions() == sorted(state.game.action_string(action) for action in ids)
            assert bool(ids) == (state.current_player() >= 0)

    def test_every_legal_action_can_be_played(self, states: list[State]) -> None:
        for state in states:
            for action in state.legal_actions():
                assert state.child(action).history() == [*state.history(), action]

    def test_a_child_leaves_its_parent_alone(self, states: list[State]) -> None:
        for state in states[:-1]:
            before = memory(state)
            after = state.clone()
            play_on(after, Random(1))
            assert memory(state) == before
            assert memory(after) != before

    def test_copies_are_equal_and_independent(self, state: State) -> None:
        before = memory(state)
        for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert twin.key == state.key
            assert memory(twin) == before
            play_on(twin, Random(1))
            assert memory(state) == before

    def test_is_not_hashable_since_it_changes(self, state: State) -> None:
        with pytest.raises(TypeError):
            hash(state)

    def test_differs_from_what_is_no_state(self, state: State) -> None:
        assert state != state.to_dict()

    def test_refuses_bytes_of_another_size(self, state: State) -> None:
        make, (game, data, setup, actions) = state.__reduce__()
        with pytest.raises(InvalidPosition, match="another version"):
            make(game, data + b"\0", setup, actions)

    @pytest.mark.parametrize("action", ["no such action", "", None])
    def test_an_unknown_action_changes_nothing(self, states: list[State], action: Any) -> None:
        for state in states:
            before = memory(state)
            with pytest.raises(IllegalAction):
                state.apply_action(action)
            assert memory(state) == before

    def test_an_illegal_action_changes_nothing(self, states: list[State]) -> None:
        for state in states:
            before = memory(state)
            others = sorted(set(range(state.game.info.actions)).difference(state.legal_action_ids()))
            for action in others[:: max(1, len(others) // MOST_TRIED)]:
                if state.is_chance_node():
                    continue
                with pytest.raises(IllegalAction):
                    state.apply_action_id(action)
            assert memory(state) == before

    def test_nothing_is_won_before_the_end(self, states: list[State]) -> None:
        for state in states[:-1]:
            assert state.returns() == [0] * state.game.players
            assert state.winners() == []
            assert state.current_player() == CHANCE or 0 <= state.current_player() < state.game.players

    @pytest.mark.parametrize("seed", range(3))
    def test_a_finished_game_is_shared_out(self, game: Game, seed: int) -> None:
        end = play_out(game, seed)[-1]
        returns = end.returns()
        assert end.current_player() == TERMINAL
        assert sum(returns) == pytest.approx(0) or game.players == 1
        assert all(-1 <= value <= 1 for value in returns)
        assert end.winners() == [seat for seat, value in enumerate(returns) if value == max(returns)]
        assert len(end.history()) <= game.info.longest_game

    def test_a_margin_is_the_score_less_the_best_other(self, states: list[State]) -> None:
        for state in states:
            scores = state.scores()
            sides = state.game.info.sides or len(scores)
            for seat, own in enumerate(scores):
                others = [score for other, score in enumerate(scores) if other % sides != seat % sides]
                assert state.margin(seat) == own - max(others, default=0)

    def test_a_record_replays_to_the_same_states(self, states: list[State]) -> None:
        record = states[-1].record()
        replayed = states[0].game.start(setup=record["setup"])
        for state, action in zip(states, record["actions"], strict=False):
            assert memory(replayed) == memory(state)
            replayed.apply_action(action)
        assert memory(replayed) == memory(states[-1])

    def test_a_position_document_gives_the_position_back(self, states: list[State]) -> None:
        for state in states:
            try:
                again = state.game.position(state.to_dict())
            except Unsupported:
                pytest.skip("this game has no position documents")
            assert again == state
            assert again.key == state.key
            assert again.legal_actions() == state.legal_actions()
            with pytest.raises(Unsupported, match="record"):
                again.record()

    def test_chance_outcomes_share_out_certainty(self, states: list[State]) -> None:
        for state in states:
            try:
                outcomes = state.chance_outcomes()
            except TooManyOutcomes:
                assert state.is_chance_node()
                continue
            assert bool(outcomes) == state.is_chance_node()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1 if outcomes else 0)
            assert all(probability > 0 for _, probability in outcomes)
            assert len({action for action, _ in outcomes}) == len(outcomes)

    def test_a_sampled_outcome_is_possible_and_repeatable(self, states: list[State]) -> None:
        for state in states:
            before = memory(state)
            if not state.is_chance_node():
                with pytest.raises(IllegalAction, match="no chance event"):
                    state.sample_chance(1)
                continue
            assert state.sample_chance(1) == state.sample_chance(1)
            state.child(state.sample_chance(1))
            assert memory(state) == before


class TestObservation:
    def test_is_made_by_a_state_only(self) -> None:
        with pytest.raises(TypeError, match="state.observation"):
            Observation()

    def test_refuses_a_seat_that_is_not_there(self, state: State) -> None:
        for seat in (-1, state.game.players):
            with pytest.raises(IllegalAction, match=f"seat {seat}"):
                state.observation(seat)

    def test_shows_the_mover_its_legal_actions_and_nobody_else(self, states: list[State]) -> None:
        for state in states:
            for seat in range(state.game.players):
                expected = state.legal_actions() if seat == state.current_player() else []
                assert state.observation(seat).legal_actions() == expected

    def test_a_sampled_world_looks_the_same_to_its_seat(self, states: list[State]) -> None:
        for state in states:
            for seat in range(state.game.players):
                seen = state.observation(seat)
                world = seen.sample(1)
                assert world.observation(seat) == seen
                assert world.current_player() == state.current_player()

    def test_its_worlds_are_as_many_as_counted_and_look_the_same(self, states: list[State]) -> None:
        for state in states:
            seen = state.observation(0)
            count = seen.count_worlds()
            if count is None:
                with pytest.raises(Unsupported, match="worlds"):
                    next(seen.worlds())
            elif count <= 100:
                worlds = list(seen.worlds())
                assert len({memory(world)[1] for world in worlds}) == len(worlds) == count
                assert all(world.observation(0) == seen for world in worlds)

    def test_of_an_open_game_shows_all(self, states: list[State]) -> None:
        for state in states:
            if not state.game.info.hidden:
                assert state.observation(0).sample(1) == state


def test_equal_positions_reached_by_different_ways_are_equal() -> None:
    connect_four = make_game("connect_four")
    one, other = connect_four.start(), connect_four.start()
    for there, back in zip("1234", "3214", strict=True):
        one.apply_action(there)
        other.apply_action(back)
    assert one == other
    assert one.key == other.key
    assert one.history() != other.history()


def test_a_game_without_rules_is_refused() -> None:
    class Empty(Game):
        id = "empty"

        def build(self) -> None:
            pass

    with pytest.raises(TypeError, match="required slot"):
        Empty()


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(InvalidOptions, match="did you mean 'connect_four'"):
        game_class("conect_four")

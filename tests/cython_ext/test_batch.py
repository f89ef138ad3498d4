"""Many states stepped together do what single states do, one after the other."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy
import pytest

import springtail as st
from springtail.cython_ext.batch import Batch

GAMES = [(game, players) for game in st.game_ids() for players in st.game(game).info.players]
COUNT = 12


def starts(game_id: str, count: int = 3, **options: Any) -> list[st.State]:
    """Return beginnings of one game, those of Spring on a String with the animals of the first."""
    first = st.game(game_id, **options).start(seed=1)
    setup = first.record()["setup"] if "animals" in first.game.options else None
    return [first] + [
        first.game.start(setup=setup) if setup else first.game.start(seed=seed) for seed in range(2, count + 1)
    ]


def singly(state: st.State, action: int, random: st.Random) -> tuple[st.State, int]:
    """Play an action and the chance after it in one state; return it and the plies."""
    other = state.clone()
    other.apply_action_id(action)
    return other, 1 + by_chance(other, random)


def by_chance(state: st.State, random: st.Random) -> int:
    plies = 0
    while state.is_chance_node():
        state.apply_action(state.sample_chance(random))
        plies += 1
    return plies


def check(batch: Batch, number: int, state: st.State) -> None:
    """Compare one state of a batch, and all that the batch says of it, with a single one."""
    assert batch.state(number) == state
    assert batch.movers[number] == state.current_player()
    legal = state.legal_action_ids()
    assert batch.counts[number] == len(legal)
    assert batch.legal[number].tolist() == legal + [-1] * (state.game.most_actions - len(legal))
    assert numpy.flatnonzero(batch.masks[number]).tolist() == legal


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_a_batch_equals_single_states_step_by_step(game_id: str, players: int) -> None:
    batch = Batch(starts(game_id, players=players), COUNT, seed=3, restarts=False)
    for _ in range(25):
        before = [(batch.state(number), batch.random(number)) for number in range(COUNT)]
        plies = batch.plies.copy()
        actions = batch.sample()
        drawn = [batch.random(number) for number in range(COUNT)]
        batch.step(actions)
        for number, (state, _) in enumerate(before):
            if state.is_terminal():
                assert actions[number] == -1
                assert not batch.done[number] and not batch.rewards[number].any()
                check(batch, number, state)
                continue
            after, more = singly(state, int(actions[number]), drawn[number])
            check(batch, number, after)
            assert batch.plies[number] == plies[number] + more
            assert batch.done[number] == after.is_terminal()
            assert batch.rewards[number].tolist() == after.returns()


@pytest.mark.parametrize("game_id", st.game_ids())
def test_a_game_that_is_over_begins_anew_when_it_shall(game_id: str) -> None:
    given = starts(game_id)
    batch = Batch(given, COUNT, seed=4)
    ended = 0
    for _ in range(400):
        batch.step(batch.sample())
        assert (batch.movers >= 0).all()
        for number in numpy.flatnonzero(batch.done):
            ended += 1
            assert abs(batch.rewards[number].sum()) < 1e-9
            plies = batch.plies[number]
            state = batch.state(int(number))
            if not state.game.info.chance:
                assert plies == 0 and any(state == start for start in given)
        assert not batch.rewards[~batch.done].any()
        if ended > 20:
            break
    assert ended


def test_a_batch_begins_with_its_starts_in_turn_and_can_do_so_again() -> None:
    given = starts("butterfly")
    batch = Batch(given, 7, seed=1)
    for _ in range(2):
        for number in range(7):
            check(batch, number, given[number % 3])
        batch.step(batch.sample())
        batch.reset()
        assert not batch.plies.any() and not batch.done.any()


def test_without_a_count_there_are_as_many_states_as_starts() -> None:
    assert len(Batch(starts("butterfly"))) == 3
    assert len(Batch(st.game("nim").start())) == 1


def test_the_same_seed_plays_the_same_games_and_states_differ() -> None:
    one, other, third = (Batch(st.game("whist").start(), 8, seed=seed) for seed in (5, 5, 6))
    for _ in range(60):
        actions = one.sample()
        assert (other.sample() == actions).all()
        one.step(actions)
        other.step(actions)
        third.step(third.sample())
    states = [str(one.state(number).to_dict()) for number in range(8)]
    assert states == [str(other.state(number).to_dict()) for number in range(8)]
    assert len(set(states)) == 8
    assert states != [str(third.state(number).to_dict()) for number in range(8)]


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_alike_and_leaves_the_other_alone(make: Any) -> None:
    batch = Batch(starts("spring_rally", players=3), COUNT, seed=7)
    for _ in range(40):
        batch.step(batch.sample())
    other = make(batch)
    assert (other.rewards == batch.rewards).all() and (other.done == batch.done).all()
    before = [batch.state(number) for number in range(COUNT)]
    lines = []
    for one in (other, batch):
        if one is batch:
            assert before == [batch.state(number) for number in range(COUNT)]
        line = []
        for _ in range(30):
            one.step(one.sample())
            line.append((one.movers.tolist(), one.legal.tolist(), one.rewards.tolist(), one.plies.tolist()))
        lines.append(line)
    assert lines[0] == lines[1]


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    batch = Batch(st.game("connect_four").start(), 4, seed=1)
    batch.step([0, 1, 2, 3])
    before = [batch.state(number) for number in range(4)]
    for wrong in (7, -1, 2**40):
        with pytest.raises(st.IllegalAction, match=f"state 2: action {wrong} is not legal"):
            batch.step([0, 0, wrong, 9])
        assert before == [batch.state(number) for number in range(4)]


@pytest.mark.parametrize("actions", [[0, 1], [[0, 1, 2]], [0.0, 1.0, 2.0], "abc", [0, 1, None]])
def test_actions_must_be_as_many_whole_numbers(actions: Any) -> None:
    with pytest.raises(st.InvalidOptions, match="actions: must be 3 whole numbers"):
        Batch(st.game("connect_four").start(), 3).step(actions)


@pytest.mark.parametrize("kind", ["int8", "uint8", "int32", "int64"])
def test_actions_of_any_integer_kind_are_taken(kind: str) -> None:
    batch = Batch(st.game("connect_four").start(), 3)
    batch.step(numpy.array([6, 5, 4], kind))
    assert batch.state(2).history() == [] and batch.state(2).to_dict()["state"]["board"][5] == "....x.."


def test_wrong_starts_counts_and_numbers_are_refused() -> None:
    nim = st.game("nim").start()
    for starts_given in ([], [nim, 1], [nim, st.game("nim", piles=(1, 2)).start()]):
        with pytest.raises(st.InvalidPosition, match="starts: must"):
            Batch(starts_given)
    for count in (0, -1, 1.5, True):
        with pytest.raises(st.InvalidOptions, match="count: must be a whole number above 0"):
            Batch(nim, count)
    with pytest.raises(st.InvalidOptions, match="seed"):
        Batch(nim, seed=-1)
    batch = Batch(nim, 2)
    for number in (2, -1, 0.0, "0"):
        for call in (batch.state, batch.random):
            with pytest.raises(st.InvalidOptions, match="number: must be a whole number from 0 to 1"):
                call(number)
    with pytest.raises(st.InvalidPosition, match="must be a state of game"):
        batch.put(0, st.game("connect_four").start())
    with pytest.raises(TypeError, match="made once"):
        batch.__init__(nim)


def test_a_state_can_be_put_in() -> None:
    batch = Batch(st.game("connect_four").start(), 3)
    state = st.load({"game": "connect_four", "actions": ["4", "4", "3"]})
    batch.put(1, state)
    check(batch, 1, state)
    batch.step([0, 0, 0])
    check(batch, 1, state.child("1"))


def test_the_arrays_cannot_be_written_to() -> None:
    batch = Batch(st.game("connect_four").start(), 3)
    for array in (batch.movers, batch.legal, batch.counts, batch.rewards, batch.done, batch.plies, batch.masks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


class Failing:
    """Fails at its second action."""

    def __init__(self, played: int = 0) -> None:
        self.played = played

    def current_player(self) -> int:
        return self.played % 2

    def is_terminal(self) -> bool:
        return False

    def legal_actions(self) -> list[int]:
        return [0]

    def apply_action(self, action: int) -> None:
        self.played += 1
        if self.played == 2:
            raise RuntimeError("no second action")

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def clone(self) -> Failing:
        return Failing(self.played)


def test_what_goes_wrong_in_rules_written_in_python_is_raised() -> None:
    batch = Batch(st.PythonGame(Failing, players=2, actions=1, longest_game=5).start(), 2)
    batch.step([0, 0])
    with pytest.raises(RuntimeError, match="no second action"):
        batch.step([0, 0])

"""Wrong arguments of the Python API: typed errors that name the field, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.engines import game_class
from springtail.solvers import SOLVERS, make_solver

Junk = some.SearchStrategy[Any]
Midgame = Callable[[str], st.State]

ONE = st.Limit(simulations=1)


class Text(str):
    """A str that is not exactly str."""


def accept_or_refuse(call: Callable[[], object]) -> None:
    """Make a call; of all errors only a typed one that says something is allowed."""
    try:
        call()
    except st.SpringtailError as error:
        assert str(error)


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_an_action_that_is_refused_changes_nothing(
    game_id: str, midgame: Midgame, junk: Junk, data: some.DataObject
) -> None:
    state = data.draw(some.sampled_from([midgame(game_id), st.game(game_id).start(seed=1)]))
    before, history = state.clone(), state.history()
    action = data.draw(junk)
    for call in (
        state.apply_action,
        state.child,
        state.apply_action_id,
        state.game.action_id,
        state.game.action_string,
    ):
        try:
            call(action)
        except st.IllegalAction:
            assert state == before and state.history() == history
        else:
            state = before.clone()


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_an_outcome_or_action_with_one_letter_changed_is_played_or_refused(
    game_id: str, midgame: Midgame, data: some.DataObject
) -> None:
    state = data.draw(some.sampled_from([midgame(game_id), st.game(game_id).start(seed=1)]))
    before = state.clone()
    text = state.sample_chance(1) if state.is_chance_node() else data.draw(some.sampled_from(state.legal_actions()))
    place = data.draw(some.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(some.characters() | some.sampled_from(["", *text])) + text[place + 1 :]
    try:
        state.apply_action(changed)
    except st.IllegalAction:
        assert state == before and state.history() == before.history()
    else:
        assert state.history() == [*before.history(), changed]


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_a_seat_or_seed_of_any_kind_is_taken_or_refused(
    game_id: str, midgame: Midgame, junk: Junk, data: some.DataObject
) -> None:
    state = midgame(game_id)
    value = data.draw(junk)
    seen = state.observation(0)
    for call in (state.observation, state.margin, state.draw, st.Random, seen.sample):
        accept_or_refuse(lambda call=call: call(value))
    accept_or_refuse(lambda: state.game.start(seed=value))


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_an_option_or_setup_of_any_kind_is_taken_or_refused(game_id: str, junk: Junk, data: some.DataObject) -> None:
    name = data.draw(some.sampled_from(sorted(game_class(game_id).OPTIONS)) | some.text())
    value = data.draw(junk)
    accept_or_refuse(lambda: st.game(game_id, **{name: value}))
    accept_or_refuse(lambda: st.game(game_id).start(setup=value))
    accept_or_refuse(lambda: st.game(value))


@given(some.data())
def test_a_limit_of_any_kind_is_taken_or_refused(junk: Junk, data: some.DataObject) -> None:
    given_fields = data.draw(some.dictionaries(some.sampled_from([f.name for f in fields(st.Limit)]), junk))
    try:
        limit = st.Limit(**given_fields)
    except st.InvalidLimit as error:
        assert str(error).partition(":")[0] in given_fields
    else:
        assert all(value is None or value > 0 for value in vars(limit).values())


@pytest.mark.parametrize("solver", SOLVERS)
@given(some.data())
def test_a_setting_of_any_kind_is_taken_or_refused(solver: str, junk: Junk, data: some.DataObject) -> None:
    view, limit = st.game("connect_four").start(), st.Limit(simulations=10)
    names = [entry.name for entry in fields(make_solver(solver, view, limit))]
    given_settings = data.draw(some.dictionaries(some.sampled_from(names) | some.text(), junk, max_size=3))
    accept_or_refuse(lambda: make_solver(solver, view, limit, **given_settings))
    accept_or_refuse(lambda: make_solver(data.draw(junk), view, limit))


@settings(deadline=None)
@given(some.data())
def test_a_position_limit_or_setting_of_any_kind_is_searched_or_refused(junk: Junk, data: some.DataObject) -> None:
    state = st.game("connect_four").start()
    value = data.draw(junk)
    accept_or_refuse(lambda: st.best_move(value, ONE))
    accept_or_refuse(lambda: st.analyse(value, ONE))
    accept_or_refuse(lambda: st.analyse_many([value], ONE))
    accept_or_refuse(lambda: st.Bot().best_move(value, ONE))
    accept_or_refuse(lambda: st.analyse(state, value))
    name = data.draw(some.sampled_from(["multipv", "solver", "threads", "seed", "exploration", "report_every"]))
    accept_or_refuse(lambda: st.analyse(state, ONE, **{name: value}))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: s.apply_action("9"), st.IllegalAction, "action '9': not the notation of connect_four"),
        (lambda s: s.apply_action(None), st.IllegalAction, "action None: must be a text"),
        (lambda s: s.apply_action(b"4"), st.IllegalAction, "action b'4': must be a text"),
        (lambda s: s.apply_action(4), st.IllegalAction, "action 4: must be a text"),
        (lambda s: s.apply_action_id(10**30), st.IllegalAction, "ids are whole numbers from 0 to 6"),
        (lambda s: s.apply_action_id(-1), st.IllegalAction, "action -1: ids are"),
        (lambda s: s.apply_action_id(1.0), st.IllegalAction, r"action 1\.0: ids are"),
        (lambda s: s.apply_action_id("4"), st.IllegalAction, "action '4': ids are"),
        (lambda s: s.game.action_string(7), st.IllegalAction, "action 7: ids are"),
        (lambda s: s.sample_chance(1), st.IllegalAction, "no chance event comes next"),
        (lambda s: s.observation(99), st.IllegalAction, "seat 99: seats are whole numbers from 0 to 1"),
        (lambda s: s.observation("0"), st.IllegalAction, "seat '0': seats are"),
        (lambda s: s.draw(-1), st.IllegalAction, "seat -1: seats are"),
        (lambda s: s.game.start(seed=-1), st.InvalidOptions, "seed: must be a whole number from 0 on, not -1"),
        (lambda s: s.game.start(seed=1.5), st.InvalidOptions, r"seed: .* not 1\.5"),
        (lambda s: s.game.start(setup=[]), st.InvalidPosition, "setup: must be an object, not list"),
        (lambda s: s.game.start(setup={}, seed=1), st.InvalidPosition, "setup: give a set-up or a seed, not both"),
        (lambda s: s.game.position([]), st.InvalidPosition, "document: must be an object, not list"),
        (lambda s: s.game.position({"game": "nim", "state": {}}), st.InvalidPosition, "game: this is connect_four"),
        (lambda s: st.game("connect_four", players=3), st.InvalidOptions, "option players: 3 is not one of 2"),
        (lambda s: st.game("connect_four", size=3), st.InvalidOptions, "has no option 'size'; it has players"),
        (lambda s: st.game("conect_four"), st.InvalidOptions, "did you mean 'connect_four'"),
        (lambda s: st.game(10**5000), st.InvalidOptions, "a huge int is unknown"),
        (lambda s: st.Limit(time=float("nan")), st.InvalidLimit, "time: must be above 0, not nan"),
        (lambda s: st.Limit(time=-1), st.InvalidLimit, "time: must be above 0, not -1"),
        (lambda s: st.Limit(time=float("inf")), st.InvalidLimit, "time: must be below"),
        (lambda s: st.Limit(time="1"), st.InvalidLimit, "time: must be a number, not '1'"),
        (lambda s: st.Limit(simulations=0), st.InvalidLimit, "simulations: must be above 0, not 0"),
        (lambda s: st.Limit(simulations=1.5), st.InvalidLimit, r"simulations: must be a whole number, not 1\.5"),
        (lambda s: st.Limit(simulations=True), st.InvalidLimit, "simulations: must be a whole number, not True"),
        (lambda s: st.Limit(nodes=10**400), st.InvalidLimit, "nodes: must be below"),
        (lambda s: st.Limit(depth=2**31), st.InvalidLimit, "depth: must be below 2147483648"),
        (lambda s: st.Limit(memory_mb=10**5000), st.InvalidLimit, "memory_mb: .* not a huge int"),
        (lambda s: st.analyse(s, st.Limit()), st.InvalidLimit, "limit: give at least one of"),
        (lambda s: st.analyse(s, 1.0), st.InvalidLimit, "limit: must be a springtail.Limit, not float"),
        (
            lambda s: st.analyse(s, st.Limit(simulations=1, memory_mb=1e-6)),
            st.InvalidLimit,
            "memory_mb: 0 bytes cannot",
        ),
        (lambda s: st.analyse(s, st.Limit(time=1, memory_mb=2**23)), st.InvalidLimit, "memory_mb: .* more than this"),
        (lambda s: st.analyse(s, ONE, multipv=0), st.InvalidOptions, "multipv: must be a whole number above 0"),
        (lambda s: st.analyse(s, ONE, solver="mtcs"), st.Unsupported, "solver: 'mtcs' is not one of auto, mcts"),
        (lambda s: st.analyse(s, ONE, solver=[]), st.Unsupported, r"solver: \[\] is not one of"),
        (lambda s: st.analyse(s, ONE, thread=2), st.InvalidOptions, "has no setting 'thread'"),
        (lambda s: st.analyse(s, ONE, threads=0), st.InvalidOptions, "threads: must be a whole number from 1"),
        (lambda s: st.analyse(s, ONE, seed=-1), st.InvalidOptions, "seed: must be a whole number from 0"),
        (
            lambda s: st.analyse(s, ONE, open_hands="no"),
            st.InvalidOptions,
            "open_hands: 'no' is not one of True, False",
        ),
        (lambda s: st.analyse(s, ONE, exploration=float("nan")), st.InvalidOptions, "exploration: must be a number"),
        (lambda s: st.Bot().best_move({}, ONE), st.InvalidPosition, "state: must be a State, not dict"),
    ],
)
def test_a_wrong_argument_gets_a_typed_error_that_names_it(
    call: Callable[[st.State], object], error: type[st.SpringtailError], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(st.game("connect_four").start())


def test_the_game_over_leaves_nothing_to_search() -> None:
    state = st.load({"game": "connect_four", "actions": list("1212121")})
    with pytest.raises(st.InvalidPosition, match="the game is over"):
        st.best_move(state)
    with pytest.raises(st.IllegalAction, match="action '1': the game is over"):
        state.apply_action("1")


def test_a_subclass_of_str_is_an_action_like_any_other() -> None:
    state = st.game("connect_four").start()
    state.apply_action(Text("4"))
    assert state.history() == ["4"]
    assert type(state.history()[0]) is str


def test_an_integer_of_numpy_is_an_action_id_and_a_seat() -> None:
    state = st.game("connect_four").start()
    state.apply_action_id(np.int64(3))
    assert state.history_ids() == [3]
    assert state.observation(np.int8(1)).seat == 1

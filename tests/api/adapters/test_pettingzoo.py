"""springtail's games as PettingZoo environments: PettingZoo's own tests, copies, pickles, and what a seat may know."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from functools import partial
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest

pytest.importorskip("pettingzoo", reason="the pettingzoo extra is not installed")

from pettingzoo.test import api_test, render_test, seed_test

import springtail as st
from springtail.adapters.pettingzoo import Environment, env
from springtail.engines.planes import planes

GAMES = [(game, players) for game in st.game_ids(toys=False) for players in st.game(game).info.players]
FIVE = st.game_ids(toys=False)

as_in_pettingzoos_own_card_and_board_games = [
    # An observation with a mask is a dictionary, and at the end of a game no action is legal.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def marked(test: Any) -> Any:
    """Let PettingZoo's tests give the warnings that they give for its own games with a mask."""
    for mark in as_in_pettingzoos_own_card_and_board_games:
        test = mark(test)
    return test


def begun(game_id: str, seed: int = 1, steps: int = 0, **options: Any) -> Environment:
    """Return an environment after so many random steps of its first game, or fewer where that ends."""
    made = env(game_id, **options)
    made.reset(seed=seed)
    return played(made, random.Random(seed), steps)


def played(made: Environment, draw: random.Random, steps: int) -> Environment:
    for _ in range(steps):
        if not made.agents:
            break
        observation, _, over, _, _ = made.last()
        made.step(None if over else draw.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
    return made


# PettingZoo's own tests.


@marked
@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_a_game_passes_pettingzoos_api_test(game_id: str, players: int) -> None:
    api_test(env(game_id, players=players), num_cycles=60)


@marked
@pytest.mark.parametrize("game_id", FIVE)
def test_a_game_passes_pettingzoos_seed_test(game_id: str) -> None:
    seed_test(partial(env, game_id), num_cycles=40)


@marked
@pytest.mark.parametrize("game_id", FIVE)
def test_a_game_passes_pettingzoos_render_test(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game_id), {"svg": lambda text: ElementTree.fromstring(text).tag.endswith("svg")})
    assert capsys.readouterr().out


# Copies and pickles.


def transcript(made: Environment, draw: random.Random) -> list[Any]:
    """Play the game to its end, and two more, and return all that was seen."""
    seen: list[Any] = []
    for _ in range(3):
        while made.agents:
            observation, *others = made.last()
            seen.append((made.agent_selection, others, *(array.tobytes() for array in observation.values())))
            played(made, draw, 1)
        made.reset()
    return seen


@pytest.mark.parametrize("make", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))], ids=["copy", "pickle"])
@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_a_copy_in_the_middle_of_a_game_goes_on_identically(game_id: str, players: int, make: Any) -> None:
    made = begun(game_id, steps=9, players=players)
    other = make(made)
    if game_id == "spinnentwist":  # its games are long
        lines = [
            [(played(one, draw, 1).position, one.rewards) for _ in range(60)]
            for one, draw in ((other, random.Random(5)), (made, random.Random(5)))
        ]
    else:
        lines = [transcript(one, random.Random(5)) for one in (other, made)]
    assert lines[0] == lines[1] and len(lines[0]) > 20


def test_a_copy_goes_its_own_way() -> None:
    made = begun("butterfly", steps=5)
    before = made.position.clone(), made.agent_selection, dict(made.rewards)
    played(copy.deepcopy(made), random.Random(2), 20)
    assert (made.position, made.agent_selection, made.rewards) == before


# Games.


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_an_environment_plays_springtails_game(game_id: str, players: int) -> None:
    made, draw = begun(game_id, players=players), random.Random(3)
    for _ in range(400):
        seat = made.position.current_player()
        observation, reward, over, truncated, _ = made.last()
        if over:
            break
        assert made.agent_selection == f"player_{seat}" and (reward, truncated) == (0.0, False)
        assert numpy.flatnonzero(observation["action_mask"]).tolist() == made.position.legal_action_ids()
        for other in range(players):
            seen = made.observe(f"player_{other}")
            assert made.observation_space(f"player_{other}").contains(seen)
            arrays = planes(made.position.observation(other))
            assert (seen["observation"] == made.layout.flat(arrays)).all()
            assert seen["action_mask"].any() == (other == seat)
        played(made, draw, 1)
    if made.position.is_terminal():
        assert list(made.rewards.values()) == made.position.returns()
        assert all(made.terminations.values()) and not any(made.truncations.values())
        assert not made.observe("player_0")["action_mask"].any()
        played(made, draw, players)
        assert made.agents == []


def test_each_agent_is_given_its_return_once() -> None:
    made = begun("spring_on_a_string", players=3)
    totals = dict.fromkeys(made.possible_agents, 0.0)
    draw = random.Random(4)
    while made.agents:
        totals[made.agent_selection] += made.last()[1]
        returns = made.position.returns()
        played(made, draw, 1)
    assert list(totals.values()) == pytest.approx(returns)


@pytest.mark.parametrize("seat", range(3))
def test_hidden_cards_are_not_in_an_observation(seat: int) -> None:
    made = begun("spring_rally", steps=4, players=3)
    agent = f"player_{seat}"
    before = made.observe(agent)
    for number in range(10):
        made.position = made.position.observation(seat).sample(number)
        after = made.observe(agent)
        assert all((after[name] == before[name]).all() for name in before)


def test_the_same_seed_deals_the_same_and_chance_follows_it() -> None:
    one, other = begun("butterfly", seed=9, nets="all"), begun("butterfly", seed=9, nets="all")
    for made in (one, other):
        played(made, random.Random(1), 40)
    assert one.position == other.position
    assert "draw" in one.position.history()
    assert begun("butterfly", seed=10).position != begun("butterfly", seed=9).position


def test_a_reset_without_seed_goes_on_with_the_random_numbers() -> None:
    one, other = begun("butterfly", seed=3), begun("butterfly", seed=3)
    for made in (one, other):
        made.reset()
    assert one.position == other.position != begun("butterfly", seed=3).position


# Given positions.


def test_a_game_can_begin_in_a_given_position() -> None:
    state = st.load({"game": "spring_on_a_string", "setup": {"animals": {"R": "mosquito"}}, "actions": ["Y4", "W6"]})
    made = env("spring_on_a_string")
    for document in (state.to_dict(), state.record()):
        made.reset(options={"position": document})
        assert made.position == state and made.agent_selection == "player_0"
        assert made.position.game.options["animals"] == (("R", "mosquito"),)


def test_a_game_can_begin_with_a_given_setup_and_chance_still_plays() -> None:
    made = env("spring_rally", players=3)
    made.reset(seed=1, options={"setup": {"leader": 2}})
    assert made.agent_selection == "player_2"


def test_the_seed_decides_what_follows_a_given_position() -> None:
    state = st.game("spring_rally", players=3).start()
    made = env("spring_rally", players=3)
    dealt = []
    for seed in (1, 1, 2):
        made.reset(seed=seed, options={"position": state.to_dict()})
        dealt.append(made.position)
    assert dealt[0] == dealt[1] != dealt[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"position": {"game": "tic_tac_toe", "actions": []}}, "must be of game"),
        ({"position": {"game": "butterfly", "options": {"players": 3}, "actions": []}}, "setup"),
        ({"position": {"game": "butterfly", "state": {}}}, "board"),
        ({"position": "nonsense"}, "document"),
        ({"setup": {"board": []}}, "setup.board"),
        ({"setup": {}, "position": {}}, "not both"),
    ],
)
def test_wrong_positions_are_refused_and_change_nothing(options: dict[str, Any], message: str) -> None:
    made = begun("butterfly", steps=3)
    before = made.position.clone()
    with pytest.raises(st.InvalidPosition, match=message):
        made.reset(seed=5, options=options)
    assert made.position == before
    assert made._rng.bit_generator.state == begun("butterfly", steps=3)._rng.bit_generator.state


def test_what_one_seat_sees_and_what_is_over_are_no_positions_to_play_on_from() -> None:
    made = begun("spring_rally", players=3)
    with pytest.raises(st.InvalidPosition, match="not what one seat sees"):
        made.reset(options={"position": made.position.observation(0).to_dict()})
    over = st.game("spring_on_a_string", animals=0).start()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    with pytest.raises(st.InvalidPosition, match="the game is over"):
        env("spring_on_a_string").reset(options={"position": over.to_dict()})


# Refusals.


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    made = begun("butterfly")
    before = made.position.clone(), made.agent_selection, dict(made.rewards)
    for action in (0, 10**6, -1, 1.5, None, "c4N"):
        with pytest.raises(st.IllegalAction):
            made.step(action)
        assert (made.position, made.agent_selection, made.rewards) == before


def test_nothing_works_before_reset_and_reset_is_named() -> None:
    made = env("butterfly", render_mode="ansi")
    for call in (partial(made.step, 0), partial(made.observe, "player_0"), made.render):
        with pytest.raises(st.Unsupported, match="call reset first"):
            call()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(st.InvalidOptions, match="render_mode: 'rgb_array' is not one of human, ansi, svg"):
        env("butterfly", render_mode="rgb_array")
    with pytest.raises(st.InvalidOptions, match="players"):
        env("butterfly", players=7)
    with pytest.raises(st.Unsupported, match="nim does not write its observations"):
        env("nim")
    made = begun("butterfly")
    for seed in (-1, "x"):
        with pytest.raises(st.InvalidOptions, match="seed"):
            made.reset(seed=seed)
    with pytest.raises(st.Unsupported, match="render_mode"):
        made.render()


def test_a_game_object_can_be_given() -> None:
    game = st.game("butterfly", players=4, nets="none")
    assert env(game).game is game


def test_springtail_alone_does_not_load_pettingzoo() -> None:
    code = "import sys, springtail; print({'pettingzoo', 'gymnasium', 'numpy'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

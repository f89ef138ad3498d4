"""The compiled game and the plain one in tests/reference play the same games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.spring_on_a_string import Board, Flower
from reference.spring_on_a_string import SpringOnAString as Reference
from scenes.spring_on_a_string import lace

from springtail.cython_ext.game import State
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.engines import game

ANIMALS = SpringOnAStringRules.ANIMALS
OPTIONS = {
    "swallowtail": ("anyone", "others"),
    "ladybird": ("held", "permanent"),
    "firefly": ("current", "latched"),
    "harvestman": ("one_turn", "until_used"),
    "knot_gap": ("free", 0, 20, 60, 100),
}

Policy = Callable[[list[str], Reference], str]


def cast(choice: random.Random, players: int, count: int, *wanted: str) -> dict[str, Any]:
    """Return a set-up with some animals and others drawn, on colours drawn (G18)."""
    others = [animal for animal in ANIMALS if animal not in wanted]
    animals = [*wanted, *choice.sample(others, count - len(wanted))]
    if "stick_insect" in animals and (players == 4 or count == 5):
        animals.remove("stick_insect")
    colours = choice.sample("KPRWY", 5)
    setup: dict[str, Any] = {"animals": dict(zip(colours, animals, strict=False))}
    return setup | ({"stick_colour": colours[-1]} if "stick_insect" in animals else {})


def at_random(choice: random.Random) -> Policy:
    return lambda actions, reference: choice.choice(actions)


def to_and_fro(choice: random.Random) -> Policy:
    """Prefer what pulls laces out, so that games are long."""

    def choose(actions: list[str], reference: Reference) -> str:
        pullers = [colour for colour, animal in reference.animals.items() if animal in ("fly", "mosquito")]
        return choice.choice([action for action in actions if action[0] in pullers] or actions)

    return choose


def assert_alike(state: State, reference: Reference) -> None:
    assert state.current_player() == reference.current_player()
    assert state.legal_actions() == reference.legal_actions()
    assert state.scores() == reference.scores()


def play_in_lockstep(state: State, policy: Policy) -> Reference:
    """Play a game in both to its end and return that."""
    compiled, setup = state.game, state.record()["setup"]
    board = compiled.board
    reference = Reference(
        setup["animals"],
        setup.get("stick_colour"),
        players=compiled.players,
        board=Board([Flower(**vars(flower)) for flower in board.flowers], *board.ends, board.hole, board.tip),
        **{name: compiled.options[name] for name in OPTIONS},
    )
    while not reference.is_terminal():
        assert_alike(state, reference)
        action = policy(reference.legal_actions(), reference)
        state.apply_action(action)
        reference.apply_action(action)
    assert_alike(state, reference)
    assert state.winners() == reference.winners()
    assert state.returns() == pytest.approx(reference.returns())
    for seat, passages in enumerate(reference.laces):
        assert lace(state, seat) == " ".join(flower.name + "'" * end for flower, end in passages)
    return reference


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_without_animals_agree_ply_by_ply(players):
    for seed in range(5):
        state = game("spring_on_a_string", players=players).start(setup={"animals": {}})
        play_in_lockstep(state, at_random(random.Random(seed)))


@pytest.mark.parametrize(
    ("animal", "players"),
    [(animal, players) for animal in ANIMALS for players in (2, 3, 4) if (animal, players) != ("stick_insect", 4)],
)
def test_games_with_each_animal_agree_ply_by_ply(animal, players):
    for count in (1, 3, 5):
        choice = random.Random(f"{animal} {players} {count}")
        setup = cast(choice, players, 4 if animal == "stick_insect" and count == 5 else count, animal)
        play_in_lockstep(game("spring_on_a_string", players=players).start(setup=setup), at_random(choice))


@pytest.mark.parametrize("board", ["meadow20", "meadow25"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_in_which_laces_come_and_go_agree_ply_by_ply(players, board):
    for seed in range(4):
        choice = random.Random(seed)
        setup = cast(choice, players, choice.randint(2, 5), "fly", "mosquito")
        play_in_lockstep(
            game("spring_on_a_string", players=players, board=board).start(setup=setup), to_and_fro(choice)
        )


def test_games_that_only_repetition_ends_agree_ply_by_ply():
    ends = []
    for seed in range(20):
        choice = random.Random(seed)
        setup = {"animals": {"Y": "fly", "R": "deaths_head_hawkmoth"}}
        reference = play_in_lockstep(game("spring_on_a_string").start(setup=setup), to_and_fro(choice))
        ends.append(reference.history.count(reference.history[-1]))
    assert 3 in ends


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(2, 4),
    count=st.integers(1, 5),
    board=st.sampled_from(["meadow20", "meadow25"]),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
    seed=st.integers(0, 2**32),
)
def test_games_with_any_options_agree_ply_by_ply(players, count, board, options, seed):
    choice = random.Random(seed)
    compiled = game("spring_on_a_string", players=players, board=board, **options)
    play_in_lockstep(compiled.start(setup=cast(choice, players, count)), at_random(choice))


@pytest.mark.parametrize("option", OPTIONS)
def test_games_with_the_animal_of_an_option_agree_ply_by_ply(option):
    animal = "earthworm" if option == "knot_gap" else option
    for value in OPTIONS[option]:
        for seed in range(4):
            choice = random.Random(seed)
            compiled = game("spring_on_a_string", players=2 + seed % 3, **{option: value})
            setup = cast(choice, compiled.players, 4, animal, "mosquito", "fly")
            play_in_lockstep(compiled.start(setup=setup), at_random(choice))

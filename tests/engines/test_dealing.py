"""Chance events as single draws: as likely as drawn at once, and what comes out is a legal set-up or deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

import springtail as st
from springtail.engines.dealing import Draw, dealing_of
from springtail.engines.spring_on_a_string.animals import ANIMALS, draw_cast, read_cast

GAMES = [(game_id, players) for game_id in st.game_ids() for players in st.game(game_id).info.players]


def set_up(game: st.Game, random: st.Random) -> st.State:
    """Return a beginning whose set-up was drawn one by one."""
    dealing, drawn = dealing_of(game), ()
    while draw := dealing.draw_setup(drawn):
        drawn += (pick(draw, random),)
    return game.start(setup=dealing.setup(drawn))


def pick(draw: Draw, random: st.Random) -> str:
    """Return one of the outcomes by its weight."""
    at = random.below(sum(draw.weights.values()))
    return next(name for name, weight in draw.weights.items() if (at := at - weight) < 0)


def deal(state: st.State, random: st.Random) -> tuple[str, ...]:
    """Play the chance event that comes next, drawn one by one."""
    dealing, drawn = dealing_of(state.game), ()
    while draw := dealing.draw(state, drawn):
        drawn += (pick(draw, random),)
    state.apply_action(dealing.outcome(state, drawn))
    return drawn


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_a_game_can_be_played_by_single_draws_all_of_which_have_names(game_id: str, players: int) -> None:
    game, random = st.game(game_id, players=players), st.Random(1)
    names = dealing_of(game).names
    state = set_up(game, random)
    drawn: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            drawn += deal(state, random)
        else:
            actions = state.legal_action_ids()
            state.apply_action_id(actions[random.below(len(actions))])
    assert len(set(names)) == len(names)
    assert set(drawn) <= set(names)


@pytest.mark.parametrize(("game_id", "players"), GAMES)
def test_a_chance_event_that_can_be_listed_is_one_draw(game_id: str, players: int) -> None:
    state, random = set_up(st.game(game_id, players=players), st.Random(2)), st.Random(3)
    for _ in range(100):
        if state.is_terminal():
            break
        if state.is_chance_node():
            try:
                weights = dict(state.chance_weights())
            except st.TooManyOutcomes:
                pass
            else:
                draw = dealing_of(state.game).draw(state, ())
                assert draw is not None and draw.weights == weights
            deal(state, random)
        else:
            actions = state.legal_action_ids()
            state.apply_action_id(actions[random.below(len(actions))])


def paths(game: st.Game, drawn: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield all ways to draw a set-up with their probabilities."""
    draw = dealing_of(game).draw_setup(drawn)
    if draw is None:
        yield drawn, Fraction(1)
        return
    total = sum(draw.weights.values())
    for name, weight in draw.weights.items():
        for path, chance in paths(game, (*drawn, name)):
            yield path, chance * weight / total


def casts(game: st.Game, count: int) -> Counter[str]:
    """Weigh all casts as drawing anew until one is possible does, by brute force."""
    colours, found = "YRWPK", Counter[str]()
    few = [name for name in ANIMALS if name in ("dung_beetle", "stick_insect")]
    for letters, animals in product(combinations(colours, count), permutations(ANIMALS, count)):
        pairs = dict(zip(letters, animals, strict=True))
        if not set(animals) & set(few):
            found["others"] += 5 - count
            continue
        free = [letter for letter in colours if letter not in pairs]
        for colour in free if "stick_insect" in animals else [None]:
            _, wrong = read_cast(pairs, colour, game.board, game.players)
            key = str(sorted((letter, name) for letter, name in pairs.items() if name in few)) + str(colour)
            found[key] += 0 if wrong else 1 if colour else 5 - count
    return +found


@pytest.mark.parametrize(("players", "count", "board"), [(2, 1, "meadow20"), (3, 2, "meadow20"), (4, 1, "meadow25")])
def test_animals_drawn_colour_by_colour_are_as_likely_as_drawn_at_once(players: int, count: int, board: str) -> None:
    game = st.game("spring_on_a_string", players=players, animals=count, board=board)
    expected = casts(game, count)
    found: Counter[str] = Counter()
    for drawn, chance in paths(game):
        setup = dealing_of(game).setup(drawn)
        few = sorted((c, name) for c, name in setup["animals"].items() if name in ("dung_beetle", "stick_insect"))
        found[str(few) + str(setup.get("stick_colour")) if few else "others"] += chance
    total = sum(expected.values())
    assert dict(found) == {key: Fraction(weight, total) for key, weight in expected.items()}


def test_all_five_animals_are_drawn_as_often_as_at_once() -> None:
    game, random = st.game("spring_on_a_string", animals=5), st.Random(4)
    drawn = Counter("dung_beetle" in set_up(game, random).to_dict()["state"]["animals"].values() for _ in range(500))
    at_once = Counter("dung_beetle" in dict(draw_cast(random, 5, game.board, 2).animals).values() for _ in range(500))
    assert abs(drawn[True] - at_once[True]) < 5 * (2 * 500 * 0.14 * 0.86) ** 0.5


def test_given_animals_and_given_boards_leave_nothing_to_draw() -> None:
    game = st.game("spring_on_a_string", animals={"R": "mosquito"})
    assert dealing_of(game).draw_setup(()) is None
    assert dealing_of(game).setup(()) == {"animals": {"R": "mosquito"}}


def test_a_stick_insect_draws_its_colour_alone_when_animals_are_given() -> None:
    dealing = dealing_of(st.game("spring_on_a_string", animals={"R": "stick_insect"}))
    draw = dealing.draw_setup(())
    assert draw is not None and "R" not in draw.weights and set(draw.weights.values()) == {1}
    colour = min(draw.weights)
    assert dealing.draw_setup((colour,)) is None
    assert dealing.setup((colour,)) == {"animals": {"R": "stick_insect"}, "stick_colour": colour}


def test_a_deal_is_seen_by_those_who_hold_it() -> None:
    state, random = st.game("spring_rally", players=3).start(), st.Random(5)
    dealing = dealing_of(state.game)
    before, drawn = state.clone(), deal(state, random)
    seats = [seat_of(dealing.draw(before, drawn[:place])) for place in range(len(drawn))]
    for seat in range(3):
        own = [card for card, by in zip(drawn, seats, strict=True) if by == seat]
        assert sorted(own) == sorted(dealing.holding(state, seat))


def seat_of(draw: Draw | None) -> int | None:
    assert draw is not None
    return draw.seat


def test_all_deals_of_small_hands_are_equally_likely() -> None:
    state = st.game("whist", cards=1).start()
    dealing, deals = dealing_of(state.game), Counter[str]()

    def walk(drawn: Sequence[str], chance: Fraction) -> None:
        draw = dealing.draw(state, drawn)
        if draw is None:
            deals[dealing.outcome(state, drawn)] += chance
            return
        for card, weight in draw.weights.items():
            walk((*drawn, card), chance * Fraction(weight, sum(draw.weights.values())))

    walk((), Fraction(1))
    assert set(deals.values()) == {Fraction(1, 24)} and len(deals) == 24
    for text in deals:
        state.child(text)

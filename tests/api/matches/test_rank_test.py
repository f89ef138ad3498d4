from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from springtail.cython_ext.errors import InvalidOptions
from springtail.matches.rank_test import rank_test
from springtail.matches.statistics import Outcome, Set

SEAT_GAIN = np.array([1.0, 0.0, -1.0, 0.5])
"""Seats differ, as in real games."""


def rotated(random: np.random.Generator, strengths: dict[str, float]) -> Set:
    """Play a set: each player once at each seat, with a luck of the deal that stays with the seat."""
    names = list(strengths)
    deal = random.normal(size=len(names))
    games = []
    for turn in range(len(names)):
        players = names[turn:] + names[:turn]
        luck = random.normal(size=len(names))
        scores = np.array([strengths[name] for name in players]) + SEAT_GAIN[: len(names)] + deal + luck
        scores = np.round(scores)  # so that there are ties
        games.append(Outcome.of(players, scores.tolist(), np.flatnonzero(scores == scores.max()).tolist()))
    return games


def brute_force(sets: list[Set]) -> Fraction:
    """Return the p-value of two players by listing everything."""

    def figure(order: tuple[tuple[int, ...], ...]) -> Fraction:
        total = Fraction(0)
        for games, places in zip(sets, order, strict=True):
            for game, result in zip(games, places, strict=True):
                own = games[result].places
                total += own[game.players.index("a")] - own[game.players.index("b")]
        return abs(total)

    each = [list(permutations(range(len(games)))) for games in sets]
    seen = figure(tuple(tuple(range(len(games))) for games in sets))
    figures = [figure(order) for order in product(*each)]
    return Fraction(sum(one >= seen for one in figures), len(figures))


def test_two_players_have_the_p_value_of_all_orders_listed() -> None:
    random = np.random.default_rng(5)
    for strength in (0.0, 1.0, 2.0):
        sets = [rotated(random, {"a": strength, "b": 0.0}) for _ in range(8)]
        found = rank_test(sets)
        assert found.is_exact
        assert found.p_value == pytest.approx(float(brute_force(sets)))


def test_winning_every_pair_has_the_p_value_of_the_sign_test() -> None:
    won = [Outcome.of("ab", [1, 0], [0]), Outcome.of("ba", [0, 1], [1])]
    assert rank_test([won] * 10).p_value == pytest.approx(2 / 2**10)
    assert rank_test([won] * 10).mean_places == {"a": 1.0, "b": 2.0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_that_are_alike_are_told_apart_as_rarely_as_stated(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("springtail.matches.rank_test.DRAWS", 999)
    random = np.random.default_rng(players)
    alike = dict.fromkeys("abcd"[:players], 0.0)
    values = [rank_test([rotated(random, alike) for _ in range(6)]).p_value for _ in range(200)]
    assert np.mean([value <= 0.1 for value in values]) <= 0.1 + 2 * (0.1 * 0.9 / 200) ** 0.5
    assert np.mean([value <= 0.5 for value in values]) > 0.3


def test_a_stronger_player_among_four_is_found() -> None:
    random = np.random.default_rng(9)
    found = rank_test([rotated(random, {"a": 1.5, "b": 0, "c": 0, "d": 0}) for _ in range(15)])
    assert found.p_value < 0.001
    assert min(found.mean_places, key=found.mean_places.__getitem__) == "a"


def test_drawn_orders_agree_with_counted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(11)
    sets = [rotated(random, {"a": 0.7, "b": 0, "c": 0}) for _ in range(6)]
    exact = rank_test(sets)
    monkeypatch.setattr("springtail.matches.rank_test.MOST_TOTALS", 1)
    drawn = rank_test(sets)
    assert exact.is_exact and not drawn.is_exact
    assert drawn.p_value == pytest.approx(exact.p_value, abs=0.015)
    assert rank_test(sets) == drawn


def test_a_player_against_copies_of_another_is_compared_a_seat() -> None:
    games = [Outcome.of("xyy", [2, 1, 0], [0]), Outcome.of("yxy", [1, 2, 0], [1]), Outcome.of("yyx", [1, 0, 2], [2])]
    found = rank_test([games] * 4)
    assert found.mean_places == {"x": 1.0, "y": 2.5}
    assert found.p_value < 0.001


def test_no_sets_are_refused() -> None:
    with pytest.raises(InvalidOptions, match="sets: at least one"):
        rank_test([])

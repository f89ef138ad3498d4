from __future__ import annotations

import numpy as np
import pytest

from springtail.cython_ext.errors import Unsupported
from springtail.matches.rating import START, ratings
from springtail.matches.statistics import Outcome

pytest.importorskip("openskill", reason="openskill is not installed; it is in the extras test and match")


def test_players_of_known_strength_are_ranked() -> None:
    random = np.random.default_rng(3)
    strengths = {"weak": 0.0, "middle": 1.5, "strong": 3.0}
    outcomes = []
    for _ in range(150):
        players = random.permutation(list(strengths)).tolist()
        scores = [strengths[player] + random.gumbel() for player in players]
        outcomes.append(Outcome.of(players, scores, [int(np.argmax(scores))]))
    found = ratings(outcomes)
    assert [rating.player for rating in found] == ["strong", "middle", "weak"]
    assert found[0].mean - found[1].mean > 2 * found[0].error
    assert all(rating.games == 150 for rating in found)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_tie_of_equals_moves_nobody(seats: int) -> None:
    players = "abcde"[:seats]
    found = ratings([Outcome.of(players, [4] * seats, range(seats))])
    assert [rating.mean for rating in found] == [pytest.approx(START)] * seats


def test_those_that_tie_gain_alike() -> None:
    found = {rating.player: rating for rating in ratings([Outcome.of("abcd", [9, 5, 5, 1], [0])])}
    assert found["b"].mean == pytest.approx(found["c"].mean)
    assert found["a"].mean > found["b"].mean > found["d"].mean
    assert found["b"].mean == pytest.approx(START)


def test_the_order_of_seats_does_not_matter() -> None:
    one = [Outcome.of("abcd", [9, 5, 5, 1], [0]), Outcome.of("abcd", [0, 2, 2, 2], [1, 2, 3])]
    other = [Outcome.of("dcba", [1, 5, 5, 9], [3]), Outcome.of("cadb", [2, 0, 2, 2], [0, 2, 3])]
    for before, after in zip(ratings(one), ratings(other), strict=True):
        assert before.player == after.player
        assert before.mean == pytest.approx(after.mean)
        assert before.error == pytest.approx(after.error)


def test_copies_of_a_player_have_one_rating() -> None:
    found = {rating.player: rating for rating in ratings([Outcome.of("xyyy", [9, 1, 2, 3], [0])] * 20)}
    assert set(found) == {"x", "y"}
    assert found["x"].mean > START > found["y"].mean


def test_a_game_against_oneself_says_nothing() -> None:
    assert [rating.mean for rating in ratings([Outcome.of("aaa", [9, 1, 2], [0])])] == [START]


def test_without_openskill_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("springtail.matches.rating.find_spec", lambda _: None)
    with pytest.raises(Unsupported, match=r"springtail\[match\]"):
        ratings([Outcome.of("ab", [1, 0], [0])])

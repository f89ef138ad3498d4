from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from springtail.cython_ext.errors import InvalidOptions
from springtail.matches.statistics import Outcome, elo, elo_of, set_shares, share_of, win_share

SHARES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=50)


def pairs_of(random: np.random.Generator, shape: Any, strength: float, correlation: float) -> Any:
    """Draw pairs of games won with a probability, the two games of a pair correlated; return their mean shares."""
    size = shape if isinstance(shape, tuple) else (shape,)
    common, own = random.normal(size=size), random.normal(size=(*size, 2))
    part = abs(correlation) ** 0.5
    luck = part * np.stack([common, np.sign(correlation) * common], axis=-1) + (1 - part**2) ** 0.5 * own
    return (luck < NormalDist().inv_cdf(strength)).mean(axis=-1)


def test_the_outcome_of_a_game_ranks_winners_first_then_by_score() -> None:
    outcome = Outcome.of("abcd", scores=[5, 9, 9, 5], winners=[2])
    assert outcome.shares == (0, 0, 1, 0)
    assert outcome.places == (3, 2, 1, 3)


def test_winners_share_the_first_place_whatever_their_scores() -> None:
    outcome = Outcome.of("abc", scores=[5, 9, 1], winners=[0, 1])
    assert outcome.shares == (0.5, 0.5, 0)
    assert outcome.places == (1, 1, 2)


def test_a_set_counts_once_by_the_mean_over_games_and_seats() -> None:
    first = [Outcome.of("xyy", [1, 0, 0], [0]), Outcome.of("yxy", [0, 1, 1], [1, 2])]
    other = [Outcome.of("yyz", [1, 0, 0], [0])]
    assert set_shares([first, other], "x") == [0.75]
    assert set_shares([first, other], "y") == [pytest.approx(0.125), 0.5]


@pytest.mark.parametrize("correlation", [-0.8, 0.0, 0.8])
@pytest.mark.parametrize(("sets", "strength"), [(15, 0.5), (60, 0.8), (200, 0.97), (200, 0.6)])
def test_intervals_cover_the_true_share_as_often_as_stated(sets: int, strength: float, correlation: float) -> None:
    random = np.random.default_rng([sets, int(100 * strength)])
    matches = pairs_of(random, (1000, sets), strength, correlation)
    found = [win_share(match.tolist()) for match in matches]
    coverage = np.mean([interval.low <= strength <= interval.high for interval in found])
    assert 0.93 <= coverage  # the standard error of 1000 matches is 0.007
    assert coverage <= 0.98 or sets == 15


def test_pairs_in_which_seats_decide_give_a_narrow_interval_where_games_alone_would_not() -> None:
    alike = win_share([0.5] * 95 + [1.0] * 5)
    mixed = win_share([0.0, 1.0] * 50)
    assert alike.high - alike.low < 0.06
    assert mixed.high - mixed.low > 0.19


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_an_interval_does_not_collapse_where_all_sets_are_alike(share: float) -> None:
    few, many = win_share([share] * 10), win_share([share] * 1000)
    assert few.low <= share <= few.high and few.high - few.low > 0.1
    assert 0 < many.high - many.low < 0.01


def test_all_wins_have_the_interval_of_wilson() -> None:
    z2 = 1.959964**2
    assert win_share([1.0] * 50).low == pytest.approx(50 / (50 + z2), abs=1e-6)


@given(SHARES)
def test_an_interval_holds_its_value_inside_zero_and_one(shares: list[float]) -> None:
    found = win_share(shares)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(SHARES)
def test_the_other_player_has_the_mirror_image(shares: list[float]) -> None:
    own, other = win_share(shares), win_share([1 - share for share in shares])
    assert own.low == pytest.approx(1 - other.high)
    assert own.high == pytest.approx(1 - other.low)


def test_elo_is_unbounded_where_the_interval_reaches_the_end() -> None:
    found = elo(win_share([1.0] * 20))
    assert found.value is None and found.high is None
    assert found.low is not None and found.low > 200


@given(st.floats(-2000, 2000))
def test_elo_and_share_are_inverse(difference: float) -> None:
    assert elo_of(share_of(difference)) == pytest.approx(difference, abs=1e-4)


def test_two_to_one_is_about_120_elo() -> None:
    assert elo_of(2 / 3) == pytest.approx(120.4, abs=0.1)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, "95", True, float("nan")])
def test_a_wrong_confidence_is_named(confidence: Any) -> None:
    with pytest.raises(InvalidOptions, match="confidence: must be between 0 and 1"):
        win_share([0.5], confidence)


def test_no_sets_are_refused() -> None:
    with pytest.raises(InvalidOptions, match="sets: at least one"):
        win_share([])

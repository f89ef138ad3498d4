from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from springtail.cython_ext.errors import InvalidOptions
from springtail.matches.sprt import PENTANOMIAL, Sprt, Verdict, _likeliest, sprt
from springtail.matches.statistics import share_of

TEST = Sprt(elo0=0, elo1=60)
BATCH = 12
"""Pairs between two looks, to be fast; each look may decide."""


def distribution(share: float, alike: float) -> list[float]:
    """Return probabilities of the five results of a pair with a mean; `alike` is how often both games go alike."""
    split = np.array([0, 0, 1, 0, 0])
    one_sided = np.array([1 - share, 0, 0, 0, share])
    drawn = np.array([(1 - share) ** 2, 0, 2 * share * (1 - share), 0, share**2])
    half = np.array([0, 0.5, 0, 0.5, 0]) + (share - 0.5) * np.array([0, -2, 0, 2, 0])
    mixed = 0.6 * drawn + 0.2 * half + 0.2 * one_sided if alike else 0.6 * drawn + 0.2 * half
    return mixed + (0 if alike else 0.2) * split


def play(random: np.random.Generator, chances: Any) -> Verdict:
    """Play one match until it is decided."""
    pairs: list[float] = []
    while True:
        pairs += random.choice(PENTANOMIAL, BATCH, p=chances).tolist()
        verdict = sprt(pairs, TEST)
        if verdict.decision is not None:
            return verdict


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (60, "elo0")])
def test_wrong_decisions_are_as_rare_as_stated(elo: float, wrong: str, alike: bool) -> None:
    random = np.random.default_rng(7)
    share = share_of(elo)
    if not alike:
        share = 0.5 + (share - 0.5) / 0.8  # a fifth of the pairs is split whatever the strength
    chances = distribution(share, alike)
    assert np.dot(chances, PENTANOMIAL) == pytest.approx(share_of(elo))
    decisions = [play(random, chances).decision for _ in range(250)]
    assert decisions.count(wrong) <= 250 * 0.05 + 2 * (250 * 0.05 * 0.95) ** 0.5


def test_the_likeliest_distribution_has_the_mean_and_no_likelier_one_is_near() -> None:
    counts, mean = [3.0, 10.0, 20.0, 12.0, 5.0], 0.6
    found = np.array(_likeliest(counts, mean))
    assert found.sum() == pytest.approx(1) and found @ PENTANOMIAL == pytest.approx(mean)
    best = counts @ np.log(found)
    for direction in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [0, 0, 1, -2, 1]):  # these keep sum and mean
        for step in (-1e-3, 1e-3):
            assert counts @ np.log(found + step * np.array(direction)) < best


def test_a_split_pair_tells_more_when_pairs_are_alike() -> None:
    """The games of a pair are not independent: with the same score, pairs that vary less decide sooner."""
    alike, varied = sprt([0.5, 0.75] * 50, TEST), sprt([1.0, 0.25] * 50, TEST)
    assert alike.llr > 2 * varied.llr > 0


def test_the_ratio_is_that_of_the_normal_approximation_for_many_pairs() -> None:
    pairs = np.array([0.0] * 150 + [0.25] * 200 + [0.5] * 300 + [0.75] * 210 + [1.0] * 160)
    share0, share1 = share_of(0), share_of(5)
    normal = len(pairs) * (share1 - share0) * (2 * pairs.mean() - share0 - share1) / (2 * pairs.var())
    assert sprt(pairs.tolist(), Sprt(0, 5)).llr == pytest.approx(normal, rel=0.02)


def test_swapped_players_and_hypotheses_swap_the_sign() -> None:
    pairs = [1.0, 0.5, 0.75, 0.25, 0.5, 1.0]
    own = sprt(pairs, Sprt(-10, 30))
    other = sprt([1 - pair for pair in pairs], Sprt(-30, 10))
    assert own.llr == pytest.approx(-other.llr)


@pytest.mark.parametrize(("share", "decision"), [(1.0, "elo1"), (0.0, "elo0")])
def test_one_sided_results_decide_at_once(share: float, decision: str) -> None:
    assert sprt([share] * 40, Sprt(0, 60)).decision == decision


def test_nothing_is_decided_without_pairs() -> None:
    verdict = sprt([], TEST)
    assert (verdict.llr, verdict.decision) == (0, None)


def test_wrong_settings_are_all_named() -> None:
    with pytest.raises(InvalidOptions, match=r"elo0: .*; alpha: must be between 0 and 0.5, not 0.7"):
        Sprt(elo0=float("nan"), alpha=0.7)
    with pytest.raises(InvalidOptions, match="elo1: must be above elo0, 5, not 5"):
        Sprt(elo0=5, elo1=5)


def test_a_pair_that_cannot_be_is_named() -> None:
    with pytest.raises(InvalidOptions, match=r"pairs: 0\.3 is not one of"):
        sprt([0.5, 0.3], TEST)

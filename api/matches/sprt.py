"""The sequential probability ratio test on pairs of games: stop a match as soon as it has decided."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.matches.statistics import share_of

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can give its first player, as the mean of its two win shares."""
SMOOTHING = 1e-3
"""Pairs added to each of the five counts, so that what was not seen yet does not count as impossible."""
STEPS = 80
"""Of bisection; each halves the interval."""

Decision = Literal["elo0", "elo1"]


@dataclass(frozen=True)
class Sprt:
    """The settings of a test of "it is elo0" against "it is elo1".

    Raises:
        InvalidOptions: naming every setting that is wrong.
    """

    elo0: float = 0.0
    """Logistic Elo difference under the first hypothesis."""
    elo1: float = 10.0
    """Under the second; above elo0."""
    alpha: float = 0.05
    """How often "elo1" is decided at the most when elo0 is true."""
    beta: float = 0.05
    """How often "elo0" is decided at the most when elo1 is true."""

    def __post_init__(self) -> None:
        wrong = [
            f"{name}: must be a number from -4000 to 4000, not {shown(value)}"
            for name, value in (("elo0", self.elo0), ("elo1", self.elo1))
            if not _is_number(value) or not -4000 <= value <= 4000
        ]
        wrong += [
            f"{name}: must be between 0 and 0.5, not {shown(value)}"
            for name, value in (("alpha", self.alpha), ("beta", self.beta))
            if not _is_number(value) or not 0 < value < 0.5
        ]
        if not wrong and self.elo0 >= self.elo1:
            wrong.append(f"elo1: must be above elo0, {self.elo0:g}, not {self.elo1:g}")
        if wrong:
            raise InvalidOptions("; ".join(wrong))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which "elo0" and "elo1" are decided (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Verdict:
    """What the pairs so far say."""

    llr: float
    """Log of the ratio of likelihoods, elo1 over elo0."""
    bounds: tuple[float, float]
    decision: Decision | None
    """Which of the two is accepted; None while the match has to go on."""
    pentanomial: tuple[int, int, int, int, int]
    """Pairs that gave the first player 0, 0.25, 0.5, 0.75 and 1."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return vars(self) | {"bounds": list(self.bounds), "pentanomial": list(self.pentanomial)}


def sprt(pairs: Sequence[float], test: Sprt) -> Verdict:
    """Test whether a player is stronger than another by elo1 rather than by elo0.

    The generalised ratio of likelihoods on pairs, as chess engines are tested: under each hypothesis the five counts
    have the likeliest distribution whose mean is the share that it says (M. Van den Bergh, "The generalized maximum
    likelihood ratio for the expectation value of a distribution", 2018; Li, Liu, Ying and Ying, "Generalized sequential
    probability ratio test for separate families of hypotheses", 2014). The games of a pair may depend on each other
    as they like; the pairs have to be independent, taken in the order of their numbers, not in that of their duration.

    >>> verdict = sprt([1.0, 0.5, 0.75, 0.5] * 50, Sprt(elo0=0, elo1=30))
    >>> verdict.decision, verdict.pentanomial
    ('elo1', (0, 0, 100, 50, 50))

    Args:
        pairs: mean win share of the first player in each pair: 0, 0.25, 0.5, 0.75 or 1.
        test: the hypotheses and error rates.

    Raises:
        InvalidOptions: for a pair that is none of the five.
    """
    counts = Counter(pairs)
    strange = [value for value in counts if value not in PENTANOMIAL]
    if strange:
        raise InvalidOptions(f"pairs: {shown(strange[0])} is not one of {', '.join(map(str, PENTANOMIAL))}")
    seen = [counts[value] for value in PENTANOMIAL]
    llr = _likelihood_ratio(seen, share_of(test.elo0), share_of(test.elo1)) if pairs else 0.0
    low, high = test.bounds
    decision: Decision | None = "elo0" if llr <= low else "elo1" if llr >= high else None
    return Verdict(llr, (low, high), decision, (seen[0], seen[1], seen[2], seen[3], seen[4]))


def _likelihood_ratio(seen: Sequence[int], share0: float, share1: float) -> float:
    counts = [count + SMOOTHING for count in seen]
    likeliest = [_likeliest(counts, share) for share in (share0, share1)]
    return math.fsum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, *likeliest, strict=True))


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """Return the probabilities of the five values that make the counts likeliest among those with a given mean.

    They are f / (1 + t (v - mean)), with the frequency f of the value v and the t that gives the mean (Van den Bergh
    2018, proposition 1.1); the sum that has to vanish falls with t.
    """
    total = math.fsum(counts)
    low, high = -1 / (PENTANOMIAL[-1] - mean), 1 / mean
    for _ in range(STEPS):
        t = (low + high) / 2
        slope = math.fsum(
            count * (value - mean) / (1 + t * (value - mean)) for count, value in zip(counts, PENTANOMIAL, strict=True)
        )
        low, high = (t, high) if slope > 0 else (low, t)
    return [count / total / (1 + t * (value - mean)) for count, value in zip(counts, PENTANOMIAL, strict=True)]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)

"""Streams of random numbers: pinned, uniform, and apart from each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import SeedSequence

from springtail.cython_ext.game import Random, seed_words

ONE_IN_A_MILLION = {2: 23.9, 3: 27.6, 5: 33.4, 6: 35.9, 7: 38.3, 52: 114.1}
"""By number of classes: what chi-square exceeds with probability 1e-6 when all are alike."""


class Wyrand:
    """The generator and the bounded draw as published (Wang Yi; Lemire 2019), slowly."""

    def __init__(self, seed: int) -> None:
        self.state = int(SeedSequence(seed).generate_state(1, "uint64")[0])

    def word(self) -> int:
        self.state = (self.state + 0xA0761D6478BD642F) % 2**64
        product = self.state * (self.state ^ 0xE7037ED1A0B428DB)
        return product >> 64 ^ product % 2**64

    def below(self, n: int) -> int:
        while (product := (self.word() >> 32) * n) % 2**32 < 2**32 % n:
            pass
        return product >> 32


def draws(seed: int, n: int, count: int) -> list[int]:
    random = Random(seed)
    return [random.below(n) for _ in range(count)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    assert draws(0, 6, 12) == [1, 0, 0, 1, 4, 3, 3, 3, 0, 3, 1, 2]
    assert draws(7, 2**32 - 1, 4) == [2874974366, 1221329514, 782094515, 3629521021]


def test_a_seed_gives_the_same_shuffle_for_ever() -> None:
    items = list("springtail")
    Random(2024).shuffle(items)
    assert "".join(items) == "pirslingta"


@given(seed=st.integers(0, 2**64), n=st.integers(1, 2**32 - 1))
def test_numbers_are_those_of_the_published_generator(seed: int, n: int) -> None:
    reference = Wyrand(seed)
    assert draws(seed, n, 20) == [reference.below(n) for _ in range(20)]


def test_words_of_a_seed_are_those_of_numpy() -> None:
    assert seed_words(7, 3) == SeedSequence(7).generate_state(3, "uint64").tolist()
    assert seed_words(SeedSequence([1, 2]), 1) == seed_words([1, 2], 1)


def test_spawned_seeds_give_different_streams() -> None:
    assert len({Random(child).below(2**32 - 1) for child in SeedSequence(7).spawn(100)}) == 100


def test_without_a_seed_every_stream_is_fresh() -> None:
    assert len({Random().below(2**32 - 1) for _ in range(20)}) > 1


@pytest.mark.parametrize("n", ONE_IN_A_MILLION)
def test_below_is_uniform(n: int) -> None:
    drawn = draws(n, n, 20_000)
    assert chi_square([drawn.count(value) for value in range(n)]) < ONE_IN_A_MILLION[n]


def test_below_is_unbiased_where_the_range_does_not_divide_32_bits() -> None:
    n = 3 * 2**30
    thirds = [value // 2**30 for value in draws(1, n, 20_000)]
    assert chi_square([thirds.count(third) for third in range(3)]) < ONE_IN_A_MILLION[3]


@given(seed=st.integers(0, 2**128), n=st.integers(1, 2**32 - 1))
def test_below_stays_in_range(seed: int, n: int) -> None:
    assert 0 <= Random(seed).below(n) < n


@pytest.mark.parametrize(("n", "error"), [(0, ValueError), (-1, OverflowError), (2**32, OverflowError)])
def test_below_refuses_an_impossible_range(n: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        Random(1).below(n)


@given(st.lists(st.integers()), st.integers(0, 2**64))
def test_a_shuffle_keeps_the_items(items: list[int], seed: int) -> None:
    shuffled = list(items)
    Random(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_a_shuffle_draws_every_order_alike() -> None:
    random = Random(3)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        items = [0, 1, 2]
        random.shuffle(items)
        orders[tuple(items)] = orders.get(tuple(items), 0) + 1
    assert len(orders) == 6
    assert chi_square(list(orders.values())) < ONE_IN_A_MILLION[6]

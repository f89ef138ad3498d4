"""Line-ups, seat orders and schedules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as some

import springtail as st
from springtail.matches.fixtures import MOST_ORDERS, Schedule, count_orders, line_ups, seat_orders

tables = some.integers(2, 5).flatmap(lambda seats: some.lists(some.integers(0, 4), min_size=seats, max_size=seats))


@given(line_up=tables, seed=some.integers(0, 2**32))
def test_each_player_has_each_seat_equally_often_in_a_set(line_up: list[int], seed: int) -> None:
    orders = seat_orders(tuple(line_up), st.Random(seed))
    for player in set(line_up):
        assert len({sum(order[seat] == player for order in orders) for seat in range(len(line_up))}) == 1


@given(line_up=tables, seed=some.integers(0, 2**32))
def test_no_seat_order_comes_twice_in_a_set(line_up: list[int], seed: int) -> None:
    orders = seat_orders(tuple(line_up), st.Random(seed))
    assert len(set(orders)) == len(orders) == count_orders(tuple(line_up))
    if len(set(permutations(line_up))) <= MOST_ORDERS:
        assert set(orders) == set(permutations(line_up))


def test_the_seat_orders_that_are_drawn_differ_from_set_to_set() -> None:
    schedule = Schedule(((0, 1, 2, 3),), seed=0)
    assert len({schedule.place(4 * which).seats for which in range(20)}) > 10


def test_all_choices_of_players_meet_equally_often() -> None:
    meetings = Counter(frozenset(pair) for line_up in line_ups("all", 5, 3) for pair in combinations(line_up, 2))
    assert set(meetings.values()) == {3}
    assert len(meetings) == 10


def test_with_few_players_each_is_alone_against_each_other() -> None:
    assert set(line_ups("all", 2, 4)) == {(0, 1, 1, 1), (0, 0, 0, 1)}


def test_one_player_plays_itself() -> None:
    assert line_ups("all", 1, 3) == ((0, 0, 0),)


@given(some.lists(tables, min_size=1, max_size=4), some.integers(0, 10**6))
def test_a_schedule_has_each_set_whole_and_in_order(line_ups: list[list[int]], games: int) -> None:
    seats = len(line_ups[0])
    schedule = Schedule(tuple(tuple(line_up) for line_up in line_ups if len(line_up) == seats), seed=3)
    end = schedule.up_to(games)
    assert end >= games
    if end:
        last, following = schedule.place(end - 1), schedule.place(end)
        assert following.set == last.set + 1
        size = schedule.size(last.set)
        assert end - games < size
        assert [schedule.place(end - size + at).set for at in range(size)] == [last.set] * size
        assert end == size or schedule.place(end - size - 1).set == last.set - 1


@pytest.mark.parametrize("pairing", ["some", "", [], [[0]], [[0, 2]], [[0, True]], ["01"], [0, 1], None, 3])
def test_a_wrong_pairing_is_named(pairing: object) -> None:
    with pytest.raises(st.InvalidOptions, match="pairing: "):
        line_ups(pairing, 2, 2)  # type: ignore[arg-type]

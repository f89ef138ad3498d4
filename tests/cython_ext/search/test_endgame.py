"""The endgame solver against brute force, against itself with other tables, and against known answers."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, reduce
from operator import xor

import pytest

import springtail as st
from springtail.cython_ext.errors import InvalidLimit, Unsupported
from springtail.cython_ext.search.endgame import Endgame
from springtail.cython_ext.search.maxn import Walk

LONG = 3600.0
"""Seconds that no test takes."""
EVER = 2**62
"""Nodes without a limit."""
MOST_NODES = 1000
"""Nodes of a position that brute force is given."""
SMALL = {
    "tic_tac_toe": ("tic_tac_toe", {}, range(0, 8), 250),
    "connect_four": ("connect_four", {}, range(26, 41), 250),
    "nim": ("nim", {"piles": (3, 4, 2, 3)}, range(0, 9), 250),
    "dice_race": ("dice_race", {"target": 9, "faces": 4}, range(0, 20), 250),
    "whist": ("whist", {"cards": 3}, range(1, 13), 250),
    "butterfly_none": ("butterfly", {"nets": "none"}, range(21, 34), 300),
    "butterfly_sparse": ("butterfly", {}, range(25, 42), 300),
}
"""A name, the game with its options, plies played at random, and positions for a test."""


@pytest.fixture(scope="module")
def positions(played_on):
    """Makes random positions of a game, once; nobody plays on in them."""

    @cache
    def make(name):
        game_id, options, plies, count = SMALL[name]
        game, random = st.game(game_id, **options), st.Random(11)
        found = (played_on(game, plies[random.below(len(plies))], random) for _ in itertools.count())
        return list(itertools.islice((state for state in found if state and is_small(state)), count))

    return make


def is_small(state):
    """Whether brute force will not take long."""
    walk = Walk(state, memory_bytes=1 << 26, by_margin=True)
    return walk.run(seconds=LONG, nodes=MOST_NODES)


def solved(state, objective="outcome", *, table_bytes=1 << 16, **settings):
    search = Endgame(state, memory_bytes=1 << 26, by_margin=objective == "margin", table_bytes=table_bytes, **settings)
    search.run(seconds=LONG, nodes=EVER)
    assert search.finished
    return search


def figures(search, value):
    """Return the return and the margin of seat 0 that a value stands for, and which of them it tells."""
    found = search.figures(value)
    return found.returns[0], found.margins[0], found.covers


def agree(search, value, expected, objective):
    """Whether a value stands for what brute force found, (return, margin) or (margin, return)."""
    found = figures(search, value)
    first, second = found[:2] if objective == "outcome" else found[1::-1]
    covered = found[2] == "both"
    return abs(first - expected[0]) <= search.rounding + 1e-12 and (not covered or abs(second - expected[1]) < 1e-12)


@pytest.mark.parametrize("objective", ["outcome", "margin"])
@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_brute_force(name, objective, positions, brute_force):
    known = {}
    for state in positions(name):
        search = solved(state, objective)
        low, high = search.interval
        assert low == high
        assert agree(search, low, brute_force(state, objective, known), objective), state.to_dict()


@pytest.mark.parametrize("objective", ["outcome", "margin"])
@pytest.mark.parametrize("name", SMALL)
def test_values_of_actions_are_those_of_brute_force(name, objective, positions, brute_force):
    known = {}
    for state in positions(name)[:60]:
        search = solved(state, objective, moves="all")
        for move in search.root_actions():
            child = state.child(state.game.action_string(move.action))
            assert move.low == move.high
            assert agree(search, move.low, brute_force(child, objective, known), objective)


@pytest.mark.parametrize("name", SMALL)
def test_best_actions_are_those_that_keep_the_value(name, positions, brute_force):
    known = {}
    for state in positions(name)[:100]:
        search = solved(state)
        (value, _), first = search.interval, state.current_player() % 2 == 0
        best = {state.game.action_string(m.action) for m in search.root_actions() if m.low == m.high == value}
        whole = brute_force(state, "outcome", known)
        expected = {a for a in state.legal_actions() if brute_force(state.child(a), "outcome", known) == whole}
        assert best == expected
        assert all(move.high <= value if first else move.low >= value for move in search.root_actions())


@pytest.mark.parametrize("objective", ["outcome", "margin"])
@pytest.mark.parametrize("name", SMALL)
def test_one_action_that_is_asked_for_keeps_the_value(name, objective, positions):
    for state in positions(name)[:100]:
        every, one = solved(state, objective), solved(state, objective, moves="one")
        assert one.interval == every.interval
        found, whole = (
            {m.action for m in search.root_actions() if m.low == m.high == search.interval[0]}
            for search in (one, every)
        )
        assert found
        assert found <= whole


@pytest.mark.parametrize("name", SMALL)
def test_values_are_the_same_for_every_size_of_table(name, positions):
    for state in positions(name)[:25]:
        searches = [solved(state, table_bytes=1 << bits, moves="all") for bits in (10, 12, 16, 20, 24)]
        assert len({search.interval for search in searches}) == 1
        assert len({tuple(move[:3] for move in search.root_actions()) for search in searches}) == 1


@pytest.mark.parametrize("name", SMALL)
def test_values_are_the_same_with_a_warm_table(name, positions):
    states = positions(name)[:50]
    cold = [solved(state).interval for state in states]
    search = solved(states[0])
    warm = []
    for state in reversed(states):
        search.place(state)
        search.run(seconds=LONG, nodes=EVER)
        warm.append(search.interval)
    assert warm[::-1] == cold


@pytest.mark.parametrize("name", SMALL)
def test_a_search_in_pieces_looks_at_the_same_nodes(name, positions):
    for state in positions(name)[:10]:
        whole = solved(state)
        pieces = Endgame(state, memory_bytes=1 << 26, by_margin=False, table_bytes=1 << 16)
        while not pieces.finished:
            pieces.run(seconds=LONG, nodes=pieces.nodes + 7)
        assert pieces.interval == whole.interval
        assert pieces.nodes == whole.nodes
        assert pieces.root_actions() == whole.root_actions()


@pytest.mark.parametrize("table_bytes", [1 << 10, 1 << 16])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "nim", "whist", "butterfly_none"])
def test_the_line_is_legal_and_ends_with_the_value(name, table_bytes, positions):
    for state in positions(name)[:100]:
        search = solved(state, table_bytes=table_bytes)
        end = state.clone()
        for action in search.line:
            end.apply_action_id(action)
        assert end.is_terminal()
        assert search.distance == len(search.line)
        returns, margins, _ = search.figures(search.interval[0])
        assert end.returns() == pytest.approx(returns)
        assert [end.margin(seat) for seat in range(state.game.players)] == margins


def test_the_line_goes_on_through_chance_events(positions):
    for state in positions("dice_race")[:50]:
        search, end, chances = solved(state), state.clone(), 0
        for action in search.line:
            chances += end.is_chance_node()
            end.apply_action_id(action)
        assert end.is_terminal()
        assert search.distance == (None if chances else len(search.line))


@pytest.fixture
def opening():
    """A position of connect four that takes more than 100,000 nodes."""
    state = st.game("connect_four").start()
    for action in "4444432655667711":
        state.apply_action(action)
    return state


def test_entries_stay_where_they_are_found_when_the_table_grows(opening):
    search = solved(opening, table_bytes=1 << 26)
    assert search.nodes > 100_000
    search.audit()
    assert not search.full


def test_a_table_that_cannot_grow_says_so(opening):
    search = Endgame(opening, memory_bytes=1 << 26, by_margin=False, table_bytes=1 << 12)
    search.run(seconds=LONG, nodes=10_000)
    assert search.full


@pytest.mark.parametrize("piles", [*itertools.combinations_with_replacement(range(1, 8), 3)])
def test_nim_is_won_unless_the_sum_is_nothing(piles):
    search = solved(st.game("nim", piles=piles).start())
    assert figures(search, search.interval[0])[0] == (1 if reduce(xor, piles) else -1)


def test_nim_is_kept_by_the_actions_that_leave_no_sum():
    state = st.game("nim", piles=(5, 7, 9, 4)).start()
    search = solved(state)
    for move in search.root_actions():
        after, _ = state.game.piles(state.child(state.game.action_string(move.action)))
        assert (move.low == move.high == search.interval[0]) == (reduce(xor, after) == 0)


def test_a_mirrored_position_has_the_same_value(positions):
    for state in positions("connect_four")[:50]:
        mirrored = state.game.start()
        for action in state.history():
            mirrored.apply_action(str(8 - int(action)))
        assert solved(mirrored).interval == solved(state).interval


def turned(state):
    """Return a position of Butterfly without nets turned clockwise by a quarter."""
    document = state.to_dict()
    fields = document["state"]
    size, lines = len(fields["board"]), "abcdef"
    cell, direction = fields["hedgehog"]["cell"], fields["hedgehog"]["direction"]
    board = [[fields["board"][size - 1 - column][row] for column in range(size)] for row in range(size)]
    column, row = size - int(cell[1:]), lines.index(cell[0])
    hedgehog = {"cell": f"{lines[column]}{row + 1}", "direction": "NESW"["NESW".index(direction) - 3]}
    return state.game.position(document | {"state": fields | {"board": board, "hedgehog": hedgehog}})


def test_a_turned_board_has_the_same_value(positions):
    """Butterfly without nets: all four ways to look at it, with one table and with one each."""
    for state in positions("butterfly_none")[:40]:
        one = solved(state, "margin")
        other = state
        for _ in range(3):
            other = turned(other)
            assert len(other.legal_actions()) == len(state.legal_actions())
            assert solved(other, "margin").interval == one.interval
            one.place(other)
            one.run(seconds=LONG, nodes=EVER)
            assert one.interval == solved(state, "margin").interval
        assert turned(other) == state


def test_solves_in_several_threads_do_not_meet(positions):
    states = [state for name in ("connect_four", "whist", "butterfly_sparse") for state in positions(name)[:10]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda state: solved(state).interval, states))
    assert together == [solved(state).interval for state in states]


def test_partners_have_the_same_value_whoever_of_them_is_seat_0(played_on):
    """Turning the table by two seats changes nothing, by one seat the sign."""
    game = st.game("whist", cards=4)
    document = played_on(game, 1, st.Random(8)).to_dict()
    values = []
    for turn in range(4):
        fields = dict(document["state"])
        for name in ("hands", "voids"):
            fields[name] = fields[name][turn:] + fields[name][:turn]
        fields["leader"] = (fields["leader"] - turn) % 4
        values.append(solved(game.position(document | {"state": fields}), "margin").interval[0])
    assert values == [values[0], -values[0], values[0], -values[0]]


@pytest.mark.parametrize("name", SMALL)
def test_what_the_rules_say_at_once_holds(name, positions):
    """Bounds from the game, in each position on the way to the end."""
    for state in positions(name)[:60]:
        for action in solved(state, "margin").line:
            search = solved(state, "margin", moves="one")
            low, high = search.known_at_once
            assert low <= search.interval[0] <= high, state.to_dict()
            state = state.child(state.game.action_string(action))
            if state.current_player() < 0:
                break


def test_suits_that_change_places_have_the_same_value(played_on):
    game = st.game("whist", cards=5)
    document = played_on(game, 1, st.Random(8)).to_dict()
    swapped = str.maketrans("CDHS", "HSDC")
    hands = [
        sorted((card.translate(swapped) for card in hand), key=game.deck().index) for hand in document["state"]["hands"]
    ]
    other = game.position(document | {"state": document["state"] | {"hands": hands}})
    search = solved(game.position(document), "margin")
    cold, before = search.interval, search.nodes
    search.place(other)
    search.run(seconds=LONG, nodes=EVER)
    assert search.interval == cold
    assert search.nodes < before / 2  # the table knows it already


def test_chance_moves_a_value_by_less_than_it_says(brute_force):
    state = st.game("dice_race", target=12, faces=6).start()
    search = solved(state, "margin")
    exact = brute_force(state, "margin", {})[0]
    assert search.rounding < 1e-7
    assert abs(Fraction(figures(search, search.interval[0])[1]) - exact) <= search.rounding


def test_what_was_proven_before_the_end_holds(positions):
    for state in positions("connect_four")[:40]:
        value, _ = solved(state).interval
        search = Endgame(state, memory_bytes=1 << 26, by_margin=False, table_bytes=1 << 16)
        while not search.finished:
            search.run(seconds=LONG, nodes=search.nodes + 50)
            search.take_stock()
            assert search.interval[0] <= value <= search.interval[1]


def test_three_seats_are_refused():
    with pytest.raises(Unsupported, match="more than two sides"):
        Endgame(st.game("dice_race", players=3).start(), memory_bytes=1 << 26, by_margin=False)


def test_deals_are_refused():
    state = st.game("three_card_poker").start()
    with pytest.raises(Unsupported, match="no seat has to move"):
        Endgame(state, memory_bytes=1 << 26, by_margin=False)


def test_memory_too_small_for_the_stack_is_refused():
    with pytest.raises(InvalidLimit, match="memory_mb"):
        Endgame(st.game("connect_four").start(), memory_bytes=1000, by_margin=False)


def test_a_position_of_another_game_is_refused():
    search = solved(st.game("nim", piles=(1, 2)).start())
    with pytest.raises(Unsupported, match="this table is for"):
        search.place(st.game("nim", piles=(1, 3)).start())

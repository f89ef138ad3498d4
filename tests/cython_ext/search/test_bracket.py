"""Positions that can come back: bounds from both sides against value iteration, and circles that prove nothing."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import partial

import pytest
from reference.spinnentwist import Spinnentwist, make_web
from reference.value_iteration import ValueIteration
from scenes.spinnentwist import scene

import springtail as st
from springtail.cython_ext.search.endgame import Endgame

LONG = 3600.0
"""Seconds that no test takes."""
EVER = 2**62
"""Nodes without a limit."""


class Walk:
    """A counter that seats, or chance, move along the arrows of a graph until it comes to an end, or the plies run out.

    `arrows`: node -> nodes; `movers`: node -> a seat or -1 for chance; `margins`: node -> margin of seat 0 at an end. A
    walk that runs out of plies is worth nothing.
    """

    def __init__(self, arrows, movers, margins, plies, node=0):
        self.arrows, self.movers, self.margins, self.plies, self.node = arrows, movers, margins, plies, node

    def clone(self):
        return Walk(self.arrows, self.movers, self.margins, self.plies, self.node)

    def current_player(self):
        return self.movers[self.node]

    def legal_actions(self):
        return list(range(len(self.arrows[self.node])))

    def apply_action(self, action):
        self.node = self.arrows[self.node][action]
        self.plies -= 1

    def is_terminal(self):
        return self.node in self.margins or self.plies == 0

    def scores(self):
        return [self.margins.get(self.node, 0), 0]

    def returns(self):
        margin = self.margins.get(self.node, 0)
        return [(margin > 0) - (margin < 0), (margin < 0) - (margin > 0)]

    def key(self):
        return self.node, self.plies


class WalkOfChance(Walk):
    def clone(self):
        return WalkOfChance(self.arrows, self.movers, self.margins, self.plies, self.node)

    def chance_outcomes(self):
        return [(action, 1) for action in self.legal_actions()]


def walk(arrows, movers, margins, plies):
    """Return the start of a walk from node 0."""
    kind = WalkOfChance if -1 in movers.values() else Walk
    beginning = partial(kind, arrows, movers, margins, plies)
    return st.PythonGame(beginning, players=2, actions=8, longest_game=plies, repeats=True).start()


def random_walk(seed, plies, chance):
    """Return a walk over a random graph of some dozen nodes, and its value, by value iteration ply by ply."""
    random = st.Random(seed)
    count = 6 + random.below(8)
    margins = {count + end: random.below(9) - 4 for end in range(3)}
    movers = {0: 0} | {node: random.below(3) - 1 if chance else random.below(2) for node in range(1, count)}
    arrows = {node: [random.below(count + 3) for _ in range(1 + random.below(3))] for node in range(count)}
    values = {node: Fraction(margins.get(node, 0)) for node in range(count + 3)}
    for _ in range(plies):
        values |= {node: step([values[other] for other in arrows[node]], movers[node]) for node in arrows}
    return walk(arrows, movers, margins, plies), values[0]


def step(values, mover):
    """Return the value of a node from those of the nodes behind it."""
    if mover < 0:
        return sum(values, Fraction(0)) / len(values)
    return max(values) if mover == 0 else min(values)


def solved(state, *, nodes=EVER, by_margin=True, table_bytes=1 << 18, **settings):
    search = Endgame(state, memory_bytes=1 << 28, by_margin=by_margin, table_bytes=table_bytes, **settings)
    search.run(seconds=LONG, nodes=nodes)
    search.take_stock()
    return search


def margins(search):
    """Return the proven bounds on the margin of seat 0."""
    return [search.figures(end).margins[0] for end in search.interval]


@pytest.mark.parametrize("chance", [False, True])
def test_values_are_those_of_value_iteration(chance):
    for seed in range(150):
        state, value = random_walk(seed, 12, chance)
        search = solved(state)
        assert search.finished
        assert margins(search) == pytest.approx([value, value], abs=search.rounding + 1e-12), seed


@pytest.mark.parametrize("chance", [False, True])
def test_bounds_hold_wherever_the_search_is_stopped(chance):
    for seed in range(60):
        state, value = random_walk(seed, 12, chance)
        for nodes in (2, 5, 10, 20, 50, 100):
            search = solved(state, nodes=nodes)
            low, high = search.interval
            assert low in search.unbounded or margins(search)[0] <= value + search.rounding
            assert high in search.unbounded or margins(search)[1] >= value - search.rounding


def test_values_of_all_actions_are_those_of_value_iteration():
    for seed in range(60):
        state, _ = random_walk(seed, 10, chance=False)
        search = solved(state, moves="all")
        for move in search.root_actions():
            after = state.child(state.game.action_string(move.action))
            low = search.figures(move.low).margins[0]
            assert move.low == move.high
            assert low == (after.margin(0) if after.is_terminal() else margins(solved_behind(after))[0])


def solved_behind(state):
    search = solved(state)
    assert search.finished
    return search


CIRCLE = {0: [1, 2], 1: [0, 3]}
"""Seat 0 goes round or loses five points; seat 1 goes round, or loses five."""


def test_a_circle_proves_nothing():
    search = solved(walk(CIRCLE, {0: 0, 1: 1}, {2: -5, 3: 5}, 900), nodes=20_000)
    assert not search.finished
    assert search.depth > 50
    assert margins(search) == [-5, 5]


def test_the_end_of_a_circle_is_found_when_it_comes_in_sight():
    search = solved(walk(CIRCLE, {0: 0, 1: 1}, {2: -5, 3: 5}, 40))
    assert search.finished
    assert margins(search) == [0, 0]


@pytest.mark.parametrize("plies", [300, 900])
def test_ends_farther_than_a_depth_can_be_written_are_found(plies):
    search = solved(walk(CIRCLE, {0: 0, 1: 1}, {2: -5, 3: 5}, plies))
    assert search.finished
    assert margins(search) == [0, 0]


def test_what_cannot_be_escaped_is_proven_long_before_the_plies_run_out():
    """Seat 0 can go round for ever, and wins if it does not."""
    search = solved(walk({0: [1, 2], 1: [0]}, {0: 0, 1: 1}, {2: 5}, 900), by_margin=False, moves="one")
    assert search.finished
    assert search.depth < 5
    assert search.figures(search.interval[0]).returns == [1, -1]


def test_bounds_that_draw_together_for_ever_meet_within_the_stated_error():
    """Both toss a coin in turn until one of them throws heads, and wins: two in three for the first."""
    state = walk({0: [1], 1: [2, 3], 2: [4], 4: [5, 0]}, {0: 0, 1: -1, 2: 1, 4: -1}, {3: 1, 5: -1}, 900)
    search = solved(state, by_margin=False)
    assert search.finished
    assert search.depth < 254
    assert 0 < search.rounding < 1e-9
    assert search.figures(search.interval[0]).returns[0] == pytest.approx(1 / 3, abs=search.rounding)


TINY = {"spokes": 5, "rings": 2, "cross_connections": "spiral"}


def ending(seed, left, quiet):
    """Return a random position of a tiny web with so many spiders left of each seat: compiled, and in plain Python.

    None where the female sits beside a male.
    """
    web = make_web(5, 2, "spiral")
    random, points = st.Random(seed), sorted(web)
    random.shuffle(points)
    reference = Spinnentwist(web)
    reference.female, reference.seat, reference.quiet = points.pop(), random.below(2), quiet
    for seat in (0, 1):
        reference.mated[seat] = 4
        reference.eaten[seat] = 6 - left[seat]
        reference.colour |= {points.pop(): seat for _ in range(left[seat])}
        reference.supply[seat] = 0
    if any(point in reference.colour for point in web[reference.female]):
        return None
    males = [sorted(point for point, other in reference.colour.items() if other == seat) for seat in (0, 1)]
    state = scene(
        *males,
        web=TINY,
        mover=reference.seat,
        female=reference.female,
        mated=reference.mated,
        supply=(0, 0),
        quiet_turns=quiet,
        turns=60 + reference.seat,
    )
    return state, reference


def test_endings_of_spinnentwist_have_the_values_of_value_iteration():
    """Those that too many quiet turns end included."""
    iteration, ends = ValueIteration(), Counter()
    for quiet, seed in itertools.product((56, 59), range(150)):
        position = ending(seed, (2, 2), quiet)
        if position:
            state, reference = position
            search = solved(state, moves="one")
            assert search.finished
            value = iteration.value(reference)
            assert margins(search) == pytest.approx([value, value], abs=search.rounding), state.to_dict()
            ends[int(value) - state.margin(0)] += 1
    assert set(ends) >= {-1, 0, 1}

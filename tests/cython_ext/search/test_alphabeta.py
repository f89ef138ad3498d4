"""Alpha-beta against minimax to the same depth, against the endgame solver, and against itself."""

from __future__ import annotations

import itertools

import pytest

import springtail as st
from springtail.cython_ext.errors import IllegalAction, InvalidLimit, Unsupported
from springtail.cython_ext.search.alphabeta import AlphaBeta
from springtail.cython_ext.search.endgame import Endgame

LONG = 3600.0
"""Seconds that no test takes."""
EVER = 2**62
"""Nodes without a limit."""
GAMES = {
    "tic_tac_toe": ("tic_tac_toe", {}, 8, 4),
    "connect_four": ("connect_four", {}, 30, 4),
    "nim": ("nim", {"piles": (3, 4, 2)}, 5, 4),
    "dice_race": ("dice_race", {"target": 12}, 15, 4),
    "dice_race_3": ("dice_race", {"target": 12, "players": 3}, 15, 4),
    "whist": ("whist", {"cards": 4}, 12, 4),
    "butterfly": ("butterfly", {"nets": "all"}, 30, 3),
    "butterfly_3": ("butterfly", {"players": 3, "nets": "none"}, 30, 3),
    "spinnentwist": ("spinnentwist", {}, 40, 4),
}
"""A name, the game with its options, most plies played at random, and plies to look ahead."""
TWO_SIDES = [name for name in GAMES if not name.endswith("_3")]


@pytest.fixture(scope="module")
def positions(played_on):
    """Makes random positions of a game, the same ones each time."""

    def make(name, count):
        game_id, options, plies, _ = GAMES[name]
        game, random = st.game(game_id, **options), st.Random(5)
        found = (played_on(game, 1 + random.below(plies), random) for _ in itertools.count())
        return list(itertools.islice((state for state in found if state), count))

    return make


def searched(state, depth, *, by_margin=True, table_bytes=1 << 20, **settings):
    search = AlphaBeta(state, memory_bytes=1 << 27, by_margin=by_margin, table_bytes=table_bytes, **settings)
    search.run(seconds=LONG, nodes=EVER, depth=depth)
    return search


def minimax(state, depth, viewer, is_clamped=False):
    """Return the margin of `viewer` with so many plies looked ahead, all that are no partners playing against it.

    Not for games whose bounds cannot be asked for. A horizon behind chance lies within them, as every inner node does.
    """
    if state.is_terminal():
        return state.margin(viewer)
    if depth == 0:
        value = estimated_margin(state, viewer)
    elif state.is_chance_node():
        value = sum(
            chance * minimax(state.child(a), depth - 1, viewer, is_clamped=True)
            for a, chance in state.chance_outcomes()
        )
    else:
        sides = state.game.info.sides or state.game.players
        best = max if state.current_player() % sides == viewer % sides else min
        value = best(minimax(state.child(action), depth - 1, viewer) for action in state.legal_actions())
    if (depth > 0 or is_clamped) and hasattr(state.game, "margin_bounds"):
        least, most = state.game.margin_bounds(state, viewer)
        value = min(max(value, least), most)
    return value


def rounding(state):
    """Return how far a margin may be from the truth: estimates are rounded to the units of the search."""
    return 1e-6 if state.game.info.chance else 1 / 256


MARGIN_SCALES = {"butterfly": 15, "spinnentwist": 5}
"""Of the games that have an estimate."""


def estimated_margin(state, viewer):
    """Return what a position at the horizon counts: the estimate, or the margin as it stands."""
    if state.game.id not in MARGIN_SCALES:
        return state.margin(viewer)
    return state.game.estimated_returns(state)[viewer] * MARGIN_SCALES[state.game.id]


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("connect_four", "whist")])
def test_without_a_table_the_value_is_that_of_minimax_to_the_same_depth(name, positions):
    for state in positions(name, 25):
        seat = state.current_player()
        for depth in range(1, GAMES[name][3] + 1):
            search = searched(state, depth, table_bytes=0)
            found = search.root_lines()[0]
            assert found.depth == depth or search.proven
            value = pytest.approx(minimax(state, depth, seat), abs=rounding(state))
            assert found.figures.margins[seat] == value, state.to_dict()


@pytest.mark.parametrize("name", ["dice_race", "butterfly", "butterfly_3", "spinnentwist"])
def test_several_lines_have_the_values_of_the_best_actions(name, positions):
    for state in positions(name, 15):
        seat, depth = state.current_player(), 3
        values = {a: minimax(state.child(a), depth - 1, seat) for a in state.legal_actions()}
        lines = searched(state, depth, lines=3, table_bytes=0).root_lines()[:3]
        found = [line.figures.margins[seat] for line in lines]
        assert found == pytest.approx(sorted(values.values(), reverse=True)[:3], abs=rounding(state))
        for line, margin in zip(lines, found, strict=True):
            assert values[state.game.action_string(line.action)] == pytest.approx(margin, abs=rounding(state))


@pytest.mark.parametrize("by_margin", [False, True])
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "whist", "connect_four"])
def test_what_is_searched_to_the_end_is_exact_and_agrees_with_the_endgame_solver(name, by_margin, positions):
    exact = 0
    for state in positions(name, 60):
        search = searched(state, 12, by_margin=by_margin)
        best = search.root_lines()[0]
        assert best.is_exact or not search.proven
        if search.proven:
            exact += 1
            solver = Endgame(state, memory_bytes=1 << 27, by_margin=by_margin, table_bytes=1 << 16)
            solver.run(seconds=LONG, nodes=EVER)
            truth = solver.figures(solver.interval[0])
            assert (best.figures.returns, best.figures.margins) == (truth.returns, truth.margins)
    assert exact > 10


def test_chance_to_the_end_is_exact_too(played_on):
    random = st.Random(6)
    for _ in range(20):
        state = None
        while state is None:
            state = played_on(st.game("dice_race", target=7, faces=3), random.below(8), random)
        search = searched(state, 200, by_margin=False)
        assert search.proven
        solver = Endgame(state, memory_bytes=1 << 27, by_margin=False, table_bytes=1 << 16)
        solver.run(seconds=LONG, nodes=EVER)
        assert search.root_lines()[0].figures.returns == solver.figures(solver.interval[0]).returns


def test_a_forced_win_is_exact_before_the_end_is_in_sight():
    state = st.game("connect_four").start()
    for column in "112233":
        state.apply_action(column)
    search = searched(state, 3, by_margin=False)
    best = search.root_lines()[0]
    assert (state.game.action_string(best.action), best.is_exact, best.figures.returns) == ("4", True, [1, -1])


def test_an_estimate_is_no_win():
    """As far ahead as one can be, unless the game is over it is not called won."""
    state = st.game("dice_race", target=30).start()
    for line in searched(state, 3, by_margin=False, lines=2).root_lines():
        assert not line.is_exact
        assert abs(line.figures.returns[0]) < 1


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_legal_and_no_longer_than_the_search_is_deep(name, positions):
    for state in positions(name, 6):
        for depth in range(1, 7):
            for table_bytes in (1 << 10, 1 << 20):
                for found in searched(state, depth, lines=3, table_bytes=table_bytes).root_lines():
                    end = state.clone()
                    for action in found.line:
                        end.apply_action_id(action)
                    assert found.line[0] == found.action
                    assert 1 <= len(found.line) <= found.depth


@pytest.mark.parametrize("name", ["connect_four", "butterfly", "dice_race", "spinnentwist"])
def test_a_search_in_pieces_is_the_same_as_a_whole_one(name, positions):
    for state in positions(name, 8):
        whole = searched(state, 5, lines=2)
        pieces = AlphaBeta(state, memory_bytes=1 << 27, by_margin=True, table_bytes=1 << 20, lines=2)
        while pieces.depth < 5 and not pieces.proven:
            pieces.run(seconds=LONG, nodes=pieces.nodes + 13, depth=5)
        assert pieces.nodes == whole.nodes
        assert pieces.root_lines() == whole.root_lines()


def test_deeper_iterations_can_be_asked_for_one_by_one(positions):
    state = positions("connect_four", 1)[0]
    search = AlphaBeta(state, memory_bytes=1 << 27, by_margin=False, table_bytes=1 << 20)
    for depth in range(1, 6):
        search.run(seconds=LONG, nodes=EVER, depth=depth)
        assert search.depth == depth
    assert search.root_lines() == searched(state, 5, by_margin=False).root_lines()


def test_only_chosen_actions_are_looked_at(positions):
    state = st.game("connect_four").start()
    search = searched(state, 6, actions=[0, 6], lines=7)
    assert {found.action for found in search.root_lines()} == {0, 6}


@pytest.mark.parametrize("actions", [[], [7], [0, 99]])
def test_actions_that_are_not_legal_are_refused(actions):
    with pytest.raises(IllegalAction, match="actions"):
        AlphaBeta(st.game("connect_four").start(), memory_bytes=1 << 27, by_margin=False, actions=actions)


def test_a_refused_position_changes_nothing(positions):
    search = searched(st.game("connect_four").start(), 5)
    before = search.root_lines()
    with pytest.raises(IllegalAction):
        search.place(st.game("connect_four").start(), 1, [9])
    with pytest.raises(Unsupported):
        search.place(st.game("nim").start())
    assert search.root_lines() == before


@pytest.mark.parametrize("name", TWO_SIDES)
def test_exact_values_do_not_depend_on_the_table(name, positions):
    for state in positions(name, 10):
        found = {}
        for table_bytes in (0, 1 << 10, 1 << 14, 1 << 22):
            search = searched(state, 6, table_bytes=table_bytes)
            if search.proven:
                best = search.root_lines()[0]
                found[table_bytes] = (best.figures.returns, best.figures.margins)
        assert len(set(map(str, found.values()))) <= 1


def test_a_warm_table_helps_at_the_next_position():
    game = st.game("connect_four")
    state = game.start()
    search = searched(state, 12, by_margin=False)
    state.apply_action_id(search.root_lines()[0].line[0])
    cold = searched(state, 11, by_margin=False)
    search.place(state)
    search.run(seconds=LONG, nodes=EVER, depth=11)
    assert search.nodes < cold.nodes
    assert search.root_lines()[0].figures == cold.root_lines()[0].figures


def test_memory_too_small_for_the_stack_is_refused():
    with pytest.raises(InvalidLimit, match="memory_mb"):
        AlphaBeta(st.game("butterfly").start(), memory_bytes=1000, by_margin=False)

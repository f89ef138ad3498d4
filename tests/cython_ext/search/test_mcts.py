"""The compiled tree, driven directly."""

import random

import pytest

from springtail.cython_ext.errors import IllegalAction, InvalidLimit, Unsupported
from springtail.cython_ext.search.mcts import Tree
from springtail.engines import game

CONNECT_FOUR = game("connect_four")


def tree_of(state, *, seed=1, memory_bytes=1 << 24, by_margin=False, **settings):
    defaults = {"exploration": 0.7, "margin_weight": 0.02, "by_estimate": False}
    return Tree(state, seed=seed, memory_bytes=memory_bytes, by_margin=by_margin, **defaults | settings)


def grow(tree, simulations, *, seconds=60.0, nodes=2**62, depth=2**31 - 1):
    tree.run(simulations=simulations, seconds=seconds, nodes=nodes, depth=depth)
    return tree


def late_position(seed, stones):
    rng = random.Random(seed)
    while True:
        state = CONNECT_FOUR.start()
        while len(state.history_ids()) < stones and not state.is_terminal():
            state.apply_action_id(rng.choice(state.legal_action_ids()))
        if not state.is_terminal():
            return state


def minimax(state):
    """Returns [seat] under best play, by looking at everything."""
    if state.is_terminal():
        return state.returns()
    mover = state.current_player()
    return max((minimax(state.child(action)) for action in state.legal_actions()), key=lambda returns: returns[mover])


@pytest.mark.parametrize("seed", range(12))
def test_proven_values_equal_minimax(seed):
    state = late_position(seed, 33)
    tree = grow(tree_of(state), 200_000)
    assert tree.proven
    assert tree.root_proof()[0] == minimax(state)
    for row in tree.root_table():
        if row.exact is not None:
            child = state.clone()
            child.apply_action_id(row.action)
            assert row.exact[0] == minimax(child)


def test_preferred_action_keeps_the_proven_value():
    state = late_position(3, 33)
    tree = grow(tree_of(state), 200_000)
    state.apply_action_id(tree.preferred_id())
    assert minimax(state) == tree.root_proof()[0]


def test_every_simulation_goes_through_one_root_action():
    tree = grow(tree_of(CONNECT_FOUR.start()), 5000)
    assert sum(row.visits for row in tree.root_table()) == tree.simulations == 5000


def test_simulations_in_chunks_equal_simulations_at_once():
    at_once, chunked = (tree_of(CONNECT_FOUR.start()) for _ in range(2))
    grow(at_once, 4000)
    for _ in range(40):
        grow(chunked, 100)
    assert at_once.root_table() == chunked.root_table()


def test_another_seed_gives_another_tree():
    first, second = (grow(tree_of(CONNECT_FOUR.start(), seed=seed), 2000) for seed in (1, 2))
    assert first.root_table() != second.root_table()


def test_tree_is_sound():
    grow(tree := tree_of(CONNECT_FOUR.start()), 3000)
    tree.audit()


def test_arena_is_never_exceeded_and_says_when_it_is_full():
    tree = grow(tree_of(CONNECT_FOUR.start(), memory_bytes=20_000), 50_000)
    assert tree.full
    assert tree.memory_bytes <= 20_000
    assert tree.simulations == 50_000
    tree.audit()


def test_arena_too_small_for_the_first_moves_is_refused():
    with pytest.raises(InvalidLimit, match="memory_mb"):
        tree_of(CONNECT_FOUR.start(), memory_bytes=100)


def test_node_limit_stops_the_tree():
    tree = grow(tree_of(CONNECT_FOUR.start()), 10**9, nodes=1000)
    assert 1000 <= tree.node_count < 1200


def test_depth_limit_stops_the_tree():
    tree = grow(tree_of(CONNECT_FOUR.start()), 10**9, depth=6)
    assert tree.depth == 6


def test_principal_variation_can_be_replayed():
    state = CONNECT_FOUR.start()
    tree = grow(tree_of(state), 20_000)
    for row in tree.root_table():
        replayed = state.clone()
        line = tree.line(row.action)
        for action in line:
            replayed.apply_action_id(action)
        assert line[0] == row.action


@pytest.mark.parametrize("seed", range(5))
def test_advance_keeps_a_sound_subtree(seed):
    rng = random.Random(seed)
    state = CONNECT_FOUR.start()
    tree = tree_of(state, memory_bytes=1 << 20)
    for _ in range(6):
        grow(tree, 3000)
        nodes = tree.node_count
        lines = [line for row in tree.root_table() if len(line := tree.line(row.action)) > 2]
        assert tree.advance(rng.choice(lines)[:2])
        assert tree.node_count < nodes
        assert tree.simulations == 0
        tree.audit()


def test_advance_keeps_the_visits_of_the_children():
    tree = grow(tree_of(CONNECT_FOUR.start()), 20_000)
    visits = tree.visits(3)
    tree.advance([3])
    assert sum(row.visits for row in tree.root_table()) == visits - 1
    assert all(row.tallied == 0 for row in tree.root_table())
    grow(tree, 100)
    assert all(row.tallied > 0 for row in tree.root_table())


def test_after_advance_the_most_visited_action_is_tallied_first():
    tree = grow(tree_of(CONNECT_FOUR.start()), 20_000)
    tree.advance([3])
    most = max(tree.root_table(), key=lambda row: row.visits).action
    grow(tree, 1)
    assert [row.action for row in tree.root_table() if row.tallied] == [most]


def test_advance_to_an_unknown_position_plants_a_new_tree():
    tree = grow(tree_of(CONNECT_FOUR.start()), 8)
    assert not tree.advance([3, 3, 3, 3, 3])
    assert tree.node_count == 8
    tree.audit()


def test_advance_by_an_illegal_action_changes_nothing():
    tree = grow(tree_of(CONNECT_FOUR.start()), 1000)
    before = tree.root_table()
    with pytest.raises(IllegalAction):
        tree.advance([3, 7])
    assert tree.root_table() == before
    tree.audit()


def test_a_finished_game_cannot_be_searched():
    state = CONNECT_FOUR.start()
    for action in "1122334":
        state.apply_action(action)
    with pytest.raises(Unsupported):
        tree_of(state)


def test_estimate_leaves_need_an_estimate():
    with pytest.raises(Unsupported, match="estimate"):
        tree_of(CONNECT_FOUR.start(), by_estimate=True)


def test_time_limit_of_nothing_still_looks_at_one_action():
    tree = grow(tree_of(CONNECT_FOUR.start()), 1000, seconds=0.0)
    assert tree.simulations >= 1

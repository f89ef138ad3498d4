"""The compiled tree over information sets, driven directly."""

import pytest

from springtail.cython_ext.errors import InvalidLimit, Unsupported
from springtail.cython_ext.game import Random
from springtail.cython_ext.search.ismcts import InformationTree
from springtail.engines import game


def tree_of(observation, *, seed=1, memory_bytes=1 << 24, by_margin=False, multi_observer=False):
    return InformationTree(
        observation,
        seed=seed,
        memory_bytes=memory_bytes,
        exploration=0.7,
        margin_weight=0.02,
        by_margin=by_margin,
        multi_observer=multi_observer,
    )


def grow(tree, simulations, *, seconds=60.0, nodes=2**62, depth=2**31 - 1):
    tree.run(simulations=simulations, seconds=seconds, nodes=nodes, depth=depth)
    return tree


def whist(cards=5, seed=1, plies=0):
    state = game("whist", cards=cards).start()
    state.apply_action(state.sample_chance(seed))
    random = Random(seed)
    for _ in range(plies):
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return state


def poker(first, second):
    state = game("three_card_poker").start()
    for card in (first, second):
        state.apply_action(card)
    return state


OBSERVERS = pytest.mark.parametrize("multi_observer", [False, True])


@OBSERVERS
@pytest.mark.parametrize("plies", [0, 3, 6])
def test_worlds_that_the_seat_cannot_tell_apart_give_the_same_tree(multi_observer, plies):
    state = whist(plies=plies)
    seen = state.observation(state.current_player())
    worlds = [state, *(seen.sample(seed) for seed in range(4))]
    assert any(world != state for world in worlds)
    tables = [
        grow(tree_of(world.observation(seen.seat), multi_observer=multi_observer), 2000).root_table()
        for world in worlds
    ]
    assert all(table == tables[0] for table in tables)


@OBSERVERS
def test_same_seed_gives_the_same_tree_and_another_another(multi_observer):
    seen = whist().observation(0)
    first, again, other = (
        grow(tree_of(seen, seed=seed, multi_observer=multi_observer), 2000).root_table() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


@OBSERVERS
def test_simulations_in_chunks_equal_simulations_at_once(multi_observer):
    seen = whist().observation(0)
    at_once, chunked = (tree_of(seen, multi_observer=multi_observer) for _ in range(2))
    grow(at_once, 2000)
    for _ in range(20):
        grow(chunked, 100)
    assert at_once.root_table() == chunked.root_table()


@OBSERVERS
def test_every_simulation_goes_through_one_root_action(multi_observer):
    state = whist(plies=5)
    tree = grow(tree_of(state.observation(state.current_player()), multi_observer=multi_observer), 3000)
    table = tree.root_table()
    assert [row.action for row in table] == state.legal_action_ids()
    assert sum(row.visits for row in table) == sum(row.tallied for row in table) == tree.simulations == 3000


@OBSERVERS
def test_arena_is_never_exceeded_and_says_when_it_is_full(multi_observer):
    tree = grow(tree_of(whist().observation(0), memory_bytes=10_000, multi_observer=multi_observer), 20_000)
    assert tree.full
    assert tree.memory_bytes <= 10_000
    assert tree.simulations == 20_000


def test_arena_too_small_for_the_first_moves_is_refused():
    with pytest.raises(InvalidLimit, match="memory_mb"):
        tree_of(whist().observation(0), memory_bytes=100)


def test_a_game_without_hidden_information_is_refused():
    with pytest.raises(Unsupported, match="mcts"):
        tree_of(game("connect_four").start().observation(0))


def test_a_seat_that_does_not_move_is_refused():
    with pytest.raises(Unsupported, match="seat 1"):
        tree_of(whist().observation(1))


@pytest.mark.parametrize("plies", [0, 2, 7])
def test_principal_variation_is_legal_in_some_consistent_world(plies):
    state = whist(plies=plies)
    seen = state.observation(state.current_player())
    tree = grow(tree_of(seen), 20_000)
    for row in tree.root_table():
        line = tree.line(row.action)
        assert line[0] == row.action
        assert any(can_be_played(seen.sample(seed), line) for seed in range(3000)), line


def can_be_played(world, line):
    for action in line:
        if action not in world.legal_action_ids():
            return False
        world.apply_action_id(action)
    return True


@OBSERVERS
def test_three_card_poker_knows_the_hands_whose_play_is_certain(multi_observer):
    """With the king nobody can lose, with the jack nobody can win a showdown (Kuhn 1950)."""
    king = grow(tree_of(poker("K", "Q").observation(0), by_margin=True, multi_observer=multi_observer), 20_000)
    assert all(row.margins[0] / row.tallied >= 1 for row in king.root_table())
    jack = grow(tree_of(poker("J", "Q").observation(0), by_margin=True, multi_observer=multi_observer), 20_000)
    values = [row.margins[0] / row.tallied for row in jack.root_table()]
    assert values[0] > values[1]


@OBSERVERS
def test_three_card_poker_comes_near_the_value_of_the_game(multi_observer):
    """ISMCTS finds no mixed strategies (Cowling et al. 2012, section VII); the mean stays near -1/18 all the same."""
    values = []
    for card, other in (("J", "Q"), ("Q", "K"), ("K", "J")):
        tree = grow(tree_of(poker(card, other).observation(0), by_margin=True, multi_observer=multi_observer), 20_000)
        best = max(tree.root_table(), key=lambda row: row.visits)
        values.append(best.margins[0] / best.tallied)
    assert sum(values) / 3 == pytest.approx(-1 / 18, abs=0.2)

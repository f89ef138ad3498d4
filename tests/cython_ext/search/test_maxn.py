"""The exhaustive walk, against the same in plain Python."""

import pytest

from springtail.cython_ext.errors import InvalidLimit, Unsupported
from springtail.cython_ext.game import Random
from springtail.cython_ext.search.maxn import Walk
from springtail.engines import game


def walk_of(state, *, memory_bytes=1 << 22, by_margin=False, paranoid=-1):
    return Walk(state, memory_bytes=memory_bytes, by_margin=by_margin, paranoid=paranoid)


def solve(walk):
    while not walk.run(seconds=60.0, nodes=2**62):
        assert not walk.unlisted
    return walk.root_table()


def after(state, plies, seed):
    """The state some random plies on."""
    random = Random(seed)
    for _ in range(plies):
        actions = [outcome for outcome, _ in state.chance_weights()] or state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return state


def whist(cards, seed):
    state = game("whist", cards=cards).start()
    state.apply_action(state.sample_chance(seed))
    return state


def race(players, target, seed):
    state = game("dice_race", players=players, target=target, faces=3).start()
    return after(state, 1 if state.is_chance_node() else 0, seed)


def butterfly(players, seed, plies):
    state = game("butterfly", players=players, nets="none").start(seed=seed)
    return after(state, plies, seed)


STATES = {
    "whist": lambda seed: whist(2, seed),
    "dice race for two": lambda seed: race(2, 4, seed),
    "dice race for three": lambda seed: race(3, 3, seed),
    "nim": lambda seed: game("nim", piles=(2, 3)).start(),
    "Butterfly for three": lambda seed: butterfly(3, seed, 34),
}


def values_of(state, better, plies=-1):
    """Returns and margins under max^n, by looking at everything, or so many plies ahead.

    `better` compares two of them for a seat.
    """
    seats = range(state.game.players)
    if state.is_terminal():
        return [*state.returns(), *(state.margin(seat) for seat in seats)]
    if plies == 0:
        return estimates_of(state)
    if state.is_chance_node():
        weighted = [(values_of(state.child(outcome), better, plies - 1), p) for outcome, p in state.chance_outcomes()]
        return [sum(values[at] * p for values, p in weighted) for at in range(2 * len(seats))]
    best = None
    for action in state.legal_action_ids():
        child = state.clone()
        child.apply_action_id(action)
        values = values_of(child, better, plies - 1)
        if best is None or better(state.current_player(), values, best):
            best = values
    return best


def estimates_of(state):
    """What a position at the horizon counts: a little less than the estimates, or than the margins as they stand."""
    scale = {"butterfly": 15, "dice_race": 12}[state.game.id]
    if state.game.id == "butterfly":
        returns = state.game.estimated_returns(state)
        return [*(0.999 * value for value in returns), *(value * scale for value in returns)]
    margins = [state.margin(seat) for seat in range(state.game.players)]
    return [*(0.999 * max(-1, min(margin / scale, 1)) for margin in margins), *margins]


def by_return(seat, new, old):
    return new[seat] > old[seat] + 1e-9


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", STATES)
def test_values_equal_those_of_looking_at_everything(name, seed):
    state = STATES[name](seed)
    if state.current_player() < 0:
        pytest.skip("no seat has to move")
    seats = state.game.players
    for action, returns, _ in solve(walk_of(state)):
        child = state.clone()
        child.apply_action_id(action)
        assert returns == pytest.approx(values_of(child, by_return)[:seats])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", STATES)
def test_margins_equal_those_of_looking_at_everything(name, seed):
    state = STATES[name](seed)
    if state.current_player() < 0:
        pytest.skip("no seat has to move")
    seats = state.game.players

    def by_margin(seat, new, old):
        return new[seats + seat] > old[seats + seat] + 1e-9

    for action, returns, margins in solve(walk_of(state, by_margin=True)):
        child = state.clone()
        child.apply_action_id(action)
        assert [*returns, *margins] == pytest.approx(values_of(child, by_margin))


@pytest.mark.parametrize("seed", range(4))
def test_paranoid_values_equal_those_of_looking_at_everything(seed):
    state = butterfly(3, seed, 34)
    if state.current_player() < 0:
        pytest.skip("no seat has to move")
    me = state.current_player()

    def against_me(seat, new, old):
        return new[me] > old[me] + 1e-9 if seat == me else new[me] < old[me] - 1e-9

    for action, returns, _ in solve(walk_of(state, paranoid=me)):
        child = state.clone()
        child.apply_action_id(action)
        assert returns[me] == pytest.approx(values_of(child, against_me)[me])


@pytest.mark.parametrize("by_margin", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_size_of_the_table_changes_no_value(by_margin, seed):
    state = whist(3, seed)
    tables = [solve(walk_of(state, memory_bytes=size, by_margin=by_margin)) for size in (60_000, 100_000, 1 << 24)]
    assert tables[0] == tables[1] == tables[2]


def test_a_walk_in_small_chunks_finds_the_same():
    state = whist(3, 5)
    chunked = walk_of(state)
    while not chunked.run(seconds=60.0, nodes=7):
        pass
    assert chunked.root_table() == solve(walk_of(state))


def test_a_table_kept_for_another_position_finds_the_same():
    first, second = whist(3, 1), whist(3, 2)
    kept = walk_of(first)
    solve(kept)
    kept.restart(second)
    assert solve(kept) == solve(walk_of(second))


def test_memory_too_small_for_the_stack_is_refused():
    with pytest.raises(InvalidLimit, match="memory_mb"):
        walk_of(whist(3, 1), memory_bytes=1000)


def test_a_deal_that_cannot_be_listed_is_said():
    with pytest.raises(Unsupported):
        walk_of(game("whist").start())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("kind", ["butterfly", "dice_race"])
def test_a_horizon_is_as_far_as_plies_are_looked_ahead(kind, players, seed):
    state = butterfly(players, seed, 20) if kind == "butterfly" else race(players, 12, seed)
    for plies in (1, 2, 3, 4):
        walk = walk_of(state)
        walk.restart(state, plies)
        for action, returns, margins in solve(walk):
            child = state.clone()
            child.apply_action_id(action)
            assert [*returns, *margins] == pytest.approx(values_of(child, by_return, plies - 1))
        assert walk.is_cut


def test_a_horizon_beyond_the_end_cuts_nothing():
    state = game("nim", piles=(2, 3)).start()
    walk = walk_of(state)
    walk.restart(state, 6)
    assert solve(walk) == solve(walk_of(state))
    assert not walk.is_cut

"""What Butterfly says of a position that is not over: points as they stand, and what lies on the board for whom."""

from __future__ import annotations

import pytest

import springtail as st


def dealt(seed: int, *held: list[str], players: int = 2) -> st.State:
    """Return the first move of a deal, tiles of the bag given to the first seats."""
    document = st.game("butterfly", players=players, nets="none").start(seed=seed).child("c3N").to_dict()
    for seat, tiles in enumerate(held):
        document["state"]["collections"][seat] = tiles
    return st.load(document)


def lying(state: st.State) -> list[str]:
    return [tile for row in state.to_dict()["state"]["board"] for tile in row if tile]


def estimated(state: st.State) -> list[float]:
    """Return the estimated return of each seat."""
    returns: list[float] = state.game.estimated_returns(state)
    return returns


def in_bag(seed: int, *tiles: str) -> bool:
    """Whether so many of each tile are left in the bag of a deal."""
    copies = {tile.code: tile.copies for tile in st.game("butterfly").TILES}
    laid = lying(dealt(seed))
    return all(copies[tile] - laid.count(tile) >= tiles.count(tile) for tile in tiles)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_estimates_are_returns(players):
    for seed in range(3):
        state, random = st.game("butterfly", players=players).start(seed=seed), st.Random(seed)
        while not state.is_terminal():
            returns = estimated(state)
            assert len(returns) == players
            assert sum(returns) == pytest.approx(0)
            assert all(-1 / (players - 1) - 1e-9 <= value <= 1 for value in returns)
            actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])


def test_seats_that_change_places_change_returns():
    for seed in range(20):
        if in_bag(seed, "FL", "D9", "B4"):
            one, other = dealt(seed, ["FL", "D9"], ["B4"]), dealt(seed, ["B4"], ["FL", "D9"])
            tempo = estimated(dealt(seed))[0]
            assert estimated(one)[0] > tempo > estimated(other)[0]


def test_a_doubler_is_worth_what_lies_of_its_colour():
    for seed in range(20):
        laid = lying(dealt(seed))
        sums = {colour: sum(int(t[1]) for t in laid if t[0] == colour and t[1:].isdigit()) for colour in "RBGY"}
        free = [colour for colour in "RBGY" if f"{colour}X" not in laid]
        values = {colour: estimated(dealt(seed, [f"{colour}X"]))[0] for colour in free}
        assert sorted(free, key=sums.__getitem__) == sorted(free, key=values.__getitem__)


def test_flowers_promise_more_than_as_many_points_that_do_not_grow():
    checked = 0
    for seed in range(30):
        if in_bag(seed, "FL", "FL", "FL", "D9") and "FL" in lying(dealt(seed)):
            flowers, dragonfly = dealt(seed, ["FL", "FL", "FL"]), dealt(seed, ["D9"])
            assert flowers.scores()[0] == dragonfly.scores()[0] == 9
            assert estimated(flowers)[0] > estimated(dragonfly)[0]
            checked += 1
    assert checked > 5


def test_a_comb_waits_for_bees_only_while_some_lie_there():
    worth = {}
    for seed in range(60):
        bees = lying(dealt(seed)).count("BE")
        if in_bag(seed, "H15") and bees in (0, 3):
            worth.setdefault(bees, []).append(estimated(dealt(seed, ["H15"]))[0] - estimated(dealt(seed))[0])
    assert max(map(abs, worth[0])) < 1e-9
    assert min(worth[3]) > 0.1

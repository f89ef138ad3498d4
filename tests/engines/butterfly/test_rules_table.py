"""What searches rely on: keys, bounds, move order and playouts of the compiled table."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from springtail.cython_ext.game import State
from springtail.cython_ext.search.playouts import playouts
from springtail.engines import game

SHAPES = [(players, nets) for players in (2, 3, 4, 5) for nets in ("sparse", "none", "all")]


def game_of(players: int, nets: Any, seed: int) -> Iterator[State]:
    """Yield every state of a random game."""
    choice = random.Random(seed)
    state = game("butterfly", players=players, nets=nets).start(seed=seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.child(choice.choice(actions) if actions else state.sample_chance(choice.getrandbits(32)))
        yield state


def test_equal_positions_have_equal_keys_whatever_the_way_there(lay):
    state = lay("R1 R2 . . R3 .\n. . . . . .\nG1 G2 . . G3 .", "c1E", nets=["d1"], bag=["FL", "FL"])
    one = state.clone()
    for action in ("e1", "draw", "FL", "e3"):
        one.apply_action(action)
    other = state.child("e1").child("draw").child("FL").child("e3")
    assert one == other
    assert one.key == other.key
    skipped = state.child("e1").child("skip").child("e3")
    assert skipped.key != one.key


def test_different_positions_have_different_keys():
    keys: dict[int, str] = {}
    for seed in range(40):
        for state in game_of(2, "all", seed):
            written = str(state.to_dict())
            assert keys.setdefault(state.key, written) == written
    assert len(keys) > 1500


# Bounds.


def margins_from(state: State, seat: int, seen: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return the lowest and highest final margin over all ways to play on; check the bounds on the way."""
    if state.key not in seen:
        if state.is_terminal():
            low = high = state.margin(seat)
        else:
            actions = state.legal_actions() or [outcome for outcome, _ in state.chance_weights()]
            ends = [margins_from(state.child(action), seat, seen) for action in actions]
            low, high = min(low for low, _ in ends), max(high for _, high in ends)
        least, most = state.game.margin_bounds(state, seat)
        assert least <= low <= high <= most, state.draw()
        seen[state.key] = low, high
    return seen[state.key]


def endgame(lay: Callable[..., State], players: int, nets: str, seed: int) -> State:
    """Return a position with six tiles close together on the board, two in the bag, and the others anywhere."""
    choice = random.Random(seed)
    tiles = [tile.code for tile in game("butterfly").TILES for _ in range(tile.copies)]
    choice.shuffle(tiles)
    size = players + 4
    board = [["."] * size for _ in range(size)]
    for cell in choice.sample(range(9), 6):
        board[cell // 3][cell % 3] = tiles.pop()
    hedgehog = choice.choice("abc") + choice.choice("123") + choice.choice("NESW")
    bag = [tiles.pop(), tiles.pop()]
    held: list[list[str]] = [[] for _ in range(players - 1)]
    for tile in tiles[: 20 * (players - 1)]:
        hand = choice.choice(held)
        if tile[0] != "C" or not any(other[0] == "C" for other in hand):
            hand.append(tile)
    rows = "\n".join(" ".join(row) for row in board)
    return lay(rows, hedgehog, held=held, bag=bag, to_move=choice.randrange(players), players=players, nets=nets)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nets", ["none", "all", "sparse"])
def test_no_way_to_play_on_breaks_the_bounds(lay, players, nets):
    for seed in range(8):
        for seat in range(players):
            margins_from(endgame(lay, players, nets, seed), seat, {})


@pytest.mark.parametrize(("players", "nets"), SHAPES)
def test_the_bounds_hold_from_the_start_and_close_at_the_end(players, nets):
    for seed in range(5):
        states = list(game_of(players, nets, seed))
        for seat in range(players):
            margin = states[-1].margin(seat)
            assert states[-1].game.margin_bounds(states[-1], seat) == (margin, margin)
            for state in states:
                least, most = state.game.margin_bounds(state, seat)
                assert least <= margin <= most


def test_tiles_that_no_move_can_reach_do_not_widen_the_bounds(lay):
    near = lay("R1 . . . . .", "c1W", held=[["R2"]])
    far = lay("R1 . . . . .\n\n\n. . . . R3 R4", "c1W", held=[["R2"]])
    for state in (near, far):
        least, most = state.game.margin_bounds(state, 0)
        assert (least - state.margin(0), most - state.margin(0)) == (0, 1)


# Move order.


@pytest.mark.parametrize("nets", ["none", "all"])
def test_what_both_want_and_few_can_answer_comes_first_and_nothing_is_lost(nets):
    for state in game_of(2, nets, seed=6):
        ids = state.game.best_first(state)
        assert sorted(ids) == state.legal_action_ids()
        if state.game.hedgehog(state) and not state.game.pending(state) and ids:
            cells = [state.game.action_string(action) for action in ids]
            worths = [
                points_with(state, cell, 0) + points_with(state, cell, 1) - 6 * replies_to(state, cell)
                for cell in cells
            ]
            assert worths == sorted(worths, reverse=True)


def test_not_to_draw_comes_first(lay):
    state = lay("R1 R2 . . R3 .", "c1E", nets=["d1"], bag=["FL", "FL"]).child("e1")
    assert [state.game.action_string(action) for action in state.game.best_first(state)] == ["skip", "draw"]


def replies_to(state: State, cell: str) -> int:
    """Return the number of destinations of the next seat after a move that draws nothing."""
    after = state.child(cell)
    while after.game.pending(after):
        after.apply_action("skip")
    return len(after.legal_actions())


def points_with(state: State, cell: str, seat: int) -> int:
    """Return the points of a seat if it had the tile of a cell."""
    document = state.to_dict()
    fields = document["state"]
    row, column = int(cell[1:]) - 1, ord(cell[0]) - ord("a")
    tile, fields["board"][row][column] = fields["board"][row][column], None
    if tile.startswith("C"):
        crickets = [other for other in fields["collections"][seat] if other.startswith("C")]
        fields["collections"][seat] = [other for other in fields["collections"][seat] if other not in crickets]
        fields["discarded"] += crickets
    fields["collections"][seat].append(tile)
    return state.game.position(document).scores()[seat]


# Playouts.


@pytest.mark.parametrize(("players", "nets"), SHAPES)
def test_the_own_playout_scores_like_play_step_by_step(players, nets):
    """Means of 4000 games each; points of a seat spread by less than 20, so 1.8 is four standard errors."""
    count = 4000
    state = game("butterfly", players=players, nets=nets).start(seed=8)
    own_returns, own_scores, _ = playouts(state, count, 1)
    returns, scores, _ = playouts(state, count, 2, generic=True)
    assert [total / count for total in own_scores] == pytest.approx([total / count for total in scores], abs=1.8)
    assert [total / count for total in own_returns] == pytest.approx([total / count for total in returns], abs=0.09)


@pytest.mark.parametrize(
    "actions", [[], ["a1"], ["a1", "draw"], ["a1", "skip", "skip"]], ids=["move", "net", "draw", "last net"]
)
def test_a_playout_starts_from_any_phase(lay, actions):
    state = lay("R1 . . . . G4\n. D3 . . Y5", "e1W", nets="all", bag=["FL", "D9", "B1"])
    for action in actions:
        state.apply_action(action)
    count = 4000
    _, own, _ = playouts(state, count, 3)
    _, stepwise, _ = playouts(state, count, 4, generic=True)
    assert own[0] / count == pytest.approx(stepwise[0] / count, abs=0.5)
    assert own[1] / count == pytest.approx(stepwise[1] / count, abs=0.5)


def test_single_playouts_end_where_the_rules_can_end(lay):
    state = lay("R1 . B2 . . .\n. D3 . . . .", "d1W", nets=["b1"], bag=["FL"])
    ends: set[tuple[int, ...]] = set()

    def collect(state: State) -> None:
        if state.is_terminal():
            ends.add(tuple(state.scores()))
        for action in state.legal_actions() or [outcome for outcome, _ in state.chance_weights()]:
            collect(state.child(action))

    collect(state)
    assert {tuple(playouts(state, 1, seed)[1]) for seed in range(200)} == ends
    assert len(ends) > 3


def test_draws_are_uniform_over_the_tiles_of_the_bag(lay):
    """Chi-square over 8 kinds with counts 6, 4, 1 ...: 7 degrees of freedom, 24.3 at one in a thousand."""
    bag = ["FL"] * 6 + ["BE"] * 4 + ["R1", "R1", "R2", "D1", "L9", "H10"]
    state = lay(". . . R3", "a1E", nets=["b1"], bag=bag).child("d1").child("draw")
    draws = 4000
    drawn = [state.sample_chance(seed) for seed in range(draws)]
    expected = {tile: draws * bag.count(tile) / len(bag) for tile in bag}
    assert sum((drawn.count(tile) - share) ** 2 / share for tile, share in expected.items()) < 24.3
    assert state.chance_outcomes() == [(tile, bag.count(tile) / len(bag)) for tile, _ in state.chance_outcomes()]

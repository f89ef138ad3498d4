"""One test a ruling of section 5 of rules/butterfly.md."""

import itertools

import pytest

from springtail.cython_ext.game import State
from springtail.engines import game

CHANCE = -1
ALL_PLAYERS = (2, 3, 4, 5)


def begun(placement: str, *moves: str, **options: object) -> State:
    """Deal, place the hedgehog and play."""
    state = game("butterfly", **options).start(seed=1)
    for action in (placement, *moves):
        state.apply_action(action)
    return state


def board_of(state: State) -> dict[str, str | None]:
    """Return the tile of each cell."""
    rows = state.to_dict()["state"]["board"]
    return {
        f"{letter}{row}": tile
        for row, tiles in enumerate(rows, 1)
        for letter, tile in zip("abcdefghi", tiles, strict=False)
    }


def held(state: State, seat: int) -> list[str]:
    return state.to_dict()["state"]["collections"][seat]


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_ruling_01_the_last_player_places_the_hedgehog(players):
    assert game("butterfly", players=players).start(seed=1).current_player() == players - 1


def test_ruling_02_the_tile_under_the_hedgehog_stays_and_can_be_taken_later():
    state = begun("c4N")
    tile = board_of(state)["c4"]
    assert tile is not None
    assert held(state, 0) == held(state, 1) == []
    assert "c4" not in state.legal_actions()
    for action in ("d4", "d3", "c3"):
        state.apply_action(action)
    assert board_of(state)["c4"] == tile
    assert {"c4", "c5"} <= set(state.legal_actions()), "it can be landed on and passed over"
    state.apply_action("c4")
    assert board_of(state)["c4"] is None
    assert tile in held(state, 1)


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_ruling_03_every_cell_and_direction_can_be_chosen_and_leaves_a_first_move(players):
    state = game("butterfly", players=players).start(seed=1)
    size = players + 4
    cells = [f"{letter}{row}" for letter in "abcdefghi"[:size] for row in range(1, size + 1)]
    assert state.legal_actions() == sorted(cell + direction for cell in cells for direction in "NESW")
    assert all(state.child(placement).legal_actions() for placement in state.legal_actions())


def test_ruling_04_turning_and_moving_are_one_action():
    assert begun("c4N").legal_actions() == sorted("c3 c2 c1 a4 b4 d4 e4 f4".split())


def test_ruling_05_tiles_and_empty_cells_can_be_jumped_at_any_distance(lay):
    state = lay(". . R1 . B1 G1", "a1E")
    assert state.legal_actions() == ["c1", "e1", "f1"]


@pytest.mark.parametrize(
    ("why", "row", "hedgehog", "nets", "offered"),
    [
        ("open and strictly between", ". . . R1 . .", "a1E", ["b1"], True),
        ("covered by a tile", ". R2 . R1 . .", "a1E", ["b1"], False),
        ("at the origin", ". . . R1 . .", "a1E", ["a1"], False),
        ("behind the destination", ". . . R1 . .", "a1E", ["e1"], False),
        ("at the destination", ". . . R1 . .", "a1E", ["d1"], False),
        ("no net at all", ". . . R1 . .", "a1E", [], False),
    ],
)
def test_ruling_06_net_counts_only_when_open_and_strictly_between(lay, why, row, hedgehog, nets, offered):
    state = lay(row, hedgehog, nets=nets)
    state.apply_action("d1")
    assert (state.legal_actions() == ["draw", "skip"]) == offered, why


def test_ruling_07_each_open_net_of_a_move_is_decided_on_its_own(lay):
    for answers in itertools.product(("draw", "skip"), repeat=3):
        state = lay(". . . . R1 .", "a1E", nets=["b1", "c1", "d1"])
        state.apply_action("e1")
        draws = 0
        for answer in answers:
            assert (state.current_player(), state.legal_actions()) == (0, ["draw", "skip"])
            state.apply_action(answer)
            if answer == "draw":
                assert state.current_player() == CHANCE
                state.apply_action(state.sample_chance(1))
                draws += 1
        assert len(held(state, 0)) == draws + 1


def test_ruling_08_a_drawn_tile_is_known_and_scored_before_the_next_decision(lay):
    state = lay(". . . R1 . .", "a1E", nets=["b1", "c1"], bag=["D7", "D8"])
    for action in ("d1", "draw", "D7"):
        state.apply_action(action)
    assert state.legal_actions() == ["draw", "skip"]
    assert held(state, 0) == ["D7"]
    assert state.scores()[0] == 7


def test_ruling_09_the_destination_is_fixed_before_any_draw(lay):
    state = lay(". . . R1 B1 .", "a1E", nets=["b1"])
    state.apply_action("d1")
    assert state.legal_actions() == ["draw", "skip"]
    state.apply_action("skip")
    assert held(state, 0) == ["R1"]
    assert board_of(state)["e1"] == "B1"


def test_ruling_10_draws_come_before_the_tile_of_the_destination(lay):
    state = lay(". . C2 . . .", "a1E", nets=["b1"], bag=["C5"])
    for action in ("c1", "draw", "C5"):
        state.apply_action(action)
    assert held(state, 0) == ["C2"], "the cricket of the destination is the last one"
    assert "C5" in state.to_dict()["state"]["discarded"]


def test_ruling_11_a_net_freed_by_this_move_does_not_count(lay):
    state = lay(". . R1 B1 . .\n. . . G1 . .", "a1E", nets=["c1"])
    state.apply_action("c1")
    assert state.current_player() == 1, "no decision for the net under the tile just taken"


def test_ruling_12_an_empty_bag_offers_no_draw(lay):
    state = lay(". . . R1 . .", "a1E", nets=["b1", "c1"], bag=[])
    state.apply_action("d1")
    assert held(state, 0) == ["R1"]


def test_ruling_12_no_second_draw_when_the_first_emptied_the_bag(lay):
    state = lay(". . . R1 . .", "a1E", nets=["b1", "c1"], bag=["D7"])
    for action in ("d1", "draw", "D7"):
        state.apply_action(action)
    assert held(state, 0) == ["D7", "R1"]


def test_ruling_12_after_skip_the_last_tile_is_there_for_the_next_net(lay):
    state = lay(". . . R1 . .", "a1E", nets=["b1", "c1"], bag=["D7"])
    for action in ("d1", "skip", "draw"):
        state.apply_action(action)
    assert state.chance_outcomes() == [("D7", 1.0)]


def test_ruling_13_a_net_is_not_used_up(lay):
    state = lay("B1 . R1 B2 . .\n. . . . . .\nB3 . G1 . . .", "a1E", nets=["b1"])
    drawn = state.child("c1").child("draw").sample_chance(1)
    for action in ("c1", "draw", drawn, "c3", "a3", "a1", "d1"):
        state.apply_action(action)
    assert state.legal_actions() == ["draw", "skip"], "the net on b1 serves again"


def test_ruling_14_a_former_cricket_leaves_the_game_and_never_comes_back(lay):
    state = lay(". . C2 . . R1", "a1E", held=[["C9"]], nets=["d1"], bag=["C5", "D1"])
    state.apply_action("c1")
    assert held(state, 0) == ["C2"]
    assert "C9" in state.to_dict()["state"]["discarded"]
    state.apply_action("f1")
    state.apply_action("draw")
    assert sorted(tile for tile, _ in state.chance_outcomes()) == ["C5", "D1"]


@pytest.mark.parametrize("part", ["dragonflies", "lightning_bugs", "crickets"])
def test_ruling_15_a_kind_that_nobody_took_is_worth_nothing(lay, part):
    state = lay("", "c1N", held=[["R2"]])
    assert state.game.score_sheet(state)[0][part] == 0


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("BE", -3),
        ("BE BE", -6),
        ("H15", 0),
        ("BE H10", 10),
        ("BE H10 H15", 15),
        ("BE BE H10 H15", 25),
        ("BE BE BE H10 H15", 22),
        ("BE BE H10 H11 H15", 26),
    ],
)
def test_ruling_16_bees_pair_with_the_highest_combs_and_only_bees_left_over_cost(lay, tiles, points):
    state = lay("", "c1N", held=[tiles.split()])
    assert state.game.score_sheet(state)[0]["honey"] == state.scores()[0] == points


def test_ruling_17_a_drawn_doubler_doubles_earlier_and_later_tiles(lay):
    state = lay(". . . R5 . .", "a1E", held=[["R2", "R4"]], nets=["b1"], bag=["RX"])
    for action in ("d1", "draw", "RX"):
        state.apply_action(action)
    assert state.scores()[0] == 2 * (2 + 4 + 5)


def test_ruling_18_a_doubler_without_butterflies_is_worth_nothing(lay):
    assert lay("", "c1N", held=[["RX", "BX", "GX", "YX", "D1"]]).scores()[0] == 1


def test_ruling_19_a_tie_is_a_shared_win(lay):
    out_of_reach = """. . . . . .
        FL FL . FL FL FL
        FL FL . FL FL FL
        FL FL . FL W4 W5
        H10 H11 . H12 H13 H14
        B1 B2 . B3 B4 B5"""
    state = lay(out_of_reach, "c1N", held=["R5 R5 R1 D1 L1 C1".split(), "G5 G4 G1 D2 L2".split()])
    assert state.is_terminal()
    assert state.scores() == [14, 14]
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]


def test_ruling_20_the_game_ends_at_once_even_when_turns_are_unequal(lay):
    state = lay("R1 . . . . .", "c1W")
    state.apply_action("a1")
    assert state.is_terminal(), "seat 1 gets no turn"


def test_ruling_21_nobody_may_decline_to_move(lay):
    state = lay("W4 . . . . .", "c1W")
    assert state.legal_actions() == ["a1"]


@pytest.mark.parametrize("players", ALL_PLAYERS)
def test_ruling_22_seat_0_moves_first(players):
    assert begun("c4N", players=players).current_player() == 0


@pytest.mark.parametrize(("destination", "direction"), [("c3", "N"), ("e4", "E"), ("a4", "W")])
def test_ruling_23_the_hedgehog_looks_where_it_walked(destination, direction):
    state = begun("c4N", destination)
    assert state.to_dict()["state"]["hedgehog"] == {"cell": destination, "direction": direction}


def test_ruling_23_the_hedgehog_can_walk_south():
    assert begun("c4E", "c6").to_dict()["state"]["hedgehog"] == {"cell": "c6", "direction": "S"}


def test_ruling_24_at_the_border_facing_outward_it_can_only_turn():
    assert begun("c1N").legal_actions() == sorted("a1 b1 d1 e1 f1".split())
    assert begun("f6E").legal_actions() == sorted("f1 f2 f3 f4 f5".split())


@pytest.mark.parametrize(("direction", "behind"), [("N", "c5"), ("E", "b4"), ("S", "c3"), ("W", "d4")])
def test_ruling_25_going_back_is_not_allowed(direction, behind):
    assert behind not in begun(f"c4{direction}").legal_actions()


def test_ruling_26_each_bee_takes_the_highest_comb_not_yet_paired(lay):
    points = [lay("", "c1N", held=[["BE"] * bees + ["H10", "H12", "H15"]]).scores()[0] for bees in range(6)]
    assert points == [0, 15, 15 + 12, 15 + 12 + 10, 15 + 12 + 10 - 3, 15 + 12 + 10 - 6]

"""The general rulings of rules/spring_on_a_string.md, section 6, at least one test each."""

from __future__ import annotations

import pytest
from scenes.spring_on_a_string import ALL, after, flowers, lace, named, of, scene, start

import springtail as st

STUCK = {"Y": "longicorn", "R": "firefly", "W": "ladybird", "K": "rose_chafer", "P": "carabus"}
"""Nobody can begin."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g1_seat_0_begins(players):
    assert start(players).current_player() == 0


def test_g2_who_begins_the_next_game_is_given_seat_0():
    with pytest.raises(st.InvalidPosition, match="unknown field"):
        st.game("spring_on_a_string").start(setup={"animals": {}, "starter": 1})


@pytest.mark.parametrize("players", [2, 4])
def test_g3_seats_follow_in_ascending_order(players):
    state, seats = start(players), []
    for action in ("W6", "Y4", "Y8", "K7", "P5", "R4", "K6", "W5"):
        seats.append(state.current_player())
        state = after(state, action)
    assert seats == list(range(players)) * (8 // players)


def test_g4_only_who_can_collect_nothing_passes():
    assert "pass" not in start().legal_actions()
    assert scene("W5", "", W="garden_spider").legal_actions() == ["pass"]


def test_g4_a_pass_is_not_final():
    state = after(scene("W5", "", W="garden_spider"), "pass", "K8")
    assert state.legal_actions() == ["K8"]


def test_g5_the_game_ends_with_a_round_of_passes_that_changes_nothing():
    state = scene("R4", "R5", "R6", mover=1, R="deaths_head_hawkmoth")
    for _ in range(3):
        assert not state.is_terminal()
        assert state.legal_actions() == ["pass"]
        state = after(state, "pass")
    assert state.is_terminal()
    assert state.legal_actions() == []


def test_g5_a_collection_interrupts_the_round():
    state = after(scene("R4", "K8", "R6", mover=2, R="deaths_head_hawkmoth"), "pass pass K4 pass pass")
    assert not state.is_terminal()
    assert state.current_player() == 1


def test_g5_a_skip_counts_as_a_pass_but_the_card_goes_back():
    state = after(scene("Y4", "R4", cards={"snail": 0}, R="deaths_head_hawkmoth", Y="snail"), "pass pass")
    assert not state.is_terminal()
    assert flowers(state) == ALL - named("Y4 R4")


def test_g5_states_are_compared_once_the_bans_that_end_with_a_slot_have_done_so():
    animals = {"R": "deaths_head_hawkmoth", "W": "peacock_butterfly"}
    at_large = scene("W4 R4", "R5", mover=1, peacock_bans=[(0, "K")], **animals)
    assert not after(at_large, "pass pass").is_terminal()
    assert after(at_large, "pass pass pass").is_terminal()
    over = scene("W4 R4", "R5", mover=0, **animals)
    assert after(over, "pass pass").is_terminal()


def test_g5_states_are_compared_once_the_bans_that_start_with_a_slot_have_done_so():
    animals = {"R": "deaths_head_hawkmoth", "W": "large_white"}
    state = scene("W4 R4", "R5", mover=1, leaving=[(0, "K")], **animals)
    assert not after(state, "pass pass").is_terminal()
    assert after(state, "pass pass pass").is_terminal()


def shuttle(**given):
    """Seat 0 may collect nothing but the flowers of the fly, seat 1 nothing at all."""
    animals = {"Y": "fly", "R": "deaths_head_hawkmoth", "W": "large_white"}
    return scene("", "W4 R4", removed="KPRW", **animals, **given)


def test_g6_the_third_occurrence_of_a_state_ends_the_game():
    state = after(shuttle(), "Y4 pass Y8 pass Y4 pass Y8 pass")
    assert not state.is_terminal()
    assert flowers(state) == named("Y4 Y5 Y7")
    assert after(state, "Y4").is_terminal()
    assert after(state, "Y4").scores() == [4, 8]
    assert not after(state, "Y5").is_terminal()


def test_g6_the_400th_collection_ends_the_game_at_once():
    state = after(shuttle(collections=398), "Y4 pass")
    assert not state.is_terminal()
    assert after(state, "Y8").is_terminal()
    with_extra = after(scene("K4", "R6", collections=399, R="grasshopper", P="mosquito"), "R4")
    assert with_extra.is_terminal()
    assert not after(scene("K4", "R6", collections=398, R="grasshopper", P="mosquito"), "R4").is_terminal()


def test_g7_the_latest_collection_of_the_tied_decides():
    over = after(start(R="deaths_head_hawkmoth"), "K4 P6 R6 R4 pass pass")
    assert over.scores() == [10, 10]
    assert over.winners() == [1]


def test_g7_who_is_not_tied_does_not_count():
    state = after(scene("K8", "R8", "Y4", collections=399, latest=[2, 1, 0], mover=2, P="mosquito"), "K4")
    assert state.scores() == [8, 8, 8]
    assert state.winners() == [2]
    state = after(scene("K8", "R8", "", collections=399, latest=[2, 0, 1], mover=2, P="mosquito"), "K4")
    assert state.scores() == [8, 8, 4]
    assert state.winners() == [0]


def test_g7_a_collection_that_was_pulled_out_counts():
    state = scene("", "K8 W5", "P6 Y7 R6", collections=399, latest=[2, 1, 0], W="mosquito")
    over = after(state, "W7")
    assert over.scores() == [7, 13, 13]
    assert over.winners() == [2]


def test_g7_all_tied_seats_win_if_nobody_ever_collected():
    over = after(start(3, **STUCK), "pass pass pass")
    assert over.is_terminal()
    assert over.scores() == [0, 0, 0]
    assert over.winners() == [0, 1, 2]


@pytest.mark.parametrize(
    ("path", "last", "is_reached"),
    [
        ("W6 P7 R5 Y4 R4 P6", "K7", True),  # 460.0 mm of 470 less a tip of 10
        ("R8 Y8 P5 K6 W4 P8", "R6", False),  # 460.1 mm
    ],
)
def test_g8_the_tip_of_a_long_lace_sticks_out(path, last, is_reached):
    assert (last in flowers(scene(path, ""))) == is_reached
    assert (last in flowers(scene(path, "", "", ""))) == is_reached


@pytest.mark.parametrize(
    ("path", "last", "is_reached"),
    [
        ("K8 Y7 R6 Y5", "R8", True),  # 330.0 mm of 340 less a tip of 10
        ("P8 R8 Y5 P6", "K8", False),  # 330.1 mm
    ],
)
def test_g8_the_tip_of_a_short_lace_sticks_out(path, last, is_reached):
    assert (last in flowers(scene(path, "", ""))) == is_reached
    assert last in flowers(scene(path, ""))


def test_g9_a_lace_begins_with_any_flower_from_the_bottom():
    assert flowers(start()) == ALL
    assert flowers(start(R="longicorn")) == ALL - of("R")


def test_g9_a_lace_that_lost_everything_begins_again():
    state = scene("K8", "P6", mover=1, W="mosquito", R="longicorn")
    assert "R4" in flowers(after(state, "K4"))
    robbed = after(state, "W4")
    assert lace(robbed, 0) == ""
    assert flowers(robbed) == ALL - of("R") - named("W4 P6")


def test_g10_sides_alternate_from_the_bottom():
    for path, is_from_top in (("", False), ("K8", True), ("K8 Y7", False), ("K8 Y7 W5", True)):
        assert ("R6" in flowers(scene(path, "", R="longicorn"))) == is_from_top


def test_g10_the_count_after_a_pull_out_decides():
    state = scene("K8 W5 Y7", "P6", mover=1, W="mosquito", R="longicorn")
    assert "R6" in flowers(after(state, "K4"))
    robbed = after(state, "W4")
    assert lace(robbed, 0) == "K8 W5"
    assert flowers(robbed) and not flowers(robbed) & of("R")


def test_g11_no_player_is_twice_in_a_flower():
    assert "K8" not in flowers(scene("K8", "", "", ""))
    assert "K8" not in flowers(scene("W5 K8 Y4'", "", W="garden_spider", Y="earthworm"))
    assert flowers(scene("K8 W5", "Y4", W="garden_spider")) == named("Y4")


def test_g11_a_flower_that_was_lost_may_be_collected_again():
    state = after(scene("K8", "P6", mover=1, W="mosquito"), "W4")
    assert lace(state, 0) == ""
    assert lace(after(state, "K8"), 0) == "K8"


@pytest.mark.parametrize("players", [2, 3])
def test_g12_one_lace_fills_a_flower_for_two_and_three(players):
    assert flowers(scene("", "K8", *[""] * (players - 2))) == ALL - named("K8")


def test_g12_two_laces_fill_a_flower_for_four():
    assert flowers(scene("", "K8", "R4", "R4")) == ALL - named("R4")


def test_g12_no_permission_allows_a_third_lace():
    assert flowers(scene("W5", "K8 R4", "R4", "", W="garden_spider")) == named("K8")
    assert flowers(scene("", "K8 R4", "R4", "", cards={"tarantula": 0}, W="tarantula")) == named("K8")


def test_g13_a_pull_out_from_a_shared_flower_frees_one_place():
    state = scene("K8", "P6", "K8 W5", "", mover=1, W="mosquito")
    assert "K8" not in flowers(state)
    state = after(state, "W4", "R8")
    assert lace(state, 0) == ""
    assert lace(state, 2) == "K8 W5 R8"
    assert "K8" in flowers(state)


def test_g14_the_last_collected_flower_is_the_newest_that_is_still_on_the_lace():
    state = scene("W5 K8", "P6", mover=1, R="mosquito", W="garden_spider")
    assert flowers(after(state, "K4")) > named("R4 R6 Y8")
    robbed = after(state, "R5")
    assert lace(robbed, 0) == "W5"
    assert flowers(robbed) == named("P6 R5")


def test_g14_it_is_the_newest_over_both_ends():
    worm = {"R": "mosquito", "K": "bumblebee", "Y": "earthworm"}
    state = scene("K8 Y7 W5' Y5' P8", "", mover=1, **worm)
    assert state.scores()[0] == 8 + 7 + 5 + 5 + 8
    robbed = after(state, "R4")
    assert lace(robbed, 0) == "W5' Y5'"
    robbed = after(scene("K8 Y7 W5' Y5' P8", "", mover=1, **worm), "P7", "W4", "R6")
    assert lace(robbed, 0) == "W5' Y5'"


def test_g15_what_a_player_has_is_on_the_lace_now():
    state = scene("K8", "P6", mover=1, W="mosquito", Y="rose_chafer")
    assert "Y8" in flowers(after(state, "K4"))
    assert "Y8" not in flowers(after(state, "W4"))


def seats_of(state, *actions):
    """Return the seats that make some plies."""
    seats = []
    for action in actions:
        seats.append(state.current_player())
        state = after(state, action)
    return [*seats, state.current_player()]


def test_g16_the_third_of_three_begins_with_two_turns():
    assert seats_of(start(3), *"K4 Y4 R5 W7 K8 R4 P6 W5".split()) == [0, 1, 2, 2, 0, 1, 2, 0, 1]
    assert seats_of(start(4), *"K4 Y4 R5 W7 K8".split()) == [0, 1, 2, 3, 0, 1]


def test_g16_limits_on_the_next_flower_bind_the_second_one():
    assert flowers(after(start(3, W="harvestman"), "K4 Y4 W6")) == of(5)
    assert flowers(after(start(3, W="garden_spider"), "K4 Y4 W6")) == named("K4 Y4")
    assert not flowers(after(start(3, W="dragonfly"), "K4 Y4 W6")) & of("W")


def test_g16_a_slot_of_two_turns_is_one_next_turn():
    state = after(start(3, W="peacock_butterfly"), "W6/K Y4")
    assert not flowers(state) & of("K")
    state = after(state, "P7")
    assert state.current_player() == 2
    assert not flowers(state) & of("K")
    assert flowers(after(state, "R5")) & of("K")


def test_g16_own_bans_last_from_slot_to_slot():
    state = after(start(3, W="peacock_butterfly"), "P7 Y4 W6/R")
    assert state.current_player() == 2
    assert flowers(state) & of("R")
    state = after(state, "Y8")
    assert not flowers(state) & of("R")
    state = after(state, "K4")
    assert not flowers(state) & of("R")
    state = after(state, "P6")
    assert flowers(state) & of("R")
    assert flowers(after(state, "W7/P", "K6")) & of("R")
    state = after(start(3, W="large_white"), "P7 Y4 W6/R")
    assert flowers(state) & of("R")
    state = after(state, "Y8 K4")
    assert flowers(state) & of("R")
    assert not flowers(after(state, "P6")) & of("R")


def test_g16_a_skip_is_of_the_next_slot():
    state = start(3, W="snail")
    assert seats_of(state, *"K4 Y4 W6 P7 Y8 P6".split()) == [0, 1, 2, 2, 0, 1, 2]
    assert after(state, "K4 Y4 W6 P7 Y8 P6").legal_actions() == ["pass"]


def test_g16_one_pass_ends_the_slot_if_the_first_turn_is_impossible():
    state = after(start(3, **STUCK | {"P": "peacock_butterfly"}), "P5/P", "pass")
    assert state.current_player() == 2
    assert state.legal_actions() == ["pass"]
    state = after(state, "pass")
    assert state.current_player() == 0
    assert seats_of(state, "P8/K", "P6/K", "P7/K") == [0, 1, 2, 0]


def test_g16_who_stops_with_the_first_has_no_second():
    assert after(start(3, R="deaths_head_hawkmoth"), "K4 Y4 R5").current_player() == 0
    assert seats_of(start(3, R="cricket"), *"K4 Y4 R5 W7 R8".split()) == [0, 1, 2, 2, 2, 0]


def test_g16_an_impossible_second_turn_has_no_ply():
    state = after(start(3, R="swallowtail", W="harvestman"), "R5 K4 W6")
    assert state.current_player() == 0
    assert flowers(after(state, "R8 P7")) == of(5)


def test_g17_an_extra_collection_is_compulsory():
    state = after(start(R="grasshopper"), "R5")
    assert state.current_player() == 0
    assert "pass" not in state.legal_actions()


def test_g17_an_extra_collection_that_is_impossible_is_skipped():
    assert after(start(R="locust"), "R5").current_player() == 1
    assert after(start(R="grasshopper", W="large_white"), "W6/K").current_player() == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 4, 5])
def test_g18_a_deal_draws_different_animals_and_colours(players, count):
    game = st.game("spring_on_a_string", players=players, animals=count)
    for seed in range(60):
        setup = game.start(seed=seed).record()["setup"]
        animals = list(setup["animals"].values())
        assert len(animals) == count == len(set(animals))
        if "stick_insect" in animals:
            assert players < 4
            assert count < 5
            assert setup["stick_colour"] not in setup["animals"]
        else:
            assert "stick_colour" not in setup


def test_g18_any_of_the_31_animals_may_be_drawn():
    game = st.game("spring_on_a_string", players=3, animals=4)
    drawn = [animal for seed in range(250) for animal in game.start(seed=seed).record()["setup"]["animals"].values()]
    assert len(set(drawn)) == 31


def test_g19_any_of_the_five_colours_may_be_named():
    for animal in ("peacock_butterfly", "large_white"):
        state = start(W=animal, K="hornet")
        named_there = [action for action in state.legal_actions() if action.startswith("W6")]
        assert named_there == ["W6/K", "W6/P", "W6/R", "W6/W", "W6/Y"]
        assert "K4" in state.legal_actions()


def test_g20_conditions_look_at_the_printed_petals():
    for animal in ("bee", "bumblebee"):
        assert of("R") < flowers(scene("P5 K4", "", P=animal, R="ladybird"))
        assert not of("R") & flowers(scene("P6 K4", "", P=animal, R="ladybird"))


def test_g21_both_laces_in_a_flower_score_it():
    assert scene("K8", "K8", "R4", "").scores() == [8, 8, 4, 0]


@pytest.mark.parametrize(
    ("path", "animals"),
    [
        ("R4 K8", {}),
        ("K8 R4", {"R": "deaths_head_hawkmoth"}),
        ("R4 Y5 R6", {"R": "cricket"}),
        ("W6 P7 R5 Y4 R4 P6 K7", {}),
    ],
)
def test_g22_who_cannot_move_is_still_a_target(path, animals):
    state = scene(path, "K4", mover=1, W="mosquito", **animals)
    robbed = after(state, "W5")
    assert len(lace(robbed, 0)) < len(path)


def test_g23_three_players_start_with_the_long_end_of_an_earthworm():
    assert "K7" in flowers(scene("W6 P7 R5 Y4 R4 P6", "", "", W="earthworm"))
    assert "R6" not in flowers(scene("R8 Y8 P5 K6 W4 P8", "", "", W="earthworm"))


def test_g24_bans_leave_what_was_collected_alone():
    banned = scene("K8 Y7", "P6", removed="K", number=7, W="large_white", R="swallowtail")
    assert lace(banned, 0) == "K8 Y7"
    assert banned.scores() == [15, 6]
    assert lace(after(banned, "W5/P"), 0) == "K8 Y7 W5"


def test_g25_a_lace_blocks_no_other():
    crossed = scene("P7", "K4 R5")
    assert flowers(crossed) == flowers(scene("P7", "")) - named("K4 R5")


def test_g26_everything_is_public():
    state = scene("K8", "R4", "", cards={"hornet": 1}, R="hornet")
    assert state.scores() == [8, 6, 0]
    for seat in range(3):
        assert state.observation(seat).to_dict()["state"] == state.to_dict()["state"]


def test_g27_the_number_of_collections_and_their_order_are_no_part_of_the_state():
    state = after(shuttle(), "Y4 pass Y8 pass Y4 pass Y8 pass Y4")
    assert state.is_terminal()


def test_g27_a_useless_ban_is_part_of_the_state():
    moth = {"R": "deaths_head_hawkmoth", "W": "peacock_butterfly"}
    for bans, is_over in (([(0, "W")], False), ([], True)):
        state = scene("W4 R4", "R5", mover=1, peacock_bans=bans, **moth)
        assert after(state, "pass pass").is_terminal() == is_over


def test_g27_an_open_harvest_limit_is_part_of_the_state():
    moth = {"R": "deaths_head_hawkmoth", "W": "harvestman", "Y": "swallowtail"}
    state = after(scene("K8 W4", "R5", mover=1, number=5, harvesting=[0], **moth), "pass pass")
    assert not state.is_terminal()
    assert flowers(after(state, "pass"))


def test_g27_a_card_in_front_is_part_of_the_state():
    moth = {"R": "deaths_head_hawkmoth", "W": "snail"}
    for cards, is_over in (({"snail": 0}, False), ({}, True)):
        state = scene("W4 R4", "R5", mover=1, cards=cards, **moth)
        assert after(state, "pass pass").is_terminal() == is_over


def test_g27_a_double_turn_still_to_come_is_no_part_of_the_state():
    assert after(start(3, **STUCK), "pass pass pass").is_terminal()

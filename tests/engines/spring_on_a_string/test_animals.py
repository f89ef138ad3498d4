"""The rulings on each animal of rules/spring_on_a_string.md, section 7: every row, and what the catalogue says."""

from __future__ import annotations

import pytest
from scenes.spring_on_a_string import ALL, after, extra, flowers, lace, named, of, scene, start

# 1 Bumblebee


def test_bumblebee_flowers_score_as_the_last_collected():
    assert scene("R4 K8 Y7", "", R="bumblebee").scores()[0] == 7 + 8 + 7


def test_bumblebee_as_last_flower_keeps_its_petals_and_the_others_score_them():
    assert scene("R8 K4 R5", "", R="bumblebee").scores()[0] == 5 + 4 + 5


def test_bumblebee_takes_the_printed_petals_of_a_bee_flower():
    assert scene("R4 K8 P7 W6", "", R="bumblebee", W="bee").scores()[0] == 6 + 8 + 7 + 7


def test_bumblebee_takes_the_newest_flower_of_two_ends():
    assert scene("R4 Y7 K8'", "", R="bumblebee", Y="earthworm").scores()[0] == 8 + 7 + 8
    assert scene("R4 Y7 W5' Y4' K6", "", R="bumblebee", Y="earthworm").scores()[0] == 6 + 7 + 5 + 4 + 6


def test_bumblebee_has_no_effect_on_an_empty_lace():
    assert scene("", "R4", R="bumblebee").scores() == [0, 4]


# 2 Hornet


def test_hornet_gives_two_points_to_who_collected_it_last():
    state = start(R="hornet")
    assert after(state, "R4").scores() == [6, 0]
    assert after(state, "R4 R6").scores() == [4, 8]
    assert after(state, "R4 R6 K8").scores() == [12, 8]


def test_hornet_stays_with_who_lost_the_flower():
    state = after(scene("R4", "P5", mover=1, cards={"hornet": 0}, R="hornet", W="mosquito"), "W5")
    assert lace(state, 0) == ""
    assert state.scores() == [2, 10]


def test_hornet_moves_with_a_second_lace_in_its_flower():
    assert after(start(4, R="hornet"), "R4 R4").scores() == [4, 6, 0, 0]


# 3 Bee


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("W4 K8", 8 + 8),
        ("K8 W4", 8 + 8),
        ("K8 Y7 W4", 8 + 7 + 4),  # the link from Y7 is below
        ("K8 W4 W5 Y7", 8 + 8 + 7 + 7),
        ("K8 Y7 W5 R4", 8 + 7 + 4 + 4),
    ],
)
def test_bee_flowers_are_paired_first_with_second_and_third_with_fourth(path, points):
    assert scene(path, "", W="bee").scores()[0] == points


def test_bee_flowers_never_pair_across_the_ends():
    assert scene("K8 Y7 W5'", "", W="bee", Y="earthworm").scores()[0] == 8 + 7 + 5
    assert scene("K8 W5' Y4'", "", active=[0, 0], W="bee", Y="earthworm").scores()[0] == 8 + 4 + 4


def test_bee_flowers_paired_with_each_other_swap():
    assert scene("W4 W7", "", W="bee").scores()[0] == 11
    assert scene("W4 W7 R6 W5", "", W="bee").scores()[0] == 7 + 4 + 6 + 6


def test_bee_takes_the_printed_petals_of_a_bumblebee_flower():
    assert scene("R4 W5 Y7 K8", "", R="bumblebee", W="bee").scores()[0] == 8 + 4 + 7 + 8


def test_bee_looks_at_the_final_lace_only():
    state = scene("W4 K8", "", mover=1, W="bee", R="mosquito")
    assert state.scores()[0] == 8 + 8
    assert after(state, "R4").scores()[0] == 4


# 4 Peacock butterfly


def test_peacock_butterfly_always_names_a_colour_be_it_useless():
    state = scene("K4 K6", "K7 K8", "", peacock_bans=[(2, "R")], W="peacock_butterfly")
    assert not of("W") & set(state.legal_actions())
    assert flowers(after(state, "W4/K")) == flowers(after(state, "W4/R"))
    assert not flowers(after(state, "W4/W")) & of("W")


def test_peacock_butterfly_binds_every_opponent_but_not_who_named_the_colour():
    state = after(start(3, W="peacock_butterfly"), "W6/K")
    assert flowers(state) == ALL - of("K") - named("W6")
    state = after(state, "P7")
    assert not flowers(state) & of("K")
    state = after(state, "Y8 R5")
    assert state.current_player() == 0
    assert flowers(state) & of("K")


def test_peacock_butterfly_binds_until_the_turn_comes_round():
    state = after(start(2, W="peacock_butterfly"), "W6/K P7")
    assert flowers(state) & of("K")
    assert flowers(after(state, "R5")) & of("K")


def test_peacock_butterfly_binds_until_the_turn_comes_round_to_a_finished_player():
    moth = {"R": "deaths_head_hawkmoth", "W": "peacock_butterfly"}
    state = scene("W6 R5", "P8", mover=1, peacock_bans=[(0, "K")], **moth)
    assert not flowers(state) & of("K")
    assert flowers(after(state, "Y5 pass")) & of("K")


def test_peacock_butterfly_binds_although_its_flower_was_pulled_out():
    state = after(start(3, W="peacock_butterfly", Y="mosquito"), "W6/K Y4")
    assert lace(state, 0) == ""
    assert not flowers(state) & of("K")


def test_peacock_butterfly_bans_add_up():
    state = after(start(3, W="peacock_butterfly"), "W6/K W7/R")
    assert not flowers(state) & of("K", "R")
    state = after(state, "P8 P6")
    assert state.current_player() == 0
    assert not flowers(state) & of("R")
    assert flowers(state) & of("K")


def test_peacock_butterfly_named_twice_binds_until_the_second_turn_comes_round():
    state = after(start(2, W="peacock_butterfly"), "W6/K W5/K")
    assert not flowers(state) & of("K")
    state = after(state, "P7")
    assert flowers(state) & of("K")


# 5 Large white


def test_large_white_removes_a_colour_from_its_next_slot_on():
    state = after(start(2, W="large_white"), "W6/K")
    assert flowers(state) & of("K")
    state = after(state, "P6")
    assert not flowers(state) & of("K")
    state = after(state, "P7")
    assert not flowers(state) & of("K")


def test_large_white_starts_although_the_slot_is_skipped_or_its_player_finished():
    moth = {"R": "deaths_head_hawkmoth", "W": "large_white"}
    state = scene("W6 R5", "P8", mover=1, leaving=[(0, "K")], **moth)
    assert flowers(state) & of("K")
    assert not flowers(after(state, "Y5 pass")) & of("K")


def test_large_white_does_not_bind_in_the_same_slot():
    state = after(start(3, W="large_white"), "P7 P8 W6/K")
    assert state.current_player() == 2
    assert flowers(state) & of("K")


def test_large_white_may_name_a_removed_or_pending_colour_for_nothing():
    state = after(start(2, W="large_white"), "W5/K W7/K")
    assert flowers(state) == ALL - of("K") - named("W5 W7")
    again = after(state, "R4", "W6/K")
    assert flowers(again) & of("K", "P", "R", "W", "Y") == flowers(again) - of("K")
    assert {action[-1] for action in again.legal_actions() if action[0] == "W"} == set("KPRWY")


def test_large_white_of_another_does_not_delay_a_pending_colour():
    state = after(start(3, W="large_white"), "W5/K W7/K P8 P6")
    assert state.current_player() == 0
    assert not flowers(state) & of("K")


def test_large_white_starts_although_its_flower_was_pulled_out():
    state = after(start(2, W="large_white", Y="mosquito"), "W6/K Y4")
    assert lace(state, 0) == ""
    assert flowers(state) == ALL - of("K") - named("Y4")


def test_large_white_that_removed_all_colours_ends_the_game():
    state = scene("W6", "P8", removed="KPRWY", W="large_white")
    assert state.legal_actions() == ["pass"]
    assert after(state, "pass pass").is_terminal()


# 6 Swallowtail


def test_swallowtail_bans_its_number_for_all_its_collector_too():
    state = after(start(2, R="swallowtail"), "R4")
    assert flowers(state) == ALL - of(4)
    assert not flowers(after(state, "P6")) & of(4)


def test_swallowtail_is_replaced_by_any_later_one():
    state = after(start(2, R="swallowtail"), "R4 R5")
    assert not flowers(state) & of(5)
    assert flowers(state) & of(4)
    own = after(start(2, R="swallowtail"), "R4 P8 R5")
    assert not flowers(own) & of(5)
    assert flowers(own) & of(4)


def test_swallowtail_option_that_only_somebody_else_replaces_the_ban():
    state = after(start(2, options={"swallowtail": "others"}, R="swallowtail"), "R4 P8 R5")
    assert not flowers(state) & of(4)
    assert flowers(state) & of(5)
    replaced = after(state, "R6")
    assert not flowers(replaced) & of(6)
    assert flowers(replaced) & of(4)


def test_swallowtail_bans_although_its_flower_was_pulled_out():
    state = after(start(2, R="swallowtail", W="mosquito"), "R4 W5")
    assert lace(state, 0) == ""
    assert flowers(state) == ALL - of(4) - named("W5")


def test_swallowtail_flower_takes_no_second_lace_of_four():
    assert "R4" not in flowers(after(start(4, R="swallowtail"), "R4"))


# 7 Black arches


def test_black_arches_flower_itself_may_be_odd():
    assert "R5" in flowers(start(R="black_arches"))
    state = after(start(R="black_arches"), "R5 P8")
    assert flowers(state) == of(4, 6, 8) - named("P8")


def test_black_arches_holder_keeps_the_card_with_another_flower():
    state = scene("R5", "P8", cards={"black_arches": 0}, R="black_arches")
    assert flowers(state) & of("R") == named("R4 R6 R8")
    assert not flowers(after(state, "R8 Y5")) & of(5, 7)


def test_black_arches_move_to_who_collects_another():
    state = after(start(R="black_arches"), "R5 R4")
    assert flowers(state) & of(5, 7)
    assert not flowers(after(state, "W7")) & of(5, 7)


def test_black_arches_limit_stays_although_the_flower_was_pulled_out():
    state = after(start(R="black_arches", W="mosquito"), "R5 W4")
    assert lace(state, 0) == ""
    assert flowers(state) == of(4, 6, 8) - named("W4")


# 8 Silk moth


def test_silk_moth_allows_only_colours_on_the_lace_its_own_among_them():
    assert flowers(scene("K8 R6", "P8", R="silk_moth")) == of("K", "R") - named("K8 R6")
    assert flowers(scene("R6", "P8", R="silk_moth")) == of("R") - named("R6")


def test_silk_moth_binds_while_one_of_its_flowers_is_on_the_lace():
    state = scene("K8 R6 K7", "P8", mover=1, R="silk_moth", W="mosquito")
    assert flowers(after(state, "Y5")) == named("R4 R5")
    assert lace(after(state, "W4"), 0) == ""
    assert flowers(after(state, "W4")) == ALL - named("P8 W4")


def test_silk_moth_colours_are_those_still_on_the_lace():
    state = scene("K8 R6 W5 Y7", "", mover=1, R="silk_moth", W="mosquito")
    robbed = after(state, "W4")
    assert lace(robbed, 0) == "K8 R6 W5"
    assert flowers(robbed) and flowers(robbed) <= of("K", "R", "W")


def test_silk_moth_colours_are_those_of_both_ends():
    state = scene("R6 Y7 K8'", "", R="silk_moth", Y="earthworm")
    assert flowers(state) == of("R", "Y", "K") - named("R6 Y7 K8")


# 9 Clothes moth


def test_clothes_moth_bans_the_petals_of_all_its_flowers():
    state = scene("R6 R5", "P8", R="clothes_moth")
    assert not flowers(state) & of(5, 6)
    assert flowers(state) & of(4) and flowers(state) & of(7) and flowers(state) & of(8)


def test_clothes_moth_ban_ends_with_each_flower_lost():
    state = scene("R6 R5", "P8", mover=1, R="clothes_moth", W="mosquito")
    robbed = after(state, "W6")
    assert lace(robbed, 0) == "R6"
    assert flowers(robbed) & of(5)
    assert not flowers(robbed) & of(6)


# 10 Garden tiger


def test_garden_tiger_allows_one_flower_over_both_ends():
    assert not flowers(scene("R6", "", R="garden_tiger")) & of("R")
    assert not flowers(scene("R6 Y7 K8'", "", R="garden_tiger", Y="earthworm")) & of("R")


def test_garden_tiger_flower_may_be_replaced_after_a_pull_out():
    state = scene("R6", "P8", mover=1, R="garden_tiger", W="mosquito")
    assert not flowers(after(state, "W6")) & of("R")
    assert flowers(after(state, "W4")) >= of("R")


# 11 Death's-head hawkmoth


def test_deaths_head_hawkmoth_stops_its_player():
    assert scene("R6", "", R="deaths_head_hawkmoth").legal_actions() == ["pass"]


def test_deaths_head_hawkmoth_loses_the_extra_collections_still_due():
    moth = {"R": "deaths_head_hawkmoth"}
    assert after(start(W="grasshopper", **moth), "W6 R5").current_player() == 1
    assert after(scene("", "R5 K8", W="locust", **moth), "W6 R5").current_player() == 1
    assert after(start(W="cricket", **moth), "W6 R5").current_player() == 1
    assert after(start(3, **moth), "P7 K8 R5").current_player() == 0


def test_deaths_head_hawkmoth_lets_go_when_its_flower_is_pulled_out():
    state = scene("K8 R6", "P8", mover=1, R="deaths_head_hawkmoth", W="mosquito")
    assert after(state, "W6").legal_actions() == ["pass"]
    assert flowers(after(state, "W4")) == ALL - named("P8 W4")


# 12 Dung beetle


def test_dung_beetle_flowers_open_from_the_lowest():
    state = start(R="dung_beetle")
    assert flowers(state) & of("R") == named("R4")
    assert flowers(after(state, "R4")) & of("R") == named("R5")
    assert flowers(after(state, "R4 R5")) & of("R") == named("R6")


def test_dung_beetle_flower_that_was_pulled_out_is_again_the_only_one():
    state = scene("R4", "R5", mover=1, R="dung_beetle", W="mosquito")
    assert flowers(state) & of("R") == named("R6")
    assert flowers(after(state, "W6")) & of("R") == named("R4")


def test_dung_beetle_flower_never_takes_a_second_lace():
    assert flowers(scene("", "R4", "", "", R="dung_beetle")) & of("R") == named("R5")
    assert flowers(scene("W5", "R4 K8", R="dung_beetle", W="garden_spider")) == named("K8")


# 13 Ladybird


def test_ladybird_needs_a_five_of_another_colour_first():
    assert not flowers(scene("K8", "P5", R="ladybird")) & of("R")
    assert flowers(scene("W5", "P5", R="ladybird")) >= of("R")


def test_ladybird_access_goes_with_the_last_five():
    state = scene("W5 K8", "P6", mover=1, R="ladybird", Y="mosquito")
    assert not flowers(after(state, "Y4")) & of("R")
    own = scene("W5 R5", "P6", mover=1, R="ladybird", Y="mosquito")
    assert flowers(after(own, "Y5")) & of("R") == named("R4 R6 R8")
    assert lace(after(own, "Y5"), 0) == "W5 R5"
    left = scene("R5", "P6", R="ladybird")
    assert flowers(left) & of("R") == named("R4 R6 R8")


def test_ladybird_option_that_access_is_permanent():
    state = after(start(2, options={"ladybird": "permanent"}, R="ladybird", Y="mosquito"), "W5 Y4")
    assert lace(state, 0) == ""
    assert flowers(state) >= of("R")
    assert not flowers(after(state, "K4")) & of("R")


# 14 Leaf beetle


def test_leaf_beetle_bans_what_is_lower_than_its_highest_flower():
    assert flowers(scene("R6", "", R="leaf_beetle")) == of(6, 7, 8) - named("R6")
    assert flowers(scene("R6 R8", "", R="leaf_beetle")) <= of(8)
    assert flowers(scene("R8 R6", "", R="leaf_beetle")) <= of(8)


def test_leaf_beetle_limit_goes_with_its_flower():
    state = scene("R4 R6", "", mover=1, R="leaf_beetle", W="mosquito")
    assert lace(after(state, "W4"), 0) == "R4"
    assert flowers(after(state, "W4")) & of(5)


# 15 Stag beetle


def test_stag_beetle_needs_more_fives_than_flowers_of_its_own():
    assert not flowers(start(R="stag_beetle")) & of("R")
    assert flowers(scene("", "P5", R="stag_beetle")) >= of("R")
    assert not flowers(scene("R4", "P5", R="stag_beetle")) & of("R")
    assert flowers(scene("R4", "P5 Y5", R="stag_beetle")) & of("R")


def test_stag_beetle_counts_every_lace_in_a_shared_flower():
    assert not flowers(scene("", "P5 R4", "", "", R="stag_beetle")) & of("R")
    assert flowers(scene("", "P5 R4", "P5", "", R="stag_beetle")) & of("R")
    assert not flowers(scene("", "P5 R8", "P5 R8", "", R="stag_beetle")) & of("R")


def test_stag_beetle_tolerates_an_excess_that_blocks():
    state = scene("R4 P5", "K8", mover=1, R="stag_beetle", W="mosquito")
    robbed = after(state, "W4")
    assert lace(robbed, 0) == "R4"
    assert not flowers(robbed) & of("R")
    assert not flowers(after(robbed, "P5")) & of("R")
    assert flowers(after(robbed, "P5 Y5")) & of("R")


def test_stag_beetle_five_counts_on_both_sides():
    assert "R5" not in flowers(start(R="stag_beetle"))
    assert flowers(scene("R5", "P5", R="stag_beetle")) & of("R")
    assert not flowers(scene("R5", "K8", R="stag_beetle")) & of("R")


# 16 Carabus


def test_carabus_needs_the_petals_with_another_player():
    assert flowers(scene("K6", "P8", R="carabus")) & of("R") == named("R8")


def test_carabus_access_goes_with_the_flower_of_the_other():
    state = after(scene("", "P8", R="carabus", W="mosquito"), "W4", "Y5")
    assert lace(state, 1) == "Y5"
    assert flowers(state) & of("R") == named("R5")


def test_carabus_accepts_the_same_flower_with_another_lace():
    assert flowers(scene("", "R6", "", "", R="carabus")) & of("R") == named("R6")
    assert flowers(scene("W5", "R6 K8", R="carabus", W="garden_spider")) == named("R6 K8")


def test_carabus_does_not_count_the_lace_of_the_stick_insect():
    assert not flowers(scene("", "", stick="K8 K7 K6 K4", R="carabus", W="stick_insect")) & of("R")


# 17 Firefly


def test_firefly_needs_a_complete_colour_of_all_players_together():
    assert not flowers(scene("", "P5 P7 P6", R="firefly")) & of("R")
    assert flowers(scene("", "P5 P7 P6 P8", R="firefly")) >= of("R")
    assert flowers(scene("P8", "P5 P7 P6", R="firefly")) >= of("R")


def test_firefly_own_colour_does_not_open_it():
    assert not flowers(scene("", "R4 R6 R8", "R5", "", R="firefly")) & of("R")


def test_firefly_locks_again_after_a_pull_out():
    state = scene("", "P5 P7 P6 P8", R="firefly", W="mosquito")
    robbed = after(state, "W6")
    assert lace(robbed, 1) == "P5 P7 P6"
    assert not flowers(robbed) & of("R")
    assert not flowers(after(robbed, "K8")) & of("R")


def test_firefly_option_that_the_lock_opens_for_good():
    state = after(start(2, options={"firefly": "latched"}, R="firefly", W="mosquito"), "K4 K6 K8 K7 W5")
    assert lace(state, 1) == ""
    assert flowers(state) >= of("R")


def test_firefly_does_not_count_the_lace_of_the_stick_insect():
    assert not flowers(scene("", "", stick="K8 K7 K6 K4", R="firefly", W="stick_insect")) & of("R")
    assert not flowers(scene("K4", "K6", stick="K8 K7", R="firefly", W="stick_insect")) & of("R")


def test_firefly_needs_one_lace_in_each_flower_with_four_players():
    assert not flowers(scene("", "P5 P7 P6", "P6", "", R="firefly")) & of("R")
    assert flowers(scene("", "P5 P7 P6", "P8", "", R="firefly")) >= of("R")


# 18 Longicorn


def test_longicorn_is_collected_from_the_top():
    assert not flowers(start(R="longicorn")) & of("R")
    assert flowers(scene("K8", "", R="longicorn")) >= of("R")
    assert not flowers(scene("K8 W5", "", R="longicorn")) & of("R")
    assert flowers(scene("K8 W5 P6", "", R="longicorn")) & of("R")


def test_longicorn_side_after_a_pull_out_is_that_of_the_count():
    state = scene("K8 W5 Y7", "", mover=1, R="longicorn", P="mosquito")
    assert flowers(after(state, "K4")) & of("R")
    assert lace(after(state, "P5"), 0) == "K8 W5"
    assert not flowers(after(state, "P5")) & of("R")


# 19 Rose chafer


def test_rose_chafer_needs_the_petals_in_another_colour():
    assert flowers(scene("K6 P8", "Y5", R="rose_chafer")) & of("R") == named("R6 R8")


def test_rose_chafer_access_goes_with_the_helper():
    state = scene("K6 P8", "", mover=1, R="rose_chafer", W="mosquito")
    assert lace(after(state, "W6"), 0) == "K6"
    assert flowers(after(state, "W6")) & of("R") == named("R6")
    shared = scene("R6 K8", "R6", "", "", R="rose_chafer")
    assert flowers(shared) & of("R") == named("R8")


def test_rose_chafer_helper_is_of_another_colour():
    places = {"Ra": 0, "Rb": 60, "K6": 120, "Ka": 180}
    flowers_there = [{"name": name, "colour": name[0], "petals": 6, "x": x, "y": 0} for name, x in places.items()]
    option = {"board": {"ends": [470, 340], "hole": 5, "tip": 10, "flowers": flowers_there}}
    assert flowers(scene("Ra", "", options=option, R="rose_chafer")) == named("K6 Ka")
    assert flowers(scene("Ra K6", "", options=option, R="rose_chafer")) == named("Rb Ka")


# 20 Cricket


def test_cricket_demands_any_flower_and_then_a_cricket_flower():
    state = after(start(R="cricket"), "R5")
    assert state.current_player() == 0
    assert flowers(state) == ALL - named("R5")
    state = after(state, "W7")
    assert state.current_player() == 0
    assert flowers(state) == named("R4 R6 R8")
    state = after(state, "R4")
    assert state.current_player() == 1
    assert after(state, "K7").legal_actions() == ["pass"]


def test_cricket_flower_as_first_extra_makes_no_new_triple():
    state = after(start(R="cricket"), "R5 R4")
    assert flowers(state) <= of("R")
    assert after(state, "R6").current_player() == 1


def test_cricket_ends_the_game_at_once_for_who_cannot_take_the_first_extra():
    state = after(scene("W7", "R5", "", "", cards={"tarantula": 0}, R="cricket", W="tarantula"), "R5")
    assert state.current_player() == 1
    state = after(state, "pass K8 K7")
    assert state.current_player() == 0
    assert state.legal_actions() == ["pass"]


def test_cricket_ends_the_game_at_once_for_who_cannot_take_the_second_extra():
    state = after(scene("", "R4 R6 R8", R="cricket"), "R5 W7")
    assert state.current_player() == 1
    assert after(state, "pass").legal_actions() == ["pass"]


def test_cricket_second_flower_after_a_grasshopper_flower_may_be_empty():
    state = after(start(R="cricket", W="grasshopper"), "R5 W7")
    assert flowers(state) == named("R4 R6 R8")
    assert after(state, "R4").current_player() == 1


def test_cricket_second_flower_after_a_locust_flower_holds_another_lace():
    state = after(scene("K7", "K8 R4", W="locust", R="cricket"), "R5", "W7")
    assert flowers(state) == named("R4")
    assert after(state, "R4").current_player() == 1
    none = after(scene("K7", "K8", W="locust", R="cricket"), "R5", "W7")
    assert none.current_player() == 1


@pytest.mark.parametrize(
    ("animal", "open_ones"),
    [
        ("garden_spider", "R8"),
        ("harvestman", ""),
        ("dragonfly", ""),
        ("deaths_head_hawkmoth", ""),
        ("silk_moth", "R4 R6"),
        ("clothes_moth", "R4 R6"),
    ],
)
def test_cricket_second_flower_respects_the_first_extra(animal, open_ones):
    state = after(scene("", "R8 K8", R="cricket", W=animal), "R5", "W7")
    assert extra(state) == named(open_ones)


def test_cricket_first_extra_names_a_colour_as_usual():
    state = after(start(R="cricket", W="peacock_butterfly"), "R5", "W7/R")
    assert flowers(state) == named("R4 R6 R8")
    state = after(state, "R4")
    assert not flowers(state) & of("R")
    state = after(start(R="cricket", W="large_white"), "R5", "W7/R", "R4")
    assert flowers(state) & of("R")
    assert not flowers(after(state, "K8 pass")) & of("R")


def test_cricket_fly_as_first_extra_pulls_the_cricket_flower():
    state = after(start(R="cricket", W="fly"), "R5", "W7")
    assert lace(state, 0) == "W7"
    assert flowers(state) == of("R")
    assert after(state, "R4", "K8").legal_actions() == ["pass"]


def test_cricket_fly_that_left_no_cricket_flower_lets_its_player_go_on():
    state = after(scene("Y4 Y5 P8", "R4 R8 R5", R="cricket", W="fly"), "R6", "W7")
    assert lace(state, 0) == "Y4 Y5 P8 W7"
    assert state.current_player() == 1  # the way back to R6 is too long, and the others are taken
    assert flowers(after(state, "pass")) == named("P7 K4 P6")


def test_cricket_player_plays_on_when_all_cricket_flowers_are_pulled_out():
    state = scene("R6 K8 R5", "P8", mover=1, R="cricket", W="mosquito")
    assert after(state, "W5").legal_actions() == ["pass"]
    some = after(state, "W6")
    assert lace(some, 0) == "R6"
    assert some.legal_actions() == ["pass"]
    assert flowers(after(state, "W4")) == ALL - named("P8 W4")


# 21 Grasshopper


def test_grasshopper_gives_one_extra_that_is_no_grasshopper_flower():
    state = after(start(R="grasshopper"), "R5")
    assert state.current_player() == 0
    assert flowers(state) == ALL - of("R")
    assert after(state, "W7").current_player() == 1


def test_grasshopper_binds_nothing_but_the_extra():
    state = after(start(R="grasshopper"), "R5 W7 P8")
    assert flowers(state) & of("R") == named("R4 R6 R8")
    again = after(start(R="grasshopper"), "R5 W7 R6")
    assert again.current_player() == 1
    assert not flowers(again) & of("R")


def test_grasshopper_gives_an_extra_in_each_turn_of_a_double_turn():
    state = after(start(3, R="grasshopper"), "K4 Y4 R5 W7")
    assert state.current_player() == 2
    state = after(state, "R8")
    assert state.current_player() == 2
    assert not flowers(state) & of("R")
    assert after(state, "Y5").current_player() == 0


def test_grasshopper_without_a_legal_extra_ends_the_turn():
    state = scene("", "P8", removed="KPWY", R="grasshopper", W="large_white")
    assert after(state, "R5").current_player() == 1


# 22 Locust


def test_locust_demands_a_flower_with_exactly_one_lace_of_another():
    state = after(scene("K7", "K8 W5", R="locust"), "R4")
    assert state.current_player() == 0
    assert flowers(state) == named("K8 W5")
    assert after(state, "K8").current_player() == 1


def test_locust_accepts_the_lace_of_the_stick_insect():
    state = after(scene("", "", stick="K8 K7", R="locust", W="stick_insect"), "R4")
    assert flowers(state) == named("K8 K7")


def test_locust_refuses_full_flowers():
    state = after(scene("", "K8 W5", "K8", "", R="locust"), "R4")
    assert flowers(state) == named("W5")


def test_locust_without_such_a_flower_does_nothing():
    assert after(start(R="locust"), "R4").current_player() == 1


def test_locust_chains():
    state = after(scene("", "R6 W5", R="locust"), "R4", "R6")
    assert state.current_player() == 0
    assert flowers(state) == named("W5")
    assert after(state, "W5").current_player() == 1


# 23 Garden spider


def test_garden_spider_demands_the_lace_of_another():
    assert flowers(scene("W5", "K8 R4", W="garden_spider")) == named("K8 R4")
    assert flowers(scene("W5 K8", "R4", W="garden_spider")) == ALL - named("W5 K8 R4")
    assert flowers(scene("W5", "K8 R4", "K8", "Y4", W="garden_spider")) == named("R4 Y4")


def test_garden_spider_still_binds_after_a_pass():
    state = after(scene("W5", "", W="garden_spider"), "pass K8")
    assert flowers(state) == named("K8")
    assert flowers(after(state, "K8 R6")) > named("R4 Y7")


# 24 Harvestman


def test_harvestman_limits_the_next_turn_to_fives_with_or_without_a_lace():
    state = after(start(R="harvestman"), "R4 W5")
    assert flowers(state) == of(5)
    assert after(state, "W5").scores() == [9, 5]


def test_harvestman_five_demands_another_five():
    state = after(start(R="harvestman"), "R5 W5")
    assert flowers(state) == named("W5 P5 Y5")


def test_harvestman_limit_is_over_after_a_pass():
    state = scene("R4", "P8", harvesting=[0], number=5, R="harvestman", Y="swallowtail")
    assert state.legal_actions() == ["pass"]
    assert flowers(after(state, "pass", "K8")) > named("P6 Y4 W7")
    assert not flowers(after(state, "pass", "K8")) & named("P8 K8")


def test_harvestman_option_that_the_limit_lasts_until_it_is_used():
    option = {"harvestman": "until_used"}
    state = scene("R4", "P8", harvesting=[0], number=5, options=option, R="harvestman", Y="swallowtail")
    assert flowers(after(state, "pass", "Y4")) == of(5)


def test_harvestman_binds_one_flower_only():
    assert flowers(after(start(3, R="harvestman"), "K4 Y4 R5")) == of(5) - named("R5")
    state = after(start(3, R="harvestman"), "K4 Y4 R5 Y5", "K8 P6")
    assert flowers(state) > named("R8 W7")
    state = after(scene("R4", "K8", harvesting=[0], R="harvestman", W="grasshopper"), "W5")
    assert state.current_player() == 0
    assert flowers(state) > named("P6 K7")
    extra = after(scene("K7", "", R="harvestman", W="grasshopper"), "W5", "R4", "P8")
    assert flowers(extra) <= of(5)


def test_harvestman_refuses_a_five_with_two_laces():
    state = scene("R4", "W5", "W5", "Y5", harvesting=[0], R="harvestman")
    assert flowers(state) == named("R5 Y5 P5")


def test_harvestman_limit_and_permission_go_with_its_flower():
    state = scene("R4", "W5", mover=1, harvesting=[0], R="harvestman", Y="mosquito")
    assert flowers(after(state, "K8")) == of(5)
    robbed = after(state, "Y5")
    assert lace(robbed, 0) == ""
    assert flowers(robbed) == ALL - named("W5 Y5")


# 25 Tarantula


def test_tarantula_holder_collects_only_where_one_other_lace_is():
    state = scene("R4", "K8 Y7", "K8", "W5", cards={"tarantula": 0}, R="tarantula")
    assert flowers(state) == named("Y7 W5")
    state = scene("R4", "Y7", stick="K8 K7", cards={"tarantula": 0}, R="tarantula", W="stick_insect")
    assert flowers(state) == named("Y7 K8 K7")


def test_tarantula_flower_itself_may_be_empty():
    state = after(start(R="tarantula"), "R4")
    assert lace(state, 0) == "R4"
    assert flowers(after(state, "K8")) == named("K8")


def test_tarantula_returns_to_who_collects_another():
    state = after(start(R="tarantula"), "R4 R6")
    assert flowers(state) > named("K8 Y4")
    assert flowers(after(state, "P6")) == named("R4 P6")


def test_tarantula_card_stays_although_the_flower_was_pulled_out():
    state = after(start(R="tarantula", W="mosquito"), "R4 W5")
    assert lace(state, 0) == ""
    assert flowers(state) == named("W5")


# 26 Mosquito


def test_mosquito_strikes_all_others_independently():
    state = after(scene("K8 R6", "P8 Y7", "Y4 P6 R4", "", W="mosquito"), "W5")
    assert [lace(state, seat) for seat in range(4)] == ["K8 R6 W5", "", "", ""]
    state = after(scene("", "P8 Y7", "Y4 P6 R4", "K7", W="mosquito"), "W6")
    assert [lace(state, seat) for seat in range(4)] == ["W6", "", "Y4 P6", ""]


def test_mosquito_stops_at_its_colour_or_its_petals():
    state = scene("", "K6 W4 R8 Y5 P8", W="mosquito")
    assert lace(after(state, "W5"), 1) == "K6 W4 R8 Y5"
    assert lace(after(state, "W6"), 1) == "K6 W4"
    assert lace(after(scene("", "P8 W5 Y7 K8", W="mosquito"), "W7"), 1) == "P8 W5 Y7"
    assert lace(after(scene("", "P8 W5", W="mosquito"), "W4"), 1) == "P8 W5"


def test_mosquito_empties_the_active_end_when_nothing_matches():
    state = after(scene("", "K8 Y7 W5' P6' R8'", W="dung_beetle", Y="earthworm", R="mosquito"), "R4")
    assert lace(state, 1) == "K8 Y7 W5' P6' R8'"
    state = after(scene("", "K8 Y7 W5' P6'", W="dung_beetle", Y="earthworm", R="mosquito"), "R4")
    assert lace(state, 1) == "K8 Y7"


def test_mosquito_takes_nothing_from_an_empty_or_matching_lace():
    assert lace(after(scene("", "", W="mosquito"), "W4"), 1) == ""
    assert lace(after(scene("", "Y7 K8 R4", W="mosquito"), "W4"), 1) == "Y7 K8 R4"


def test_mosquito_strikes_with_each_collection_a_second_lace_included():
    state = after(scene("", "P8 W5", "", "", mover=3, W="mosquito"), "W5", "R8", "R4", "K8")
    assert lace(state, 1) == "P8 W5 R4"
    state = after(scene("W5", "", "", "P8", mover=1, W="mosquito"), "W5")
    assert lace(state, 0) == "W5"
    assert lace(state, 3) == ""


# 27 Fly


def test_fly_pulls_the_flower_before_it():
    state = after(scene("K7 K8", "", R="fly"), "R4")
    assert lace(state, 0) == "K7 R4"


@pytest.mark.parametrize(
    ("path", "animal", "open_ones"),
    [
        ("Y5 W5", "silk_moth", ""),
        ("W6", "leaf_beetle", "R8"),
        ("W6", "clothes_moth", "R4 R5 R8"),
        ("Y5 W5", "garden_spider", "R6"),
        ("Y5 R5 W5", "dragonfly", ""),
    ],
)
def test_fly_is_tested_before_the_pull_out(path, animal, open_ones):
    assert flowers(scene(path, "P7 R6", R="fly", W=animal)) & of("R") == named(open_ones)


def test_fly_harvestman_limit_is_tested_before_the_pull_out():
    state = scene("Y5 W4", "P7", harvesting=[0], R="fly", W="harvestman")
    assert flowers(state) & of("R") == named("R5")
    state = after(state, "R5", "P8")
    assert lace(state, 0) == "Y5 R5"
    assert flowers(state) > named("K4 K8 R6")


def test_fly_is_reached_from_the_old_last_flower():
    assert "R5" in flowers(scene("K4 Y5", "", R="fly"))
    assert "R5" not in flowers(scene("K4 Y5 K6", "", R="fly"))


def test_fly_flower_has_the_side_of_the_pulled_one():
    state = after(scene("K8 W5", "P8", R="fly", Y="longicorn"), "R4", "P6")
    assert lace(state, 0) == "K8 R4"
    assert not flowers(state) & of("Y")


def test_fly_pulls_the_last_of_the_active_end_newest_or_not():
    state = after(scene("K8 W5 P6 R4 Y7'", "", active=[0, 0], R="hornet", Y="fly", W="earthworm"), "Y4")
    assert lace(state, 0) == "K8 W5 P6 Y7' Y4"
    empty = after(scene("K8 W7", "", active=[1, 0], R="fly", W="earthworm"), "R6")
    assert lace(empty, 0) == "K8 W7 R6'"


def test_fly_frees_the_pulled_flower_for_all():
    state = after(scene("K7 K8", "", R="fly"), "R4")
    assert "K8" in flowers(state)
    assert "K8" in flowers(after(state, "P7"))


# 28 Snail


def test_snail_skips_the_next_turn_and_the_card_goes_back():
    state = after(start(R="snail"), "R4 K8")
    assert state.legal_actions() == ["pass"]
    state = after(state, "pass", "P6")
    assert state.current_player() == 0
    assert flowers(state) > named("K7 Y4")


def test_snail_skip_stands_although_its_flower_was_pulled_out():
    state = after(start(R="snail", W="mosquito"), "R4 W5")
    assert lace(state, 0) == ""
    assert state.legal_actions() == ["pass"]


def test_snail_frees_who_loses_the_card():
    state = after(start(R="snail"), "R4 R6")
    assert flowers(state) > named("K7 Y4")
    assert after(state, "K7").legal_actions() == ["pass"]


def test_snail_skip_is_a_turn_for_peacock_butterfly_large_white_and_harvestman():
    state = scene("W4", "P8", mover=1, cards={"snail": 0}, peacock_bans=[(0, "K")], W="peacock_butterfly", R="snail")
    assert not flowers(state) & of("K")
    assert flowers(after(state, "Y5 pass")) & of("K")
    state = scene("W4", "P8", mover=1, cards={"snail": 0}, leaving=[(0, "K")], W="large_white", R="snail")
    assert flowers(state) & of("K")
    assert not flowers(after(state, "Y5 pass")) & of("K")
    state = scene("R4 W5", "P8", cards={"snail": 0}, harvesting=[0], W="harvestman", R="snail")
    assert flowers(after(state, "pass Y5")) > named("P6 K7")


# 29 Dragonfly


def test_dragonfly_demands_a_new_colour():
    assert flowers(scene("K8 R4", "", R="dragonfly")) <= of("W", "P", "Y")
    assert flowers(scene("K8 R4", "", R="dragonfly")) > named("W5 P6 Y4")
    assert flowers(scene("R4 K8", "", R="dragonfly")) & of("R", "K")


def test_dragonfly_limit_remains_after_a_pass():
    state = scene("K8 W5 P6 Y4 R4", "P8", R="dragonfly")
    assert state.legal_actions() == ["pass"]
    assert after(state, "pass", "Y5").legal_actions() == ["pass"]


def test_dragonfly_applies_again_when_it_is_last_again():
    state = scene("K8 R4 W5", "P8", mover=1, R="dragonfly", Y="mosquito")
    assert flowers(after(state, "Y5")) & of("K", "R", "W")
    robbed = after(state, "Y4")
    assert lace(robbed, 0) == "K8 R4"
    assert flowers(robbed) <= of("W", "P", "Y")


def test_dragonfly_limit_goes_with_its_flower():
    state = after(scene("K8 R4", "P7", mover=1, R="dragonfly", Y="mosquito"), "Y8")
    assert lace(state, 0) == "K8"
    assert flowers(state) & of("K")


# 30 Stick insect


def stick(*laces, **given):
    return scene(*laces, stick="K8 K7 K6 K4", **{"W": "stick_insect"} | given)


def test_stick_insect_lace_goes_through_its_colour_and_frees_the_lowest_first():
    state = start(2, stick_colour="K", W="stick_insect")
    assert flowers(state) == ALL - of("K")
    for action, freed in (("W6", "K4"), ("W7", "K4 K6"), ("W5", "K4 K6 K7")):
        state = after(state, action)
        assert flowers(state) & of("K") == named(freed)
    assert "K8" in flowers(after(state, "W4"))


def test_stick_insect_lace_is_another_lace_for_those_who_want_one():
    assert flowers(stick("R4", "", R="garden_spider")) == of("K")
    assert flowers(after(stick("", "", R="locust"), "R4")) == of("K")
    assert flowers(stick("R4", "", cards={"tarantula": 0}, R="tarantula")) == of("K")
    purple = scene("R4", "", stick="P8 P7 P6 P5", harvesting=[0], R="harvestman", W="stick_insect")
    assert flowers(purple) == of(5)


def test_stick_insect_lace_fills_a_flower_with_the_lace_of_a_player():
    state = after(scene("R4", "R5", stick="K8", R="garden_spider", W="stick_insect"), "K8")
    assert flowers(state) == named("R4")
    state = after(state, "R4", "W5")  # which pulls the stick insect's lace
    assert flowers(state) == named("K8 W5")


def test_stick_insect_pulls_with_each_collection_while_any_is_left():
    state = scene("W5", "P8", mover=1, stick="K8 K7", R="mosquito", W="stick_insect")
    robbed = after(state, "R4")
    assert lace(robbed, 0) == ""
    assert not flowers(robbed) & named("K8 K7")
    again = after(robbed, "W5")
    assert "K7" in flowers(again)
    assert "K8" not in flowers(again)
    none_left = after(again, "P6", "W6")
    assert "K8" in flowers(none_left)
    assert lace(after(none_left, "P7", "W7"), 0) == "W5 W6 W7"


def test_stick_insect_pulls_with_a_second_lace():
    state = after(scene("R6", "W6", stick="K8", R="garden_spider", W="stick_insect"), "W6")
    assert "K8" in flowers(state)


def test_stick_insect_lace_is_no_players_lace():
    assert not flowers(stick("", "", R="carabus")) & of("R")
    assert not flowers(stick("", "", R="firefly")) & of("R")
    assert not flowers(scene("", "", stick="P8 P7 P6 P5", R="stag_beetle", W="stick_insect")) & of("R")
    assert stick("", "").scores() == [0, 0]


def test_stick_insect_flowers_are_normal_once_released():
    state = after(stick("", ""), "W4", "K4")
    assert state.scores() == [4, 4]


# 31 Earthworm


def test_earthworm_switches_the_end_when_collected_from_the_top():
    state = after(scene("K8", "", R="earthworm"), "R6", "P7")
    assert flowers(state) == ALL - named("K8 R6 P7")
    assert lace(after(state, "W6"), 0) == "K8 R6 W6'"


def test_earthworm_does_not_switch_when_collected_from_the_bottom():
    state = after(start(R="earthworm"), "R4 K8", "K7")
    assert lace(state, 0) == "R4 K7"
    state = after(scene("K8 W5", "", R="earthworm"), "R4 P8", "K7")
    assert lace(state, 0) == "K8 W5 R4 K7"


def test_earthworm_other_end_has_the_length_of_its_own_knot():
    for path, last, is_reached in (("K8 Y7 R6 Y5", "R8", True), ("P8 R8 Y5 P6", "K8", False)):
        other_end = " ".join(f"{name}'" for name in path.split())
        state = scene(f"W6 P7 {other_end}", "", P="earthworm")
        assert (last in flowers(state)) == is_reached


def test_earthworm_option_of_a_gap_between_the_knots():
    bound = {"options": {"knot_gap": 50}, "P": "earthworm"}
    assert "R8" in flowers(scene("W6 P7 K8' Y7' R6' Y5'", "", P="earthworm"))
    assert "R8" not in flowers(scene("W6 P7 K4' W7' P6' Y5'", "", **bound))


def test_earthworm_reach_is_from_the_last_of_the_active_end():
    state = scene("W6 P7 Y7'", "", active=[0, 0], P="earthworm")
    assert flowers(state) == flowers(scene("W6 P7", "Y7"))


def test_earthworm_pull_outs_are_from_the_active_end():
    state = after(scene("", "W6 P7 Y7' K8'", P="earthworm", R="mosquito"), "R4")
    assert lace(state, 1) == "W6 P7"


def test_earthworm_switch_survives_the_loss_of_the_flower():
    state = scene("K8", "P8", R="earthworm", W="mosquito")
    state = after(state, "R6", "W4", "Y4", "W7")
    assert lace(state, 0) == "K8 R6"
    assert lace(after(state, "Y8"), 0) == "K8 R6 Y8'"


def test_earthworm_back_on_the_first_end_goes_on_from_its_last_flower():
    state = after(scene("K8 R6 K4'", "", R="earthworm", W="longicorn"), "R5", "P8")
    assert not flowers(state) & of("W")
    assert lace(after(state, "Y7"), 0) == "K8 R6 K4' R5' Y7"
    state = after(scene("K8 R6 K4'", "", R="earthworm", W="longicorn"), "R5", "P8", "Y7", "P7")
    assert flowers(state) & of("W")

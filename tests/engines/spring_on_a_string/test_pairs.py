"""The pairs of animals of rules/spring_on_a_string.md, section 8: every row, in its order."""

from __future__ import annotations

import pytest
from scenes.spring_on_a_string import ALL, after, extra, flowers, lace, named, of, scene, start


def test_silk_moth_and_dragonfly_leave_nothing_until_a_pull_out():
    state = scene("K8 W5 R4", "P8", R="dragonfly", W="silk_moth", Y="mosquito")
    assert state.legal_actions() == ["pass"]
    assert after(state, "pass", "P6").legal_actions() == ["pass"]
    robbed = after(state, "pass", "Y5")
    assert lace(robbed, 0) == "K8 W5"
    assert flowers(robbed) and flowers(robbed) <= of("K", "W")


def test_silk_moth_and_mosquito_recompute_the_colours():
    locked = after(scene("K8 R6 W5 Y7", "", mover=1, R="silk_moth", W="mosquito"), "W4")
    assert flowers(locked) and flowers(locked) <= of("K", "R", "W")
    unlocked = after(scene("K8 W5 R6", "", mover=1, R="silk_moth", W="mosquito"), "W4")
    assert lace(unlocked, 0) == "K8 W5"
    assert flowers(unlocked) > named("P6 Y5")


def test_silk_moth_and_fly_recompute_the_colours():
    locked = after(scene("R5 W7 Y5", "P6", R="silk_moth", W="fly"), "W6", "P8")
    assert lace(locked, 0) == "R5 W7 W6"
    assert flowers(locked) <= of("R", "W")
    unlocked = after(scene("W6 R5", "P6", R="silk_moth", W="fly"), "W7", "P8")
    assert lace(unlocked, 0) == "W6 W7"
    assert flowers(unlocked) > named("K4 Y5")


def test_silk_moth_and_mosquito_and_deaths_head_hawkmoth():
    state = scene("K8 R6 P8", "", mover=1, R="silk_moth", W="mosquito", P="deaths_head_hawkmoth")
    assert after(state, "Y4").legal_actions() == ["pass"]
    one_left = after(state, "W6")
    assert lace(one_left, 0) == "K8 R6"
    assert flowers(one_left) and flowers(one_left) <= of("K", "R")
    none_left = after(state, "W4")
    assert lace(none_left, 0) == ""
    assert flowers(none_left) == ALL - named("W4")


def test_black_arches_and_harvestman_cost_one_turn():
    state = scene("R4", "P8", cards={"black_arches": 0}, harvesting=[0], R="harvestman", Y="black_arches")
    assert state.legal_actions() == ["pass"]
    assert flowers(after(state, "pass", "K8")) == of(4, 6, 8) - named("R4 P8 K8")


@pytest.mark.parametrize("animal", ["ladybird", "stag_beetle"])
def test_black_arches_holder_supplies_no_fives(animal):
    state = scene("Y8", "", cards={"black_arches": 0}, Y="black_arches", R=animal)
    assert flowers(state) == of(4, 6, 8) - of("R") - named("Y8")


def test_leaf_beetle_and_harvestman_cost_one_turn():
    state = scene("W6 R6", "P8", harvesting=[0], W="leaf_beetle", R="harvestman")
    assert state.legal_actions() == ["pass"]
    later = after(state, "pass", "Y4")
    assert flowers(later) and flowers(later) <= of(6, 7, 8)


def test_leaf_beetle_closes_the_lowest_dung_beetle_flower_to_its_player_only():
    state = scene("W6", "", W="leaf_beetle", R="dung_beetle")
    assert not flowers(state) & of("R")
    assert flowers(after(state, "P7")) & of("R") == named("R4")


def test_leaf_beetle_and_clothes_moth_add_up():
    assert flowers(scene("W6 R8", "", W="leaf_beetle", R="clothes_moth")) <= of(6, 7)
    assert flowers(scene("W6", "", W="leaf_beetle", R="clothes_moth")) == of(6, 7, 8) - named("W6")


def test_clothes_moth_and_swallowtail_add_up():
    state = scene("R6", "", number=4, W="swallowtail", R="clothes_moth")
    assert flowers(state) == of(5, 7, 8)


@pytest.mark.parametrize("animal", ["harvestman", "ladybird", "stag_beetle"])
def test_swallowtail_on_five_closes_the_fives_to_all(animal):
    for mover in (0, 1):
        assert not flowers(scene("K8", "P8", mover=mover, number=5, W="swallowtail", R=animal)) & of(5)


def test_swallowtail_on_five_leaves_the_harvestman_nothing():
    state = scene("R4", "K8", number=5, harvesting=[0], W="swallowtail", R="harvestman")
    assert state.legal_actions() == ["pass"]


def test_dung_beetle_flowers_take_no_second_lace():
    other = "R4 K8"
    assert flowers(after(scene("", other, R="dung_beetle", W="locust"), "W5")) == named("K8")
    assert flowers(scene("W5", other, R="dung_beetle", W="garden_spider")) == named("K8")
    assert flowers(scene("", other, cards={"tarantula": 0}, R="dung_beetle", W="tarantula")) == named("K8")
    state = scene("W4", "R4 R5", harvesting=[0], R="dung_beetle", W="harvestman")
    assert flowers(state) == of(5) - named("R5")


def test_dung_beetle_flower_pulled_out_by_mosquito_reopens_and_blocks_the_higher():
    state = scene("", "K8 R4", R="dung_beetle", W="mosquito")
    assert flowers(state) & of("R") == named("R5")
    assert flowers(after(state, "W6")) & of("R") == named("R4")


def test_dung_beetle_flower_pulled_out_by_fly_reopens_and_blocks_the_higher():
    state = scene("K8 R4", "P6", R="dung_beetle", W="fly")
    assert flowers(after(state, "K7")) & of("R") == named("R5")
    assert flowers(after(state, "W5")) & of("R") == named("R4")


def test_firefly_colour_that_is_removed_can_no_longer_become_complete():
    for mover in (0, 1):
        state = scene("K8 K7", "K4", mover=mover, removed="K", R="firefly", W="large_white")
        assert "K6" not in flowers(state)
        assert not flowers(state) & of("R")
    complete = scene("", "P5 P7 P6 P8", removed="P", R="firefly", W="large_white")
    assert flowers(complete) >= of("R")


def test_firefly_colour_that_is_banned_for_a_turn_may_still_become_complete():
    state = scene("K4", "K8 K7", "", "", mover=3, peacock_bans=[(0, "K")], R="firefly", W="peacock_butterfly")
    assert "K6" not in flowers(state)
    state = after(state, "P6", "K6")
    assert flowers(state) & of("R")


def test_firefly_counts_the_extra_colour_with_laces_of_players_only():
    assert not flowers(scene("", "K6 K4", "", stick="K8 K7", R="firefly", W="stick_insect")) & of("R")
    assert not flowers(scene("P7", "K7", "K6 K4", stick="K8", R="firefly", W="stick_insect")) & of("R")
    assert flowers(scene("P7", "K8 K7", "K6 K4", R="firefly", W="stick_insect")) & of("R")


ACCESS = {
    "firefly": ("P8", "P5 P7 P6"),
    "ladybird": ("Y5", "P6"),
    "rose_chafer": ("K6", "P6"),
    "stag_beetle": ("Y5", "P6"),
}
"""Laces with which R6 is open to both seats, but to one that the first lace's last flower is pulled out."""


@pytest.mark.parametrize("animal", ["firefly", "ladybird", "rose_chafer", "stag_beetle"])
def test_access_goes_at_once_with_a_mosquito(animal):
    own, other = ACCESS[animal]
    state = scene(own, other, mover=1, R=animal, W="mosquito")
    assert "R6" in flowers(after(state, "Y7"))
    robbed = after(state, "W7")
    assert lace(robbed, 0) == ""
    assert "R6" not in flowers(robbed)


def test_access_goes_at_once_with_a_mosquito_for_carabus():
    state = scene("K6", "P8", R="carabus", W="mosquito")
    assert "R6" in flowers(after(state, "Y7"))
    assert "R6" not in flowers(after(scene("P8", "K6", R="carabus", W="mosquito"), "W5", "Y7"))


@pytest.mark.parametrize("animal", ["ladybird", "rose_chafer"])
def test_access_goes_at_once_with_a_fly(animal):
    own, other = ACCESS[animal]
    state = scene(own, other, R=animal, W="fly")
    assert "R6" in flowers(after(state, "K8", "P7"))
    assert "R6" not in flowers(after(state, "W7", "P7"))


@pytest.mark.parametrize("animal", ["firefly", "stag_beetle"])
def test_access_of_all_goes_at_once_with_a_fly(animal):
    own, other = ACCESS[animal]
    state = scene(own, other, R=animal, W="fly")
    assert flowers(after(state, "K8")) & of("R")
    assert not flowers(after(state, "W7")) & of("R")


def test_access_of_others_goes_at_once_with_a_fly_for_carabus():
    state = scene("K6", "P7", R="carabus", W="fly")
    assert flowers(after(state, "K8")) & of("R") == named("R6 R8")
    assert flowers(after(state, "W4")) & of("R") == named("R4")


def test_carabus_is_satisfied_by_the_lace_of_a_player_in_the_same_flower():
    assert flowers(after(scene("", "R6", R="carabus", W="locust"), "W5")) == named("R6")
    assert flowers(scene("W5", "R6", R="carabus", W="garden_spider")) == named("R6")
    assert flowers(scene("W5", "R6", cards={"tarantula": 0}, R="carabus", W="tarantula")) == named("R6")


def test_carabus_is_not_satisfied_by_the_stick_insect():
    state = scene("P7", "K8", stick="Y8 Y7 Y5 Y4", R="carabus", W="stick_insect")
    assert flowers(state) & of("R") == named("R8")


@pytest.mark.parametrize("animal", ["bee", "bumblebee"])
def test_rose_chafer_and_ladybird_look_at_the_printed_petals(animal):
    state = scene("P5 K8", "", P=animal, R="ladybird", Y="rose_chafer")
    assert state.scores()[0] == 16
    assert flowers(state) & of("R", "Y") == of("R") | named("Y5 Y8")


def test_longicorn_and_earthworm_count_per_end():
    animals = {"R": "longicorn", "Y": "earthworm"}
    assert not flowers(scene("K8 Y7", "", active=[1, 0], **animals)) & of("R")
    assert flowers(scene("K8 Y7 W5'", "", **animals)) & of("R")
    assert not flowers(scene("K8 Y7 W5' P6'", "", **animals)) & of("R")
    switched = after(scene("K8", "", R="longicorn", Y="earthworm"), "Y7", "P8")
    assert not flowers(switched) & of("R")


def test_longicorn_and_fly_keep_the_side():
    state = scene("K8 W5", "P8", R="longicorn", Y="fly")
    assert not flowers(state) & of("R")
    state = after(state, "Y5", "P6")
    assert lace(state, 0) == "K8 Y5"
    assert not flowers(state) & of("R")
    assert flowers(after(start(R="longicorn", Y="fly"), "Y5", "P6")) & of("R")


@pytest.mark.parametrize(
    ("path", "other", "given"),
    [
        ("K8 W5", "R4", {"W": "garden_spider"}),
        ("K8 W5", "R4", {"W": "tarantula", "cards": {"tarantula": 0}}),
        ("K8 P6 Y5 W7", "R4", {"W": "dragonfly"}),
    ],
)
def test_longicorn_with_a_demand_can_stop_a_player_for_good(path, other, given):
    state = scene(path, other, R="longicorn", **given)
    assert state.legal_actions() == ["pass"]
    assert after(state, "pass", "R6").legal_actions() == ["pass"]


def test_grasshopper_extra_may_be_a_locust_flower_and_chains():
    state = after(scene("", "K8 W6", R="grasshopper", W="locust"), "R5", "W7")
    assert flowers(state) == named("K8 W6")
    state = after(state, "W6")
    assert flowers(state) == named("K8")
    assert after(state, "K8").current_player() == 1


def test_grasshopper_met_in_the_chain_of_its_extra_gives_no_second_one():
    state = after(scene("", "R4 K8", R="grasshopper", W="locust"), "R5", "W7", "R4")
    assert state.current_player() == 1


def test_grasshopper_met_in_a_chain_before_any_extra_gives_the_first():
    state = after(scene("", "R4 K8", R="grasshopper", W="locust"), "W7", "R4")
    assert state.current_player() == 0
    assert flowers(state) == ALL - of("R") - named("W7 K8")
    state = after(state, "W5")
    assert flowers(state) == named("K8")


def test_grasshopper_and_snail_play_the_extra_and_then_skip():
    state = after(start(R="grasshopper", W="snail"), "R5", "W7")
    assert state.current_player() == 1
    assert after(state, "K8").legal_actions() == ["pass"]


def test_grasshopper_and_fly_undo_nothing():
    state = after(start(R="grasshopper", W="fly"), "R5", "W7")
    assert lace(state, 0) == "W7"
    assert state.current_player() == 1


def test_grasshopper_and_deaths_head_hawkmoth_end_play():
    state = after(start(R="grasshopper", W="deaths_head_hawkmoth"), "R5", "W7")
    assert after(state, "K8").legal_actions() == ["pass"]


def test_locust_and_mosquito_stop_at_the_shared_flower():
    state = after(scene("", "P8 W5 K7", R="locust", W="mosquito"), "R4", "W5")
    assert lace(state, 0) == "R4 W5"
    assert lace(state, 1) == "P8 W5"


def test_locust_and_fly_pull_the_locust_flower():
    state = after(scene("", "W7", R="locust", W="fly"), "R5", "W7")
    assert lace(state, 0) == "W7"
    assert state.current_player() == 1


def test_locust_and_tarantula():
    state = scene("", "W5 K8", cards={"tarantula": 1}, R="locust", W="tarantula")
    state = after(state, "R6", "W5", "Y7")
    assert flowers(state) == named("K8 Y7")
    holder = scene("P6", "R4 K8", cards={"tarantula": 0}, R="locust", W="tarantula")
    assert flowers(holder) == named("R4 K8")
    assert flowers(after(holder, "R4")) == named("K8")


def test_locust_flower_uses_the_harvest_limit_and_the_forced_one_does_not():
    state = scene("W6", "K8 P5", harvesting=[0], R="locust", W="harvestman")
    assert flowers(state) == of(5)
    assert flowers(after(state, "R5")) == named("K8 P5")


def test_garden_spider_limit_goes_and_comes_back_with_mosquito():
    state = scene("K8 W5", "", mover=1, W="garden_spider", R="mosquito")
    gone = after(state, "R8")
    assert lace(gone, 0) == "K8"
    assert flowers(gone) > named("P6 Y5")
    back = after(scene("W5 K8", "", mover=1, W="garden_spider", R="mosquito"), "R5")
    assert flowers(back) == named("R5")


@pytest.mark.parametrize("given", [{"W": "garden_spider"}, {"W": "tarantula", "cards": {"tarantula": 0}}])
def test_demand_for_a_lace_out_of_reach_stays_after_the_pass(given):
    state = scene("K4 Y5 W6", "Y7", **given)
    assert state.legal_actions() == ["pass"]
    assert flowers(after(state, "pass", "P7")) == named("P7")


def test_tarantula_agrees_with_garden_spider_and_locust():
    assert flowers(scene("W5", "K8", cards={"tarantula": 0}, W="garden_spider", R="tarantula")) == named("K8")
    state = scene("", "W5 K8", cards={"tarantula": 0}, W="locust", R="tarantula")
    assert flowers(after(state, "W5")) == named("K8")


def test_tarantula_and_harvestman_leave_the_fives_with_another_lace():
    state = scene("R4", "P5 K8 W5", cards={"tarantula": 0}, harvesting=[0], R="harvestman", W="tarantula")
    assert flowers(state) == named("P5 W5")


@pytest.mark.parametrize(
    ("animal", "open_ones"), [("tarantula", named("K8 P7")), ("black_arches", of(4, 6, 8) - named("R4 K8"))]
)
def test_cards_of_tarantula_and_black_arches_are_independent_of_the_snail(animal, open_ones):
    state = scene("R4", "K8", cards={"snail": 0, animal: 0}, R="snail", W=animal)
    assert state.legal_actions() == ["pass"]
    state = after(state, "pass", "P7")
    assert flowers(state) == open_ones


@pytest.mark.parametrize(("animal", "path"), [("deaths_head_hawkmoth", "K8 R6"), ("cricket", "R6 K8 R5")])
def test_mosquito_may_bring_a_finished_player_back(animal, path):
    state = scene(path, "P8", mover=1, R=animal, W="mosquito")
    assert after(state, "Y7").legal_actions() == ["pass"]
    assert flowers(after(state, "W4")) == ALL - named("P8 W4")


def test_mosquito_leaves_cards_where_they_lie():
    def robbed(animal):
        return after(scene("R6", "P8", mover=1, cards={animal: 0}, R=animal, W="mosquito"), "W5")

    for animal in ("hornet", "black_arches", "tarantula", "snail"):
        assert lace(robbed(animal), 0) == ""
    assert robbed("hornet").scores() == [2, 13]
    assert flowers(robbed("black_arches")) == of(4, 6, 8) - named("P8")
    assert flowers(robbed("tarantula")) == named("P8 W5")
    assert robbed("snail").legal_actions() == ["pass"]


def test_mosquito_leaves_bans():
    peacock = after(start(3, R="peacock_butterfly", W="mosquito"), "R6/K", "W5")
    assert not flowers(peacock) & of("K")
    white = after(start(2, R="large_white", W="mosquito"), "R6/K", "W5")
    assert not flowers(white) & of("K")
    swallowtail = after(start(2, R="swallowtail", W="mosquito"), "R6", "W5")
    assert not flowers(swallowtail) & of(6)
    for state in (peacock, white, swallowtail):
        assert lace(state, 0) == ""


def test_mosquito_returns_the_allowance_of_garden_tiger():
    state = after(scene("R6", "P8", mover=1, R="garden_tiger", W="mosquito"), "W4")
    assert flowers(state) >= of("R")


def test_mosquito_pulls_the_active_end_of_earthworm_only():
    state = after(scene("", "W6 P7 Y5' K8'", P="earthworm", R="mosquito"), "R4")
    assert lace(state, 1) == "W6 P7"
    state = after(scene("", "W6 P7 Y5' K8'", active=[0, 0], P="earthworm", R="mosquito"), "R4")
    assert lace(state, 1) == "Y5' K8'"


def test_mosquito_leaves_the_stick_insect_and_a_new_collection_pulls_again():
    state = scene("W5", "", mover=1, stick="K8 K7 K6", R="mosquito", W="stick_insect")
    state = after(state, "R4")
    assert not flowers(state) & named("K8 K7 K6")
    assert flowers(after(state, "W5")) & named("K8 K7 K6") == named("K6")


def test_mosquito_decides_the_final_lace_of_bee_and_bumblebee():
    bee = scene("W4 K8", "", mover=1, W="bee", R="mosquito")
    assert bee.scores()[0] == 16
    assert after(bee, "R4").scores()[0] == 4
    bumblebee = scene("W4 K6 P8", "", mover=1, W="bumblebee", R="mosquito")
    assert bumblebee.scores()[0] == 8 + 6 + 8
    assert after(bumblebee, "R6").scores()[0] == 6 + 6
    assert after(bumblebee, "R4").scores()[0] == 4


def test_mosquito_and_fly_can_loop_until_a_state_occurs_for_the_third_time():
    animals = {"W": "mosquito", "Y": "fly", "R": "large_white"}
    loop = "Y4 Y7 W5 Y8 Y5 W6"
    state = after(scene("", "", removed="KPR", **animals), "Y8 Y5 W6", loop, loop[:-3])
    assert not state.is_terminal()
    assert after(state, loop[-2:]).is_terminal()


def test_fly_leaves_the_number_of_swallowtail_banned():
    state = after(scene("K8 R4", "P6", number=4, R="swallowtail", W="fly"), "W5")
    assert lace(state, 0) == "K8 W5"
    assert not flowers(state) & of(4)


def test_fly_returns_the_allowance_of_garden_tiger():
    state = scene("K8 R6", "P6", R="garden_tiger", W="fly")
    assert not flowers(after(state, "Y7", "P8")) & of("R")
    assert flowers(after(state, "W5", "P8")) & of("R")


@pytest.mark.parametrize(
    ("path", "animal", "fly", "ended"),
    [
        ("K7 R6", "clothes_moth", "W5", of(6)),
        ("K7 R5", "leaf_beetle", "W5", of(4)),
        ("W5 R4", "silk_moth", "W7", of("P")),
    ],
)
def test_fly_ends_the_limits_of_the_pulled_flower(path, animal, fly, ended):
    state = scene(path, "P8", R=animal, W="fly")
    assert not flowers(state) & ended
    state = after(state, fly, "K8")
    assert flowers(state) & ended


def test_fly_is_tested_against_the_limits_of_the_flower_it_pulls():
    assert flowers(scene("R6", "", R="clothes_moth", W="fly")) & of("W") == named("W4 W5 W7")
    assert flowers(scene("R5", "", R="leaf_beetle", W="fly")) & of("W") == named("W5 W6 W7")
    assert not flowers(scene("P5 R4", "", R="silk_moth", W="fly")) & of("W")


@pytest.mark.parametrize(
    ("path", "other", "given", "open_ones"),
    [
        ("K8 R6", "W5", {"R": "garden_spider"}, "W5"),
        ("K8 W6 R5", "P7", {"R": "dragonfly"}, ""),
        ("K8 R6", "P7", {"R": "harvestman", "harvesting": [0]}, "W5"),
    ],
)
def test_fly_is_tested_against_the_demand_of_the_last_flower_which_then_is_gone(path, other, given, open_ones):
    state = scene(path, other, W="fly", **given)
    assert flowers(state) & of("W") == named(open_ones)
    if open_ones:
        state = after(state, open_ones, "P8")
        assert lace(state, 0) == f"K8 {open_ones}"
        assert flowers(state) > named("K7 R4 Y7")


def test_fly_that_pulls_a_five_lowers_the_count_of_stag_beetle_at_once():
    state = scene("K8 Y5", "P8", R="stag_beetle", W="fly")
    assert flowers(after(state, "K7")) & of("R")
    assert not flowers(after(state, "W7")) & of("R")


def test_fly_right_after_a_switch_of_earthworm_pulls_nothing():
    state = after(scene("K8", "", R="earthworm", W="fly"), "R6", "P8", "W5")
    assert lace(state, 0) == "K8 R6 W5'"


def test_fly_pulls_the_last_flower_of_the_end_that_earthworm_switched_to():
    state = after(scene("K8 R6 P5'", "", R="earthworm", W="fly"), "R8", "P8", "W5")
    assert lace(state, 0) == "K8 P5' R8' W5"


def test_snail_skip_ends_a_ban_of_peacock_butterfly():
    given = {"R": "snail", "W": "peacock_butterfly"}
    state = scene("W4", "P8", mover=1, cards={"snail": 0}, peacock_bans=[(0, "K")], **given)
    assert not flowers(state) & of("K")
    assert flowers(after(state, "Y5 pass")) & of("K")


def test_snail_skip_starts_a_ban_of_large_white():
    given = {"R": "snail", "W": "large_white"}
    state = scene("W4", "P8", mover=1, cards={"snail": 0}, leaving=[(0, "K")], **given)
    assert flowers(state) & of("K")
    assert not flowers(after(state, "Y5 pass")) & of("K")


@pytest.mark.parametrize(
    ("animal", "first", "second"),
    [("garden_spider", "R5", "R8"), ("dragonfly", "R5", ""), ("harvestman", "R4", "R5")],
)
def test_cricket_second_extra_is_bound_by_the_first(animal, first, second):
    state = after(scene("", "R8 K8", R="cricket", W=animal), first, "W7")
    assert extra(state) == named(second)
    assert after(state, second, "pass").legal_actions() == ["pass"]


def test_cricket_and_snail_skip_one_of_the_passes_unless_mosquito_brings_the_player_back():
    state = after(scene("", "P8", R="cricket", W="snail", Y="mosquito"), "R5", "W7", "R4")
    assert after(state, "P6").legal_actions() == ["pass"]
    back = after(state, "Y8")
    assert lace(back, 0) == ""
    assert back.legal_actions() == ["pass"]
    assert flowers(after(back, "pass", "P6")) > named("R5 K4")


@pytest.mark.parametrize("animal", ["peacock_butterfly", "large_white"])
def test_stick_insect_colour_can_be_named(animal):
    state = scene("", "", stick="K8", R=animal, W="stick_insect")
    assert flowers(state) & of("K") == named("K4 K6 K7")
    state = after(state, "R5/K")
    if animal == "large_white":
        state = after(state, "P8")
    assert not flowers(state) & of("K")


def test_stick_insect_flowers_may_be_entered_with_a_permission():
    given = {"stick": "P8 P7 P6 P5", "W": "stick_insect"}
    assert flowers(scene("R6", "", cards={"tarantula": 0}, R="tarantula", **given)) == of("P")
    assert flowers(scene("R6", "", R="garden_spider", **given)) == of("P")
    assert flowers(after(scene("", "", R="locust", **given), "R6")) == of("P")
    assert "P5" in flowers(scene("R6", "", harvesting=[0], R="harvestman", **given))


def test_earthworm_with_possessions_over_both_ends():
    assert scene("R4 Y7 K8'", "", R="bumblebee", Y="earthworm").scores()[0] == 8 + 7 + 8
    assert scene("K8 Y7 R4'", "", R="bee", Y="earthworm").scores()[0] == 8 + 7 + 4
    assert scene("K8 Y7 R4' P6'", "", R="bee", Y="earthworm").scores()[0] == 8 + 7 + 6 + 6
    assert not flowers(scene("R4 Y7 K8'", "", R="garden_tiger", Y="earthworm")) & of("R")
    assert flowers(scene("R4 Y7 K8'", "", R="silk_moth", Y="earthworm")) <= of("R", "Y", "K")


def test_hornet_points_come_before_the_tie_break():
    over = after(
        scene("R4", "Y4 P6", collections=399, cards={"hornet": 1}, latest=[1, 0], R="hornet", P="mosquito"), "R6"
    )
    assert over.scores() == [12, 10]
    assert over.winners() == [0]
    even = scene("K8 Y4", "R6", collections=399, cards={"hornet": 1}, latest=[0, 1], mover=1, R="hornet", P="mosquito")
    assert after(even, "W4").scores() == [12, 12]
    assert after(even, "W4").winners() == [1]

"""The rulings of rules/spinnentwist.md, section 4, one test each."""

from __future__ import annotations

from scenes.spinnentwist import after, fields_of, scene

import springtail as st


def start(web: str = "sommermorgen") -> st.State:
    return st.game("spinnentwist", web=web).start()


def test_ruling_1_she_walks_along_a_shortest_path_to_where_the_male_now_stands():
    assert after(scene(["a4"]), "a4-b4").legal_actions() == [">b1"]
    assert after(scene(["a4"], female="c4"), "a4-b4").legal_actions() == [">b4"]


def test_ruling_2_males_neither_block_nor_lengthen_her_path():
    state = after(scene(["b4"], ["a1"]), "b4-a4")
    assert state.legal_actions() == [">a1"]
    assert fields_of(after(state, ">a1"))["eaten"] == [0, 1]


def test_ruling_3_every_shortest_path_is_a_choice():
    state = after(scene(["d5"], ["c4"], female="a2"), "d5-c5")
    assert state.legal_actions() == [">a4", ">b3", ">c2"]


def test_ruling_4_paths_with_prey_are_preferred():
    two = after(scene(["d5"], ["c2", "a4"], female="a2"), "d5-c5")
    assert two.legal_actions() == [">a4", ">c2"]
    nearer = after(scene(["d5"], ["c2", "a3"], female="a2"), "d5-c5")
    assert nearer.legal_actions() == [">a3", ">c2"]
    one = after(scene(["d5"], ["c3", "b3"], female="a2"), "d5-c5")
    assert one.legal_actions() == [">b3"]


def test_ruling_4_prey_beyond_her_steps_does_not_count():
    state = after(scene(["d5"], ["b5"], female="a2"), "d5-c5")
    assert state.legal_actions() == [">a3", ">b2"]


def test_ruling_5_the_opponent_chooses_and_paths_with_the_same_end_are_one_choice():
    state = after(scene(["d5"], ["c2", "a4"], female="a2"), "d5-c5")
    assert state.current_player() == 1
    assert fields_of(after(state, ">a4"))["female"] == "a4"
    assert fields_of(after(state, ">c2"))["female"] == "c2"
    assert after(scene(["c4"], ["c5"], female="a2"), "c4-c3").legal_actions().count(">b3") == 1


def test_ruling_6_she_cannot_pass_the_target():
    state = after(scene(["b3"], ["a4", "a5"], female="a2"), "b3-a3")
    assert state.legal_actions() == [">a3"]


def test_ruling_7_the_males_of_both_colours_on_the_new_spoke_count_and_one_in_the_centre():
    alone = scene(["b5"], female="a1")
    assert after(alone, "b5-a5").legal_actions() == [">a2"]
    assert after(scene(["b5"], ["o"], female="a1"), "b5-a5").legal_actions() == [">a3"]
    assert after(scene(["b5", "o"], female="a1"), "b5-a5").legal_actions() == [">a3"]
    assert after(scene(["b4", "a5"], ["o"], female="a1"), "b4-a4").legal_actions() == [">a4"]


def test_ruling_8_in_the_centre_the_fullest_spoke_counts_and_the_male_itself():
    state = after(scene(["d1", "a3", "b5"], ["a4"], female="c5"), "d1-o")
    assert state.legal_actions() == [">c2"]
    equal = after(scene(["d1", "a3", "b5"], ["a4", "b4"], female="c5"), "d1-o")
    assert equal.legal_actions() == [">c2"]


def test_ruling_9_the_female_does_not_count():
    assert after(scene(["b4"], female="a1"), "b4-a4").legal_actions() == [">a2"]


def test_ruling_10_the_spoke_where_a_male_ends_counts():
    state = scene(["b4"], ["b5", "b3"], female="a1")
    assert after(state, "b4-a4").legal_actions() == [">a2"]
    assert after(scene(["a4"], ["b5", "c1"], female="a1"), "a4-b4").legal_actions() == [">a3", ">b2"]


def test_ruling_11_a_male_on_her_point_is_a_mating_and_she_does_not_move():
    state = after(scene(["a1"]), "a1-o")
    assert state.current_player() == 0
    assert fields_of(state)["female"] == "o"
    assert fields_of(state)["mated"] == [1, 0]
    assert fields_of(state)["males"] == [[], []]


def test_ruling_12_no_entry_onto_her_point():
    assert "+a5" not in scene(female="a5").legal_actions()
    assert "+b5" in scene(female="a5").legal_actions()


def test_ruling_13_mating_is_a_choice_and_always_succeeds():
    for die in (0, 1, 6):
        state = scene(["a1"], female="a2", die=die, supply=(None, 8))
        assert {"a1-a2", "a1-b1", "a1-o", "+c5"} < set(state.legal_actions())
        assert after(state, "a1-a2").scores() == [2, -2]


def test_ruling_14_one_mating_a_turn_but_other_males_may_still_move_elsewhere():
    state = after(scene(["a1", "b1"], die=6, supply=(None, 8)), "a1-o")
    assert "b1-o" not in state.legal_actions()
    assert {"b1-a1", "b1-b2", "b1-c1"} < set(state.legal_actions())
    assert "b1-o" in after(state, "end", "+f5", "end").legal_actions()


def test_ruling_15_a_male_that_entered_may_neither_move_nor_mate():
    state = after(scene(["e3"], female="a4", die=3, supply=(None, 8)), "+a5")
    assert [action for action in state.legal_actions() if action.startswith("a5")] == []
    assert "e3-e4" in state.legal_actions()


def test_ruling_16_a_male_eaten_before_it_moved_loses_its_move():
    state = scene(["b4", "a1"])
    assert "a1-a2" in state.legal_actions()
    state = after(state, "b4-a4", ">a1", "=1")
    assert fields_of(state)["males"] == [["a4"], []]
    assert [action for action in state.legal_actions() if action.startswith("a1")] == []


def test_ruling_17_each_shake_and_each_mating_lowers_the_die():
    state = scene(["a4", "c4", "e4", "g1"], die=3, supply=(None, 8))
    state = after(state, "a4-a3")
    assert (fields_of(state)["die"], state.current_player()) == (2, 0)
    state = after(state, "g1-o")
    assert (fields_of(state)["die"], state.current_player()) == (1, 0)
    state = after(state, "c4-c3")
    assert (fields_of(state)["die"], state.current_player(), fields_of(state)["female"]) == (0, 0, "o")
    assert after(state, "e4-e3").legal_actions() == [">e1"]


def test_ruling_17_a_meal_is_followed_by_a_roll_and_later_shakes_count():
    state = after(scene(["b4", "c4"], ["a1"]), "b4-a4", ">a1")
    assert state.is_chance_node()
    state = after(state, "=2")
    assert (fields_of(state)["die"], state.current_player()) == (2, 0)
    assert fields_of(after(state, "c4-c3"))["die"] == 1


def test_ruling_18_the_roll_is_a_chance_event_of_six_equal_outcomes():
    state = after(scene(["b4"], ["a1"]), "b4-a4", ">a1")
    assert state.chance_weights() == [(f"={face}", 1) for face in range(1, 7)]


def test_ruling_19_at_least_one_action_a_turn_and_a_mating_is_one():
    state = scene(["a1", "c4"])
    assert not {"end", "pass"} & set(state.legal_actions())
    assert "end" in after(state, "a1-o").legal_actions()
    assert "end" in after(state, "c4-c3", ">c1").legal_actions()
    assert "end" in after(state, "+e5", ">e1").legal_actions()


def test_ruling_20_a_turn_without_legal_actions_is_passed():
    black = ["b5", "d5", "c4", "f5", "h5", "g4"]
    state = scene(["c5", "g5"], black, mated=(8, 0), supply=(0, 4))
    assert state.legal_actions() == ["pass"]
    passed = after(state, "pass")
    assert passed.current_player() == 1
    assert fields_of(passed)["turns"] == fields_of(state)["turns"] + 1


def test_ruling_21_males_may_be_left_unmoved_and_that_shakes_nothing():
    state = after(scene(["a4", "c4", "e4"], die=2, supply=(None, 8)), "a4-a3")
    assert {"c4-c3", "e4-e3", "end"} < set(state.legal_actions())
    ended = after(state, "end")
    assert ended.current_player() == 1
    assert fields_of(ended)["die"] == fields_of(state)["die"] == 1


def test_ruling_22_the_order_is_free_and_each_action_is_followed_by_its_reaction():
    state = scene(["a4", "c4"])
    assert {"+e5", "a4-a3", "c4-c3"} < set(state.legal_actions())
    for first, then in (("+e5", "a4-a3"), ("a4-a3", "+e5")):
        reacting = after(state, first)
        assert reacting.current_player() == 1
        assert then in after(reacting, reacting.legal_actions()[0]).legal_actions()


def test_ruling_23_the_game_ends_at_once_when_a_seat_has_one_spider_left():
    eaten = after(scene(["b4", "g5"], ["a1", "a5"], mated=(0, 4), supply=(None, 0)), "b4-a4", ">a1")
    assert eaten.is_terminal()
    assert eaten.scores() == [0, 3]
    mated = after(scene(["a1", "c5"], ["e5"], mated=(2, 0), supply=(0, None), die=1), "a1-o")
    assert mated.is_terminal()
    assert mated.scores() == [0, 0]


def test_ruling_23_a_single_spider_in_supply_ends_the_game_too():
    assert after(scene(["a1"], ["e5"], supply=(1, None)), "a1-o").is_terminal()


def test_ruling_24_the_60th_turn_in_succession_without_event_ends_the_game():
    state = scene(["a5"], ["f5"], quiet_turns=59, turns=100)
    assert after(state, "a5-b5", ">b1", "end").is_terminal()
    entered = after(state, "+c5", ">c1", "end")
    assert not entered.is_terminal()
    assert fields_of(entered)["quiet_turns"] == 0
    mated = after(scene(["a1"], ["f5"], quiet_turns=59, turns=100), "a1-o", "end")
    assert fields_of(mated)["quiet_turns"] == 0
    fed = after(scene(["b4", "a1"], ["f5"], quiet_turns=59, turns=100), "b4-a4", ">a1", "=1", "end")
    assert fields_of(fed)["quiet_turns"] == 0
    assert (
        fields_of(after(scene(["a5"], ["f5"], quiet_turns=58, turns=100), "a5-b5", ">b1", "end"))["quiet_turns"] == 59
    )


def test_ruling_24_the_400th_turn_ends_the_game_also_one_with_an_event():
    state = scene(["a5", "b1"], ["f5"], turns=399, mover=1)
    for actions in (("f5-g5", ">g1", "end"), ("+i5", ">i1", "end")):
        assert after(state, *actions).is_terminal()
    assert not after(scene(["a5"], ["f5"], turns=398), "a5-b5", ">b1", "end").is_terminal()


def test_ruling_24_passes_count_as_turns():
    black = ["b5", "d5", "c4", "f5", "h5", "g4"]
    males = {"white": ["c5", "g5"], "black": black, "mated": (8, 0), "supply": (0, 4)}
    assert after(scene(**males, quiet_turns=59, turns=100), "pass").is_terminal()
    assert fields_of(after(scene(**males, turns=398), "pass"))["turns"] == 399


def test_ruling_24_the_game_does_not_end_before_the_turn_does():
    state = after(scene(["a5"], ["f5"], quiet_turns=59, turns=100), "a5-b5", ">b1")
    assert "end" in state.legal_actions()


def test_ruling_25_spiders_left_score_nothing():
    assert scene(["a4", "a5"], ["f5"], mated=(1, 2)).scores() == [2, 4]


def test_ruling_26_equal_points_are_a_draw():
    state = after(scene(["a1", "c5"], ["e5"], mated=(2, 0), supply=(0, None), die=1), "a1-o")
    assert state.scores() == [0, 0]
    assert state.returns() == [0, 0]
    assert state.winners() == [0, 1]


def test_ruling_27_seat_0_begins():
    assert start().current_player() == 0
    assert start().record()["setup"] == {}


def test_ruling_28_the_first_turn_is_an_entry():
    assert start().legal_actions() == [f"+{spoke}5" for spoke in "abcdefghij"]
    assert after(start(), "+a5", ">a1").legal_actions() == ["end"]


def test_ruling_29_a_male_in_the_centre_raises_every_later_shake():
    state = after(scene(["b5", "d3"], ["o"], female="a1"), "b5-a5")
    assert state.legal_actions() == [">a3"]
    state = after(state, ">a3", "d3-d2")
    assert state.legal_actions() == [">b2", ">c3"]
    assert after(scene(["d3"], female="a3"), "d3-d2").legal_actions() == [">a2", ">b3"]


def test_ruling_30_no_hopping_no_swapping_no_two_males_on_a_point():
    state = scene(["c5", "c4"], ["b5"])
    moves = [action for action in state.legal_actions() if action.startswith("c5")]
    assert moves == ["c5-d5"]
    assert "+c5" not in state.legal_actions()
    assert "+b5" not in state.legal_actions()


def test_ruling_31_nobody_enters_where_she_stays():
    for mover in (0, 1):
        assert "+a5" not in scene(["c3"], ["g3"], female="a5", mover=mover).legal_actions()


def test_ruling_32_the_web_is_an_option_and_the_simple_one_the_default():
    assert st.game("spinnentwist").options["web"] == "sommermorgen"
    assert start("spiral").legal_actions() == [f"+{spoke}6" for spoke in "abcdefghij"]
    assert "j5-a6" in scene(["j5"], web="spiral").legal_actions()
    assert "j5-a5" in scene(["j5"]).legal_actions()

"""One test a ruling of section 5 of rules/spring.md."""

from __future__ import annotations

import random
from typing import Any

import pytest
from scenes.spring import after, area, fields_of, phase_1, phase_2, sheet

from springtail.cython_ext.game import State
from springtail.engines import game

ROW = "RRWW@0,0 RRWW@1,0 RRWW@2,0"
"""Three cards: a row of red flowers above one of white ones. Seat 1 has had a turn for a piece."""
LONG_ROW = f"{ROW} RRWW@-1,0"
"""A card more; card 2 is whole, and seat 0 has had a turn for a piece too."""
ALL_RED = "RRRR@0,0 RRRR@0,0 RRRR@0,0"


def begun(*actions: str) -> State:
    return after(game("spring").start(), *actions)


def offered(state: State, *actions: str) -> list[bool]:
    """Return of each action whether it is legal."""
    return [action in state.legal_actions() for action in actions]


def pieces(state: State, kind: str) -> list[str]:
    """Return the pots or fences that may be put."""
    return [action for action in state.legal_actions() if action[0] == kind]


def finished(own: str | dict[str, Any], *, red: int = 0, white: int = 0, **more: Any) -> State:
    """Return a finished game in which seat 0, red, has this area and these pots."""
    return phase_2("", [own, "RR/WW"], stock=[{"red": red, "white": white, **more}, {}])


def rows_of(state: State) -> tuple[int, int, int]:
    """Return what seat 0 has for its big garden, other own flowers and opposing gardens."""
    rows = sheet(state, 0)
    return rows["garden"], -rows["unattached"], -rows["opposing_gardens"]


def random_games(count: int) -> list[list[State]]:
    games = []
    for seed in range(count):
        choice = random.Random(seed)
        states = [game("spring").start()]
        while not states[-1].is_terminal():
            actions = states[-1].legal_actions() or [kind for kind, _ in states[-1].chance_outcomes()]
            states.append(states[-1].child(choice.choice(actions)))
        games.append(states)
    return games


# Set-up and turns.


def test_ruling_S01_seat_1_chooses_its_colour_after_the_first_card_and_before_its_own():
    state = begun("RRWW", "RWWW", "RWWW@1,0")
    assert (state.current_player(), state.legal_actions()) == (1, ["red", "white"])
    for colour, other in (("red", "white"), ("white", "red")):
        chosen = state.child(colour)
        assert fields_of(chosen)["colours"] == [other, colour]
        assert chosen.is_chance_node()
        assert after(chosen, "RWRW").current_player() == 1


def test_ruling_S02_no_piece_is_put_on_the_first_turn():
    state = begun("RRWW", "RWWW", "RWWW@1,0")
    assert fields_of(state)["stage"] == "colour"
    assert not any(fields_of(state)["stock"][0].values())
    assert fields_of(after(state, "red", "RRWW", "RRWW@0,0"))["stage"] == "piece"


def test_ruling_S03_a_card_that_fits_must_be_placed():
    state = begun("RRWW", "RWWW")
    assert state.current_player() == 0
    assert all("@" in action for action in state.legal_actions())


def test_ruling_S04_a_card_is_laid_either_way_round():
    assert {action[:4] for action in begun("RRWW", "RWWW").legal_actions()} == {"RWWW", "WWWR"}
    assert {action[:4] for action in begun("RRWW", "WRRW").legal_actions()} == {"WRRW"}


def test_ruling_S05_then_one_own_piece_or_none_on_any_card_the_new_one_included():
    state = phase_1(ROW, stage="piece")
    assert state.current_player() == 1
    assert pieces(state, "P") == ["P@0,0", "P@1,0", "P@2,0", "P@3,0"]
    assert offered(state, "-", "L@2,0") == [True, True]
    assert after(state, "P@3,0").is_chance_node()
    assert fields_of(after(state, "P@3,0"))["pots"] == ["W@3,0"]
    assert fields_of(after(state, "-"))["pots"] == []


def test_ruling_S06_no_piece_is_put_without_a_card():
    state = after(phase_1(ALL_RED, unseen="WWWW"), "WWWW")
    assert fields_of(state)["stage"] == "take"


def test_ruling_S07_after_a_card_without_a_place_the_same_seat_draws_and_lays_another():
    state = after(phase_1(ALL_RED, unseen="WWWW RRRR"), "WWWW")
    assert state.is_chance_node()
    state.apply_action("RRRR")
    assert state.current_player() == 0
    state.apply_action("RRRR@1,1")
    assert (state.current_player(), fields_of(state)["stage"]) == (0, "piece")


# Placing cards.


def test_ruling_S08_a_card_covers_a_space_at_least_an_edge_is_not_enough():
    places = ["RRRW@-1,0", "RRRW@1,-1", "WRRR@-1,-1", "WRRR@0,-1", "WRRR@1,-1", "WRRR@1,1"]
    assert begun("RRWW", "RRRW").legal_actions() == places


def test_ruling_S09_over_several_cards_each_space_is_compared_with_what_it_shows():
    state = phase_1("RRWW@0,0 RRWW@1,0 WRRW@2,1", "RRWW")
    assert offered(state, "RRWW@1,0") == [True], "(1,0), (2,0) and (1,1) are of card 1, (2,1) of card 2"
    assert offered(state, "RRWW@2,0") == [False], "(3,1) shows red"


def test_ruling_S10_a_card_of_the_same_colours_covers_another_exactly():
    assert offered(begun("RRWW", "RRWW"), "RRWW@0,0", "WWRR@0,0") == [True, False]


def test_ruling_S11_a_card_lies_on_top_never_under():
    state = phase_1("RRWW@0,0 RRWW@1,0", stage="colour")
    assert "cards: 0 RRWW@0,0 under 1; 1 RRWW@1,0 free" in state.draw()


@pytest.mark.parametrize(
    ("options", "pots", "corner", "below"),
    [({}, "", True, True), ({}, "W@0,0", False, False), ({"pot_blocks": "space"}, "W@0,0", False, True)],
)
def test_ruling_S12_a_pot_blocks_the_card_that_carries_it_or_as_an_option_its_space(options, pots, corner, below):
    state = phase_1("RRWW@0,0 RRWW@0,0 RRWW@1,0", "RWRW", pots=pots, **options)
    assert offered(state, "WRWR@-1,-1", "RWRW@-1,1") == [corner, below], "they cover (0,0) and (0,1)"
    assert offered(state, "RWRW@2,-1") == [True], "that covers a space of another card"


@pytest.mark.parametrize("pot_blocks", ["card", "space"])
def test_ruling_S13_a_fence_blocks_the_card_that_carries_it(pot_blocks):
    layout, options = "RRWW@0,0 RRWW@0,0 RRWW@1,0", {"pot_blocks": pot_blocks}
    free, fenced = phase_1(layout, "RWRW", **options), phase_1(layout, "RWRW", fences="L@1,0", **options)
    assert offered(free, "RWRW@2,-1", "RWRW@-1,1") == [True, True], "they cover (2,0) and (0,1)"
    assert offered(fenced, "RWRW@2,-1", "RWRW@-1,1") == [False, True]


def test_ruling_S14_phase_1_ends_when_each_card_left_was_tried_once_in_this_turn():
    state = phase_1(ALL_RED, unseen="WWWW WWWW", returned="WWWW")
    for _ in range(2):
        state.apply_action("WWWW")
        assert state.is_chance_node()
    assert state.chance_outcomes() == [("WWWW", 1)]
    state.apply_action("WWWW")
    assert fields_of(state)["stage"] == "take"
    assert fields_of(state)["returned"] == []
    assert [state.legal_actions()[0], state.current_player()] == ["2:RRRR@0,0", 1]


def test_ruling_S15_cards_without_a_place_come_up_last_in_the_order_drawn():
    state = phase_1(ALL_RED, unseen="WWWW WRRW RRRR RRRW")
    state = after(state, "WWWW", "RRRR", "RRRR@0,0", "-")
    assert [kind for kind, _ in state.chance_outcomes()] == ["RRRW", "WRRW"]
    state = phase_1(ALL_RED, returned="WWWW RRWW", unseen="")
    assert state.chance_outcomes() == [("WWWW", 1)]
    assert fields_of(after(state, "WWWW"))["returned"] == ["RRWW", "WWWW"]
    assert after(state, "WWWW").chance_outcomes() == [("RRWW", 1)]


@pytest.mark.parametrize(("cards", "opener"), [(3, 1), (4, 0)])
def test_ruling_S16_the_seat_whose_turn_failed_has_ended_phase_1(cards, opener):
    state = phase_1(" ".join(["RRRR@0,0"] * cards), unseen="WWWW")
    assert fields_of(state)["mover"] == 1 - opener
    state.apply_action("WWWW")
    assert (fields_of(state)["stage"], state.current_player()) == ("take", opener)


# Fences.


def test_ruling_S17_a_fence_stands_on_a_card_that_shows_all_four_spaces_or_as_an_option_amid_any_four():
    on_card, on_any = (phase_1(ROW, stage="piece", fence_on=option) for option in ("card", "any"))
    assert [*pieces(on_card, "L"), *pieces(on_card, "S")] == ["L@2,0", "S@2,0"]
    assert [*pieces(on_any, "L"), *pieces(on_any, "S")] == ["L@0,0", "L@1,0", "L@2,0", "S@0,0", "S@1,0", "S@2,0"]


def test_ruling_S18_a_fence_amid_cards_blocks_all_of_them_and_goes_with_the_first_taken():
    state = after(phase_1(ROW, stage="piece", fence_on="any", unseen="RRWW"), "L@1,0", "RRWW")
    assert state.legal_actions() == ["RRWW@-1,0", "WWRR@-1,-1", "WWRR@-1,1"], "cards 1 and 2 are blocked"
    state = after(phase_2(ROW, fences="L@1,0", fence_on="any", mover=0, gardens=[2, 2]), "2:RRWW@0,0")
    assert fields_of(state)["fences"] == []
    assert fields_of(state)["stock"][0]["long"] == 2
    assert fields_of(after(state, "1:RRWW@0,0"))["stock"][1]["long"] == 0


def test_ruling_S19_a_card_carries_one_fence():
    on_card, on_any = (phase_1(LONG_ROW, stage="piece", fences="S@2,0", fence_on=option) for option in ("card", "any"))
    assert [*pieces(on_card, "L"), *pieces(on_card, "S")] == ["L@-1,0", "S@-1,0"]
    assert pieces(on_any, "L") == ["L@-1,0", "L@0,0"], "(2,0) belongs to the fenced card"


def test_ruling_S20_a_fence_cuts_the_connections_of_both_colours():
    state = phase_1(ROW, stage="piece", fence_on="any")
    assert state.scores() == [1, 1]
    assert after(state, "L@1,0").scores() == [2, 2]


def test_ruling_S21_a_fence_need_not_separate_anything():
    state = phase_1(ROW, stage="piece")
    assert after(state, "S@2,0").scores() == state.scores()


def test_ruling_S22_groups_that_meet_around_a_fence_are_connected():
    three_by_two, three_by_three = "RRRR@0,0 RRRR@1,0 RRRR@1,0", "RRRR@0,0 RRRR@1,0 RRRR@0,1 RRRR@1,1"
    apart = after(phase_1(three_by_two, stage="piece", fence_on="any", unseen="RRRR"), "L@0,0")
    assert apart.scores() == [2, 0]
    around = after(phase_1(three_by_three, stage="piece", fence_on="any", unseen="RRRR"), "L@0,0")
    assert around.scores() == [1, 0]


@pytest.mark.parametrize(("first", "second"), [({"pots": "W@2,0"}, "L@2,0"), ({"fences": "L@2,0"}, "P@2,1")])
def test_ruling_S23_a_card_carries_a_fence_and_a_pot_put_in_either_order(first, second):
    state = phase_1(LONG_ROW, stage="piece", **first)
    assert offered(state, second) == [True]
    fields = fields_of(after(state, second))
    assert (len(fields["pots"]), fields["fences"]) == (1, ["L@2,0"])


def test_ruling_S24_no_fence_is_put_in_phase_2():
    states = [state for state in random_games(1)[0] if fields_of(state)["stage"] == "take" and not state.is_terminal()]
    assert all(":" in action for state in states for action in state.legal_actions())


# Pots.


def test_ruling_S25_a_pot_goes_on_an_opposing_flower_without_a_pot():
    state = phase_1(LONG_ROW, stage="piece", pots="W@2,0", pots_per_card="any")
    assert state.current_player() == 0
    assert pieces(state, "P") == ["P@-1,1", "P@0,1", "P@1,1", "P@2,1", "P@3,1"], "white flowers; (2,0) has a white pot"


def test_ruling_S26_a_card_takes_one_pot_or_as_an_option_one_on_each_space():
    one, each = (phase_1(LONG_ROW, stage="piece", pots="W@2,0", pots_per_card=option) for option in ("one", "any"))
    assert pieces(one, "P") == ["P@-1,1", "P@0,1", "P@1,1"]
    assert set(pieces(each, "P")) - set(pieces(one, "P")) == {"P@2,1", "P@3,1"}


def test_ruling_S27_a_pot_is_not_covered_nor_taken_back():
    state = phase_1(ROW, "RWRW", pots="W@2,0", pot_blocks="space")
    assert offered(state, "RWRW@3,-1", "RWRW@2,-1", "WRWR@1,-1") == [True, False, False]
    state = phase_1(LONG_ROW, stage="piece", pots="W@2,0")
    assert {action[0] for action in state.legal_actions()} == {"-", "P", "L", "S"}


def test_ruling_S28_a_space_with_a_pot_has_the_colour_of_the_pot():
    state = phase_1("RRWW@0,0 RRWW@0,0 RRWW@0,0", stage="piece")
    assert state.scores() == [1, 1]
    assert after(state, "P@0,0").scores() == [0, 1], "white has a group of three, red a single flower"


def test_ruling_S29_pots_kept_from_phase_1_decorate_in_the_end():
    state = after(phase_1(ROW, stage="piece", unseen=""), "P@3,0")
    assert fields_of(state)["stage"] == "take"
    assert [stock["red"] + stock["white"] for stock in fields_of(state)["stock"]] == [2, 1]
    assert rows_of(finished("RR/WW")) == (2, 0, 1)
    assert rows_of(finished("RR/WW", red=2)) == (4, 0, 0)


# Phase 2.


def test_ruling_S30_a_card_is_free_when_none_lies_on_it_and_touching_does_not_matter():
    state = phase_2("RRWW@0,0 WWRR@0,1 RRWW@2,0", ["RR/WW", "RR/WW"])
    assert {action.split(":")[0] for action in state.legal_actions()} == {"1", "2"}


def test_ruling_S31_the_latest_card_left_is_always_free():
    for states in random_games(5):
        for state in states:
            layout = fields_of(state)["layout"]
            if fields_of(state)["stage"] == "take" and any(layout):
                latest = max(at for at, card in enumerate(layout) if card)
                assert any(action.startswith(f"{latest}:") for action in state.legal_actions())


def test_ruling_S32_the_first_card_of_an_area_is_laid_alone():
    assert phase_2("RRWW@0,0 RWWW@1,0", gardens=[1, 1]).legal_actions() == ["1:RWWW@0,0", "1:WWWR@0,0"]


def test_ruling_S33_later_cards_go_into_the_own_area_by_the_rules_of_phase_1():
    state = phase_2("RRWW@0,0 RRRW@1,-1", ["WR/WR", "RR/WW"])
    assert [action.split(":")[1] for action in state.legal_actions()] == begun("RRWW", "RRRW").legal_actions()


def test_ruling_S34_the_turn_of_phase_2_ends_with_the_card():
    state = phase_2("RRWW@0,0 RRWW@1,0", ["RR/WW", "RR/WW"])
    assert after(state, "1:RRWW@0,0").current_player() == 1 - state.current_player()


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(("pot", "colour"), [("R@1,1", "red"), ("W@1,0", "white")])
def test_ruling_S35_a_pot_goes_to_the_opponent_whatever_its_colour(mover, pot, colour):
    state = phase_2("RRWW@0,0 RRWW@1,0", ["RR/WW", "RR/WW"], mover=mover, pots=pot, stock=[{colour: 0}, {}])
    taken = after(state, "1:RRWW@0,0")
    assert fields_of(taken)["pots"] == []
    assert fields_of(taken)["stock"][1 - mover][colour] == fields_of(state)["stock"][1 - mover][colour] + 1
    assert fields_of(taken)["stock"][mover] == fields_of(state)["stock"][mover]


@pytest.mark.parametrize("mover", [0, 1])
def test_ruling_S36_who_takes_a_card_with_a_fence_keeps_it_for_a_point_less(mover):
    state = phase_2("RRWW@0,0 RRWW@1,0", ["RR/WW", "RR/WW"], mover=mover, fences="S@1,0")
    taken = after(state, "1:RRWW@0,0")
    assert fields_of(taken)["stock"][mover]["short"] == fields_of(state)["stock"][mover]["short"] + 1
    assert sheet(taken, mover)["fences"] == sheet(state, mover)["fences"] - 1


def test_ruling_S37_a_pot_and_a_fence_on_a_card_both_count():
    pieces_on_it = {"pots": "R@1,1", "fences": "S@1,0"}
    state = phase_2("RRWW@0,0 RRWW@1,0", ["RR/WW", "RR/WW"], mover=1, stock=[{"red": 0}, {}], **pieces_on_it)
    stock = fields_of(after(state, "1:RRWW@0,0"))["stock"]
    assert stock[0]["red"] == 1
    assert stock[1]["short"] == fields_of(state)["stock"][1]["short"] + 1


def test_ruling_S38_a_card_without_a_place_is_taken_only_where_none_has_one():
    some_fit = phase_2("RRRR@0,0 RRRR@0,0 RRWW@2,0", ["RR/WW", "WW/WW"])
    assert {action.split(":")[0] for action in some_fit.legal_actions()} == {"2"}
    none_fits = phase_2("RRRR@0,0 RRRR@0,0", ["RR/WW", "WW/WW"], pots="W@0,0", fences="S@0,0")
    assert none_fits.legal_actions() == ["1:discard"]
    taken = after(none_fits, "1:discard")
    assert fields_of(taken)["areas"] == fields_of(none_fits)["areas"]
    assert fields_of(taken)["stock"][0]["white"] == fields_of(none_fits)["stock"][0]["white"] + 1
    assert sheet(taken, 1)["fences"] == sheet(none_fits, 1)["fences"] - 1


def test_ruling_S39_taking_cards_changes_nothing_about_phase_1():
    for states in random_games(3):
        takes = [state for state in states if fields_of(state)["stage"] == "take"]
        for seat in (0, 1):
            assert len({sheet(state, seat)["phase_1"] for state in takes}) == 1


# Decoration and points.


def test_ruling_S40_one_pot_a_space_of_the_own_area_and_none_where_none_may_be_put():
    assert rows_of(finished("RR/RW", red=2)) == (4, 0, 0)
    assert rows_of(finished("RR/RR", red=2, white=2)) == (4, 0, 0)


def test_ruling_S41_an_own_pot_goes_on_an_opposing_flower():
    assert rows_of(finished("RR/RW", red=1)) == (4, 0, 0)
    assert rows_of(finished("RR/RR", red=1)) == (4, 0, 0)


@pytest.mark.parametrize(
    ("rows", "without", "decorated"),
    [
        ("RRWRRR/WWWWWW", (3, 2, 1), (3, 0, 1)),  # the group of two is outside the big garden
        ("RRWRR/WWWWW", (2, 2, 1), (2, 0, 1)),  # any of two largest groups is the big garden
        ("WRW/WRW", (2, 0, 2), (2, 0, 2)),  # all red flowers are in it
    ],
)
def test_ruling_S42_an_opposing_pot_goes_on_an_own_flower_outside_the_big_garden(rows, without, decorated):
    assert rows_of(finished(rows)) == without
    assert rows_of(finished(rows, white=2)) == decorated


def test_ruling_S43_pots_are_put_one_after_another_with_connections_found_anew():
    own = area("RR./RWR/WWR/RRW/.WR/.WR", "-1,-3")
    assert sum(sheet(finished(own), 0).values()) == -5 + sheet(finished(own), 0)["fences"]
    # The white pot may stand where it is best only once the red one has made another garden the big one.
    decorated = finished(own, red=1, white=1)
    assert sum(sheet(decorated, 0).values()) == 3 + sheet(decorated, 0)["fences"]


def test_ruling_S44_the_best_decoration_is_computed():
    assert rows_of(finished("RRWRR/WWWWW")) == (2, 2, 1)
    assert rows_of(finished("RRWRR/WWWWW", red=1)) == (5, 0, 1)


@pytest.mark.parametrize(("rows", "garden"), [("RW/WW", 1), ("WW/WW", 0), ("RW/WR", 1), ("RRWRR/WWWWW", 2)])
def test_ruling_S45_the_big_garden_is_the_largest_group_of_any_size(rows, garden):
    assert sheet(finished(rows), 0)["garden"] == garden


def test_ruling_S46_unattached_are_all_own_flowers_outside_the_big_garden():
    assert rows_of(finished("RRWRRR/WWWWWW"))[1] == 2
    assert rows_of(finished("RW/WR"))[1] == 1


def test_ruling_S47_an_opposing_garden_has_two_flowers_or_more():
    assert rows_of(finished("RW/WR"))[2] == 0
    assert rows_of(finished("WRW/WRW"))[2] == 2


def test_ruling_S48_every_fence_collected_or_left_over_costs_a_point():
    assert sheet(finished("RR/WW", long=1, short=0), 0)["fences"] == -1
    assert sheet(finished("RR/WW", long=2, short=2), 0)["fences"] == -4


def test_ruling_S49_phase_1_counts_groups_of_two_or_more():
    state = phase_1("RWWR@0,0 RWWR@0,0 RWWR@0,0", stage="piece", unseen="RRWW")
    assert state.scores() == [0, 0]
    assert after(state, "P@0,0").scores() == [0, 1]


def test_ruling_S50_the_points_of_phase_2_can_be_negative():
    state = phase_2("", ["WRW/WRW", "RR/WW"], stock=[{"red": 0, "white": 0, "long": 2, "short": 2}, {}], gardens=[1, 0])
    assert sheet(state, 0) == {"phase_1": 1, "garden": 2, "unattached": 0, "opposing_gardens": -2, "fences": -4}
    assert state.scores()[0] == -3


def test_ruling_S51_equal_totals_share_the_win():
    state = phase_2("", ["RR/RR", "WW/WW"])
    assert state.scores() == [2, 2]
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]


def test_ruling_S52_the_example_of_the_rulebook():
    stock = [{"red": 2, "white": 2, "long": 1, "short": 2}, {}]
    state = phase_2("", ["RR/WW", "WWWWW/WRRWW/WRWRR/WWRRW/RR..."], stock=stock)
    assert sheet(state, 1) == {"phase_1": 0, "garden": 11, "unattached": -2, "opposing_gardens": -3, "fences": -1}
    assert state.scores()[1] == 5

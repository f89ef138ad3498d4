"""The rulings of rules/spring_rally.md, section 5, one by one."""

from collections import Counter

import pytest

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition
from springtail.engines import game

DEAL = "deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6"


def first_cards(hands):
    return [hand.split()[0] for hand in hands]


def test_ruling_1_only_the_first_colour_must_be_followed(lay, play):
    state = play(lay(["G5 B2", "R2 R3", "G2 R4"]), "G5", "R2")
    assert state.legal_actions() == ["G2"]


def test_ruling_1_who_has_none_of_it_may_play_anything(lay, play):
    state = play(lay(["G5 B2", "R2 R3", "R4 B7"]), "G5", "R2")
    assert state.legal_actions() == ["B7", "R4"]


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (["G11 G2", "G5 G3", "G12 G4", "G9 G6"], 2),
        (["G11 G2", "R5 R2", "R3 R4", "G12 G3"], 1),
        (["G11 G2", "R5 R2", "G13 G3", "R9 R4"], 3),
        (["G11 G2", "R5 R2", "B3 B4", "R9 R3"], 2),
        (["G11 G2", "R5 R2", "B3 B4", "B9 B5"], 3),
        (["G11 G2", "R13 R2", "B2 B4", "G12 G3"], 2),
    ],
)
def test_ruling_2_the_last_new_colour_wins_by_its_highest_number(lay, play, hands, winner):
    assert play(lay(hands), *first_cards(hands)).current_player() == winner


def test_ruling_3_no_two_cards_are_alike():
    for players, cards in ((3, 27), (4, 36), (5, 45)):
        deck = game("spring_rally", players=players).deck
        assert len(deck) == len(set(deck)) == cards
    with pytest.raises(IllegalAction, match="'B2' is dealt 2 times"):
        game("spring_rally", players=3).start().apply_action(DEAL.replace("G2", "B2"))


@pytest.mark.parametrize(
    ("hands", "scores"),
    [
        (["B3 B4", "B7 B5", "B9 B6"], [0, 0, 3]),
        (["G8 G3", "R2 R4", "G9 G4"], [0, 2, 0]),
        (["G8 G3", "R7 R4", "B5 B6"], [0, 0, 5]),
        (["R9 R3", "G4 G5", "R2 R4"], [0, 2, 0]),
    ],
)
def test_ruling_4_the_winner_drives_the_smallest_number_of_any_card(lay, play, hands, scores):
    assert play(lay(hands), *first_cards(hands)).scores() == scores


def test_ruling_5_the_seat_of_the_setup_leads_the_first_trick():
    rally = game("spring_rally", players=3)
    assert rally.start().child(DEAL).current_player() == 0
    for leader in range(3):
        assert rally.start(setup={"leader": leader}).child(DEAL).current_player() == leader
    with pytest.raises(InvalidPosition, match="leader"):
        rally.start(setup={"leader": 3})


def test_ruling_6_the_car_in_the_lead_leads_the_next_round_not_the_last_winner(lay, play):
    state = play(lay(["B10", "B2", "B9"], round=1, progress=[2, 0, 20], winds=[3, 4, 0]), "B10", "B2", "B9", "release")
    assert state.is_chance_node()
    assert state.scores() == [10, 16, 21]
    after = play(state, "deal B2,B3,B4,B5,B6,B7,B8|G2,G3,G4,G5,G6,G7,G8|R2,R3,R4,R5,R6,R7,R8")
    assert after.current_player() == 2


def test_ruling_7_the_winner_may_release_all_or_nothing_once_the_trick_is_complete(lay, play):
    state = lay(["B10 R2", "B4 R3", "B9 R4"], winds=[3, 0, 0])
    assert play(state, "B10", "B4").legal_actions() == ["B9"]
    decision = play(state, "B10", "B4", "B9")
    assert decision.current_player() == 0
    assert decision.legal_actions() == ["keep", "release"]
    assert decision.scores() == [0, 0, 0]
    assert play(decision, "keep").scores() == [4, 0, 0]
    assert play(decision, "release").scores() == [10, 0, 0]
    assert play(decision, "release").to_dict()["state"]["winds"] == [0, 1, 1]


def test_ruling_7_at_dial_0_there_is_no_choice(lay, play):
    state = play(lay(["B10 R2", "B4 R3", "B9 R4"]), "B10", "B4", "B9")
    assert state.legal_actions() == ["R2"]
    assert state.scores() == [4, 0, 0]


def test_ruling_8_who_keeps_is_not_wound(lay, play):
    state = play(lay(["B10 R2", "B4 R3", "B9 R4"], winds=[3, 0, 1]), "B10", "B4", "B9", "keep")
    assert state.to_dict()["state"]["winds"] == [3, 1, 2]


@pytest.mark.parametrize(("winds", "spaces"), [(5, 16), (6, 8), (7, 4), (8, 0)])
def test_ruling_9_every_loser_winds_also_when_the_value_falls(lay, play, winds, spaces):
    state = lay(["B10", "B4", "B9"], round=3, progress=[20, 0, 30], winds=[0, winds, 0])
    assert play(state, "B10", "B4", "B9").scores()[1] == spaces


def test_ruling_10_a_win_ends_the_game_before_the_others_wind(lay, play):
    state = play(lay(["B10 R2", "B4 R3", "B9 R4"], progress=[65, 3, 5], winds=[0, 2, 1]), "B10", "B4", "B9")
    assert state.is_terminal()
    assert state.to_dict()["state"]["winds"] == [0, 2, 1]


@pytest.mark.parametrize(
    ("progress", "spaces", "end"),
    [
        ([2, 20, 30], 3, 5),
        ([2, 4, 30], 3, 6),
        ([2, 4, 5], 3, 7),
        ([2, 5, 6], 3, 7),
        ([2, 4, 6], 3, 7),
        ([2, 38, 40], 3, 7),
        ([36, 4, 6], 3, 41),
    ],
)
def test_ruling_11_occupied_spaces_are_passed_without_counting_whatever_the_lap(drive, progress, spaces, end):
    assert drive(progress, spaces).scores()[0] == end


def test_ruling_12_occupied_spaces_are_passed_also_across_the_line(drive):
    assert drive([31, 33, 34], 4).scores()[0] == 37
    assert drive([31, 33, 1], 4).scores()[0] == 37


def test_ruling_13_a_lap_is_complete_on_entering_space_0(drive):
    first = drive([30, 7, 9], 4)
    assert first.scores()[0] == 34
    assert not first.is_terminal()
    assert not drive([63, 7, 9], 4).is_terminal()
    assert drive([64, 7, 9], 4).is_terminal()
    assert drive([64, 7, 9], 4).winners() == [0]


def test_ruling_14_a_slide_goes_on_to_the_first_empty_space(drive):
    assert drive([13, 30, 31], 3, track="beach").scores()[0] == 19
    assert drive([13, 19, 31], 3, track="beach").scores()[0] == 20
    assert drive([13, 19, 20], 3, track="beach").scores()[0] == 21
    assert drive([2, 30, 31], 5, track="beach").scores()[0] == 5
    assert drive([2, 5, 31], 5, track="beach").scores()[0] == 4
    assert drive([2, 5, 4], 5, track="beach").scores()[0] == 3


def test_ruling_14_a_slide_may_end_where_the_car_came_from(drive):
    assert drive([5, 12, 13], 2, track="beach").scores()[0] == 5
    assert drive([4, 5, 12], 2, track="beach").scores()[0] == 4


def test_ruling_14_passes_four_cars_with_five_players(drive):
    assert drive([1, 5, 4, 3, 2], 3, track="beach").scores()[0] == 1
    assert drive([14, 19, 20, 21, 22], 2, track="beach").scores()[0] == 23


@pytest.mark.parametrize("track", [{"length": 30, "uphill": [[10, 12]], "downhill": [[5, 8]]}])
def test_ruling_15_a_slide_that_ends_on_another_slope_is_the_last(drive, track):
    assert drive([3, 20, 25], 3, track=track).scores()[0] == 9
    assert drive([3, 9, 25], 3, track=track).scores()[0] == 10


@pytest.mark.parametrize("track", [{"length": 20, "uphill": [], "downhill": [[17, 19]]}])
def test_ruling_16_sliding_downhill_across_the_line_is_crossing_it(drive, track):
    assert drive([15, 5, 6], 3, track=track).scores()[0] == 20
    assert drive([15, 20, 6], 3, track=track).scores()[0] == 21
    finished = drive([35, 5, 6], 3, track=track)
    assert finished.is_terminal()
    assert finished.scores()[0] == 40


@pytest.mark.parametrize("track", [{"length": 20, "uphill": [[1, 3]], "downhill": []}])
def test_ruling_17_sliding_uphill_back_across_the_line_undoes_the_lap(drive, track):
    assert drive([17, 8, 9], 5, track=track).scores()[0] == 20
    undone = drive([17, 20, 9], 4, track=track)
    assert undone.scores()[0] == 19
    assert not undone.is_terminal()


@pytest.mark.parametrize("track", [{"length": 20, "uphill": [[1, 3]], "downhill": []}])
def test_ruling_18_the_start_takes_any_number_of_cars(drive, track):
    assert drive([0, 0, 0], 2, track=track).scores() == [0, 0, 0]
    assert drive([0, 20, 0], 2, track=track).scores() == [0, 20, 0]


def test_ruling_19_there_is_no_slide_after_the_finish(drive):
    finished = drive([66, 30, 31], 8, track="beach")
    assert finished.is_terminal()
    assert finished.scores()[0] == 68


def test_ruling_20_the_slide_comes_once_after_the_whole_move(drive):
    assert drive([4, 30, 31], 4, track="beach").scores()[0] == 5
    assert drive([4, 30, 31], 4, winds=2, track="beach").scores()[0] == 11
    assert drive([4, 30, 31], 5, winds=3, track="beach").scores()[0] == 19


def test_ruling_21_cars_that_never_left_the_start_do_not_block_it(drive):
    assert drive([30, 0, 0], 4).scores()[0] == 34
    assert drive([32, 0, 0], 4).scores()[0] == 36


def test_ruling_21_a_car_that_came_round_blocks_it(drive):
    assert drive([30, 34, 0], 4).scores()[0] == 35


def test_ruling_22_the_order_of_releases_is_that_after_the_last_trick(lay, play):
    state = lay(["B10", "B5", "B9"], progress=[8, 10, 12], winds=[1, 0, 1])
    after = play(state, "B10", "B5", "B9", "keep")
    # Seat 0 drives from 8 to 15, which makes it the last to release: 10 to 11, 12 to 16 past 15, then 15 to 17 past 16.
    assert after.scores() == [17, 11, 16]


@pytest.mark.parametrize(
    ("winner", "scores"),
    [(0, [25, 15, 16, 17]), (1, [17, 25, 15, 16]), (2, [16, 17, 25, 15]), (3, [15, 16, 17, 25])],
)
def test_ruling_23_of_cars_on_the_start_the_nearest_after_the_winner_goes_first(lay, play, winner, scores):
    hands = ["B9", "B7", "B5", "B6"]
    hands[winner] = "B13"
    progress, winds = [0] * 4, [4] * 4
    progress[winner], winds[winner] = 20, 0
    state = lay(hands, round=1, leader=winner, progress=progress, winds=winds)
    smallest = min(int(hand[1:]) for hand in hands)
    after = play(state, *(hands[winner:] + hands[:winner]))
    scores[winner] = 20 + smallest
    assert after.scores() == scores


def test_ruling_24_all_release_at_the_end_of_a_round(lay, play):
    state = play(lay(["B10", "B5", "B9"], progress=[40, 20, 1], winds=[0, 3, 1]), "B10", "B5", "B9")
    assert state.scores() == [45, 30, 4]
    assert state.to_dict()["state"]["winds"] == [0, 0, 0]


def test_ruling_24_a_release_of_nothing_moves_no_car_off_a_slope(lay, play):
    track = {"length": 30, "uphill": [[10, 12]], "downhill": [[5, 8]]}
    state = lay(["B10", "B5", "B9"], progress=[20, 10, 1], winds=[0, 8, 1], round=3, track=track)
    assert play(state, "B10", "B5", "B9").scores()[1] == 10


def test_ruling_25_a_winner_who_kept_releases_in_his_place_as_a_move_of_its_own(lay, play):
    state = play(lay(["B10", "B5", "B9"], progress=[5, 30, 32], winds=[3, 0, 0], track="beach"), "B10", "B5", "B9")
    # Kept: 5 to 10, then 6 more to 16, a slope, and down to 19. Released: 11 at once, to 16, and down to 19.
    assert play(state, "keep").scores()[0] == play(state, "release").scores()[0] == 19
    state = play(lay(["B10", "B4", "B9"], progress=[5, 30, 32], winds=[2, 0, 0], track="beach"), "B10", "B4", "B9")
    # Kept: 5 to 9, a slope, back to 5, then 3 more to 8, back to 5. Released: 7 at once, to 12.
    assert play(state, "keep").scores()[0] == 5
    assert play(state, "release").scores()[0] == 12


def test_ruling_26_progress_orders_the_cars_and_no_two_are_equal(random_states):
    for track in ("beach", "volcano"):
        for state in random_states(game("spring_rally", players=5, track=track), 3):
            if state.to_dict()["state"]["round"] > 1:
                assert len(set(state.scores())) == 5


def test_ruling_27_after_round_3_the_leader_wins(lay, play):
    state = play(lay(["B10", "B5", "B9"], round=3, progress=[20, 30, 40]), "B10", "B5", "B9")
    assert state.is_terminal()
    assert state.scores() == [25, 31, 41]
    assert state.winners() == [2]


def test_ruling_28_of_two_that_could_finish_the_first_in_order_wins(lay, play):
    state = lay(["B10", "B5", "B9"], progress=[20, 60, 66], winds=[0, 4, 4])
    after = play(state, "B10", "B5", "B9")
    assert after.is_terminal()
    assert after.scores() == [25, 68, 66]
    assert after.winners() == [1]


def test_ruling_29_the_winner_takes_all(lay, play):
    state = play(lay(["B13", "B5", "B9", "B8"], round=3, progress=[20, 30, 40, 50]), "B13", "B5", "B9", "B8")
    assert state.winners() == [3]
    assert state.returns() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


def test_ruling_30_a_seat_sees_its_hand_and_what_all_see(lay, play):
    state = play(lay(["G5 B2", "R2 R3", "G2 R4"]), "G5", "R2")
    seen = state.observation(2).to_dict()["state"]
    assert seen["hands"] == [None, None, ["G2", "R4"]]
    assert seen["hand_sizes"] == [1, 1, 2]
    public = state.to_dict()["state"]
    assert all(seen[name] == public[name] for name in public if name != "hands")


def test_ruling_30_a_void_is_known_until_the_round_ends(lay, play):
    state = play(lay(["G5 B2", "R2 R3", "G2 G4"]), "G5", "R2")
    assert state.to_dict()["state"]["voids"] == [[], ["G"], []]
    state = play(state, "G2", "R3")
    assert state.to_dict()["state"]["voids"] == [[], ["G"], []]
    state = play(state, "G4", "B2")
    assert state.to_dict()["state"]["voids"] == [["R"], ["G"], ["R"]]
    assert play(state, "keep").to_dict()["state"]["voids"] == [[], [], []]


def test_ruling_31_all_cards_played_in_the_round_are_known(lay, play):
    state = lay(["G5 B2", "R2 R3", "G2 R4"])
    before = state.to_dict()["state"]["played"]
    assert len(before) == 15
    for seat in range(3):
        seen = play(state, "G5", "R2", "G2").observation(seat).to_dict()["state"]
        assert seen["played"] == sorted([*before, "G5", "R2", "G2"], key=game("spring_rally", players=3).deck.index)


def test_ruling_32_each_round_deals_equal_hands_out_of_the_whole_deck(random_states):
    for players, left in ((3, [12, 6, 0]), (4, [16, 8, 0]), (5, [20, 10, 0])):
        rally = game("spring_rally", players=players)
        sizes = [
            [len(hand.split(",")) for hand in action[5:].split("|")]
            for action in list(random_states(rally, 1))[-1].history()
            if action.startswith("deal")
        ]
        assert sizes == [[5] * players, [7] * players, [9] * players]
        assert [len(rally.deck) - sum(hands) for hands in sizes] == left


def test_ruling_32_every_card_is_dealt_to_every_seat_alike():
    start = game("spring_rally", players=3).start()
    dealt = Counter()
    for draw in range(2700):
        for seat, hand in enumerate(start.sample_chance(draw)[5:].split("|")):
            dealt.update((seat, card) for card in hand.split(","))
    assert len(dealt) == 3 * 27
    statistic = sum((count - 500) ** 2 / 500 for count in dealt.values())
    assert statistic < 130  # 78 degrees of freedom; above in one case of 5,000


def test_ruling_33_two_players_are_refused():
    with pytest.raises(InvalidOptions, match="players"):
        game("spring_rally", players=2)

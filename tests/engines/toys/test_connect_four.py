"""Connect four: rules and position documents."""

import pytest

import springtail as st

EMPTY = ["......."] * 6


def position(*rows):
    """A position whose lowest rows are these."""
    return st.game("connect_four").position({"state": {"board": EMPTY[len(rows) :] + list(rows)}})


def play(moves):
    state = st.game("connect_four").start()
    for move in moves:
        state.apply_action(move)
    return state


def perft(state, plies):
    if plies == 0 or state.is_terminal():
        return plies == 0
    return sum(perft(state.child(action), plies - 1) for action in state.legal_actions())


def test_perft():
    """Counts of sequences of moves; the first games can end after 7."""
    assert [perft(st.game("connect_four").start(), plies) for plies in range(5)] == [1, 7, 49, 343, 2401]
    assert perft(play("1212121"[:-1]), 1) == 7
    assert perft(play("111111"), 1) == 6
    assert perft(play("111111"), 3) == 6 * 6 * 6


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("1212121", 0), ("11223344"[:7], 0), ("12233434474", 0), ("76655454414", 0), ("71212121", 1)],
)
def test_four_in_each_direction_wins(moves, winner):
    assert not play(moves[:-1]).is_terminal()
    assert play(moves).winners() == [winner]


def test_a_full_board_without_four_is_a_draw():
    state = play("121212212121343434434343565656656565777777")
    assert state.is_terminal()
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]


def test_the_mover_of_a_position_follows_from_the_stones():
    assert position("...x...").current_player() == 1
    assert position("...o...", "...x...").current_player() == 0
    assert position("...o...", "...x...") == play("44")
    assert position("...o...", "...x...").key == play("44").key


def test_a_finished_position_is_read_as_finished():
    state = position("ooo....", "xxxx...")
    assert state.is_terminal()
    assert state.winners() == [0]
    assert state == play("1122334")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["x......", "......."], "a stone in column 1 hangs in the air"),
        (["......o", "x......"], "a stone in column 7 hangs in the air"),
        (["xx....."], r"x must have as many stones as o or one more, not \+2"),
        (["o......"], "x must have as many stones as o or one more, not -1"),
        (["oooo...", "xxxx..."], "both have four in a row"),
        (["o......", "ooo....", "xxxx..."], "x has four in a row, so the last stone must be x"),
        (["xx.....", "xxx....", "oooo..."], "o has four in a row, so the last stone must be o"),
        (["xxxxo..", "oooxoxo", "xxxxooo"], "no last stone makes all fours of x at once"),
        (["...w..."], r"board\[5\]: '...w...' is not 7 symbols out of .xo"),
        (["...x"], r"board\[5\]: '...x' is not 7 symbols"),
    ],
)
def test_a_position_that_cannot_be_is_refused(rows, reason):
    with pytest.raises(st.InvalidPosition, match=reason):
        position(*rows)


def test_all_reasons_are_given_at_once():
    with pytest.raises(st.InvalidPosition) as error:
        position("x.....x", ".......")
    assert len(error.value.reasons) == 3


def test_two_fours_by_one_last_stone_are_possible():
    assert position("ooo.ooo", "xxxxxxx").winners() == [0]

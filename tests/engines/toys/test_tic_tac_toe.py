"""Tic-tac-toe against what is known of it."""

from collections import Counter

import pytest

import springtail as st


def position(board):
    return st.game("tic_tac_toe").position({"state": {"board": board}})


def explore(state, known):
    """Fill `known` by key: (how the complete games from here end, counted by first seat's return; value for seat 0)."""
    if state.key not in known:
        if state.is_terminal():
            known[state.key] = Counter([state.returns()[0]]), state.returns()[0]
        else:
            children = [explore(state.child(action), known) for action in state.legal_actions()]
            best = max if state.current_player() == 0 else min
            known[state.key] = sum((ends for ends, _ in children), Counter()), best(value for _, value in children)
    return known[state.key]


@pytest.fixture(scope="module")
def explored():
    known = {}
    ends, value = explore(st.game("tic_tac_toe").start(), known)
    return known, ends, value


def test_best_play_is_a_draw(explored):
    assert explored[2] == 0


def test_there_are_5478_positions(explored):
    assert len(explored[0]) == 5478


def test_there_are_255168_games_of_which_131184_are_won_and_77904_lost_by_the_first(explored):
    assert explored[1] == {1: 131184, -1: 77904, 0: 46080}
    assert explored[1].total() == 255168


def test_cells_are_named_by_column_and_row_from_the_bottom_left():
    state = st.game("tic_tac_toe").start()
    for action in ("a1", "c3", "b1"):
        state.apply_action(action)
    assert state.to_dict()["state"]["board"] == ["..o", "...", "xx."]
    assert str(state) == "3 ..o\n2 ...\n1 xx.\n  abc"


@pytest.mark.parametrize(
    "line", ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1"]
)
def test_every_line_of_three_wins(line):
    state = st.game("tic_tac_toe").start()
    mine = line.split()
    others = [cell for cell in state.legal_actions() if cell not in mine]
    for ply in range(5):
        assert not state.is_terminal()
        state.apply_action(mine[ply // 2] if ply % 2 == 0 else others[ply // 2])
    assert state.winners() == [0]


def test_the_mover_of_a_position_follows_from_the_stones():
    assert position(["...", ".x.", "..."]).current_player() == 1
    assert position(["o..", ".x.", "..."]).current_player() == 0


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (["...", "..."], "board: must be a list of 3"),
        (["...", "...", "...", "..."], "board: must be a list of 3"),
        ("...", "board: must be a list of 3"),
        (["...", "....", "..."], r"board\[1\]: '....' is not 3 symbols"),
        (["...", "..X", "..."], r"board\[1\]: '..X' is not 3 symbols"),
        (["...", 5, ""], r"board\[1\]: 5 is not.*board\[2\]: '' is not"),
        (["xx.", "...", "..."], r"as many stones as o or one more, not \+2"),
        (["...", ".o.", "..."], "as many stones as o or one more, not -1"),
        (["xxx", "ooo", "..."], "both have three in a row"),
        (["xxx", "oo.", "..o"], "x has three in a row, so the last stone must be x"),
        (["ooo", "xx.", "x.x"], "o has three in a row, so the last stone must be o"),
    ],
)
def test_a_position_that_cannot_be_is_refused(board, reason):
    with pytest.raises(st.InvalidPosition, match=reason):
        position(board)

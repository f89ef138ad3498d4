"""What the endgame solver answers: settings, status, bounds, moves, and published results of connect four."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import springtail as st
from springtail.solvers.endgame import Endgame
from springtail.solvers.search import Watch, run

GOLDEN_FILES = Path(__file__).parents[1] / "golden"
GOLDEN = json.loads((GOLDEN_FILES / "connect_four_values.json").read_text("utf-8"))
WHIST_TRICKS = json.loads((GOLDEN_FILES / "whist_tricks.json").read_text("utf-8"))["tricks"]
CONNECT_FOUR = st.game("connect_four")


def played(columns):
    state = CONNECT_FOUR.start()
    for column in columns:
        state.apply_action(column)
    return state


def sign(number):
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("plies", [18, 22, 26, 30, 34])
def test_connect_four_agrees_with_published_values(plies):
    for columns, score in GOLDEN["values"].items():
        if len(columns) == plies:
            state = played(columns)
            value = st.solve(state, "outcome").value
            assert value.pov(state.current_player()).expected_return == sign(score), columns


def test_connect_four_agrees_with_bitbully():
    core = pytest.importorskip("bitbully.bitbully_core")
    oracle, random = core.BitBullyCore(), st.Random(21)
    for _ in range(60):
        board, state = core.BoardCore(), CONNECT_FOUR.start()
        while len(state.history()) < 22 and not state.is_terminal():
            action = state.legal_actions()[random.below(len(state.legal_actions()))]
            state.apply_action(action)
            board.play(int(action) - 1)
        if not state.is_terminal():
            value = st.solve(state, "outcome").value
            assert value.pov(state.current_player()).expected_return == sign(oracle.mtdf(board, 0))


def notrump(board):
    """Return the position of a board of the golden file, and the cards a hand."""
    game = st.game("whist")
    *hands, leader = (part.split() for part in board.split("|"))
    deck, done = game.deck(), 13 - len(hands[0])
    fields = {
        "hands": hands,
        "played": [card for card in deck if card not in sum(hands, [])],
        "trick": [],
        "leader": int(leader[0]),
        "tricks": [done, 0],
        "voids": [[]] * 4,
    }
    return game.position({"state": fields}), len(hands[0])


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7])
def test_whist_agrees_with_published_tricks(cards):
    for board, tricks in WHIST_TRICKS.items():
        state, left = notrump(board)
        if left == cards:
            seat = state.current_player()
            value = st.solve(state, "margin", moves="one", open_hands=True).value
            assert value.pov(seat).margin == state.margin(seat) + 2 * tricks - cards, board


@pytest.mark.parametrize(
    ("game_id", "options", "plies"),
    [
        ("tic_tac_toe", {}, 3),
        ("nim", {}, 3),
        ("dice_race", {}, 3),
        ("connect_four", {}, 32),
        ("butterfly", {"nets": "none"}, 26),
        ("butterfly", {"nets": "sparse"}, 40),
    ],
)
def test_mcts_comes_to_the_same_value(game_id, options, plies, played_on):
    random, game, compared = st.Random(3), st.game(game_id, **options), 0
    while compared < 5:
        state = played_on(game, plies, random)
        if state is None:
            continue
        compared += 1
        exact = st.solve(state, "outcome")
        found = st.analyse(state, st.Limit(simulations=40_000), solver="mcts")
        seat = state.current_player()
        assert found.score.pov(seat).expected_return == pytest.approx(exact.value.pov(seat).expected_return, abs=0.1)
        if found.score.kind == "exact":
            assert found.score.returns == pytest.approx(exact.value.returns, abs=1e-6)


def test_the_game_s_options_are_solved_apart():
    assert st.solve(st.game("nim", piles=(1, 2, 3)).start(), "outcome").value.returns == (-1, 1)
    assert st.solve(st.game("nim", piles=(1, 2, 4)).start(), "outcome").value.returns == (1, -1)


@pytest.fixture
def won():
    """A position of tic-tac-toe that seat 0 wins by some actions and not by others."""
    state = st.game("tic_tac_toe").start()
    for action in ("b2", "a2"):
        state.apply_action(action)
    return state


def test_moves_are_sorted_and_say_what_is_known(won):
    solution = st.solve(won, "outcome")
    kinds = [line.score.kind for line in solution.moves]
    assert 0 < len(solution.best) < len(kinds)
    assert set(kinds[: len(solution.best)]) == {"exact"}
    assert "upper" in kinds
    assert all(line.score.pov(0).expected_return <= 0 for line in solution.moves if line.action not in solution.best)


def test_one_move_is_enough_when_asked_for(won):
    solution = st.solve(won, "outcome", moves="one")
    assert solution.stopped_by == "proof"
    assert solution.best
    assert set(solution.best) <= set(st.solve(won, "outcome").best)


def test_all_moves_makes_every_action_exact():
    solution = st.solve(st.game("tic_tac_toe").start(), "outcome", moves="all")
    assert {line.score.kind for line in solution.moves} == {"exact"}
    assert len(solution.moves) == 9


def test_the_line_of_the_first_move_can_be_replayed_to_the_end():
    state = played("4444432655667711")
    solution = st.solve(state, "outcome")
    for action in solution.moves[0].pv:
        state.apply_action(action)
    assert state.is_terminal()
    assert solution.distance == len(solution.moves[0].pv)
    assert state.returns() == list(solution.value.returns)


def test_a_bound_is_the_opposite_one_for_the_opponent(won):
    score = next(line.score for line in st.solve(won, "outcome").moves if line.score.kind == "upper")
    assert (score.pov(0).kind, score.pov(1).kind) == ("upper", "lower")
    assert score.pov(1).expected_return == -score.pov(0).expected_return


def test_a_solve_cut_short_is_aborted_or_bounded_and_never_wrong():
    state = played("44444326556677")
    value = st.solve(state, "outcome").value.pov(0).expected_return
    seen = set()
    for nodes in (300, 3_000, 30_000, 100_000, 300_000, 500_000):
        solution = st.solve(state, "outcome", st.Limit(nodes=nodes))
        assert solution.stopped_by == "nodes"
        lower, upper = (bound.pov(0).expected_return for bound in solution.bounds)
        assert lower <= value <= upper
        assert (solution.value is None) == (solution.status != "solved")
        seen.add(solution.status)
    assert {"aborted", "bounded"} <= seen


def test_what_nothing_is_known_about_has_no_bound():
    state = st.game("dice_race", target=30).start()
    solution = st.solve(state, "margin", st.Limit(nodes=300))
    assert solution.status == "aborted"
    assert solution.bounds == (None, None)
    assert {line.score.kind for line in solution.moves} == {"estimate"}


def test_with_chance_only_what_is_valued_is_called_exact():
    state = st.game("dice_race", target=12).start()
    outcome, margin = st.solve(state, "outcome"), st.solve(state, "margin")
    assert (outcome.value.covers, margin.value.covers) == ("returns", "margins")
    assert outcome.value.margin_stderr == (None, None)
    assert 0 < outcome.rounding < 1e-6
    assert 0 < margin.rounding < 1e-6


def test_without_chance_return_and_margin_are_exact():
    solution = st.solve(played("4444432655667711"), "margin")
    assert solution.value.covers == "both"
    assert solution.rounding == 0


def test_an_analysis_by_the_solver_is_exact():
    state = played("4444432655667711")
    watch = Watch(Endgame().begin(state, st.Limit(), 3), st.Limit(), started=0.0)
    analysis = run(watch)
    assert (analysis.stopped_by, analysis.score.kind) == ("proof", "exact")
    assert analysis.move == analysis.lines[0].action
    assert len(analysis.lines) == 3


def test_an_analysis_cut_short_has_a_legal_move():
    state = played("44")
    analysis = st.analyse(state, st.Limit(nodes=300), solver="endgame")
    assert analysis.move in state.legal_actions()
    assert analysis.score.kind != "exact"


def test_open_hands_solve_a_hidden_game(played_on):
    state = played_on(st.game("whist", cards=4), 1, st.Random(2))
    with pytest.raises(st.Unsupported, match="hidden information"):
        st.solve(state)
    solution = st.solve(state, open_hands=True)
    assert solution.status == "solved"
    assert solution.value.margins[0] == solution.value.margins[2] == -solution.value.margins[1]


@pytest.mark.parametrize(
    ("settings", "named"),
    [({"objective": "win"}, "objective"), ({"moves": "some"}, "moves"), ({"open_hands": "yes"}, "open_hands")],
)
def test_a_wrong_setting_is_refused(settings, named):
    with pytest.raises(st.InvalidOptions, match=named):
        Endgame(**settings)


def test_a_depth_is_refused():
    with pytest.raises(st.InvalidLimit, match="depth"):
        Endgame().begin(CONNECT_FOUR.start(), st.Limit(depth=4))


def test_simulations_alone_are_refused():
    with pytest.raises(st.InvalidLimit, match="simulations"):
        Endgame().begin(CONNECT_FOUR.start(), st.Limit(simulations=4))

"""Levels of strength: what they play, what they never play, and that each is stronger than those below."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail.cython_ext.levels import Level, Levels
from springtail.solvers.analysis import Analysis
from springtail.solvers.score import Line, Score
from springtail.solvers.strength import FARTHEST, GENERAL, choose

GAMES = ["butterfly", "spinnentwist", "spring", "spring_on_a_string", "spring_rally"]
FIRST_WINS = list("112233")
"""Connect four: the seat to move wins by 4."""


class Takeaway:
    """Nine stones; a turn takes one or two, and whoever takes the last one wins."""

    def __init__(self, left: int = 9, mover: int = 0) -> None:
        self.left, self.mover = left, mover

    def clone(self) -> Takeaway:
        return Takeaway(self.left, self.mover)

    def current_player(self) -> int:
        return self.mover

    def legal_actions(self) -> list[int]:
        return [0, 1][: self.left]

    def apply_action(self, action: int) -> None:
        self.left -= action + 1
        self.mover = 1 - self.mover

    def is_terminal(self) -> bool:
        return self.left == 0

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.mover == 0 else [1.0, -1.0]


def levels_of(game: st.Game) -> tuple[Level, ...]:
    return (game.levels or GENERAL).levels


def analysis_of(*scores: Score) -> Analysis:
    """Return an analysis in which action `a` has the first score, `b` the second and so on."""
    lines = tuple(Line(action, score, 10, (action,)) for action, score in zip("abcdef", scores, strict=False))
    return Analysis(
        game="g",
        seat=0,
        solver="mcts",
        move="a",
        score=scores[0],
        lines=lines,
        stopped_by="simulations",
        time=0.0,
        simulations=60,
        nodes=60,
        depth=3,
        memory_bytes=0,
        memory_full=False,
        threads=1,
        seed=0,
        objective="outcome",
    )


def estimate(win_share: float, margin: float = 0.0) -> Score:
    value = 2 * win_share - 1
    return Score("estimate", (value, -value), (margin, -margin), (0.1, 0.1), (1.0, 1.0))


def play(game: st.Game, seats: list[int | str], seed: int) -> list[float]:
    """Play a game of levels and return the win share of each seat."""
    state, chance = game.start(seed=seed), st.Random([seed, 1])
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(chance))
        else:
            strength = seats[state.current_player()]
            state.apply_action(st.best_move(state, strength=strength, seed=seed).move)
    return [seat in state.winners() and 1 / len(state.winners()) for seat in range(game.players)]


def wins(game: st.Game, stronger: int, weaker: int, deals: int) -> float:
    """Return the win share of a level against another at two seats, each deal played from both."""
    total = 0.0
    for deal in range(deals):
        total += play(game, [stronger, weaker], deal)[0] + play(game, [weaker, stronger], deal)[1]
    return total / (2 * deals)


class TestChoosing:
    def test_what_loses_less_is_played_more_often(self) -> None:
        found, level = analysis_of(estimate(0.6), estimate(0.55), estimate(0.4)), Level("mcts", misjudgement=0.1)
        played = Counter(choose(found, level, (draw + 0.5) / 1000).action for draw in range(1000))
        assert played["a"] / played["b"] == pytest.approx(2.718**0.5, rel=0.02)
        assert played["b"] > played["c"] > 0

    def test_what_loses_much_is_never_played(self) -> None:
        level = Level("mcts", misjudgement=0.1)
        found = analysis_of(estimate(0.6), estimate(0.6 - 0.1 * FARTHEST - 0.01))
        assert {choose(found, level, draw / 100).action for draw in range(100)} == {"a"}

    def test_points_count_where_the_win_share_tells_nothing(self) -> None:
        """A seat that is losing anyway does not throw points away."""
        level = Level("mcts", misjudgement=0.1, points=40)
        found = analysis_of(estimate(0.0, -5), estimate(0.0, -30))
        assert {choose(found, level, draw / 100).action for draw in range(100)} == {"a"}

    def test_a_proven_win_is_played_whatever_the_draw(self) -> None:
        won = Score.exact([1, -1], [0.5, -0.5])
        found = analysis_of(won, estimate(0.99, 50))
        assert {choose(found, Level("mcts", misjudgement=5), draw / 100).action for draw in range(100)} == {"a"}

    def test_a_proven_loss_is_not_played_beside_something_else(self) -> None:
        lost = Score.exact([-1, 1], [50, -50])
        found = analysis_of(estimate(0.01), lost)
        assert {choose(found, Level("mcts", misjudgement=5), draw / 100).action for draw in range(100)} == {"a"}

    def test_without_misjudgement_the_best_is_played(self) -> None:
        found = analysis_of(estimate(0.5), estimate(0.5))
        assert {choose(found, Level("mcts"), draw / 10).action for draw in range(10)} == {"a"}


class TestLevels:
    def test_weak_levels_convert_wins_that_are_proven(self) -> None:
        state = st.load({"game": "connect_four", "actions": FIRST_WINS})
        for seed in range(10):
            assert st.best_move(state, strength=1, seed=seed).move == "4"

    def test_a_level_plays_different_actions_by_different_seeds_and_the_same_by_the_same(self) -> None:
        state = st.game("connect_four").start()
        moves = [st.best_move(state, strength=1, seed=seed).move for seed in range(12)]
        assert len(set(moves)) > 2
        assert moves == [st.best_move(state, strength=1, seed=seed).move for seed in range(12)]

    def test_the_line_of_the_move_comes_first(self) -> None:
        found = st.best_move(st.game("connect_four").start(), strength=1, multipv=3, seed=4)
        assert found.lines[0].action == found.move and found.lines[0].score == found.score
        assert len({line.action for line in found.lines}) == 3

    @pytest.mark.parametrize("game_id", GAMES)
    def test_every_level_of_every_game_moves(self, game_id: str, midgame: Callable[[str], st.State]) -> None:
        state = midgame(game_id)
        for number, level in enumerate(levels_of(state.game), 1):
            if not level.depth or level.depth <= 3:
                assert st.best_move(state, strength=number).move in state.legal_actions()

    def test_the_given_limit_holds_too(self) -> None:
        found = st.analyse(st.game("connect_four").start(), st.Limit(simulations=50), strength=3)
        assert found.simulations == 50

    def test_full_strength_is_no_level(self) -> None:
        state, limit = st.game("connect_four").start(), st.Limit(simulations=3000)
        plain = st.best_move(state, limit)
        for strength in (None, "full"):
            assert st.best_move(state, limit, strength=strength).lines == plain.lines

    def test_a_game_written_in_python_has_the_general_scale(self) -> None:
        state = st.PythonGame(Takeaway, players=2, actions=2, longest_game=9, repeats=False).start()
        moves = {st.best_move(state, strength=1, seed=seed).move for seed in range(30)}
        assert moves == set(state.legal_actions())

    def test_a_bot_has_a_strength(self) -> None:
        state = st.game("connect_four").start()
        with st.Bot(strength=2, seed=3) as bot:
            assert bot.best_move(state).move == st.best_move(state, strength=2, seed=3).move

    def test_what_a_seat_cannot_see_changes_nothing(self) -> None:
        for other in ("Q", "K"):
            state = st.load({"game": "three_card_poker", "actions": ["J", other]})
            moves = [st.best_move(state, strength=1, seed=seed).move for seed in range(20)]
            assert moves == [st.best_move(state.observation(0), strength=1, seed=seed).move for seed in range(20)]

    @pytest.mark.parametrize("strength", [0, -1, 99, 1.0, True, "expert", [1]])
    def test_a_level_that_there_is_not_is_refused(self, strength: Any) -> None:
        with pytest.raises(st.InvalidOptions, match=r"strength: must be a level of tic_tac_toe, 1 to 5, or full"):
            st.best_move(st.game("tic_tac_toe").start(), strength=strength)

    def test_settings_of_the_search_are_refused_beside_a_level(self) -> None:
        with pytest.raises(st.InvalidOptions, match="leave out solver, exploration"):
            st.best_move(st.game("tic_tac_toe").start(), strength=1, solver="mcts", exploration=2.0)
        with pytest.raises(st.InvalidOptions, match="leave out open_hands"):
            st.best_move(st.game("three_card_poker").start(seed=1).child("J").child("Q"), strength=1, open_hands=True)


class TestMeasuredScales:
    def test_the_general_scale_rises(self) -> None:
        game = st.game("connect_four")
        for weaker, stronger in ((1, 3), (3, 5)):
            assert wins(game, stronger, weaker, 8) > 0.6

    @pytest.mark.parametrize("game_id", GAMES)
    def test_a_scale_says_what_was_measured_of_each_level(self, game_id: str) -> None:
        levels = st.game(game_id).levels
        assert levels is not None
        least = min(st.game(game_id).info.players)
        measured = {row.level: row for row in levels.measured if row.players == least}
        assert set(measured) - {None} == {*range(1, len(levels.levels) + 1)}
        for row in levels.measured:
            assert 0.5 < row.share <= 1 and row.low <= row.share <= row.high

    def test_a_pinned_match_is_won_by_the_higher_level(self) -> None:
        assert wins(st.game("spring_on_a_string"), 4, 1, 8) > 0.75

    def test_the_page_has_every_measurement(self) -> None:
        page = (Path(__file__).parents[2] / "docs/levels.md").read_text("utf-8")
        for game_id in GAMES:
            levels = st.game(game_id).levels
            assert levels is not None
            section = page.partition(f"### {st.game(game_id).title}\n")[2].partition("###")[0]
            for row in levels.measured:
                figures = f"{row.games} | {row.share:.2f} ({row.low:.2f} to {row.high:.2f}) |"
                assert f"| {row.level or 'full'} | " in section and f" | {row.players} | {figures}" in section

    def test_a_scale_is_read_from_toml(self, tmp_path: Path) -> None:
        (tmp_path / "levels.toml").write_text(
            '[common]\nsolver = "alphabeta"\n[[level]]\ndepth = 1\n[[level]]\ndepth = 2\nsolver = "mcts"\n'
            '[[measured]]\nlevel = "full"\nplayers = 2\ngames = 9\nshare = 0.7\nlow = 0.6\nhigh = 0.8\n'
        )
        scale = Levels.read(tmp_path / "levels.toml")
        assert scale.levels == (Level("alphabeta", depth=1), Level("mcts", depth=2))
        assert scale.measured[0].level is None


def test_the_command_line_takes_a_strength(capsys: pytest.CaptureFixture[str]) -> None:
    from springtail.__main__ import main

    assert main(["best-move", "--game", "connect_four", "--strength", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["move"] == st.best_move(st.game("connect_four").start(), strength=2).move
    assert main(["best-move", "--game", "connect_four", "--strength", "most"]) == 2
    assert main(["best-move", "--game", "connect_four", "--strength", "full", "--simulations", "100"]) == 0

"""`springtail match`, called in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from springtail.__main__ import main
from springtail.matches.log import read_log

Run = Callable[..., tuple[int, str, str]]
TIC = ["match", "--game", "tic_tac_toe", "--processes", "1"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line and returns the exit code, standard output and standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return call


def test_the_table_has_a_line_a_player_and_what_follows(run: Run) -> None:
    code, out, err = run(*TIC, "mcts@100sims", "random", "--games", 10, "--sprt", "0,400")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].split() == [
        *("player", "games", "win", "share", "95", "%", "margin", "rating", "crashes", "illegal", "too", "late"),
        *("s", "a", "move", "sims", "a", "move", "nodes", "a", "move"),
    ]
    assert [line.split()[:2] for line in lines[1:3]] == [["mcts@100sims", "10"], ["random", "10"]]
    assert "10 games, 5 whole sets; ended because all games were played" in lines
    assert any(line.startswith("Elo of mcts@100sims over random: ") for line in lines)
    assert any(line.startswith("SPRT: not decided, log likelihood ratio ") for line in lines)


def test_json_has_all_of_it(run: Run) -> None:
    code, out, _ = run(*TIC, "mcts@100sims", "random", "greedy", "--games", 6, "--json")
    found = json.loads(out)
    assert (code, found["games"], found["sets"], found["stopped_by"]) == (0, 6, 3, "games")
    assert found["match"]["players"] == {name: name for name in ("mcts@100sims", "random", "greedy")}
    assert [standing["games"] for standing in found["standings"]] == [4, 4, 4]
    assert {rating["player"] for rating in found["ratings"]} == {"mcts@100sims", "random", "greedy"}


def test_a_log_is_shown_and_gone_on_with_without_players(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    run(*TIC, "greedy", "random", "--games", 4, "--log", log, "--seed", 9)
    before = log.read_bytes()
    assert "4 games, 2 whole sets\n" in run("match", "--log", log)[1]
    assert log.read_bytes() == before
    assert "8 games, 4 whole sets;" in run("match", "--log", log, "--games", 8, "--processes", 1)[1]
    assert [played.number for played in read_log(log)[1]] == list(range(8))


def test_openings_are_read_from_a_file(run: Run, tmp_path: Path) -> None:
    openings, log = tmp_path / "openings", tmp_path / "log"
    documents = [{"game": "tic_tac_toe", "actions": [action]} for action in ("b2", "a1")]
    openings.write_text("".join(json.dumps(document) + "\n" for document in documents))
    code, _, _ = run(*TIC, "greedy", "random", "--games", 8, "--log", log, "--openings", openings)
    assert code == 0
    begun = [played.record["actions"][0] for played in read_log(log)[1]]
    assert begun == ["b2", "b2", "a1", "a1"] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match"], "PLAYER: missing"),
        (["match", "random", "greedy"], "--game: missing"),
        ([*TIC, "random", "mcts"], "player 'mcts': how long may it think?"),
        ([*TIC, "random", "greedy", "--sprt", "0;5"], "--sprt: must be two numbers such as 0,10"),
        ([*TIC, "random", "greedy", "--sprt", "5,0"], "elo1: must be above elo0"),
        ([*TIC, "random", "greedy", "--openings", "/no/such/file"], "/no/such/file: No such file"),
        ([*TIC, "random", "greedy", "--games", "0"], "games: must be a whole number above 0"),
        ([*TIC, "random", "greedy", "--log", "/no/such/folder/log"], "No such file or directory"),
        (["match", "--log", "/no/such/log"], "No such file or directory"),
        ([*TIC, "random", "greedy", "--scheduler", "tcp://127.0.0.1:1"], "--scheduler: give it or --processes"),
    ],
)
def test_wrong_arguments_are_told_on_one_line(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("springtail: ") and err.count("\n") == 1
    assert message in err


def test_an_opening_that_is_cut_off_is_named_by_its_line(run: Run, tmp_path: Path) -> None:
    openings = tmp_path / "openings"
    openings.write_text('{"game": "tic_tac_toe", "actions": ["b2"]}\n{"game": "tic_tac_toe", "act')
    code, _, err = run(*TIC, "greedy", "random", "--openings", openings)
    assert (code, err) == (2, f"springtail: {openings}, line 2: is cut off\n")

"""The command line, called in this process: answers, errors on one line, exit codes."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

import springtail as st
from springtail.__main__ import VERBS, main
from springtail.command_line import doctor
from springtail.solvers.limit import StopReason
from springtail.solvers.words import STOPPED

GOLDEN = Path(__file__).parents[1] / "golden"

RECORD = {"game": "connect_four", "actions": list("4412")}
QUICK = ["--simulations", "200"]
FOUR = ["--game", "connect_four"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line and returns the exit code, standard output and standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with a record."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD))
    return path


def type_in(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))  # type: ignore[arg-type]


class TestHelp:
    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_has_help_with_examples(self, run: Run, verb: str) -> None:
        code, out, err = run(verb, "--help")
        assert (code, err) == (0, "")
        assert "examples:\n  springtail " + verb in out
        assert "--json" in out

    def test_the_help_lists_the_verbs_and_exit_codes(self, run: Run) -> None:
        code, out, _ = run("--help")
        assert code == 0
        assert all(f"\n  {verb} " in out for verb in VERBS)
        assert "130  interrupted" in out

    def test_the_version_is_that_of_the_package(self, run: Run) -> None:
        code, out, _ = run("--version")
        assert (code, out.split()[0]) == (0, "springtail")


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "the following arguments are required: VERB"),
            (["think"], "VERB: invalid choice: 'think'"),
            (["best-move"], "FILE: missing; give a JSON document, - for standard input, or --game ID"),
            (["best-move", "no/such/file"], "no/such/file: No such file or directory"),
            (["best-move", "."], ".: Is a directory"),
            (["best-move", "a\0b"], "a\\x00b: embedded null byte"),
            (["best-move", "x.json", "--game", "nim"], "FILE: give a file or --game, not both"),
            (["best-move", "--actions", "4"], "--game: missing; --option and --actions need it"),
            (["best-move", "--game", "conect_four"], "game: 'conect_four' is unknown; did you mean 'connect_four'?"),
            (["best-move", *FOUR, "--option", "size=8"], "connect_four has no option 'size'"),
            (["best-move", *FOUR, "--option", "players"], "--option: 'players' must be NAME=VALUE"),
            (["best-move", *FOUR, "--setting", "luck"], "--setting: 'luck' must be NAME=VALUE"),
            (["best-move", *FOUR, "--setting", "luck=1"], "mcts has no setting 'luck'"),
            (["best-move", *FOUR, "--seed", "1", "--setting", "seed=1"], "--setting: 'seed=1' is given twice"),
            (
                ["best-move", *FOUR, "--option", "players=2", "--option", "players=2"],
                "--option: 'players=2' is given twice",
            ),
            (["best-move", *FOUR, "--option", "players=NaN"], "option players: nan is not one of 2"),
            (
                ["best-move", *FOUR, "--option", "players=@a.toml"],
                "option players: PosixPath('a.toml') is not one of 2",
            ),
            (["best-move", *FOUR, "--actions", "4 9"], "--actions[1]: action '9': not the notation of connect_four"),
            (["best-move", *FOUR, "--actions", "[4]"], "--actions[0]: action 4: must be a text"),
            (["best-move", *FOUR, "--actions", "[4"], "--actions: not a JSON list"),
            (["best-move", *FOUR, "--actions", "1 2 1 2 1 2 1"], "position: the game is over"),
            (["best-move", "--game", "whist"], "position: a chance event comes next"),
            (["best-move", *FOUR, "--time", "soon"], "--time: must be a number, not 'soon'"),
            (["best-move", *FOUR, "--time", "nan"], "time: must be above 0, not nan"),
            (["best-move", *FOUR, "--time", "-1"], "time: must be above 0, not -1.0"),
            (["best-move", *FOUR, "--time", "1e999"], "time: must be below"),
            (["best-move", *FOUR, "--simulations", "0"], "simulations: must be above 0, not 0"),
            (["best-move", *FOUR, "--simulations", "1.5"], "--simulations: must be a whole number, not '1.5'"),
            (["best-move", *FOUR, "--simulations", 5000 * "9"], "--simulations: must be a whole number"),
            (["best-move", *FOUR, "--depth", 4000 * "9"], "depth: must be below 2147483648"),
            (["best-move", *FOUR, "--memory-mb", "1e-6", *QUICK], "memory_mb: 0 bytes cannot hold"),
            (["best-move", *FOUR, "--multipv", "0"], "multipv: must be a whole number above 0, not 0"),
            (["best-move", *FOUR, "--solver", "magic"], "solver: 'magic' is not one of auto, "),
            (["best-move", *FOUR, "--solver", "ismcts", *QUICK], "connect_four"),
            (["best-move", *FOUR, "--threads", "0"], "threads: must be a whole number from 1 to 256, not 0"),
            (["best-move", *FOUR, "--solver", "alphabeta", "--seed", "1"], "alphabeta has no setting 'seed'"),
            (["best-move", *FOUR, "--seed", "-1"], "seed: must be a whole number from 0 on, not -1"),
            (["best-move", *FOUR, "--objective", "fun"], "objective: 'fun' is not one of outcome, margin"),
            (["best-move", *FOUR, "--exploration", "nan"], "exploration: must be a number above 0, not nan"),
            (["best-move", *FOUR, "--leaf", "estimate", *QUICK], "mcts: connect_four has no static estimate"),
            (["best-move", *FOUR, "--colour", "red"], "unrecognized arguments: --colour"),
            (["analyse", *FOUR, "--threads", "2", "--final-move", "x"], "final_move: 'x' is not one of robust, max"),
            (["solve"], "FILE: missing; give a JSON document, - for standard input, or --game ID"),
            (["solve", *FOUR, "--objective", "win"], "objective: 'win' is not one of outcome, margin"),
            (["solve", *FOUR, "--moves", "some"], "moves: 'some' is not one of one, best, all"),
            (["solve", *FOUR, "--nodes", "0"], "nodes: must be above 0, not 0"),
            (["solve", *FOUR, "--memory-mb", "1e-6"], "memory_mb: the search of connect_four needs"),
            (["solve", *FOUR, "--checkpoint", "no/such/file"], "No such file or directory"),
            (["solve", *FOUR, "--checkpoint-every", "-1"], "checkpoint_every: must be a number of seconds from 0"),
            (["solve", *FOUR, "--depth", "3"], "unrecognized arguments: --depth"),
            (["solve", "--game", "dice_race", "--option", "players=3"], "has more than two sides"),
            (["solve", "--game", "whist", "--open-hands"], "position: a chance event comes next"),
            (["perft", *FOUR], "the following arguments are required: --depth"),
            (["perft", *FOUR, "--depth", "-1"], "depth: must be a whole number from 0"),
            (["perft", *FOUR, "--depth", "0", "--divide"], "depth: must be a whole number from 1"),
            (["perft", "--game", "whist", "--depth", "1"], "depth: whist has a deal 0 plies from here"),
            (["replay", "no/such/file"], "no/such/file: No such file or directory"),
            (["replay"], "the following arguments are required: FILE"),
            (["bench", "--game", "ches"], "game: 'ches' is unknown"),
        ],
    )
    def test_wrong_input_is_told_on_one_line(self, run: Run, arguments: list[str], message: str) -> None:
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("springtail: ") and message in err
        assert err.count("\n") == 1 and err.endswith("\n") and len(err) < 400

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "document: not JSON"),
            (b"\x00\xff\xfe\x80", "document: not JSON"),
            (10_000_000 * b"[", "document: longer than 1000000 characters"),
            (900_000 * b"[", "document: nested too deeply"),
            (b'{"game": "connect_four", "game": "nim"}', "'game': given twice"),
            (
                b'{"game": "connect_four", "actions": ["\\ud800\\n"]}',
                r"actions[0]: action '\ud800\n': not the notation",
            ),
            (
                b'{"game": 1, "options": 2, "turn": 3}',
                "game: must be a name, not 1; options: must be an object; 'turn': unknown field; state:",
            ),
        ],
    )
    @pytest.mark.parametrize("from_stdin", [False, True])
    def test_a_wrong_document_is_told_on_one_line(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, message: str, from_stdin: bool
    ) -> None:
        path = tmp_path / "document"
        path.write_bytes(content)
        type_in(monkeypatch, content)
        code, out, err = run("best-move", "-" if from_stdin else path)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err

    def test_a_file_that_must_not_be_read_is_told(
        self, run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: Any) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("builtins.open", refuse)
        assert run("analyse", record) == (2, "", f"springtail: {record}: Permission denied\n")
        assert run("replay", record) == (2, "", f"springtail: {record}: Permission denied\n")

    def test_an_interrupt_before_anything_is_found_is_130(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("springtail.command_line.position.read_file", interrupt)
        assert run("best-move", "-") == (130, "", "")


class TestBestMove:
    @pytest.mark.parametrize("solver", ["alphabeta", "endgame"])
    def test_a_solver_that_draws_nothing_is_not_given_a_seed(self, run: Run, solver: str) -> None:
        code, out, err = run("best-move", "--game", "tic_tac_toe", "--actions", "b2 a2", "--solver", solver, "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["solver"] == solver

    def test_the_answer_is_for_people(self, run: Run, record: Path) -> None:
        code, out, err = run("best-move", record, *QUICK)
        assert (code, err) == (0, "")
        assert out.startswith(st.load(RECORD).draw())
        assert "\nBest move for seat 0: " in out
        assert "(an estimate)" in out and "mcts: 200 simulations" in out
        assert "ended because the simulations were done" in out

    def test_a_proven_value_is_called_exact(self, run: Run) -> None:
        _, out, _ = run("best-move", *FOUR, "--actions", "1 1 2 2 3 3")
        assert "Best move for seat 0: 4\n  win share 1.000, margin +1.00 (exact)\n" in out
        assert "this wins whatever the others do" in out

    @pytest.mark.parametrize("verb", ["best-move", "analyse"])
    def test_json_is_one_object_and_nothing_else(self, run: Run, record: Path, verb: str) -> None:
        code, out, err = run(verb, record, "--json", "--seed", "4", "--threads", "2", "--multipv", "2", *QUICK)
        assert (code, err) == (0, "")
        found = json.loads(out)
        expected = st.analyse(RECORD, st.Limit(simulations=200), seed=4, threads=2, multipv=2).to_dict()
        assert found | {"time": 0} == json.loads(json.dumps(expected)) | {"time": 0}

    def test_the_only_legal_action_is_said_to_be_forced(self, run: Run) -> None:
        _, out, _ = run("best-move", "--game", "tic_tac_toe", "--actions", "a1 b1 c1 b2 a2 c2 b3 a3", "--time", "60")
        assert "Best move for seat 0: c3" in out and "no other action is legal" in out

    def test_analyse_goes_on_where_one_action_is_legal(self, run: Run) -> None:
        _, out, _ = run("analyse", "--game", "tic_tac_toe", "--actions", "a1 b1 c1 b2 a2 c2 b3 a3", "--json")
        assert json.loads(out)["stopped_by"] == "proof"

    def test_options_and_actions_are_an_alternative_to_a_file(self, run: Run) -> None:
        _, out, _ = run("best-move", "--game", "nim", "--option", "piles=[1,2]", "--actions", "b1", "--json", *QUICK)
        assert json.loads(out)["score"]["returns"] == [1.0, -1.0] or json.loads(out)["move"] in ("a1", "b1")

    def test_actions_can_be_a_json_list(self, run: Run) -> None:
        deal = st.game("whist").start(seed=1).sample_chance(1)
        code, out, _ = run("best-move", "--game", "whist", "--actions", json.dumps([deal]), "--json", *QUICK)
        assert (code, json.loads(out)["solver"]) == (0, "ismcts")

    def test_what_the_mover_cannot_see_is_shown_only_with_open_hands(self, run: Run) -> None:
        hidden = ["best-move", "--game", "three_card_poker", "--actions", "Q K", *QUICK]
        state = st.load({"game": "three_card_poker", "actions": ["Q", "K"]})
        assert state.draw() != state.observation(0).draw()
        assert run(*hidden)[1].startswith(state.observation(0).draw())
        assert run(*hidden, "--open-hands")[1].startswith(state.draw())

    def test_standard_input_is_read(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        type_in(monkeypatch, json.dumps(RECORD).encode())
        code, out, err = run("best-move", "-", "--json", *QUICK)
        assert (code, json.loads(out)["game"], err) == (0, "connect_four", "")

    def test_an_observation_is_a_position(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "seen.json"
        path.write_text(json.dumps(st.load(RECORD).observation(0).to_dict()))
        assert run("best-move", path, *QUICK)[0] == 0
        assert run("perft", path, "--depth", "2")[0] == 0

    def test_every_reason_to_stop_has_words(self) -> None:
        assert set(STOPPED) == set(get_args(StopReason))


class TestSolve:
    WON = ("solve", "--game", "tic_tac_toe", "--actions", "b2 a2")
    DRAWN = ("solve", *FOUR, "--actions", " ".join("5233631171113551345677"), "--objective", "outcome", "--json")

    def test_a_solution_is_for_people(self, run: Run) -> None:
        code, out, err = run(*self.WON)
        assert (code, err) == (0, "")
        assert "Solved for seat 0: win share 1.000, margin +1.00 (exact)\n  kept by: a1 a3 b1 b3 c1 c3\n" in out
        assert "expected play: a1 a3 b1 b3 c1 (5 plies to the end)" in out
        assert re.search(r"\nc2 +win share 0.500, margin \+0.00 \(at most\) +[0-9]+\n", out)
        assert out.endswith("; ended because nothing is left to find out\n")

    def test_one_move_is_not_called_all_of_them(self, run: Run) -> None:
        _, out, _ = run(*self.WON, "--moves", "one")
        assert re.search(r"\n  kept at least by: (a1|a3|b1|b3|c1|c3)\n", out)

    def test_json_is_the_solution(self, run: Run) -> None:
        code, out, _ = run(*self.WON, "--moves", "all", "--objective", "outcome", "--json")
        found = json.loads(out)
        assert (code, found["status"], found["value"]["returns"]) == (0, "solved", [1, -1])
        assert found["best"] == ["a1", "a3", "b1", "b3", "c1", "c3"]
        assert {move["score"]["kind"] for move in found["moves"]} == {"exact"}

    def test_what_is_not_proven_is_not_claimed(self, run: Run) -> None:
        _, out, _ = run("solve", *FOUR, "--nodes", "1000")
        assert "Not solved; nothing is proven for seat 0 beyond what the rules say: " in out
        assert "kept" not in out
        assert "ended because the nodes were used up" in out

    def test_bounds_that_were_proven_are_told(self, run: Run) -> None:
        nodes = json.loads(run(*self.DRAWN)[1])["nodes"]
        shown = [run(*self.DRAWN[:-1], "--nodes", max(1, nodes * part // 20))[1] for part in range(1, 20)]
        assert any("Not solved; proven for seat 0: " in text for text in shown)

    def test_chance_shows_what_the_value_covers_and_how_far_it_is_right(self, run: Run) -> None:
        _, out, _ = run("solve", "--game", "dice_race", "--option", "target=8", "--objective", "outcome")
        assert re.search(r"Solved for seat 0: win share 0\.[0-9]{3} \(exact\)", out)
        assert "  right to " in out

    def test_hidden_cards_are_solved_only_with_open_hands(self, run: Run, tmp_path: Path) -> None:
        state = st.game("whist", cards=2).start()
        state.apply_action("deal CK,DA|CA,DK|HK,HA|SK,SA")
        path = tmp_path / "whist.json"
        path.write_text(json.dumps(state.to_dict()))
        assert run("solve", path)[0] == 2
        assert "Solved for seat 0: " in run("solve", path, "--open-hands")[1]

    def test_a_checkpoint_is_gone_on_from(self, run: Run, tmp_path: Path) -> None:
        whole = json.loads(run(*self.DRAWN)[1])
        arguments = (*self.DRAWN, "--checkpoint", tmp_path / "file", "--nodes", whole["nodes"] // 3 + 1)
        while (found := json.loads(run(*arguments)[1]))["stopped_by"] != "proof":
            assert found["nodes"] < whole["nodes"]
        assert {**found, "time": 0} == {**whole, "time": 0}


class TestPerft:
    def test_the_count_is_printed(self, run: Run) -> None:
        code, out, err = run("perft", *FOUR, "--depth", "5")
        assert (code, err) == (0, "")
        assert out.startswith("16,807 leaves at depth 5 in ")

    def test_divide_shows_each_action(self, run: Run, record: Path) -> None:
        _, out, _ = run("perft", record, "--depth", "2", "--divide")
        assert "action  leaves\n1       7\n" in out

    def test_json_has_the_count_and_the_division(self, run: Run, record: Path) -> None:
        found = json.loads(run("perft", record, "--depth", "3", "--divide", "--json")[1])
        assert found["leaves"] == st.perft(st.load(RECORD), 3) == sum(found["divide"].values())
        assert (found["game"], found["depth"]) == ("connect_four", 3)

    def test_what_one_seat_sees_cannot_be_counted(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = st.game("three_card_poker").start(seed=1)
        monkeypatch.setattr("springtail.command_line.position.load", lambda _: state.observation(0))
        path = tmp_path / "seen.json"
        path.write_text("{}")
        assert run("perft", path, "--depth", "1")[2] == (
            "springtail: seat: this is what one seat sees; a whole position is needed\n"
        )


class TestGames:
    def test_all_games_are_listed_with_their_options(self, run: Run) -> None:
        _, out, err = run("games")
        assert err == ""
        assert all(f"{game_id}: " in out for game_id in st.game_ids())
        assert "piles=[3,4,5]" in out
        assert "\n  reconstruction: nets\n" in out

    def test_json_has_options_values_and_certainty(self, run: Run) -> None:
        games = json.loads(run("games", "--json")[1])
        assert [entry["id"] for entry in games] == st.game_ids()
        for entry in games:
            info = st.game(entry["id"]).info
            assert entry["components"] == dict(info.components)
            assert set(entry["options"]) == set(info.options)
            assert entry["players"] == list(info.players)


class TestReplay:
    def test_one_record_is_drawn_at_its_end(self, run: Run, record: Path) -> None:
        code, out, err = run("replay", record)
        assert (code, err) == (0, "")
        assert out.startswith("line 1: connect_four, 4 plies, scores 0 0, not over\n")
        assert st.load(RECORD).draw() in out

    def test_a_check_that_finds_nothing_is_0(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "records.jsonl.gz"
        path.write_bytes(gzip.compress(3 * (json.dumps(RECORD) + "\n").encode()))
        assert run("replay", "--check", path) == (0, "3 of 3 records agree\n", "")

    def test_a_check_that_finds_something_is_1(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "records.jsonl"
        wrong = RECORD | {"plies": [{"player": 1}]}
        path.write_text(f"{json.dumps(RECORD)}\n{json.dumps(wrong)}\nnothing\n")
        code, out, err = run("replay", "--check", path)
        assert (code, err) == (1, "")
        assert out.splitlines() == [
            "line 2: plies[0].player: 1 in the record, 0 in the engine",
            "line 3: document: not JSON: Expecting value: line 1 column 1 (char 0)",
            "1 of 3 records agree",
        ]
        code, out, err = run("replay", "--check", "--json", path)
        assert (code, err) == (1, "")
        assert [entry["disagreement"] is None for entry in json.loads(out)] == [True, False, False]

    def test_without_a_check_a_record_that_cannot_be_played_is_wrong_input(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "records.jsonl"
        path.write_text(json.dumps(RECORD | {"actions": ["4", "8"]}))
        code, _, err = run("replay", path)
        assert (code, err) == (2, "springtail: line 1: actions[1]: action '8': not the notation of connect_four\n")

    def test_a_record_that_is_cut_off_is_played_up_to_there(self, run: Run, record: Path) -> None:
        record.write_text(record.read_text()[:-3])
        code, out, _ = run("replay", "--check", record)
        assert code == 0
        assert out == "line 1: connect_four, 3 plies, scores 0 0, not over, cut off there\n1 of 1 records agree\n"

    def test_no_record_is_wrong_input(self, run: Run, record: Path) -> None:
        record.write_text("\n\n")
        assert run("replay", record)[0] == 2

    def test_standard_input_is_read(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        type_in(monkeypatch, json.dumps(RECORD).encode())
        assert run("replay", "-", "--check") == (0, "1 of 1 records agree\n", "")


class TestBench:
    """The signature changes only when the rules of a game or the search that plays it behave differently.

    Where that is meant, `springtail bench --signatures > tests/golden/bench_signature.txt` writes the new ones, and
    the commit says so. A new game gets its line the same way.
    """

    pinned = dict(line.split(" ", 1) for line in (GOLDEN / "bench_signature.txt").read_text("utf-8").splitlines())

    @pytest.mark.parametrize("game_id", pinned)
    def test_the_signature_is_the_pinned_one(self, run: Run, game_id: str) -> None:
        assert run("bench", "--signatures", "--game", game_id) == (0, f"{game_id} {self.pinned[game_id]}\n", "")

    def test_json_has_every_position_and_one_signature(self, run: Run) -> None:
        found = json.loads(run("bench", "--json", "--game", "nim", "--game", "tic_tac_toe")[1])
        assert list(found["signatures"]) == ["nim", "tic_tac_toe"]
        assert len(found["positions"]) == 6
        assert all(entry["simulations"] <= 2000 for entry in found["positions"])
        assert len(found["signature"]) == 12

    def test_the_signature_follows_moves_and_nodes(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("springtail.command_line.bench.LIMIT", st.Limit(simulations=1000))
        assert run("bench", "--signatures", "--game", "connect_four")[1].split()[1] != self.pinned["connect_four"]

    def test_people_see_moves_and_rates(self, run: Run) -> None:
        code, out, _ = run("bench", "--game", "nim")
        assert code == 0
        assert out.splitlines()[0].split() == ["position", "solver", "move", "nodes", "nodes/s", "simulations/s"]
        assert out.splitlines()[-1].startswith("signature ")


class TestDoctor:
    def test_a_sound_installation_is_0(self, run: Run) -> None:
        code, out, err = run("doctor")
        assert (code, err) == (0, "")
        assert "WRONG" not in out
        assert all(f"game {game_id}" in out for game_id in st.game_ids())

    def test_json_says_what_was_checked(self, run: Run) -> None:
        code, out, _ = run("doctor", "--json")
        found = json.loads(out)
        assert (code, found["ok"]) == (0, True)
        assert {entry["check"] for entry in found["checks"]} >= {
            "versions",
            "machine",
            "compiled modules",
            "data files",
        }

    def test_a_game_that_does_not_replay_is_found(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(doctor, "replay", lambda _: st.game("nim").start())
        code, out, _ = run("doctor", "--json")
        found = json.loads(out)
        assert (code, found["ok"]) == (1, False)
        assert [entry["check"] for entry in found["checks"] if not entry["ok"]] == [
            f"game {game_id}" for game_id in st.game_ids()
        ]

    def test_a_module_that_does_not_load_is_found(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "springtail.cython_ext.search.perft", None)  # type: ignore[arg-type]
        code, out, _ = run("doctor")
        assert code == 1
        assert re.search("compiled modules +WRONG +ModuleNotFoundError", out)

    def test_a_broken_data_file_is_found(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "game").mkdir()
        (tmp_path / "game" / "components.toml").write_text("not = [toml")
        monkeypatch.setattr(doctor, "files", lambda _: tmp_path)
        code, out, _ = run("doctor")
        assert code == 1
        assert "WRONG  TOMLDecodeError" in out

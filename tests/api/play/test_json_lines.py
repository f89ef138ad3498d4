"""`springtail play --json`: actions on standard input, one JSON object a line on standard output."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.__main__ import main
from springtail.play.game_file import GameFile

Event = dict[str, Any]
Play = Callable[..., tuple[int, list[Event], str]]
FOUR = ("connect_four", "--seed", "5", "--seat=0=human", "--seat=1=mcts@0.01s")


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays by lines in an empty folder; returns the exit code, the events and standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object, lines: str = "") -> tuple[int, list[Event], str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main(["play", *map(str, arguments), "--json"])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return call


def only(events: list[Event], name: str) -> list[Event]:
    return [event for event in events if event["event"] == name]


def test_every_event_is_one_object(play: Play) -> None:
    code, events, err = play(*FOUR, lines="4\nlist\nscore\nmoves\nhelp\n")
    assert (code, err) == (0, "")
    names = [event["event"] for event in events]
    assert names == ["begin", "turn", "ply", "ply", "turn", "list", "score", "moves", "help", "end"]
    assert events[0]["seats"] == ["human", "mcts@0.01s"]
    assert events[1]["legal"] == list("1234567")
    assert st.load(events[4]["position"]).current_player() == 0
    assert events[2] == {"event": "ply", "number": 1, "player": 0, "action": "4", "note": ""}
    assert events[-1]["left"] == "end of input"
    assert events[-1]["document"]["actions"][0] == "4"


def test_a_wrong_line_changes_nothing(play: Play) -> None:
    _, events, _ = play(*FOUR, lines="8\nhint -1\n4\nundo\nundo\n")
    assert [event["message"].split(";")[0] for event in only(events, "wrong")] == [
        "'8' is not legal here",
        "time: must be above 0, not -1.0",
        "undo: seat 0 has not chosen anything yet",
    ]
    assert only(events, "taken_back") == [{"event": "taken_back", "plies": 2}]
    assert events[-1]["document"]["actions"] == []


def test_a_hint_is_an_analysis(play: Play) -> None:
    _, events, _ = play("connect_four", "--no-save", lines="hint 0.05\nquit\n")
    (hint,) = only(events, "hint")
    assert hint["analysis"]["move"] in "1234567"
    assert events[-1]["left"] == "quit"


def test_engines_play_by_themselves_to_the_end(play: Play, tmp_path: Path) -> None:
    seats = [f"--seat={seat}=ismcts@0.01s" for seat in range(3)]
    code, events, _ = play("spring_rally", "--option=players=3", *seats, "--save", "rally.json")
    assert code == 0
    end = events[-1]
    state = st.load((tmp_path / "rally.json").read_text())
    assert isinstance(state, st.State) and state.is_terminal()
    assert (end["scores"], end["winners"], end["left"]) == (state.scores(), state.winners(), None)
    assert end["document"] == state.record()


def test_a_program_that_fails_is_told_and_the_game_kept(play: Play, tmp_path: Path) -> None:
    code, _, err = play("nim", "--seat=0=human", "--seat=1=jsonl:false", "--save", "nim.json", lines="a1\n")
    assert code == 2 and err.startswith("springtail: jsonl:false: ")
    assert json.loads((tmp_path / "nim.json").read_text())["actions"] == ["a1"]


def test_nothing_is_kept_when_only_engines_play(play: Play, tmp_path: Path) -> None:
    play("tic_tac_toe", "--seat=0=mcts@0.01s", "--seat=1=mcts@0.01s")
    assert list(tmp_path.iterdir()) == []


def test_an_only_action_is_played_at_once(play: Play) -> None:
    _, events, _ = play(
        "nim", "--option=piles=[1,2]", "--seat=0=human", "--seat=1=human", "--no-save", lines="a1\nb1\n"
    )
    assert [(ply["action"], ply["note"]) for ply in only(events, "ply")] == [
        ("a1", ""),
        ("b1", ""),
        ("b1", "the only action"),
    ]


def test_undo_passes_over_what_was_no_choice(play: Play) -> None:
    lines = "a1\nb1\nundo\nquit\n"
    _, events, _ = play("nim", "--option=piles=[1,1,2]", "--seat=0=human", "--seat=1=human", "--no-save", lines=lines)
    assert only(events, "turn")[-1]["seat"] == only(events, "turn")[0]["seat"] == 0


def test_chance_is_drawn_anew_after_an_undo_and_follows_the_seed(play: Play) -> None:
    lines = "roll\n" * 3 + "undo\nroll\nquit\n"
    arguments = ("dice_race", "--option=target=90", "--seat=0=human", "--seat=1=human", "--no-save", "--seed", 3)
    first, second = (play(*arguments, lines=lines)[1] for _ in range(2))
    assert first == second
    assert len({ply["action"] for ply in only(first, "ply") if ply["player"] == "chance"}) > 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(some.text() | some.sampled_from(["undo", "list", "moves", "score", "4", "#2", "hint 0.01"])))
def test_no_line_ends_the_game_by_an_error(play: Play, lines: list[str]) -> None:
    said = [line for line in lines if not line.strip().startswith("save")]
    code, events, err = play("connect_four", "--no-save", "--seat=0=human", "--seat=1=random", lines="\n".join(said))
    assert (code, err) == (0, "")
    assert events[-1]["event"] == "end"


class TestHiddenHands:
    RALLY = ("spring_rally", "--option=players=3", "--seed", 5, "--seat=1=ismcts@0.01s", "--seat=2=ismcts@0.01s")

    def test_a_turn_tells_what_the_seat_may_know(self, play: Play) -> None:
        _, events, _ = play(*self.RALLY, "--seat=0=human", "--save", "rally.json", lines="score\n")
        turn = only(events, "turn")[0]
        assert turn["position"]["seat"] == 0
        assert turn["position"]["state"]["hands"][1:] == [None, None]
        assert only(events, "ply")[0] == {
            "event": "ply",
            "number": 1,
            "player": "chance",
            "action": "deal ...",
            "note": "",
        }
        assert events[-1]["document"] is None

    def test_that_others_had_no_other_action_is_not_told(self, play: Play) -> None:
        _, events, _ = play(*self.RALLY, "--seat=0=human", "--no-save", lines="#1\n" * 40)
        notes = {(ply["player"], ply["note"]) for ply in only(events, "ply")}
        assert (0, "the only action") in notes
        assert {note for player, note in notes if player != 0} == {""}

    def test_a_hint_is_searched_from_what_the_seat_may_know(self, play: Play) -> None:
        _, events, _ = play(*self.RALLY, "--seat=0=human", "--no-save", lines="hint 0.05\n")
        assert only(events, "hint")[0]["analysis"]["solver"] == "ismcts"


class TestGoingOn:
    def test_a_record_is_gone_on_with_and_kept_whole(self, play: Play, tmp_path: Path) -> None:
        (tmp_path / "before.json").write_text('{"game": "connect_four", "actions": ["4", "4"]}')
        play("before.json", "--seat=0=human", "--seat=1=human", "--save", "after.json", lines="3\n")
        assert json.loads((tmp_path / "after.json").read_text())["actions"] == ["4", "4", "3"]
        assert json.loads((tmp_path / "before.json").read_text())["actions"] == ["4", "4"]

    def test_a_record_that_is_cut_off_is_gone_on_with(self, play: Play, tmp_path: Path) -> None:
        (tmp_path / "cut.json").write_text('{"game": "connect_four", "actions": ["4", "4", "3')
        _, events, _ = play("cut.json", "--seat=0=human", "--seat=1=human", "--no-save", lines="3\n")
        assert events[-1]["document"]["actions"] == ["4", "4", "3"]

    def test_a_position_is_gone_on_with_and_kept_as_one(self, play: Play, tmp_path: Path) -> None:
        state = st.load({"game": "connect_four", "actions": ["4", "4"]})
        assert isinstance(state, st.State)
        (tmp_path / "position.json").write_text(json.dumps(state.to_dict(), indent=2))
        play("position.json", "--seat=0=human", "--seat=1=human", "--save", "after.json", lines="3\n")
        assert st.load((tmp_path / "after.json").read_text()) == state.child("3")

    def test_a_set_up_is_taken_from_a_document(self, play: Play, tmp_path: Path) -> None:
        (tmp_path / "setup.json").write_text('{"leader": 2}')
        _, events, _ = play("spring_rally", "--setup", "setup.json", "--seat=2=human", "--save=rally.json")
        assert only(events, "turn")[0]["seat"] == 2


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("connect_for",), "game: 'connect_for' is unknown; did you mean 'connect_four'?"),
            (("nim", "--option=pile=[1]"), "nim has no option 'pile'"),
            (("nim", "--seat=2=human"), "--seat: '2=human' must be SEAT=PLAYER, with a seat from 0 to 1"),
            (("nim", "--seat=human"), "--seat: 'human' must be SEAT=PLAYER"),
            (("nim", "--seat=0=human", "--seat=0=auto"), "--seat: seat 0 is given twice"),
            (("nim", "--seat=0=auto@soon"), "auto@soon"),
            (("nim", "--seat=0=wizard"), "nim has no such heuristic"),
            (("spring_rally", "--seat=1=mcts@1s"), "mcts"),
            (("nim", "--seat=1=mcts@1s,speed=9"), "mcts has no setting 'speed'"),
            (("nim", "--save", "there.json"), "save: there.json exists already"),
            (("nim", "--setup", "missing.json"), "missing.json: No such file"),
            (("over.json",), "over.json: the game is over"),
            (("seen.json",), "seat: this is what one seat sees"),
            (("over.json", "--option=players=2"), "--option, --setup: the document says already what is played"),
        ],
    )
    def test_what_is_wrong_is_told_before_the_game(
        self, play: Play, tmp_path: Path, arguments: tuple[str, ...], message: str
    ) -> None:
        (tmp_path / "there.json").write_text("mine")
        (tmp_path / "over.json").write_text('{"game": "nim", "actions": ["a3", "b4", "c5"]}')
        seen = st.game("three_card_poker").start(seed=1).observation(0).to_dict()
        (tmp_path / "seen.json").write_text(json.dumps(seen))
        code, events, err = play(*arguments)
        assert (code, events) == (2, [])
        assert message in err
        assert (tmp_path / "there.json").read_text() == "mine"

    def test_a_person_without_a_terminal_is_told_of_json(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("a1\n"))
        assert main(["play", "nim"]) == 2
        out, err = capsys.readouterr()
        assert out == "" and "who needs a terminal" in err and "--json" in err


class TestTheFile:
    def test_a_disk_that_is_full_does_not_end_the_game(self, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", refuse)
        code, events, _ = play(*FOUR, "--save", "game.json", lines="4\n3\n")
        assert code == 0 and len(only(events, "ply")) == 4
        assert all(
            event["message"] == "not saved: game.json: No space left on device" for event in only(events, "wrong")
        )

    def test_a_failed_write_leaves_what_was_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = GameFile(tmp_path / "game.json")
        file.write({"game": "nim"})
        with pytest.raises(TypeError):
            file.write({"game": object()})
        assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
        assert file.path.read_text() == '{"game": "nim"}\n'

    @pytest.mark.parametrize("name", ["nowhere/game.json", "x" * 300, "a\0b", "here.json/game.json", "."])
    def test_a_file_that_cannot_be_is_refused_and_the_one_before_kept(
        self, play: Play, tmp_path: Path, name: str
    ) -> None:
        _, events, _ = play(*FOUR, "--save", "here.json", lines=f"4\nsave {name}\n3\nquit\n")
        assert len(only(events, "wrong")) == 1 and not only(events, "saved")
        assert len(json.loads((tmp_path / "here.json").read_text())["actions"]) == 4

    def test_saving_elsewhere_keeps_the_game_there_from_then_on(self, play: Play, tmp_path: Path) -> None:
        _, events, _ = play(*FOUR, "--no-save", lines="4\nsave here.json\n3\nsave here.json\nquit\n")
        assert only(events, "saved") == [{"event": "saved", "file": "here.json"}]
        assert "exists already" in only(events, "wrong")[0]["message"]
        assert len(json.loads((tmp_path / "here.json").read_text())["actions"]) == 4

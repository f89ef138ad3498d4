"""`springtail play` at a terminal, through a pseudo-terminal as a person would use it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import springtail as st

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals as Linux has them")

PROMPT = r"seat (\d), (\d+) actions> "
HAND_OVER = r"Seat (\d) is next. Press Enter when nobody else looks. "
QUICK = ["--seat", "1=auto@0.01s", "--seed", "5"]


class Person:
    """Somebody at a terminal who plays a game."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self._ours, theirs = pty.openpty()
        attributes = termios.tcgetattr(theirs)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, attributes)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "springtail", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=os.environ | {"TERM": "dumb", "COLUMNS": "100"},
            start_new_session=True,
        )
        os.close(theirs)
        self._unread = ""

    def see(self, pattern: str) -> tuple[str, re.Match[str]]:
        """Wait for a pattern at the end of what is shown; return all that came with it, and the match."""
        end = time.monotonic() + 60
        while not (found := re.search(f"(?:{pattern})$", self._unread)):
            assert time.monotonic() < end and self._read(), self._unread
        shown, self._unread = self._unread, ""
        return shown, found

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 60)[0]:
            return False
        try:
            more = os.read(self._ours, 65536)
        except OSError:  # the other side is closed
            return False
        self._unread += more.decode().replace("\r\n", "\n")
        return bool(more)

    def write(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def say(self, line: str, pattern: str = PROMPT) -> str:
        """Write a line and return what is shown until the next prompt."""
        self.write(line + "\n")
        return self.see(pattern)[0]

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what is shown until then."""
        while self._read():
            pass
        return self.process.wait(60), self._unread

    def kept(self) -> dict[str, object]:
        """Return the document in the only file of the folder."""
        (file,) = self.folder.glob("*.json")
        document: dict[str, object] = json.loads(file.read_text())
        return document

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


SitDown = Callable[..., Person]


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[SitDown]:
    """Starts games in an empty folder."""
    people: list[Person] = []

    def begin(*arguments: str) -> Person:
        people.append(Person(tmp_path, *arguments))
        return people[-1]

    yield begin
    for person in people:
        person.close()


@pytest.mark.parametrize("game_id", st.game_ids(toys=False))
def test_a_person_plays_a_whole_game_against_engines(sit_down: SitDown, game_id: str) -> None:
    person = sit_down(
        game_id,
        "--seed",
        "5",
        *(f"--seat={seat}=auto@0.01s" for seat in range(1, st.game(game_id).players)),
        "--seat=0=human",
    )
    asked = 0
    while "Won by" not in person.see(f"{PROMPT}|Won by .*\n(.*\n)*")[0]:
        asked += 1
        person.write(f"#{1 + asked % 2}\n")
    code, _ = person.end()
    state = st.load(person.kept())
    assert code == 0 and asked > 2
    assert isinstance(state, st.State) and state.is_terminal()


def test_the_board_is_drawn_after_every_move(sit_down: SitDown) -> None:
    person = sit_down("connect_four", *QUICK, "--seat", "0=human")
    person.see(PROMPT)
    shown = person.say("4")
    after_own, after_engine = st.load({"game": "connect_four", "actions": ["4"]}), st.load(person.kept())
    assert f"seat 0 human: 4\n\n{after_own.draw()}\n" in shown
    assert f"\n\n{after_engine.draw()}\n" in shown


def test_what_is_written_wrongly_is_answered_with_what_would_be_right(sit_down: SitDown) -> None:
    person = sit_down("butterfly", "--seat=0=auto@0.01s", "--seat=1=human", "--seed", "5")
    person.see(PROMPT)
    assert "could be c4E, c4N, c4S or c4W" in person.say("c4")
    assert "did you mean" in person.say("c4NN")
    assert "`list` shows all 144" in person.say("z9")
    assert "the command `hint`?" in person.say("hinnt")
    assert person.say("list c4").split() == [
        "#61",
        "c4E",
        "#62",
        "c4N",
        "#63",
        "c4S",
        "#64",
        "c4W",
        *"seat 1, 144 actions>".split(),
    ]
    assert "seat 1 human: c4N" in person.say("C4n")


def test_undo_goes_back_to_the_own_last_choice_and_undoes_chance(sit_down: SitDown) -> None:
    person = sit_down("dice_race", "--option=target=90", "--seed", "1", "--seat=0=human", "--seat=1=auto@0.01s")
    person.see(PROMPT)
    assert "not chosen anything yet" in person.say("undo")
    person.say("roll")
    assert person.kept()["actions"] != []
    assert "Took back" in person.say("undo")
    assert person.kept()["actions"] == []


def test_a_hint_gives_the_best_action_with_reasons(sit_down: SitDown) -> None:
    person = sit_down("tic_tac_toe", *QUICK, "--seat=0=human")
    person.see(PROMPT)
    shown = person.say("hint 0.2")
    assert re.search(r"Best move for seat 0: \w\d\n  win share .*\n  expected play: ", shown)
    assert "is no number of seconds" in person.say("hint soon")


def test_moves_and_score_tell_how_it_stands(sit_down: SitDown) -> None:
    person = sit_down("connect_four", *QUICK, "--seat=0=human")
    person.see(PROMPT)
    person.say("4")
    assert "   1  seat 0 human: 4\n   2  seat 1 auto@0.01s: " in person.say("moves")
    assert re.search(r"seat +player +points *\n0 +human +0 *\n1 +auto@0.01s +0 *\n", person.say("score"))
    assert "resign " in person.say("help")


def test_the_game_is_on_the_disk_when_the_process_is_killed(sit_down: SitDown) -> None:
    person = sit_down("connect_four", *QUICK, "--seat=0=human")
    person.see(PROMPT)
    person.say("4")
    person.process.kill()
    assert person.kept()["actions"][0] == "4"
    assert len(person.kept()["actions"]) == 2


def test_end_of_input_leaves_and_tells_how_to_go_on(sit_down: SitDown, tmp_path: Path) -> None:
    person = sit_down("connect_four", *QUICK, "--seat=0=human", "--save", "my game.json")
    person.see(PROMPT)
    person.say("4")
    person.write("\x04")
    code, shown = person.end()
    assert code == 0
    assert "Go on with: springtail play 'my game.json' --seat 0=human --seat 1=auto@0.01s" in shown
    before = person.kept()["actions"]
    again = sit_down("my game.json", *QUICK, "--seat=0=human", "--save", "my game.json")
    again.see(PROMPT)
    again.say("3")
    assert person.kept()["actions"][:3] == [*before, "3"]


def test_ctrl_c_at_the_prompt_leaves_with_the_game_kept(sit_down: SitDown) -> None:
    person = sit_down("connect_four", *QUICK, "--seat=0=human")
    person.see(PROMPT)
    person.say("4")
    time.sleep(0.5)  # the prompt is shown before the terminal is read
    os.kill(person.process.pid, signal.SIGINT)
    code, shown = person.end()
    assert code == 130
    assert "Go on with: springtail play connect_four-" in shown


def test_ctrl_c_while_an_engine_thinks_plays_what_it_has(sit_down: SitDown) -> None:
    person = sit_down("connect_four", "--seat=0=human", "--seat=1=mcts@60s")
    person.see(PROMPT)
    person.write("1\n")
    person.see(r"seat 0 human: 1\n[^\0]*(\n\n|thinks.*)")
    time.sleep(0.5)
    os.kill(person.process.pid, signal.SIGINT)
    assert re.search(r"seat 1 mcts@60s: \d \(interrupted after ", person.see(PROMPT)[0])


def test_resigning_ends_the_game(sit_down: SitDown) -> None:
    person = sit_down("connect_four", *QUICK, "--seat=0=human")
    person.see(PROMPT)
    person.write("resign\n")
    code, shown = person.end()
    assert code == 0 and "Seat 0 resigns" in shown


class TestHiddenHands:
    RALLY = ("spring_rally", "--option=players=3", "--seed", "5")

    def test_a_person_sees_the_own_hand_only(self, sit_down: SitDown) -> None:
        person = sit_down(*self.RALLY, "--seat=0=human", "--seat=1=ismcts@0.01s", "--seat=2=ismcts@0.01s")
        shown = person.see(PROMPT)[0]
        seen = person.say("moves")
        assert "chance: deal ...\n" in seen
        hands = str(person.kept()["actions"][0]).removeprefix("deal ").split("|")
        assert re.search(f"> seat 0 .* hand {hands[0].replace(',', ' ')}\n", shown)
        assert re.search(r"  seat 1 .* hand \? \? \? \? \?\n", shown)
        told = shown + seen
        for card in (card for hand in hands[1:] for card in hand.split(",")):
            assert not re.search(rf"\b{card}\b", told)

    def test_people_who_share_the_terminal_do_not_see_each_other(self, sit_down: SitDown) -> None:
        person = sit_down(*self.RALLY, "--seat=0=human", "--seat=1=human", "--seat=2=ismcts@0.01s")
        shown, found = person.see(HAND_OVER)
        assert found[1] == "0" and "hand" not in shown
        first = person.say("")
        assert first.count("hand ?") == 2
        card = re.search(r"> seat 0 .* hand (\S+)", first)
        assert card is not None
        between = person.say(card[1], HAND_OVER)
        assert between.endswith("\x1b[2J\x1b[3J\x1b[HSeat 1 is next. Press Enter when nobody else looks. ")
        assert "hand" not in between
        second = person.say("")
        assert f"seat 0 human: {card[1]}" in second
        assert re.search(r"> seat 1 .* hand [BGR]\d", second) and re.search(r"  seat 0 .* hand \?", second)

"""Programs of somebody else as players."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from scenes.players import engine

import springtail as st
from springtail.matches.engine import EngineFailed
from springtail.matches.engine import engine as running
from springtail.matches.game import Played, play
from springtail.matches.match import make_match
from springtail.matches.players import Engine, first_decision, read_player

NIM = st.game("nim", piles=(2, 2, 2))


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Writes an engine that does as it is told; what runs is ended at the end."""
    texts: list[str] = []

    def write(how: str) -> str:
        texts.append(engine(tmp_path, how))
        return texts[-1]

    yield write
    for text in texts:
        player = read_player(text)
        assert isinstance(player, Engine)
        running(player.command).close()


def played_by(player: str, timeout: float | None = None) -> Played:
    """Play a game in which an engine begins."""
    return play(make_match(NIM, [player, "random"], timeout=timeout, pairing=[[0, 1]]).fixture(0))


def test_an_engine_plays_a_game_and_what_is_no_final_answer_to_us_is_passed_over(made: Callable[[str], str]) -> None:
    played = played_by(made("first"))
    assert played.end == "over"
    assert played.record["actions"][0] == "a1"
    assert played.efforts[0].moves >= 2


@pytest.mark.parametrize(
    ("how", "end", "error"),
    [
        ("die", "crash", "it ended with code 3: no more"),
        ("babble", "crash", "not a JSON object: 'I am thinking"),
        ("error", "crash", "it says: I do not know this game"),
        ("echo", "illegal", "not the notation of nim"),
    ],
)
def test_an_engine_that_fails_loses_with_the_cause(made: Callable[[str], str], how: str, end: str, error: str) -> None:
    played = played_by(made(how))
    assert (played.end, played.culprit, played.winners) == (end, 0, (1,))
    assert error in played.error


def test_an_engine_that_does_not_answer_loses_on_time(made: Callable[[str], str]) -> None:
    played = played_by(made("silent"), timeout=3.0)
    assert (played.end, played.culprit, played.error) == ("time", 0, "no answer after 3 s")


def test_an_engine_that_failed_is_started_again_for_the_next_game(made: Callable[[str], str]) -> None:
    player = made("die")
    assert [played_by(player).end for _ in range(2)] == ["crash", "crash"]
    assert len(played_by(player).record["actions"]) >= 2


def test_an_engine_that_is_not_there_loses_its_games() -> None:
    played = played_by("jsonl:/no/such/program")
    assert (played.end, played.culprit) == ("crash", 0)
    assert "/no/such/program: No such file or directory" in played.error


def test_an_engine_of_a_hidden_game_is_sent_the_observation_its_limit_and_settings(made: Callable[[str], str]) -> None:
    text = made("echo").replace("jsonl:", "jsonl@0.5s,solver=ismcts,exploration=0.9:")
    view = first_decision(st.game("spring_rally")).observation(0)
    asked = json.loads(read_player(text).seat(7, None).choose(view))
    assert asked["position"] == view.to_dict()
    assert {name: asked[name] for name in asked if name not in ("id", "position")} == {
        "action": "best_move",
        "solver": "ismcts",
        "seed": 7,
        "limit": {"time": 0.5},
        "settings": {"exploration": 0.9},
    }


def test_a_closed_engine_leaves_no_process(made: Callable[[str], str]) -> None:
    player = read_player(made("first"))
    assert isinstance(player, Engine)
    player.seat(0, None).choose(NIM.start())
    process = running(player.command)._process
    assert process is not None and process.poll() is None
    running(player.command).close()
    assert process.poll() == 0


def test_an_engine_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("springtail.matches.engine.SECONDS_TO_END", 0.1)
    command = (sys.executable, "-c", "import time; print('{}', flush=True); time.sleep(60)")
    with pytest.raises((EngineFailed, TimeoutError)):
        try:
            running(command).ask({}, {}, timeout=2.0)
        except Exception as error:
            raise TimeoutError from error
    assert running(command)._process is None


def test_our_own_service_is_an_engine() -> None:
    player = f"jsonl@60sims,solver=ismcts:{sys.executable} -m springtail jsonl"
    played = play(make_match(st.game("spring_rally", players=3), [player, "random"]).fixture(0))
    command = read_player(player)
    assert isinstance(command, Engine)
    running(command.command).close()
    assert (played.end, played.error) == ("over", "")


def test_a_level_of_strength_is_a_player() -> None:
    played = play(make_match(st.game("connect_four"), ["auto@1s,strength=1", "random"]).fixture(0))
    assert (played.end, played.error) == ("over", "")

"""What the page asks, answered: starting, stepping, looking, searching; and what must not leave the server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the board needs `springtail[serve]`")

import httpx

import springtail as st
from springtail.services.board.held import Key, read_held

Answer = dict[str, Any]
Post = Callable[..., Answer]
HUMAN_FIRST = ["human", "auto@0.1s"]


@pytest.fixture
def post(client: httpx.Client) -> Post:
    """Posts to a door of the board and returns the answer, which must have a status."""

    def call(door: str, status: int = 200, **fields: Any) -> Answer:
        response = client.post(f"/v1/board/{door}", json=fields)
        assert response.status_code == status, response.text
        answer: Answer = response.json()
        return answer

    return call


def played_on(post: Post, answer: Answer, seat: int | None = None) -> list[Answer]:
    """Play a game to its end, people choosing the first action that there is; return all answers."""
    answers = [answer]
    while answer["look"]["player"] != "over":
        player, legal = answer["look"]["player"], answer["look"]["legal"]
        is_choice = player != "chance" and answer["held"]["seats"][player] == "human" and len(legal) > 1
        answer = post("step", held=answer["held"], seat=seat, **({"action": legal[0]} if is_choice else {}))
        answers.append(answer)
    return answers


def test_the_verb_serves_the_page_when_asked_to() -> None:
    command = [sys.executable, "-m", "springtail", "serve", "--port", "0", "--json", "--board"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        try:
            page = httpx.get(f"{url}/board", timeout=60, follow_redirects=True)
            start = {"document": {"game": "nim"}, "seats": HUMAN_FIRST}
            answer = httpx.post(f"{url}/v1/board/start", json=start, timeout=60)
        finally:
            process.terminate()
    assert "<title>springtail</title>" in page.text
    assert answer.json()["look"]["legal"][0] == "a1"
    assert process.returncode == 0


class TestThePage:
    def test_it_is_served_with_a_policy_that_lets_nothing_else_in(self, client: httpx.Client) -> None:
        page = client.get("/board")
        assert page.url.path == "/board/"
        assert "<title>springtail</title>" in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'self'")

    @pytest.mark.parametrize(
        ("file", "kind"),
        [
            ("board.css", "text/css"),
            *((f"{name}.js", "text/javascript") for name in ("board", "asking", "curve", "dialogs", "elements")),
        ],
    )
    def test_so_is_what_it_needs(self, client: httpx.Client, file: str, kind: str) -> None:
        found = client.get(f"/board/{file}")
        assert found.status_code == 200 and found.headers["content-type"].startswith(kind)

    def test_the_games_are_listed(self, client: httpx.Client) -> None:
        assert [game["id"] for game in client.get("/v1/games").json()["games"]] == st.game_ids()


@pytest.mark.parametrize("game_id", st.game_ids())
def test_a_whole_game_is_played_and_becomes_a_record(post: Post, game_id: str) -> None:
    players = st.game(game_id).players
    answer = post("start", document={"game": game_id}, seats=["human", *["auto@0.1s"] * (players - 1)])
    end = played_on(post, answer)[-1]
    record = {**end["held"]["start"], "actions": end["held"]["actions"]}
    state = st.load(record)
    assert isinstance(state, st.State) and state.is_terminal()
    assert end["look"]["scores"] == state.scores() and end["look"]["winners"] == state.winners()
    assert [ply["action"] for ply in end["plies"]] == state.history()


def test_a_look_has_all_that_a_page_shows(post: Post) -> None:
    answer = post("start", document={"game": "tic_tac_toe", "actions": ["b2"]}, seats=HUMAN_FIRST)
    look = answer["look"]
    assert (look["ply"], look["player"], look["seat"], look["winners"]) == (1, 1, None, None)
    assert look["legal"] == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert look["picture"].startswith("<svg") and 'data-action="a1"' in look["picture"]
    assert st.load(look["document"]).current_player() == 1
    assert answer["plies"] == [{"player": 0, "action": "b2", "choices": 9}]
    assert post("look", held=answer["held"], ply=0)["look"]["legal"][:2] == ["a1", "a2"]


def test_a_position_is_gone_on_with(post: Post) -> None:
    state = st.load({"game": "connect_four", "actions": list("44")})
    assert isinstance(state, st.State)
    answer = post("start", document=state.to_dict(), seats=["human", "human"])
    after = post("step", held=answer["held"], action="3")
    assert st.load(after["look"]["document"]) == state.child("3")


def test_an_analysis_has_lines_and_a_picture_with_them(post: Post) -> None:
    answer = post("start", document={"game": "tic_tac_toe"}, seats=HUMAN_FIRST)
    found = post("analyse", held=answer["held"], ply=0, multipv=2, limit={"simulations": 100})
    assert len(found["answer"]["lines"]) == 2
    assert f'data-mark="{found["answer"]["move"]}"' in found["picture"]


@pytest.mark.parametrize(
    ("door", "fields", "reason"),
    [
        ("start", {}, "document: must be an object"),
        ("start", {"document": {"game": "nim"}, "seats": "human"}, "seats: must be a list of strings"),
        ("start", {"document": {"game": "nim"}, "seats": ["human"]}, "seats: must be 2, not 1"),
        ("start", {"document": {"game": "nim"}, "seats": ["human", "wizard@1h"]}, "wizard@1h"),
        ("start", {"document": {"game": "nim"}, "seats": ["human", "jsonl@1s:touch owned"]}, "jsonl"),
        ("start", {"document": {"game": "nimm"}, "seats": HUMAN_FIRST}, "did you mean 'nim'?"),
        ("start", {"document": {"game": "nim", "options": 3}, "seats": HUMAN_FIRST}, "document: must have `game`"),
        ("start", {"document": {"game": "spring", "options": {"deck": "deck.toml"}}, "seats": HUMAN_FIRST}, "deck"),
        ("step", {}, "held: must be an object"),
        ("step", {"held": {"start": [], "actions": [3], "seats": None, "more": 1}}, "'more': unknown field"),
        ("look", {"held": {"start": {"game": "nim"}, "actions": ["a9"], "seats": HUMAN_FIRST}}, "actions[0]: "),
        (
            "look",
            {"held": {"start": {"game": "nim"}, "actions": [None], "seats": HUMAN_FIRST}},
            "only in a sealed game",
        ),
    ],
)
def test_what_is_wrong_is_refused_with_reasons(post: Post, door: str, fields: Answer, reason: str) -> None:
    assert reason in post(door, 422, **fields)["detail"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"action": "a9"}, "'a9'"),
        ({}, "action: must be one of seat 0, not None"),
        ({"action": 7}, "action: must be one of seat 0, not 7"),
        ({"action": "a1", "seat": 2}, "seat: must be from 0 to 1, not 2"),
    ],
)
def test_a_step_that_cannot_be_is_refused(post: Post, fields: Answer, reason: str) -> None:
    answer = post("start", document={"game": "nim"}, seats=HUMAN_FIRST)
    assert reason in post("step", 422, held=answer["held"], **fields)["detail"]


@pytest.mark.parametrize("engine", ["auto@1s,strength=1", "greedy", "random", "mcts@100sims,seed=3,exploration=1.0"])
def test_engines_of_every_kind_play(post: Post, engine: str) -> None:
    answer = post("start", document={"game": "connect_four"}, seats=[engine, "human"])
    assert post("step", held=answer["held"])["plies"][0]["player"] == 0


@pytest.mark.parametrize("engine", ["ismcts@1s,open_hands=true", "jsonl@1s:true"])
def test_engines_that_see_all_or_run_programs_are_refused(post: Post, engine: str) -> None:
    problem = post("start", 422, document={"game": "three_card_poker"}, seats=["human", engine])
    assert "must be a solver or a heuristic that sees no hidden cards" in problem["detail"]


def test_nobody_acts_for_an_engine_or_after_the_end(post: Post) -> None:
    answer = post("start", document={"game": "nim", "options": {"piles": [2, 2]}}, seats=["auto@0.1s", "human"])
    assert "not a person's turn" in post("step", 422, held=answer["held"], action="a1")["detail"]
    end = played_on(post, answer)[-1]
    assert "the game is over" in post("step", 422, held=end["held"])["detail"]


def test_only_json_of_a_reasonable_size_is_read(client: httpx.Client) -> None:
    form = client.post("/v1/board/look", content="held=1", headers={"content-type": "text/plain"})
    assert form.status_code == 415
    large = client.post("/v1/board/look", content=b" " * 2_000_000, headers={"content-type": "application/json"})
    assert large.status_code == 413
    cut = client.post("/v1/board/look", content=b'{"held"', headers={"content-type": "application/json"})
    assert cut.status_code == 400 and cut.headers["content-type"] == "application/problem+json"


class TestHiddenHands:
    @pytest.fixture
    def rally(self, post: Post) -> Answer:
        document = {"game": "spring_rally", "options": {"players": 3}}
        return post("step", held=post("start", document=document, seats=["human", "auto@0.1s", "auto@0.1s"])["held"])

    def test_nothing_of_other_hands_leaves_the_server_before_the_end(self, post: Post, rally: Answer, key: Key) -> None:
        *answers, end = played_on(post, rally)
        for answer in answers:
            document = read_held(answer["held"], key).state.to_dict()
            told = json.dumps(answer["look"])  # cards of earlier rounds stand among the actions
            for card in (card for hand in document["state"]["hands"][1:] for card in hand):
                assert not re.search(rf"\b{card}\b", told), card
            assert [ply["action"] for ply in answer["plies"] if ply["player"] == "chance"] in (
                ["deal ..."] * answer["held"]["actions"].count(None),
            )
            assert all(ply["choices"] is None for ply in answer["plies"] if ply["player"] != 0)
        assert len(answers) > 40
        assert "nonce" not in end["held"] and None not in end["held"]["actions"]

    def test_the_same_game_has_the_same_deal(self, post: Post, rally: Answer) -> None:
        again = post("look", held=rally["held"])
        assert again["look"]["document"] == rally["look"]["document"]
        assert rally["held"]["actions"] == [None] and rally["plies"][0]["action"] == "deal ..."

    def test_two_games_have_different_deals(self, post: Post, rally: Answer) -> None:
        started = post(
            "start", document={"game": "spring_rally", "options": {"players": 3}}, seats=rally["held"]["seats"]
        )
        assert post("step", held=started["held"])["look"]["document"] != rally["look"]["document"]

    @pytest.mark.parametrize(
        "change",
        [
            {"seats": ["human", "human", "auto@0.1s"]},
            {"actions": [None, None]},
            {"actions": []},
            {"nonce": "another"},
            {"seal": "0" * 64},
            {"seal": None},
            {"seal": "é"},
        ],
    )
    def test_a_game_that_was_changed_is_refused(self, post: Post, rally: Answer, change: Answer) -> None:
        problem = post("look", 422, held=rally["held"] | change)
        assert any(reason["field"] == "seal" for reason in problem["reasons"])

    def test_a_game_of_another_server_is_refused(self, post: Post, rally: Answer) -> None:
        held = {name: value for name, value in rally["held"].items() if name != "seal"}
        assert post("look", 422, held=held | {"seal": Key().seal(held)})["reasons"][0]["field"] == "seal"

    def test_a_game_without_its_nonce_is_no_open_game(self, post: Post, rally: Answer) -> None:
        held = {name: rally["held"][name] for name in ("start", "actions", "seats")}
        assert "only in a sealed game" in post("look", 422, held=held)["detail"]

    def test_only_views_of_people_are_shown(self, post: Post, rally: Answer) -> None:
        assert "what it sees is secret" in post("look", 422, held=rally["held"], seat=1)["detail"]
        assert rally["look"]["document"]["seat"] == 0

    def test_only_what_people_see_is_analysed(self, post: Post, rally: Answer, key: Key) -> None:
        assert post("analyse", held=rally["held"])["answer"]["solver"] == "ismcts"
        after = post("step", held=rally["held"], action=rally["look"]["legal"][0])
        assert "is secret" in post("analyse", 422, held=after["held"])["detail"]

    def test_people_at_one_page_see_their_own_hands(self, post: Post) -> None:
        document = {"game": "spring_rally", "options": {"players": 3}}
        dealt = post("step", held=post("start", document=document, seats=["human"] * 3)["held"])
        hands = [post("look", held=dealt["held"], seat=seat)["look"]["document"]["state"]["hands"] for seat in range(3)]
        assert all(sorted(map(bool, hands[seat])) == [False, False, True] and hands[seat][seat] for seat in range(3))

    def test_who_gives_a_game_with_all_hands_plays_with_open_hands(self, post: Post) -> None:
        start = st.game("spring_rally", players=3).start(seed=1)
        start.apply_action(start.sample_chance(1))
        answer = post("start", document=start.record(), seats=["human", "auto@0.1s", "auto@0.1s"])
        assert "nonce" not in answer["held"] and answer["look"]["document"] == start.to_dict()

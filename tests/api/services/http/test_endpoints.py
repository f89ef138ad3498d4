"""What is asked and answered over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail.__main__ import main, make_parser
from springtail.command_line import serve as verb

FOUR = {"game": "connect_four", "actions": ["4"]}
OVER = {"game": "connect_four", "actions": list("1212121")}
SMALL = {"game": "tic_tac_toe", "actions": ["b2", "a1"]}


def test_the_best_move_is_that_of_the_python_call(served: Any) -> None:
    answer = served.ask("/v1/best-move", id="mine", limit={"simulations": 2000}, seed=5).json()
    found = st.best_move(FOUR, st.Limit(simulations=2000), seed=5).to_dict()
    assert (answer["id"], answer["action"], answer["is_final"]) == ("mine", "best_move", True)
    assert {**found, "time": None} == {name: answer[name] if name != "time" else None for name in found}


def test_an_analysis_has_its_lines(served: Any) -> None:
    answer = served.ask("/v1/analyse", limit={"simulations": 2000}, multipv=3, include=["legal_actions"]).json()
    assert len(answer["lines"]) == 3
    assert answer["legal_actions"] == list("1234567")


def test_interim_answers_come_line_by_line(served: Any) -> None:
    response = served.ask("/v1/analyse", {"Accept": "application/x-ndjson"}, limit={"time": 0.3}, report_every=0.02)
    assert response.headers["content-type"].startswith("application/x-ndjson")
    answers = [json.loads(line) for line in response.text.splitlines()]
    assert [answer["is_final"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert len(answers) > 2
    assert sorted(answer["simulations"] for answer in answers) == [answer["simulations"] for answer in answers]


def test_interim_answers_come_as_events(served: Any) -> None:
    response = served.ask("/v1/best-move", {"Accept": "text/event-stream"}, limit={"time": 0.3}, report_every=0.02)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = [dict(line.split(": ", 1) for line in event.splitlines()) for event in response.text.split("\n\n")[:-1]]
    assert [event["event"] for event in events] == ["report"] * (len(events) - 1) + ["answer"]
    assert json.loads(events[-1]["data"])["stopped_by"] == "time"


@pytest.mark.parametrize("accept", ["application/json, application/x-ndjson", "*/*", "text/html", "a;;=,"])
def test_who_does_not_ask_for_a_stream_gets_one_answer(served: Any, accept: str) -> None:
    response = served.ask("/v1/analyse", {"Accept": accept}, limit={"simulations": 100}, report_every=0)
    assert response.headers["content-type"] == "application/json"
    assert response.json()["is_final"]


def test_a_solve_is_a_job(served: Any) -> None:
    begun = served.client.post("/v1/solve", json={"position": SMALL})
    assert (begun.status_code, begun.json()["status"]) in [(202, "waiting"), (202, "running"), (202, "done")]
    place = begun.headers["location"]
    assert place == f"/v1/solve/{begun.json()['job']}"
    while (job := served.client.get(place).json())["status"] != "done":
        assert job["status"] in ("waiting", "running")
    assert job["answer"]["status"] == "solved"
    assert job["answer"]["best"] == list(st.solve(SMALL).best)
    assert served.client.delete(place).json() == job
    assert served.client.get(place).status_code == 404


def test_a_job_that_is_deleted_ends_with_what_it_has_proven(served: Any) -> None:
    place = served.ask("/v1/solve").headers["location"]
    while served.client.get(place).json()["status"] != "running":
        pass
    job = served.client.delete(place).json()
    assert (job["status"], job["answer"]["stopped_by"], job["answer"]["is_final"]) == ("done", "stop", True)
    served.wait_for('springtail_queries{lane="solve",state="running"}', 0)


def test_a_job_says_how_far_it_is(served: Any) -> None:
    place = served.ask("/v1/solve", report_every=0.01).headers["location"]
    while (job := served.client.get(place).json())["answer"] is None:
        assert job["status"] in ("waiting", "running")
    assert (job["answer"]["is_final"], job["answer"]["status"]) == (False, "aborted")
    served.client.delete(place)


def test_jobs_are_refused_when_there_are_too_many(served: Any) -> None:
    places = [served.ask("/v1/solve").headers["location"] for _ in range(3)]
    refused = served.ask("/v1/solve")
    assert (refused.status_code, refused.json()["kind"]) == (429, "busy")
    assert int(refused.headers["retry-after"]) > 0
    assert served.client.delete(places[1]).json()["answer"]["best"] == []  # it waited
    places[1] = served.ask("/v1/solve").headers["location"]
    for place in places:
        assert served.client.delete(place).status_code == 200


def finish(made: Any) -> str:
    """Have a small job done and return where it is."""
    place: str = made.client.post("/v1/solve", json={"position": SMALL}).headers["location"]
    while made.client.get(place).json()["status"] != "done":
        pass
    return place


def test_jobs_that_ended_first_are_forgotten_first(serve: Any) -> None:
    made = serve("--jobs", "3")
    places = [finish(made) for _ in range(4)]
    assert [made.client.get(place).status_code for place in places] == [404, 200, 200, 200]
    endless = [made.ask("/v1/solve").headers["location"] for _ in range(2)]
    assert [made.client.get(place).status_code for place in [*places, *endless]] == [404, 404, 404, 200, 200, 200]
    assert made.figures()['springtail_jobs{status="done"}'] == 1
    for place in endless:
        made.client.delete(place)


def test_jobs_are_forgotten_after_a_while(serve: Any) -> None:
    made = serve("--job-seconds", "0.05")
    place = made.client.post("/v1/solve", json={"position": SMALL}).headers["location"]
    made.wait_for('springtail_queries_total{lane="solve",outcome="answered"}', 1)
    made.wait_for('springtail_jobs{status="done"}', 0)
    assert made.client.get(place).status_code == 404


def test_all_that_is_wrong_is_told_at_once(served: Any) -> None:
    response = served.client.post(
        "/v1/best-move",
        json={"position": {"game": "connect_four", "actions": ["9"]}, "limit": {"time": -1}, "colour": "red"},
    )
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
    problem = response.json()
    assert {reason["field"] for reason in problem["reasons"]} == {"position.actions[0]", "limit.time", "colour"}
    assert (problem["status"], problem["title"], problem["kind"]) == (422, "Unprocessable Entity", "invalid_query")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"position": OVER}, "position"),
        ({"position": {**FOUR, "options": {"players": 3}}}, "position.options.players"),
        ({"solver": "oracle"}, "solver"),
        ({"solver": "ismcts"}, "solver"),
        ({"settings": {"exploration": -1}}, "settings.exploration"),
        ({"priority": 1}, "priority"),
        ({"action": "solve"}, "action"),
        ({"id": [1]}, "id"),
        ({"include": ["secrets"]}, "include"),
    ],
)
def test_what_cannot_be_searched_names_the_field(served: Any, fields: dict[str, Any], field: str) -> None:
    response = served.ask("/v1/analyse", **fields)
    assert (response.status_code, [reason["field"] for reason in response.json()["reasons"]]) == (422, [field])


def test_a_stream_that_cannot_begin_is_a_problem(served: Any) -> None:
    response = served.ask("/v1/analyse", {"Accept": "application/x-ndjson"}, solver="ismcts")
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"position": NaN}', b'{"a": 1, "a": 2}', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 5000]
)
def test_what_is_not_json_is_malformed(served: Any, body: bytes) -> None:
    response = served.client.post("/v1/best-move", content=body, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["kind"]) == (400, "malformed_request")
    assert response.json()["reasons"][0]["field"] == "body"


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
        {},
    ],
)
def test_another_media_type_is_refused(served: Any, headers: dict[str, str]) -> None:
    response = served.client.post("/v1/best-move", content=b"{}", headers=headers)
    assert (response.status_code, response.json()["kind"]) == (415, "unsupported_media_type")


def test_another_method_is_refused_with_those_that_there_are(served: Any) -> None:
    response = served.client.get("/v1/best-move")
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    response = served.client.put("/v1/solve/x")
    assert (response.status_code, set(response.headers["allow"].split(", "))) == (405, {"GET", "HEAD", "DELETE"})


@pytest.mark.parametrize("path", ["/v2/games", "/v1/games/", "/v1/solve/none", "/v1/solve/a/b", "/%00", "/v1//games"])
def test_what_is_not_there_is_not_found(served: Any, path: str) -> None:
    response = served.client.get(path)
    assert (response.status_code, response.json()["kind"]) == (404, "not_found")


def test_hints_of_clients_lower_the_ceilings_and_never_raise_them(serve: Any) -> None:
    made = serve("--time", "0.1", "--memory-mb", "1", "--threads", "1")
    answer = made.ask("/v1/analyse", limit={"time": 600, "memory_mb": 4096}, settings={"threads": 64}).json()
    assert answer["stopped_by"] == "time"
    assert answer["time"] < 60
    assert answer["threads"] == 1
    assert answer["memory_bytes"] <= 2**20
    assert made.ask("/v1/analyse", limit={"simulations": 10}).json()["stopped_by"] == "simulations"


def test_games_are_told(served: Any) -> None:
    games = served.client.get("/v1/games").json()["games"]
    assert [game["id"] for game in games] == st.game_ids()
    assert games[0]["players"] == [2, 3, 4, 5]


def test_version_and_health_are_told(served: Any) -> None:
    assert served.client.get("/v1/version").json().keys() == {"version"}
    assert served.client.get("/v1/health").json() == {"status": "ok"}


def test_requests_are_counted(served: Any) -> None:
    name = 'springtail_requests_total{endpoint="version",method="GET",status="200"}'
    before = served.figures().get(name, 0)
    served.client.get("/v1/version")
    figures = served.figures()
    assert figures[name] == before + 1
    assert figures['springtail_request_seconds_count{endpoint="version"}'] == before + 1
    assert figures["springtail_threads"] > 3
    assert figures["process_resident_memory_bytes"] > 10e6


def test_people_get_a_page(served: Any) -> None:
    response = served.client.get("/")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert f"curl {served.url}/v1/best-move" in response.text
    assert "Retry-After" in response.text


@pytest.mark.parametrize("authorization", [None, "Bearer", "Bearer sesam", "Basic sesame", "Bearer sésame", "sesame"])
def test_without_the_token_nothing_is_answered(guarded: Any, authorization: str | None) -> None:
    headers = {} if authorization is None else {"Authorization": authorization.encode("latin-1")}
    for path in ("/v1/games", "/v1/metrics", "/v1/solve/x", "/v1/none"):
        response = guarded.client.get(path, headers=headers)
        assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
        assert response.json()["kind"] == "not_authorized"


def test_the_token_lets_in(guarded: Any) -> None:
    assert guarded.client.get("/v1/games", headers={"Authorization": "bearer sesame"}).status_code == 200
    for path in ("/v1/health", "/v1/openapi.json", "/"):
        assert guarded.client.get(path).status_code == 200


def test_the_token_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("sesame\n")
    arguments = make_parser(["serve"]).parse_args(["serve", "--token-file", str(file)])
    assert verb.read_settings(arguments).token == "sesame"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--port", "65536"], "--port"),
        (["--workers", "0"], "workers"),
        (["--body-bytes", "2000000"], "body_bytes"),
        (["--patience", "nan"], "patience"),
        (["--time", "0"], "time"),
        (["--token-file", "none.txt"], "none.txt"),
    ],
)
def test_wrong_arguments_are_told(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    assert main(["serve", "--port", "0", *arguments]) == 2
    assert named in capsys.readouterr().err


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(verb, "find_spec", lambda name: None)
    assert main(["serve"]) == 2
    assert "pip install 'springtail[serve]'" in capsys.readouterr().err

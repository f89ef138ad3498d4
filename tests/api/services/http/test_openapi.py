"""The OpenAPI document, held against what is really asked and answered."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import springtail as st

SEED = 20
EXAMPLES = 6
"""Cases an operation in each phase."""


@pytest.fixture(scope="module")
def document(served: Any) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get("/v1/openapi.json").json()
    return found


@pytest.fixture(scope="module")
def check(document: dict[str, Any]) -> Callable[[str, Any], None]:
    """Checks a value against a schema of the document."""

    def check(name: str, value: Any) -> None:
        Draft202012Validator(document | {"$ref": f"#/components/schemas/{name}"}).validate(value)

    return check


def test_its_schemas_are_schemas(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_it_describes_every_path_and_method_that_there_is(document: dict[str, Any]) -> None:
    pytest.importorskip("starlette")
    from springtail.services.http.app import make_app
    from springtail.services.http.service import Service
    from springtail.services.http.settings import Settings

    service = Service(Settings(workers=1))
    try:
        routes = {
            (route.path, method.lower())
            for route in make_app(service).routes
            for method in route.methods
            if route.path != "/" and method != "HEAD"
        }
    finally:
        service.lanes.close()
    assert routes == {(path, method) for path, methods in document["paths"].items() for method in methods}


@pytest.mark.parametrize("game_id", st.game_ids())
def test_positions_of_every_game_and_answers_about_them_are_as_described(
    game_id: str, served: Any, check: Callable[[str, Any], None], midgame: Callable[[str], st.State]
) -> None:
    state = midgame(game_id)
    for given in (state.to_dict(), state.observation(state.current_player()).to_dict(), state.record()):
        query = {"position": given, "limit": {"simulations": 30}, "include": ["position", "legal_actions", "drawing"]}
        check("BestMoveQuery", query)
        response = served.client.post("/v1/best-move", json=query)
        assert response.status_code == 200, response.text
        check("BestMoveAnswer", response.json())


@pytest.mark.parametrize("game_id", st.game_ids())
def test_jobs_are_as_described(
    game_id: str, served: Any, check: Callable[[str, Any], None], midgame: Callable[[str], st.State]
) -> None:
    query = {"position": midgame(game_id).to_dict(), "limit": {"nodes": 500}}
    check("SolveQuery", query)
    begun = served.client.post("/v1/solve", json=query)
    if begun.status_code == 422:  # hidden cards, or more than two sides
        check("Problem", begun.json())
        return
    check("Job", begun.json())
    while (job := served.client.get(begun.headers["location"]).json())["status"] in ("waiting", "running"):
        check("Job", job)
    check("Job", job)
    served.client.delete(begun.headers["location"])


def test_a_job_that_ended_before_it_began_is_as_described(served: Any, check: Callable[[str, Any], None]) -> None:
    places = [served.ask("/v1/solve").headers["location"] for _ in range(2)]
    for place in reversed(places):
        check("Job", served.client.delete(place).json())


def test_problems_are_as_described(served: Any, check: Callable[[str, Any], None]) -> None:
    for response in (
        served.client.get("/v1/none"),
        served.client.get("/v1/solve"),
        served.client.post("/v1/solve"),
        served.ask("/v1/solve", limit=3),
    ):
        check("Problem", response.json())


def test_games_are_as_described(served: Any, document: dict[str, Any]) -> None:
    described = document["paths"]["/v1/games"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator(described).validate(served.client.get("/v1/games").json())


@pytest.mark.parametrize(
    "chosen",
    [
        ["--phases", "examples,fuzzing,stateful"],
        ["--phases", "coverage", "--exclude-method", "POST"],
    ],
    ids=["made-up", "covering"],
)
def test_schemathesis_finds_nothing(serve: Any, chosen: list[str], tmp_path: Path) -> None:
    pytest.importorskip("schemathesis")
    made = serve("--time", "0.02", "--solve-time", "0.02", "--patience", "2", token="sesame")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from schemathesis.cli import schemathesis; schemathesis()",
            "run",
            f"{made.url}/v1/openapi.json",
            *["--header", "Authorization: Bearer sesame", "--seed", str(SEED), "--max-examples", str(EXAMPLES)],
            *["--checks", "all", "--exclude-checks", "positive_data_acceptance"],  # no schema knows all rules of a game
            *["--no-shrink", "--request-timeout", "20", *chosen],
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout

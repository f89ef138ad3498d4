"""Faults of springtail itself, as clients are told of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")


def ask(path: str, app: Any) -> Any:
    async def get() -> Any:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get(path)

    return asyncio.run(get())


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [(MemoryError(), 503, "out_of_memory"), (ZeroDivisionError("secret"), 500, "internal_error")],
)
def test_a_fault_is_told_without_what_is_inside(
    error: Exception, status: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from springtail.services.http import service as endpoints
    from springtail.services.http.app import make_app
    from springtail.services.http.settings import Settings

    def fail() -> None:
        raise error

    monkeypatch.setattr(endpoints, "describe_games", fail)
    service = endpoints.Service(Settings(workers=1))
    try:
        response = ask("/v1/games", make_app(service))
        counted = service.counted.text(service.lanes, service.jobs)
    finally:
        service.lanes.close()
    assert (response.status_code, response.headers["content-type"]) == (status, "application/problem+json")
    assert response.json()["kind"] == kind
    assert "secret" not in response.text
    assert f'springtail_requests_total{{endpoint="games",method="GET",status="{status}"}} 1' in counted

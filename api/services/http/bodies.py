"""Reading the body of a request, no further than it may be long, and no longer than a client may take."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request

from springtail.cython_ext.errors import InvalidPosition
from springtail.engines.documents import parse
from springtail.services.http.problems import Problem, malformed

JSON = "application/json"


async def read_body(request: Request, most_bytes: int, patience: float) -> bytes:
    """Return the body of a request that has JSON.

    Args:
        request: whose body has not been read.
        most_bytes: that are read.
        patience: seconds that the client has to send it.

    Raises:
        Problem: 415 for anything but JSON, 413 when it is too long, 408 when it does not come.
    """
    _check_type(request)
    length = request.headers.get("content-length", "0")
    if int(length) > most_bytes:
        raise _too_long(most_bytes)
    body = bytearray()
    try:
        async with asyncio.timeout(patience):
            while True:
                message = await request.receive()
                if message["type"] == "http.disconnect":
                    raise malformed("the client left before it had sent all")
                body += message.get("body", b"")
                if len(body) > most_bytes:
                    raise _too_long(most_bytes)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Problem(408, f"body: has not come within {patience:g} seconds") from None


def parse_body(body: bytes) -> dict[str, Any]:
    """Return the JSON object in a body.

    Raises:
        Problem: 400 with what is wrong.
    """
    try:
        return parse(body)
    except InvalidPosition as error:
        raise malformed(str(error).removeprefix("document: ")) from None


def _too_long(most_bytes: int) -> Problem:
    return Problem(413, f"body: longer than {most_bytes} bytes, at most so many are read")


def _check_type(request: Request) -> None:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    if kind.strip().lower() != JSON:
        raise Problem(415, f"content-type: must be {JSON}", headers={"Accept-Post": JSON})
    name, _, charset = parameters.strip().lower().partition("=")
    if name == "charset" and charset.strip('"') not in ("utf-8", "us-ascii"):
        raise Problem(415, "content-type: the charset must be utf-8", headers={"Accept-Post": JSON})
    if request.headers.get("content-encoding", "identity") != "identity":
        raise Problem(415, "content-encoding: must be left out", headers={"Accept-Encoding": "identity"})

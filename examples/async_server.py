"""A small server on one port: a client sends positions, one JSON document a line, and gets the moves, one a line.

    python examples/async_server.py --port 8765
    echo '{"game": "nim", "options": {"piles": [2, 1]}, "actions": []}' | nc 127.0.0.1 8765

Searches of several clients go on side by side. `springtail serve` and
`springtail jsonl` are the services that come with the package; this shows how to build one's own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json

import springtail as st

LONGEST_LINE = 1_000_000
"""Bytes of a document; a client that sends a longer line is cut off."""


async def answer(line: bytes, limit: st.Limit) -> dict[str, object]:
    """Search a position without standing in the way of other clients."""
    try:
        async with st.analysis(line, limit) as run:
            async for report in run:
                final = report
    except st.SpringtailError as error:
        return {"error": str(error)}
    return {"move": final.move, "score": final.score.to_dict(), "stopped_by": final.stopped_by}


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, limit: st.Limit) -> None:
    with contextlib.suppress(ConnectionError, ValueError), contextlib.closing(writer):
        while line := await reader.readline():
            writer.write(json.dumps(await answer(line, limit)).encode() + b"\n")
            await writer.drain()


async def main() -> None:
    parser = argparse.ArgumentParser(description="Moves for positions, a JSON document a line.")
    parser.add_argument("--port", type=int, default=8765, help="0 takes any that is free")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    given = parser.parse_args()
    limit = st.Limit(time=given.seconds)
    server = await asyncio.start_server(
        lambda *streams: serve(*streams, limit), "127.0.0.1", given.port, limit=LONGEST_LINE
    )
    print(f"listening on port {server.sockets[0].getsockname()[1]}", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())

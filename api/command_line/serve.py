"""Answers requests over HTTP.

It listens on this machine alone unless --host says otherwise, and prints where. /v1/openapi.json describes what can be
asked. SIGTERM and Ctrl-C end it when what was begun is finished.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path

from springtail.command_line import output
from springtail.command_line.numbers import number, whole
from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.services.http.settings import Settings
from springtail.solvers.limit import Limit

EXAMPLES = """\
  springtail serve
  springtail serve --board
  springtail serve --port 0 --time 10 --memory-mb 64
  SPRINGTAIL_TOKEN=... springtail serve --host 0.0.0.0 --port 8000
"""
TOKEN = "SPRINGTAIL_TOKEN"
DEFAULTS = Settings()
CEILINGS = {
    "time": (number, "SECONDS", "of a search"),
    "memory_mb": (number, "MB", "of a search"),
    "threads": (whole, "N", "of a search"),
    "solve_time": (number, "SECONDS", "of a solve"),
    "solve_memory_mb": (number, "MB", "of a solve"),
}
SETTINGS = {
    "workers": (whole, "N", "short searches, and as many long ones, at once; default one a processor"),
    "solves_at_once": (whole, "N", "solves at once"),
    "waiting": (whole, "N", "queries of each kind that may wait"),
    "jobs": (whole, "N", "jobs kept, finished ones included"),
    "job_seconds": (number, "SECONDS", "for which a finished job is kept"),
    "body_bytes": (whole, "N", "of a request"),
    "connections": (whole, "N", "clients connected at once"),
    "patience": (number, "SECONDS", "that a client has to send its request, and to take its answer"),
    "grace": (number, "SECONDS", "that queries have to finish after SIGTERM"),
}
"""Name of an argument -> its type, unit and help."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="name or address to listen on; default %(default)s")
    parser.add_argument("--port", type=whole, default=8765, help="default %(default)s; 0 takes one that is free")
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        help=f"whose content clients must send as their bearer token; or the environment variable {TOKEN} has it",
    )
    parser.add_argument("--board", action="store_true", help="also serve a page to play on, at /board/")
    defaults = vars(DEFAULTS) | {
        "time": DEFAULTS.search.limit.time,
        "memory_mb": DEFAULTS.search.limit.memory_mb,
        "threads": DEFAULTS.search.threads,
        "solve_time": DEFAULTS.solve.limit.time,
        "solve_memory_mb": DEFAULTS.solve.limit.memory_mb,
    }
    ceilings = parser.add_argument_group("ceilings; a client may ask for less")
    for name, (kind, unit, text) in (CEILINGS | SETTINGS).items():
        default = defaults[name]
        told = text if default is None else f"{text}; default {default:.10g}"
        ceilings.add_argument(f"--{name.replace('_', '-')}", type=kind, default=default, metavar=unit, help=told)
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal."""
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise Unsupported(f"serve: needs {' and '.join(missing)}; pip install 'springtail[serve]'")
    from springtail.services.http.server import bind, serve, url_of

    settings = read_settings(arguments)
    if not 0 <= arguments.port < 2**16:
        raise InvalidOptions(f"--port: must be from 0 to 65535, not {shown(arguments.port)}")
    try:
        listening = bind(arguments.host, arguments.port, settings.patience)
    except OSError as error:
        raise InvalidOptions(f"cannot listen at {arguments.host}:{arguments.port}: {error.strerror}") from None
    url = url_of(listening)

    def tell() -> None:
        if arguments.json:
            output.print_json({"url": url})
        else:
            print(f"springtail serves at {url}{', the board at /board/' if arguments.board else ''}", flush=True)

    if settings.token is None and not ip_address(listening.getsockname()[0]).is_loopback:
        print(f"springtail: other machines can ask, and there is no token ({TOKEN})", file=sys.stderr)
    if arguments.board:
        from springtail.services.board.routes import board_routes

        serve(settings, listening, tell, board_routes)
    else:
        serve(settings, listening, tell)
    return 0


def read_settings(arguments: argparse.Namespace) -> Settings:
    """Return what the arguments and the environment say."""
    search = Limit(time=arguments.time, memory_mb=arguments.memory_mb)
    solve = Limit(time=arguments.solve_time, memory_mb=arguments.solve_memory_mb)
    return replace(
        DEFAULTS,
        search=replace(DEFAULTS.search, limit=search, threads=arguments.threads),
        solve=replace(DEFAULTS.solve, limit=solve),
        token=_token(arguments.token_file),
        **{name: getattr(arguments, name) for name in SETTINGS},
    )


def _token(file: str | None) -> str | None:
    if file is None:
        return os.environ.get(TOKEN)
    return Path(file).read_text("utf-8").strip()

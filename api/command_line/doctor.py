"""Checks the installation: versions, compiled modules, data files, and a game of each kind played and replayed."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import platform
import tomllib
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

from springtail import cython_ext, engines
from springtail.command_line import output
from springtail.command_line.random_game import random_game
from springtail.engines import game, game_ids
from springtail.engines.documents import parse, replay

EXAMPLES = """\
  springtail doctor
  springtail doctor --json
"""

FAILED = 1
SEED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every check; exit with 1 when one has failed."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("versions", _versions),
        ("machine", _machine),
        ("compiled modules", _compiled_modules),
        ("data files", _data_files),
        *((f"game {game_id}", partial(_play, game_id)) for game_id in game_ids()),
    ]
    results = []
    for name, check in checks:
        try:
            results.append({"check": name, "ok": True, "detail": check()})
        except Exception as error:  # whatever it is, it is what the doctor has found
            results.append({"check": name, "ok": False, "detail": f"{type(error).__name__}: {error}"})
    well = all(result["ok"] for result in results)
    if arguments.json:
        output.print_json({"ok": well, "checks": results})
    else:
        rows = [(str(r["check"]), "ok" if r["ok"] else "WRONG", str(r["detail"])) for r in results]
        output.print_table(("check", "", "detail"), rows)
    return 0 if well else FAILED


def _versions() -> str:
    parts = [f"Python {platform.python_version()}"]
    for package in ("springtail", "numpy", "rich"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            if package != "rich":  # the only one that is optional
                raise
    return ", ".join(parts)


def _machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    parts = [platform.platform(), f"{cores} cores"]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        parts.append(f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GB of memory")
    return ", ".join(parts)


def _compiled_modules() -> str:
    names = [module.name for module in pkgutil.walk_packages(cython_ext.__path__, f"{cython_ext.__name__}.")]
    loaded = [importlib.import_module(name) for name in names]
    compiled = [module for module in loaded if not str(module.__file__).endswith(".py")]
    if not compiled:
        raise ImportError("there are none")
    return f"{len(compiled)} load"


def _data_files() -> str:
    return f"{_read_below(files(engines))} read"


def _read_below(folder: Traversable) -> int:
    """Parse every data file below a folder and return how many there are."""
    count = 0
    for entry in folder.iterdir():
        if entry.is_dir():
            count += _read_below(entry)
        elif entry.name.endswith((".toml", ".json")):
            (tomllib if entry.name.endswith(".toml") else json).loads(entry.read_text("utf-8"))
            count += 1
    return count


def _play(game_id: str) -> str:
    """Play a random game and replay its record."""
    *_, last = random_game(game(game_id), SEED)
    again = replay(parse(json.dumps(last.record())))
    if again != last or again.returns() != last.returns():
        raise AssertionError("the record of a game does not lead to its end")
    return f"{len(last.history_ids())} plies played and replayed"

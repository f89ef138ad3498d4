"""The arrows between the folders, read from the import lines of every source file."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from springtail.engines import game_ids

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "api": "springtail",
    "engines": "springtail.engines",
    "solvers": "springtail.solvers",
    "cython_ext": "springtail.cython_ext",
}
CONTRACT = "springtail.cython_ext"
ARROWS = {
    "springtail": {"springtail.engines", "springtail.solvers", CONTRACT},
    "springtail.engines": {"springtail.cython_ext.games", CONTRACT},
    "springtail.solvers": {"springtail.cython_ext.search", CONTRACT},
    "springtail.cython_ext.games": {CONTRACT},
    "springtail.cython_ext.search": {CONTRACT},
    CONTRACT: set(),
}
"""A layer, and the other layers that it may import."""

COMMENTARY = re.compile(r'"""(?:.|\n)*?"""|#.*')
CYTHON_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+c?import\b[ \t]*(\([^)]*\)|.*)", re.MULTILINE)
CYTHON_IMPORT = re.compile(r"^[ \t]*c?import[ \t]+(.*)", re.MULTILINE)


def sources(*suffixes: str) -> list[Path]:
    """Return the files of the package with these suffixes, relative to the root."""
    return [
        path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in suffixes
    ]


def layer(module: str) -> str:
    """Return the layer that a module or name belongs to; "" outside springtail."""
    return max((name for name in ARROWS if f"{module}.".startswith(f"{name}.")), key=len, default="")


def own_layer(path: Path) -> str:
    """Return the layer of a source file, given relative to the root."""
    folder, *parts = path.with_suffix("").parts
    return layer(".".join([FOLDERS[folder], *parts]))


def python_imports(text: str) -> Iterator[str]:
    """Yield what Python source imports, `module` and `module.name`, late imports included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (name for alias in node.names for name in (module, f"{module}.{alias.name}"))


def cython_imports(text: str) -> Iterator[str]:
    """Yield what Cython source imports or cimports, like `python_imports`."""
    code = COMMENTARY.sub("", text)
    for module, names in CYTHON_FROM.findall(code):
        yield module
        yield from (f"{module}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip())
    for names in CYTHON_IMPORT.findall(code):
        yield from (name.split()[0] for name in names.split(","))


def violations(path: Path, text: str) -> list[str]:
    """Return what a source file imports and must not."""
    imports = python_imports(text) if path.suffix in {".py", ".pyi"} else cython_imports(text)
    own = own_layer(path)
    wrong = []
    for module in imports:
        if module.startswith(".") or module.split(".")[0] in FOLDERS:
            wrong.append(f"{path} imports {module}: write springtail....")
        elif (other := layer(module)) not in {"", own, *ARROWS[own]}:
            wrong.append(f"{path} imports {module}: {own} must not know {other}")
    return wrong


def games_named(path: Path, text: str) -> set[str]:
    """Return the ids of other games that a source file has as strings: the makings of a list of games."""
    strings = set(re.findall(r"""["']([a-z_]+)["']""", COMMENTARY.sub("", text)))
    return strings.intersection(game_ids()) - {*path.parts, path.stem}


@pytest.mark.parametrize("path", sources(".py", ".pyi", ".pyx", ".pxd"), ids=str)
def test_imports_follow_the_arrows(path: Path) -> None:
    assert violations(path, (ROOT / path).read_text("utf-8")) == []


@pytest.mark.parametrize("folder", ["tests", "bench", "examples", "docs"])
def test_nothing_outside_the_package_imports_by_folder_name(folder: str) -> None:
    by_folder = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / folder).rglob("*.py")
        for module in python_imports(path.read_text("utf-8"))
        if module.split(".")[0] in FOLDERS
    ]
    assert by_folder == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engines/spring/__init__.py", "from springtail.solvers import mcts"),
        ("engines/spring/__init__.py", "import springtail.cython_ext.search.mcts"),
        ("engines/spring/__init__.py", "from springtail.cython_ext import search"),
        ("engines/spring/__init__.py", "def late():\n    import springtail"),
        ("solvers/mcts.py", "from springtail.engines import game"),
        ("solvers/mcts.py", "from springtail import engines"),
        ("solvers/mcts.py", "from springtail.cython_ext.games.spring import SpringRules"),
        ("api/__init__.py", "from springtail.cython_ext.games import connect_four"),
        ("cython_ext/info.py", "from springtail.engines import game"),
        ("cython_ext/games/spring.pyx", "from springtail.cython_ext.search.mcts cimport Tree"),
        ("cython_ext/games/spring.pyx", "from springtail.cython_ext cimport (\n    rules,\n    search as s,\n)"),
        ("cython_ext/search/mcts.pyx", "    from springtail.cython_ext.games import spring"),
        ("cython_ext/search/mcts.pxd", "cimport springtail.cython_ext.games.spring as spring"),
        ("cython_ext/rules.pxd", "from springtail.cython_ext.games cimport spring"),
        ("engines/spring/__init__.py", "import engines"),
        ("api/__init__.py", "from cython_ext.game import Game"),
        ("api/__init__.py", "from . import engines"),
        ("cython_ext/games/spring.pyx", "from ..rules cimport Rules"),
    ],
)
def test_the_checker_sees_a_forbidden_import(path: str, line: str) -> None:
    assert violations(Path(path), f'"""A module."""\n{line}\n')


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("api/__init__.py", "from springtail.engines import game"),
        ("api/analysis.py", "from springtail.cython_ext.errors import InvalidLimit"),
        ("engines/spring/__init__.py", "from springtail.cython_ext.games.spring import SpringRules"),
        ("solvers/mcts.py", "import springtail.cython_ext.search.mcts"),
        ("cython_ext/games/spring.pyx", "from springtail.cython_ext.rules cimport (\n    OVER,\n    Action,\n)"),
        ("cython_ext/games/spring.pyx", '"""\nimport springtail.engines\n"""\ncimport cython  # import springtail'),
        ("cython_ext/search/mcts.pyx", "import numpy"),
    ],
)
def test_the_checker_lets_an_allowed_import_pass(path: str, line: str) -> None:
    assert violations(Path(path), f"{line}\n") == []


@pytest.mark.parametrize("path", sources(".pyx"), ids=str)
def test_every_compiled_module_has_a_stub(path: Path) -> None:
    assert (ROOT / path).with_suffix(".pyi").exists()


@pytest.mark.parametrize("path", sources(".py", ".pyx", ".pxd"), ids=str)
def test_a_game_is_named_in_its_own_files_only(path: Path) -> None:
    assert games_named(path, (ROOT / path).read_text("utf-8")) == set()


def test_the_checker_sees_a_game_named_elsewhere() -> None:
    text = '"""Has "connect_four" in its docstring."""\nGAMES = ["connect_four"]\n'
    assert games_named(Path("solvers/auto.py"), text) == {"connect_four"}
    assert games_named(Path("engines/toys/connect_four.py"), text) == set()


def test_importing_springtail_loads_nothing_heavy() -> None:
    heavy = {"numpy", "jsonschema", "rich", "tomllib", "asyncio", "http.server"}
    code = "import sys, springtail, springtail.engines; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "springtail.engines" in loaded
    assert heavy.isdisjoint(loaded)

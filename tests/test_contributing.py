"""The walk-throughs of CONTRIBUTING.md, followed to the letter. Run by `make package`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PACKAGE = ("api", "engines", "solvers", "cython_ext")
BLOCK = r":\n\n```\w+\n(.*?)^```$"
FILE = re.compile(r"^`([\w/.]+)`" + BLOCK, re.MULTILINE | re.DOTALL)
EDIT = re.compile(r"`([\w/.]+)`, below `([^`]+)`" + BLOCK, re.MULTILINE | re.DOTALL)


def run(tree: Path, *arguments: object, **variables: str) -> None:
    """Run Python in a tree; fail with all it said when it fails."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=tree, env=os.environ | variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The files that the page says to write."""
    found = dict(FILE.findall(PAGE))
    assert not [path for path in found if (ROOT / path).exists()]
    return found


@pytest.fixture(scope="module")
def tree(files: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree with these files added, built in `lib`."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for folder in (*PACKAGE, "tests"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for path, text in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, "utf-8")
    for path, above, text in EDIT.findall(PAGE):
        before, line, after = (tree / path).read_text("utf-8").partition(f"{above}\n")
        assert line
        (tree / path).write_text(before + line + text + after, "utf-8")
    run(tree, "setup.py", "-q", "build", "--build-lib=lib", SPRINGTAIL_DEBUG="1")
    return tree


def test_the_tests_of_the_walk_throughs_and_of_every_game_pass(files: dict[str, str], tree: Path) -> None:
    tests = [path for path in files if path.startswith("tests/")]
    assert tests
    every_game = ["tests/test_architecture.py", "tests/cython_ext/test_contract.py"]
    run(tree, "-P", "-m", "pytest", "-q", *tests, *every_game, PYTHONPATH=str(tree / "lib"))
    of_each_game = ["tests/engines/test_every_game.py", "tests/engines/test_pictures.py"]
    run(tree, "-P", "-m", "pytest", "-q", "-k", "subtraction", *of_each_game, PYTHONPATH=str(tree / "lib"))


def test_the_files_of_the_walk_throughs_are_clean(files: dict[str, str], tree: Path) -> None:
    python = [path for path in files if path.endswith((".py", ".pyi"))]
    run(tree, "-m", "ruff", "check", *python)
    run(tree, "-m", "ruff", "format", "--check", *python)
    run(tree, "-m", "mypy")
    scripts = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    run(tree, "-m", "cython_lint.cython_lint", *(path for path in files if path.endswith(".pyx")), PATH=scripts)

"""The README, docs/ and docstrings: what they show is what happens."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import springtail
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.engines.documents import load, parse

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)\)")
TOOLS = {"curl", "node"}
"""What commands on pages use and a machine may lack."""
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
"""Where programs are found, `springtail` first in this environment."""
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in a language."""
    return [code for found, code in BLOCK.findall(page.read_text("utf-8")) if found == language]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def run_doctest(test: doctest.DocTest) -> None:
    """Run the examples of a docstring or a page; fail with what differs."""
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert results.failed == 0, "".join(said)


def modules() -> Iterator[str]:
    """Yield the names of all modules of springtail."""
    for module in pkgutil.walk_packages(springtail.__path__, "springtail."):
        if not module.name.endswith("__main__"):
            yield module.name


@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_the_python_of_a_page_runs_as_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", PATH)
    code = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(code, {}, name(page), str(page), 0)
    assert len(test.examples) >= code.count("\n>>> ")
    run_doctest(test)


def commands() -> Iterator[tuple[str, str]]:
    """Yield the shell commands of the pages, each with what it is shown to print."""
    for page in pages_with("console"):
        for block in blocks(page, "console"):
            _, *parts = COMMAND.split(block)
            yield from zip(parts[::2], (part.lstrip("\n") for part in parts[1::2]), strict=True)


@pytest.mark.skipif(sys.platform == "win32", reason="commands of a POSIX shell")
@pytest.mark.parametrize(("command", "shown"), list(commands()))
def test_a_command_prints_what_is_shown(command: str, shown: str) -> None:
    for tool in TOOLS & set(command.split()):
        if shutil.which(tool, path=PATH) is None:
            pytest.skip(f"{tool} is not installed")
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env=os.environ | {"PATH": PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    assert doctest.OutputChecker().check_output(shown, done.stdout, doctest.ELLIPSIS), done.stdout


@pytest.mark.parametrize("page", pages_with("json"), ids=name)
def test_the_documents_of_a_page_can_be_read(page: Path) -> None:
    for block in blocks(page, "json"):
        document = parse(block)
        read = load(document)
        if "actions" not in document:
            assert read.to_dict() == document


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.json")), ids=name)
def test_an_example_can_be_read_and_has_a_move_to_find(example: Path) -> None:
    document = json.loads(example.read_text("utf-8"))
    assert len(load(document).legal_actions()) > 1
    schema = json.loads((ROOT / "engines" / document["game"] / "schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_targets_of_make_that_are_shown_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    shown = [
        target for page in PAGES for block in blocks(page, "sh") for target in re.findall(r"^make (\S+)", block, re.M)
    ]
    assert shown and set(shown) <= set(targets)


@pytest.mark.parametrize("module", list(modules()))
def test_the_examples_in_docstrings_run_as_shown(module: str) -> None:
    for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module)):
        run_doctest(test)


def test_the_examples_of_the_package_run_as_shown() -> None:
    for test in doctest.DocTestFinder(exclude_empty=True).find(springtail):
        run_doctest(test)


@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "pictures").glob("*.svg")), ids=name)
def test_a_picture_of_the_pages_is_current(picture: Path) -> None:
    """`make pictures` draws them anew."""
    draw = runpy.run_path(str(ROOT / "docs" / "pictures" / "draw.py"))[picture.stem]
    assert picture.read_text("utf-8") == f"{draw()}\n"


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {(ROOT / target).resolve() for target in LINK.findall((ROOT / "README.md").read_text("utf-8"))}
    assert {page.resolve() for page in PAGES[1:]} <= linked


def build_site(tree: Path, into: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("sphinx", reason="the site is built by Sphinx, extra `docs`")
    pytest.importorskip("myst_parser", reason="the pages are read by MyST, extra `docs`")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", "-c", str(tree / "docs"), str(tree)]
    return subprocess.run([*command, str(into)], cwd=tree, capture_output=True, text=True, timeout=300)


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = build_site(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    for page in PAGES[1:]:
        assert (tmp_path / page.relative_to(ROOT)).with_suffix(".html").exists()


def test_the_site_names_what_does_not_fit_together(tmp_path: Path) -> None:
    """A page outside the navigation, links that lead nowhere, a name that is not there."""
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs/conf.py", tmp_path / "docs")
    (tmp_path / "README.md").write_text(
        "# Top\n\n## Start here\n\n| page | for |\n| --- | --- |\n| [one](docs/one.md) | |\n"
    )
    (tmp_path / "docs/one.md").write_text("# One\n\n[gone](gone.md), [nowhere](../README.md#nowhere)\n")
    (tmp_path / "docs/stray.md").write_text("# Stray\n\n```{eval-rst}\n.. autofunction:: springtail.no_such\n```\n")
    done = build_site(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert "docs/stray.md: WARNING: document isn't included in any toctree" in done.stderr
    for name in ("gone.md", "nowhere", "no_such"):
        assert name in done.stderr


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs/reference.md").read_text("utf-8")
    described = set(re.findall(r"^\.\. auto\w+:: ([\w.]+)", page, re.MULTILINE))
    assert set(springtail.__all__) <= described


def numbers_ruled(game: str) -> list[str]:
    """Return the numbers of the rulings on the page of a game's rules, such as 7 or S12."""
    page = ROOT / "docs/rules" / f"{game}.md"
    return re.findall(r"^\| ([A-Z]?\d+) \|", page.read_text("utf-8").partition("## Rulings")[2], re.MULTILINE)


def numbers_tested(game: str) -> set[str]:
    """Return the numbers in the names of the tests of a game's rulings, written as on its page."""
    tests = (ROOT / "tests/engines" / game / "test_rulings.py").read_text("utf-8")
    found = re.findall(r"^def test_(?:ruling_)?([A-Za-z]?)0*(\d+)_", tests, re.MULTILINE)
    return {letter.upper() + number for letter, number in found}


@pytest.mark.parametrize("page", sorted((ROOT / "docs/rules").glob("*.md")), ids=name)
def test_every_ruling_of_a_page_has_a_test_named_after_it_and_the_reverse(page: Path) -> None:
    ruled = numbers_ruled(page.stem)
    assert len(ruled) == len(set(ruled)) > 20
    assert set(ruled) == numbers_tested(page.stem)


def test_every_game_with_rulings_has_a_page_of_its_rules() -> None:
    ruled = {tests.parent.name for tests in (ROOT / "tests/engines").glob("*/test_rulings.py")}
    assert ruled == {page.stem for page in (ROOT / "docs/rules").glob("*.md")}


def test_the_rules_of_spring_on_a_string_have_every_animal_in_order() -> None:
    page = (ROOT / "docs/rules/spring_on_a_string.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(SpringOnAStringRules.ANIMALS)

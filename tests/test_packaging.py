"""The sdist, the wheel, and what the build refuses. Run by `make package`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import springtail

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[1]
UNPACKAGED = {".gitignore"}
FOLDERS = ("engines", "solvers", "cython_ext")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
BUILD_IN_PLACE = ("setup.py", "-q", "build_ext", "--inplace")

WITHOUT_LINKS = """
import os, runpy, sys
def refuse(*arguments, **named):
    raise OSError("a required privilege is not held by the client")
os.symlink = refuse
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a script as where links are not allowed."""

PLAY_EVERY_GAME = """
import random; random.seed(1)
import springtail as st
for game_id in st.game_ids():
    state = st.game(game_id).start(seed=1)
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(state.sample_chance(1) if chance else random.choice(state.legal_actions()))
    print(game_id, state.returns())
print(st.__file__)
"""


def run(*command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True)


def output(*command: object, folder: Path) -> str:
    """Return what a command prints; fail with all it said when it fails."""
    done = run(*command, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources() -> set[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout, to know which files belong")
    return set(output("git", "ls-files", "--cached", "--others", "--exclude-standard", folder=ROOT).splitlines())


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it, each where only the build requirements are."""
    folder = tmp_path_factory.mktemp("dist")
    output(sys.executable, "-m", "build", "--outdir", folder, ROOT, folder=folder)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path) -> Path:
    """The programs of a new environment outside the tree that has the wheel and nothing else."""
    environment = dist / "environment"
    venv.create(environment, with_pip=True)
    bin_folder = environment / ("Scripts" if sys.platform == "win32" else "bin")
    (wheel,) = dist.glob("*.whl")
    output(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, folder=dist)
    return bin_folder


def test_the_sdist_has_every_source(dist: Path, sources: set[str]) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert sources - UNPACKAGED - names == set()
    assert [name for name in names if name.endswith((".so", ".pyc")) or name.startswith((".layout", "build"))] == []


def test_the_wheel_has_all_that_is_imported_and_nothing_to_compile(dist: Path, sources: set[str]) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    expected = set()
    for source in map(PurePosixPath, sources):
        if source.parts[0] in ("api", *FOLDERS):
            inside = PurePosixPath("springtail", *source.parts[source.parts[0] == "api" :])
            expected.add(str(inside).replace(".pyx", sysconfig.get_config_var("EXT_SUFFIX")))
    assert names == expected


def test_the_wheel_has_the_licence_and_the_version_of_the_project(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (licence,) = (name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
    assert wheel.name.startswith(f"springtail-{SETTINGS['project']['version']}-")


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel looks at wheels for Linux")
def test_the_wheel_needs_nothing_of_linux_but_its_c_library(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    said = " ".join(output(sys.executable, "-m", "auditwheel", "show", wheel, folder=dist).split())
    assert 'is consistent with the following platform tag: "m' in said  # manylinux or musllinux
    assert "system-provided shared libraries: libc." in said
    assert "external shared libraries" not in said


def test_the_check_of_every_released_wheel_passes(installed: Path, tmp_path: Path) -> None:
    """Runs the test command of cibuildwheel."""
    for command in SETTINGS["tool"]["cibuildwheel"]["test-command"]:
        program, *arguments = command.format(project=ROOT).split()
        output(installed / program, *arguments, folder=tmp_path)


def test_the_installed_wheel_plays_every_game(installed: Path, tmp_path: Path) -> None:
    *games, place = output(installed / "python", "-c", PLAY_EVERY_GAME, folder=tmp_path).splitlines()
    assert games
    assert Path(place).is_relative_to(installed.parent)


def test_the_version_is_that_of_the_project() -> None:
    assert springtail.__version__ == SETTINGS["project"]["version"]


def test_the_installed_command_lists_the_games(installed: Path, tmp_path: Path) -> None:
    assert "connect_four" in output(installed / "springtail", "games", folder=tmp_path)


def test_the_installed_wheel_has_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text("import springtail as st\n\nst.game('nim').start().apply_action(7)\n")
    done = run(
        *(sys.executable, "-m", "mypy", "--python-executable", installed / "python", "consumer.py"), folder=tmp_path
    )
    assert 'incompatible type "int"; expected "str"' in done.stdout
    assert "Found 1 error" in done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The smallest source tree that builds."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("api", *FOLDERS, "cython_ext/games", "cython_ext/search"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    for folder in ("cython_ext", "cython_ext/games", "cython_ext/search"):
        (tmp_path / folder / "one.pyx").write_text("cdef int one() noexcept nogil:\n    return 1\n")
    return tmp_path


def build(tree: Path) -> tuple[int, str]:
    """Build a tree in place; return the exit code and all that was said."""
    done = run(sys.executable, *BUILD_IN_PLACE, folder=tree)
    return done.returncode, done.stdout + done.stderr


def test_a_complete_tree_builds(tree: Path) -> None:
    code, said = build(tree)
    assert code == 0, said


def test_no_module_claims_to_be_safe_without_the_gil(tree: Path) -> None:
    """Nobody has tested it; Cython writes the claim as a macro of this name."""
    code, said = build(tree)
    assert code == 0, said
    written = [path.read_text("utf-8") for path in (tree / "build").rglob("*.c")]
    assert written
    assert not [text for text in written if "#define CYTHON_FREETHREADING_COMPATIBLE" in text]


def test_a_tree_builds_where_links_are_not_allowed_and_follows_edits(tree: Path) -> None:
    contract, reader = tree / "cython_ext/contract.pxd", tree / "cython_ext/games/reader.pyx"
    reader.write_text("from springtail.cython_ext.contract cimport ANSWER\n\n\ndef answer():\n    return ANSWER\n")
    for answer in (41, 42):
        contract.write_text(f"cdef enum:\n    ANSWER = {answer}\n")
        output(sys.executable, "-c", WITHOUT_LINKS, *BUILD_IN_PLACE, folder=tree)
        ask = "import reader; print(reader.answer())"
        assert output(sys.executable, "-c", ask, folder=tree / "cython_ext/games").split() == [str(answer)]
    mirror = tree / ".layout/springtail"
    assert not [path for path in (mirror, *mirror.iterdir()) if path.is_symlink()]
    contract.unlink()
    reader.unlink()
    output(sys.executable, "-c", WITHOUT_LINKS, *BUILD_IN_PLACE, folder=tree)
    assert not (mirror / "cython_ext/contract.pxd").exists()


def test_copies_give_way_to_links_where_they_are_allowed(tree: Path) -> None:
    output(sys.executable, "-c", WITHOUT_LINKS, *BUILD_IN_PLACE, folder=tree)
    assert build(tree)[0] == 0
    assert all(path.is_symlink() for path in (tree / ".layout/springtail").iterdir())


@pytest.mark.parametrize("folder", ["cython_ext", "cython_ext/games", "cython_ext/search"])
def test_a_tree_with_nothing_to_compile_is_refused(tree: Path, folder: str) -> None:
    (tree / folder / "one.pyx").unlink()
    code, said = build(tree)
    assert code != 0
    assert f"no .pyx in {folder}: this source tree is incomplete" in said


def test_a_function_that_may_raise_without_the_gil_is_refused(tree: Path) -> None:
    (tree / "cython_ext/games/one.pyx").write_text(
        "cdef void one() nogil:\n    pass\n\ncdef void two() noexcept nogil:\n    one()\n"
    )
    code, said = build(tree)
    assert code != 0
    assert "one.pyx:1:0: Exception check on one: declare it 'noexcept'" in said


def test_a_table_of_rules_with_a_slot_left_out_is_refused(tree: Path) -> None:
    (tree / "cython_ext/games/one.pyx").write_text(
        "cdef struct Rules:\n    int seats\n    int actions\n\ncdef Rules rules = Rules(seats=2)\n"
    )
    code, said = build(tree)
    assert code != 0
    assert "actions" in said

"""Build script: one import package, spread over sibling folders.

On disk      On import
api/         springtail
engines/     springtail.engines
solvers/     springtail.solvers
cython_ext/  springtail.cython_ext

SPRINGTAIL_DEBUG=1 builds unoptimised code with array bounds checked.
"""

import multiprocessing
import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Errors, Options, PyrexTypes
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

NAME = "springtail"
ROOT = Path(__file__).parent.resolve()
FOLDERS = {NAME: "api"} | {f"{NAME}.{folder}": folder for folder in ("engines", "solvers", "cython_ext")}
COMPILED = ("cython_ext", "cython_ext/games", "cython_ext/search")
DEBUG = os.environ.get("SPRINGTAIL_DEBUG", "0") != "0"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "auto_pickle": False,
    "autotestdict": False,
    "freethreading_compatible": False,  # not tested on such a Python; see docs/building.md
}
# A State is raw bytes that each game reads as its own struct, hence no strict aliasing.
OPTIMISE = ["-O0", "-UNDEBUG"] if DEBUG else ["-O3", "-g0"]
COMPILE_ARGS = [] if sys.platform == "win32" else [*OPTIMISE, "-fno-strict-aliasing"]

# A table of rules with a slot left out is an error.
Options.warning_errors = True
# The refusal below patches this process; workers share it only where they are forked.
WORKERS = os.cpu_count() or 1 if multiprocessing.get_start_method() == "fork" else 0


def refuse_exception_check(pos, env, function_name=None, **kind):
    """Turn Cython's "Exception check" hint into an error: such a call takes the GIL, at ten times the cost."""
    Errors.error(pos, f"Exception check on {function_name or 'a call'}: declare it 'noexcept' or give an error value")


PyrexTypes.write_noexcept_performance_hint = refuse_exception_check


def packages() -> list[str]:
    """List every import package: each mapped folder and the packages below it."""
    return [p for top, folder in FOLDERS.items() for p in (top, *(f"{top}.{sub}" for sub in find_packages(folder)))]


def extensions() -> list[Extension]:
    """Make one extension per .pyx, named after where it is imported from."""
    bare = [folder for folder in COMPILED if not any(Path(folder).glob("*.pyx"))]
    if bare:
        raise SystemExit(f"no .pyx in {', '.join(bare)}: this source tree is incomplete")
    return [
        Extension(
            ".".join((top, *source.relative_to(folder).with_suffix("").parts)),
            [source.as_posix()],
            extra_compile_args=COMPILE_ARGS,
            depends=["setup.py"],
        )
        for top, folder in FOLDERS.items()
        for source in sorted(Path(folder).rglob("*.pyx"))
    ]


def link_tree() -> str:
    """Mirror the package under its import name, for tools that find modules by folder.

    Cython, mypy and pyright look for springtail/engines/...; on disk it is engines/....
    """
    mirror = ROOT / ".layout" / NAME
    mirror.mkdir(parents=True, exist_ok=True)
    below = [ROOT / folder for top, folder in FOLDERS.items() if top != NAME]
    targets = {target.name: target for target in (*(ROOT / FOLDERS[NAME]).iterdir(), *below)}
    for link in mirror.iterdir():
        if link.is_dir() and not link.is_symlink():
            shutil.rmtree(link)
        elif link.name not in targets or not link.is_symlink():
            link.unlink()
    for name, target in targets.items():
        if name != "__pycache__" and not (mirror / name).is_symlink():
            put(target, mirror / name)
    return str(mirror.parent)


def put(target: Path, link: Path) -> None:
    """Link to a file or folder; where that is not allowed (Windows without developer mode), copy it."""
    try:
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=target.is_dir())
    except OSError:
        if target.is_dir():
            shutil.copytree(target, link, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        else:
            shutil.copy2(target, link)


class BuildExt(build_ext):
    """Compile on every core."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


setup(
    packages=packages(),
    package_dir=FOLDERS,
    include_package_data=True,  # all that lies in a package and that MANIFEST.in names
    exclude_package_data={"": ["*.pyx"]},
    cmdclass={"build_ext": BuildExt},
    ext_modules=cythonize(
        extensions(),
        include_path=[link_tree()],
        build_dir="build/debug" if DEBUG else "build/release",
        nthreads=WORKERS,
        compiler_directives=DIRECTIVES,
    ),
)

"""Every comparison with other programs in one run, one table of ratios.

    pip install -e '.[bench,peers]'
    python -m bench.peers
    python -m bench.peers --only connect_four double_dummy --turns 9

Each script of this folder has its own description (`python -m bench.peers.connect_four -h`). Those whose programs are
not installed are left out, and that is said.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module

from bench.report import Row, parser, show

SCRIPTS = (
    "connect_four",
    "python_game",
    "butterfly",
    "spring",
    "spring_on_a_string",
    "whist",
    "spring_rally",
    "connect_four_exact",
    "double_dummy",
)
PACKAGES = ("open_spiel", "multimcts", "bitbully", "easyAI", "endplay")


def rows(arguments: Namespace) -> Iterator[Row]:
    """Run the scripts one after the other."""
    for name in arguments.only:
        try:
            script = import_module(f"bench.peers.{name}")
        except ModuleNotFoundError as missing:
            print(f"{name} is left out: {missing.name} is not installed", file=sys.stderr)
            continue
        for row in script.rows(arguments.turns):
            yield {"script": name, **row}


if __name__ == "__main__":
    taken = parser(__doc__, turns=5)
    taken.add_argument("--only", nargs="+", choices=SCRIPTS, default=SCRIPTS, help="default all")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form, packages=PACKAGES)

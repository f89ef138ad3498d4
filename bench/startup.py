"""Start-up time: fresh processes, wall time from the start of the interpreter to its end.

    python -m bench.startup               # medians
    python -m bench.startup --importtime  # and what `import springtail` spends its time on

The bare interpreter is measured turn about with the others and is part of every figure. On a busy machine the wall time
grows; the processor time, over all threads, hardly does.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.report import Row, parser, show
from bench.turns import target

IMPORT_SECONDS = 0.15
COMMAND_SECONDS = 0.3


def commands() -> dict[str, tuple[list[str], float | None]]:
    """Map what is started to its command line and its target in seconds."""
    springtail = [sys.executable, "-m", "springtail"]
    one_simulation = ["--game", "connect_four", "--solver", "mcts", "--simulations", "1", "--json"]
    return {
        "python, nothing else": ([sys.executable, "-c", "pass"], None),
        "import springtail": ([sys.executable, "-c", "import springtail"], IMPORT_SECONDS),
        "import numpy.random": ([sys.executable, "-c", "import numpy.random"], None),
        "springtail games": ([*springtail, "games"], COMMAND_SECONDS),
        "springtail best-move, 1 simulation": ([*springtail, "best-move", *one_simulation], COMMAND_SECONDS),
    }


def rows(turns: int) -> Iterator[Row]:
    """Start every command `turns` times, turn about."""
    started = commands()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in started}
    for turn in range(turns + 1):
        for name, (command, _) in started.items():
            took = _seconds(command)
            if turn:  # the one before the first warms the file cache
                times[name].append(took)
    for name, (_, goal) in started.items():
        wall, processor = (sorted(column) for column in zip(*times[name], strict=True))
        median = statistics.median(wall)
        yield {
            "started": name,
            "median s": median,
            "least s": wall[0],
            "most s": wall[-1],
            "processor s": statistics.median(processor),
            **target(median, at_most=goal),
        }


def _seconds(command: list[str]) -> tuple[float, float]:
    """Return wall and processor seconds of a process."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def slowest_imports(count: int) -> str:
    """Return the lines of `-X importtime` with the longest cumulative times, in microseconds."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import springtail"], capture_output=True, text=True, check=True
    )
    lines = [line for line in done.stderr.splitlines() if line.count("|") == 2 and "[us]" not in line]
    return "\n".join(sorted(lines, key=lambda line: -int(line.split("|")[1]))[:count])


if __name__ == "__main__":
    taken = parser(__doc__, turns=20)
    taken.add_argument("--importtime", action="store_true", help="print the slowest imports too, on standard error")
    arguments = taken.parse_args()
    show(rows(arguments.turns), form=arguments.form)
    if arguments.importtime:
        print(slowest_imports(25), file=sys.stderr)

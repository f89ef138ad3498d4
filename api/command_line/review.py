"""What each decision of a record lost against the best action, and who blundered.

Decisions that the solver reaches are exact; where the game hides something, a seat is judged by what it could know.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from springtail.command_line import output, position
from springtail.command_line.numbers import number, whole
from springtail.reviewing import BLUNDER, DEFAULT_LIMIT, Loss, Review, review
from springtail.solvers import solver_names
from springtail.solvers.limit import Limit

EXAMPLES = """\
  springtail review game.json
  springtail review game.json --time 2 --svg game.svg
  springtail review - --nodes 20000 --json < game.json
"""

SETTINGS = ("solver", "threads", "seed")
"""Arguments that are handed on under their names when they are given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record as JSON; - reads standard input")
    limits = parser.add_argument_group("limits of each decision; the first one reached ends its search")
    limits.add_argument("--time", type=number, metavar="SECONDS")
    limits.add_argument("--simulations", type=whole, metavar="N", help="iterations of a Monte Carlo search")
    limits.add_argument(
        "--nodes", type=whole, metavar="N", help=f"nodes of the search tree; default {DEFAULT_LIMIT.nodes}"
    )
    limits.add_argument("--memory-mb", type=number, metavar="MB", help="default 256")
    how = parser.add_argument_group("how to search what is not solved")
    how.add_argument("--solver", metavar="NAME", help=f"{', '.join(solver_names())}; default auto")
    how.add_argument("--threads", type=whole, metavar="N", help="default 1")
    how.add_argument("--seed", type=whole, metavar="N", help="default 0")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="write the curve of the values there, as a picture")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge the decisions and print them; Ctrl-C ends the search, not the verb."""
    record = position.read_file(arguments.file)
    limit = Limit(
        time=arguments.time, simulations=arguments.simulations, nodes=arguments.nodes, memory_mb=arguments.memory_mb
    )
    if limit.is_endless:
        limit = Limit(nodes=DEFAULT_LIMIT.nodes, memory_mb=limit.memory_mb)
    settings = {name: value for name in SETTINGS if (value := getattr(arguments, name)) is not None}
    with _progress() as progress:
        found = review(record, limit, progress=progress, **settings)
    if arguments.svg is not None:
        arguments.svg.write_text(f"{found.curve.to_svg()}\n", "utf-8", newline="\n")
    if arguments.json:
        output.print_json(found.to_dict())
    else:
        print_review(found)
    return 0


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    def describe(judged: tuple[int, int]) -> output.Shown:
        return [(judged[1], judged[0])], f"{judged[0]} of {judged[1]} decisions"

    with output.progress(describe) as report:
        yield None if report is None else lambda done, total: report((done, total))


def print_review(found: Review) -> None:
    """Print a line a decision, and what each seat lost."""
    output.print_table(("ply", "seat", "played", "", "best", "win share", "lost", "margin lost", ""), _rows(found))
    print()
    output.print_table(("seat", "decisions", "best", "blunders", "lost a decision", "margin"), _summaries(found))
    print()
    print(f"A blunder (??) loses {BLUNDER:g} of win share or more, beyond the noise of the search.")
    if not found.complete:
        print("It was interrupted: the decisions after these were not judged.")


def _rows(found: Review) -> list[tuple[str, ...]]:
    return [
        (
            str(one.ply),
            str(one.seat),
            one.action,
            "??" if one.is_blunder else "",
            "" if one.best == one.action else one.best,
            f"{one.score.win_shares[one.seat]:.3f}",
            _lost(one.loss),
            "" if one.loss is None or one.loss.margin is None else f"{one.loss.margin:.2f}",
            "exact" if one.kind == "exact" else "an estimate",
        )
        for one in found.decisions
    ]


def _lost(loss: Loss | None) -> str:
    if loss is None:
        return "not looked at"
    return f"{loss.win_share:.3f}" + (f" ± {loss.stderr:.3f}" if loss.stderr and loss.win_share else "")


def _summaries(found: Review) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for one in map(found.summary, range(found.players)):
        mean = "" if one.mean_loss is None else f"{one.mean_loss:.3f}"
        margin = "" if one.mean_margin_loss is None else f"{one.mean_margin_loss:.2f}"
        rows.append((str(one.seat), str(one.decisions), str(one.best), str(one.blunders), mean, margin))
    return rows

"""What the scripts of this folder tell of a match, and where its log is."""

from __future__ import annotations

from pathlib import Path

from bench.report import Row
from springtail.matches.report import Report


def summary(found: Report) -> Row:
    """Return the columns of a table, for the first player: win share with its 95 % interval, margin, simulations."""
    standing = found.standings[0]
    share = standing.win_share
    return {
        "games": standing.games,
        "win share": None if share is None else share.value,
        "from": None if share is None else share.low,
        "to": None if share is None else share.high,
        "margin": standing.margin,
        "sims a move": round(standing.simulations),
    }


def log_of(folder: Path | None, *names: object) -> Path | None:
    """Return the file of a match in a folder of logs."""
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    return folder / ("_".join(map(str, names)).replace("/", "-") + ".jsonl")

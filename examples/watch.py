"""Watches a search think, and stops it once its best move has not changed for a while.

python examples/watch.py examples/butterfly.json --patience 1 --most 10
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import springtail as st


def main() -> None:
    parser = argparse.ArgumentParser(description="Search until the best move is stable.")
    parser.add_argument("position", type=Path, help="a JSON document")
    parser.add_argument("--patience", type=float, default=1.0, help="seconds without a change that are enough")
    parser.add_argument("--most", type=float, default=10.0, help="seconds that end it in any case")
    given = parser.parse_args()
    best, changed = "", time.monotonic()
    with st.analysis(given.position.read_text("utf-8"), st.Limit(time=given.most), report_every=0.05) as run:
        for report in run:
            if report.move != best:
                best, changed = report.move, time.monotonic()
                own = report.score.pov(report.seat)
                print(
                    f"{report.time:6.2f} s  {best:10} win share {own.win_share:.3f}  {' '.join(report.lines[0].pv[:6])}"
                )
            elif time.monotonic() - changed >= given.patience:
                run.stop()
    final = run.result()
    print(f"{final.time:6.2f} s  {final.move} it is, after {final.simulations:,} simulations")


if __name__ == "__main__":
    main()

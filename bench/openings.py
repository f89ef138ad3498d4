"""First moves from the opening: what they are worth, and how much depends on them.

    python -m bench.openings
    python -m bench.openings --game butterfly --players 2 3 --deals 50 --seconds 2

The first decision after each of so many deals is searched by `auto`, with a line for every action. `best` is the win
share that the first seat can expect after the best action, `mean` that after an action at random, both means over the
deals; where the search gives no probabilities, as alpha-beta, `best margin` and `mean margin` say it in points. The
most frequent best actions follow. Values are estimates unless `exact` counts the deal.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from statistics import fmean

import springtail as st
from bench.report import Row, parser, show
from bench.tables import add_tables, tables
from springtail.matches.players import first_decision

SHOWN = 3
"""Actions that are named."""


def searched(game: st.Game, deal: int, seconds: float) -> st.Analysis:
    """Search the first decision of a deal, with a line for every action."""
    state = first_decision(game, deal)
    view = state.observation(state.current_player()) if game.info.hidden else state
    return st.analyse(view, st.Limit(time=seconds), multipv=len(state.legal_action_ids()))


def row(game: st.Game, found: list[st.Analysis]) -> Row:
    """Return what the searches of some deals say together."""
    views = [[line.score.pov(one.seat) for line in one.lines] for one in found]
    often = Counter(one.move for one in found).most_common(SHOWN)
    return {
        "game": game.id,
        "players": game.players,
        "deals": len(found),
        "by": ", ".join(sorted({one.solver for one in found})),
        "actions": fmean(len(one.lines) for one in found),
        "best": fmean(lines[0].win_share for lines in views),
        "mean": fmean(fmean(line.win_share for line in lines) for lines in views),
        "best margin": fmean(lines[0].margin for lines in views),
        "mean margin": fmean(fmean(line.margin for line in lines) for lines in views),
        "exact": sum(one.score.kind == "exact" for one in found),
        "most frequent": ", ".join(f"{move} {count}" for move, count in often),
    }


def rows(arguments: Namespace) -> Iterator[Row]:
    """Search the deals of each game and each number of players."""
    for game in tables(arguments):
        yield row(game, [searched(game, deal, arguments.seconds) for deal in range(arguments.deals)])


if __name__ == "__main__":
    taken = parser(__doc__)
    add_tables(taken)
    taken.add_argument("--deals", type=int, default=20, help="default %(default)s")
    taken.add_argument("--seconds", type=float, default=1.0, help="a search (default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)

"""A tournament: everybody against everybody, each deal from every seat, and a player of one's own among them.

    python examples/tournament.py --game butterfly --games 40 --log games.jsonl

With a log it can be interrupted and goes on where it was.
"""

from __future__ import annotations

import argparse

import springtail as st


def shortest(view: st.State | st.Observation) -> str:
    """A player of one's own: a function from what it may know to a legal action, here the shortest text."""
    return min(view.legal_actions(), key=lambda action: (len(action), action))


def main() -> None:
    parser = argparse.ArgumentParser(description="Everybody against everybody.")
    parser.add_argument("--game", default="butterfly")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=200, help="for each move of the search")
    parser.add_argument("--log", help="a file that gets a line for each game")
    given = parser.parse_args()
    players = {"search": f"mcts@{given.simulations}sims", "shortest": shortest, "random": "random"}
    report = st.match(st.game(given.game), players, given.games, log=given.log)
    ranked = sorted(report.standings, key=lambda one: one.win_share.value if one.win_share else 0, reverse=True)
    for standing in ranked:
        share = "-" if standing.win_share is None else f"{standing.win_share.value:.2f}"
        print(f"{standing.player:10} {standing.games:4} games, win share {share}")


if __name__ == "__main__":
    main()

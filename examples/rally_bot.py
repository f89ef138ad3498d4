"""A bot for Spring Rally at an online table: it is told what its own seat sees, and names the card to play.

    python examples/rally_bot.py --seat 2 --hand "B4 B11 G7 R2 R12" --round 2 --leader 0 --table "B13 B6" \
        --tricks "G11 G13 G4 G2, R3 R9 B5 R13" --progress "14 21 5 12" --winds "0 2 1 2"
"""

from __future__ import annotations

import argparse

import springtail as st


def main() -> None:
    parser = argparse.ArgumentParser(description="The card to play in Spring Rally, from what one seat sees.")
    parser.add_argument("--seat", type=int, required=True, help="the bot's own, from 0 in turn order")
    parser.add_argument("--hand", required=True, help="own cards")
    parser.add_argument("--round", type=int, required=True, help="1 to 3")
    parser.add_argument("--leader", type=int, required=True, help="the seat that led the trick on the table, or leads")
    parser.add_argument("--table", default="", help="cards of this trick, in the order played")
    parser.add_argument("--tricks", default="", help="finished tricks of this round, with commas between them")
    parser.add_argument("--progress", required=True, help="spaces from the start, over both laps, seat by seat")
    parser.add_argument("--winds", required=True, help="winds of each spring since its last release, seat by seat")
    parser.add_argument("--track", default="beach", help="beach or volcano")
    parser.add_argument("--time", type=float, default=1.0, help="seconds to think")
    told = parser.parse_args()
    progress = [int(spaces) for spaces in told.progress.split()]
    observation = {
        "game": "spring_rally",
        "options": {"players": len(progress), "track": told.track},
        "seat": told.seat,
        "state": {
            "round": told.round,
            "leader": told.leader,
            "progress": progress,
            "winds": [int(winds) for winds in told.winds.split()],
            "hand": told.hand.split(),
            "tricks": [trick.split() for trick in told.tricks.split(",") if trick.strip()],
            "table": told.table.split(),
        },
    }
    try:
        seen = st.load(observation)
        found = st.best_move(seen, st.Limit(time=told.time), multipv=3)
    except st.InvalidPosition as error:
        for reason in error.reasons:
            print(f"cannot be: {reason}")
        raise SystemExit(2) from None
    print(f"play {found.move}")
    for line in found.lines:
        own = line.score.pov(told.seat)
        print(f"  {line.action:8} win share {own.win_share:.2f}, margin {own.margin:+.1f}")


if __name__ == "__main__":
    main()

"""Whist endings with open hands against DDS, the solver for bridge, through endplay.

    python -m bench.peers.double_dummy

Random notrump endings, all cards seen, the lead at a random seat: how many tricks are there, and one card that takes
them. First 1,000 answers are compared. DDS is called for one board at a time (`solve_board`, one best card), ours is
the compiled solver with one table for all boards; the last rows show `st.solve`, which makes a table and a Solution
for each. DDS takes 0.14 ms to begin with a board, however small it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from endplay.dds import solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

import springtail as st
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.endgame import Endgame

RANKS = 13
SUITS = "SHDC"
SEATS = (Player.north, Player.east, Player.south, Player.west)
LIMIT = st.Limit(memory_mb=1)
ALL_NODES = 2**62
ALL_SECONDS = 1e9
CHECKED = 200
"""Boards of each size whose answers are compared."""


def ending(cards: int, seed: int) -> st.State:
    """Return a random position in which so many cards a hand are left and a trick begins."""
    game, draw = st.game("whist"), random.Random(seed)
    deck = game.deck()
    mixed = draw.sample(deck, len(deck))
    done = RANKS - cards
    taken = draw.randint(0, done)
    fields = {
        "hands": [sorted(mixed[seat * cards :][:cards], key=deck.index) for seat in range(4)],
        "played": sorted(mixed[4 * cards :], key=deck.index),
        "trick": [],
        "leader": draw.randrange(4),
        "tricks": [taken, done - taken],
        "voids": [[]] * 4,
    }
    return game.position({"state": fields})


def deal(state: st.State) -> Deal:
    """Return the position as endplay has it."""
    fields = state.to_dict()["state"]
    hands = [
        ".".join("".join(card[1:].replace("10", "T") for card in hand if card[0] == suit) for suit in SUITS)
        for hand in fields["hands"]
    ]
    return Deal("N:" + " ".join(hands), first=SEATS[fields["leader"]], trump=Denom.nt)


def tricks(board: Deal) -> int:
    """Return the tricks of the leader's side by DDS."""
    return next(iter(solve_board(board, SolveMode.OptimalOne)))[1]


def check(cards: int, count: int) -> None:
    """Compare the answers of both.

    Raises:
        AssertionError: where they differ, with the position.
    """
    for seed in range(count):
        state = ending(cards, seed)
        seat = state.current_player()
        value = st.solve(state, "margin", LIMIT, moves="one", open_hands=True).value
        assert value is not None
        assert value.pov(seat).margin == state.margin(seat) + 2 * tricks(deal(state)) - cards, state.to_dict()


def dds(boards: Sequence[Deal]) -> Contestant:
    """Solve boards one after the other."""
    return Contestant("DDS", len(boards), lambda seed: [tricks(board) for board in boards])


def solver(states: Sequence[st.State]) -> Contestant:
    """Solve positions one after the other, with one table that begins empty."""

    def run(seed: int) -> None:
        search = Endgame(states[0], memory_bytes=LIMIT.memory_bytes, by_margin=True, moves="one")
        for state in states:
            search.place(state, "one")
            search.run(seconds=ALL_SECONDS, nodes=ALL_NODES)

    return Contestant("springtail", len(states), run)


def calls(states: Sequence[st.State]) -> Contestant:
    """Solve positions by one call of `st.solve` each."""

    def run(seed: int) -> None:
        for state in states:
            st.solve(state, "margin", LIMIT, moves="one", open_hands=True)

    return Contestant("st.solve", len(states), run)


def rows(turns: int) -> Iterator[Row]:
    """Check that both find the same, then compare."""
    for cards in range(3, 8):
        check(cards, CHECKED)
    for make, goals in (solver, (5.0, 2.0, 0.5)), (calls, (None, None, None)):
        for cards, goal in zip((5, 6, 7), goals, strict=True):
            states = [ending(cards, seed) for seed in range(300)]
            yield compare(
                f"notrump endings of {cards} cards",
                "boards",
                make(states),
                dds([deal(state) for state in states]),
                turns=turns,
                at_least=goal,
            )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=7).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["endplay"])

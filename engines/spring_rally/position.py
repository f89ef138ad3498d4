"""Set-ups, positions and observations of Spring Rally as JSON objects: checked on the way in, written on the way out.

The `state` object of a position:

- `round`: 1 to 3.
- `leader`: the seat that leads, or led, the trick on the table.
- `progress`: by seat, spaces from the start, over both laps.
- `winds`: by seat, since the last release; not the number that the dial shows.
- `table`: the cards of the trick, in the order played.
- `hands`: by seat.
- `played`: the cards of the finished tricks of this round.
- `voids`: by seat, the suits that it did not follow in this round.

What comes next follows: a deal when there are no cards, keeping or releasing when the trick on the table is full, and
nothing when a car has finished or the last trick of round 3 is over.

An observation has null for the hands that are not seen, and `hand_sizes`. One written at a table may leave out what
follows from the rest: `hand_sizes`; `table` when it is empty; and, by giving `hand` for `hands` and `tricks` for
`played` and `voids`, all but the own cards and the finished tricks of this round, each in the order played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from springtail.engines.fields import Fields
from springtail.engines.spring_rally.account import Account
from springtail.engines.spring_rally.cards import ACTIONS, SUITS, cards_in, set_of, suits_in

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.cython_ext.games.spring_rally import RallyFields
    from springtail.engines.spring_rally.game import SpringRally


def place_setup(game: SpringRally, state: State, setup: Mapping[str, Any]) -> None:
    """Fill a blank state from `{"leader": seat}`; seat 0 when it is left out.

    Raises:
        InvalidPosition: with all reasons.
    """
    read = Fields({"leader": 0} | dict(setup), ("leader",))
    leader = read.integer("leader", 0, game.players - 1)
    read.check()
    game.place_start(state, leader)


def position_fields(rally: RallyFields) -> dict[str, Any]:
    """Return the `state` object of a position document."""
    table = [ACTIONS[card] for card in rally.table]
    return {
        "round": rally.round + 1,
        "leader": rally.leader,
        "progress": rally.progress,
        "winds": rally.winds,
        "table": table,
        "hands": [cards_in(hand) for hand in rally.hands],
        "played": cards_in(rally.played & ~set_of(table)),
        "voids": [suits_in(void) for void in rally.voids],
    }


def observation_fields(rally: RallyFields, seat: int) -> dict[str, Any]:
    """Return the `state` object of an observation document."""
    fields = position_fields(rally)
    hands = [hand if at == seat else None for at, hand in enumerate(fields["hands"])]
    return fields | {"hands": hands, "hand_sizes": rally.sizes}


def place_position(game: SpringRally, state: State, fields: Mapping[str, Any]) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons.
    """
    read = Fields(fields, ("round", "leader", "progress", "winds", "table", "hands", "played", "voids"))
    hands = read.lists("hands", game.players, game.deck, max(game.HAND_SIZES))
    _account(game, read, dict(enumerate(hands))).place(state)


def place_observation(game: SpringRally, state: State, seat: int, fields: Mapping[str, Any]) -> None:
    """Fill a blank state from the `state` object of an observation document.

    Raises:
        InvalidPosition: with all reasons.
    """
    given = {"table": []} | dict(fields)
    own, wrong = _own_hand(given, seat, game.players)
    names = ["round", "leader", "progress", "winds", "table", own]
    names += ["tricks"] if "tricks" in given else ["played", "voids"]
    names += ["hand_sizes"] if "hand_sizes" in given else []
    read = Fields(given, names)
    read.wrong += wrong
    hand = read.names(own, game.deck, max(game.HAND_SIZES))
    tricks = _tricks(game, read, given["tricks"]) if "tricks" in given else None
    hand_sizes = read.integers("hand_sizes", [max(game.HAND_SIZES)] * game.players) if "hand_sizes" in given else None
    account = _account(game, read, {seat: hand}, tricks, hand_sizes)
    if account.count_deals() == 0:
        read.add(f"{own}: no deal is possible; the other hands cannot all be filled without the suits in voids")
    read.check()
    account.place(state)


def _own_hand(given: dict[str, Any], seat: int, seats: int) -> tuple[str, list[str]]:
    """Return the field that has the own hand, and what is wrong with it; the one seen of `hands` gets a field."""
    if "hands" not in given:
        return "hand", []
    own = f"hands[{seat}]"
    hands = given.pop("hands")
    if not isinstance(hands, (list, tuple)) or len(hands) != seats:
        given[own] = []
        return own, [f"hands: must be a list of {seats}, null for all seats but {seat}"]
    given[own] = hands[seat]
    others = [at for at, hand in enumerate(hands) if at != seat and hand is not None]
    return own, [f"hands[{at}]: must be null, seat {seat} does not see it" for at in others]


def _tricks(game: SpringRally, read: Fields, told: object) -> list[list[str]]:
    """Read the finished tricks of a round."""
    if not isinstance(told, (list, tuple)) or len(told) > max(game.HAND_SIZES):
        read.add(f"tricks: must be a list of at most {max(game.HAND_SIZES)} tricks")
        return []
    for at, trick in enumerate(told):
        if isinstance(trick, (list, tuple)) and len(trick) < game.players:
            read.add(f"tricks[{at}]: must be {game.players} cards; the trick not finished is the `table`")
    return read.lists("tricks", len(told), game.deck, game.players)


def _account(
    game: SpringRally,
    read: Fields,
    hands: dict[int, list[str]],
    tricks: list[list[str]] | None = None,
    hand_sizes: list[int] | None = None,
) -> Account:
    """Read the fields that all documents have; return an Account without contradictions.

    Raises:
        InvalidPosition: with all reasons, `read.wrong` included.
    """
    seats = game.players
    account = Account(
        game,
        round=read.integer("round", 1, len(game.HAND_SIZES)) - 1,
        leader=read.integer("leader", 0, seats - 1),
        progress=read.integers("progress", [game.finish] * seats),
        winds=read.integers("winds", [max(game.HAND_SIZES)] * seats),
        table=read.names("table", game.deck, seats),
        hands=hands,
        played=read.names("played", game.deck, len(game.deck)) if tricks is None else sum(tricks, []),
        voids=[set(suits) for suits in read.lists("voids", seats, SUITS, len(SUITS))],
        tricks=tricks,
        hand_sizes=hand_sizes,
    )
    read.check()
    for reason in account.contradictions():
        read.add(reason)
    read.check()
    return account

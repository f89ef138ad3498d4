"""Spring Rally as text: the track as a loop, then a row for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from springtail.engines.spring_rally.cards import ACTIONS, cards_in

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.cython_ext.games.spring_rally import RallyFields
    from springtail.engines.spring_rally.game import SpringRally

SIGNS = {0: ".", 1: "v", -1: "^"}
"""Flat, downhill, uphill."""
SEVERAL = "*"
"""In the place of a seat: several cars."""


def draw(game: SpringRally, state: State, seat: int | None) -> str:
    """Return a drawing; of the hands only that of `seat` when one is given."""
    rally = game.rally(state)
    name = game.options["track"] if isinstance(game.options["track"], str) else "own"
    title = f"round {rally.round + 1}, {name} track: S start, ^ uphill, v downhill, [2] the car of seat 2, [*] several"
    seats = [_seat_row(game, state, rally, at, seat in (None, at)) for at in range(game.players)]
    return "\n".join([title, "", *_loop(_spaces(game, rally)), "", *seats])


def _spaces(game: SpringRally, rally: RallyFields) -> list[str]:
    """Return three characters for each space."""
    spaces = [f" {SIGNS[(slide > 0) - (slide < 0)]} " for slide in game.track.slides()]
    spaces[0] = " S "
    for space in range(game.track.length):
        cars = [seat for seat, progress in enumerate(rally.progress) if progress % game.track.length == space]
        if cars:
            spaces[space] = f"[{cars[0] if len(cars) == 1 else SEVERAL}]"
    return spaces


def _loop(spaces: list[str]) -> list[str]:
    """Return rows of spaces with their numbers: the first half of a lap, and below it the other half back."""
    half = (len(spaces) + 1) // 2
    numbers = [f"{space:2} " for space in range(len(spaces))]
    back = [" " * 3] * (2 * half - len(spaces))
    return [
        "   " + "".join(numbers[:half]).rstrip(),
        " > " + "".join(spaces[:half]) + ")",
        " ( " + "".join(back + spaces[: half - 1 : -1]) + " <",
        "   " + "".join(back + numbers[: half - 1 : -1]).rstrip(),
    ]


def _seat_row(game: SpringRally, state: State, rally: RallyFields, seat: int, is_seen: bool) -> str:
    lap, space = divmod(rally.progress[seat], game.track.length)
    place = (seat - rally.leader) % game.players
    card = ACTIONS[rally.table[place]] if place < len(rally.table) else ""
    hand = " ".join(cards_in(rally.hands[seat])) if is_seen else " ".join("?" * rally.sizes[seat])
    winds = rally.winds[seat]
    return (
        f"{'>' if seat == state.current_player() else ' '} seat {seat}  laps {lap} space {space:2}"
        f"  dial {game.DIAL[winds]:2} after {winds} winds  plays {card:3}  hand {hand}"
    ).rstrip()

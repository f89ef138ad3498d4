"""Text drawing of a position that a person can play from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from springtail.cython_ext.game import State
from springtail.engines.butterfly.components import COLUMNS
from springtail.engines.butterfly.position import codes, discarded

if TYPE_CHECKING:
    from springtail.engines.butterfly.game import Butterfly

ARROWS = "^>v<"
"""The directions N, E, S, W."""
LEGEND = "^ > v < hedgehog   # open net   . no tile"


def draw(game: Butterfly, state: State) -> str:
    """Return the board, the collections, the bag and what is to be decided."""
    lines = [*_board(game, state), "", LEGEND, ""]
    scores = state.scores()
    for seat in range(game.players):
        lines.append(f"seat {seat}: {scores[seat]} points: {_by_kind(game, game.collection(state, seat))}")
    bag = game.bag(state)
    lines.append(f"bag: {len(bag)} tiles: {_by_kind(game, bag)}")
    if out := codes(game, discarded(game, state)):
        lines.append(f"out of the game: {' '.join(out)}")
    return "\n".join([*lines, "", decision(game, state)])


def decision(game: Butterfly, state: State) -> str:
    """Return what comes next, in one line."""
    seat = f"seat {game.seat_to_move(state)}"
    pending = game.pending(state)
    if state.is_terminal():
        winners = " and ".join(f"seat {winner}" for winner in state.winners())
        return f"{seat} cannot move: the game is over, won by {winners}"
    if game.hedgehog(state) is None:
        return f"{seat} places the hedgehog, on any cell in any direction"
    if pending is None:
        return f"{seat} moves to one of {' '.join(state.legal_actions())}"
    destination, nets, drawing = pending
    way = f"on the way to {game.cells[destination]}, {nets} open net{'s' if nets > 1 else ''} to decide"
    return f"{seat} draws a tile from the bag ({way})" if drawing else f"{seat} draws or skips ({way})"


def _board(game: Butterfly, state: State) -> Iterable[str]:
    size = game.SIZES[game.players]
    hedgehog = game.hedgehog(state)
    yield "    " + "".join(f"{letter:<5}" for letter in COLUMNS[:size]).rstrip()
    cells = []
    for cell, kind in enumerate(game.tiles_laid(state)):
        shown = game.TILES[kind].code if kind is not None else "#" if cell in game.nets else "."
        cells.append(shown + ARROWS[hedgehog[1]] if hedgehog and hedgehog[0] == cell else shown)
    for row in range(size):
        yield f"{row + 1:<4}" + "".join(f"{cell:<5}" for cell in cells[row * size : (row + 1) * size]).rstrip()


def _by_kind(game: Butterfly, kinds: list[int]) -> str:
    """List tiles, a kind after the other: `R1 R3x2 RX | BE`."""
    groups: dict[str, list[str]] = {}
    for kind, count in Counter(kinds).items():
        tile = game.TILES[kind]
        groups.setdefault(tile.kind.removesuffix("_doubler"), []).append(tile.code + (f"x{count}" if count > 1 else ""))
    return " | ".join(" ".join(group) for group in groups.values()) or "nothing"

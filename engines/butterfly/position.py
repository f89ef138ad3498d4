"""Set-ups and positions of Butterfly as JSON objects: checked on the way in, written on the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from springtail.engines.fields import Fields

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.engines.butterfly.game import Butterfly

DIRECTIONS = "NESW"
FIELDS = ("board", "hedgehog", "collections", "discarded", "to_move", "pending")


def place_setup(game: Butterfly, state: State, setup: object) -> None:
    """Fill a blank state from `{"board": [[code, ...], ...]}`.

    Raises:
        InvalidPosition: with all reasons.
    """
    read = Fields(setup, ["board"], "setup")
    size = game.SIZES[game.players]
    board = read.rows("board", size, size, game.kinds)
    read.check()
    _check_copies(game, read, "board", [tile for row in board for tile in row])
    read.check()
    game.lay_tiles(state, [game.kinds[tile] for row in board for tile in row if tile])


def place_position(game: Butterfly, state: State, fields: object) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons that wrong values give, then with all that values give together.
    """
    read = Fields(fields, FIELDS, "state")
    size, players = game.SIZES[game.players], game.players
    crickets = [tile.code for tile in game.TILES if tile.kind == "crickets"]
    # 1. The fields one by one.
    board = [tile for row in read.rows("board", size, size, game.kinds, empty=True) for tile in row]
    hedgehog = read.nested("hedgehog", ["cell", "direction"])
    if hedgehog:
        cell, direction = hedgehog.name("cell", game.cells), hedgehog.name("direction", DIRECTIONS)
    collections = read.lists("collections", players, game.kinds, 100)
    discarded = read.names("discarded", crickets, len(crickets))
    to_move = read.integer("to_move", 0, players - 1)
    pending = read.nested("pending", ["destination", "nets", "drawing"])
    if pending:
        destination = pending.name("destination", game.cells)
        nets, drawing = pending.integer("nets", 1, size - 2), pending.flag("drawing")
    read.check()
    # 2. Where the tiles are.
    taken = sum(collections, discarded)
    for seat, held in enumerate(collections):
        current = [tile for tile in held if tile in crickets]
        if len(current) > 1:
            read.add(f"collections[{seat}]: has {', '.join(current)}; only the last cricket taken stays")
    _check_copies(game, read, "board, collections and discarded", [*board, *taken])
    if board.count(None) > len(taken):
        read.add(f"board: {board.count(None)} tiles are gone, collections and discarded have only {len(taken)}")
    # 3. What comes next.
    if hedgehog is None:
        if None in board:
            read.add("board: must be full before the hedgehog is placed")
        if taken:
            read.add("collections: must be empty, and discarded too, before the hedgehog is placed")
        if to_move != players - 1:
            read.add(f"to_move: must be {players - 1}, the last seat, before the hedgehog is placed")
        if pending:
            read.add("pending: must be null before the hedgehog is placed")
    game.lay_tiles(state, [None if tile is None else game.kinds[tile] for tile in board])
    if hedgehog:
        game.place_hedgehog(state, game.cells.index(cell), DIRECTIONS.index(direction), to_move)
    if hedgehog and pending:
        passed = game.count_open_nets(state, game.cells.index(destination))
        if passed is None:
            pending.add(f"destination: the hedgehog cannot go to {destination}")
        elif nets > passed:
            pending.add(f"nets: there are only {passed} open nets on the way to {destination}")
        if len(game.bag(state)) <= len(taken):
            read.add("pending: must be null, the bag is empty")
    read.check()
    for seat, held in enumerate(collections):
        for tile in held:
            game.give_tile(state, seat, game.kinds[tile])
    for tile in discarded:
        game.give_tile(state, None, game.kinds[tile])
    if pending:
        game.await_nets(state, game.cells.index(destination), nets, drawing)


def _check_copies(game: Butterfly, read: Fields, where: str, tiles: Sequence[str | None]) -> None:
    """Refuse more copies of a tile than there are."""
    counts = Counter(tiles)
    for tile in game.TILES:
        if counts[tile.code] > tile.copies:
            read.add(f"{where}: {counts[tile.code]} tiles {tile.code}, the game has {tile.copies}")


def position_fields(game: Butterfly, state: State) -> dict[str, Any]:
    """Return the `state` object of a position document."""
    board = [None if kind is None else game.TILES[kind].code for kind in game.tiles_laid(state)]
    size = game.SIZES[game.players]
    hedgehog = game.hedgehog(state)
    pending = game.pending(state)
    return {
        "board": [board[start : start + size] for start in range(0, len(board), size)],
        "hedgehog": hedgehog and {"cell": game.cells[hedgehog[0]], "direction": DIRECTIONS[hedgehog[1]]},
        "collections": [codes(game, game.collection(state, seat)) for seat in range(game.players)],
        "discarded": codes(game, discarded(game, state)),
        "to_move": game.seat_to_move(state),
        "pending": pending and {"destination": game.cells[pending[0]], "nets": pending[1], "drawing": pending[2]},
    }


def codes(game: Butterfly, kinds: list[int]) -> list[str]:
    """Return the codes of kinds of tiles, sorted."""
    return sorted(game.TILES[kind].code for kind in kinds)


def discarded(game: Butterfly, state: State) -> list[int]:
    """Return the crickets that left the game: all that lie nowhere else."""
    left = Counter({kind: tile.copies for kind, tile in enumerate(game.TILES)})
    left.subtract(kind for kind in game.tiles_laid(state) if kind is not None)
    left.subtract(game.bag(state))
    for seat in range(game.players):
        left.subtract(game.collection(state, seat))
    return sorted(left.elements())

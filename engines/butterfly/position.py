"""Set-ups and positions of Butterfly as JSON objects: checked on the way in, written on the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from springtail.cython_ext.errors import InvalidPosition

if TYPE_CHECKING:
    from springtail.cython_ext.game import State
    from springtail.engines.butterfly.game import Butterfly

DIRECTIONS = "NESW"

_Read: TypeAlias = Callable[[str, object], Any]
"""Reads a value, given the name of its field."""


def place_setup(game: Butterfly, state: State, setup: object) -> None:
    """Fill a blank state from `{"board": [[code, ...], ...]}`.

    Raises:
        InvalidPosition: with all reasons.
    """
    reader = _Reader(game)
    board = reader.members("setup", setup, {"board": reader.full_board})["board"]
    reader.check_copies("setup.board", board or [])
    reader.finish()
    game.lay_tiles(state, board)


def place_position(game: Butterfly, state: State, fields: object) -> None:
    """Fill a blank state from the `state` object of a position document.

    Raises:
        InvalidPosition: with all reasons.
    """
    reader = _Reader(game)
    found = reader.position(fields)
    if found["board"] is not None:
        game.lay_tiles(state, found["board"])
        if found["hedgehog"] is not None:
            cell, direction = found["hedgehog"]
            game.place_hedgehog(state, cell, direction, found["to_move"] or 0)
            if found["pending"] is not None:
                reader.check_path(state, *found["pending"])
    reader.finish()
    for seat, held in enumerate(found["collections"]):
        for kind in held:
            game.give_tile(state, seat, kind)
    for kind in found["discarded"]:
        game.give_tile(state, None, kind)
    if found["pending"] is not None:
        game.await_nets(state, *found["pending"])


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


class _Reader:
    """Reads values and collects what is wrong with them.

    A method called after a kind of value takes a field's name and value and returns the value as
    the compiled rules number it, None when it is wrong. A method called `check_` compares values.
    """

    def __init__(self, game: Butterfly) -> None:
        self.game = game
        self.size = game.SIZES[game.players]
        self.kinds = {tile.code: kind for kind, tile in enumerate(game.TILES)}
        self.wrong: list[str] = []

    def finish(self) -> None:
        """Raise InvalidPosition if anything was wrong."""
        if self.wrong:
            raise InvalidPosition(self.wrong)

    def position(self, fields: object) -> dict[str, Any]:
        """Read the `state` object of a position and check all but the path of a move under way."""
        readers: dict[str, _Read] = {
            "board": self.board,
            "hedgehog": self.hedgehog,
            "collections": self.collections,
            "discarded": self.discarded,
            "to_move": self.seat,
            "pending": self.pending,
        }
        found = self.members("state", fields, readers)
        board, collections, discarded = found["board"], found["collections"], found["discarded"]
        taken = sum(collections or [], discarded or [])
        self.check_copies("state", [*(board or []), *taken])
        if board is not None and collections is not None and discarded is not None:
            self.check_bag(board, taken, found["pending"])
        if isinstance(fields, dict) and fields.get("hedgehog", "") is None:
            self.check_before_placement(found, taken)
        return found

    def members(self, name: str, value: object, readers: Mapping[str, _Read]) -> dict[str, Any]:
        """Read an object that has exactly these members."""
        if not isinstance(value, dict):
            self.wrong.append(f"{name}: must be an object, not {_named(value)}")
            value = {}
        else:
            self.wrong += [f"{name}.{member}: missing" for member in readers if member not in value]
            self.wrong += [f"{name}: unknown field {_named(member)}" for member in value if member not in readers]
        return {m: read(f"{name}.{m}", value[m]) if m in value else None for m, read in readers.items()}

    def items(self, name: str, value: object, what: str, least: int, most: int) -> list[Any] | None:
        """Read a list of so many things."""
        wanted = f"{least}" if least == most else f"at most {most}"
        if not isinstance(value, list):
            self.wrong.append(f"{name}: must be a list of {wanted} {what}, not {_named(value)}")
        elif not least <= len(value) <= most:
            self.wrong.append(f"{name}: has {len(value)} {what}, must have {wanted}")
        else:
            return value
        return None

    def each(self, name: str, values: list[Any], read: _Read) -> list[Any] | None:
        """Read all values of a list; None when one of them is wrong."""
        before = len(self.wrong)
        found = [read(f"{name}[{at}]", value) for at, value in enumerate(values)]
        return found if len(self.wrong) == before else None

    def number(self, name: str, value: object, least: int, most: int) -> int | None:
        """Read a whole number."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.wrong.append(f"{name}: must be a whole number from {least} to {most}, not {_named(value)}")
        return None

    def truth(self, name: str, value: object) -> bool | None:
        """Read true or false."""
        if isinstance(value, bool):
            return value
        self.wrong.append(f"{name}: must be true or false, not {_named(value)}")
        return None

    def tile(self, name: str, value: object) -> int | None:
        """Read a tile code."""
        kind = self.kinds.get(value) if isinstance(value, str) else None
        if kind is None:
            self.wrong.append(f"{name}: must be a tile code such as R1, FL or H10, not {_named(value)}")
        return kind

    def tiles(self, name: str, value: object, most: int) -> list[int] | None:
        """Read a list of tile codes."""
        tiles = self.items(name, value, "tiles", 0, most)
        return None if tiles is None else self.each(name, tiles, self.tile)

    def cell(self, name: str, value: object) -> int | None:
        """Read the name of a cell."""
        if isinstance(value, str) and value in self.game.cells:
            return self.game.cells.index(value)
        self.wrong.append(f"{name}: must be a cell from a1 to {self.game.cells[-1]}, not {_named(value)}")
        return None

    def direction(self, name: str, value: object) -> int | None:
        """Read a direction."""
        if value in list(DIRECTIONS):
            return DIRECTIONS.index(value)
        self.wrong.append(f"{name}: must be N, E, S or W, not {_named(value)}")
        return None

    def full_board(self, name: str, value: object) -> list[int] | None:
        """Read rows of tile codes, cell by cell."""
        return self.rows(name, value, self.tile)

    def board(self, name: str, value: object) -> list[int | None] | None:
        """Read rows of tile codes and null for empty cells, cell by cell."""
        return self.rows(name, value, lambda name, tile: None if tile is None else self.tile(name, tile))

    def rows(self, name: str, value: object, read: _Read) -> list[Any] | None:
        """Read rows of cells, cell by cell."""
        rows = self.items(name, value, "rows", self.size, self.size)
        read_rows = None if rows is None else self.each(name, rows, partial(self.row, read))
        return None if read_rows is None else [cell for row in read_rows for cell in row]

    def row(self, read: _Read, name: str, value: object) -> list[Any] | None:
        """Read one row of cells."""
        cells = self.items(name, value, "cells", self.size, self.size)
        return None if cells is None else self.each(name, cells, read)

    def hedgehog(self, name: str, value: object) -> tuple[int, int] | None:
        """Read where the hedgehog stands and looks, null before it is placed."""
        if value is None:
            return None
        found = self.members(name, value, {"cell": self.cell, "direction": self.direction})
        return None if None in found.values() else (found["cell"], found["direction"])

    def collections(self, name: str, value: object) -> list[list[int]] | None:
        """Read the tiles of each seat."""
        seats = self.game.players
        collections = self.items(name, value, "collections", seats, seats)
        return None if collections is None else self.each(name, collections, self.collection)

    def collection(self, name: str, value: object) -> list[int] | None:
        """Read the tiles of one seat."""
        kinds = self.tiles(name, value, 100)
        crickets = sum(self.game.TILES[kind].kind == "crickets" for kind in kinds or [])
        if crickets > 1:
            self.wrong.append(f"{name}: has {crickets} crickets; only the last one taken stays")
        return kinds

    def discarded(self, name: str, value: object) -> list[int] | None:
        """Read the crickets that left the game."""
        kinds = self.tiles(name, value, 9)
        for at, kind in enumerate(kinds or []):
            if self.game.TILES[kind].kind != "crickets":
                self.wrong.append(f"{name}[{at}]: only crickets leave the game, not {self.game.TILES[kind].code}")
        return kinds

    def seat(self, name: str, value: object) -> int | None:
        """Read a seat."""
        return self.number(name, value, 0, self.game.players - 1)

    def nets(self, name: str, value: object) -> int | None:
        """Read a number of nets on one line."""
        return self.number(name, value, 1, self.size - 2)

    def pending(self, name: str, value: object) -> tuple[int, int, bool] | None:
        """Read a move under way, null when there is none."""
        if value is None:
            return None
        readers: dict[str, _Read] = {"destination": self.cell, "nets": self.nets, "drawing": self.truth}
        found = self.members(name, value, readers)
        return None if None in found.values() else (found["destination"], found["nets"], found["drawing"])

    def check_copies(self, name: str, kinds: list[int | None]) -> None:
        """Refuse more copies of a tile than there are."""
        for kind, count in sorted(Counter(kind for kind in kinds if kind is not None).items()):
            tile = self.game.TILES[kind]
            if count > tile.copies:
                self.wrong.append(f"{name}: {tile.code} is there {count} times, the game has {tile.copies}")

    def check_bag(self, board: list[int | None], taken: list[int], pending: object) -> None:
        """Refuse a bag that holds more than after the set-up, or nothing where a tile may be drawn."""
        gone = board.count(None)
        if gone > len(taken):
            self.wrong.append(
                f"state: {gone} tiles are gone from the board, but collections and discarded have only {len(taken)}"
            )
        if pending is not None and len(board) - gone + len(taken) >= sum(tile.copies for tile in self.game.TILES):
            self.wrong.append("state.pending: must be null, the bag is empty")

    def check_before_placement(self, found: Mapping[str, Any], taken: list[int]) -> None:
        """Refuse what cannot be before the hedgehog is placed."""
        before = "before the hedgehog is placed"
        if None in (found["board"] or []):
            self.wrong.append(f"state.board: all cells must hold tiles {before}")
        if taken:
            self.wrong.append(f"state: collections and discarded must be empty {before}")
        if found["to_move"] not in (None, self.game.players - 1):
            self.wrong.append(f"state.to_move: must be {self.game.players - 1}, the last seat, {before}")
        if found["pending"] is not None:
            self.wrong.append(f"state.pending: must be null {before}")

    def check_path(self, state: State, cell: int, nets: int, drawing: bool) -> None:
        """Refuse a move under way that the hedgehog cannot make, or that passes fewer nets."""
        name = self.game.cells[cell]
        passed = self.game.count_open_nets(state, cell)
        if passed is None:
            self.wrong.append(f"state.pending.destination: the hedgehog cannot go to {name}")
        elif nets > passed:
            self.wrong.append(f"state.pending.nets: must be at most {passed}, the open nets on the way to {name}")


def _named(value: object) -> str:
    """Describe a value of a document in a few characters."""
    if isinstance(value, str):
        return repr(value if len(value) <= 20 else value[:17] + "...")
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**9):
        return repr(value)
    return f"a very large {type(value).__name__}" if isinstance(value, int) else type(value).__name__

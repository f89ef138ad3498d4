"""What is in the box: tiles, boards and nets, from components.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from springtail.cython_ext.info import Certainty
from springtail.engines.component_files import read_own, shipped_file

COLUMNS = "abcdefghi"


class Tile(NamedTuple):
    """One kind of tile."""

    code: str
    kind: str
    value: int
    """Printed points; 0 where there are none."""
    copies: int


class Components(NamedTuple):
    """The contents of components.toml."""

    tiles: tuple[Tile, ...]
    """The kinds of tiles, in the order in which the compiled rules number them."""
    sizes: dict[int, int]
    """Cells on a side of the square, by number of players."""
    nets: dict[int, tuple[str, ...]]
    """Names of the cells with a net, by number of players."""
    certainties: Mapping[str, Certainty]
    """How sure each group is."""


@cache
def shipped() -> Components:
    """Return the components that the package ships."""
    box = _shipped_file()
    tiles = [
        Tile(code, group["kind"], value, group["copies"])
        for group in box["tiles"]
        for code, value in zip(group["codes"], group.get("values", [0] * len(group["codes"])), strict=True)
    ]
    certainties = {group["kind"]: group["certainty"] for group in box["tiles"]}
    return Components(
        tiles=tuple(tiles),
        sizes={int(players): size for players, size in box["boards"]["sizes"].items()},
        nets={int(players): tuple(cells) for players, cells in box["nets"]["cells"].items()},
        certainties=MappingProxyType(certainties | {name: box[name]["certainty"] for name in ("boards", "nets")}),
    )


@cache
def _shipped_file() -> dict[str, Any]:
    return shipped_file(__package__, "components.toml")


def cell_names(size: int) -> list[str]:
    """Return the names of all cells of a square, row by row: column letter, then row number from the top."""
    return [f"{COLUMNS[column]}{row + 1}" for row in range(size) for column in range(size)]


def check_cells(cells: object) -> tuple[str, ...]:
    """Return names of cells, sorted.

    Raises:
        ValueError: when they are no list of different names of cells of the largest square.
    """
    if not isinstance(cells, list | tuple):
        raise ValueError(f"must be a list of cells such as ['b2', 'e5'], not {type(cells).__name__}")
    if len(cells) > len(COLUMNS) ** 2:
        raise ValueError(f"names {len(cells)} cells; the largest square has {len(COLUMNS) ** 2}")
    for cell in cells:
        if not isinstance(cell, str) or not re.fullmatch("[a-i][1-9]", cell):
            shown = repr(cell[:20]) if isinstance(cell, str) else type(cell).__name__
            raise ValueError(f"{shown} is no cell; cells are a column letter and a row number, such as 'b2'")
        if cells.count(cell) > 1:
            raise ValueError(f"{cell} is named twice")
    return tuple(sorted(cells))


def nets_from(path: Path, players: int) -> tuple[str, ...]:
    """Return the cells with a net from a file in the format of components.toml, of which only [nets] need be there.

    Raises:
        ValueError: when the file cannot be read, is not of this format, or has other tiles or boards.
    """
    return read_own(path, partial(_read_nets, players=players))


def _read_nets(box: dict[str, Any], players: int) -> tuple[str, ...]:
    for name in ("tiles", "boards"):
        if name in box and box[name] != _shipped_file()[name]:
            raise ValueError(f"{name} differ from those of the game; only nets can be replaced")
    nets = box.get("nets")
    by_players = nets.get("cells") if isinstance(nets, dict) else None
    if not isinstance(by_players, dict) or str(players) not in by_players:
        raise ValueError(f"has no nets for {players} players; they belong in [nets.cells]")
    try:
        return check_cells(by_players[str(players)])
    except ValueError as error:
        raise ValueError(f"nets.cells.{players}: {error}") from None

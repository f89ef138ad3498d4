"""Butterfly: options, notation and documents around the compiled rules."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from springtail.cython_ext.errors import InvalidOptions
from springtail.cython_ext.game import Random, State
from springtail.cython_ext.games.butterfly import ButterflyRules
from springtail.cython_ext.info import GameInfo, Option
from springtail.cython_ext.levels import Levels
from springtail.cython_ext.picture import Picture
from springtail.engines.butterfly import drawing, picture, position
from springtail.engines.butterfly.components import Tile, cell_names, check_cells, nets_from, shipped
from springtail.engines.schemas import schema_of

PARTS = ("red", "blue", "green", "yellow", "dragonflies", "lightning_bugs", "crickets", "honey", "wasps", "flowers")
"""The parts of a score; honey is bees and honeycombs together."""


def _check_nets(value: object) -> Path | tuple[str, ...]:
    """Take what `nets` can be besides its names; a path is resolved by `Butterfly.read_nets`."""
    if isinstance(value, Path):
        return value
    if isinstance(value, list | tuple):
        return check_cells(value)
    raise ValueError(f"must be 'sparse', 'none', 'all', a list of cells or a pathlib.Path, not {reprlib.repr(value)}")


SOLVING_SECONDS = {20: 0.02, 24: 0.2}
"""Tiles on the board -> seconds in which nine in ten positions are solved."""
SOLVING_SECONDS_WITH_NETS = {14: 0.05}
"""The same where tiles can be drawn: four in five; the others take far longer."""


class Butterfly(ButterflyRules):
    """A hedgehog walks over a square of insects; who moves it takes the tile it lands on.

    >>> state = Butterfly().start(seed=1)
    >>> state.apply_action("c4N")
    >>> state.current_player()
    0
    """

    id = "butterfly"
    title = "Butterfly"
    levels = Levels.read(Path(__file__).with_name("levels.toml"))
    OPTIONS = {
        "players": Option(2, (2, 3, 4, 5), "number of seats; the square has 6, 7, 8 or 9 cells on a side"),
        "nets": Option(
            "sparse",
            ("sparse", "none", "all"),
            "cells with a net under the tile: a named pattern, a list of cells, or the path of a components file",
            _check_nets,
        ),
    }
    TILES: ClassVar[tuple[Tile, ...]] = shipped().tiles
    SIZES: ClassVar[Mapping[int, int]] = shipped().sizes
    components = shipped().certainties

    def build(self) -> None:
        super().build()
        self.cells = cell_names(self.SIZES[self.players])
        placements = [cell + direction for cell in self.cells for direction in position.DIRECTIONS]
        self.kinds = {tile.code: kind for kind, tile in enumerate(self.TILES)}
        self._actions = [*self.cells, *placements, "draw", "skip", *self.kinds]
        self._action_ids = {action: at for at, action in enumerate(self._actions)}

    @property
    def info(self) -> GameInfo:
        """Capabilities, as a GameInfo. How sure own nets are is for their owner to say."""
        info = super().info
        if isinstance(self.options["nets"], str):
            return info
        sure = {name: certainty for name, certainty in info.components.items() if name != "nets"}
        return replace(info, components=MappingProxyType(sure))

    def read_nets(self) -> tuple[str | tuple[str, ...], frozenset[int]]:
        players = self.options["players"]
        nets = self.options["nets"]
        cells = cell_names(self.SIZES[players])
        if isinstance(nets, Path):
            try:
                nets = nets_from(nets, players)
            except ValueError as error:
                raise InvalidOptions(f"option nets: {error}") from None
        patterns = {"none": (), "all": cells, "sparse": shipped().nets[players]}
        netted = nets if isinstance(nets, tuple) else patterns[nets]
        outside = [cell for cell in netted if cell not in cells]
        if outside:
            raise InvalidOptions(f"option nets: {', '.join(outside)}: cells of {players} players are a1 to {cells[-1]}")
        self.nets = frozenset(map(cells.index, netted))
        return nets, self.nets

    def deal_setup(self, random: Random) -> dict[str, Any]:
        tiles = [tile.code for tile in self.TILES for _ in range(tile.copies)]
        random.shuffle(tiles)
        size = self.SIZES[self.players]
        return {"board": [tiles[row * size : (row + 1) * size] for row in range(size)]}

    def place_setup(self, state: State, setup: dict[str, Any]) -> None:
        position.place_setup(self, state, setup)

    def place_position(self, state: State, fields: dict[str, Any]) -> None:
        position.place_position(self, state, fields)

    def position_fields(self, state: State) -> dict[str, Any]:
        return position.position_fields(self, state)

    def written_options(self) -> dict[str, Any]:
        nets = self.options["nets"]
        return dict(self.options) | {"nets": list(nets) if isinstance(nets, tuple) else nets}

    def name_action(self, action: int) -> str:
        return self._actions[action]

    def find_action(self, text: str) -> int | None:
        return self._action_ids.get(text)

    def solving_seconds(self, state: State) -> float | None:
        """Return the seconds in which most positions with so many tiles on the board are solved."""
        if self.players > 2:
            return None
        tiles = sum(tile is not None for tile in self.tiles_laid(state))
        seconds = SOLVING_SECONDS if self.options["nets"] == "none" else SOLVING_SECONDS_WITH_NETS
        return next((needed for most, needed in seconds.items() if tiles <= most), None)

    def draw(self, state: State, seat: int | None = None) -> str:
        return drawing.draw(self, state)

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        return picture.picture(self, state, actions)

    @staticmethod
    def score_sheet(state: State) -> list[dict[str, int]]:
        """Return the points of each seat by part of the score (`PARTS`); they add up to `state.scores()`."""
        game = state.game
        assert isinstance(game, Butterfly)
        return [dict(zip(PARTS, game.points(state, seat), strict=True)) for seat in range(game.players)]

    @staticmethod
    def schema(kind: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a "record", "position" or "observation" of this game.

        Raises:
            ValueError: for another kind.
        """
        return schema_of(__package__, kind)

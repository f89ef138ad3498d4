"""Spinnentwist: options, notation and documents around the compiled rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.spinnentwist import SpinnentwistRules
from springtail.cython_ext.info import GameInfo, Option
from springtail.cython_ext.levels import Levels
from springtail.cython_ext.picture import Picture
from springtail.engines.schemas import schema_of
from springtail.engines.spinnentwist import drawing, picture, position
from springtail.engines.spinnentwist.webs import Web, certainties, read_option, shipped

SOLVING_SECONDS = {4: 0.02, 5: 0.02, 6: 0.05, 7: 0.1}
"""Spiders left of both -> seconds; with more the solver mostly finds nothing in time."""


class Spinnentwist(SpinnentwistRules):
    """Males walk up to a hungry female in her web, to mate with her before she eats them.

    >>> state = Spinnentwist().start()
    >>> state.apply_action("+a5")
    >>> state.current_player(), state.legal_actions()
    (1, ['>a1'])
    """

    id = "spinnentwist"
    title = "Spinnentwist"
    levels = Levels.read(Path(__file__).with_name("levels.toml"))
    OPTIONS = {
        "players": Option(2, (2,), "number of seats"),
        "web": Option(
            "sommermorgen",
            ("sommermorgen", "spiral"),
            "a side of the board, the description of another web, or the path of a file with one (webs.toml)",
            read_option,
        ),
    }

    def build(self) -> None:
        super().build()
        points = self.web.points
        moves = [f"{points[origin]}-{points[target]}" for origin, target in self.moves()]
        entries = [f"+{points[field]}" for field in self.web.entry_fields]
        reactions = [f">{point}" for point in points]
        self._actions = [*entries, *moves, "end", "pass", *reactions, *(f"={face}" for face in range(1, 7))]
        self._action_ids = {action: at for at, action in enumerate(self._actions)}

    def read_web(self) -> Web:
        chosen = self.options["web"]
        self.web = chosen if isinstance(chosen, Web) else shipped()[chosen]
        return self.web

    @property
    def info(self) -> GameInfo:
        chosen = self.options["web"]
        sure = {} if isinstance(chosen, Web) else certainties(chosen)
        return replace(super().info, components=MappingProxyType(sure))

    def stronger_search(self, state: State) -> str:
        return "alphabeta"

    def stronger_leaf(self) -> str:
        return "estimate"

    def place_position(self, state: State, fields: dict[str, Any]) -> None:
        position.place_position(self, state, fields)

    def position_fields(self, state: State) -> dict[str, Any]:
        return position.position_fields(self, state)

    def written_options(self) -> dict[str, Any]:
        web = self.options["web"]
        return dict(self.options) | {"web": web.to_dict() if isinstance(web, Web) else web}

    def name_action(self, action: int) -> str:
        return self._actions[action]

    def find_action(self, text: str) -> int | None:
        return self._action_ids.get(text)

    def solving_seconds(self, state: State) -> float | None:
        """Return the seconds in which it is mostly known who wins, with so many spiders left (bench/endings.py)."""
        scene = self.scene(state)
        return SOLVING_SECONDS.get(sum(scene["supply"]) + sum(map(len, scene["males"])))

    def draw(self, state: State, seat: int | None = None) -> str:
        return drawing.draw(self, state)

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        return picture.picture(self, state, actions)

    @staticmethod
    def schema(kind: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a "record", "position" or "observation" of this game.

        Raises:
            ValueError: for another kind.
        """
        return schema_of(__package__, kind)

"""Spring: options, notation and documents around the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.spring import SpringRules
from springtail.cython_ext.info import GameInfo, Option
from springtail.cython_ext.levels import Levels
from springtail.cython_ext.picture import Picture
from springtail.engines.schemas import schema_of
from springtail.engines.spring import drawing, notation, picture, position
from springtail.engines.spring.deck import certainties, read_option, shipped

ROWS = ("phase_1", "garden", "unattached", "opposing_gardens", "fences")
"""The rows of the score sheet."""

SOLVING_SECONDS = {4: 0.01, 5: 0.03, 6: 0.1, 7: 0.25, 8: 0.5, 9: 3.0, 10: 15.0}
"""Cards left -> seconds to solve most positions of phase 2, as measured (bench/spring_endgames.py)."""


class Spring(SpringRules):
    """Cards of red and white flowers are laid over each other, then taken apart again into two gardens.

    >>> state = Spring().start()
    >>> for action in ("RRWW", "RWWW"):
    ...     state.apply_action(action)
    >>> state.current_player(), state.legal_actions()[:3]
    (0, ['RWWW@-1,1', 'RWWW@0,1', 'RWWW@1,-1'])
    """

    id = "spring"
    title = "Spring"
    levels = Levels.read(Path(__file__).with_name("levels.toml"))
    OPTIONS = {
        "players": Option(2, (2,), "number of seats"),
        "deck": Option(
            "winter",
            ("winter",),
            "the cards: those of Winter in red and white, other copies by kind, or the path of a file (deck.toml)",
            read_option,
        ),
        "pot_blocks": Option("card", ("card", "space"), "what a pot blocks: the card that it stands on or its space"),
        "fence_on": Option("card", ("card", "any"), "where a fence stands: on one card or amid any four spaces"),
        "pots_per_card": Option("one", ("one", "any"), "how many pots a card takes: one or one on each space"),
    }

    def read_deck(self) -> Mapping[str, int]:
        chosen = self.options["deck"]
        self.deck = MappingProxyType(dict(shipped() if chosen == "winter" else chosen))
        return self.deck

    @property
    def info(self) -> GameInfo:
        sure = certainties() if self.options["deck"] == "winter" else {}
        return replace(super().info, components=MappingProxyType(sure))

    def stronger_search(self, state: State) -> str:
        return "alphabeta"

    def solving_seconds(self, state: State) -> float | None:
        """Return the seconds in which most positions of phase 2 with so many cards left are solved."""
        cards = self.plies_left(state)
        return next((seconds for most, seconds in SOLVING_SECONDS.items() if cards is not None and cards <= most), None)

    def place_position(self, state: State, fields: dict[str, Any]) -> None:
        position.place_position(self, state, fields)

    def position_fields(self, state: State) -> dict[str, Any]:
        return position.position_fields(self, state)

    def written_options(self) -> dict[str, Any]:
        deck = self.options["deck"]
        return dict(self.options) | {"deck": deck if deck == "winter" else dict(deck)}

    def name_action(self, action: int) -> str:
        return notation.name_action(action)

    def find_action(self, text: str) -> int | None:
        return notation.find_action(text)

    def draw(self, state: State, seat: int | None = None) -> str:
        return drawing.draw(self, state)

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        return picture.picture(self, state, actions)

    @staticmethod
    def score_sheet(state: State) -> list[dict[str, int]]:
        """Return the points of each seat by row of the score sheet, as they stand; they add up to `state.scores()`.

        `phase_1` is for gardens in the layout. The others are for the own area with its best decoration: `garden` for
        the big garden, and, 0 or less, `unattached`, `opposing_gardens` and `fences`.
        """
        game = state.game
        assert isinstance(game, Spring)
        return [dict(zip(ROWS, game.score_rows(state, seat), strict=True)) for seat in (0, 1)]

    @staticmethod
    def schema(kind: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a "record", "position" or "observation" of this game.

        Raises:
            ValueError: for another kind.
        """
        return schema_of(__package__, kind)

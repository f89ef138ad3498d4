"""Spring on a String: options, notation and documents around the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from springtail.cython_ext.errors import InvalidOptions
from springtail.cython_ext.game import Game, Random, State
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.cython_ext.info import GameInfo, Option
from springtail.cython_ext.levels import Levels
from springtail.cython_ext.picture import Picture
from springtail.engines.schemas import schema_of
from springtail.engines.spring_on_a_string import animals, drawing, meadows, picture, position
from springtail.engines.spring_on_a_string.animals import MOST_ANIMALS, Cast, draw_cast, read_cast
from springtail.engines.spring_on_a_string.meadows import COLOURS, Board

UNWRITTEN = ("animals", "stick_colour")
"""Options that documents have in the set-up or the state instead."""
ALWAYS_WRITTEN = ("players", "board")
"""The others, variants of rulings, are written where they are not the default."""
LONGEST_GAP = 1000
SOON_SOLVED = 6
"""Collections from which on most positions are solved at once."""


def _read_gap(value: object) -> int:
    """Take a knot gap in mm."""
    if type(value) is not int or not 0 <= value <= LONGEST_GAP:
        raise ValueError(f"must be 'free' or a whole number of mm up to {LONGEST_GAP}")
    return value


class SpringOnAString(SpringOnAStringRules):
    """Players pass laces through flowers, whose colours follow the rules of animals.

    The animals are part of what the game is played by: those that are drawn, or stand in a document, become options of
    the state's game.

    >>> state = SpringOnAString(animals=0).start()
    >>> state.apply_action("Y4")
    >>> state.current_player(), len(state.legal_actions())
    (1, 19)
    >>> SpringOnAString().start(setup={"animals": {"R": "mosquito"}}).game.options["animals"]
    (('R', 'mosquito'),)
    """

    id = "spring_on_a_string"
    title = "Spring on a String"
    levels = Levels.read(Path(__file__).with_name("levels.toml"))
    OPTIONS = {
        "players": Option(2, (2, 3, 4), "number of seats"),
        "board": Option(
            "meadow20",
            meadows.SHIPPED,
            "a shipped meadow, the description of another one, or the path of a file with one (meadow20.toml)",
            meadows.read_option,
        ),
        "animals": Option(
            2,
            tuple(range(MOST_ANIMALS + 1)),
            "how many animals a deal draws, or the animals themselves by colour; a given set-up may have any",
            animals.read_option,
        ),
        "stick_colour": Option(None, (None, *COLOURS), "the colour that a stick insect laces, when animals are given"),
        "swallowtail": Option("anyone", ("anyone", "others"), "who may replace the ban of a swallowtail"),
        "ladybird": Option("held", ("held", "permanent"), "whether a five-petal flower must still be held"),
        "firefly": Option("current", ("current", "latched"), "whether a colour must still be complete"),
        "harvestman": Option("one_turn", ("one_turn", "until_used"), "how long its limit binds who cannot move"),
        "knot_gap": Option(
            "free", ("free",), "an earthworm's other end starts anywhere, or mm between the knots", _read_gap
        ),
    }

    def build(self) -> None:
        super().build()
        names = self.board.names
        self._actions = [*names, "pass", *(f"{name}/{colour}" for name in names for colour in COLOURS)]
        self._action_ids = {action: at for at, action in enumerate(self._actions)}

    @cached_property
    def board(self) -> Board:
        """The meadow that is played on."""
        chosen = self.options["board"]
        return chosen if isinstance(chosen, Board) else meadows.shipped()[chosen]

    @cached_property
    def cast(self) -> Cast | None:
        """The animals in play; None before they are drawn."""
        wanted, colour = self.options["animals"], self.options["stick_colour"]
        given = {} if isinstance(wanted, int) else dict(wanted)
        if colour is None and (isinstance(wanted, int) or animals.STICK_INSECT in given.values()):
            return None
        cast, wrong = read_cast(given, colour, self.board, self.options["players"])
        if wrong:
            raise InvalidOptions("; ".join(f"option {reason}" for reason in wrong))
        return cast

    @property
    def info(self) -> GameInfo:
        """Capabilities, as a GameInfo. How sure an own board is, is for its owner to say."""
        chosen = self.options["board"]
        sure = {} if isinstance(chosen, Board) else meadows.certainties(chosen)
        return replace(super().info, components=MappingProxyType(sure))

    def read_board(self) -> Board:
        return self.board

    def read_animals(self) -> Cast | None:
        return self.cast

    def specialise(self, fields: Mapping[str, Any]) -> Game:
        if self.cast is not None:
            return self
        cast, wrong = read_cast(
            fields.get("animals", {}), fields.get("stick_colour"), self.board, self.options["players"]
        )
        if wrong:
            return self
        return type(self)(**dict(self.options) | {"animals": cast.animals, "stick_colour": cast.stick_colour})

    def deal_setup(self, random: Random) -> dict[str, Any]:
        if self.cast is not None:
            return self.cast.to_dict()
        return draw_cast(random, self.options["animals"], self.board, self.players).to_dict()

    def stronger_search(self, state: State) -> str:
        return "alphabeta"

    def solving_seconds(self, state: State) -> float | None:
        """Return the seconds in which most openings with up to one animal are solved, and positions behind them.

        With more animals most are from the sixth collection on (bench/spring_on_a_string_atlas.py).
        """
        cast = self.cast
        if self.players != 2 or cast is None or "fly" in dict(cast.animals).values():
            return None
        is_late = self.scene(state)["collections"] >= SOON_SOLVED
        return 0.1 if is_late else 2.0 if len(cast.animals) <= 1 else None

    def place_setup(self, state: State, setup: dict[str, Any]) -> None:
        position.place_setup(self, state, setup)

    def place_position(self, state: State, fields: dict[str, Any]) -> None:
        position.place_position(self, state, fields)

    def position_fields(self, state: State) -> dict[str, Any]:
        return position.position_fields(self, state)

    def written_options(self) -> dict[str, Any]:
        board = self.options["board"]
        written = {
            name: value
            for name, value in self.options.items()
            if name not in UNWRITTEN and (name in ALWAYS_WRITTEN or value != self.OPTIONS[name].default)
        }
        return written | {"board": board.to_dict() if isinstance(board, Board) else board}

    def name_action(self, action: int) -> str:
        return self._actions[action]

    def find_action(self, text: str) -> int | None:
        return self._action_ids.get(text)

    def draw(self, state: State, seat: int | None = None) -> str:
        return drawing.draw(self, state)

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        return picture.picture(self, state, actions)

    @staticmethod
    def score_sheet(state: State) -> list[dict[str, int]]:
        """Return the points of each seat by part: `petals` as printed, and what each animal in play adds.

        They add up to `state.scores()`.
        """
        game = state.game
        assert isinstance(game, SpringOnAString)
        return [game.points(state, seat) for seat in range(game.players)]

    @staticmethod
    def schema(kind: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a "record", "position" or "observation" of this game.

        Raises:
            ValueError: for another kind.
        """
        return schema_of(__package__, kind)

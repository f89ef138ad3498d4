"""Spring Rally: options, notation and documents around the compiled rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from springtail.cython_ext.game import Observation, Random, State
from springtail.cython_ext.games.spring_rally import SpringRallyRules
from springtail.cython_ext.info import GameInfo, Option
from springtail.cython_ext.levels import Levels
from springtail.cython_ext.picture import Picture
from springtail.engines.schemas import schema_of
from springtail.engines.spring_rally import drawing, picture, position
from springtail.engines.spring_rally.belief import Belief
from springtail.engines.spring_rally.cards import ACTIONS, IDS, deck_of, read_deal, write_deal
from springtail.engines.spring_rally.components import shipped
from springtail.engines.spring_rally.track import Track, check_track
from springtail.engines.spring_rally.winder import wind


class SpringRally(SpringRallyRules):
    """Who wins a trick drives; who loses it winds up the spring. The first to drive two laps wins.

    >>> state = SpringRally(players=3).start()
    >>> state.apply_action("deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6")
    >>> state.apply_action("B6")
    >>> state.current_player(), state.legal_actions()
    (1, ['G2', 'G3', 'G4', 'G5', 'G6'])
    """

    id = "spring_rally"
    title = "Spring Rally"
    levels = Levels.read(Path(__file__).with_name("levels.toml"))
    OPTIONS = {
        "players": Option(4, tuple(shipped().numbers), "number of seats"),
        "track": Option(
            "beach",
            tuple(shipped().tracks),
            "a track of the box; or a measured one, as an object with its length, uphill and downhill stretches, or as "
            "the path of a TOML file with these",
            check_track,
        ),
    }
    DIAL = shipped().dial
    HAND_SIZES = shipped().hand_sizes
    components = shipped().certainties
    heuristics = MappingProxyType({"winder": wind})

    def build(self) -> None:
        track = self.options["track"]
        self.track: Track = track if isinstance(track, Track) else shipped().tracks[track]
        self.finish = 2 * self.track.length
        numbers = shipped().numbers[self.options["players"]]
        self.deck = deck_of(numbers)
        self.lay_course(
            numbers=numbers,
            hand_sizes=self.HAND_SIZES,
            dial=self.DIAL,
            lap=self.track.length,
            slides=self.track.slides(),
        )

    @property
    def info(self) -> GameInfo:
        info = super().info
        if isinstance(self.options["track"], str):
            return info
        sure = {name: certainty for name, certainty in info.components.items() if not name.startswith("track_")}
        return replace(info, components=MappingProxyType(sure))

    def deal_setup(self, random: Random) -> dict[str, Any]:
        return {"leader": 0}

    def place_setup(self, state: State, setup: dict[str, Any]) -> None:
        position.place_setup(self, state, setup)

    def place_position(self, state: State, fields: dict[str, Any]) -> None:
        position.place_position(self, state, fields)

    def place_observation(self, state: State, seat: int, fields: dict[str, Any]) -> None:
        position.place_observation(self, state, seat, fields)

    def position_fields(self, state: State) -> dict[str, Any]:
        return position.position_fields(self.rally(state))

    def observation_fields(self, state: State, seat: int) -> dict[str, Any]:
        return position.observation_fields(self.rally(state), seat)

    def written_options(self) -> dict[str, Any]:
        track = self.options["track"]
        return dict(self.options) | ({"track": track.written()} if isinstance(track, Track) else {})

    def name_action(self, action: int) -> str:
        return ACTIONS[action]

    def find_action(self, text: str) -> int | None:
        return IDS.get(text)

    def name_deal(self, before: State, after: State) -> str:
        return write_deal(self.rally(after).hands)

    def apply_deal(self, state: State, text: str) -> None:
        size = self.HAND_SIZES[self.rally(state).round]
        self.deal(state, read_deal(text, self.deck, self.players, size))

    def belief(self, observation: Observation) -> Belief:
        """Return what the seat of an observation can know of the hands that it does not see."""
        return Belief(observation)

    def plies_left(self, state: State) -> int | None:
        rally = self.rally(state)
        if rally.round < 2:
            return None
        releases = max(rally.sizes) + bool(rally.table)
        return sum(rally.sizes) + releases

    def count_worlds(self, seen: Observation) -> int:
        return Belief(seen).count

    def list_worlds(self, seen: Observation) -> Iterator[State]:
        return Belief(seen).deals()

    def draw(self, state: State, seat: int | None = None) -> str:
        return drawing.draw(self, state, seat)

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        return picture.picture(self, state, seat, actions)

    @staticmethod
    def schema(kind: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a "record", "position" or "observation" of this game.

        Raises:
            ValueError: for another kind.
        """
        return schema_of(__package__, kind)

"""Games and states as OpenSpiel has them: `Rules` inside, OpenSpiel's methods outside."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

import numpy
import pyspiel

import springtail as st
from springtail.adapters.openspiel.play import Informed, Play, Rules, Table
from springtail.engines import game_class, game_ids
from springtail.engines.planes import Layout, has_planes, planes

PREFIX = "springtail_"
JSON_PARAMETERS = ("options", "setup")
"""Parameters that hold JSON, percent-encoded because OpenSpiel writes parameters with commas and brackets around."""


class Game(pyspiel.Game):
    """A game as OpenSpiel has its Python games."""

    def __init__(
        self,
        kind: pyspiel.GameType,
        sizes: pyspiel.GameInfo,
        parameters: Mapping[str, Any],
        start: Callable[[], Rules],
    ) -> None:
        """Take what makes the first position; searches may call it often."""
        super().__init__(kind, sizes, dict(parameters))
        self.start = start

    def new_initial_state(self) -> State:
        """Return the state at the beginning."""
        return State(self)

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, parameters: object = None) -> Any:
        """Return None: other rules than ours have no observations."""
        return None


class TableGame(Game):
    """A game of springtail; each has a subclass, as OpenSpiel makes games by calling a class."""

    game_id = ""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Take OpenSpiel's parameters: options that are numbers or words, and `options` and `setup` as JSON.

        Raises:
            InvalidOptions: for an option or value that the game does not have.
            InvalidPosition: when the set-up cannot be.
        """
        given = dict(parameters or {})
        options = {name: value for name, value in given.items() if name not in JSON_PARAMETERS}
        options |= _frozen(_decoded(given.get("options", "")) or {})
        self.table = table = Table(game_class(self.game_id)(**options), _decoded(given.get("setup", "")))
        if table.setup is not None:
            table.start()
        defaults = _parameters(table.game)
        kept = {name: value for name, value in given.items() if value != defaults[name]}
        super().__init__(_kind(table), _sizes(table), kept, table.start)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, parameters: object = None
    ) -> Observer | None:
        """Return the observer of one seat's observations or information states; None for other kinds.

        Raises:
            InvalidOptions: for parameters; there are none.
        """
        if parameters:
            raise st.InvalidOptions(f"observer: has no parameters such as {parameters!r}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.table, kind.perfect_recall)


class Held:
    """Rules that are copied by one call; OpenSpiel would copy a state attribute by attribute."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.rules is None else self.rules.clone())


class State(pyspiel.State):
    """A position of a Game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        # OpenSpiel copies a state by making a new one and copying what it holds, so a start is made when needed.
        self.held = Held()

    @property
    def rules(self) -> Rules:
        """What is played on."""
        held = self.held
        if held.rules is None:
            held.rules = self.get_game().start()
        return held.rules

    def current_player(self) -> int:
        rules = self.rules
        return st.TERMINAL if rules.is_terminal() else rules.current_player()

    def is_terminal(self) -> bool:
        return self.rules.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.rules.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.rules.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.rules
        return rules.table.name(player, action) if isinstance(rules, Play) else str(action)

    def returns(self) -> list[float]:
        return self.rules.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return _informed(self).information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return _play(self).observation(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> State:
        """Return a state that a seat cannot tell from this one, drawn uniformly, with a complete history.

        Args:
            player: the seat.
            probability_sampler: gives numbers from 0 to 1; one is taken, as the seed.
        """
        seed = int(probability_sampler() * 2**53)
        state: State = self.get_game().new_initial_state()
        for action in _play(self).resample(player, st.Random(seed)):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        rules = self.rules
        return rules.draw() if isinstance(rules, Play) else str(self.history())


def _play(state: State) -> Play:
    rules = state.rules
    if not isinstance(rules, Play):
        raise st.Unsupported("observations: only games of springtail have them")
    return rules


def _informed(state: State) -> Informed:
    rules = state.rules
    if not isinstance(rules, Informed):
        raise st.Unsupported("information states: these rules do not write them")
    return rules


class Observer:
    """What a seat sees, as text and as numbers (OpenSpiel's observer protocol).

    An observation is the game's planes (springtail.engines.planes), all 0 until the set-up is drawn. An information
    state has one row a ply: whether it has happened, whether the seat saw what it was, and its number as bits, the
    lowest first. Where nothing is hidden, the position is all that there is to know, and it is text alone.
    """

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self.table = table
        self.perfect_recall = perfect_recall
        self._bits = max(table.game.info.actions, len(table.outcomes)).bit_length()
        shapes = _plane_shapes(table.game)
        if perfect_recall:
            shapes = {"information": (table.longest_play, 2 + self._bits)} if table.game.info.hidden else {}
        sizes = {name: math.prod(shape) for name, shape in shapes.items()}
        numbers = numpy.zeros(sum(sizes.values()), numpy.float32)
        self.tensor = numbers if shapes else None
        """All numbers; None where there are texts alone."""
        self.dict = {}
        """Views of `tensor` by name."""
        for name, shape in shapes.items():
            self.dict[name], numbers = numbers[: sizes[name]].reshape(shape), numbers[sizes[name] :]

    def set_from(self, state: State, player: int) -> None:
        """Fill `tensor` with what a seat sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        play = _play(state)
        if self.perfect_recall:
            rows = self.dict["information"]
            for row, ply in zip(rows, play.seen_plies(player), strict=False):
                row[0] = 1
                if ply is not None:
                    row[1] = 1
                    row[2:] = [ply.action >> bit & 1 for bit in range(self._bits)]
        elif play.state is not None:
            for name, plane in planes(play.state.observation(player)).items():
                self.dict[name][:] = plane

    def string_from(self, state: State, player: int) -> str:
        """Return what a seat sees as text."""
        play = _play(state)
        return play.information(player) if self.perfect_recall else play.observation(player)


@cache
def _plane_shapes(game: st.Game) -> dict[str, tuple[int, ...]]:
    return Layout(game).shapes if has_planes(game) else {}


def load_game(game: st.Game, setup: Mapping[str, Any] | None = None) -> TableGame:
    """Return a game of springtail as OpenSpiel's, with any options; `setup` as a record has it, instead of drawing it.

    >>> import springtail as st
    >>> load_game(st.game("nim", piles=(1, 2)))
    springtail_nim(options=%7B%22piles%22%3A%5B1%2C2%5D%7D)

    Raises:
        InvalidPosition: when the set-up cannot be.
    """
    written = game.written_options()
    changed = {
        name: written.get(name, value) for name, value in game.options.items() if value != game.OPTIONS[name].default
    }
    defaults = _parameters(game)
    parameters = {name: value for name, value in changed.items() if type(value) is type(defaults.get(name))}
    others = {name: value for name, value in changed.items() if name not in parameters}
    if others:
        parameters["options"] = _encoded(others)
    if setup is not None:
        parameters["setup"] = _encoded(setup)
    made: TableGame = pyspiel.load_game(PREFIX + game.id, parameters)
    return made


def _loaded(text: str) -> pyspiel.Game:
    """Undo TableGame.__reduce__."""
    return pyspiel.load_game(text)


def register_games() -> None:
    """Register all games of springtail with OpenSpiel."""
    for game_id in game_ids():
        made = type(f"{PREFIX}{game_id}", (TableGame,), {"game_id": game_id, "__module__": __name__})
        pyspiel.register_game(_kind(Table(game_class(game_id)())), made)


def _encoded(value: object) -> str:
    return quote(json.dumps(value, separators=(",", ":")), safe="")


def _decoded(text: str) -> Any:
    """Return the value of a JSON parameter, encoded or plain; None for "".

    Raises:
        InvalidOptions: when it is no JSON object.
    """
    if not text:
        return None
    try:
        value = json.loads(unquote(text))
    except ValueError as error:
        raise st.InvalidOptions(f"options, setup: must be percent-encoded JSON: {error}") from None
    if not isinstance(value, dict):
        raise st.InvalidOptions(f"options, setup: must be a JSON object, not {type(value).__name__}")
    return value


def _frozen(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options read from JSON with tuples for lists, as games keep them."""

    def freeze(value: Any) -> Any:
        return tuple(map(freeze, value)) if isinstance(value, list) else value

    return {name: freeze(value) for name, value in options.items()}


def _parameters(game: st.Game) -> dict[str, int | str]:
    """Return OpenSpiel's parameters with their defaults: the options that are numbers or words, and those in JSON."""
    plain = {name: option.default for name, option in game.OPTIONS.items() if type(option.default) in (int, str)}
    return plain | dict.fromkeys(JSON_PARAMETERS, "")


def _kind(table: Table) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game."""
    game, info = table.game, table.game.info
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"{game.title} (springtail)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if table.has_chance else modes.DETERMINISTIC,
        information=knowledge.IMPERFECT_INFORMATION if info.hidden else knowledge.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=info.hidden,
        provides_observation_string=True,
        provides_observation_tensor=has_planes(game),
        parameter_specification=_parameters(game),
    )


def _sizes(table: Table) -> pyspiel.GameInfo:
    """Return the bounds of a game, none of which can be exceeded."""
    game, info = table.game, table.game.info
    sides = info.sides or game.players
    return pyspiel.GameInfo(
        num_distinct_actions=info.actions,
        max_chance_outcomes=len(table.outcomes) if table.has_chance else 0,
        num_players=game.players,
        min_utility=-1 / (game.players - 1),
        max_utility=(sides - 1) / (game.players - 1),
        utility_sum=0.0,
        max_game_length=table.longest_play,
    )

"""Players of a match, written as texts: `mcts@0.2s`, `alphabeta@4000nodes,seed=3`, `greedy`, `jsonl@1s:COMMAND`.

A text describes a player for any number of games; `seat` makes the one that sits at one seat of one game.
"""

from __future__ import annotations

import json
import re
import shlex
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Protocol

from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, SpringtailError, Unsupported, shown
from springtail.cython_ext.game import Game, Observation, Random, State
from springtail.matches.engine import TimeOver, engine
from springtail.solvers import SOLVERS, setting_names, solver_names
from springtail.solvers.limit import Limit
from springtail.thinking import Bot, best_move

View = State | Observation
"""What a player is shown: the whole state of a game that hides nothing, else what its seat may know."""

UNITS = {"s": "time", "sims": "simulations", "nodes": "nodes", "plies": "depth"}
"""Unit of a limit in a player's text -> field of Limit."""
JSONL = "jsonl"
PYTHON = "python:"
"""Begins the text of a function."""
LIMITS = [entry.name for entry in fields(Limit)]
AMOUNT = re.compile(r"([0-9][0-9.eE_]*)(s|sims|nodes|plies)")
GLANCE = 0.001
"""Seconds of a search that only shows whether it can be done."""
NEAR = 1e-9
"""Expected gains that differ by no more are equal."""


class Seated(ABC):
    """A player at one seat of one game."""

    simulations = 0
    """Simulations of all its searches."""
    nodes = 0
    """Nodes of all its searches."""

    @abstractmethod
    def choose(self, view: View) -> str:
        """Return a legal action. Whatever it raises ends the game."""

    def close(self) -> None:  # noqa: B027
        """Let go of trees, threads and processes."""


class Player(Protocol):
    """What can be seated; it can be pickled, and is the same in every game."""

    @property
    def sees_all(self) -> bool:
        """Whether it says openly that it looks at what is hidden."""

    def seat(self, seed: int, timeout: float | None) -> Seated:
        """Return the player for one seat of one game.

        Args:
            seed: of all that it draws.
            timeout: seconds that it may take for a move; None leaves it to the player.
        """

    def check(self, view: View) -> None:
        """Raise a SpringtailError when it cannot play this game."""

    def text(self) -> str:
        """Return the text that `read_player` makes this player from."""


class _Function(Seated):
    def __init__(self, choose: Callable[[Any, Random], str], seed: int) -> None:
        self._choose = choose
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        return self._choose(view, self._random)


@dataclass(frozen=True)
class Heuristic:
    """A rule of thumb: one for all games, or one that the game has itself."""

    name: str
    sees_all: bool = False

    def seat(self, seed: int, timeout: float | None) -> Seated:
        return _Function(self._choose, seed)

    def text(self) -> str:
        return self.name

    def check(self, view: View) -> None:
        known = [*RULES_OF_THUMB, *view.game.heuristics]
        if self.name not in known:
            raise Unsupported(f"player {self.name}: {view.game.id} has no such heuristic; it has {', '.join(known)}")
        self._choose(view, Random(0))

    def _choose(self, view: View, random: Random) -> str:
        own = view.game.heuristics.get(self.name)
        if own is None:
            return RULES_OF_THUMB[self.name](view, random)
        return own(view if isinstance(view, Observation) else view.observation(view.current_player()))


def draw(view: View, random: Random) -> str:
    """Return any legal action."""
    actions = view.legal_actions()
    return actions[random.below(len(actions))]


def greedy(view: View, random: Random) -> str:
    """Return what gains most points of one's own by the end of one's turn, ties drawn.

    Chance events in the turn count by their probability: in a game with draws from a bag it draws where the expected
    change of its score is positive.
    """

    def value(state: State, seat: int) -> float:
        mover = state.current_player()
        if mover == -1:
            return sum(chance * value(state.child(action), seat) for action, chance in state.chance_outcomes())
        if mover == seat:
            return max(value(state.child(action), seat) for action in state.legal_actions())
        return state.scores()[seat]

    return _best(view, random, value)


def greedy_margin(view: View, random: Random) -> str:
    """Return the action after which one's score less the best other is highest, without a look further, ties drawn."""
    return _best(view, random, lambda state, seat: state.margin(seat))


def _best(view: View, random: Random, value: Callable[[State, int], float]) -> str:
    if isinstance(view, Observation):
        raise Unsupported(f"player greedy, greedy_margin: they play games that hide nothing, not {view.game.id}")
    seat = view.current_player()
    values = {action: value(view.child(action), seat) for action in view.legal_actions()}
    best = [action for action, found in values.items() if found > max(values.values()) - NEAR]
    return best[random.below(len(best))]


RULES_OF_THUMB: Mapping[str, Callable[[View, Random], str]] = {
    "random": draw,
    "greedy": greedy,
    "greedy_margin": greedy_margin,
}
"""Those that know no game; others are a game's `heuristics`."""


class _Searching(Seated):
    """A bot with its tree where the state is open; where something is hidden each move is a new search."""

    def __init__(self, settings: Searcher, seed: int) -> None:
        self._settings = settings.with_seed(seed)
        self._bot = Bot(settings.solver, **self._settings)
        self._solver, self._limit = settings.solver, settings.limit

    def choose(self, view: View) -> str:
        if isinstance(view, State):
            found = self._bot.best_move(view, self._limit)
        else:
            found = best_move(view, self._limit, solver=self._solver, **self._settings)
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        self.simulations += found.simulations
        self.nodes += found.nodes
        return found.move

    def close(self) -> None:
        self._bot.close()


@dataclass(frozen=True)
class Searcher:
    """A solver with its settings under a limit."""

    solver: str
    limit: Limit
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sees_all(self) -> bool:
        return bool(self.settings.get("open_hands", False))

    def seat(self, seed: int, timeout: float | None) -> Seated:
        return _Searching(self, seed)

    def text(self) -> str:
        return _text(self.solver, self.limit, self.settings)

    def check(self, view: View) -> None:
        glance = min(self.limit.time or GLANCE, GLANCE)
        best_move(view, replace(self.limit, time=glance), solver=self.solver, **self.with_seed(0))

    def with_seed(self, seed: int) -> dict[str, Any]:
        """Return the settings with a seed, where there is none and the solver draws something."""
        draws = self.solver not in SOLVERS or "seed" in setting_names(self.solver)
        return {"seed": seed, **self.settings} if draws else dict(self.settings)


class _Asking(Seated):
    def __init__(self, engine_of_others: Engine, seed: int, timeout: float | None) -> None:
        self._player = engine_of_others
        self._request = engine_of_others.request(seed)
        self._timeout = engine_of_others.patience() if timeout is None else timeout

    def choose(self, view: View) -> str:
        answer = engine(self._player.command).ask(view.to_dict(), self._request, self._timeout)
        return answer["move"]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Engine:
    """A program of somebody else that speaks JSON lines (docs/json_lines.md)."""

    command: tuple[str, ...]
    limit: Limit | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    STARTING = 60.0
    """Seconds, beside its limit, that it may take for a move where no timeout is given; the first one starts it."""

    @property
    def sees_all(self) -> bool:
        return bool(self.settings.get("open_hands", False))

    def seat(self, seed: int, timeout: float | None) -> Seated:
        return _Asking(self, seed, timeout)

    def text(self) -> str:
        return f"{_text(JSONL, self.limit or Limit(), self.settings)}:{shlex.join(self.command)}"

    def check(self, view: View) -> None:
        """Look for nothing: a program that does not work loses its games."""

    def request(self, seed: int) -> dict[str, Any]:
        """Return how it is to search, as a query has it; `solver` and `seed` are no settings there."""
        own = {"seed": seed, **self.settings}
        told: dict[str, Any] = {name: own.pop(name) for name in ("solver", "seed") if name in own}
        if self.limit is not None:
            told["limit"] = _given(self.limit)
        if own:
            told["settings"] = own
        return {"action": "best_move", **told}

    def patience(self) -> float:
        """Return the seconds that it may take for a move where no timeout is given."""
        return self.STARTING + ((self.limit.time if self.limit else None) or 0.0)


class _Calling(Seated):
    def __init__(self, function: Callable[[Any], str], timeout: float | None) -> None:
        self._function = function
        self._timeout = timeout

    def choose(self, view: View) -> str:
        if self._timeout is None:
            return self._function(view)
        answers: list[str] = []
        errors: list[BaseException] = []

        def call() -> None:
            try:
                answers.append(self._function(view))
            except BaseException as error:  # raised again where it is awaited
                errors.append(error)

        thread = threading.Thread(target=call, daemon=True)  # one that never returns is left behind
        thread.start()
        thread.join(self._timeout)
        if errors:
            raise errors[0]
        if not answers:
            raise TimeOver(f"no move after {self._timeout:g} s")
        return answers[0]


@dataclass(frozen=True)
class Function:
    """A function of Python that takes what the seat sees and returns an action."""

    function: Callable[[Any], str]
    sees_all: bool = False

    def seat(self, seed: int, timeout: float | None) -> Seated:
        return _Calling(self.function, timeout)

    def text(self) -> str:
        """Return where the function is; no text makes one."""
        return f"{PYTHON}{self.function.__module__}.{getattr(self.function, '__qualname__', repr(self.function))}"

    def check(self, view: View) -> None:
        """Look for nothing: a function that does not work loses its games."""


Described = str | Bot | Callable[[Any], str]
"""How a player is given: as text, as a bot whose solver and settings are taken, or as a function."""


def read_player(described: Described, limit: Limit | None = None) -> Player:
    """Return the player that is described.

    >>> read_player("mcts@0.2s,exploration=0.9")
    Searcher(solver='mcts', limit=Limit(time=0.2, simulations=None, nodes=None, depth=None, memory_mb=None), \
settings={'exploration': 0.9})

    Args:
        described: `random`, `greedy`, `greedy_margin` or a heuristic of the game;
            `SOLVER@LIMIT[,SETTING=VALUE...]`, the limit in `s`, `sims`, `nodes` or `plies`, a setting of the solver or
            of Limit; `jsonl[@LIMIT][,SETTING=VALUE...]:COMMAND ARGUMENTS`; a Bot; or a function of what the seat sees.
        limit: of solvers that are given without one.

    Raises:
        InvalidOptions: when it is none of these.
        InvalidLimit: for a limit that is wrong or missing.
    """
    if isinstance(described, Bot):
        return _searcher(described.solver, described.settings, limit, described.solver)
    if callable(described):
        return Function(described)
    if not isinstance(described, str):
        raise InvalidOptions(f"player: must be a text, a Bot or a function, not {shown(described)}")
    what, colon, command = described.partition(":")
    head, *pairs = what.split(",")
    name, at, amount = head.partition("@")
    settings = _settings(described, pairs)
    if at:
        settings = _with_amount(described, amount, settings)
    if name == JSONL:
        return _engine(described, command, settings, limit)
    if colon:
        raise InvalidOptions(f"player {shown(described)}: only jsonl takes a command after a colon")
    if name in solver_names():
        return _searcher(name, settings, limit, described)
    if settings or not name.isidentifier():
        raise InvalidOptions(
            f"player {shown(described)}: {shown(name)} is no solver; there are {', '.join(solver_names())}"
        )
    return Heuristic(name)


def read_written(text: str) -> Player:
    """Return the player that a log names; of a function of Python only the place is known.

    Raises:
        As `read_player`.
    """
    return Function(_absent) if text.startswith(PYTHON) else read_player(text)


def _absent(view: View) -> str:
    raise Unsupported("player: a function of Python is not in the log; give it in a call of match")


def _settings(described: str, pairs: list[str]) -> dict[str, Any]:
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in settings:
            wrong = "is given twice" if equals else "must be NAME=VALUE"
            raise InvalidOptions(f"player {shown(described)}: {shown(pair)} {wrong}")
        settings[name] = _value(value)
    return settings


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _with_amount(described: str, amount: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with the limit that stands after the @."""
    found = AMOUNT.fullmatch(amount)
    if found is None:
        raise InvalidLimit(f"player {shown(described)}: {shown(amount)} is no limit such as 0.2s, 1000sims, 4000nodes")
    name = UNITS[found[2]]
    if name in settings:
        raise InvalidLimit(f"player {shown(described)}: {name} is given twice")
    return {name: _value(found[1]), **settings}


def _split(described: str, settings: Mapping[str, Any]) -> tuple[Limit, dict[str, Any]]:
    """Return the limit and the settings of the solver."""
    try:
        limit = Limit(**{name: value for name, value in settings.items() if name in LIMITS})
    except SpringtailError as error:
        raise InvalidLimit(f"player {shown(described)}: {error}") from None
    return limit, {name: value for name, value in settings.items() if name not in LIMITS}


def _given(limit: Limit) -> dict[str, Any]:
    return {name: value for name in LIMITS if (value := getattr(limit, name)) is not None}


def _text(name: str, limit: Limit, settings: Mapping[str, Any]) -> str:
    """Return a player as text, its first limit after the @."""
    limits = _given(limit)
    unit = next((unit for unit, what in UNITS.items() if what in limits), None)
    amount = "" if unit is None else f"@{limits.pop(UNITS[unit])}{unit}"
    values = {**limits, **settings}
    texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in values.items()}
    return f"{name}{amount}{''.join(f',{key}={text}' for key, text in texts.items())}"


def _searcher(solver: str, settings: Mapping[str, Any], default: Limit | None, described: str) -> Searcher:
    limit, others = _split(described, settings)
    if limit.is_endless and default is not None:
        limit = default if limit.memory_mb is None else replace(default, memory_mb=limit.memory_mb)
    if limit.is_endless:
        raise InvalidLimit(f"player {shown(described)}: how long may it think? {solver}@0.2s, {solver}@1000sims ...")
    return Searcher(solver, limit, others)


def _engine(described: str, command: str, settings: Mapping[str, Any], default: Limit | None) -> Engine:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise InvalidOptions(f"player {shown(described)}: {error}") from None
    if not words:
        raise InvalidOptions(f"player {shown(described)}: which command? jsonl:COMMAND ARGUMENTS")
    limit, others = _split(described, settings)
    return Engine(words, default if limit.is_endless else limit, others)


def sees(player: Player, state: State) -> View:
    """Return what a player is shown of a state: a copy of all, or what its seat may know."""
    hides = state.game.info.hidden and not player.sees_all
    return state.observation(state.current_player()) if hides else state.clone()


def first_decision(game: Game, seed: int = 0) -> State:
    """Return the first state of a deal in which a seat moves."""
    state, draw = game.start(seed=seed), Random(seed)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(draw))
    return state

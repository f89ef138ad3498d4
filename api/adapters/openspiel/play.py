"""A game of springtail as OpenSpiel walks through it: every chance event is a chain of draws with few outcomes.

A deal of cards or a set-up is one chance node a card or tile. The adapter that hands this to OpenSpiel (games.py) takes
any other `Rules` as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

import springtail as st
from springtail.engines.dealing import Draw, dealing_of

UNSEEN = "?"


class Rules(Protocol):
    """A position that is played on in place."""

    def current_player(self) -> int:
        """Return the seat that moves, or CHANCE."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of a seat, ascending."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance event with their probabilities; not asked of a game without any."""

    def apply_action(self, action: int) -> None:
        """Play a legal action or an outcome."""

    def returns(self) -> list[float]:
        """Return the final return of each seat."""

    def clone(self) -> Self:
        """Return an independent copy."""


@runtime_checkable
class Informed(Rules, Protocol):
    """Rules that say what a seat knows, as searches of games with hidden cards want it."""

    def information(self, seat: int) -> str:
        """Return a text that is equal for positions that a seat cannot tell apart, and for no others."""


class Table:
    """What is played: a game, and its set-up where that is given. Equal ones are one."""

    def __init__(self, game: st.Game, setup: Mapping[str, Any] | None = None) -> None:
        """Take a game, and a set-up as a record has it; without one it is drawn."""
        self.game = game
        self.setup = setup
        self.dealing = dealing_of(game)
        self.outcomes = list(self.dealing.names)
        self.outcome_ids = {name: number for number, name in enumerate(self.outcomes)}
        self.has_drawn_setup = setup is None and self.dealing.draw_setup(()) is not None
        self._start: st.State | None = None

    def start(self) -> Play:
        """Return the beginning: before the set-up is drawn, where it is."""
        if self.has_drawn_setup:
            return Play(self)
        if self._start is None:
            setup = self.dealing.setup(()) if self.setup is None else self.setup
            self._start = self.game.start(setup=dict(setup))
        return Play(self, self._start.clone())

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes."""
        return self.game.info.chance or self.has_drawn_setup

    @property
    def longest_play(self) -> int:
        """No play has more decisions and draws."""
        return self.game.info.longest_game + self.dealing.most_draws

    def name(self, mover: int, action: int) -> str:
        """Return the text of an action of a seat, or of an outcome."""
        return self.outcomes[action] if mover == st.CHANCE else self.game.action_string(action)


class Ply(NamedTuple):
    """One decision or draw of the past."""

    mover: int
    action: int
    seen_by: int | None
    """The only seat that saw it; None where all did."""


class Play:
    """A position with its past; rules as OpenSpiel asks for them."""

    __slots__ = ("_next_draw", "drawn", "past", "state", "table")

    def __init__(self, table: Table, state: st.State | None = None) -> None:
        self.table = table
        self.state = state
        """None until the set-up is drawn."""
        self.drawn: tuple[str, ...] = ()
        """Of the chance event that is going on."""
        self.past: tuple[Any, Ply] | None = None
        """(earlier past, ply): shared by clones."""
        self._next_draw: Draw | None = None
        """Remembered when somebody has asked."""

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.table, other.drawn, other.past, other._next_draw = self.table, self.drawn, self.past, self._next_draw
        other.state = None if self.state is None else self.state.clone()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.table.game, self.table.setup, [ply.action for ply in self.plies()])

    def current_player(self) -> int:
        return st.CHANCE if self.state is None else self.state.current_player()

    def is_terminal(self) -> bool:
        return self.state is not None and self.state.is_terminal()

    def legal_actions(self) -> list[int]:
        return [] if self.state is None else self.state.legal_action_ids()

    def _look_up(self) -> Draw | None:
        """Return the next draw of the chance event that is going on; None when all is drawn."""
        dealing = self.table.dealing
        return dealing.draw_setup(self.drawn) if self.state is None else dealing.draw(self.state, self.drawn)

    def _draw(self) -> Draw:
        if self._next_draw is None:
            self._next_draw = self._look_up()
        assert self._next_draw is not None, "a chance event whose last draw was made has been played"
        return self._next_draw

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights, ids = self._draw().weights, self.table.outcome_ids
        total = sum(weights.values())
        return sorted((ids[name], weight / total) for name, weight in weights.items())

    def apply_action(self, action: int) -> None:
        """Play a legal action or an outcome.

        Raises:
            IllegalAction: and nothing has changed.
        """
        mover = self.current_player()
        if mover == st.CHANCE:
            seen_by = self._apply_draw(action)
        else:
            seen_by = None
            assert self.state is not None
            self.state.apply_action_id(action)
        self.past = (self.past, Ply(mover, action, seen_by))

    def _apply_draw(self, outcome: int) -> int | None:
        """Draw, and play the chance event when all is drawn; return the only seat that sees it."""
        draw, dealing = self._draw(), self.table.dealing
        outcomes = self.table.outcomes
        name = outcomes[outcome] if 0 <= outcome < len(outcomes) else None
        if name is None or name not in draw.weights:
            raise st.IllegalAction(f"outcome {name or outcome}: not possible; possible are {', '.join(draw.weights)}")
        self.drawn += (name,)
        self._next_draw = self._look_up()
        if self._next_draw is None:
            if self.state is None:
                self.state = self.table.game.start(setup=dealing.setup(self.drawn))
            else:
                self.state.apply_action(dealing.outcome(self.state, self.drawn))
            self.drawn = ()
        return draw.seat

    def returns(self) -> list[float]:
        return [0.0] * self.table.game.players if self.state is None else self.state.returns()

    def draw(self) -> str:
        """Return a text drawing."""
        lines = [] if self.state is None else [self.state.draw()]
        return "\n".join([*lines, f"drawn: {' '.join(self.drawn)}"] if self.drawn or not lines else lines)

    # What a seat knows.

    def plies(self) -> list[Ply]:
        """Return the past, oldest first."""
        plies, past = [], self.past
        while past is not None:
            past, ply = past
            plies.append(ply)
        return plies[::-1]

    def seen_plies(self, seat: int) -> Iterator[Ply | None]:
        """Yield the past as a seat has seen it, None for what it has not.

        What it was dealt comes in the order of the outcomes: two ways to deal a hand are the same to it.
        """
        hand: list[Ply] = []
        hidden: list[bool] = []
        for ply in [*self.plies(), None]:
            if ply is not None and ply.seen_by is not None:
                hidden.append(ply.seen_by != seat)
                if ply.seen_by == seat:
                    hand.append(ply)
                continue
            dealt = iter(sorted(hand))
            yield from (None if is_hidden else next(dealt) for is_hidden in hidden)
            hand, hidden = [], []
            if ply is not None:
                yield ply

    def information(self, seat: int) -> str:
        """Return what a seat has seen, from the beginning: the names of what was played, `?` for what was hidden."""
        name = self.table.name
        return " ".join(UNSEEN if ply is None else name(ply.mover, ply.action) for ply in self.seen_plies(seat))

    def observation(self, seat: int) -> str:
        """Return what a seat sees of the position: the `state` of its observation document, as JSON.

        While a set-up or a deal goes on, `draws` are its draws so far.
        """
        seen: dict[str, Any] = {}
        if self.state is not None:
            seen = self.state.observation(seat).to_dict()["state"]
        if self.drawn:
            plies = list(self.seen_plies(seat))[-len(self.drawn) :]
            seen["draws"] = [None if ply is None else self.table.name(ply.mover, ply.action) for ply in plies]
        return json.dumps(seen, separators=(",", ":"))

    def resample(self, seat: int, random: st.Random) -> list[int]:
        """Return a past that a seat cannot tell from this one, drawn uniformly; nothing hidden is read.

        What the others were dealt is drawn anew, and comes in the order of the outcomes.
        """
        plies = self.plies()
        if all(ply.seen_by in (None, seat) for ply in plies):
            return [ply.action for ply in plies]
        redrawn = _redrawn(self, plies, seat, random)
        return [ply.action if action is None else action for ply, action in zip(plies, redrawn, strict=True)]


def _redrawn(play: Play, plies: list[Ply], seat: int, random: st.Random) -> list[int | None]:
    """Return new outcomes for the draws that a seat has not seen, None for all else that happened."""
    state, table = play.state, play.table
    assert state is not None
    complete, going_on = plies[: len(plies) - len(play.drawn)], plies[len(plies) - len(play.drawn) :]
    world = state.observation(seat).sample(random)
    redrawn: list[int | None] = [None] * len(complete)
    for other in range(table.game.players):
        if other == seat:
            continue
        places: list[int] = []
        played: list[int] = []
        for place, ply in enumerate(complete):
            if ply.seen_by == other:
                if len(played) == len(places):  # the hand of an earlier deal, all of it played and seen
                    places, played = [], []
                places.append(place)
            elif ply.mover == other and table.name(other, ply.action) in table.outcome_ids:
                played.append(table.outcome_ids[table.name(other, ply.action)])
                if len(played) == len(places):
                    _fill(redrawn, places, played)
        held = [table.outcome_ids[name] for name in table.dealing.holding(world, other)]
        if len(played) < len(places):
            _fill(redrawn, places, [*played, *held])
    own = [ply.action for ply in going_on if ply.seen_by == seat]
    deck = table.dealing.draw(state, ()) if going_on else None
    free = [table.outcome_ids[name] for name in deck.weights] if deck else []
    free = [outcome for outcome in free if outcome not in own]
    random.shuffle(free)
    return redrawn + [free.pop() if ply.seen_by != seat else None for ply in going_on]


def _fill(redrawn: list[int | None], places: list[int], outcomes: list[int]) -> None:
    for place, outcome in zip(places, sorted(outcomes), strict=True):
        redrawn[place] = outcome


def _replayed(game: st.Game, setup: Mapping[str, Any] | None, actions: list[int]) -> Play:
    """Undo Play.__reduce__."""
    play = Table(game, setup).start()
    for action in actions:
        play.apply_action(action)
    return play

"""A game under way: the position, and all that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from springtail.arguments import CHANCE
from springtail.cython_ext.errors import IllegalAction, Unsupported
from springtail.cython_ext.game import Observation, Random, State


@dataclass(frozen=True)
class Ply:
    """One action that was played, and the position before it."""

    before: State
    action: str

    @property
    def player(self) -> int:
        """The seat that played, or CHANCE."""
        return self.before.current_player()

    @property
    def is_choice(self) -> bool:
        """Whether a seat decided between actions."""
        return self.player >= 0 and len(self.before.legal_actions()) > 1

    @property
    def told(self) -> str:
        """The action as everybody may know it: of a chance event in a game that hides something only its kind."""
        if self.player != CHANCE or not self.before.game.info.hidden:
            return self.action
        kind, blank, _ = self.action.partition(" ")
        return f"{kind} ..." if blank else "..."


class Table:
    """A game under way. What chance decides it draws by itself.

    >>> from springtail.engines import game
    >>> table = Table(game("nim").start(), Random(1))
    >>> table.play("a3"); table.play("b1")
    >>> table.take_back(0); table.state.history()
    []
    """

    def __init__(self, state: State, random: Random) -> None:
        """Begin at a position; `random` draws chance events."""
        self.state = state
        self.plies: list[Ply] = []
        self._random = random

    def play(self, action: str) -> None:
        """Play an action; raises IllegalAction and changes nothing when it is none here."""
        after = self.state.child(action)
        self.plies.append(Ply(self.state, action))
        self.state = after

    def play_chance(self) -> None:
        """Draw the outcome of the chance event that comes next."""
        self.play(self.state.sample_chance(self._random))

    def draw_seed(self) -> int:
        """Return a seed for a search."""
        return self._random.below(2**31)

    def play_forced(self) -> bool:
        """Play the only legal action where a seat has no other; return whether it was so."""
        actions = self.state.legal_actions()
        if len(actions) == 1:
            self.play(actions[0])
        return len(actions) == 1

    def take_back(self, seat: int) -> None:
        """Go back to the last decision of a seat, chance undone too.

        Raises:
            IllegalAction: when the seat has not decided anything yet.
        """
        at = next((at for at in reversed(range(len(self.plies))) if self._is_choice_of(at, seat)), None)
        if at is None:
            raise IllegalAction(f"undo: seat {seat} has not chosen anything yet")
        self.state = self.plies[at].before
        del self.plies[at:]

    def _is_choice_of(self, at: int, seat: int) -> bool:
        return self.plies[at].player == seat and self.plies[at].is_choice

    def view(self, seat: int) -> State | Observation:
        """Return what a seat may know."""
        return self.state.observation(seat) if self.state.game.info.hidden else self.state

    def scores(self, seat: int) -> list[int]:
        """Return the points of each seat, as far as a seat may know them."""
        hides = self.state.game.info.hidden and not self.state.is_terminal()
        return (self.state.observation(seat).sample(0) if hides else self.state).scores()

    def document(self) -> dict[str, Any]:
        """Return the record of the game, or the position where the game did not begin with a set-up."""
        try:
            return self.state.record()
        except Unsupported:
            return self.state.to_dict()

"""springtail's players as OpenSpiel's bots."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pyspiel

import springtail as st
from springtail.adapters.openspiel.games import State
from springtail.adapters.openspiel.play import Play
from springtail.engines import game, game_ids
from springtail.engines.parts import part


class Bot(pyspiel.Bot):
    """A player for springtail's games in OpenSpiel, and for those of OpenSpiel that springtail has too.

    It keeps its search tree from move to move. In a game with hidden cards it is given what the seat to move may know.

    >>> import pyspiel
    >>> state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    >>> for action in (4, 0, 3, 1):
    ...     state.apply_action(action)
    >>> bot = Bot(st.Limit(simulations=1000), seed=1)
    >>> state.action_to_string(bot.step(state))
    'x(1,2)'
    """

    def __init__(self, limit: st.Limit | None = None, solver: str = "auto", **settings: Any) -> None:
        """Take the limit of each move, one second when it is left out, a solver and its settings."""
        super().__init__()
        self.limit = limit
        self._bot = st.Bot(solver, **settings)

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play.

        Raises:
            Unsupported: when springtail does not have this game.
            InvalidPosition: when no seat has to move.
        """
        ours = springtail_state(state)
        found = self._bot.best_move(ours, self.limit).move
        assert found is not None
        wanted = ours.game.action_id(found)
        twin = _twin(state)
        if twin is None:
            return wanted
        player = state.current_player()
        theirs: int = next(action for action in state.legal_actions() if twin.our_id(player, action) == wanted)
        return theirs

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return all of the probability on the action to play, and that action."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def restart(self) -> None:
        """Begin a new game."""
        self._bot.close()

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin a new game in the middle."""
        self._bot.close()


class Twin(NamedTuple):
    """A game that both have."""

    game: st.Game
    our_id: Any
    """Takes a player, or CHANCE, and an action of OpenSpiel's game, and returns the id of ours."""


@cache
def twins() -> dict[str, Twin]:
    """Return OpenSpiel's games that springtail has too, by OpenSpiel's name."""
    ours = [game(game_id) for game_id in game_ids()]
    names = [part(one, "openspiel", "OPENSPIEL_NAME") for one in ours]
    return {
        name: Twin(one, part(one, "openspiel", "from_openspiel"))
        for one, name in zip(ours, names, strict=True)
        if name is not None
    }


def _twin(state: pyspiel.State) -> Twin | None:
    """Return the twin of a state's game; None for a game of springtail.

    Raises:
        Unsupported: when springtail does not have this game, or not with these parameters.
    """
    if isinstance(state, State):
        return None
    played = state.get_game()
    name = played.get_type().short_name
    twin = twins().get(name)
    if twin is None or played.get_parameters() != pyspiel.load_game(name).get_parameters():
        raise st.Unsupported(f"{played}: springtail has no such game; it has {', '.join(twins())} of OpenSpiel's")
    return twin


def springtail_state(state: pyspiel.State) -> st.State:
    """Return the springtail State of a state of OpenSpiel: of springtail's games, or of one that both have.

    Raises:
        Unsupported: when springtail does not have this game, or not with these parameters.
        InvalidPosition: while a set-up or a deal is drawn.
    """
    twin = _twin(state)
    if twin is None:
        rules = state.rules
        if not isinstance(rules, Play):
            raise st.Unsupported(f"{state.get_game()}: these rules are not springtail's")
        if rules.state is None or rules.drawn:
            raise st.InvalidPosition("state: a deal is going on, which is one event for springtail")
        return rules.state
    ours = twin.game.start()
    for ply in state.full_history():
        ours.apply_action_id(twin.our_id(ply.player, ply.action))
    return ours

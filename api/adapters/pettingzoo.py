"""springtail's games as PettingZoo environments (docs/pettingzoo.md).

>>> made = env("spring_rally", players=3)
>>> made.reset(seed=7)
>>> observation, reward, termination, truncation, info = made.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((276,), (47,))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv

import springtail as st
from springtail.engines.planes import Layout, planes

RENDER_MODES = ("human", "ansi", "svg")
OPTIONS = ("position", "setup")
"""What `reset` looks for in its options."""


def env(game: str | st.Game, render_mode: str | None = None, **options: Any) -> Environment:
    """Return an environment of a game of springtail, by its id and options or as a Game.

    Raises:
        InvalidOptions: for an unknown game, option or render mode.
        Unsupported: for a game whose observations cannot be had as arrays.
    """
    return Environment(st.game(game, **options) if isinstance(game, str) else game, render_mode)


class Environment(AECEnv):
    """A game as an AEC environment: seats are agents, `player_0` first, and chance plays by itself.

    Copies and pickles go on exactly as the environment itself would.
    """

    position: st.State
    """The position, for searches, drawings and records."""

    def __init__(self, game: st.Game, render_mode: str | None = None) -> None:
        """Take the game.

        Raises:
            InvalidOptions: for an unknown render mode.
            Unsupported: for a game whose observations cannot be had as arrays.
        """
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise st.InvalidOptions(f"render_mode: {render_mode!r} is not one of {', '.join(RENDER_MODES)}")
        self.game = game
        self.layout = Layout(game)
        """Where each plane is in an observation."""
        self.render_mode = render_mode
        self.metadata = {"name": f"{game.id}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(game.info.actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._rng: numpy.random.Generator | None = None

    def _observation_space(self) -> gymnasium.spaces.Dict:
        box = gymnasium.spaces.Box
        return gymnasium.spaces.Dict(
            {
                "observation": box(0.0, 1.0, (self.layout.size,), numpy.float32),
                "action_mask": box(0, 1, (self.game.info.actions,), numpy.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object; they are the game's action ids."""
        return self.action_spaces[agent]

    # Playing.

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: of all that chance does from here on; None goes on with the random numbers there are.
            options: `position`, a position document or record to go on from, or `setup`, a set-up as a record has it;
                others are not looked at.

        Raises:
            InvalidPosition: with all reasons, also for a position of another game or one that is over; then nothing
                has changed.
            InvalidOptions: when the seed is none.
        """
        rng = self._rng
        if seed is not None or rng is None:
            try:
                rng = numpy.random.default_rng(seed)
            except (TypeError, ValueError):
                raise st.InvalidOptions(f"seed: must be a whole number from 0 on, not {seed!r}") from None
        position = self._begin(options or {}, rng)
        self._rng, self.position = rng, position
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._play_chance()
        self.agent_selection = self.agents[position.current_player()]

    def _begin(self, options: Mapping[str, Any], rng: numpy.random.Generator) -> st.State:
        """Return the State that options ask for, else a fresh one."""
        document, setup = (options.get(name) for name in OPTIONS)
        if document is not None and setup is not None:
            raise st.InvalidPosition("options: give a position or a set-up, not both")
        if document is None:
            if setup is not None:
                return self.game.start(setup=setup)
            return self.game.start(seed=int(rng.integers(2**63)))
        position = st.load(document)
        if not isinstance(position, st.State):
            raise st.InvalidPosition("position: must be a whole position or a record, not what one seat sees")
        game = position.game
        if (game.id, game.players, game.info.actions) != (self.game.id, self.game.players, self.game.info.actions):
            raise st.InvalidPosition(f"position: must be of {self.game!r}, not of {game!r}")
        if position.is_terminal():
            raise st.InvalidPosition("position: the game is over")
        return position

    def _play_chance(self) -> None:
        while self.position.is_chance_node():
            self.position.apply_action(self.position.sample_chance(self._rng))

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is, and the chance events after it; None once the game is over.

        Raises:
            IllegalAction: and nothing has changed.
            Unsupported: before `reset`.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise st.IllegalAction(f"action None: the game is not over, and it is the turn of {agent}")
        self.position.apply_action_id(action)
        self._play_chance()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_terminal():
            self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self.position.current_player()]
        self._accumulate_rewards()

    def _check_begun(self) -> None:
        if self._rng is None:
            raise st.Unsupported(f"{self.metadata['name']}: call reset first")

    # Looking.

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees: `observation`, float32 of `layout.size`, and `action_mask`, int8.

        The mask is 0 for all actions when it is another agent's turn or the game is over.

        Raises:
            Unsupported: before `reset`.
        """
        self._check_begun()
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self.game.info.actions, numpy.int8)
        if self.position.current_player() == seat:
            mask[self.position.legal_action_ids()] = 1
        return {"observation": self.layout.flat(planes(self.position.observation(seat))), "action_mask": mask}

    def render(self) -> str | None:
        """Return the position drawn as text ("ansi") or as SVG ("svg"), or print it ("human"); all cards are shown.

        Raises:
            Unsupported: before `reset`, or without render mode.
        """
        self._check_begun()
        if self.render_mode is None:
            raise st.Unsupported(f"render: make the environment with render_mode, one of {', '.join(RENDER_MODES)}")
        if self.render_mode == "svg":
            return self.position.to_svg()
        if self.render_mode == "ansi":
            return self.position.draw()
        print(self.position.draw())
        return None

    def close(self) -> None:
        """Do nothing: there is no window to close."""

"""Information set MCTS for games with hidden information; the search itself is cython_ext/search/ismcts.pyx."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.search.ismcts import InformationTree
from springtail.solvers.limit import Limit
from springtail.solvers.trees import TreeSearch, TreeSettings

Observers = Literal["single", "multi"]

NODE_BYTES = 40


@dataclass(frozen=True)
class ISMCTS(TreeSettings):
    """Settings of an information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012)."""

    observers: Observers = "single"
    """"single": one tree of what the searching seat sees. "multi": every seat decides on its own information sets."""

    def _choices(self) -> dict[str, tuple[object, ...]]:
        return super()._choices() | {"observers": get_args(Observers)}

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> ISMCTSSearch:
        """Return a search from what the seat that moves may know, not yet begun.

        Raises:
            Unsupported: when the game hides nothing, or the seat does not move.
            InvalidLimit: when the memory cap cannot hold the first moves.
        """
        if isinstance(position, State):
            position = position.observation(position.current_player())
        return ISMCTSSearch(self, position, limit, multipv)


class ISMCTSSearch(TreeSearch):
    """One search: `threads` trees from one observation."""

    solver = "ismcts"
    settings: ISMCTS

    def __init__(self, settings: ISMCTS, observation: Observation, limit: Limit, multipv: int) -> None:
        self._observation = observation
        super().__init__(settings, observation.game, observation.seat, limit, multipv)

    def _plant(self, seed: object, memory_bytes: int) -> InformationTree:
        return InformationTree(
            self._observation,
            seed=seed,
            memory_bytes=memory_bytes,
            exploration=self.settings.exploration,
            margin_weight=self.settings.margin_weight,
            by_margin=self.settings.objective == "margin",
            multi_observer=self.settings.observers == "multi",
        )

    def _most_memory(self, simulations: int) -> int:
        """Every simulation adds two nodes at the most."""
        return (2 * simulations + self._game.most_actions + 2) * 2 * NODE_BYTES

"""Monte Carlo tree search for games without hidden information; the search itself is cython_ext/search/mcts.pyx."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from springtail.cython_ext.errors import IllegalAction, Unsupported, shown
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.search.mcts import Tree
from springtail.solvers.limit import Limit
from springtail.solvers.trees import TreeSearch, TreeSettings, is_number

Leaf = Literal["playout", "estimate"]

NODE_BYTES = 24


@dataclass(frozen=True)
class MCTS(TreeSettings):
    """Settings of a Monte Carlo tree search (UCB1, vector back-up, proven values)."""

    leaf: Leaf = "playout"
    """How a leaf is valued: a random playout, or the game's static estimate."""
    widening: float = 0
    """After n visits a node has this times sqrt(n) of its actions open, those first that the game's estimate likes best
    (progressive unpruning, Chaslot et al. 2008); 0 opens all at once."""
    open_hands: bool = False
    """Search a game with hidden information as if all of it were seen."""

    def _wrong(self) -> list[str]:
        wrong = super()._wrong()
        if not is_number(self.widening) or not 0 <= self.widening < 1e6:
            wrong.append(f"widening: must be a number from 0 on, not {shown(self.widening)}")
        return wrong

    def _choices(self) -> dict[str, tuple[object, ...]]:
        return super()._choices() | {"leaf": get_args(Leaf), "open_hands": (True, False)}

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> MCTSSearch:
        """Return a search of this position, not yet begun.

        Raises:
            Unsupported: when the game hides something or no seat has to move.
            InvalidLimit: when the memory cap cannot hold the first moves.
        """
        if isinstance(position, Observation):
            if position.game.info.hidden:
                raise Unsupported(f"mcts: {position.game.id} has hidden information; use ismcts, or give a whole state")
            position = position.sample(0)
        return MCTSSearch(self, position, limit, multipv)


class MCTSSearch(TreeSearch):
    """One search: `threads` trees of one root."""

    solver = "mcts"
    settings: MCTS
    _trees: Sequence[Tree]

    def __init__(self, settings: MCTS, state: State, limit: Limit, multipv: int) -> None:
        self._state = state.clone()
        super().__init__(settings, state.game, state.current_player(), limit, multipv)

    def _plant(self, seed: object, memory_bytes: int) -> Tree:
        return Tree(
            self._state,
            seed=seed,
            memory_bytes=memory_bytes,
            exploration=self.settings.exploration,
            margin_weight=self.settings.margin_weight,
            by_margin=self.settings.objective == "margin",
            by_estimate=self.settings.leaf == "estimate",
            widening=self.settings.widening,
            open_hands=self.settings.open_hands,
        )

    def _most_memory(self, simulations: int) -> int:
        """Every simulation expands one node and proves one line at the most."""
        proofs = 16 * self._game.players * min(self._game.info.longest_game, 64)
        return (simulations + 2) * (NODE_BYTES * self._game.most_actions + proofs) + 4096

    def resume(self, state: State, limit: Limit, multipv: int) -> bool:
        """Search another position next, keeping the part of the trees below it when it follows from the last one.

        Returns:
            Whether anything was kept; when not, a new search is to be begun.
        """
        expected, before, history = self._state.clone(), self._state.history_ids(), state.history_ids()
        played = history[len(before) :]
        if state.game != self._game or history[: len(before)] != before:
            return False
        try:
            for action in played:
                expected.apply_action(action) if isinstance(action, str) else expected.apply_action_id(action)
        except IllegalAction:
            return False
        if expected != state or state.current_player() < 0:
            return False
        kept = [tree.advance(played) for tree in self._trees]
        self._state = state.clone()
        self._take(state.current_player(), limit, multipv)
        return any(kept)

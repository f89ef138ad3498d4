"""A game that a person can read, drawn after every ply.

The game is stored in tests/golden. After a change that is meant to show there, write it anew with
`python tests/engines/butterfly/test_playthrough.py` and read the difference.
"""

import random
from pathlib import Path

import pytest

from springtail.engines import game

GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = {"butterfly_2_sparse": (2, "sparse", 26), "butterfly_3_all": (3, "all", 51)}


def playthrough(players: int, nets: str, seed: int) -> str:
    """Return a random game as text: every action, and the drawing after it."""
    choice = random.Random(seed)
    state = game("butterfly", players=players, nets=nets).start(seed=seed)
    parts = [f"Butterfly, {players} players, nets {nets}, seed {seed}", state.draw()]
    while not state.is_terminal():
        actions = state.legal_actions()
        action = choice.choice(actions) if actions else state.sample_chance(choice.getrandbits(32))
        parts.append(
            f"---- {'the bag gives' if state.is_chance_node() else f'seat {state.current_player()}:'} {action}"
        )
        state.apply_action(action)
        parts.append(state.draw())
    for seat, sheet in enumerate(state.game.score_sheet(state)):
        parts.append(f"seat {seat}: " + ", ".join(f"{part} {points}" for part, points in sheet.items()))
    return "\n".join(parts) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_looks_as_it_did(name):
    assert playthrough(*GAMES[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, options in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(*options), "utf-8")

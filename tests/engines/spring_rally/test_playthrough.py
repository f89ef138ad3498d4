"""A game that a person can read, drawn after every ply.

The game is stored in tests/golden. After a change that is meant to show there, write it anew with
`python tests/engines/spring_rally/test_playthrough.py` and read the difference.
"""

from pathlib import Path

import pytest

from springtail.cython_ext.game import Random
from springtail.engines import game

GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = {"spring_rally_3_volcano": (3, "volcano", 2)}


def playthrough(players: int, track: str, seed: int) -> str:
    """Return a random game as text: every action, and the drawing after it."""
    random = Random(seed)
    state = game("spring_rally", players=players, track=track).start()
    parts = [f"Spring Rally, {players} players, track {track}, seed {seed}", state.draw()]
    while not state.is_terminal():
        actions = state.legal_actions()
        action = actions[random.below(len(actions))] if actions else state.sample_chance(random)
        parts.append(f"---- {f'seat {state.current_player()}: ' if actions else ''}{action}")
        state.apply_action(action)
        parts.append(state.draw())
    parts.append(f"scores {state.scores()}, winners {state.winners()}")
    return "\n".join(parts) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_looks_as_it_did(name):
    assert playthrough(*GAMES[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, options in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(*options), "utf-8")

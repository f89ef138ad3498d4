"""Whole games as text that a person can read, the same for ever: playthrough_*.txt beside this file.

Run this file to write the texts again after a change that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import springtail as st

FOLDER = Path(__file__).parent
PLIES_A_DRAWING = 8
GAMES: dict[str, dict[str, Any]] = {
    "plain": {"players": 2, "animals": 0},
    "five_animals": {
        "players": 4,
        "animals": {"Y": "mosquito", "R": "grasshopper", "W": "locust", "P": "large_white", "K": "bee"},
    },
    "stick_insect": {
        "players": 3,
        "animals": {"Y": "stick_insect", "R": "earthworm", "W": "harvestman", "K": "fly"},
        "stick_colour": "P",
    },
}


def playthrough(options: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a random game."""
    random = st.Random(11)
    state = st.game("spring_on_a_string", **options).start()
    for ply in range(state.game.info.longest_game):
        if ply % PLIES_A_DRAWING == 0 or state.is_terminal():
            yield from ("", *state.draw().splitlines(), "")
        if state.is_terminal():
            break
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        yield f"{ply + 1:4} seat {state.current_player()}, of {len(actions):2}: {action}"
        state.apply_action(action)
    yield f"scores {state.scores()}, winners {state.winners()}"


def golden(name: str) -> Path:
    return FOLDER / f"playthrough_{name}.txt"


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_played_as_ever(name):
    assert list(playthrough(GAMES[name])) == golden(name).read_text("utf-8").splitlines()


if __name__ == "__main__":
    for name, options in GAMES.items():
        golden(name).write_text("\n".join(playthrough(options)) + "\n", "utf-8")

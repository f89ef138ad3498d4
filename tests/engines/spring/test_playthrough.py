"""A whole game as text that a person can read, the same for ever: playthrough.txt beside this file.

Run this file to write the text again after a change that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import springtail as st

GOLDEN = Path(__file__).with_name("playthrough.txt")
PLIES_A_DRAWING = 12


def playthrough() -> Iterator[str]:
    """Yield the lines of a random game."""
    random = st.Random(12)
    state = st.game("spring").start()
    for ply in range(state.game.info.longest_game):
        if ply % PLIES_A_DRAWING == 0 or state.is_terminal():
            yield from ("", *state.draw().splitlines(), "")
        if state.is_terminal():
            break
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        who = "the deck" if state.is_chance_node() else f"seat {state.current_player()}, of {len(actions):2}"
        action = "-" if "-" in actions and random.below(2) else actions[random.below(len(actions))]
        yield f"{ply + 1:4} {who}: {action}"
        state.apply_action(action)
    yield f"scores {state.scores()}, winners {state.winners()}"


def test_the_golden_game_is_played_as_ever():
    assert list(playthrough()) == GOLDEN.read_text("utf-8").splitlines()


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(playthrough()) + "\n", "utf-8")

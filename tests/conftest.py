"""What tests of several folders share."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as some

import springtail as st
from springtail.command_line.random_game import random_game

# Sanitizer builds and busy machines are slow; nothing here is tested by the clock.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def junk() -> some.SearchStrategy[Any]:
    """Values of every kind that a document, a setting or an argument could wrongly have."""
    return some.recursive(
        some.none()
        | some.booleans()
        | some.integers()
        | some.sampled_from([2**31, 2**32, 2**63, 10**30, -(10**400)])
        | some.floats()
        | some.text()
        | some.binary(max_size=4),
        lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner, max_size=4),
        max_leaves=8,
    )


@pytest.fixture(scope="session")
def midgame() -> Callable[[str], st.State]:
    """Makes a position some random plies into a game, at a decision; always the same one."""

    def play(game_id: str) -> st.State:
        beginning = islice(random_game(st.game(game_id), 5), 12)
        return [state for state in beginning if state.current_player() >= 0][-1]

    return play

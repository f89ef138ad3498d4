"""What tests of several folders share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some

import springtail as st
from springtail.command_line.random_game import random_game

# Sanitizer builds and busy machines are slow; nothing here is tested by the clock.
settings.register_profile("unhurried", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


@pytest.fixture(scope="session")
def brute_force() -> Callable[..., tuple[Fraction, Fraction]]:
    """Finds the value of a position of two sides for seat 0 by looking at everything, in exact fractions.

    The value is (return, margin) under objective "outcome", (margin, return) under "margin"; pairs compare as wanted.
    """

    def value(
        state: st.State, objective: str, known: dict[Any, tuple[Fraction, Fraction]]
    ) -> tuple[Fraction, Fraction]:
        key = (state.game, state.key, objective)
        if key not in known:
            if state.is_terminal():
                figures = Fraction(round(state.returns()[0] * 3), 3), Fraction(state.margin(0))
                known[key] = figures if objective == "outcome" else figures[::-1]
            elif state.is_chance_node():
                weighted = [(weight, value(state.child(a), objective, known)) for a, weight in state.chance_weights()]
                whole = sum(weight for weight, _ in weighted)
                first, second = (sum(weight * pair[part] for weight, pair in weighted) / whole for part in (0, 1))
                known[key] = first, second
            else:
                best = max if state.current_player() % (state.game.info.sides or 2) == 0 else min
                known[key] = best(value(state.child(action), objective, known) for action in state.legal_actions())
        return known[key]

    return value


@pytest.fixture(scope="session")
def played_on() -> Callable[..., st.State | None]:
    """Plays random plies from the start of a game, then on to a decision; None when the game ends before."""

    def play(game: st.Game, plies: int, random: st.Random) -> st.State | None:
        state = game.start(seed=random.below(2**31))
        while not state.is_terminal() and (plies > 0 or state.is_chance_node()):
            if state.is_chance_node():
                state.apply_action(state.sample_chance(random))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[random.below(len(actions))])
            plies -= 1
        return None if state.is_terminal() else state

    return play

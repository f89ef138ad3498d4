"""Numbers of action sequences from pinned positions; a chance event counts once for each outcome."""

import pytest
from reference.butterfly import Butterfly as Reference

from springtail.cython_ext.game import State
from springtail.engines import game


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` plies, chance events included."""
    actions = state.legal_actions() or [outcome for outcome, _ in state.chance_weights()]
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def reference_perft(reference: Reference, depth: int) -> int:
    """The same by the plain rules."""
    actions = reference.legal_actions() or [outcome for outcome, _ in reference.chance_outcomes()]
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = reference.clone()
        child.apply_action(action)
        total += reference_perft(child, depth - 1)
    return total


def pinned(players: int, nets: str, plies: int) -> tuple[State, Reference]:
    """Return the position after some plies of one game of seed 1: always the action a third down the list."""
    state = game("butterfly", players=players, nets=nets).start(seed=1)
    reference = Reference(state.record()["setup"]["board"], players, nets)
    for _ in range(plies):
        actions = state.legal_actions() or sorted(outcome for outcome, _ in state.chance_weights())
        action = actions[len(actions) // 3]
        state.apply_action(action)
        reference.apply_action(action)
    return state, reference


@pytest.mark.parametrize(
    ("players", "nets", "plies", "counts"),
    [
        (2, "sparse", 0, [144, 1080]),
        (3, "sparse", 0, [196, 1764]),
        (4, "sparse", 0, [256, 2688]),
        (5, "sparse", 0, [324, 3888]),
        (2, "none", 1, [8, 53, 326, 1990]),
        (2, "sparse", 20, [3, 14, 59, 205, 731, 2476]),
        (2, "all", 24, [3, 6, 135, 401, 6704]),
        (3, "all", 25, [6, 22, 204, 1056, 5370]),
        (4, "sparse", 50, [5, 21, 87, 382, 1674, 6654]),
        (5, "all", 100, [4, 16, 55, 201, 641, 1898]),
    ],
)
def test_counts_are_pinned_and_those_of_the_plain_rules(players: int, nets: str, plies: int, counts: list[int]) -> None:
    state, reference = pinned(players, nets, plies)
    depths = range(1, len(counts) + 1)
    assert [perft(state, depth) for depth in depths] == counts
    assert [reference_perft(reference, depth) for depth in depths] == counts

"""The compiled playout plays as uniformly at random as play action by action."""

import pytest

from springtail.cython_ext.search.playouts import playouts
from springtail.engines import game


def exact_means(state):
    """Means of returns and of scores under uniformly random play, by going through all of it."""
    if state.is_terminal():
        return [*state.returns(), *map(float, state.scores())]
    children = [exact_means(state.child(action)) for action in state.legal_actions()]
    return [sum(values) / len(children) for values in zip(*children, strict=True)]


@pytest.mark.parametrize(
    "position",
    [
        {"hands": ["B9 G2 R3", "B4 G8 R7", "R9 G10 R4"], "winds": [2, 0, 1], "progress": [55, 44, 48]},
        {"hands": ["G2 R3", "B4 G8 R7", "B10 G10 R4"], "winds": [2, 0, 1], "progress": [55, 44, 48], "table": "B9"},
        {"hands": ["B9 G2 R3", "G4 G8", "R9 G10 R4"], "winds": [2, 5, 1], "progress": [66, 44, 57], "table": "G3"},
    ],
)
def test_means_agree_with_all_that_can_happen(lay, position):
    leader = 1 if len(position["hands"][1].split()) == 2 else 0
    state = lay(**position, track="beach", round=3, leader=leader)
    count = 40_000
    returns, scores, _ = playouts(state, count, 1)
    exact = exact_means(state)
    assert [value / count for value in returns] == pytest.approx(exact[:3], abs=5 / count**0.5)
    assert [value / count for value in scores] == pytest.approx(exact[3:], abs=60 / count**0.5)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("track", ["beach", "volcano"])
def test_means_agree_with_play_action_by_action(random_states, players, track):
    states = list(random_states(game("spring_rally", players=players, track=track), 6))
    kinds = {}
    for state in states[: len(states) // 2]:
        kind = (state.is_chance_node(), len(state.to_dict()["state"]["table"]))
        kinds.setdefault(kind, state)
    assert len(kinds) == players + 2  # a deal, any number of cards on the table, and a release
    count = 4000
    for state in kinds.values():
        own, generic = playouts(state, count, 1), playouts(state, count, 2, generic=True)
        for seat in range(players):
            assert abs(own[0][seat] - generic[0][seat]) < 7 * count**0.5
            assert abs(own[1][seat] - generic[1][seat]) < 5 * 20 * count**0.5


def test_a_finished_game_stays_as_it_is(lay, play):
    over = play(lay(["B10 R2", "B4 R3", "B9 R4"], progress=[65, 3, 5]), "B10", "B4", "B9")
    assert playouts(over, 3, 1)[:2] == ([3, -1.5, -1.5], [204, 9, 15])

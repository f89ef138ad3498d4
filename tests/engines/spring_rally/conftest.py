"""Positions of Spring Rally for the tests of this folder."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from springtail.cython_ext.game import Game, Random, State
from springtail.engines import game

FLAT = {"length": 34, "uphill": [], "downhill": []}
Play = Callable[..., State]


@pytest.fixture(scope="session")
def flat() -> dict[str, Any]:
    """A track of 34 spaces without slopes."""
    return FLAT


@pytest.fixture(scope="session")
def play() -> Play:
    """Makes the state after some actions; the first argument is where they begin."""

    def play(state: State, *actions: str) -> State:
        for action in actions:
            state = state.child(action)
        return state

    return play


@pytest.fixture(scope="session")
def lay() -> Play:
    """Makes a position.

    Cards and suits are texts such as "B2 G3"; `hands` has one a seat. Cards that must have been played are made up.
    """

    def lay(
        hands: Sequence[str],
        *,
        progress: Sequence[int] | None = None,
        winds: Sequence[int] | None = None,
        track: Any = FLAT,
        round: int = 2,
        leader: int = 0,
        table: str = "",
        voids: Sequence[str] | None = None,
    ) -> State:
        seats = len(hands)
        rally = game("spring_rally", players=seats, track=track)
        held = [hand.split() for hand in hands]
        used = {*table.split(), *sum(held, [])}
        cards_gone = (rally.HAND_SIZES[round - 1] - len(held[leader]) - bool(table)) * seats
        fields = {
            "round": round,
            "leader": leader,
            "progress": list(progress or [0] * seats),
            "winds": list(winds or [0] * seats),
            "table": table.split(),
            "hands": held,
            "played": [card for card in rally.deck if card not in used][:cards_gone],
            "voids": [suits.split() for suits in voids or [""] * seats],
        }
        return rally.position({"state": fields})

    return lay


@pytest.fixture(scope="session")
def drive(lay: Play, play: Play) -> Play:
    """Makes the state after seat 0 won a trick of smallest card `spaces`, and released its spring if it was wound."""

    def drive(progress: Sequence[int], spaces: int, *, winds: int = 0, track: Any = FLAT) -> State:
        seats = len(progress)
        high = {3: 10, 4: 13, 5: 15}[seats]
        blue = [f"B{high}", f"B{spaces}", *(f"B{high - seat + 1}" for seat in range(2, seats))]
        hands = [f"{card} R{high - seat}" for seat, card in enumerate(blue)]
        state = lay(hands, progress=progress, winds=[winds] + [0] * (seats - 1), track=track)
        return play(state, *blue, *(["release"] if winds else []))

    return drive


@pytest.fixture(scope="session")
def random_states() -> Callable[[Game, int], Iterator[State]]:
    """Makes all states of one random game."""

    def random_states(rally: Game, seed: int) -> Iterator[State]:
        random = Random(seed)
        state = rally.start(setup={"leader": random.below(rally.players)})
        while not state.is_terminal():
            yield state
            if state.is_chance_node():
                state = state.child(state.sample_chance(random))
            else:
                actions = state.legal_actions()
                state = state.child(actions[random.below(len(actions))])
        yield state

    return random_states

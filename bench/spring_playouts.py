"""Random playouts of Spring against the plain Python rules of the tests, which are the same game.

python -m bench.spring_playouts
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.playouts import playouts
from tests.reference.spring import Spring as PlainSpring

PLAYOUTS = 5_000
PLAIN_PLAYOUTS = 5


def play_plainly(seed: int) -> None:
    """Play some random games by the plain rules and score them."""
    choice = random.Random(seed)
    for _ in range(PLAIN_PLAYOUTS):
        state = PlainSpring()
        while not state.is_terminal():
            if outcomes := state.chance_outcomes():
                kinds, chances = zip(*outcomes, strict=True)
                state.apply_action(choice.choices(kinds, chances)[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
        state.returns()


def rows(turns: int) -> Iterator[Row]:
    """Compare from the start."""
    start = st.game("spring").start()
    ours = Contestant("springtail", PLAYOUTS, lambda seed: playouts(start, PLAYOUTS, seed))
    plain = Contestant("plain Python", PLAIN_PLAYOUTS, play_plainly)
    yield compare("random playouts", "playouts", ours, plain, turns=turns, at_least=200)


if __name__ == "__main__":
    arguments = parser(__doc__, turns=7).parse_args()
    show(rows(arguments.turns), form=arguments.form)

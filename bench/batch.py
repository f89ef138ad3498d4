"""Steps a second of many states side by side, `st.Batch`, against a Python loop over single States.

    python -m bench.batch

Both play uniformly random games with chance and begin anew when one is over. A step is one decision in one state. The
loop asks each State for its legal ids, plays one of them and draws the chance events after it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.turns import Contestant, compare

STATES = 1024
STEPS = 50
LOOP_STATES = 16
DEALS = 16


def begin(game_id: str) -> list[st.State]:
    """Return beginnings of one game; those of a game whose set-up changes its rules are the same one."""
    first = st.game(game_id).start(seed=0)
    others = [st.game(game_id).start(seed=seed) for seed in range(1, DEALS)]
    return [first, *(other for other in others if other.game == first.game)]


def side_by_side(starts: list[st.State], masks: bool) -> Contestant:
    """Step a batch by its own random actions; with masks, these are made at each step."""
    batch = st.Batch(starts, STATES, seed=1)

    def run(seed: int) -> None:
        for _ in range(STEPS):
            batch.step(batch.sample())
            if masks:
                batch.masks  # noqa: B018

    return Contestant("st.Batch", STATES * STEPS, run)


def one_by_one(starts: list[st.State]) -> Contestant:
    """Step single States in a loop."""
    states = [starts[at % len(starts)].clone() for at in range(LOOP_STATES)]

    def run(seed: int) -> None:
        draw, chance = random.Random(seed), st.Random(seed)
        for _ in range(STEPS):
            for at, state in enumerate(states):
                while state.is_chance_node():
                    state.apply_action(state.sample_chance(chance))
                if state.is_terminal():
                    state = states[at] = draw.choice(starts).clone()
                    while state.is_chance_node():
                        state.apply_action(state.sample_chance(chance))
                actions = state.legal_action_ids()
                state.apply_action_id(actions[int(draw.random() * len(actions))])

    return Contestant("loop over State", LOOP_STATES * STEPS, run)


def rows(turns: int) -> Iterator[Row]:
    """Compare game by game."""
    for game_id in st.game_ids():
        starts = begin(game_id)
        for masks in False, True:
            label = f"{game_id}, with masks" if masks else game_id
            yield compare(label, "steps", side_by_side(starts, masks), one_by_one(starts), turns=turns)


if __name__ == "__main__":
    arguments = parser(__doc__, turns=5).parse_args()
    show(rows(arguments.turns), form=arguments.form)

"""Worlds drawn from what one seat of Spring Rally knows, uniformly."""

import time

import pytest

import springtail as st
from springtail.cython_ext.search.playouts import redeals

REDEALS = 100_000

pytestmark = pytest.mark.benchmark(timer=time.process_time)


def rally_with_voids(players, voids):
    """Return the first observation of random games, in round 2, in which so many other seats lack one suit each."""
    for seed in range(10_000):
        state, random = st.game("spring_rally", players=players).start(seed=seed), st.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(random))
                continue
            seat = state.current_player()
            seen = state.observation(seat)
            fields = seen.to_dict()["state"]
            others = [len(suits) for other, suits in enumerate(fields["voids"]) if other != seat and suits]
            if fields["round"] == 2 and others == [1] * voids and min(fields["hand_sizes"]) >= 3:
                return seen
            actions = state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
    raise AssertionError("no such position in 10,000 games")


@pytest.mark.parametrize("voids", [0, 1, 2])
def test_redeals(benchmark, voids):
    seen = rally_with_voids(4, voids)
    benchmark.pedantic(redeals, (seen, REDEALS, 1), rounds=5, warmup_rounds=1)
    benchmark.extra_info["redeals a second"] = round(REDEALS / benchmark.stats.stats.median)

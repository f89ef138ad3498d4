"""A search of fixed size from the beginning of every game, through the public API."""

import time

import pytest

import springtail as st

SIMULATIONS = 10_000

pytestmark = pytest.mark.benchmark(timer=time.process_time)


@pytest.mark.parametrize("game_id", st.game_ids())
def test_search(benchmark, game_id):
    state = st.game(game_id).start(seed=1)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1))
    limit = st.Limit(simulations=SIMULATIONS)
    position = state.observation(state.current_player()) if state.game.info.hidden else state
    analysis = benchmark.pedantic(st.analyse, (position, limit), rounds=3, warmup_rounds=1)
    benchmark.extra_info["solver"] = analysis.solver
    benchmark.extra_info["simulations a second"] = round(analysis.simulations / benchmark.stats.stats.median)

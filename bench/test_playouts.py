"""Random playouts of every game: the cost of its rules, without any search."""

import time

import pytest

import springtail as st
from springtail.cython_ext.search.playouts import playouts

PLAYOUTS = 1_000

pytestmark = pytest.mark.benchmark(timer=time.process_time)


@pytest.mark.parametrize("game_id", st.game_ids())
def test_random_playouts(benchmark, game_id):
    state = st.game(game_id).start(seed=1)
    _, _, plies = playouts(state, PLAYOUTS, 1, generic=True)
    benchmark.pedantic(playouts, (state, PLAYOUTS, 1), rounds=5, warmup_rounds=1)
    benchmark.extra_info["playouts a second"] = round(PLAYOUTS / benchmark.stats.stats.median)
    benchmark.extra_info["plies a game"] = round(plies / PLAYOUTS, 1)
    benchmark.extra_info["ns a ply"] = round(1e9 * benchmark.stats.stats.median / plies, 1)

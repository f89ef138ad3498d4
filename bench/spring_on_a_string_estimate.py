"""What the weights of Spring on a String's estimate are worth: alpha-beta against itself with other ones.

    python -m bench.spring_on_a_string_estimate
    python -m bench.spring_on_a_string_estimate --animals 5 --weights 0.004,99,2 --nodes 2000 --deals 400

Both sides search the same nodes a move. Each deal begins with two random collections and is played twice, seats
swapped; share and margin are those of the shipped weights, with a standard error over deals.
"""

from __future__ import annotations

import math
import statistics
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import springtail as st
from bench.report import Row, parser, show
from springtail.engines.spring_on_a_string.game import SpringOnAString

Weights = tuple[float, ...]
RANDOM_PLIES = 2


class Reweighted(SpringOnAString):
    """The game with weights to try."""


def opening(animals: int, deal: int) -> st.State:
    """Return the position that both games of a deal begin with."""
    state, random = st.game("spring_on_a_string", animals=animals).start(seed=deal), st.Random(deal)
    for _ in range(RANDOM_PLIES):
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return state


def game(begin: st.State, tried: st.State, seat: int, limit: st.Limit) -> tuple[float, int]:
    """Return share and margin of the shipped weights at one seat; `tried` is the same position with the other ones."""
    sides = [begin.clone(), tried.clone()] if seat == 0 else [tried.clone(), begin.clone()]
    while not sides[0].is_terminal():
        move = st.best_move(sides[sides[0].current_player()], limit, solver="alphabeta").move
        for side in sides:
            side.apply_action(move)
    winners = sides[0].winners()
    return (1 / len(winners) if seat in winners else 0.0), sides[0].margin(seat)


def pair(deal: int, animals: int, weights: Weights, limit: st.Limit) -> tuple[float, float]:
    """Return share and margin of the shipped weights, the mean of both games of a deal."""
    Reweighted.PLAIN_ESTIMATE = Reweighted.ANIMAL_ESTIMATE = weights
    begin = opening(animals, deal)
    tried = Reweighted(**begin.game.options).position(begin.to_dict())
    shares, margins = zip(*(game(begin, tried, seat, limit) for seat in (0, 1)), strict=True)
    return statistics.fmean(shares), statistics.fmean(margins)


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play each match."""
    limit = st.Limit(nodes=arguments.nodes)
    for animals in arguments.animals:
        for weights in arguments.weights:
            play = partial(pair, animals=animals, weights=weights, limit=limit)
            with ProcessPoolExecutor(arguments.processes) as processes:
                shares, margins = zip(*processes.map(play, range(arguments.deals), chunksize=8), strict=True)
            root = math.sqrt(arguments.deals)
            yield {
                "animals": animals,
                "against": ",".join(f"{weight:g}" for weight in weights),
                "games": 2 * arguments.deals,
                "share": round(statistics.fmean(shares), 3),
                "±": round(statistics.stdev(shares) / root, 3),
                "margin": round(statistics.fmean(margins), 2),
                "± ": round(statistics.stdev(margins) / root, 2),
            }


def read_weights(text: str) -> Weights:
    """Return the weights in "length,open,tempo"."""
    length, open_flower, tempo = map(float, text.split(","))
    return length, open_flower, tempo


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--animals", type=int, nargs="+", default=[0, 1, 2, 3, 4, 5], help="default %(default)s")
    taken.add_argument(
        "--weights",
        type=read_weights,
        nargs="+",
        default=[(0.004, 99.0, 2.0)],
        help="of the other side: points of 0.1 mm, of an open flower, of the move (default: what greedy games fit)",
    )
    taken.add_argument("--nodes", type=int, default=2000, help="of a search (default %(default)s)")
    taken.add_argument("--deals", type=int, default=200, help="default %(default)s")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)

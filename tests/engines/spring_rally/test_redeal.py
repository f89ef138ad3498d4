"""Worlds drawn for a seat: legal, consistent with all that happened, exactly uniform, and blind to what is hidden."""

import itertools
import random
from collections import Counter
from math import sqrt

import pytest

import springtail as st
from springtail.cython_ext.game import Random
from springtail.engines import game
from springtail.engines.spring_rally.belief import Hand, count_deals
from springtail.engines.spring_rally.cards import SUITS

DRAWS_A_DEAL = 25


def voids_known(seen):
    """How many suits the other seats are known to lack."""
    return sum(len(suits) for seat, suits in enumerate(seen.to_dict()["state"]["voids"]) if seat != seen.seat)


def observations(random_states, players, seed):
    for state in random_states(game("spring_rally", players=players), seed):
        for seat in range(players):
            yield state, state.observation(seat)


@pytest.fixture(scope="module")
def enumerable(random_states):
    """Observations with few deals, some for each number of players and of known voids."""
    found = {}
    for players, seed in itertools.product((3, 4, 5), range(8)):
        for _, seen in observations(random_states, players, seed):
            if 2 <= seen.count_worlds() <= 400:
                found.setdefault((players, voids_known(seen)), []).append(seen)
    assert {voids for _, voids in found} >= {0, 1, 2, 3, 4, 5}
    return [seen for kind in sorted(found) for seen in random.Random(2).sample(found[kind], min(4, len(found[kind])))]


def test_every_deal_that_agrees_is_drawn_as_often_as_the_others(enumerable):
    excess = 0.0
    for seen in enumerable:
        keys = [world.key for world in seen.worlds()]
        rng = Random(seen.count_worlds())
        drawn = Counter(seen.sample(rng).key for _ in range(DRAWS_A_DEAL * len(keys)))
        assert set(drawn) <= set(keys)
        freedom = len(keys) - 1
        statistic = sum((drawn[key] - DRAWS_A_DEAL) ** 2 / DRAWS_A_DEAL for key in keys)
        score = (statistic - freedom) / sqrt(2 * freedom)
        assert score < 6
        excess += score
    assert abs(excess / sqrt(len(enumerable))) < 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_are_drawn_as_often_as_the_exact_probabilities_say(random_states, players):
    """Where deals are too many to list, each card in each hand is counted."""
    by_voids = {}
    for seed in range(4):
        for _, seen in observations(random_states, players, seed):
            if seen.count_worlds() > 1000:
                by_voids.setdefault(voids_known(seen), seen)
    assert set(by_voids) >= {0, 1, 2}
    for seen in by_voids.values():
        draws, rng, held = 3000, Random(7), Counter()
        for _ in range(draws):
            hands = seen.sample(rng).to_dict()["state"]["hands"]
            held.update((card, seat) for seat, hand in enumerate(hands) for card in hand)
        belief = seen.belief()
        for card, seat in itertools.product(seen.game.deck, range(players)):
            share = float(belief.marginal(card, seat))
            assert abs(held[card, seat] - draws * share) <= 5 * sqrt(draws * share * (1 - share))


def cards_played_by(state, seat):
    """The cards that a seat has played in the round, from the record of the game."""
    cards, replayed = [], state.game.start(setup=state.record()["setup"])
    for action in state.history():
        if action.startswith("deal"):
            cards = []
        elif replayed.current_player() == seat and action not in ("keep", "release"):
            cards.append(action)
        replayed.apply_action(action)
    return [] if state.is_chance_node() else cards


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_drawn_world_could_have_been_dealt_and_played_to_here(random_states, players):
    """The deal that would have led to it is put into the record, and the record replays to this very world."""
    states = [state for state in random_states(game("spring_rally", players=players), 9) if not state.is_chance_node()]
    for state in states[:: 1 + len(states) // 15]:
        history = state.history()
        last_deal = max(ply for ply, action in enumerate(history) if action.startswith("deal"))
        for seat in range(players):
            for world in state.observation(seat).belief().sample(3, seed=seat):
                hands = world.to_dict()["state"]["hands"]
                dealt = [
                    sorted(hands[s] + cards_played_by(state, s), key=state.game.deck.index) for s in range(players)
                ]
                deal = "deal " + "|".join(",".join(hand) for hand in dealt)
                replayed = state.game.start(setup=state.record()["setup"])
                for action in [*history[:last_deal], deal, *history[last_deal + 1 :]]:
                    replayed.apply_action(action)
                assert replayed == world


def test_voids_are_respected_however_many_are_known(random_states):
    checked = Counter()
    for players, seed in itertools.product((3, 4, 5), range(4)):
        for _, seen in observations(random_states, players, seed):
            known = seen.to_dict()["state"]["voids"]
            for world in seen.belief().sample(3, seed=1):
                for seat, hand in enumerate(world.to_dict()["state"]["hands"]):
                    assert not {card[0] for card in hand} & set(known[seat])
            checked[voids_known(seen)] += 1
    assert min(checked[voids] for voids in range(8)) > 5


def test_a_drawn_world_reads_nothing_of_the_true_one(random_states):
    """Two worlds that look the same give the same observation, draws and counts, to the byte."""
    for state, seen in itertools.islice(observations(random_states, 4, 11), 0, None, 7):
        other = seen.sample(99)
        assert other.observation(seen.seat).to_dict() == seen.to_dict()
        for draw in range(4):
            assert (
                state.observation(seen.seat).sample(draw).to_dict()
                == other.observation(seen.seat).sample(draw).to_dict()
            )
        assert other.observation(seen.seat).belief().count == seen.belief().count


def test_an_answer_is_the_same_in_every_world_that_looks_the_same(lay, play):
    state = play(lay(["G5 B2 R9", "R2 R3 B10", "G2 R4 B7"]), "G5")
    limit = st.Limit(simulations=400)
    answers = [st.analyse(world, limit, seed=3) for world in state.observation(1).belief().sample(5, seed=1)]
    assert len({world.key for world in state.observation(1).belief().sample(5, seed=1)}) > 1
    assert all(answer.lines == answers[0].lines for answer in answers)


def test_no_count_of_deals_around_voids_outgrows_its_64_bits():
    """Four hands of at most nine cards, each lacking at most one suit, are the most that the compiled count sees."""
    groups = set()
    for size, lacked in itertools.product(range(1, 10), itertools.product(range(len(SUITS) + 1), repeat=4)):
        for sizes in ([size] * 4, [size, size, size, size - 1]):
            groups.add(tuple(sum(s for s, suit in zip(sizes, lacked, strict=True) if suit == at) for at in range(3)))
    most = max(count_deals([15] * 3, [Hand(size, 1 << suit) for suit, size in enumerate(group)]) for group in groups)
    assert 2**62 < most < 2**63

"""What a seat can know: counts, probabilities and samples, against all deals listed one by one."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, Unsupported
from springtail.engines import game
from springtail.engines.spring_rally.belief import Belief, Hand, count_deals

DEAL = "deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6"
MOST_LISTED = 3000


def listed_deals(seen):
    """All deals that agree with an observation, from its document alone: others' hands as sets of cards."""
    fields, seat, rally = seen.to_dict()["state"], seen.seat, seen.game
    known = {*fields["hands"][seat], *fields["played"], *fields["table"]}
    unseen = [card for card in rally.deck if card not in known]
    others = [other for other in range(rally.players) if other != seat]

    def deal(left, seats):
        if not seats:
            yield {}
            return
        for cards in itertools.combinations(sorted(left), fields["hand_sizes"][seats[0]]):
            if not {card[0] for card in cards} & set(fields["voids"][seats[0]]):
                for rest in deal(left - set(cards), seats[1:]):
                    yield {seats[0]: frozenset(cards)} | rest

    return list(deal(set(unseen), others))


def hands_in(state, seat):
    hands = state.to_dict()["state"]["hands"]
    return {other: frozenset(hand) for other, hand in enumerate(hands) if other != seat}


@pytest.fixture(scope="module")
def small(random_states):
    """Observations with few enough deals to list, with and without voids and undealt cards."""
    found = []
    for players, seed in itertools.product((3, 4, 5), range(6)):
        for state in random_states(game("spring_rally", players=players), seed):
            for seat in range(players):
                seen = state.observation(seat)
                if not state.is_terminal() and 2 <= seen.count_worlds() <= MOST_LISTED:
                    found.append(seen)
    kinds = {
        (s.game.players, s.to_dict()["state"]["round"], len(set(sum(s.to_dict()["state"]["voids"], [])))) for s in found
    }
    assert len(kinds) > 15
    return random.Random(1).sample(found, 80)


def test_at_the_beginning_the_count_is_a_product_of_binomials():
    for players, cards in ((3, 27), (4, 36), (5, 45)):
        start = game("spring_rally", players=players).start()
        belief = start.child(start.sample_chance(1)).observation(0).belief()
        ways = 1
        for seat in range(1, players):
            ways *= comb(cards - 5 * seat, 5)
        assert belief.count == ways


def test_before_a_deal_there_is_one_way_to_hold_no_cards():
    seen = game("spring_rally").start().observation(2)
    assert seen.belief().count == 1
    assert list(seen.belief().deals()) == [game("spring_rally").start()]


def test_the_count_is_that_of_the_listed_deals(small):
    for seen in small:
        assert seen.belief().count == len(listed_deals(seen))


def test_deals_are_all_those_that_agree_each_once(small):
    for seen in small:
        worlds = list(seen.belief().deals())
        assert len(worlds) == len({world.key for world in worlds})
        assert {tuple(hands_in(world, seen.seat).items()) for world in worlds} == {
            tuple(sorted(deal.items())) for deal in listed_deals(seen)
        }
        assert all(world.observation(seen.seat) == seen for world in worlds)


def test_marginals_are_the_shares_of_the_listed_deals(small):
    for seen in small:
        deals, belief = listed_deals(seen), seen.belief()
        held = Counter((card, seat) for deal in deals for seat, hand in deal.items() for card in hand)
        for card in seen.game.deck:
            shares = {seat: belief.marginal(card, seat) for seat in (*range(seen.game.players), "undealt")}
            fields = seen.to_dict()["state"]
            if card in fields["played"] + fields["table"]:
                assert set(shares.values()) == {0}
            elif card in fields["hands"][seen.seat]:
                assert shares == {seat: int(seat == seen.seat) for seat in shares}
            else:
                assert sum(shares.values()) == 1
                for seat in shares:
                    if seat not in (seen.seat, "undealt"):
                        assert shares[seat] == Fraction(held[card, seat], len(deals))


@settings(max_examples=60, deadline=None)
@given(
    unseen=some.lists(some.integers(0, 4), min_size=3, max_size=3),
    hands=some.lists(some.tuples(some.integers(0, 3), some.integers(0, 7)), min_size=1, max_size=3),
)
def test_count_deals_counts_what_can_be_listed(unseen, hands):
    cards = [(suit, number) for suit in range(3) for number in range(unseen[suit])]

    def count(left, rest):
        if not rest:
            return 1
        size, lacks = rest[0]
        allowed = [card for card in left if not lacks >> card[0] & 1]
        return sum(count(left - set(some), rest[1:]) for some in itertools.combinations(allowed, size))

    assert count_deals(unseen, [Hand(*hand) for hand in hands]) == count(frozenset(cards), hands)


def test_voids_leave_fewer_deals_and_rule_out_the_suit(lay, play):
    state = play(lay(["G5 B2", "R2 R3", "G2 R4"], round=1), "G5", "R2")
    before = lay(["G5 B2", "R2 R3", "G2 R4"], round=1).observation(2).belief()
    belief = state.observation(2).belief()
    assert belief.count < before.count
    for card in state.game.deck:
        if card[0] == "G":
            assert belief.marginal(card, 1) == 0


def test_samples_repeat_with_their_seed_and_differ_without():
    belief = game("spring_rally", players=3).start().child(DEAL).observation(0).belief()
    assert belief.sample(5, seed=3) == belief.sample(5, seed=3)
    assert belief.sample(5, seed=3) != belief.sample(5, seed=4)
    assert len({state.key for state in belief.sample(20, seed=3)}) == 20
    assert belief.sample(2) != belief.sample(2)
    assert belief.sample(0) == []


def test_weights_of_few_deals_are_kept_exactly(small):
    seen = next(s for s in small if 5 < s.belief().count < 40 and s.to_dict()["state"]["hand_sizes"][s.seat - 1])
    belief, other = seen.belief(), (seen.seat - 1) % seen.game.players
    worlds = list(belief.deals())
    wanted = sorted(min(hand) for hand in (hands_in(world, seen.seat)[other] for world in worlds))[0]

    def weight(world):
        return 3.0 if wanted in hands_in(world, seen.seat)[other] else 1.0

    total = sum(map(weight, worlds))
    drawn = Counter(world.key for world in belief.sample(20_000, seed=2, weight=weight))
    statistic = 0.0
    for world in worlds:
        expected = 20_000 * weight(world) / total
        statistic += (drawn[world.key] - expected) ** 2 / expected
    freedom = len(worlds) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_weights_of_many_deals_are_followed():
    belief = game("spring_rally", players=3).start().child(DEAL).observation(0).belief()
    assert belief.count > 10_000_000

    def has_r10(world):
        return "R10" in world.to_dict()["state"]["hands"][1]

    assert all(has_r10(world) for world in belief.sample(100, seed=1, weight=has_r10))
    tilted = belief.sample(1000, seed=1, weight=lambda world: 4 if has_r10(world) else 1)
    share = belief.marginal("R10", 1)
    expected = float(4 * share / (4 * share + (1 - share)))
    assert abs(sum(map(has_r10, tilted)) / 1000 - expected) < 0.07


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"n": -1}, "n:"),
        ({"n": 2.0}, "n:"),
        ({"n": 2, "seed": "x"}, "seed"),
        ({"n": 2, "weight": lambda world: -1}, "weight"),
        ({"n": 2, "weight": lambda world: 0}, "weight"),
        ({"n": 2, "weight": lambda world: float("nan")}, "weight"),
        ({"n": 2, "weight": lambda world: "heavy"}, "weight"),
    ],
)
def test_wrong_arguments_are_refused_by_name(arguments, named):
    belief = game("spring_rally", players=3).start().child(DEAL).observation(0).belief()
    with pytest.raises(InvalidOptions, match=named):
        belief.sample(**arguments)


def test_cards_and_seats_that_are_not_there_are_refused():
    belief = game("spring_rally", players=3).start().child(DEAL).observation(0).belief()
    for card, seat in (("R11", 1), ("keep", 1), (3, 1), ("R10", 3), ("R10", -1), ("R10", True), ("R10", "nobody")):
        with pytest.raises(IllegalAction):
            belief.marginal(card, seat)


def test_a_belief_is_one_of_spring_rally():
    with pytest.raises(Unsupported, match="connect_four"):
        Belief(game("connect_four").start().observation(0))
    with pytest.raises(Unsupported, match="connect_four"):
        game("connect_four").start().observation(0).belief()

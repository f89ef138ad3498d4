"""Partners: seats of one side do not compete with each other."""

from springtail.cython_ext.game import Random
from springtail.engines import game


def test_margin_leaves_the_partner_out():
    state, random = game("whist", cards=5).start(), Random(3)
    state.apply_action(state.sample_chance(random))
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    tricks = state.scores()
    assert [state.margin(seat) for seat in range(4)] == [tricks[seat] - tricks[1 - seat % 2] for seat in range(4)]

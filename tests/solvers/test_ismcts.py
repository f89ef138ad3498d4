"""The ISMCTS solver and the average over deals, on games small enough to know the answer."""

import pytest

import springtail as st

LEFT, MIDDLE, RIGHT, DECLINE, GUESS = range(5)


class Shell:
    """A pea lies under one of three shells. Seat 0 declines, a draw, or guesses where it lies and wins or loses."""

    def __init__(self, pea=None, stage="hide", right=None):
        self.pea, self.stage, self.right = pea, stage, right

    def clone(self):
        return Shell(self.pea, self.stage, self.right)

    def current_player(self):
        return -1 if self.stage == "hide" else 0

    def chance_outcomes(self):
        return [(shell, 1) for shell in (LEFT, MIDDLE, RIGHT)]

    def legal_actions(self):
        return [DECLINE, GUESS] if self.stage == "offer" else [LEFT, MIDDLE, RIGHT]

    def apply_action(self, action):
        if self.stage == "hide":
            self.pea, self.stage = action, "offer"
        elif self.stage == "offer":
            self.stage = "guess" if action == GUESS else "declined"
        else:
            self.right, self.stage = action == self.pea, "guessed"

    def is_terminal(self):
        return self.stage in ("declined", "guessed")

    def returns(self):
        return [0, 0] if self.stage == "declined" else [1, -1] if self.right else [-1, 1]

    def key(self):
        return -1 if self.pea is None else self.pea, self.stage, -1 if self.right is None else int(self.right)

    def observation_key(self, seat):
        return self.key()[1:]

    def resample(self, seat, random):
        return Shell(self.pea if self.is_terminal() else random.below(3), self.stage, self.right)


@pytest.fixture
def offer():
    state = st.PythonGame(Shell, players=2, actions=5, longest_game=4, repeats=False).start()
    state.apply_action(str(MIDDLE))
    return state


@pytest.mark.parametrize("observers", ["single", "multi"])
def test_a_seat_that_cannot_see_the_pea_declines(offer, observers):
    found = st.analyse(offer, st.Limit(simulations=3000), solver="ismcts", observers=observers, multipv=2)
    guess = next(line for line in found.lines if line.action == str(GUESS))
    assert found.move == str(DECLINE)
    assert guess.score.pov(0).expected_return == pytest.approx(-1 / 3, abs=0.25)


def test_strategy_fusion_makes_open_hands_guess(offer):
    """In each world the pea is seen, so the guess looks like a sure win (Frank and Basin 1998)."""
    assert st.analyse(offer, st.Limit(simulations=3000), solver="mcts", open_hands=True).move == str(GUESS)
    assert st.analyse(offer, st.Limit(time=5.0), solver="deals", most_deals=20).move == str(GUESS)


def whist(cards, seed=1):
    state = st.game("whist", cards=cards).start()
    state.apply_action(state.sample_chance(seed))
    return state


@pytest.mark.parametrize("solver", ["ismcts", "deals"])
def test_cards_that_the_seat_cannot_see_change_no_byte_of_the_answer(solver):
    state = whist(3)
    seen = state.observation(0)
    limit = st.Limit(simulations=2000) if solver == "ismcts" else st.Limit(nodes=200_000)
    answers = []
    for world in [state, *(seen.sample(seed) for seed in range(3))]:
        answer = st.analyse(world, limit, solver=solver, multipv=3).to_dict()
        del answer["time"]
        answers.append(answer)
    assert all(answer == answers[0] for answer in answers)


def test_a_state_is_reduced_to_what_its_mover_may_know():
    state = whist(3)
    from_state = st.analyse(state, st.Limit(simulations=500))
    from_observation = st.analyse(state.observation(0), st.Limit(simulations=500))
    assert from_state.solver == "ismcts"
    assert from_state.lines == from_observation.lines


def test_an_observation_of_a_seat_that_does_not_move_is_refused():
    with pytest.raises(st.InvalidPosition, match="seat 0 has to move"):
        st.best_move(whist(3).observation(1), st.Limit(simulations=100))

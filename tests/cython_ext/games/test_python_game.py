"""Games written in Python behind the contract."""

import copy
import gc
import pickle
import random
import re
import signal
import threading
import time
import weakref
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from reference.connect_four import ConnectFour, KeyedConnectFour
from reference.dice_race import DiceRace
from reference.three_card_poker import BET, ThreeCardPoker
from reference.tic_tac_toe import TicTacToe

import springtail as st
from springtail.cython_ext.search.playouts import playouts

TIC_TAC_TOE = st.PythonGame(TicTacToe, players=2, actions=9, longest_game=9, repeats=False, id="tic_tac_toe")
CONNECT_FOUR = st.PythonGame(ConnectFour, players=2, actions=7, longest_game=42)
DICE_RACE = st.PythonGame(DiceRace, players=2, actions=8)
POKER = st.PythonGame(ThreeCardPoker, players=2, actions=5, longest_game=5)


class Threes(DiceRace):
    players = 3


PAIRS = {
    "tic_tac_toe": (TIC_TAC_TOE, st.game("tic_tac_toe")),
    "connect_four": (CONNECT_FOUR, st.game("connect_four")),
    "dice_race": (DICE_RACE, st.game("dice_race", target=10)),
    "dice_race_for_3": (st.PythonGame(Threes, players=3, actions=8), st.game("dice_race", target=10, players=3)),
    "three_card_poker": (POKER, st.game("three_card_poker")),
}


class Fragile(TicTacToe):
    """Tic-tac-toe whose methods can be made to fail or to answer wrongly."""

    wrong = {}
    """What a method raises, or returns."""

    def __getattribute__(self, name):
        answer = Fragile.wrong.get(name)
        if answer is None:
            return super().__getattribute__(name)

        def method(*_):
            if isinstance(answer, BaseException):
                raise answer
            return answer

        return method


@pytest.fixture
def fragile():
    Fragile.wrong = {}
    yield st.PythonGame(Fragile, players=2, actions=9)
    Fragile.wrong = {}


class Oops(Exception):
    pass


# The same game as compiled.


@pytest.mark.parametrize("pair", PAIRS)
def test_it_agrees_with_the_compiled_game_ply_by_ply(pair):
    python, compiled = PAIRS[pair]
    rng = random.Random(5)
    for _ in range(30):
        ours, theirs = python.start(), compiled.start()
        while not theirs.is_terminal():
            assert ours.current_player() == theirs.current_player()
            assert ours.legal_action_ids() == theirs.legal_action_ids()
            assert ours.scores() == theirs.scores()
            assert ours.returns() == theirs.returns()
            if theirs.is_chance_node():
                chances = {python.action_id(a): p for a, p in ours.chance_outcomes()}
                assert chances == {compiled.action_id(a): p for a, p in theirs.chance_outcomes()}
                action = rng.choice(list(chances))
            else:
                action = rng.choice(theirs.legal_action_ids())
            ours.apply_action_id(action)
            theirs.apply_action_id(action)
        assert ours.is_terminal()
        assert ours.scores() == theirs.scores()
        assert ours.returns() == pytest.approx(theirs.returns())
        assert ours.winners() == theirs.winners()


@pytest.mark.parametrize("pair", ["tic_tac_toe", "dice_race", "dice_race_for_3"])
def test_random_playouts_agree_with_the_compiled_game(pair):
    python, compiled = PAIRS[pair]
    count = 4000
    expected, scores, _ = playouts(compiled.start(), count, 1)
    for generic in (False, True):
        ours, our_scores, _ = playouts(python.start(), count, 2, generic=generic)
        assert ours == pytest.approx(expected, abs=5 * (2 * count) ** 0.5)
        assert our_scores == pytest.approx(scores, abs=5 * 10 * (2 * count) ** 0.5)


def test_a_search_finds_what_it_finds_in_the_compiled_game():
    python, compiled = TIC_TAC_TOE.start(), st.game("tic_tac_toe").start()
    for action in ("a1", "b2", "c3", "a3"):
        python.apply_action(action)
        compiled.apply_action(action)
    limit = st.Limit(simulations=5000)
    ours, theirs = (st.best_move(state, limit, solver="mcts", seed=1) for state in (python, compiled))
    assert ours.move == theirs.move == "c1"
    assert ours.score.returns == theirs.score.returns
    assert ours.score.kind == theirs.score.kind == "exact"


# States are values.


def test_a_state_goes_on_independently_of_its_copies():
    state = TIC_TAC_TOE.start().child("a1")
    twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    state.apply_action("b2")
    for twin in twins:
        assert twin == TIC_TAC_TOE.start().child("a1") != state
        assert twin.legal_actions() == ["a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
        assert twin.history() == ["a1"]


def test_a_game_is_a_value():
    again = pickle.loads(pickle.dumps(TIC_TAC_TOE))
    assert again == TIC_TAC_TOE == copy.deepcopy(TIC_TAC_TOE)
    assert hash(again) == hash(TIC_TAC_TOE)
    assert again != st.PythonGame(TicTacToe, players=2, actions=9)
    assert again != CONNECT_FOUR
    assert again.start().child("a1") == TIC_TAC_TOE.start().child("a1")


def test_transpositions_meet_where_there_is_a_key():
    def play(python, actions):
        state = python.start()
        for action in actions:
            state.apply_action(action)
        return state

    keyed = st.PythonGame(KeyedConnectFour, players=2, actions=7)
    assert play(keyed, "0123") == play(keyed, "2103")
    assert play(keyed, "0123").key == play(keyed, "2103").key
    assert play(keyed, "0123") != play(keyed, "0132")
    assert play(CONNECT_FOUR, "0123") != play(CONNECT_FOUR, "2103")
    assert play(CONNECT_FOUR, "0123") == play(CONNECT_FOUR, "0123")


def test_keys_are_the_same_in_another_game_object():
    assert pickle.loads(pickle.dumps(TIC_TAC_TOE)).start().child("b2").key == TIC_TAC_TOE.start().child("b2").key
    assert copy.deepcopy(CONNECT_FOUR).start().child("3").key == CONNECT_FOUR.start().child("3").key


def test_a_record_replays():
    state = DICE_RACE.start()
    for action in ("1", "5", "0"):
        state.apply_action(action)
    record = state.record()
    assert record == {"game": "python", "options": {"players": 2}, "setup": {}, "actions": ["1", "5", "0"]}
    again = DICE_RACE.start(setup=record["setup"])
    for action in record["actions"]:
        again.apply_action(action)
    assert again == state
    with pytest.raises(st.InvalidPosition, match="setup"):
        DICE_RACE.start(setup={"seed": 1})


def test_the_notation_and_the_drawing_are_those_of_the_class():
    state = TIC_TAC_TOE.start().child("b2")
    assert str(state) == "...\n.x.\n..."
    assert state.draw(0) == str(state)
    assert TIC_TAC_TOE.action_string(4) == "b2"
    with pytest.raises(st.IllegalAction, match="'b4': not the notation of tic_tac_toe"):
        state.apply_action("b4")
    with pytest.raises(st.IllegalAction, match="'b2'"):
        state.apply_action("b2")
    assert str(CONNECT_FOUR.start().child("3")) == "python: 3"
    with pytest.raises(st.Unsupported, match="position documents"):
        state.to_dict()


def test_it_says_what_it_is():
    info = DICE_RACE.info
    assert (info.id, info.players, info.chance, info.hidden, info.actions) == ("python", (2,), True, False, 8)
    assert POKER.info.hidden
    assert not TIC_TAC_TOE.info.chance
    assert repr(TIC_TAC_TOE) == "PythonGame(TicTacToe, players=2, actions=9)"


# Memory.


def test_no_more_positions_are_remembered_than_the_limit_and_answers_stay_the_same():
    limit = st.Limit(simulations=300)
    small = st.PythonGame(KeyedConnectFour, players=2, actions=7, limit=3)
    large = st.PythonGame(KeyedConnectFour, players=2, actions=7)
    ours, theirs = (st.analyse(python.start(), limit, solver="mcts", seed=1) for python in (small, large))
    assert ours.lines == theirs.lines
    assert small.stored_states == 3
    assert 100 < large.stored_states <= 100_000


def test_states_outlive_the_memory_of_their_positions():
    python = st.PythonGame(DiceRace, players=2, actions=8)
    state = python.start()
    for action in ("1", "5", "0"):
        state.apply_action(action)
    assert python.stored_states == 4
    python.forget()
    assert python.stored_states == 0
    assert state.scores() == [5, 0]
    assert state.child("1").chance_outcomes() == [(str(face), 1 / 6) for face in range(2, 8)]


def test_a_game_lets_go_of_its_positions():
    alive = weakref.WeakSet()

    class Seen(TicTacToe):
        def __init__(self, *cells):
            super().__init__(*cells)
            alive.add(self)

    python = st.PythonGame(Seen, players=2, actions=9, limit=100)
    st.analyse(python.start(), st.Limit(simulations=300), solver="mcts")
    gc.collect()
    assert len(alive) == 101  # and the beginning
    del python
    gc.collect()
    assert len(alive) == 0


def test_playouts_are_not_remembered():
    python = st.PythonGame(ConnectFour, players=2, actions=7)
    playouts(python.start(), 50)
    assert python.stored_states <= 1


def test_threads_share_a_game():
    limit = st.Limit(simulations=400)
    state = st.PythonGame(ConnectFour, players=2, actions=7, limit=50).start()
    expected = [st.analyse(state, limit, solver="mcts", seed=seed).lines for seed in range(3)]
    found = {}
    threads = [
        threading.Thread(
            target=lambda seed=seed: found.update({seed: st.analyse(state, limit, solver="mcts", seed=seed)})
        )
        for seed in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed].lines for seed in range(3)] == expected


# Errors of the class come out of the call that led there.


@pytest.mark.parametrize("method", ["current_player", "legal_actions", "is_terminal", "clone", "apply_action", "key"])
def test_an_exception_in_the_rules_comes_out_and_changes_nothing(fragile, method):
    state = fragile.start().child("a1")
    Fragile.wrong = {method: Oops(method)}
    with pytest.raises(Oops, match=method):
        state.apply_action("b2")
    Fragile.wrong = {}
    assert state.history() == ["a1"]
    assert state.legal_actions() == ["a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    state.apply_action("b2")
    assert state.current_player() == 0


@pytest.mark.parametrize(
    "method", ["current_player", "legal_actions", "returns", "is_terminal", "clone", "apply_action"]
)
def test_an_exception_in_the_rules_ends_a_search(fragile, method):
    state = fragile.start()
    state.current_player()
    Fragile.wrong = {method: Oops(method)}
    with pytest.raises(Oops, match=method):
        st.best_move(state, st.Limit(simulations=10_000), solver="mcts")
    Fragile.wrong = {}
    assert st.best_move(state, st.Limit(simulations=100), solver="mcts").move in state.legal_actions()


def test_an_exception_comes_out_of_every_question(fragile):
    state = fragile.start().child("a1")
    fragile.forget()
    Fragile.wrong = {"clone": Oops()}
    for ask in (
        state.current_player,
        state.legal_actions,
        state.scores,
        state.returns,
        state.is_terminal,
        state.winners,
    ):
        with pytest.raises(Oops):
            ask()


@pytest.mark.parametrize(
    ("method", "answer", "reason"),
    [
        ("legal_actions", [], "legal_actions: none"),
        ("legal_actions", [9], r"legal_actions: \[9\], must be different and below 9"),
        ("legal_actions", [-1], r"legal_actions: \[-1\]"),
        ("legal_actions", [1, 1], r"legal_actions: \[1, 1\]"),
        ("current_player", 2, "current_player: 2, must be a seat from 0 to 1"),
        ("current_player", -1, "current_player: -1"),
        ("scores", [1], r"scores: \[1\], must be 2 whole numbers"),
    ],
)
def test_a_wrong_answer_is_named(method, answer, reason):
    try:
        Fragile.wrong = {method: answer}
        with pytest.raises(st.InvalidPosition, match=reason):
            st.PythonGame(Fragile, players=2, actions=9).start().legal_actions()
    finally:
        Fragile.wrong = {}


@pytest.mark.parametrize("answer", [[1], [1, -1, 0], [1, 1], [2, -2], [float("nan"), 0], [float("inf"), float("-inf")]])
def test_returns_that_cannot_be_are_named(fragile, answer):
    state = fragile.start()
    for action in ("a1", "b1", "a2", "b2"):
        state.apply_action(action)
    Fragile.wrong = {"returns": answer}
    with pytest.raises(st.InvalidPosition, match="returns: .*must be 2 numbers from -1 to 1 with sum 0"):
        state.apply_action("a3")
    with pytest.raises(st.InvalidPosition, match="returns"):
        playouts(state, 10)


def test_a_game_that_goes_on_too_long_is_named():
    python = st.PythonGame(ConnectFour, players=2, actions=7, longest_game=3)
    state = python.start()
    for action in "012":
        state.apply_action(action)
    with pytest.raises(st.InvalidPosition, match="longest_game: the game is not over after 3 plies"):
        state.apply_action("3")
    with pytest.raises(st.InvalidPosition, match="longest_game"):
        playouts(python.start(), 1)
    assert state.history() == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"players": 0}, "players: 0 is not a whole number from 1 to 8"),
        ({"players": 2.0}, "players"),
        ({"actions": 0}, "actions"),
        ({"actions": 1 << 24}, "actions"),
        ({"most_actions": 10}, "most_actions: 10 is not a whole number from 1 to 9"),
        ({"longest_game": 993}, "longest_game: 993 is not a whole number from 1 to 992"),
        ({"limit": 0}, "limit"),
        ({"repeats": "no"}, "repeats: 'no' is not True, False or None"),
        ({"margin_scale": 0}, "margin_scale: 0 is not a number above 0"),
        ({"margin_scale": "1"}, "margin_scale"),
        ({"id": None}, "id: None is not a name"),
        ({"state_class": object}, "object has no current_player, legal_actions, apply_action"),
    ],
)
def test_arguments_that_cannot_be_are_refused(settings, reason):
    with pytest.raises(st.InvalidOptions, match=reason):
        st.PythonGame(**{"state_class": TicTacToe, "players": 2, "actions": 9} | settings)


def test_more_actions_than_declared_are_named():
    with pytest.raises(st.InvalidPosition, match="legal_actions: 9, more than the most_actions, 8"):
        st.PythonGame(TicTacToe, players=2, actions=9, most_actions=8).start().current_player()


def test_names_must_tell_actions_apart(monkeypatch):
    monkeypatch.setattr(TicTacToe, "action_to_string", lambda self, action: "same")
    with pytest.raises(st.InvalidOptions, match="a text of its own"):
        st.PythonGame(TicTacToe, players=2, actions=9)


# Chance.


class Wheel(DiceRace):
    weights = None

    def chance_outcomes(self):
        return list(zip((4, 3, 2), self.weights, strict=True))


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ((1, 2, 1), [1, 2, 1]),
        ((0.25, 0.5, 0.25), [1, 2, 1]),
        ((1 / 6, 1 / 2, 1 / 3), [1, 3, 2]),
        ((Fraction(1, 7), Fraction(3, 7), Fraction(3, 7)), [1, 3, 3]),
    ],
)
def test_probabilities_become_whole_weights_in_the_order_of_the_actions(monkeypatch, weights, expected):
    monkeypatch.setattr(Wheel, "weights", weights)
    state = st.PythonGame(Wheel, players=2, actions=8).start().child("1")
    total = sum(expected)
    probabilities = [(action, weight / total) for action, weight in zip("234", reversed(expected), strict=True)]
    assert (
        state.chance_outcomes() == pytest.approx(probabilities) if False else probabilities == state.chance_outcomes()
    )


def test_weights_of_any_size_are_close(monkeypatch):
    monkeypatch.setattr(Wheel, "weights", (1e-12, 10**15, 2 * 10**15))
    chances = dict(st.PythonGame(Wheel, players=2, actions=8).start().child("1").chance_outcomes())
    assert chances["3"] == pytest.approx(1 / 3, abs=1e-6)
    assert 0 < chances["4"] < 1e-8


@pytest.mark.parametrize("weights", [(0, 1, 1), (-1, 1, 1), (float("nan"), 1, 1), ("1", 1, 1), (float("inf"), 1, 1)])
def test_weights_that_cannot_be_are_named(monkeypatch, weights):
    monkeypatch.setattr(Wheel, "weights", weights)
    with pytest.raises(st.InvalidPosition, match="chance_outcomes: .*must be numbers above 0"):
        st.PythonGame(Wheel, players=2, actions=8).start().child("1")


# Hidden information.


def deal(*actions):
    state = POKER.start()
    for action in actions:
        state.apply_action_id(action)
    return state


def test_a_seat_sees_the_same_in_all_worlds_it_cannot_tell_apart():
    for seat, one, other in ((0, (3, 2, BET), (3, 4, BET)), (1, (2, 3, BET), (4, 3, BET))):
        seen, same = deal(*one).observation(seat), deal(*other).observation(seat)
        assert seen == same
        assert seen.draw() == same.draw() == deal(*one).draw(seat)
        assert [seen.sample(d).scores() for d in range(9)] == [same.sample(d).scores() for d in range(9)]
        assert [seen.sample(d).key for d in range(9)] == [same.sample(d).key for d in range(9)]
    assert deal(3, 2).observation(0) != deal(3, 2).observation(1)
    assert deal(3, 2).observation(0) != deal(4, 2).observation(0)


def test_worlds_are_drawn_uniformly_and_repeat_with_their_seed():
    rng = st.Random(3)
    seen = deal(3, 2, BET).observation(0)
    counts = Counter(seen.sample(rng).child("1").scores()[0] for _ in range(2000))
    assert set(counts) == {0, 2}
    assert abs(counts[2] - 1000) < 5 * 500**0.5
    assert seen.sample(7).key == seen.sample(7).key
    world = seen.sample(rng)
    assert world.observation(0) == seen


class Unkeyed(ThreeCardPoker):
    key = property()


@pytest.mark.parametrize("rules", [ThreeCardPoker, Unkeyed])
def test_draws_with_one_seed_from_different_views_do_not_mix(rules):
    python = st.PythonGame(rules, players=2, actions=5)
    queen, king = (python.start().child(card).child("2") for card in ("3", "4"))
    for draw in range(5):
        assert queen.observation(0).sample(draw).observation(0) == queen.observation(0)
        world = king.observation(0).sample(draw)
        assert world.observation(0) == king.observation(0)
        assert world.child("1").child("1").scores() == [2, 0]


def test_what_was_decided_by_cards_not_seen_stays_hidden_in_the_search():
    limit = st.Limit(simulations=500)
    for cards in ((4, 2), (4, 3)):
        analysis = st.analyse(deal(*cards, 0, BET).observation(0), limit, seed=1)
        assert analysis.move == "1"
        assert analysis.score.returns[0] == 1
    low = [st.analyse(deal(2, other, 0, BET), limit, seed=1) for other in (3, 4)]
    assert low[0].lines == low[1].lines


def test_a_resample_that_shows_in_the_view_is_refused(monkeypatch):
    monkeypatch.setattr(ThreeCardPoker, "resample", lambda self, seat, random: ThreeCardPoker((2, 3)))
    python = st.PythonGame(ThreeCardPoker, players=2, actions=5)
    with pytest.raises(st.InvalidPosition, match="resample: the state drawn has another observation_key for seat 0"):
        python.start().child("4").child("2").observation(0)


def test_a_world_drawn_too_long_ago_is_refused_and_not_mistaken():
    python = st.PythonGame(ThreeCardPoker, players=2, actions=5, limit=5)
    seen = python.start().child("2").child("3").observation(0)
    first = seen.sample(1)
    later = [seen.sample(draw) for draw in range(20)]
    python.forget()
    with pytest.raises(st.Unsupported, match="more than 5 worlds were drawn after this one"):
        first.legal_actions()
    assert later[-1].legal_actions() == ["0", "1"]
    assert seen.sample(3).legal_actions() == ["0", "1"]


def test_half_of_the_methods_for_hidden_information_is_refused(monkeypatch):
    monkeypatch.delattr(ThreeCardPoker, "resample")
    with pytest.raises(st.InvalidOptions, match="resample and observation_key belong together"):
        st.PythonGame(ThreeCardPoker, players=2, actions=5)


# Ctrl-C in the middle of the rules.


class Interrupted(TicTacToe):
    after = 0
    """Calls until Ctrl-C is pressed."""

    def apply_action(self, cell):
        Interrupted.after -= 1
        if Interrupted.after == 0:
            signal.raise_signal(signal.SIGINT)
        super().apply_action(cell)


def test_an_interrupt_in_the_rules_is_raised_behind_them():
    Interrupted.after = 2
    state = st.PythonGame(Interrupted, players=2, actions=9).start()
    state.apply_action("a1")
    with pytest.raises(KeyboardInterrupt):
        state.apply_action("b2")
        time.sleep(1)
    assert state.history() in (["a1"], ["a1", "b2"])
    assert len(state.legal_actions()) == 9 - len(state.history())


def test_an_interrupt_in_the_rules_ends_a_search_with_what_was_found():
    Interrupted.after = 3000
    state = st.PythonGame(Interrupted, players=2, actions=9).start()
    analysis = st.analyse(state, st.Limit(simulations=10**9, time=30), solver="mcts", seed=1)
    assert analysis.stopped_by == "interrupt"
    assert 0 < analysis.score.returns[0] < 0.9


def test_rules_that_cannot_go_on_for_interrupts_fail(fragile):
    state = fragile.start()
    Fragile.wrong = {"apply_action": KeyboardInterrupt()}
    with pytest.raises(RuntimeError, match="interrupted twice"):
        state.apply_action("a1")


# Speed and the page.


def test_playouts_are_not_slower_than_a_plain_loop_over_the_same_object():
    """At least two thirds of it, in CPU time; on an idle machine they are faster."""

    def plain(count):
        rng, first = random.Random(1), ConnectFour()
        for _ in range(count):
            state = first.clone()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            state.returns()

    def seconds(run, count):
        started = time.process_time()
        run(count)
        return time.process_time() - started

    state, count = CONNECT_FOUR.start(), 300
    turns = [(seconds(plain, count), seconds(lambda n: playouts(state, n, 1), count)) for _ in range(7)]
    assert min(theirs for theirs, _ in turns) / min(ours for _, ours in turns) > 2 / 3


def test_the_page_about_python_games_is_true():
    page = (Path(__file__).parents[3] / "docs" / "python_games.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert blocks
    exec(compile("\n".join(blocks), "docs/python_games.md", "exec"), {"__name__": "page"})

"""springtail's games and players inside OpenSpiel, and OpenSpiel's games beside springtail's."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the openspiel extra is not installed")

import springtail as st  # noqa: E402
from springtail.adapters import openspiel  # noqa: E402
from springtail.engines.dealing import dealing_of  # noqa: E402
from springtail.engines.planes import Layout, has_planes, planes  # noqa: E402

GAMES = [f"springtail_{game}(players={n})" for game in st.game_ids() for n in st.game(game).info.players]
FIVE = [f"springtail_{game}" for game in st.game_ids(toys=False)]
CHANCES = {"nets": "all", "animals": 1, "track": "volcano", "web": "spiral", "pot_blocks": "space", "fence_on": "any"}
"""Options other than the default, of one game each."""


def advance(state: Any, draw: random.Random, plies: int) -> Any:
    """Play so many plies at random, fewer where the game ends."""
    for _ in range(plies):
        if state.is_terminal():
            break
        chance = state.is_chance_node()
        state.apply_action(draw.choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    return state


def decision(name: str, decisions: int = 0) -> Any:
    """Return a decision between several actions after at least so many random decisions and one more."""
    draw = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.current_player() >= 0:
            decisions -= 1
            if decisions < 0 and len(state.legal_actions()) > 1:
                return state
        advance(state, draw, 1)
    raise AssertionError(f"{name}: the game is over before")


def states(name: str, seed: int = 1) -> Iterator[Any]:
    """Yield the states of a random game, the last one included."""
    state, draw = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    yield state
    while not state.is_terminal():
        yield advance(state, draw, 1)


# OpenSpiel's own tests.


@pytest.mark.parametrize("name", GAMES)
def test_a_game_passes_openspiels_random_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*FIVE[:4], "springtail_spring_rally(players=3)", "springtail_dice_race"])
def test_a_playthrough_can_be_replayed(name: str, tmp_path: Any) -> None:
    flags = pytest.importorskip("absl.flags")
    playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    flags.FLAGS.mark_as_parsed()
    text = playthrough.playthrough(name, [], seed=1)
    path = tmp_path / "playthrough.txt"
    path.write_text(text, "utf-8")
    original, again = playthrough.replay(str(path))
    assert original == again and len(original.splitlines()) > 200


# The same game as springtail's.


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_springtails_ply_by_ply(name: str) -> None:
    for state in states(name, seed=2):
        rules = state.rules
        if rules.state is None or rules.drawn:
            assert state.is_chance_node()
            continue
        ours = rules.state
        assert state.current_player() == ours.current_player()
        if state.is_chance_node() and dealing_of(ours.game).draw(ours, ()).seat is None:
            outcomes = [(state.action_to_string(outcome), chance) for outcome, chance in state.chance_outcomes()]
            assert sorted(outcomes) == sorted(ours.chance_outcomes())
        elif not state.is_chance_node():
            assert state.legal_actions() == ours.legal_action_ids()
        assert state.returns() == ours.returns()


@pytest.mark.parametrize(("option", "value"), CHANCES.items())
def test_options_are_game_parameters(option: str, value: str | int) -> None:
    game_id = next(one for one in st.game_ids() if option in st.game(one).info.options)
    game = pyspiel.load_game(f"springtail_{game_id}({option}={value})")
    assert game.table.game == st.game(game_id, **{option: value})
    assert str(game) in (f"springtail_{game_id}({option}={value})", f"springtail_{game_id}()")


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("butterfly", {"players": 3, "nets": ["a1", "b2"]}),
        ("spring", {"deck": {"RWWW": 4, "RRWW": 2}}),
        ("spring_on_a_string", {"animals": {"R": "mosquito"}, "knot_gap": 12, "players": 4}),
        ("nim", {"piles": (1, 2)}),
    ],
)
def test_other_options_are_given_as_json(game_id: str, options: dict[str, Any]) -> None:
    game = openspiel.load_game(st.game(game_id, **options))
    assert game.table.game == st.game(game_id, **options)
    assert pyspiel.load_game(str(game)).table.game == game.table.game
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_setup_can_be_given_and_is_not_drawn_then() -> None:
    record = st.game("butterfly").start(seed=5).record()
    game = openspiel.load_game(st.game("butterfly"), setup=record["setup"])
    state = pickle.loads(pickle.dumps(game.new_initial_state()))
    assert not state.is_chance_node()
    assert openspiel.springtail_state(state) == st.load(record)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 9}, "option players: 9"),
        ({"options": "%7B"}, "percent-encoded JSON"),
        ({"options": "[1]"}, "JSON object, not list"),
        ({"options": '{"colour":1}'}, "has no option 'colour'"),
        ({"setup": '{"board":[]}'}, "setup.board"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(st.SpringtailError, match=message):
        pyspiel.load_game("springtail_butterfly", parameters)


def test_an_outcome_that_cannot_be_drawn_is_refused_and_changes_nothing() -> None:
    state = decision("springtail_spring_rally(players=3)").get_game().new_initial_state()
    card = state.chance_outcomes()[0][0]
    state.apply_action(card)
    play = state.rules
    for outcome in (card, 99, -5):
        with pytest.raises(st.IllegalAction):
            play.apply_action(outcome)
    assert play.drawn == (state.action_to_string(-1, card),)


# Values.


@pytest.mark.parametrize("name", GAMES)
def test_a_state_survives_pickling_cloning_and_serialising(name: str) -> None:
    game = pyspiel.load_game(name)
    for plies in (0, 3, 17, 60):
        state = advance(game.new_initial_state(), random.Random(plies), plies)
        _, serialised = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for copy in (state.clone(), pickle.loads(pickle.dumps(state)), serialised):
            assert copy.history() == state.history()
            assert str(copy) == str(state)
            one, other = (advance(each.clone(), random.Random(7), 1000) for each in (state, copy))
            assert one.history() == other.history() and one.returns() == other.returns()


def test_a_clone_goes_its_own_way() -> None:
    state = decision("springtail_butterfly")
    before = str(state), state.history()
    advance(state.clone(), random.Random(1), 5)
    assert (str(state), state.history()) == before


def test_a_game_pickles() -> None:
    game = openspiel.load_game(st.game("spring_rally", players=5, track="volcano"))
    assert pickle.loads(pickle.dumps(game)).table.game == game.table.game


@pytest.mark.parametrize("name", GAMES)
def test_returns_stay_within_the_bounds_and_reach_them(name: str) -> None:
    game = pyspiel.load_game(name)
    returns = [value for seed in range(4) for value in list(states(name, seed))[-1].returns()]
    assert game.min_utility() - 1e-12 <= min(returns) and max(returns) <= game.max_utility() + 1e-12
    assert game.max_utility() in returns or game.max_utility() == pytest.approx(max(returns)) or set(returns) == {0.0}


# What a seat knows.


def test_the_own_cards_are_in_an_information_state_and_the_others_are_not() -> None:
    state = pyspiel.load_game("springtail_three_card_poker").new_initial_state()
    for card in (0, 2):
        state.apply_action(card)
    assert [state.information_state_string(seat) for seat in (0, 1)] == ["J ?", "? K"]
    state.apply_action(1)
    assert [state.information_state_string(seat) for seat in (0, 1)] == ["J ? bet", "? K bet"]


def swapped(state: Any, seat: int) -> Any:
    """Return the state with two hidden cards of two other seats exchanged, all else as it was."""
    one, other = (place for place in range(state.num_players()) if place != seat)
    actions = state.history()
    dealt = len(actions) // state.num_players()
    places = one * dealt, other * dealt
    actions[places[0]], actions[places[1]] = actions[places[1]], actions[places[0]]
    made = state.get_game().new_initial_state()
    for action in actions:
        made.apply_action(action)
    return made


def tensors(state: Any, seat: int) -> tuple[Any, ...]:
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        state.information_state_tensor(seat),
        state.observation_tensor(seat),
    )


@pytest.mark.parametrize("seat", range(3))
def test_hidden_cards_change_nothing_that_a_seat_is_told(seat: int) -> None:
    state = advance(pyspiel.load_game("springtail_spring_rally(players=3)").new_initial_state(), random.Random(1), 15)
    assert not state.is_chance_node()
    other = swapped(state, seat)
    assert str(other) != str(state)
    assert tensors(other, seat) == tensors(state, seat)
    sampler = FixedSampler(0.3)
    one, two = (each.resample_from_infostate(seat, sampler) for each in (state, other))
    assert one.history() == two.history()


class FixedSampler:
    """Gives one number for ever."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __call__(self) -> float:
        return self.value


def test_the_order_in_which_a_hand_is_dealt_makes_no_other_information_state() -> None:
    game = pyspiel.load_game("springtail_spring_rally(players=3)")
    one, other = game.new_initial_state(), game.new_initial_state()
    for at in range(5):
        one.apply_action(at)
        other.apply_action(4 - at)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)


@pytest.mark.parametrize("name", ["springtail_spring_rally(players=3)", "springtail_whist(cards=3)", FIVE[0]])
def test_an_information_state_is_remembered_for_ever(name: str) -> None:
    earlier: dict[int, str] = {}
    for state in states(name):
        if state.is_chance_node():
            continue
        for seat in range(state.num_players()):
            known = state.information_state_string(seat)
            assert known.startswith(earlier.get(seat, ""))
            earlier[seat] = known


@pytest.mark.parametrize(
    "name", ["springtail_spring_rally(players=3)", "springtail_whist(cards=4)", "springtail_three_card_poker"]
)
def test_an_information_tensor_says_what_the_string_says(name: str) -> None:
    observer = pyspiel.load_game(name).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for state in states(name):
        for seat in range(state.num_players()):
            observer.set_from(state, seat)
            rows = observer.dict["information"]
            told = [
                (sum(1 << bit for bit, value in enumerate(row[2:]) if value) if row[1] else None)
                for row in rows
                if row[0]
            ]
            movers = [ply.player for ply in state.full_history()]
            names = [
                "?" if code is None else state.rules.table.name(mover, code)
                for mover, code in zip(movers, told, strict=True)
            ]
            assert " ".join(names) == state.information_state_string(seat) == observer.string_from(state, seat)


@pytest.mark.parametrize("name", FIVE)
def test_an_observation_tensor_is_the_planes_of_the_game(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in list(states(name))[::9]:
        for seat in range(game.num_players()):
            tensor = numpy.array(state.observation_tensor(seat), numpy.float32)
            ours = state.rules.state
            if ours is None:
                assert not tensor.any()
            else:
                seen = ours.observation(seat)
                assert (tensor == Layout(ours.game).flat(planes(seen))).all()
                told = json.loads(state.observation_string(seat))
                told.pop("draws", None)
                assert told == json.loads(json.dumps(seen.to_dict()["state"]))


def test_an_observation_of_a_deal_that_goes_on_shows_the_own_cards() -> None:
    state = pyspiel.load_game("springtail_spring_rally(players=3)").new_initial_state()
    for outcome in (5, 3, 7, 8, 9, 20):
        state.apply_action(outcome)
    names = [state.action_to_string(-1, outcome) for outcome in (3, 5, 7, 8, 9)]
    assert json.loads(state.observation_string(0))["draws"] == [*names, None]
    assert json.loads(state.observation_string(2))["draws"] == [None] * 6


def test_a_game_without_hidden_cards_has_information_states_as_text_alone() -> None:
    state = decision("springtail_butterfly")
    assert not state.get_game().get_type().provides_information_state_tensor
    assert state.information_state_string(0) == state.information_state_string(1)


def test_toys_without_planes_have_no_observation_tensor() -> None:
    game = pyspiel.load_game("springtail_nim")
    assert not has_planes(game.table.game) and not game.get_type().provides_observation_tensor


def test_other_kinds_of_observation_are_not_offered() -> None:
    game = pyspiel.load_game("springtail_spring_rally")
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert game.make_py_observer(public) is None
    with pytest.raises(st.InvalidOptions, match="parameters"):
        game.make_py_observer(None, {"colour": 1})


# Resampling.


@pytest.mark.parametrize(
    "name", ["springtail_spring_rally(players=3)", "springtail_whist(cards=4)", "springtail_three_card_poker"]
)
def test_a_resampled_state_cannot_be_told_from_the_true_one(name: str) -> None:
    for state in list(states(name, seed=3))[:-1:3]:
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert tensors_of(other, seat) == tensors_of(state, seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            assert other.move_number() == state.move_number()


def tensors_of(state: Any, seat: int) -> tuple[Any, ...]:
    return state.information_state_string(seat), state.observation_string(seat), state.information_state_tensor(seat)


def test_resampling_draws_each_world_as_often() -> None:
    state = advance(pyspiel.load_game("springtail_whist(cards=2)").new_initial_state(), random.Random(2), 9)
    seat = state.current_player()
    worlds = state.rules.state.observation(seat).count_worlds()
    counts = Counter(
        str(state.resample_from_infostate(seat, FixedSampler(number / 2**20))) for number in range(60 * worlds)
    )
    assert len(counts) == worlds > 4
    assert sum((count - 60) ** 2 / 60 for count in counts.values()) < worlds + 5 * (2 * worlds) ** 0.5


def test_a_game_without_hidden_cards_resamples_to_itself() -> None:
    state = decision("springtail_butterfly", 5)
    assert state.resample_from_infostate(0, FixedSampler(0.5)).history() == state.history()


# OpenSpiel's players on springtail's games.


@pytest.mark.parametrize("name", FIVE[:4])
def test_openspiels_compiled_mcts_finds_a_move(name: str) -> None:
    state = decision(name, 4)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.4, 20, 100, False, 1, False)
    root = bot.mcts_search(state)
    assert root.explore_count == 20 and root.best_child().action in state.legal_actions()


def test_openspiels_compiled_mcts_plays_a_whole_game() -> None:
    state = decision("springtail_spring_on_a_string(animals=0)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bots = [pyspiel.MCTSBot(state.get_game(), evaluator, 1.4, 2, 100, False, seed, False) for seed in (1, 2)]
    assert sum(pyspiel.evaluate_bots(state, bots, 1)) == 0


@pytest.mark.parametrize("name", FIVE[:4])
def test_openspiels_python_mcts_finds_a_move(name: str) -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state, rng = decision(name, 4), numpy.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_openspiels_python_ismcts_finds_a_move() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state, rng = decision("springtail_spring_rally(players=3)", 20), numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, 20, random_state=rng, allow_inconsistent_action_sets=True)
    assert bot.step(state) in state.legal_actions()


def test_openspiels_compiled_ismcts_says_that_it_cannot_resample_a_python_game(
    capfd: pytest.CaptureFixture[str],
) -> None:
    state, evaluator = decision("springtail_spring_rally"), pyspiel.RandomRolloutEvaluator(1, 1)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, 20, -1, final, False, False)
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.step_with_policy(state)


# springtail's players.


@pytest.mark.parametrize("name", [*FIVE, "springtail_whist(cards=4)"])
def test_a_bot_plays_springtails_games(name: str) -> None:
    state = decision(name, 4)
    bot = openspiel.Bot(st.Limit(simulations=50), solver="auto", seed=1)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "kuhn_poker"])
def test_a_bot_plays_openspiels_games_that_springtail_has(name: str) -> None:
    bots = [openspiel.Bot(st.Limit(simulations=100), seed=seed) for seed in (1, 2)]
    returns = pyspiel.evaluate_bots(pyspiel.load_game(name).new_initial_state(), bots, 1)
    assert sum(returns) == 0


def test_a_bot_finds_the_winning_column_in_openspiels_connect_four() -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in (3, 3, 2, 2):
        state.apply_action(column)
    policy, action = openspiel.Bot(st.Limit(simulations=20_000), seed=1).step_with_policy(state)
    assert action in (1, 4)
    assert dict(policy)[action] == 1 and sum(chance for _, chance in policy) == 1


@pytest.mark.parametrize("name", ["chess", "kuhn_poker(players=3)", "connect_four(rows=5)"])
def test_a_bot_refuses_other_games(name: str) -> None:
    game = pyspiel.load_game(name)
    with pytest.raises(st.Unsupported, match="springtail has no such game"):
        openspiel.Bot().step(game.new_initial_state())


def test_a_bot_has_nothing_to_do_while_cards_are_dealt() -> None:
    state = pyspiel.load_game("springtail_whist").new_initial_state()
    state.apply_action(0)
    with pytest.raises(st.InvalidPosition, match="deal is going on"):
        openspiel.Bot().step(state)


def test_a_bot_can_begin_again() -> None:
    state, bot = decision("springtail_butterfly"), openspiel.Bot(st.Limit(simulations=50), seed=3)
    first = bot.step(state)
    bot.restart()
    assert bot.step(state) == first
    bot.restart_at(state)
    assert bot.step(state) == first


# OpenSpiel's own games against ours, move by move.


def in_step(ours: st.State, theirs: Any, our_id: Any) -> None:
    assert ours.is_terminal() == theirs.is_terminal()
    if theirs.is_terminal():
        return
    assert ours.is_chance_node() == theirs.is_chance_node()
    if theirs.is_chance_node():
        outcomes = {ours.game.action_string(our_id(-1, action)): chance for action, chance in theirs.chance_outcomes()}
        assert dict(ours.chance_outcomes()) == pytest.approx(outcomes)
    else:
        assert ours.current_player() == theirs.current_player()
        player = theirs.current_player()
        assert ours.legal_action_ids() == sorted(our_id(player, action) for action in theirs.legal_actions())


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe"])
def test_random_games_run_in_step_with_openspiels(name: str) -> None:
    our_id, draw = openspiel.bot.twins()[name].our_id, random.Random(1)
    outcomes = Counter[float]()
    for _ in range(200):
        ours, theirs = st.game(name).start(), pyspiel.load_game(name).new_initial_state()
        while not theirs.is_terminal():
            in_step(ours, theirs, our_id)
            action = draw.choice(theirs.legal_actions())
            ours.apply_action_id(our_id(theirs.current_player(), action))
            theirs.apply_action(action)
        in_step(ours, theirs, our_id)
        assert ours.returns() == theirs.returns()
        outcomes[theirs.returns()[0]] += 1
    assert {1.0, -1.0} <= set(outcomes)


def test_kuhn_poker_is_openspiels_in_every_line_of_play() -> None:
    our_id = openspiel.bot.twins()["kuhn_poker"].our_id
    ends = 0

    def walk(ours: st.State, theirs: Any) -> None:
        nonlocal ends
        in_step(ours, theirs, our_id)
        if theirs.is_terminal():
            ends += 1
            assert [ours.margin(seat) for seat in (0, 1)] == theirs.returns()
            return
        actions = [a for a, _ in theirs.chance_outcomes()] if theirs.is_chance_node() else theirs.legal_actions()
        for action in actions:
            other = ours.clone()
            other.apply_action_id(our_id(theirs.current_player(), action))
            walk(other, theirs.child(action))

    walk(st.game("three_card_poker").start(), pyspiel.load_game("kuhn_poker").new_initial_state())
    assert ends == 30


# The package.


def test_python_ends_cleanly_after_the_games_were_registered() -> None:
    code = "import pyspiel, springtail.adapters.openspiel as o; print(pyspiel.load_game('springtail_butterfly'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "springtail_butterfly()\n"), done.stderr


def test_springtail_alone_does_not_load_openspiel() -> None:
    code = "import sys, springtail; print('pyspiel' in sys.modules, 'springtail.adapters' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"

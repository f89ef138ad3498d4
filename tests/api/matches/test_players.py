"""Players as texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import springtail as st
from springtail.matches.game import play
from springtail.matches.match import make_match
from springtail.matches.players import Engine, Heuristic, Searcher, first_decision, read_player, sees


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("mcts@0.2s", Searcher("mcts", st.Limit(time=0.2))),
        ("ismcts@1000sims", Searcher("ismcts", st.Limit(simulations=1000))),
        ("alphabeta@4000nodes,multi=1", Searcher("alphabeta", st.Limit(nodes=4000), {"multi": 1})),
        ("alphabeta@6plies,memory_mb=8", Searcher("alphabeta", st.Limit(depth=6, memory_mb=8))),
        ("mcts@1s,nodes=50,leaf=estimate", Searcher("mcts", st.Limit(time=1, nodes=50), {"leaf": "estimate"})),
        ("mcts,time=0.5,open_hands=true", Searcher("mcts", st.Limit(time=0.5), {"open_hands": True})),
        ("greedy", Heuristic("greedy")),
        ("jsonl:bot --level 'very hard'", Engine(("bot", "--level", "very hard"))),
        ("jsonl@2s,solver=mcts:bot", Engine(("bot",), st.Limit(time=2), {"solver": "mcts"})),
    ],
)
def test_a_text_is_read(text: str, player: object) -> None:
    assert read_player(text) == player
    assert read_player(read_player(text).text()) == player


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mcts", "player 'mcts': how long may it think?"),
        ("mcts@soon", "player 'mcts@soon': 'soon' is no limit"),
        ("mcts@0sims", "player 'mcts@0sims': simulations: must be above 0"),
        ("mcts@1.5sims", "player 'mcts@1.5sims': simulations: must be a whole number"),
        ("mcts@1s,time=2", "player 'mcts@1s,time=2': time is given twice"),
        ("mcts@1s,seed", "'seed' must be NAME=VALUE"),
        ("mcts@1s,seed=1,seed=2", "'seed=2' is given twice"),
        ("stockfish@1s", "'stockfish' is no solver"),
        ("", "'' is no solver"),
        ("mcts@1s:command", "only jsonl takes a command"),
        ("jsonl", "which command?"),
        ("jsonl:'open", "No closing quotation"),
        (7, "must be a text, a Bot or a function, not 7"),
    ],
)
def test_what_is_wrong_with_a_text_is_named(text: Any, message: str) -> None:
    with pytest.raises((st.InvalidOptions, st.InvalidLimit), match="player") as caught:
        read_player(text)
    assert message in str(caught.value)


@given(some.text(max_size=30) | some.text("mctsjonl@,:=0129.sie ", max_size=20))
def test_any_text_is_a_player_or_a_clear_error(text: str) -> None:
    try:
        assert isinstance(read_player(text).text(), str)
    except (st.InvalidOptions, st.InvalidLimit) as error:
        assert str(error).startswith("player ")


def test_the_limit_of_the_match_is_for_players_without_one() -> None:
    limit = st.Limit(simulations=7)
    assert read_player("mcts", limit) == read_player("mcts@7sims")
    assert read_player("mcts@8sims", limit) == read_player("mcts@8sims")
    assert read_player(st.Bot("mcts", exploration=0.5), limit) == read_player("mcts@7sims,exploration=0.5")


def test_a_hidden_game_is_shown_as_an_observation_unless_all_is_openly_seen() -> None:
    state = first_decision(st.game("spring_rally"))
    assert isinstance(sees(read_player("ismcts@9sims"), state), st.Observation)
    assert isinstance(sees(read_player("random"), state), st.Observation)
    assert isinstance(sees(read_player(lambda view: "B2"), state), st.Observation)
    assert isinstance(sees(read_player("mcts@9sims,open_hands=true"), state), st.State)


def test_a_player_gets_a_copy_of_an_open_state() -> None:
    state = st.game("nim").start()
    shown = sees(read_player("random"), state)
    assert isinstance(shown, st.State)
    shown.apply_action(shown.legal_actions()[0])
    assert state.history() == []


@pytest.mark.parametrize(
    ("player", "game_id", "message"),
    [
        ("winder", "butterfly", "player winder: butterfly has no such heuristic; it has random, greedy, greedy_margin"),
        ("greedy", "spring_rally", "they play games that hide nothing"),
        ("mcts@9sims,strenth=3", "butterfly", "mcts has no setting 'strenth'"),
        ("mcts@9sims,exploration=-1", "butterfly", "exploration"),
        ("ismcts@9sims", "butterfly", "ismcts"),
    ],
)
def test_a_player_that_does_not_play_the_game_is_found_out_before(player: str, game_id: str, message: str) -> None:
    with pytest.raises(st.SpringtailError) as caught:
        st.match(st.game(game_id), [player, "random"], games=2)
    assert message in str(caught.value)


def test_greedy_takes_the_points_that_its_turn_can_bring() -> None:
    state = st.load((Path(__file__).parents[3] / "examples" / "butterfly.json").read_text())
    assert isinstance(state, st.State)
    assert read_player("greedy").seat(0, None).choose(state) == "e4"


def test_the_winder_releases_when_its_dial_shows_enough() -> None:
    game = st.game("spring_rally", players=3)
    dial = game.DIAL  # type: ignore[attr-defined]
    record = play(make_match(game, ["winder"]).fixture(0)).record
    state, seen = game.start(setup=record["setup"]), set()
    for action in record["actions"]:
        if action in ("keep", "release"):
            mover = state.current_player()
            wound = dial[state.observation(mover).to_dict()["state"]["winds"][mover]]
            assert action == ("release" if wound >= 10 else "keep")
            seen.add(action)
        state.apply_action(action)
    assert seen == {"keep", "release"}


def test_a_search_differs_from_seed_to_seed_and_alphabeta_takes_none() -> None:
    state = st.game("butterfly").start(seed=1)
    found = {read_player("mcts@5sims").seat(seed, None).choose(state) for seed in range(20)}
    assert len(found) > 1
    assert len({read_player("alphabeta@50nodes").seat(seed, None).choose(state) for seed in range(3)}) == 1

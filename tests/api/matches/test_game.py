"""One game of a match."""

from __future__ import annotations

import time
from typing import Any

import pytest
from scenes.players import broken, cheat, first, last

import springtail as st
from springtail.matches.game import Played, play
from springtail.matches.match import Match, make_match

POKER = st.game("three_card_poker")


def told(played: Played) -> dict[str, Any]:
    """Return the line of a log without the seconds."""
    line = played.to_dict()
    del line["match"]["seconds"]
    return line


@pytest.mark.parametrize(
    ("game_id", "options", "player"),
    [
        ("butterfly", {"players": 3}, "mcts@20sims"),
        ("spinnentwist", {}, "alphabeta@50nodes"),
        ("spring", {}, "mcts@20sims"),
        ("spring_rally", {"players": 5}, "ismcts@20sims"),
        ("spring_on_a_string", {"players": 4}, "mcts@20sims"),
    ],
)
def test_a_game_follows_from_match_and_number_and_its_line_is_a_record(
    game_id: str, options: dict[str, Any], player: str
) -> None:
    def line() -> dict[str, Any]:
        described = make_match(st.game(game_id, **options), [player, "random"], seed=11)
        return told(play(described.fixture(5)))

    assert line() == line()
    state = st.load(line())
    assert isinstance(state, st.State)
    assert (state.is_terminal(), state.scores(), state.winners()) == (True, line()["scores"], line()["winners"])


def test_a_line_of_a_log_is_read_as_the_game_that_it_tells() -> None:
    played = play(make_match(POKER, ["random", "ismcts@20sims"]).fixture(1))
    again = Played.read(played.to_dict())
    assert again == played
    assert again.efforts == played.efforts


def deals(described: Match, games: int) -> list[list[str]]:
    """Return the deals of the rounds of Spring Rally that each game saw."""
    played = [play(described.fixture(number)) for number in range(games)]
    return [[action for action in game.record["actions"] if action.startswith("deal")] for game in played]


def test_the_games_of_a_set_have_the_same_luck_and_sets_have_their_own() -> None:
    first_set = deals(make_match(st.game("spring_rally", players=3), ["winder", "random"]), 6)
    rounds = min(map(len, first_set))
    assert rounds > 1
    assert len({tuple(dealt[:rounds]) for dealt in first_set[:3]}) == 1
    assert len({dealt[0] for dealt in first_set}) == 2


def test_set_ups_are_the_same_in_a_set() -> None:
    described = make_match(st.game("butterfly", players=3), ["greedy", "random"])
    boards = [play(described.fixture(number)).record["setup"] for number in range(6)]
    assert boards[0] == boards[1] == boards[2] != boards[3] == boards[4] == boards[5]


@pytest.mark.parametrize(
    ("player", "end", "error"),
    [
        (broken, "crash", "RuntimeError: out of ideas"),
        (cheat, "illegal", "action 'resign': not the notation of butterfly"),
        (lambda view: None, "illegal", "action None: must be a text"),
        (lambda view: (_ for _ in ()).throw(SystemExit(2)), "crash", "SystemExit: 2"),
    ],
)
def test_the_fault_of_a_player_ends_the_game_and_the_others_share_the_win(player: Any, end: str, error: str) -> None:
    described = make_match(st.game("butterfly", players=3), {"bad": player, "good": first}, pairing=[[1, 0, 1]])
    numbers = [number for number in range(3) if described.fixture(number).seats[1].name == "bad"]
    played = play(described.fixture(numbers[0]))
    assert (played.end, played.culprit, played.winners, played.scores) == (end, 1, (0, 2), None)
    assert error in played.error
    assert played.outcome.shares == (0.5, 0.0, 0.5)
    assert played.outcome.places == (1, 2, 1)
    assert isinstance(st.load(played.to_dict()), st.State)


def test_partners_lose_together() -> None:
    described = make_match(st.game("whist"), {"bad": broken, "good": first}, pairing=[[0, 1, 1, 1]])
    played = next(play(fixture) for number in range(4) if (fixture := described.fixture(number)).seats[1].name == "bad")
    assert (played.culprit, played.winners) == (1, (0, 2))


@pytest.mark.parametrize("seconds", [0.2, 60.0])
def test_a_function_that_takes_too_long_loses_and_is_not_waited_for(seconds: float) -> None:
    def slow(view: st.State) -> str:
        time.sleep(seconds)
        return last(view)

    described = make_match(st.game("nim"), {"slow": slow, "quick": first}, timeout=0.1, pairing=[[0, 1]])
    started = time.monotonic()
    played = play(described.fixture(0))
    assert (played.end, played.culprit) == ("time", 0)
    assert time.monotonic() - started < 30


def test_a_search_that_takes_longer_than_allowed_loses_on_time() -> None:
    described = make_match(st.game("connect_four"), ["mcts@0.1s", "random"], timeout=0.02, pairing=[[0, 1]])
    played = play(described.fixture(0))
    assert (played.end, played.culprit) == ("time", 0)
    assert "0.02 s allowed" in played.error


def test_nobody_is_asked_where_one_action_is_legal() -> None:
    played = play(make_match(st.game("nim", piles=(1,)), {"bad": broken, "good": first}).fixture(0))
    assert (played.end, [effort.moves for effort in played.efforts]) == ("over", [0, 0])


@pytest.mark.parametrize("number", range(4))
def test_games_begin_with_the_openings_in_turn(number: int) -> None:
    four = st.game("connect_four")
    record = four.start()
    for action in "445":
        record.apply_action(action)
    openings = [record.record(), record.child("6").to_dict()]
    played = play(make_match(four, ["random", "mcts@20sims"], openings=openings).fixture(number))
    line = played.to_dict()
    if number < 2:
        assert line["actions"][:3] == ["4", "4", "5"]
    else:
        assert line["position"] == openings[1]["state"]
        assert "setup" not in line
    state = st.load(line)
    assert isinstance(state, st.State)
    assert state.winners() == line["winners"]


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        ({"game": "nim", "actions": []}, "openings[1]: is of nim for 2, not three_card_poker for 2"),
        ({"game": "three_card_poker"}, "openings[1]: state: missing"),
        (
            {"game": "three_card_poker", "seat": 0, "state": {"cards": ["Q", None], "actions": []}},
            "openings[1]: is what one seat sees",
        ),
        ({"game": "three_card_poker", "actions": ["K", "Q", "pass", "pass"]}, "openings[1]: the game is over"),
    ],
)
def test_a_wrong_opening_is_named(opening: dict[str, Any], message: str) -> None:
    right = {"game": "three_card_poker", "actions": []}
    with pytest.raises(st.InvalidPosition) as caught:
        make_match(POKER, ["random", "ismcts@9sims"], openings=[right, opening])
    assert str(caught.value).startswith(message)

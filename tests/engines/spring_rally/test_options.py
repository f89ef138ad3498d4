"""Options of Spring Rally."""

import pickle
from pathlib import Path

import pytest

from springtail.cython_ext.errors import InvalidOptions, InvalidPosition
from springtail.engines import game
from springtail.engines.documents import load

OWN = {"length": 20, "uphill": [[7, 8]], "downhill": [[12, 13]]}
TOML = "length = 20\nuphill = [[7, 8]]\ndownhill = [[12, 13]]\n"


@pytest.fixture
def track_file(tmp_path: Path) -> Path:
    path = tmp_path / "track.toml"
    path.write_text(TOML, "utf-8")
    return path


def test_four_players_on_the_beach_are_the_default():
    assert game("spring_rally").options == {"players": 4, "track": "beach"}


def test_two_players_six_players_and_unknown_tracks_are_refused():
    for options in ({"players": 2}, {"players": 6}, {"players": True}, {"track": "desert"}, {"track": 34}, {"web": 1}):
        with pytest.raises(InvalidOptions, match=next(iter(options))):
            game("spring_rally", **options)


def test_an_own_track_is_played_on():
    assert game("spring_rally", track=OWN).track.slides()[7:14] == [-1, -2, 0, 0, 0, 2, 1]
    assert game("spring_rally", track=OWN).finish == 40


def test_a_track_file_is_the_same_as_its_content(track_file):
    assert game("spring_rally", track=track_file) == game("spring_rally", track=OWN)


@pytest.mark.parametrize("content", [None, "length = ", "length = 5\nuphill = []\ndownhill = []", b"\xff\xfe"])
def test_a_bad_track_file_is_refused_by_name(tmp_path, content):
    path = tmp_path / "track.toml"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InvalidOptions, match=r"option track: .*track\.toml"):
        game("spring_rally", track=path)


def test_a_game_with_an_own_track_hashes_pickles_and_reads_back():
    rally = game("spring_rally", track=OWN)
    again = game("spring_rally", **rally.written_options())
    assert {rally: 1}[again] == 1
    assert pickle.loads(pickle.dumps(rally)) == rally
    assert rally.written_options() == {"players": 4, "track": OWN}
    assert load(rally.start(setup={"leader": 2}).record()).game == rally


def test_documents_cannot_name_files(track_file):
    document = game("spring_rally").start().to_dict() | {"options": {"track": str(track_file)}}
    with pytest.raises(InvalidOptions, match="track"):
        load(document)


def test_how_sure_the_components_are_is_told():
    sure = game("spring_rally").info.components
    assert sure["dial"] == "published"
    assert sure["track_slopes"] == "published"
    assert sure["track_lap"] == sure["track_stretches"] == "reconstruction"


def test_of_an_own_track_nothing_is_claimed():
    sure = game("spring_rally", track=OWN).info.components
    assert sure["dial"] == "published"
    assert not [name for name in sure if name.startswith("track")]


@pytest.mark.parametrize("setup", [{"leader": -1}, {"leader": 4}, {"leader": True}, {"leader": None}, {"starter": 0}])
def test_a_bad_set_up_is_refused(setup):
    with pytest.raises(InvalidPosition, match=next(iter(setup))):
        game("spring_rally").start(setup=setup)


@pytest.mark.parametrize("lap", [32, 34, 36])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_laps_near_the_reconstruction_are_played_to_the_end(random_states, lap, players):
    track = {"length": lap, "uphill": [[6, 9], [lap - 10, lap - 7]], "downhill": [[16, 18]]}
    rally = game("spring_rally", players=players, track=track)
    for seed in range(3):
        *_, end = random_states(rally, seed)
        assert max(end.scores()) <= 2 * lap
        assert len(end.winners()) == 1

"""The options of Butterfly and the components they come from."""

import copy
import pickle
from importlib.resources import files
from pathlib import Path

import pytest

from springtail.cython_ext.errors import InvalidOptions, SpringtailError
from springtail.engines import game
from springtail.engines.butterfly.components import check_cells, shipped

COMPONENTS = files("springtail.engines.butterfly").joinpath("components.toml").read_text("utf-8")


def nets_file(folder: Path, text: str) -> Path:
    path = folder / "nets.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_default_is_two_players_with_sparse_nets():
    assert dict(game("butterfly").options) == {"players": 2, "nets": "sparse"}


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_the_square_grows_with_the_players(players, size):
    board = game("butterfly", players=players).start(seed=1).to_dict()["state"]["board"]
    assert [len(row) for row in board] == [size] * size


def test_own_nets_are_sorted_and_equal_in_any_order():
    one, other = game("butterfly", nets=["e5", "b2"]), game("butterfly", nets=("b2", "e5"))
    assert one.options["nets"] == ("b2", "e5")
    assert one == other
    assert hash(one) == hash(other)


def test_own_nets_are_written_as_a_list():
    assert game("butterfly", nets=("e5", "b2")).written_options() == {"players": 2, "nets": ["b2", "e5"]}
    assert game("butterfly").written_options() == {"players": 2, "nets": "sparse"}


@pytest.mark.parametrize(
    ("nets", "reason"),
    [
        ("dense", "sparse"),
        ("components.toml", "sparse"),
        (["b2", "b2"], "twice"),
        (["z9"], "z9"),
        (["b2 "], "b2 "),
        (["b10"], "b10"),
        ([2], "int"),
        ([None], "NoneType"),
        ({"b2": 1}, "list"),
        (["g1"], "g1.*a1 to f6"),
        (7, "list"),
        (["a1"] * 1000, "1000"),
        (True, "list"),
    ],
)
def test_wrong_nets_are_refused_by_name(nets, reason):
    with pytest.raises(InvalidOptions, match=f"option nets: .*{reason}"):
        game("butterfly", nets=nets)


@pytest.mark.parametrize("players", [1, 6, "2", 2.0, True, None])
def test_wrong_numbers_of_players_are_refused_by_name(players):
    with pytest.raises(InvalidOptions, match="option players"):
        game("butterfly", players=players)


def test_nets_come_from_a_file_in_the_format_of_the_shipped_one(tmp_path):
    measured = nets_file(tmp_path, COMPONENTS.replace('2 = ["b2", "e2", "b5", "e5"]', '2 = ["c3", "a1"]'))
    assert game("butterfly", nets=measured).options["nets"] == ("a1", "c3")


def test_a_file_may_have_nothing_but_nets(tmp_path):
    measured = nets_file(tmp_path, '[nets.cells]\n3 = ["g7"]\n')
    assert game("butterfly", nets=measured, players=3) == game("butterfly", nets=["g7"], players=3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[nets", "nets.toml"),
        ("", "no nets for 2 players"),
        ("nets = 3", "no nets for 2 players"),
        ('[nets.cells]\n3 = ["a1"]', "no nets for 2 players"),
        ('[nets.cells]\n2 = "a1"', "nets.cells.2"),
        ('[nets.cells]\n2 = ["k1"]', "nets.cells.2.*k1"),
        ('[nets.cells]\n2 = ["g7"]', "g7"),
        (COMPONENTS.replace("copies = 6", "copies = 7"), "tiles differ"),
        (COMPONENTS.replace("2 = 6", "2 = 5"), "boards differ"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, text, reason):
    with pytest.raises(InvalidOptions, match=f"option nets: .*{reason}"):
        game("butterfly", nets=nets_file(tmp_path, text))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidOptions, match="option nets: .*absent.toml"):
        game("butterfly", nets=tmp_path / "absent.toml")


def test_the_path_of_a_file_is_not_read_from_text(tmp_path):
    path = nets_file(tmp_path, COMPONENTS)
    with pytest.raises(SpringtailError):
        game("butterfly", nets=str(path))


def test_games_with_own_nets_survive_pickling():
    butterfly = game("butterfly", players=4, nets=["a1", "h8"])
    assert pickle.loads(pickle.dumps(butterfly)) == butterfly
    assert copy.deepcopy(butterfly) == butterfly


def test_components_say_how_sure_they_are():
    sure = game("butterfly").info.components
    assert sure["nets"] == "reconstruction"
    assert {sure[name] for name in sure if name != "nets"} == {"published"}
    assert {"red", "wasps", "boards"} <= set(sure)


def test_how_sure_own_nets_are_is_not_claimed():
    assert "nets" not in game("butterfly", nets=["a1"]).info.components


def test_the_box_has_100_tiles_of_63_kinds():
    tiles = shipped().tiles
    assert sum(tile.copies for tile in tiles) == 100
    assert len({tile.code for tile in tiles}) == len(tiles) == 63


@pytest.mark.parametrize(("smaller", "larger"), [(2, 4), (3, 5)])
def test_the_nets_of_a_board_side_are_one_picture(smaller, larger):
    last = larger + 4
    border = {"a", "1", "abcdefghi"[last - 1], str(last)}
    inner = {cell for cell in shipped().nets[larger] if not border & set(cell)}
    assert {chr(ord(cell[0]) + 1) + str(int(cell[1]) + 1) for cell in shipped().nets[smaller]} == inner


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_nets_look_the_same_from_all_four_sides(players):
    size = players + 4
    nets = {("abcdefghi".index(cell[0]), int(cell[1]) - 1) for cell in shipped().nets[players]}
    assert {(size - 1 - row, column) for column, row in nets} == nets


def test_check_cells_takes_no_cells_at_all():
    assert check_cells([]) == ()

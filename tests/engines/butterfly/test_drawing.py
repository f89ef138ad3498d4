"""The text drawing shows all that a player may know and must decide."""

from springtail.engines import game


def test_open_nets_are_marked_and_covered_ones_are_not(lay):
    rows = lay("R1 . R2 .\n. D1", "f6N", nets=["a1", "b1", "a2", "b2"]).draw().splitlines()
    assert rows[1].split() == ["1", "R1", "#", "R2", ".", ".", "."]
    assert rows[2].split() == ["2", "#", "D1", ".", ".", ".", "."]


def test_columns_are_letters_and_rows_numbers():
    rows = game("butterfly", players=5).start(seed=1).draw().splitlines()
    assert rows[0].split() == list("abcdefghi")
    assert [row.split()[0] for row in rows[1:10]] == list("123456789")


def test_the_hedgehog_is_an_arrow_beside_what_its_cell_holds(lay):
    state = game("butterfly").start(seed=1)
    tile = state.to_dict()["state"]["board"][3][2]
    for direction, arrow in zip("NESW", "^>v<", strict=True):
        placed = state.child(f"c4{direction}").draw().splitlines()
        assert placed[4].split()[3] == tile + arrow
    assert lay("R1", "b1E", nets=["b1"]).draw().splitlines()[1].split()[2] == "#>"


def test_every_seat_has_its_points_and_its_tiles_by_kind(lay):
    drawing = lay("R1", "c1W", held=[["R2", "R2", "RX", "BE", "H12", "C3"], ["L4"]], players=2).draw()
    assert "seat 0: 23 points: R2x2 RX | C3 | H12 | BE" in drawing
    assert "seat 1: " in drawing


def test_the_bag_is_listed_with_its_size(lay):
    assert "bag: 4 tiles: R2 | D3 | FLx2" in lay("R1", "c1W", bag=["FL", "D3", "FL", "R2"]).draw()
    assert "bag: 0 tiles: nothing" in lay("R1", "c1W", bag=[]).draw()


def test_crickets_that_left_the_game_are_listed(lay):
    assert "out of the game: C1 C2 C3 C4 C5 C6 C7 C8 C9" in lay("R1", "c1W", bag=[]).draw()
    assert "out of the game" not in game("butterfly").start(seed=1).draw()


def test_the_last_line_says_what_is_decided_and_by_whom(lay):
    state = game("butterfly").start(seed=1)
    assert state.draw().splitlines()[-1] == "seat 1 places the hedgehog, on any cell in any direction"
    state = lay(". . . R1 G1", "a1E", nets=["b1", "c1"], bag=["FL", "FL"])
    assert state.draw().splitlines()[-1] == "seat 0 moves to one of d1 e1"
    state.apply_action("d1")
    assert state.draw().splitlines()[-1] == "seat 0 draws or skips (on the way to d1, 2 open nets to decide)"
    state.apply_action("skip")
    state.apply_action("draw")
    assert state.draw().splitlines()[-1] == "seat 0 draws a tile from the bag (on the way to d1, 1 open net to decide)"
    state.apply_action("FL")
    state.apply_action("e1")
    assert state.draw().splitlines()[-1].startswith("seat 0 cannot move: the game is over, won by seat ")


def test_a_seat_sees_the_same_drawing():
    state = game("butterfly").start(seed=1)
    assert state.draw(0) == state.draw(1) == state.draw()

import pytest

from springtail.solvers.score import Score


def test_win_share_follows_from_the_return():
    assert Score.exact([1, -0.5, -0.5], [3, -3, -4]).win_shares == (1, 0, 0)
    assert Score.exact([0, 0], [0, 0]).win_shares == (0.5, 0.5)


def test_pov_gives_one_seats_view():
    seen = Score.exact([1, -1], [5, -5]).pov(1)
    assert (seen.kind, seen.expected_return, seen.win_share, seen.margin) == ("exact", -1, 0, -5)
    assert seen.stderr == seen.margin_stderr == 0


@pytest.mark.parametrize("seat", [-1, 2])
def test_pov_of_no_seat_is_refused(seat):
    with pytest.raises(IndexError):
        Score.exact([1, -1], [5, -5]).pov(seat)

"""Tracks: those of the box, and what is said about one's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from springtail.engines.spring_rally.components import shipped
from springtail.engines.spring_rally.track import Track, check_track

GOOD = {"length": 34, "uphill": [[6, 9]], "downhill": [[15, 18]]}


def with_slopes(uphill=(), downhill=(), length=34):
    return check_track({"length": length, "uphill": list(uphill), "downhill": list(downhill)})


def test_the_tracks_of_the_box_keep_every_slide_on_the_flat():
    assert {name: track.report() for name, track in shipped().tracks.items()} == {"beach": (), "volcano": ()}


def test_the_tracks_of_the_box_have_the_slopes_of_the_rules():
    beach, volcano = shipped().tracks["beach"], shipped().tracks["volcano"]
    assert beach == Track(34, uphill=((6, 9), (24, 27)), downhill=((15, 18),))
    assert volcano == Track(34, uphill=((15, 18),), downhill=((6, 9), (24, 27)))


def test_the_dial_has_nine_fields_and_comes_back_to_0():
    assert shipped().dial == (0, 1, 3, 6, 10, 15, 16, 8, 4, 0)


def test_a_slope_slides_to_the_flat_beside_it():
    slides = with_slopes([[6, 9]], [[15, 17]], length=20).slides()
    assert slides[6:10] == [-1, -2, -3, -4]
    assert slides[15:18] == [3, 2, 1]
    assert sum(slide != 0 for slide in slides) == 7


@pytest.mark.parametrize(
    ("uphill", "downhill", "finding"),
    [
        ([[5, 7]], [], "uphill 5-7: 4 flat spaces lie between it and the line on its landing side, not 5"),
        ([[1, 2]], [], "uphill 1-2: 0 flat spaces lie between it and the line on its landing side, not 5"),
        ([], [[27, 29]], "downhill 27-29: 4 flat spaces lie between it and the line on its landing side, not 5"),
        (
            [[12, 13]],
            [[8, 9]],
            "downhill 8-9: 2 flat spaces lie between it and another slope on its landing side, not 5",
        ),
        ([[6, 7], [8, 9]], [], "uphill 8-9: 0 flat spaces lie between it and another slope on its landing side, not 5"),
    ],
)
def test_a_slide_that_could_leave_its_flat_is_reported(uphill, downhill, finding):
    assert finding in with_slopes(uphill, downhill).report()


def test_five_flat_spaces_are_enough():
    assert with_slopes([[6, 7]], [[13, 14]], length=20).report() == ()
    assert with_slopes([], [[12, 14]], length=20).report() == ()


def test_cars_rest_on_the_flat_only_where_slides_end_there():
    track = shipped().tracks["beach"]
    flat = {space for space, slide in enumerate(track.slides()) if slide == 0}
    assert all(track.resting_places(players) == flat for players in (3, 4, 5))
    close = with_slopes([[10, 12]], [[5, 8]], length=30)
    assert close.resting_places(3) - set(range(13, 30)) - set(range(5)) == {9, 10, 11, 8, 7}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"length": 9}, "length"),
        ({"length": 61}, "length"),
        ({"length": 34.0}, "length"),
        ({"length": True}, "length"),
        ({"uphill": 3}, "uphill"),
        ({"uphill": [[0, 3]]}, r"uphill\[0\]"),
        ({"uphill": [[9, 6]]}, r"uphill\[0\]"),
        ({"downhill": [[30, 34]]}, r"downhill\[0\]"),
        ({"downhill": [[1, 2, 3]]}, r"downhill\[0\]"),
        ({"downhill": [[9, 12]]}, "6-9 and 9-12 overlap"),
        ({"uphill": [[6, 9], [7, 8]]}, "6-9 and 7-8 overlap"),
        ({"branch": 1}, "'branch': unknown field"),
    ],
)
def test_a_track_that_cannot_be_is_refused(change, reason):
    with pytest.raises(ValueError, match=reason):
        check_track(GOOD | change)


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(ValueError, match=r"(?s)bridge.*length.*uphill\[0\].*downhill"):
        check_track({"length": 3, "uphill": [[0, 0]], "bridge": 1})


def test_a_written_track_reads_back():
    for track in shipped().tracks.values():
        assert check_track(track.written()) == check_track(track) == track


@given(some.data())
def test_any_value_is_a_track_or_refused(junk, data):
    value = data.draw(junk)
    with pytest.raises(ValueError):
        check_track(value)
    for name in GOOD:
        try:
            assert isinstance(check_track(GOOD | {name: value}), Track)
        except ValueError as error:
            assert name in str(error)

"""The errors: one family, readable, and the same after pickling."""

from __future__ import annotations

import pickle

import pytest

from springtail.cython_ext import errors

ERRORS = [
    errors.InvalidPosition(["board: must be a list", "mover: must be 0 or 1"]),
    errors.IllegalAction("action 'e9': not legal"),
    errors.InvalidOptions("option players: 9 is not one of 2, 3"),
    errors.InvalidLimit("time: must be above 0"),
    errors.InvalidCheckpoint("checkpoint 'a': damaged"),
    errors.InvalidLog("log 'a': of another match"),
    errors.TooManyOutcomes("too many to list"),
    errors.Unsupported("no position documents"),
]


def test_every_error_is_listed_here() -> None:
    own = {error for error in errors.SpringtailError.__subclasses__() if error.__module__ == errors.__name__}
    assert {type(error) for error in ERRORS} == own


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_a_value_error(error: errors.SpringtailError) -> None:
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: errors.SpringtailError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_an_invalid_position_lists_all_reasons() -> None:
    error = errors.InvalidPosition(reason for reason in ("a: wrong", "b: wrong"))
    assert error.reasons == ("a: wrong", "b: wrong")
    assert str(error) == "a: wrong; b: wrong"


def test_one_reason_may_be_given_as_a_text() -> None:
    assert errors.InvalidPosition("a: wrong").reasons == ("a: wrong",)

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from springtail.cython_ext.errors import InvalidLimit
from springtail.solvers.limit import Limit

NAMES = ["time", "simulations", "nodes", "depth", "memory_mb"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [0, -1, -0.5, math.nan, math.inf, "1", True, [], 10**30])
def test_wrong_values_name_the_field(name, value):
    with pytest.raises(InvalidLimit, match=f"^{name}: "):
        Limit(**{name: value})


@pytest.mark.parametrize("name", ["simulations", "nodes", "depth"])
def test_counts_are_whole_numbers(name):
    with pytest.raises(InvalidLimit, match=f"^{name}: must be a whole number"):
        Limit(**{name: 1.5})


def test_a_limit_of_memory_alone_is_endless():
    assert Limit(memory_mb=1).is_endless
    assert not Limit(depth=3).is_endless


def test_memory_is_counted_in_bytes():
    assert Limit(memory_mb=0.5).memory_bytes == 2**19
    assert Limit().memory_bytes == 256 * 2**20


@given(st.sampled_from(NAMES), st.none() | st.floats() | st.integers() | st.text() | st.booleans() | st.binary())
def test_anything_is_taken_or_refused_with_a_typed_error(name, value):
    try:
        Limit(**{name: value})
    except InvalidLimit:
        pass

"""Component files of owners: whatever is in one, a game takes it or says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import springtail as st

OPTIONS = {
    "butterfly": "nets",
    "spinnentwist": "web",
    "spring": "deck",
    "spring_rally": "track",
    "spring_on_a_string": "board",
}
"""Game -> the option that takes a file."""


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"a = ", b"a = " + b"[" * 20_000, b"length = 1e999", b"[cards]\nRRRR = [[[]]]"],
    ids=["empty", "no text", "no TOML", "nested too deeply", "infinite", "of another kind"],
)
@pytest.mark.parametrize(("game", "option"), OPTIONS.items())
def test_a_file_that_is_wrong_is_named(game, option, content, tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(st.InvalidOptions, match=rf"^option {option}: .*own\.toml: "):
        st.game(game, **{option: path})


@pytest.mark.parametrize(("game", "option"), OPTIONS.items())
def test_a_file_that_is_not_there_is_named(game, option):
    with pytest.raises(st.InvalidOptions, match=rf"^option {option}: missing\.toml: "):
        st.game(game, **{option: Path("missing.toml")})

"""What is in the box, from components.toml: dial, cards and the shipped tracks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from springtail.cython_ext.info import Certainty
from springtail.engines.component_files import shipped_file
from springtail.engines.spring_rally.track import Track, check_track


class Components(NamedTuple):
    """The contents of components.toml."""

    dial: tuple[int, ...]
    """Extra spaces by winds since the last release."""
    numbers: dict[int, range]
    """Numbers in play in each suit, by number of players."""
    hand_sizes: tuple[int, ...]
    """Cards a hand, by round."""
    tracks: dict[str, Track]
    """The shipped tracks by name."""
    certainties: dict[str, Certainty]
    """How sure each fact is."""


@cache
def shipped() -> Components:
    """Return the components that the package ships."""
    box = shipped_file(__package__, "components.toml")
    track_facts = box["tracks"].pop("certainty")
    del box["tracks"]["source"]
    numbers = {name: span for name, span in box["numbers"].items() if name.isdigit()}
    return Components(
        dial=tuple(box["dial"]["spaces"]),
        numbers={int(players): range(first, last + 1) for players, (first, last) in numbers.items()},
        hand_sizes=tuple(box["hands"]["sizes"]),
        tracks={name: check_track(track) for name, track in box["tracks"].items()},
        certainties={
            **{name: box[name]["certainty"] for name in ("dial", "numbers", "hands")},
            **{f"track_{fact}": certainty for fact, certainty in track_facts.items()},
        },
    )

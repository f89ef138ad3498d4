"""Every game agrees with the traces of an independent implementation, ply by ply.

`<game>.jsonl` beside this file is a small selection that is always there; the full set of
`../shared/conformance` beside the repository is replayed where it exists.
"""

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from springtail.engines import game, game_ids

OWN = Path(__file__).parent
FULL = OWN.parents[1].parent / "shared" / "conformance"
CHANCE = -1


def lines_of(path: Path) -> list[str]:
    """Return the records of a file, one a line, as text: parametrized tests stay small."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return text.decode().splitlines()


FILES = [
    path for game_id in game_ids() for path in (OWN / f"{game_id}.jsonl", FULL / f"{game_id}.jsonl.gz") if path.exists()
]


def replay(trace: dict[str, Any]) -> None:
    """Play a trace and compare everything that it says."""
    state = game(trace["game"], **trace["options"]).start(setup=trace["setup"])
    assert len(trace["plies"]) == len(trace["actions"])
    for ply, action in zip(trace["plies"], trace["actions"], strict=True):
        assert ply["action"] == action
        assert not state.is_terminal()
        if ply["player"] == "chance":
            assert state.current_player() == CHANCE
            if "outcomes" in ply:
                weights = dict(state.chance_weights())
                total = sum(weights.values())
                assert {a: Fraction(weight, total) for a, weight in weights.items()} == {
                    a: Fraction(probability) for a, probability in ply["outcomes"].items()
                }
        else:
            assert state.current_player() == ply["player"]
            assert state.legal_actions() == ply["legal"]
        state.apply_action(action)
    assert state.is_terminal()
    assert state.scores() == trace["scores"]
    assert state.winners() == trace["winners"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_trace_replays_ply_by_ply(path: Path) -> None:
    records = lines_of(path)
    assert records
    for number, line in enumerate(records, 1):
        try:
            replay(json.loads(line))
        except AssertionError as error:
            raise AssertionError(f"{path.name}, line {number}: {error}") from error

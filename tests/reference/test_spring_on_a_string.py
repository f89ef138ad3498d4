"""The plain Spring on a String agrees with the traces of an independent implementation, ply by ply.

A small selection lies in tests/conformance; the full set of `../shared/conformance` is replayed where it exists.
"""

import gzip
import json
from pathlib import Path

import pytest
from reference.spring_on_a_string import SpringOnAString

TESTS = Path(__file__).parents[1]
OWN = TESTS / "conformance" / "spring_on_a_string.jsonl"
FULL = TESTS.parents[1] / "shared" / "conformance" / "spring_on_a_string.jsonl.gz"


@pytest.mark.parametrize("path", [path for path in (OWN, FULL) if path.exists()], ids=lambda path: path.name)
def test_every_trace_replays_ply_by_ply(path: Path) -> None:
    lines = path.read_bytes() if path == OWN else gzip.decompress(path.read_bytes())
    for number, line in enumerate(lines.splitlines(), start=1):
        trace = json.loads(line)
        setup, options = trace["setup"], trace["options"]
        position = SpringOnAString(setup["animals"], setup.get("stick_colour"), players=options.get("players", 2))
        for ply in trace["plies"]:
            assert position.current_player() == ply["player"], number
            assert position.legal_actions() == ply["legal"], number
            position.apply_action(ply["action"])
        assert position.is_terminal(), number
        assert position.scores() == trace["scores"], number
        assert position.winners() == trace["winners"], number

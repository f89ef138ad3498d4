"""Every game agrees with the traces of an independent implementation, ply by ply.

`<game>.jsonl` beside this file is a small selection that is always there; the full set of
`../shared/conformance` beside the repository is replayed where it exists.
"""

from pathlib import Path

import pytest

from springtail.engines import game_ids
from springtail.engines.records import read_records, replay_record

OWN = Path(__file__).parent
FULL = OWN.parents[1].parent / "shared" / "conformance"
FILES = [
    path for game_id in game_ids() for path in (OWN / f"{game_id}.jsonl", FULL / f"{game_id}.jsonl.gz") if path.exists()
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_trace_replays_ply_by_ply(path: Path) -> None:
    with path.open("rb") as stream:
        entries = list(read_records(stream))
    assert entries
    for entry in entries:
        assert {"plies", "scores", "winners"} <= entry.fields.keys()
        replay = replay_record(entry, check=True)
        assert replay.disagreement is None, f"{path.name}, line {entry.line}"
        assert replay.plies == len(entry.fields["plies"])

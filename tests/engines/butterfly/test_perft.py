"""The pinned numbers of action sequences (tests/golden/perft.json) are those of the plain rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from reference.butterfly import Butterfly as Reference

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "perft.json").read_text("utf-8"))
ROWS = [row for row in GOLDEN if row["game"] == "butterfly"]
SLOWLY = 10_000
"""Counts up to here are made by the plain rules."""


def perft(position: Reference, depth: int) -> int:
    """Count the sequences of `depth` plies; a chance event counts once for each outcome."""
    actions = position.legal_actions() or [outcome for outcome, _ in position.chance_outcomes()]
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = position.clone()
        child.apply_action(action)
        total += perft(child, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['options']} after {len(row['actions'])}")
def test_the_plain_rules_count_the_same(row: dict[str, Any]) -> None:
    position = Reference(row["setup"]["board"], row["options"]["players"], row["options"]["nets"])
    for action in row["actions"]:
        position.apply_action(action)
    counts = [count for count in row["perft"] if count <= SLOWLY]
    assert len(counts) >= 2
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts

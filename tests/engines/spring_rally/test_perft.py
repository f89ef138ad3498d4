"""The pinned numbers of action sequences (tests/golden/perft.json) are those of the plain rules."""

import json
from pathlib import Path

import pytest
from reference import spring_rally as reference

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "perft.json").read_text("utf-8"))
ROWS = [row for row in GOLDEN if row["game"] == "spring_rally"]
SLOWLY = 10_000
"""Counts up to here are made by the plain rules."""


def play(plain, action):
    if action.startswith("deal "):
        plain.deal([[reference.card_of(card) for card in hand.split(",")] for hand in action[5:].split("|")])
    else:
        plain.apply_action(
            {"keep": reference.KEEP, "release": reference.RELEASE}.get(action) or reference.card_of(action)
        )


def perft(plain, depth):
    """Count the sequences of `depth` plies within a round."""
    if depth == 0:
        return 1
    total = 0
    for action in plain.legal_actions():
        child = plain.clone()
        child.apply_action(action)
        total += perft(child, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['options']} after {len(row['actions'])}")
def test_the_plain_rules_count_the_same(row):
    track = row["options"]["track"]
    shape = reference.TRACKS[track] if isinstance(track, str) else (track["length"], track["uphill"], track["downhill"])
    plain = reference.SpringRally(row["options"]["players"], shape, row["setup"]["leader"])
    for action in row["actions"]:
        play(plain, action)
    counts = [count for count in row["perft"] if count <= SLOWLY]
    assert len(counts) > 5
    assert [perft(plain, depth) for depth in range(1, len(counts) + 1)] == counts

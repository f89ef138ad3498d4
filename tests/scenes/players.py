"""Players of a module, so that other processes find them, and an engine that answers as it is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import springtail as st


def first(view: st.State | st.Observation) -> str:
    """Return the first legal action."""
    return view.legal_actions()[0]


def last(view: st.State | st.Observation) -> str:
    """Return the last legal action."""
    return view.legal_actions()[-1]


def broken(view: st.State | st.Observation) -> str:
    """Raise an error."""
    raise RuntimeError("out of ideas")


def cheat(view: st.State | st.Observation) -> str:
    """Return what is no action."""
    return "resign"


def deadly(view: st.State | st.Observation) -> str:
    """End the process, as a fault in compiled code does."""
    os._exit(9)


ENGINE = """
import json, random, sys
sys.path[:0] = [{folder!r}]
import springtail as st
how = sys.argv[1]
count = 0
for line in sys.stdin:
    asked = json.loads(line)
    count += 1
    move = st.load(asked["position"]).legal_actions()[0]
    if how == "first":
        print(json.dumps({{"id": asked["id"], "is_final": False, "move": "nonsense"}}))
        print(json.dumps({{"id": "somebody else's", "move": "nonsense"}}))
    if how == "die" and count == 2:
        print("no more", file=sys.stderr)
        sys.exit(3)
    if how == "silent" and count == 2:
        continue
    if how == "babble":
        print("I am thinking")
    if how == "error":
        print(json.dumps({{"id": asked["id"], "error": {{"message": "I do not know this game"}}}}))
    if how == "echo":
        print(json.dumps({{"id": asked["id"], "move": json.dumps(asked)}}))
    print(json.dumps({{"id": asked["id"], "move": move}}), flush=True)
"""


def engine(folder: Path, how: str) -> str:
    """Write an engine and return the player that it is."""
    path = folder / "engine.py"
    path.write_text(ENGINE.format(folder=str(Path(st.__file__).parent.parent)))
    return f"jsonl:{sys.executable} {path} {how}"

"""The JSON Schemas that games ship, one file `schema.json` a game folder."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def schema_of(package: str | None, kind: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one kind of document of the game in a package.

    Args:
        package: the game's folder, `springtail.engines.butterfly`.
        kind: "record", "position" or "observation", each a definition in the file.

    Raises:
        ValueError: for another kind.
    """
    if kind not in ("record", "position", "observation"):
        raise ValueError(f"schema {kind!r}: there are 'record', 'position' and 'observation'")
    assert package is not None
    schema: dict[str, Any] = json.loads(files(package).joinpath("schema.json").read_text("utf-8"))
    del schema["anyOf"]  # the file describes all three kinds
    return schema | {"$ref": f"#/$defs/{kind}"}

"""JSON Schemas of what is asked and answered, made of the types and the tables that are read and written by."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from springtail.engines import game_class, game_ids
from springtail.services.ceilings import MOST_PRIORITY, Ceilings
from springtail.services.query import FIELDS, LONGEST_ID, NOTHING, PARTS, SEARCH_FIELDS, Action
from springtail.solvers import solver_names
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.solvers.score import Score
from springtail.solvers.solution import Solution

Schema = dict[str, Any]

SCHEMAS = "#/components/schemas/"
KINDS = ("position", "observation", "record")
SCALARS: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
}
COMPUTED: dict[type, dict[str, Any]] = {Score: {"win_shares": tuple[float, ...]}, Solution: {"best": tuple[str, ...]}}
"""What `to_dict` has besides the fields."""
UNTOLD = ("position",)
"""Fields that `to_dict` has not."""
OBJECT: Schema = {"type": "object"}


def of_type(kind: Any, known: dict[str, Schema]) -> Schema:
    """Return the schema of a type as JSON has it; those of dataclasses are put among the known ones, by name."""
    if kind in SCALARS:
        return dict(SCALARS[kind])
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(inside)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [of_type(one, known) for one in inside]}
    if origin is tuple and inside[-1] is ...:
        return {"type": "array", "items": of_type(inside[0], known)}
    if origin is tuple:
        each = [of_type(one, known) for one in inside]
        return {"type": "array", "prefixItems": each, "minItems": len(each), "maxItems": len(each)}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in known:
            known[kind.__name__] = {}
            known[kind.__name__] = closed(properties_of(kind, known))
        return reference(kind.__name__)
    raise TypeError(f"{kind} has no schema")


def reference(name: str) -> Schema:
    """Return what stands for a schema of the document."""
    return {"$ref": f"{SCHEMAS}{name}"}


def properties_of(kind: type, known: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of what `to_dict` of a dataclass has."""
    hints = get_type_hints(kind)
    told = {entry.name: hints[entry.name] for entry in fields(kind) if entry.name not in UNTOLD}
    return {name: of_type(hint, known) for name, hint in (told | COMPUTED.get(kind, {})).items()}


def closed(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object that has these fields and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def of_query(action: Action, ceilings: Ceilings) -> Schema:
    """Return the schema of what is asked."""
    names = [name for name in (*FIELDS, *SEARCH_FIELDS) if name in FIELDS or action != "solve"]
    texts = {name: _query_fields(action, ceilings)[name] for name in names if name != "action"}
    return closed(texts, optional=tuple(name for name in texts if name != "position"))


def _query_fields(action: Action, ceilings: Ceilings) -> dict[str, Schema]:
    return {
        "id": _described(
            "Comes back in the answer.",
            anyOf=[
                {"type": "string", "maxLength": LONGEST_ID},
                {"type": "integer", "exclusiveMinimum": -(2**53), "exclusiveMaximum": 2**53},
                {"type": "null"},
            ],
        ),
        "position": _described("A position, an observation or a record.", **reference("Position")),
        "limit": _of_limit(action, ceilings),
        "settings": _described("Of the solver, such as `objective` or `threads`.", **OBJECT),
        "include": _described("What the final answer has besides.", type="array", items={"enum": list(PARTS)}),
        "report_every": _described(
            "Seconds between interim answers.",
            anyOf=[{"type": "number", "minimum": 0, "exclusiveMaximum": 1e9}, {"type": "null"}],
        ),
        "priority": _described(
            "Lower ones wait for higher ones.",
            type="integer",
            minimum=-MOST_PRIORITY,
            maximum=ceilings.priority,
            default=0,
        ),
        "multipv": _described(
            "Actions to give lines for.", type="integer", minimum=1, maximum=ceilings.multipv, default=1
        ),
        "solver": _described("How to search.", enum=solver_names(), default="auto"),
        "seed": _described(
            "Same seed, same limit in simulations: same answer. null takes a fresh one.",
            anyOf=[{"type": "integer", "minimum": 0, "exclusiveMaximum": 2**128}, {"type": "null"}],
            default=0,
        ),
    }


def _of_limit(action: Action, ceilings: Ceilings) -> Schema:
    properties = {}
    for entry in fields(Limit):
        if action == "solve" and entry.name in ("simulations", "depth"):
            continue
        is_whole = entry.name in ("simulations", "nodes", "depth")
        most = getattr(ceilings.limit, entry.name)
        least = {"minimum": 1} if is_whole else {"exclusiveMinimum": 0}
        above = {"depth": 2**31, "memory_mb": 2**24}.get(entry.name, 2**62)
        kinds = {"type": "integer" if is_whole else "number", **least, "exclusiveMaximum": above}
        told = {} if most is None else {"description": f"Lowered to {most:g}."}
        properties[entry.name] = told | {"anyOf": [kinds, {"type": "null"}]}
    text = "The first one reached ends the search. `time` is in seconds, `memory_mb` in megabytes of 2**20 bytes."
    return _described(text, **closed(properties, optional=tuple(properties)))


def of_answer(action: Action, known: dict[str, Schema]) -> Schema:
    """Return the schema of a final answer that is no error."""
    found = properties_of(Solution if action == "solve" else Analysis, known)
    return closed(_head(action) | found | {part: {} for part in PARTS}, optional=tuple(PARTS))


def of_nothing(action: Action) -> Schema:
    """Return the schema of the answer to a query that ended before its search began."""
    begun = {"game": SCALARS[str], "seat": SCALARS[int], "stopped_by": {"const": "stop"}, "time": {"const": 0.0}}
    nothing = {name: {"const": value} for name, value in NOTHING[action == "solve"].items()}
    return closed(_head(action) | begun | nothing | {part: {} for part in PARTS}, optional=tuple(PARTS))


def _head(action: Action) -> dict[str, Schema]:
    return {
        "id": {"type": ["string", "integer", "null"]},
        "action": {"const": action},
        "is_final": SCALARS[bool],
        "waited": _described("Seconds before the search began.", type="number"),
    }


def of_documents(known: dict[str, Schema]) -> Schema:
    """Return the schema of a position, observation or record of any game; what games ship is put among the known."""
    kinds: list[Schema] = []
    others = []
    for game_id in game_ids():
        ships = getattr(game_class(game_id), "schema", None)
        if ships is None:
            others.append(game_id)
            continue
        for name, schema in ships(KINDS[0])["$defs"].items():
            known[f"{game_id}.{name}"] = _moved(schema, game_id)
        kinds += [reference(f"{game_id}.{kind}") for kind in KINDS]
    for field, value in (("state", OBJECT), ("actions", {"type": "array", "items": SCALARS[str]})):
        kinds.append(
            {
                "type": "object",
                "properties": {"game": {"enum": others}, "options": OBJECT, field: value},
                "required": ["game", field],
            }
        )
    return {"anyOf": kinds}


def _moved(schema: Any, game_id: str) -> Any:
    """Return a schema of a game with its references leading to where the game's definitions are now."""
    if isinstance(schema, list):
        return [_moved(one, game_id) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: f"{SCHEMAS}{game_id}.{value.removeprefix('#/$defs/')}" if name == "$ref" else _moved(value, game_id)
        for name, value in schema.items()
    }


def _described(text: str, **schema: Any) -> Schema:
    return {"description": text, **schema}

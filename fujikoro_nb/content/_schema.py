"""The JSON schema of a pack file, and its faults in our own words.

The schema is emitted from `records`; the committed copy in ``schema/pack.json`` is for editors and for people, and a
test proves it fresh. jsonschema is imported only here: it takes longer to import than a page may take to open.
"""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from fujikoro_nb.content.faults import shown
from fujikoro_nb.content.records import PackRecords
from fujikoro_nb.content.tree import Path, Tree
from fujikoro_nb.texts import say

# In JSON Schema 1.0 is an integer and in Python True is one; in a pack neither is.
_TYPES = Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
).redefine("array", lambda _, value: isinstance(value, list | tuple))
_Strict: Any = extend(Draft202012Validator, type_checker=_TYPES)  # type: ignore[no-untyped-call]


def emitted_schema() -> dict[str, Any]:
    """The schema as `records` defines it."""
    schema = msgspec.json.schema(PackRecords)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fuji Koro pack file",
        **schema,
    }


# jsonschema's own types say that every part of a fault may be unset, so a fault is Any here.


@cache
def _validator() -> Any:
    return _Strict(emitted_schema())


def check_schema(tree: Tree) -> None:
    """Note every fault that the schema finds; paths with a fault become spoiled."""
    for error in sorted(_validator().iter_errors(tree.data), key=lambda error: str(error.absolute_path)):
        _note(tree, error)


def _note(tree: Tree, error: Any) -> None:
    path = tuple(error.absolute_path)
    if tree.is_spoiled(path):
        return
    if error.validator == "anyOf":
        parts = _nearest(error)
        for part in parts:
            _note(tree, part)
        if parts:
            return
    if error.validator == "additionalProperties":
        _note_unknown(tree, path, error)
    elif error.validator == "required":
        _note_missing(tree, path, error)
    else:
        reason, data = _reason(error, _field(path))
        tree.fault(path, reason, field=_field(path), found=shown(error.instance), **data)
        tree.spoiled.add(path)


def _nearest(error: Any) -> list[Any]:
    """The faults of the form that the writer meant: that whose type fits; none when no type fits."""
    branches: dict[int, list[Any]] = {}
    for part in error.context or ():
        branches.setdefault(part.schema_path[0], []).append(part)
    for parts in branches.values():
        if not any(part.validator == "type" and not part.relative_path for part in parts):
            return parts
    return []


def _note_unknown(tree: Tree, path: Path, error: Any) -> None:
    known = list(error.schema["properties"])
    for key in error.instance:
        if key in known or tree.is_spoiled((*path, key)):
            continue
        near = difflib.get_close_matches(key[:40], known, n=1)
        if near:
            tree.fault((*path, key), "unknown-key-near", entry=shown(key), near=near[0])
        else:
            tree.fault((*path, key), "unknown-key", entry=shown(key), known=", ".join(known))
        tree.spoiled.add((*path, key))


def _note_missing(tree: Tree, path: Path, error: Any) -> None:
    if not path and not tree.is_whole:
        return  # it may stand in the part that was not read
    for key in error.validator_value:
        if key not in error.instance and (*path, key) not in tree.spoiled:
            tree.fault(path, "missing-key", entry=key)
            tree.spoiled.add((*path, key))


def _field(path: Path) -> str:
    if path and isinstance(path[-1], int):
        return say("content.entry", n=path[-1] + 1, field=_field(path[:-1]))
    return str(path[-1]) if path else "file"


def _reason(error: Any, field: str) -> tuple[str, dict[str, str | int]]:
    wanted = error.validator_value
    if error.instance is None:
        return "no-value", {}
    match error.validator:
        case "type":
            return "type", {"wanted": say(f"content.type-{wanted}")}
        case "anyOf":
            return "type", {"wanted": say(f"content.type-{field}")}
        case "enum":
            return "one-of", {"wanted": ", ".join(map(str, wanted))}
        case "const":
            return "one-of", {"wanted": str(wanted)}
        case "minimum":
            return "smallest", {"min": wanted}
        case "maximum":
            return "largest", {"max": wanted}
        case "minItems":
            return "too-few", {"min": wanted, "n": len(error.instance)}
        case "maxItems":
            return "too-many-items", {"max": wanted, "n": len(error.instance)}
        case "maxLength":
            return "too-long", {"max": wanted}
        case "pattern":
            return f"shape-{error.schema['title']}", {}
        case _:
            raise AssertionError(f"the schema uses {error.validator}, which has no sentence")

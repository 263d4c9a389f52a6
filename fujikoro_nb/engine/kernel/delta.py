"""What has changed from one JSON value to the next: snapshots of a save keep only that.

A change is written as one of

* ``[value]``: this value instead;
* ``{"is": {name: change, ...}, "not": [name, ...]}``: an object in which only these parts have changed and from which
  these names are gone, or a list of the same length with its indices as names;
* ``{"of": [[start, end], [value], ...]}``: a list put together from stretches of the old one and new values.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Misfit(ValueError):
    """A change that does not fit the value it should change."""


_PARTS = frozenset(("is", "not"))


def change(before: Any, after: Any) -> Any:
    """What makes ``after`` of ``before``; both are plain JSON values.

    >>> change({"a": 1, "b": [1, 2, 3]}, {"a": 1, "b": [1, 3]})
    {'is': {'b': {'of': [[0, 1], [2, 3]]}}}
    """
    if isinstance(before, dict) and isinstance(after, dict):
        parts = {
            name: change(before[name], value) if name in before else [value]
            for name, value in after.items()
            if name not in before or not _same(before[name], value)
        }
        gone = [name for name in before if name not in after]
        return {"is": parts, "not": gone} if gone else {"is": parts}
    if not (isinstance(before, list) and isinstance(after, list)):
        return [after]
    if len(before) != len(after):
        return {"of": _stretches(before, after)}
    pairs = enumerate(zip(before, after, strict=True))
    return {"is": {str(index): change(old, new) for index, (old, new) in pairs if not _same(old, new)}}


def changed(before: Any, what: Any) -> Any:
    """The value after a change; ``before`` stays as it is. Raises Misfit."""
    if isinstance(what, list) and len(what) == 1:
        return what[0]
    if isinstance(what, dict):
        parts, stretches = what.get("is"), what.get("of")
        if isinstance(parts, dict) and what.keys() <= _PARTS:
            return _with_parts(before, parts, what.get("not", []))
        if isinstance(stretches, list) and len(what) == 1 and isinstance(before, list):
            return _put_together(before, stretches)
    raise Misfit


def _with_parts(before: Any, parts: dict[str, Any], gone: Any) -> Any:
    if isinstance(before, dict) and isinstance(gone, list) and all(name in before for name in gone):
        after = {name: value for name, value in before.items() if name not in gone} if gone else before.copy()
        for name, part in parts.items():
            after[name] = changed(before.get(name), part)
        return after
    if not isinstance(before, list) or gone:
        raise Misfit
    listed = list(before)
    for name, part in parts.items():
        if not (name.isdecimal() and name.isascii() and len(name) < 10 and int(name) < len(listed)):
            raise Misfit
        listed[int(name)] = changed(before[int(name)], part)
    return listed


def _put_together(before: list[Any], stretches: list[Any]) -> list[Any]:
    """No old value is taken twice, so that a few bytes never become a huge list."""
    after: list[Any] = []
    used = 0
    for stretch in stretches:
        match stretch:
            case [value]:
                after.append(value)
            case [int(start), int(end)] if used <= start < end <= len(before):
                after += before[start:end]
                used = end
            case _:
                raise Misfit
    return after


def _stretches(before: list[Any], after: list[Any]) -> list[list[Any]]:
    """``after`` as stretches of ``before``, in its order and each as long as it goes, and new values."""
    found: list[list[Any]] = []
    used = 0
    for one in after:
        index = next((index for index in range(used, len(before)) if _same(before[index], one)), None)
        if index is None:
            found.append([one])
            continue
        if found and len(found[-1]) == 2 and index == used:
            found[-1][1] = index + 1
        else:
            found.append([index, index + 1])
        used = index + 1
    return found


def _key(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: for Python 1, 1.0 and true are equal."""
    return bool(one == other) and _key(one) == _key(other)

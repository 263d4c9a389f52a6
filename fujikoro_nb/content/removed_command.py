"""``fujikoro content removed`` and ``fujikoro content bring-back``."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

import msgspec

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import NotSaved, OwnerPack
from fujikoro_nb.content.removed import Removed, named
from fujikoro_nb.texts import say


def printed_removed(removed: Iterable[Removed], *, as_json: bool = False) -> str:
    """What can come back, a line each."""
    if as_json:
        plain = [
            {"mark": one.mark, "id": one.key, "name": one.name, "changed": one.is_changed}
            | {"when": _when(one), "section": one.section, "what": one.notation}
            for one in removed
        ]
        return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
    return "\n".join(map(_line, removed)) or say("content-removed.none")


def bring_back(names: Iterable[str]) -> tuple[list[str], int]:
    """Bring each of these back: what to say of it, and 0, 1 if one did not come, 2 if the disk refused."""
    store, lines, code = OwnerPack(), [], 0
    for name in names:
        found = named(store.removed(), name)
        if len(found) != 1:
            code = 1
            key = "several" if found else "unknown"
            lines += [say(f"content-removed.{key}", name=_shown(name), n=len(found)), *map(_line, found)]
            continue
        (one,) = found
        before = store.load().pack
        try:
            after = store.bring_back(one.mark)
        except BrokenContent as fault:
            code = 1
            lines.append(fault.faults[0].said())
        except NotSaved as fault:
            return [*lines, fault.said()], 2
        else:
            now = one.key_in(after.records, before=before.records)
            lines.append(say("content-removed.back", name=one.name, id=now))
    return lines, code


def _line(one: Removed) -> str:
    key = "line" if one.name == one.key else "line-named"
    data = {"name": one.name, "id": one.key, "what": one.notation, "when": _when(one), "mark": one.mark}
    return say(f"content-removed.{key}", **data)


def _when(one: Removed) -> str:
    here = datetime.datetime.fromtimestamp(one.went, datetime.UTC).astimezone()
    return here.strftime("%Y-%m-%d %H:%M")


def _shown(name: str) -> str:
    """A name as somebody typed it, in one visible line."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:60])

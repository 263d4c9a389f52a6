"""A game as a part of a table: a first line that says how it began, then one line an answer, so that a step only adds."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.engine.kernel.save import LARGEST, Save, SavedEntry

PART = "game"
"""The name of the part."""


def written(session: Session[Any]) -> bytes:
    """The part that holds this session; what it adds to that of an earlier moment stands at its end."""
    save = session.saved(has_snapshots=False)
    head = msgspec.structs.replace(save, entries=())
    return b"".join(msgspec.json.encode(one) + b"\n" for one in (head, *save.entries))


def read(part: bytes) -> Save:
    """The save that a part holds. Raises Unreadable: the store keeps bytes as they came, from whomever they came."""
    if len(part) > LARGEST:
        raise Unreadable("save-too-large", "", 0, size=len(part), max=LARGEST)
    head, *lines = part.removesuffix(b"\n").split(b"\n")
    try:
        save = msgspec.json.decode(head, type=Save)
        entries = tuple(msgspec.json.decode(line, type=SavedEntry) for line in lines)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable("save-broken", "", 0) from None
    return msgspec.structs.replace(save, entries=entries)

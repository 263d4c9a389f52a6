"""A game as a part of a table: a first line says how it began, then comes one line an answer: a step only adds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.engine.kernel.decoding import decoder
from fujikoro_nb.engine.kernel.kept import alike
from fujikoro_nb.engine.kernel.log import Log
from fujikoro_nb.engine.kernel.save import LARGEST, Save, SavedEntry

PART = "game"
"""The name of the part."""
SMALL = "small"
"""The name of the part that holds a small game with closed hands: no page is ever given it."""
DUEL = "duel"
"""The name of the part that holds a duel at puzzles, with the seed of its questions: no page is given it either."""
CLOSED = (SMALL, DUEL)
"""Parts of tables at which only seats write, and of which nobody but the server sees everything."""


def is_closed(parts: Collection[str]) -> bool:
    """Whether a table with these parts is one where only seats write.

    >>> is_closed({"small": b"", "seat-0": b""}), is_closed({"game": b""})
    (True, False)
    """
    return any(part in parts for part in CLOSED)


class Told(msgspec.Struct, frozen=True):
    """What a part says, before it is written: how the game began and its answers so far."""

    head: bytes
    entries: Log[SavedEntry]


def told(session: Session[Any], *, without: Collection[str] = ()) -> Told:
    """What the part of this session says.

    ``without`` names contents of the save that are one device's own and change from step to step.
    """
    save = session.saved(has_snapshots=False, has_entries=False)
    content = tuple(one for one in save.setting.content if one.name not in without)
    head = msgspec.structs.replace(save, setting=msgspec.structs.replace(save.setting, content=content))
    return Told(_line(head), session.entries)


def whole(told: Told) -> bytes:
    """The part that says this; what it adds to that of an earlier moment stands at its end."""
    return b"".join((told.head, *map(_line, told.entries)))


def grown(before: Told, now: Told) -> bytes | None:
    """What a part adds to that of an earlier moment of the same session; None where it does not go on from there."""
    same = len(before.entries)
    if before.head != now.head or alike(before.entries, now.entries) < same:
        return None
    return b"".join(map(_line, now.entries[same:]))


def written(session: Session[Any], *, without: Collection[str] = ()) -> bytes:
    """The part that holds this session: `whole` of what is `told`."""
    return whole(told(session, without=without))


def _line(one: Save | SavedEntry) -> bytes:
    return msgspec.json.encode(one) + b"\n"


def read(part: bytes) -> Save:
    """The save that a part holds. Raises Unreadable: the store keeps bytes as they came, from whomever they came."""
    if len(part) > LARGEST:
        raise Unreadable("save-too-large", "", 0, size=len(part), max=LARGEST)
    try:
        part.decode()  # msgspec keeps answers as they come, and would find bad bytes only when they are read
    except UnicodeDecodeError as error:
        raise Unreadable("save-broken", "", error.start) from None
    head, *lines = part.removesuffix(b"\n").split(b"\n")
    try:
        save: Save = decoder(Save).decode(head)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable("save-broken", "", 0) from None
    return msgspec.structs.replace(save, entries=_entries(lines))


def with_head(part: bytes, save: Save) -> bytes:
    """The same answers after another beginning: that of this save."""
    return _line(msgspec.structs.replace(save, entries=())) + part.split(b"\n", 1)[1]


def length(part: bytes) -> int:
    """How many answers a part holds."""
    return max(0, part.count(b"\n") - 1)


def added(part: bytes, before: bytes) -> tuple[SavedEntry, ...] | None:
    """What a part holds beyond what it was before; None where it does not go on from there. Raises Unreadable."""
    if len(part) > LARGEST or not (before.endswith(b"\n") and part.startswith(before)):
        return None
    more = part[len(before) :]
    try:
        more.decode()
    except UnicodeDecodeError as error:
        raise Unreadable("save-broken", "", len(before) + error.start) from None
    return _entries(more.removesuffix(b"\n").split(b"\n")) if more else ()


def _entries(lines: Sequence[bytes]) -> tuple[SavedEntry, ...]:
    try:
        return tuple(map(decoder(SavedEntry).decode, lines))
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable("save-broken", "", 0) from None

"""What a table is made of: parts, the changes that make them, entries, leases; plain frozen data without a database.

A table's state is a few named parts, each some bytes (JSON, a notation, a saved game as lines). The state is the
fold of the log: every entry holds changes, and applying them in the order of versions gives the parts.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Mapping

import msgspec

from fujikoro_nb.content.signs import shows
from fujikoro_nb.store.entries import Add, Change, Cut, Drop, Entry, Holder, Put
from fujikoro_nb.store.errors import Damaged, Refused

MAX_TABLES = 1000
MAX_ENTRIES = 20_000
"""Of one table; an evening has some hundreds, a long game with every answer logged two or three thousand."""
MAX_PARTS = 16
MAX_STATE_BYTES = 2 * 1024 * 1024
"""All parts of a table together; a whole game of four has about 100 kB."""
MAX_CHANGES = 2 * MAX_PARTS
MAX_TITLE, MAX_NAME, MAX_LABEL = 80, 40, 1000
"""Characters of text that people read."""
MAX_ID = 64
"""Characters of a writer's id and of a key."""

_PART = re.compile(r"[a-z][a-z0-9-]{0,31}")
_ID = re.compile(rf"[A-Za-z0-9._~-]{{1,{MAX_ID}}}")
# Left-to-right and right-to-left marks turn what stands beside them round.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


class Lease(msgspec.Struct, frozen=True):
    """The right to write, until somebody else takes it. ``token`` is secret; all else is in the log."""

    token: str
    version: int
    """Of the entry that shows the take-over; the next append expects it."""
    at: float
    before: Holder | None
    """Who wrote until now: None at a new table, and after a damaged file was mended."""


class Head(msgspec.Struct, frozen=True):
    """A table in a list."""

    code: str
    title: str
    version: int
    made_at: float
    changed_at: float
    holder: Holder | None


class State(msgspec.Struct, frozen=True):
    """A table as it is now."""

    head: Head
    parts: Mapping[str, bytes]
    undo: str | None
    """The label of what `undo` would take back; None when there is nothing."""
    redo: str | None

    @property
    def version(self) -> int:
        """What the next append expects."""
        return self.head.version


def checked_text(text: str, field: str, longest: int) -> str:
    """A text for people as it came. Raises Refused when it is blank, too long, or holds unseen signs."""
    if not isinstance(text, str):
        raise Refused("text-empty", field=field)
    if len(text) > longest:
        raise Refused("text-long", field=field, length=len(text), max=longest)
    if not shows(text):
        raise Refused("text-empty", field=field)
    for place, sign in enumerate(text):
        if unicodedata.category(sign) in _UNSEEN or sign in _TURNING:
            raise Refused("text-signs", field=field, place=place + 1)
    return text


def checked_id(text: str, field: str) -> str:
    """An id that a program made: up to 64 letters, digits and ``.`` ``_`` ``~`` ``-``. Raises Refused."""
    if not isinstance(text, str) or not _ID.fullmatch(text):
        raise Refused("id", field=field, max=MAX_ID)
    return text


def checked_changes(
    changes: Iterable[Change], sizes: Mapping[str, int]
) -> tuple[tuple[Change, ...], dict[str, int]]:
    """The changes, and the sizes of all parts in bytes after them. Raises Refused for what the bounds forbid."""
    done = tuple(changes)
    if not done or len(done) > MAX_CHANGES:
        raise Refused("changes", count=len(done), max=MAX_CHANGES)
    after = dict(sizes)
    for change in done:
        if not _is_typed(change):
            raise Refused("change-kind")
        if not _PART.fullmatch(change.part):
            raise Refused("part-name", max=32)
        resize(after, change)
        if sum(after.values()) > MAX_STATE_BYTES:
            raise Refused("too-large", max=MAX_STATE_BYTES)
    if len(after) > MAX_PARTS:
        raise Refused("too-many-parts", max=MAX_PARTS)
    return done, after


def _is_typed(change: object) -> bool:
    """Whether it can be read again as it is written: Python itself does not look."""
    match change:
        case Put(part, value) | Add(part, value):
            return type(part) is str and type(value) is bytes
        case Cut(part, length):
            return type(part) is str and type(length) is int
        case Drop(part):
            return type(part) is str
        case _:
            return False


def resize(sizes: dict[str, int], change: Change) -> None:
    """Carry out a change on the sizes of the parts, in place. Raises Refused for a part that is not there."""
    match change:
        case Put(part, value):
            sizes[part] = len(value)
        case Add(part, value):
            sizes[part] = sizes.get(part, 0) + len(value)
        case Cut(part, length):
            if not 0 <= length <= sizes.get(part, -1):
                raise Refused("no-part", part=part)
            sizes[part] = length
        case Drop(part):
            if sizes.pop(part, None) is None:
                raise Refused("no-part", part=part)


def apply(parts: dict[str, bytes], changes: Iterable[Change]) -> None:
    """Carry out changes on the parts, in place."""
    for change in changes:
        match change:
            case Put(part, value):
                parts[part] = value
            case Add(part, value):
                parts[part] = parts.get(part, b"") + value
            case Cut(part, length):
                parts[part] = parts[part][:length]
            case Drop(part):
                del parts[part]


def back(now: Mapping[str, bytes], before: Mapping[str, bytes], touched: Iterable[str]) -> tuple[Change, ...]:
    """The changes that bring the touched parts of ``now`` to what they were ``before``.

    >>> back({"game": b"one two"}, {"game": b"one"}, ["game"])
    (Cut(part='game', length=3),)
    """
    found: list[Change] = []
    for part in dict.fromkeys(touched):
        old, new = before.get(part), now.get(part)
        if old == new:
            continue
        if old is None:
            found.append(Drop(part))
        elif new is not None and new.startswith(old):
            found.append(Cut(part, len(old)))
        else:
            found.append(Put(part, old))
    return tuple(found)


# ---- how it is written

_encode = msgspec.msgpack.Encoder().encode
_changes = msgspec.msgpack.Decoder(tuple[Change, ...]).decode
_parts = msgspec.msgpack.Decoder(dict[str, bytes]).decode


def write_changes(changes: tuple[Change, ...]) -> bytes:
    """As they are stored."""
    return _encode(changes)


def read_changes(stored: bytes) -> tuple[Change, ...]:
    """Raises Damaged."""
    try:
        return _changes(stored)
    except msgspec.DecodeError:
        raise Damaged("damaged") from None


def write_parts(parts: Mapping[str, bytes]) -> bytes:
    """A whole state as it is stored: packed, because a game's lines resemble each other."""
    return zlib.compress(_encode(dict(parts)), 1)


def read_parts(stored: bytes) -> dict[str, bytes]:
    """Raises Damaged."""
    try:
        return _parts(zlib.decompress(stored))
    except (zlib.error, msgspec.DecodeError):
        raise Damaged("damaged") from None


def first_link(code: str) -> int:
    """What the check of a table's first entry builds on."""
    return zlib.crc32(code.encode())


def link(before: int, entry: Entry, stored: bytes, done: int, undone: int, key: str | None) -> int:
    """The check of an entry, built on that of the entry before: a damaged, missing or foreign entry does not fit."""
    plain = (entry.version, entry.kind, entry.label, entry.writer, entry.name, entry.at, entry.of)
    return zlib.crc32(stored, zlib.crc32(_encode((*plain, done, undone, key)), before))

"""A second record of every change beside the database: what stands in one damaged file stands in another as well.

Whoever stores a change appends its row to ``tables.sqlite.mirror`` when the database has it and before anybody is told.
A record is a mark, a length, a check and its content, so that reading goes on behind a damaged one. Each
segment begins with what every table had reached; a new one begins with each `copies.copy`, and the two before it are
kept as ``.mirror-1`` and ``.mirror-2``. What the mirror holds and the database lacks was lost there.

Appending waits for no disk: a power cut may cost the mirror its end, but then the database has it.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from fujikoro_nb.store.rows import Row
from fujikoro_nb.store.schema import FORMAT

KEPT = 2
"""Segments before the present one."""
MOST_REMOVED = 5000
"""Tables whose removal is remembered."""
_MARK = b"\xf5FK\x1e"
_HEAD = len(_MARK) + 8
_MOST_BYTES = 1 << 28
"""Of one record; more is no length that was ever written."""


class Begin(msgspec.Struct, frozen=True, tag="b", array_like=True):
    """What begins a segment: the format, version and check of each table's last entry, and what was removed before."""

    format: int
    heads: dict[str, tuple[int, int]]
    removed: tuple[str, ...] = ()


class Written(msgspec.Struct, frozen=True, tag="w", array_like=True):
    """An entry that the database has."""

    row: Row


class Removed(msgspec.Struct, frozen=True, tag="r", array_like=True):
    """A table that somebody removed."""

    code: str


Record = Begin | Written | Removed
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Record).decode


@dataclass
class Told:
    """What the segments say together. ``heads``: version and check of the last entry of each table."""

    rows: dict[tuple[str, int], list[Row]] = field(default_factory=dict)
    """All that were written, an equal one once; two of one version are two branches."""
    heads: dict[str, tuple[int, int]] = field(default_factory=dict)
    removed: dict[str, None] = field(default_factory=dict)
    """Codes of tables that somebody removed, in the order of their removal."""
    format: int | None = None
    """The highest that a segment names; None when none can be read."""
    is_clean: bool = True
    """Every byte was read, and the segment that is written to now has its beginning."""

    def take(self, record: Record | None) -> None:
        """Go on with what comes next; None is something that cannot be read."""
        match record:
            case None:
                self.is_clean = False
            case Begin(number, heads, removed):
                self.format = max(number, self.format or 0)
                for code in removed:
                    self._remove(code)
                for code, (version, sum_) in heads.items():
                    self._reached(code, version, sum_)
            case Written(row):
                known = self.rows.setdefault((row.code, row.version), [])
                if row not in known:
                    known.append(row)
                self.removed.pop(row.code, None)
                self._reached(row.code, row.version, row.link)
            case Removed(code):
                self._remove(code)

    def _remove(self, code: str) -> None:
        self.heads.pop(code, None)
        self.removed[code] = None

    def _reached(self, code: str, version: int, sum_: int) -> None:
        # Two programs may append in another order than they stored.
        if code not in self.removed and version >= self.heads.get(code, (0, 0))[0]:
            self.heads[code] = (version, sum_)


def mirror_of(path: Path) -> Path:
    """Where the segment lies that is written to."""
    return path.with_name(f"{path.name}.mirror")


def segments(path: Path) -> list[Path]:
    """Those that are there, the oldest first."""
    present = mirror_of(path)
    numbered = (present.with_name(f"{present.name}-{number}") for number in range(KEPT, 0, -1))
    return [segment for segment in (*numbered, present) if segment.exists()]


def append(path: Path, records: Iterable[Record]) -> None:
    """Add records to the mirror of a database, in one piece. Raises OSError."""
    content = b"".join(map(_framed, records))
    while not _is_appended(path, content):
        pass  # somebody began two segments meanwhile, and what was written to has no name any more


def _is_appended(path: Path, content: bytes) -> bool:
    """Whether it stands in a segment that is still looked at. Raises OSError."""
    # Opened anew each time: another program may have begun a new segment.
    descriptor = os.open(mirror_of(path), os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY, 0o600)
    try:
        written = os.write(descriptor, content)
        ends, found = os.lseek(descriptor, 0, os.SEEK_CUR), os.fstat(descriptor)
        if written < len(content):
            if found.st_size == ends:  # what is half there would be read as damaged
                os.ftruncate(descriptor, ends - written)
            raise OSError("the disk took a part only")
    finally:
        os.close(descriptor)
    return any(found.st_ino == segment.stat().st_ino for segment in segments(path))


_BINARY = getattr(os, "O_BINARY", 0)


def begin(path: Path, heads: Mapping[str, tuple[int, int]], removed: Iterable[str] = ()) -> None:
    """Begin a new segment; the present one is kept as the first before it. Raises OSError.

    The new one is whole and on the disk before any name moves: a full disk moves none.
    """
    present = mirror_of(path)
    new = present.with_name(f"{present.name}-new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(_framed(Begin(FORMAT, dict(heads), tuple(removed)[-MOST_REMOVED:])))
        file.flush()
        os.fsync(file.fileno())
    older = [present.with_name(f"{present.name}-{number}") for number in range(KEPT, 0, -1)]
    for old, before in zip(older, [*older[1:], present], strict=True):
        if before.exists():
            keep_as(before, old)
    new.replace(present)


def keep_as(file: Path, name: Path) -> None:
    """Give a file the name of one before it, in whose place something comes at once.

    It keeps its own name until then: whoever looks for it meanwhile finds it. Raises OSError.
    """
    half = name.with_name(f"{name.name}-half")
    half.unlink(missing_ok=True)
    try:
        half.hardlink_to(file)
    except OSError:  # a file system without second names
        file.replace(name)
    else:
        half.replace(name)


def size(path: Path) -> int:
    """Bytes of the segment that is written to."""
    try:
        return mirror_of(path).stat().st_size
    except OSError:
        return 0


def read(path: Path) -> Told:
    """What all segments of a database say. A segment that cannot be opened is one that is not clean."""
    told = Told()
    for segment in segments(path):
        try:
            content = segment.read_bytes()
        except OSError:
            told.is_clean = False
            continue
        if segment == mirror_of(path) and not isinstance(next(_records(content), None), Begin):
            told.is_clean = False
        for record in _records(content):
            told.take(record)
    if not mirror_of(path).exists():
        told.is_clean = False
    return told


def read_end(path: Path, most_bytes: int = 64 * 1024) -> Told:
    """What the last records say: enough to see whether the database has lost something just now."""
    told = Told()
    try:
        with mirror_of(path).open("rb") as file:
            at = file.seek(0, os.SEEK_END)
            file.seek(max(0, at - most_bytes))
            content = file.read(most_bytes)
    except OSError:
        return told
    for record in _records(content):
        if record is not None:
            told.take(record)
    return told


def _framed(record: Record) -> bytes:
    content = _encode(record)
    length = len(content).to_bytes(4, "little")
    return _MARK + length + zlib.crc32(content, zlib.crc32(length)).to_bytes(4, "little") + content


def _records(content: bytes) -> Iterator[Record | None]:
    """All records, with None for each stretch that cannot be read."""
    at = 0
    while at < len(content):
        found = _record_at(content, at)
        if found is None:
            yield None
            at = content.find(_MARK, at + 1)
            while at >= 0 and _record_at(content, at) is None:
                at = content.find(_MARK, at + 1)
            if at < 0:
                return
        else:
            record, at = found
            yield record


def _record_at(content: bytes, at: int) -> tuple[Record, int] | None:
    begins = at + _HEAD
    if content[at : at + len(_MARK)] != _MARK:
        return None
    length = content[at + 4 : at + 8]
    ends = begins + int.from_bytes(length, "little")
    if ends - begins > _MOST_BYTES or ends > len(content):
        return None
    body = content[begins:ends]
    if zlib.crc32(body, zlib.crc32(length)) != int.from_bytes(content[at + 8 : begins], "little"):
        return None
    try:
        return _decode(body), ends
    except msgspec.DecodeError:  # of a version to come
        return None

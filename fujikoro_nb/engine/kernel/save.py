"""The save format: one JSON object that holds everything a log needs to be replayed and checked years later.

Answers and states are kept as they were written and read one by one, so that a later engine that no longer knows
one of them still opens the rest. ``check`` is the BLAKE2b hash of the same object with an empty ``check``: a
damaged file is recognised before any rule sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Annotated, Any, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.cited import Datum
from fujikoro_nb.engine.kernel.decoding import decoder
from fujikoro_nb.engine.kernel.delta import Misfit, change, changed
from fujikoro_nb.engine.kernel.errors import Unreadable

FORMAT = 2
"""Version of this format; a reader knows all versions up to its own. Format 1 kept each snapshot whole."""

LARGEST = 16 * 2**20
"""Bytes. A long game with a thousand answers and its content takes less than one of these sixteen."""

_QUOTED = 200
_BYTE = re.compile(r"\(byte (\d+)\)")
_FIELD = re.compile(r"at `\$\.?([^`]*)`")

_Decoded = TypeVar("_Decoded")
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One content pack itself, as opaque JSON, with its hash."""

    name: _Name
    hash: _Name
    data: msgspec.Raw

    @classmethod
    def of(cls, name: str, content: object) -> Content:
        """Any value that msgspec can write as JSON, with a name to be found by."""
        data = _compact(msgspec.json.encode(content, order="deterministic"))
        return cls(name, digest(data), msgspec.Raw(data))

    def value(self) -> object:
        """The content as plain lists, dicts, texts and numbers."""
        decoded: object = msgspec.json.decode(self.data)
        return decoded


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on the table and does not change: names of the seats, every ruling in force, the content packs."""

    seats: tuple[_Name, ...] = ()
    rulings: tuple[tuple[_Name, _Name], ...] = ()
    content: tuple[Content, ...] = ()


class SavedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of the log, and the question that it answered."""

    seat: Annotated[int, msgspec.Meta(ge=-1, le=1000)]
    kind: _Name
    rule: _Name
    answer: msgspec.Raw
    automatic: bool = False


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state after so many entries, as `delta.change` from the snapshot before it, or from the start."""

    after: _Number
    state: msgspec.Raw


class SavedDealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed of a game whose dice and draws are dealt."""

    seed: Annotated[str, msgspec.Meta(max_length=1000)]


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole save. ``forks`` are the numbers of entries at which a log was taken back past a roll or a reveal.

    ``unplayed`` are entries that an engine could not follow any more; they are kept, never dropped.
    """

    format: _Number = FORMAT
    check: _Name = ""
    game: _Name
    version: _Number
    setting: Setting
    dealer: SavedDealer | None = None
    start: msgspec.Raw
    entries: tuple[SavedEntry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    forks: tuple[_Number, ...] = ()
    unplayed: tuple[SavedEntry, ...] = ()


class Disagreement(msgspec.Struct, frozen=True):
    """Where a log and this engine part. ``reason`` picks the sentence in ``texts`` (table ``save``).

    ``agreed`` entries were opened; ``entry`` is the 0-based index of the one that shows the difference and
    ``rule`` the rule that now judges it, or that asked for it then; ``left`` entries are kept unplayed;
    ``version`` is that of the rules which wrote the log.
    """

    reason: str
    entry: int
    rule: str
    agreed: int
    left: int
    version: int

    @property
    def data(self) -> tuple[tuple[str, Datum], ...]:
        """The slots of the sentence; answers are counted from 1."""
        return (
            ("number", self.entry + 1),
            ("rule", self.rule),
            ("agreed", self.agreed),
            ("left", self.left),
            ("version", self.version),
        )


class _Head(msgspec.Struct, frozen=True):
    """What every version of the format begins with."""

    format: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


def digest(data: bytes) -> str:
    """The hash that saves use: 32 bytes of BLAKE2b in hex."""
    return blake2b(data, digest_size=32).hexdigest()


def raw(thing: object) -> msgspec.Raw:
    """A state or an answer as it is kept in a save."""
    return msgspec.Raw(msgspec.json.encode(thing))


def snapshots_of(start: object, states: Iterable[tuple[int, object]]) -> tuple[Snapshot, ...]:
    """The snapshots of these states, each after so many entries and in this order."""
    found = []
    before = plain(start)
    for after, state in states:
        now = plain(state)
        found.append(Snapshot(after, raw(change(before, now))))
        before = now
    return tuple(found)


def read_snapshot(save: Save, snapshot: Snapshot, before: Any) -> Any:
    """The whole state of a snapshot as plain JSON, or None where it fits nothing.

    ``before`` is that of the snapshot before it, of the start for the first.
    """
    try:
        told = msgspec.json.decode(snapshot.state)
        return told if save.format == 1 else changed(before, told)
    except (msgspec.DecodeError, RecursionError, Misfit):
        return None


def is_still(value: Any, told: Any, before: Any, told_before: Any) -> bool:
    """Whether a state, or a part of one, is to the letter what a snapshot tells, when the two before it agreed.

    Only what is another object than before, here or there, is written down and compared: most of a table lies still.
    False where they may agree in another way of writing; then somebody has to read it.
    """
    if value is before and told is told_before:
        return True
    if type(value) is type(told) and type(value) in (int, str):
        return bool(value == told)
    if isinstance(value, msgspec.Struct) and type(value) is type(before):
        names = value.__struct_encode_fields__
        # A field that holds its default may be left out of what is written.
        if _are(dict, told, told_before) and told.keys() == told_before.keys() <= set(names):
            return all(
                is_still(getattr(value, field), told[name], getattr(before, field), told_before[name])
                if name in told
                else getattr(value, field) == getattr(before, field)
                for field, name in zip(value.__struct_fields__, names, strict=True)
                if getattr(value, field) is not getattr(before, field)
                or told.get(name) is not told_before.get(name)
            )
    elif (
        _are(tuple, value, before)
        and _are(list, told, told_before)
        and len(value) == len(told) == len(before) == len(told_before)
    ):
        return all(map(is_still, value, told, before, told_before))
    return raw(value) == raw(told)


def _are(kind: type, one: object, other: object) -> bool:
    return isinstance(one, kind) and isinstance(other, kind)


def plain(thing: object) -> Any:
    """A state as the plain JSON that a save would hold."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def write_save(save: Save) -> bytes:
    """The save as one line of JSON with its check. Raises Unreadable if nothing could read it back."""
    data = _compact(msgspec.json.encode(msgspec.structs.replace(save, format=FORMAT, check="")))
    data = data.replace(b'"check":""', b'"check":"%s"' % digest(data).encode(), 1)
    if len(data) > LARGEST:
        raise Unreadable("save-too-large", "", 0, size=len(data), max=LARGEST)
    return data


def read_save(data: bytes) -> Save:
    """The save that these bytes are; white space between its parts does not matter. Raises Unreadable."""
    if len(data) > LARGEST:
        raise Unreadable("save-too-large", _quote(data), 0, size=len(data), max=LARGEST)
    try:
        data.decode()  # msgspec keeps states as they come, and would find bad bytes only when they are read
    except UnicodeDecodeError as error:
        raise Unreadable("save-broken", _quote(data), error.start) from None
    head = _decode(data, _Head)
    if head.format > FORMAT:
        raise Unreadable("save-newer", _quote(data), 0, format=head.format, max=FORMAT)
    try:
        data = _compact(data)
    except RecursionError:  # it may reach deeper than the reader of the head did
        raise Unreadable("save-broken", _quote(data), 0) from None
    save = _decode(data, Save)
    if digest(msgspec.json.encode(msgspec.structs.replace(save, check=""))) != save.check:
        raise Unreadable("save-changed", _quote(data), 0)
    for content in save.setting.content:
        if digest(bytes(content.data)) != content.hash:
            raise Unreadable("save-content", _quote(data), 0, name=content.name)
        _decode(bytes(content.data), object)
    after = [snapshot.after for snapshot in save.snapshots]
    if after != sorted(set(after)) or max([0, *after, *save.forks]) > len(save.entries):
        raise Unreadable("save-field", _quote(data), 0, field="snapshots")
    return save


def _compact(data: bytes) -> bytes:
    """Readable JSON without white space between its parts."""
    return msgspec.json.format(data, indent=-1)


def _decode(data: bytes, kind: type[_Decoded]) -> _Decoded:
    try:
        data.decode("utf-8")
        any_kind: Any = kind
        decoded: _Decoded = decoder(any_kind).decode(data)
        return decoded
    except UnicodeDecodeError as error:
        raise Unreadable("save-broken", _quote(data), error.start) from None
    except RecursionError:
        raise Unreadable("save-broken", _quote(data), 0) from None
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        if kind is _Head:
            raise Unreadable("save-none", _quote(data), 0) from None
        raise Unreadable("save-field", _quote(data), 0, field=field.group(1) if field else "") from None
    except msgspec.DecodeError as error:
        place = _BYTE.search(str(error))
        raise Unreadable("save-broken", _quote(data), int(place.group(1)) if place else len(data)) from None


def _quote(data: bytes) -> str:
    return data[:_QUOTED].decode("utf-8", "replace")

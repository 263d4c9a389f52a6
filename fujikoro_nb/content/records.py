"""The pack format: what a file may say, one type a record. The JSON schema in ``schema/`` is emitted from here.

A file is a header (format, pack, provenance, complete) and any of five sections. ``provenance`` in the header holds
for every datum; a record may name another source, or another one per field, and ``rest`` for its other fields.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

# `$` alone would let a line break pass at the end.
_END = r"$(?!\n)"

Id = Annotated[str, Meta(pattern=rf"^[a-z0-9]+(-[a-z0-9]+)*{_END}", max_length=40, title="id")]
Name = Annotated[str, Meta(max_length=60, title="name")]
Source = Annotated[
    str,
    Meta(
        pattern=rf"^(house|owner|(rulebook|derived)( [0-9]{{3}}:[0-9]{{1,5}}(-[0-9]{{1,5}})?){{0,8}}){_END}",
        max_length=150,
        title="source",
    ),
]
"""``house``, ``owner``, ``rulebook 000:272`` or ``derived 001:448 004:930-932``: seed and its lines."""

Kind = Literal["helmet", "weapon", "sandals"]
Rows = Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(min_length=1, max_length=20)]
Pattern = Annotated[str, Meta(max_length=400)] | Rows
"""Rows of W, M, T and ``.``: a text of several lines, a list of rows, or one line with ``/`` between rows."""

_Small = Annotated[int, Meta(ge=0, le=20)]
_Health = Annotated[int, Meta(ge=1, le=99)]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Strict and written back without what was not said."""


class AreaSources(_Record, frozen=True, kw_only=True):
    """Where the data of an area come from, field by field."""

    columns: Source | UnsetType = UNSET
    rows: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class AreaRecord(_Record, frozen=True, kw_only=True):
    """The outline of the helmet or the sandals area (craft.grid.shapes)."""

    kind: Literal["helmet", "sandals"]
    columns: Annotated[int, Meta(ge=1, le=10)]
    rows: Annotated[int, Meta(ge=1, le=5)]
    provenance: Source | AreaSources | UnsetType = UNSET


class DieSources(_Record, frozen=True, kw_only=True):
    """Where the data of a die come from, field by field."""

    hits: Source | UnsetType = UNSET
    broken: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class DieRecord(_Record, frozen=True, kw_only=True):
    """A die: the hits of its six faces, and which faces (1 to 6) show the broken-weapon symbol as well."""

    material: Literal["W", "M", "T", "G"]
    hits: Annotated[tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(min_length=6, max_length=6)]
    broken: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)] = ()
    provenance: Source | DieSources | UnsetType = UNSET


class DragonSources(_Record, frozen=True, kw_only=True):
    """Where the data of a dragon come from, field by field."""

    colour: Source | UnsetType = UNSET
    health: Source | UnsetType = UNSET
    health_two_players: Source | UnsetType = UNSET
    health_solo: Source | UnsetType = UNSET
    initiative: Source | UnsetType = UNSET
    dice: Source | UnsetType = UNSET
    victory_points: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class DragonRecord(_Record, frozen=True, kw_only=True):
    """A dragon; the health for two players or for one only where its base shows one."""

    id: Id
    colour: Literal["blue", "green", "red", "white"]
    health: _Health
    health_two_players: _Health | UnsetType = UNSET
    health_solo: _Health | UnsetType = UNSET
    initiative: _Small
    dice: _Small
    victory_points: _Small
    provenance: Source | DragonSources | UnsetType = UNSET


class CardSources(_Record, frozen=True, kw_only=True):
    """Where the data of a gear card come from, field by field."""

    kind: Source | UnsetType = UNSET
    pattern: Source | UnsetType = UNSET
    bonus: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class CardRecord(_Record, frozen=True, kw_only=True):
    """A gear card."""

    id: Id
    kind: Kind
    name: Name = ""
    pattern: Pattern
    bonus: Literal["wood", "metal", "vp-or-peek", "step"]
    provenance: Source | CardSources | UnsetType = UNSET


class BlueprintSources(_Record, frozen=True, kw_only=True):
    """Where the data of a blueprint come from, field by field."""

    kind: Source | UnsetType = UNSET
    pattern: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class BlueprintRecord(_Record, frozen=True, kw_only=True):
    """A magical blueprint."""

    id: Id
    kind: Kind
    name: Name = ""
    pattern: Pattern
    provenance: Source | BlueprintSources | UnsetType = UNSET


Record = AreaRecord | DieRecord | DragonRecord | CardRecord | BlueprintRecord

_Section = Meta(max_length=64)


class PackRecords(_Record, frozen=True, kw_only=True):
    """A pack file. ``complete`` says that each section present holds all that the box holds of it."""

    format: Literal[1]
    pack: Id
    provenance: Literal["house", "owner"]
    complete: bool = False
    areas: Annotated[tuple[AreaRecord, ...], _Section] = ()
    dice: Annotated[tuple[DieRecord, ...], _Section] = ()
    dragons: Annotated[tuple[DragonRecord, ...], _Section] = ()
    gear_cards: Annotated[tuple[CardRecord, ...], _Section] = ()
    blueprints: Annotated[tuple[BlueprintRecord, ...], _Section] = ()


RECORD_TYPES: dict[str, type[Record]] = {
    "areas": AreaRecord,
    "dice": DieRecord,
    "dragons": DragonRecord,
    "gear_cards": CardRecord,
    "blueprints": BlueprintRecord,
}
"""The sections of a file, in the order in which they are written."""


def key_of(record: Record) -> str:
    """The name that a record is known by: its id; a die by its material and an area by its kind, both are unique.

    >>> key_of(AreaRecord(kind="helmet", columns=4, rows=4))
    'area-helmet'
    """
    if isinstance(record, AreaRecord):
        return f"area-{record.kind}"
    if isinstance(record, DieRecord):
        return f"die-{record.material}"
    return record.id


def rows_of(pattern: Pattern) -> tuple[str, ...]:
    r"""A pattern's rows, however it was written.

    >>> rows_of("WM\n.M\n"), rows_of("WM/.M"), rows_of(("WM", ".M"))
    (('WM', '.M'), ('WM', '.M'), ('WM', '.M'))
    """
    if not isinstance(pattern, str):
        return tuple(pattern)
    text = pattern.rstrip("\n")
    return tuple(text.split("\n") if "\n" in text else text.split("/"))


def lying_rows(pattern: Pattern, *, max_rows: int) -> tuple[str, ...]:
    """A pattern's rows filled up to one width; a card drawn higher than any grid is turned clockwise first.

    >>> lying_rows("WM/.M/M", max_rows=5), lying_rows("W/M/M", max_rows=2)
    (('WM', '.M', 'M.'), ('MMW',))
    """
    rows = rows_of(pattern)
    width = max(map(len, rows))
    rows = tuple(row.ljust(width, ".") for row in rows)
    if len(rows) <= max_rows:
        return rows
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))

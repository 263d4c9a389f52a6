"""The pack format: what a file may say, one type a record. The JSON schema in ``schema/`` is emitted from here.

A file is a header (format, pack, provenance, complete) and any of its sections. ``provenance`` in the header holds
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

Level = Literal["I", "II", "III"]
CubeLetters = Annotated[str, Meta(pattern=rf"^[WMT]{{0,4}}{_END}", max_length=4, title="cubes")]
Space = Annotated[
    str,
    Meta(
        pattern=r"^(plain|square|hexagon|monk|adventure|lava|exit|scroll (red|pink|green|blue|purple|black)"
        rf"|dragon (blue|green|red|white))( [1-5])?{_END}",
        max_length=20,
        title="space",
    ),
]
"""What a space shows, then the number with which it erupts, if any: ``plain 3``, ``scroll red``, ``lava``."""

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


class TileSources(_Record, frozen=True, kw_only=True):
    """Where the data of a tile come from, field by field."""

    level: Source | UnsetType = UNSET
    spaces: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class TileRecord(_Record, frozen=True, kw_only=True):
    """A volcano tile: its middle space, then six petals clockwise from the north-east as drawn."""

    id: Id
    level: Level
    spaces: Annotated[tuple[Space, ...], Meta(min_length=7, max_length=7)]
    provenance: Source | TileSources | UnsetType = UNSET


class TokenSources(_Record, frozen=True, kw_only=True):
    """Where the data of a resource token come from, field by field."""

    shape: Source | UnsetType = UNSET
    level: Source | UnsetType = UNSET
    cubes: Source | UnsetType = UNSET
    monk: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class TokenRecord(_Record, frozen=True, kw_only=True):
    """A resource token: the cubes it shows, or a monk on some hexagonal ones."""

    id: Id
    shape: Literal["square", "hexagon"]
    level: Level
    cubes: CubeLetters = ""
    monk: bool = False
    provenance: Source | TokenSources | UnsetType = UNSET


class EffectRecord(_Record, frozen=True, kw_only=True):
    """One effect of a scroll or an adventure token; what each kind does stands at the engine's `EffectKind`."""

    kind: Literal[
        "lava-step",
        "steps",
        "tiles",
        "cubes",
        "refresh",
        "discs",
        "dragon-damage",
        "initiative",
        "hits",
        "shield",
        "cancel-broken",
        "summon",
        "cool",
    ]
    amount: Annotated[int, Meta(ge=0, le=9)] = 0
    cubes: CubeLetters = ""


_Effects = Annotated[tuple[EffectRecord, ...], Meta(min_length=1, max_length=3)]


class EffectSources(_Record, frozen=True, kw_only=True):
    """Where the data of a scroll or an adventure token come from, field by field."""

    effects: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class ScrollRecord(_Record, frozen=True, kw_only=True):
    """A sacred scroll."""

    id: Id
    name: Name = ""
    effects: _Effects
    provenance: Source | EffectSources | UnsetType = UNSET


class AdventureRecord(_Record, frozen=True, kw_only=True):
    """An adventure token."""

    id: Id
    name: Name = ""
    effects: _Effects
    provenance: Source | EffectSources | UnsetType = UNSET


class FixedTileSources(_Record, frozen=True, kw_only=True):
    """Where the data of the tiles that lie on the map from the start come from, field by field."""

    count: Source | UnsetType = UNSET
    spaces: Source | UnsetType = UNSET
    cubes: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class FixedTileRecord(_Record, frozen=True, kw_only=True):
    """The central tile, the temples or the bridges: how many, of how many spaces, and what each always offers."""

    kind: Literal["centre", "temple", "bridge"]
    count: Annotated[int, Meta(ge=1, le=6)]
    spaces: Annotated[int, Meta(ge=1, le=7)]
    cubes: CubeLetters = ""
    provenance: Source | FixedTileSources | UnsetType = UNSET


class PalaceSources(_Record, frozen=True, kw_only=True):
    """Where the data of a row of shogun bonuses come from, field by field."""

    single: Source | UnsetType = UNSET
    shared: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class PalaceRecord(_Record, frozen=True, kw_only=True):
    """A row of shogun bonuses: the victory points of its single places, and of the last, shared one if there is one."""

    palace: Literal["big", "small"]
    category: Literal["helmet", "weapon", "sandals", "monk", "tooth"]
    single: Annotated[tuple[Annotated[int, Meta(ge=1, le=30)], ...], Meta(min_length=1, max_length=9)]
    shared: _Small = 0
    provenance: Source | PalaceSources | UnsetType = UNSET


class CountdownSources(_Record, frozen=True, kw_only=True):
    """Where the data of a space of the countdown track come from, field by field."""

    step: Source | UnsetType = UNSET
    event: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class CountdownRecord(_Record, frozen=True, kw_only=True):
    """A space of the countdown track: at which advance of the token it is reached, and what happens."""

    step: Annotated[int, Meta(ge=1, le=8)]
    event: Literal["lava-1", "lava-2", "lava-3", "lava-4", "lava-5", "rope", "blank", "end"]
    provenance: Source | CountdownSources | UnsetType = UNSET


class NumbersSources(_Record, frozen=True, kw_only=True):
    """Where numbers of a board or of cards come from, field by field."""

    values: Source | UnsetType = UNSET
    rest: Source | UnsetType = UNSET


class NumbersRecord(_Record, frozen=True, kw_only=True):
    """Numbers that stand on a board or on cards and in no booklet; what each name holds stands at `box.NUMBERS`."""

    of: Literal[
        "coop-teeth-blue",
        "coop-teeth-green",
        "coop-teeth-red",
        "coop-teeth-white",
        "coop-track",
        "tiles",
        "makai-blue",
        "makai-green",
        "makai-yellow",
        "makai-red",
        "makai-magic",
        "makai-poison-blue",
        "makai-poison-green",
        "makai-poison-yellow",
        "makai-poison-red",
        "makai-out",
        "fuji99-step3",
        "fuji99-facedown",
        "fuji99-unred",
        "fuji99-lantern",
        "fuji99-cont3",
        "fuji99-tens",
        "fuji99-catch",
        "fuji99-catch5",
        "fuji99-immediate",
    ]
    values: Annotated[tuple[Annotated[int, Meta(ge=0, le=40)], ...], Meta(max_length=40)]
    provenance: Source | NumbersSources | UnsetType = UNSET


Record = (
    AreaRecord
    | DieRecord
    | DragonRecord
    | CardRecord
    | BlueprintRecord
    | TileRecord
    | TokenRecord
    | ScrollRecord
    | AdventureRecord
    | FixedTileRecord
    | PalaceRecord
    | CountdownRecord
    | NumbersRecord
)

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
    tiles: Annotated[tuple[TileRecord, ...], _Section] = ()
    resource_tokens: Annotated[tuple[TokenRecord, ...], _Section] = ()
    scrolls: Annotated[tuple[ScrollRecord, ...], _Section] = ()
    adventure_tokens: Annotated[tuple[AdventureRecord, ...], _Section] = ()
    fixed_tiles: Annotated[tuple[FixedTileRecord, ...], _Section] = ()
    palaces: Annotated[tuple[PalaceRecord, ...], _Section] = ()
    countdown: Annotated[tuple[CountdownRecord, ...], _Section] = ()
    board_numbers: Annotated[tuple[NumbersRecord, ...], _Section] = ()


RECORD_TYPES: dict[str, type[Record]] = {
    "areas": AreaRecord,
    "dice": DieRecord,
    "dragons": DragonRecord,
    "gear_cards": CardRecord,
    "blueprints": BlueprintRecord,
    "tiles": TileRecord,
    "resource_tokens": TokenRecord,
    "scrolls": ScrollRecord,
    "adventure_tokens": AdventureRecord,
    "fixed_tiles": FixedTileRecord,
    "palaces": PalaceRecord,
    "countdown": CountdownRecord,
    "board_numbers": NumbersRecord,
}
"""The sections of a file, in the order in which they are written."""


def key_of(record: Record) -> str:
    """The name that a record is known by: its id, or for what the box has only one of each sort, that sort.

    >>> key_of(AreaRecord(kind="helmet", columns=4, rows=4))
    'area-helmet'
    """
    if isinstance(record, AreaRecord):
        return f"area-{record.kind}"
    if isinstance(record, DieRecord):
        return f"die-{record.material}"
    if isinstance(record, FixedTileRecord):
        return f"fixed-{record.kind}"
    if isinstance(record, PalaceRecord):
        return f"palace-{record.palace}-{record.category}"
    if isinstance(record, CountdownRecord):
        return f"countdown-{record.step}"
    if isinstance(record, NumbersRecord):
        return f"number-{record.of}"
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

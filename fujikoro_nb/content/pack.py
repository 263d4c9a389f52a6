"""A pack: what is in the box, ready for the engine, with the source of every datum."""

from __future__ import annotations

import hashlib
from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET

from fujikoro_nb.content.records import (
    RECORD_TYPES,
    AdventureRecord,
    AreaRecord,
    BlueprintRecord,
    CardRecord,
    CountdownRecord,
    DieRecord,
    DragonRecord,
    EffectRecord,
    FixedTileRecord,
    PackRecords,
    PalaceRecord,
    Record,
    ScrollRecord,
    TileRecord,
    TokenRecord,
    key_of,
    lying_rows,
)
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_TEETH,
    AdventureToken,
    Blueprint,
    CountdownStep,
    Die,
    Dragon,
    Effect,
    EffectKind,
    Face,
    FixedTile,
    GearCard,
    GroupBoard,
    PalaceRow,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_ROWS, Layout, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import Area, BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.texts import has, say

# A component is as trustworthy as its least trustworthy datum.
_BY_TRUST = (Provenance.RULEBOOK, Provenance.DERIVED, Provenance.OWNER, Provenance.HOUSE)


def house_title(component_id: str, *, language: str = "en") -> str:
    """What we call a component of ours; empty for any other."""
    key = f"card.{component_id}"
    return say(key, language=language) if has(key, language=language) else ""


class Citation(msgspec.Struct, frozen=True):
    """Where a datum comes from; ``lines`` as ``000:272`` (seed and line) when a rulebook has it."""

    provenance: Provenance
    lines: tuple[str, ...] = ()


class Areas(msgspec.Struct, frozen=True):
    """The outlines of helmet and sandals areas; None where the pack says nothing (craft.grid.shapes)."""

    helmet: Area | None = None
    sandals: Area | None = None

    def on(self, limits: BoardLimits) -> BoardLimits:
        """The limits of a board with these outlines."""
        return msgspec.structs.replace(
            limits, helmet=self.helmet or limits.helmet, sandals=self.sandals or limits.sandals
        )


class Pack(msgspec.Struct, frozen=True):
    """Components of one origin. ``records`` is the same as text files say it, in normal form."""

    name: str
    dice: tuple[Die, ...]
    dragons: tuple[Dragon, ...]
    gear_cards: tuple[GearCard, ...]
    blueprints: tuple[Blueprint, ...]
    areas: Areas
    tiles: tuple[Tile, ...]
    resource_tokens: tuple[ResourceToken, ...]
    scrolls: tuple[ScrollCard, ...]
    adventure_tokens: tuple[AdventureToken, ...]
    fixed_tiles: tuple[FixedTile, ...]
    palaces: tuple[PalaceRow, ...]
    countdown: tuple[CountdownStep, ...]
    """In the order of the track."""
    records: PackRecords

    @property
    def hash(self) -> str:
        """sha256 of the content: the same whatever the order of records and the form of patterns."""
        parts = {section: sorted(getattr(self.records, section), key=key_of) for section in RECORD_TYPES}
        whole = msgspec.structs.replace(self.records, **{name: tuple(held) for name, held in parts.items()})
        return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()

    def card(self, card_id: str) -> GearCard | Blueprint:
        """A gear card or blueprint by id. Raises Unreadable."""
        cards: tuple[GearCard | Blueprint, ...] = (*self.gear_cards, *self.blueprints)
        for card in cards:
            if card.id == card_id:
                return card
        raise Unreadable("card", card_id, 0, pack=self.name)

    def cards_of(self, kind: GearKind) -> tuple[GearCard, ...]:
        """The gear cards of one kind, in the pack's order."""
        return tuple(card for card in self.gear_cards if card.kind == kind)

    def blueprints_of(self, kind: GearKind) -> tuple[Blueprint, ...]:
        """The magical blueprints of one kind, in the pack's order."""
        return tuple(card for card in self.blueprints if card.kind == kind)

    def tiles_of(self, level: str) -> tuple[Tile, ...]:
        """The volcano tiles of level I, II or III, in the pack's order."""
        return tuple(tile for tile in self.tiles if tile.level == level)

    def tokens_of(self, shape: str, level: str) -> tuple[ResourceToken, ...]:
        """The resource tokens of one shape and level, in the pack's order."""
        return tuple(token for token in self.resource_tokens if (token.shape, token.level) == (shape, level))

    def die(self, material: str) -> Die | None:
        """The die of W, M, T or G, if this pack has it."""
        return next((die for die in self.dice if die.material == material), None)

    def numbers(self, name: str) -> tuple[int, ...] | None:
        """Numbers of a board or of cards by their name in `box.NUMBERS`, if this pack has them."""
        held = self.records.board_numbers
        return next((record.values for record in held if record.of == name), None)

    @property
    def group_board(self) -> GroupBoard | None:
        """What a group's side of the board prints; None unless this pack has all of it."""
        teeth = [self.numbers(f"coop-teeth-{colour}") for colour in DRAGON_TEETH]
        track = self.numbers("coop-track")
        if track is None or None in teeth:
            return None
        blue, green, red, white = (row[0] for row in teeth if row is not None)
        source = self.provenance_of("number-coop-track")
        steps = (
            CountdownStep(number, "lava" if lava else "blank", lava, source)
            for number, lava in enumerate(track, 1)
        )
        return GroupBoard((blue, green, red, white), tuple(steps))

    def title(self, component_id: str, *, language: str = "en") -> str:
        """A card's or dragon's name: its owner's, ours, else its id."""
        record = self._record(component_id)
        name = getattr(record, "name", "")
        if name:
            return str(name)
        return house_title(component_id, language=language) or component_id

    def citation(self, component: str, field: str) -> Citation:
        """Where one datum comes from. A die is named ``die-W``, an area ``area-helmet``. Raises Unreadable."""
        return _citation(_source(self._record(component), field, self.records.provenance))

    def provenance_of(self, component: str) -> Provenance:
        """The mark of a whole component: that of its least trustworthy datum. Raises Unreadable."""
        return _provenance(self._record(component), self.records.provenance)

    def with_own_sources(self, record: Record) -> Record:
        """A record of this pack that keeps its sources in a pack with another default."""
        said, default = record.provenance, self.records.provenance
        if said is UNSET:
            return msgspec.structs.replace(record, provenance=default)
        if isinstance(said, msgspec.Struct) and said.rest is UNSET:
            return msgspec.structs.replace(record, provenance=msgspec.structs.replace(said, rest=default))
        return record

    def _record(self, component: str) -> Record:
        for section in RECORD_TYPES:
            for record in getattr(self.records, section):
                if key_of(record) == component:
                    found: Record = record
                    return found
        raise Unreadable("card", component, 0, pack=self.name)


def _source(record: Record, field: str, default: str) -> str:
    said = record.provenance
    if isinstance(said, str):
        return said
    if said is UNSET:
        return default
    own = getattr(said, field, UNSET)
    rest = said.rest
    return own if isinstance(own, str) else rest if isinstance(rest, str) else default


def _citation(source: str) -> Citation:
    word, *lines = source.split(" ")
    return Citation(Provenance(word), tuple(lines))


_NO_DATUM = frozenset(("id", "name", "provenance"))


def _provenance(record: Record, default: str) -> Provenance:
    fields = [name for name in record.__struct_fields__ if name not in _NO_DATUM]
    said = [name for name in fields if getattr(record, name) is not UNSET]
    return max((_citation(_source(record, name, default)).provenance for name in said), key=_BY_TRUST.index)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _die(record: DieRecord, default: str) -> Die:
    faces = tuple(Face(hits, number in record.broken) for number, hits in enumerate(record.hits, 1))
    return Die(record.material, faces, _provenance(record, default))


def _dragon(record: DragonRecord, default: str) -> Dragon:
    return Dragon(
        id=record.id,
        colour=record.colour,
        health=record.health,
        health_two_players=_number(record.health_two_players),
        health_solo=_number(record.health_solo),
        initiative=record.initiative,
        dice=record.dice,
        victory_points=record.victory_points,
        provenance=_provenance(record, default),
    )


def pattern_of(record: CardRecord | BlueprintRecord) -> Layout:
    """The pattern of a record whose rows are readable."""
    return parse_pattern("/".join(lying_rows(record.pattern, max_rows=MAX_ROWS)))


def gear_card(record: CardRecord, default: str) -> GearCard:
    """The engine's gear card; the record's pattern must be readable."""
    return GearCard(
        record.id, GearKind(record.kind), pattern_of(record), record.bonus, _provenance(record, default)
    )


def blueprint(record: BlueprintRecord | CardRecord, default: str) -> Blueprint:
    """The engine's blueprint, or a gear card seen as its pattern alone; the pattern must be readable."""
    return Blueprint(record.id, GearKind(record.kind), pattern_of(record), _provenance(record, default))


def _area(records: tuple[AreaRecord, ...], kind: str) -> Area | None:
    return next((Area(record.columns, record.rows) for record in records if record.kind == kind), None)


def space_face(space: str) -> SpaceFace:
    """The engine's space of a readable text such as ``scroll red 3``."""
    kind, *rest = space.split(" ")
    lava = int(rest.pop()) if rest and rest[-1].isdigit() else 0
    return SpaceFace(SpaceKind(kind), rest[0] if rest else "", lava)


def _tile(record: TileRecord, default: str) -> Tile:
    return Tile(record.id, record.level, tuple(map(space_face, record.spaces)), _provenance(record, default))


def _token(record: TokenRecord, default: str) -> ResourceToken:
    cubes = Cubes.parse(record.cubes)
    return ResourceToken(
        record.id, record.shape, record.level, cubes, record.monk, _provenance(record, default)
    )


def _effects(record: ScrollRecord | AdventureRecord) -> tuple[Effect, ...]:
    def effect(each: EffectRecord) -> Effect:
        return Effect(EffectKind(each.kind), each.amount, Cubes.parse(each.cubes))

    return tuple(map(effect, record.effects))


def _scroll(record: ScrollRecord, default: str) -> ScrollCard:
    return ScrollCard(record.id, _effects(record), _provenance(record, default))


def _adventure(record: AdventureRecord, default: str) -> AdventureToken:
    return AdventureToken(record.id, _effects(record), _provenance(record, default))


def _fixed_tile(record: FixedTileRecord, default: str) -> FixedTile:
    cubes = Cubes.parse(record.cubes)
    return FixedTile(record.kind, record.count, record.spaces, cubes, _provenance(record, default))


def _palace_row(record: PalaceRecord, default: str) -> PalaceRow:
    return PalaceRow(
        record.palace, record.category, record.single, record.shared, _provenance(record, default)
    )


def _countdown_step(record: CountdownRecord, default: str) -> CountdownStep:
    event, _, number = record.event.partition("-")
    return CountdownStep(record.step, event, int(number or 0), _provenance(record, default))


def component_of(record: Record, default: str = "owner") -> Component:
    """The engine's piece of a record of something that is drawn; a pattern must be readable."""
    match record:
        case TileRecord():
            return _tile(record, default)
        case TokenRecord():
            return _token(record, default)
        case DragonRecord():
            return _dragon(record, default)
        case CardRecord():
            return gear_card(record, default)
        case BlueprintRecord():
            return blueprint(record, default)
        case ScrollRecord():
            return _scroll(record, default)
        case AdventureRecord():
            return _adventure(record, default)
    raise AssertionError(f"nobody draws a {type(record).__name__}")


_Carded = TypeVar("_Carded", CardRecord, BlueprintRecord)


def _normal(record: _Carded) -> _Carded:
    return msgspec.structs.replace(record, pattern=lying_rows(record.pattern, max_rows=MAX_ROWS))


def pack_of(records: PackRecords) -> Pack:
    """The pack of records that are known to be right; `read_pack` is the way in for others."""
    records = msgspec.structs.replace(
        records,
        gear_cards=tuple(map(_normal, records.gear_cards)),
        blueprints=tuple(map(_normal, records.blueprints)),
    )
    default = records.provenance
    return Pack(
        name=records.pack,
        dice=tuple(_die(record, default) for record in records.dice),
        dragons=tuple(_dragon(record, default) for record in records.dragons),
        gear_cards=tuple(gear_card(record, default) for record in records.gear_cards),
        blueprints=tuple(blueprint(record, default) for record in records.blueprints),
        areas=Areas(_area(records.areas, "helmet"), _area(records.areas, "sandals")),
        tiles=tuple(_tile(record, default) for record in records.tiles),
        resource_tokens=tuple(_token(record, default) for record in records.resource_tokens),
        scrolls=tuple(_scroll(record, default) for record in records.scrolls),
        adventure_tokens=tuple(_adventure(record, default) for record in records.adventure_tokens),
        fixed_tiles=tuple(_fixed_tile(record, default) for record in records.fixed_tiles),
        palaces=tuple(_palace_row(record, default) for record in records.palaces),
        countdown=tuple(
            _countdown_step(record, default)
            for record in sorted(records.countdown, key=lambda record: record.step)
        ),
        records=records,
    )


def empty_pack(name: str, provenance: Literal["house", "owner"]) -> Pack:
    """A pack with nothing in it yet."""
    return pack_of(PackRecords(format=1, pack=name, provenance=provenance))


def shows_two_weapons(card: GearCard | Blueprint, *, limits: BoardLimits = SYMMETRIC) -> bool:
    """Whether the cubes of the pattern alone are two legal one-handed weapons (char.tomoe.blueprint-with-two-weapons).

    Two weapons show themselves by lying apart, one in each part of the grid, each usable.
    """
    if card.kind != GearKind.WEAPON or len(pieces(card.pattern.occupied)) != 2:
        return False
    for place in places(card.pattern, limits.weapon.mask):
        report = inspect_weapon(Gear(weapon=place.cubes), limits, is_unlocked=True)
        if report.is_legal and all(weapon.is_usable for weapon in report.weapons):
            return True
    return False

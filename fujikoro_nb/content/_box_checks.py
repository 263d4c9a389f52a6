"""Checks of tiles, tokens, scrolls, palaces and countdown: what the schema cannot say of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from fujikoro_nb.content.box import (
    FIXED_TILES,
    NUMBERED_LAVA,
    NUMBERS,
    PICTURES,
    SHARED_POINTS,
    SMALL_PALACE_POINTS,
)
from fujikoro_nb.content.records import (
    AdventureRecord,
    CountdownRecord,
    FixedTileRecord,
    NumbersRecord,
    PalaceRecord,
    Record,
    ScrollRecord,
    TileRecord,
    TokenRecord,
)
from fujikoro_nb.content.tree import Path, Tree
from fujikoro_nb.engine.fujikoro.components import BARE_EFFECTS, ONE_TIME_EFFECTS, EffectKind

if TYPE_CHECKING:
    from fujikoro_nb.content._part import Part

_END_STEP = 8


def check_component(tree: Tree, path: Path, record: Record) -> None:
    """Check one record of these sections by itself; others are checked elsewhere."""
    match record:
        case TileRecord():
            _check_tile(tree, path, record)
        case TokenRecord():
            _check_token(tree, path, record)
        case ScrollRecord() | AdventureRecord():
            _check_effects(tree, path, record)
        case FixedTileRecord():
            _check_fixed_tile(tree, path, record)
        case PalaceRecord():
            _check_palace(tree, path, record)
        case CountdownRecord():
            _check_countdown(tree, path, record)
        case NumbersRecord():
            _check_numbers(tree, path, record)


def _check_tile(tree: Tree, path: Path, record: TileRecord) -> None:
    """One tile: what may stand on which space, and on which level."""
    for number, space in enumerate(record.spaces):
        where = (*path, "spaces", number)
        picture, erupts = picture_of(space)
        if picture.startswith("dragon") and number:
            tree.fault(where, "dragon-petal")
        if picture == "dragon white" and record.level != "III":
            tree.fault(where, "legendary-level", level=record.level)
        if picture == "exit" and record.level != "II":
            tree.fault(where, "exit-level", level=record.level)
        if picture == "lava" and erupts:
            tree.fault(where, "lava-number", number=erupts)


def picture_of(space: str) -> tuple[str, int]:
    """The picture of a space and the number with which it erupts, 0 for never.

    >>> picture_of("scroll red 3"), picture_of("plain")
    (('scroll red', 3), ('plain', 0))
    """
    picture, _, last = space.rpartition(" ")
    return (picture, int(last)) if last.isdigit() else (space, 0)


def _check_token(tree: Tree, path: Path, record: TokenRecord) -> None:
    """One resource token: cubes, or a monk if it is hexagonal (explore.fill.hex-monk)."""
    if record.monk and record.shape == "square":
        tree.fault((*path, "monk"), "token-square-monk")
    elif record.monk and record.cubes:
        tree.fault((*path, "cubes"), "token-both")
    elif not record.monk and not record.cubes:
        tree.fault((*path, "cubes"), "token-empty")


def _check_effects(tree: Tree, path: Path, record: ScrollRecord | AdventureRecord) -> None:
    """The effects of one scroll or token: each says as much as its kind needs and no kind stands twice."""
    seen: set[EffectKind] = set()
    for number, effect in enumerate(record.effects):
        where = (*path, "effects", number)
        kind = EffectKind(effect.kind)
        word = {"kind": effect.kind}
        if kind in seen:
            tree.fault(where, "effect-twice", **word)
        seen.add(kind)
        if isinstance(record, ScrollRecord) and kind in ONE_TIME_EFFECTS:
            tree.fault((*where, "kind"), "effect-one-time", **word)
        needs_cubes = kind == EffectKind.CUBES
        if bool(effect.cubes) != needs_cubes:
            tree.fault((*where, "cubes"), "effect-no-cubes" if needs_cubes else "effect-cubes", **word)
        needs_amount = kind not in BARE_EFFECTS
        if bool(effect.amount) != needs_amount:
            tree.fault((*where, "amount"), "effect-no-amount" if needs_amount else "effect-amount", **word)


def _check_fixed_tile(tree: Tree, path: Path, record: FixedTileRecord) -> None:
    """Central tile, temples and bridges are as the rulebooks state them."""
    stated = FIXED_TILES[record.kind]
    word = {"kind": record.kind}
    if record.count != stated.count:
        tree.fault((*path, "count"), "fixed-count", wanted=stated.count, **word)
    if record.spaces != stated.spaces:
        tree.fault((*path, "spaces"), "fixed-spaces", wanted=stated.spaces, **word)
    if sorted(record.cubes) != sorted(stated.cubes):
        reason = "fixed-cubes" if stated.cubes else "fixed-no-cubes"
        tree.fault((*path, "cubes"), reason, wanted=stated.cubes, **word)


def _check_palace(tree: Tree, path: Path, record: PalaceRecord) -> None:
    """One row of bonuses: five points each in the small palace, falling ones and a stated last in the big one."""
    if record.palace == "small":
        if record.category == "tooth":
            tree.fault((*path, "category"), "palace-tooth")
            tree.spoiled.add((*path, "category"))  # no count is one too many
        if record.single != (SMALL_PALACE_POINTS,):
            tree.fault((*path, "single"), "palace-small", points=SMALL_PALACE_POINTS)
        if record.shared:
            tree.fault((*path, "shared"), "palace-small-shared")
        return
    shared = SHARED_POINTS[record.category]
    if record.shared != shared:
        tree.fault((*path, "shared"), "palace-shared", category=record.category, points=shared)
    falling = (*record.single, shared)
    if any(first <= then for first, then in itertools.pairwise(falling)):
        tree.fault((*path, "single"), "palace-falling", points=shared)


def _check_countdown(tree: Tree, path: Path, record: CountdownRecord) -> None:
    """The eighth space is the end, and no other (final.track.length)."""
    if (record.event == "end") != (record.step == _END_STEP):
        tree.fault((*path, "event"), "countdown-end", step=_END_STEP)


def _check_numbers(tree: Tree, path: Path, record: NumbersRecord) -> None:
    """As many numbers as stand under this name in every box, and none that cannot stand there."""
    limits, n = NUMBERS[record.of], len(record.values)
    where = (*path, "values")
    if not limits.least <= n <= limits.most:
        tree.fault(where, "numbers-count", of=record.of, n=n, least=limits.least, most=limits.most)
    elif max(record.values, default=0) > limits.highest:
        tree.fault(where, "numbers-high", of=record.of, found=max(record.values), most=limits.highest)


def check_pictures(parts: Iterable[Part]) -> None:
    """All tiles together show no more than there are pieces to put on them."""
    counts: Counter[str] = Counter()
    erupting = 0
    for part, path, record in _records(parts, TileRecord):
        for number, space in enumerate(record.spaces):
            where = (*path, "spaces", number)
            if part.tree.is_spoiled(where):
                continue
            picture, erupts = picture_of(space)
            counts[picture] += 1
            erupting += bool(erupts)
            most = PICTURES.get(picture)
            if most is not None and counts[picture] > most:
                part.tree.fault(where, "too-many-pictures", picture=picture, max=most)
                part.set_aside(path)
            if erupts and erupting > NUMBERED_LAVA:
                part.tree.fault(where, "too-many-eruptions", max=NUMBERED_LAVA)
                part.set_aside(path)


def check_events(parts: Iterable[Part]) -> None:
    """Every event stands once on the countdown track."""
    first: dict[str, int] = {}
    for part, path, record in _records(parts, CountdownRecord):
        if (
            not part.tree.is_spoiled((*path, "event"))
            and first.setdefault(record.event, record.step) != record.step
        ):
            part.tree.fault((*path, "event"), "countdown-twice", event=record.event, step=first[record.event])
            part.set_aside(path)


_Kind = TypeVar("_Kind", TileRecord, CountdownRecord)


def _records(parts: Iterable[Part], kind: type[_Kind]) -> Iterator[tuple[Part, Path, _Kind]]:
    for part in parts:
        for path, record in part.all_records.items():
            if isinstance(record, kind):
                yield part, path, record

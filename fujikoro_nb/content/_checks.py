"""What the schema cannot say: patterns that can be built, dice and dragons as the rulebooks have them, one of each.

Every check gets the file's tree to find the line, and goes on after a fault, so that one report has them all.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from fujikoro_nb.content._box_checks import check_component, check_events, check_pictures
from fujikoro_nb.content._part import Part
from fujikoro_nb.content.box import BONUSES, BOX, BY_TOTAL, DIE_LIMITS
from fujikoro_nb.content.faults import shown
from fujikoro_nb.content.pack import Areas, blueprint, pattern_of
from fujikoro_nb.content.records import (
    AdventureRecord,
    AreaRecord,
    BlueprintRecord,
    CardRecord,
    CountdownRecord,
    DieRecord,
    DragonRecord,
    FixedTileRecord,
    NumbersRecord,
    PalaceRecord,
    Record,
    ScrollRecord,
    key_of,
    rows_of,
)
from fujikoro_nb.content.signs import shows
from fujikoro_nb.content.tree import Path, Tree
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC, SCROLL_DISC
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_DICE,
    DRAGON_POINTS,
    LEGENDARY_HEALTH,
    SOLO_HEALTH,
    Blueprint,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Layout
from fujikoro_nb.engine.fujikoro.gear.limits import Area, BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear

_SEEDS = frozenset(("000", "001", "002", "003", "004"))


def check_part(part: Part, areas: Areas) -> None:
    """Check every record by itself. A record with a fault becomes a draft."""
    for path, record in part.all_records.items():
        before = len(part.tree.faults)
        _check_source(part.tree, path, record)
        match record:
            case AreaRecord():
                _check_area(part.tree, path, record)
            case DieRecord():
                _check_die(part.tree, path, record)
            case DragonRecord():
                _check_dragon(part.tree, path, record)
            case CardRecord():
                _check_card(part.tree, path, record, areas)
                if record.bonus not in BONUSES[record.kind]:
                    part.tree.fault(
                        (*path, "bonus"),
                        f"bonus-{record.kind}",
                        bonus=record.bonus,
                    )
            case BlueprintRecord():
                if record.id in (MONK_DISC, SCROLL_DISC):
                    part.tree.fault((*path, "id"), "blueprint-id", id=record.id)
                _check_card(part.tree, path, record, areas)
            case ScrollRecord() | AdventureRecord():
                _check_name(part.tree, (*path, "name"), record.name)
        check_component(part.tree, path, record)
        if len(part.tree.faults) > before:
            part.set_aside(path)


def check_together(parts: Iterable[Part]) -> None:
    """Check records against each other, over all files; of two that clash the later one goes."""
    parts = tuple(parts)
    _check_ids(parts)
    _check_headers(parts)
    for name in dict.fromkeys(part.pack for part in parts):
        mine = [part for part in parts if part.pack == name]
        _check_patterns(mine)
        _check_counts(mine)
        check_pictures(mine)
        check_events(mine)


def _citations(record: Record) -> Iterator[tuple[str, str]]:
    said = record.provenance
    if isinstance(said, str):
        yield "provenance", said
    elif isinstance(said, msgspec.Struct):
        for field in said.__struct_fields__:
            source = getattr(said, field)
            if isinstance(source, str):
                yield field, source


def _check_source(tree: Tree, path: Path, record: Record) -> None:
    for field, source in _citations(record):
        where = (*path, "provenance") if field == "provenance" else (*path, "provenance", field)
        word, *lines = source.split(" ")
        if word in ("rulebook", "derived") and not lines:
            tree.fault(where, "source-bare", word=word)
        for place in lines:
            seed, _, span = place.partition(":")
            first, _, last = span.partition("-")
            if seed not in _SEEDS:
                tree.fault(where, "source-seed", seed=seed)
            elif last and int(last) < int(first):
                tree.fault(where, "source-lines", found=place)


def _check_area(tree: Tree, path: Path, record: AreaRecord) -> None:
    needed = SYMMETRIC.helmet_cubes if record.kind == "helmet" else SYMMETRIC.sandals_cubes
    if record.columns * record.rows < needed.value:
        tree.fault(path, "area-small", kind=record.kind, min=needed.value, rule=needed.rule)


def _check_die(tree: Tree, path: Path, record: DieRecord) -> None:
    limits = DIE_LIMITS[record.material]
    word = {"material": record.material}
    if max(record.hits) != limits.max_hits:
        tree.fault((*path, "hits"), "die-max", max=limits.max_hits, found=max(record.hits), **word)
    if sum(record.hits) != limits.sum_of_hits:
        tree.fault((*path, "hits"), "die-sum", sum=limits.sum_of_hits, found=sum(record.hits), **word)
    if len(record.broken) != limits.broken:
        tree.fault((*path, "broken"), "die-broken", wanted=limits.broken, found=len(record.broken), **word)


def _check_dragon(tree: Tree, path: Path, record: DragonRecord) -> None:
    colour = record.colour
    if record.dice != DRAGON_DICE[colour]:
        tree.fault((*path, "dice"), "dragon-dice", colour=colour, dice=DRAGON_DICE[colour])
    if record.victory_points != DRAGON_POINTS[colour]:
        tree.fault((*path, "victory_points"), "dragon-points", colour=colour, points=DRAGON_POINTS[colour])
    if colour == "white" and record.health != LEGENDARY_HEALTH:
        tree.fault((*path, "health"), "dragon-legendary", health=LEGENDARY_HEALTH)
    solo = record.health_solo
    if isinstance(solo, int) and colour in SOLO_HEALTH and solo not in SOLO_HEALTH[colour]:
        known = ", ".join(map(str, SOLO_HEALTH[colour]))
        tree.fault((*path, "health_solo"), "dragon-solo", colour=colour, known=known)


def _check_card(tree: Tree, path: Path, record: CardRecord | BlueprintRecord, areas: Areas) -> None:
    _check_name(tree, (*path, "name"), record.name)
    rows = rows_of(record.pattern)
    where = (*path, "pattern")
    if tree.is_spoiled(where):
        return  # no fault would be noted, and what is there may be half a pattern
    if not _are_rows_readable(tree, where, rows):
        tree.spoiled.add(where)
        return
    pattern = pattern_of(record)
    limits = areas.on(SYMMETRIC)
    kind = GearKind(record.kind)
    is_craftable = can_be_crafted(blueprint(record, "owner"), limits)
    if kind == GearKind.WEAPON:
        if not is_craftable:
            tree.fault(where, "pattern-weapon", pattern=print_pattern(pattern))
        return
    most = limits.helmet_cubes if kind == GearKind.HELMET else limits.sandals_cubes
    if len(pattern) > most.value:
        tree.fault(
            where, "pattern-cubes", kind=record.kind, cubes=len(pattern), max=most.value, rule=most.rule
        )
    elif not is_craftable:
        columns, rows_high = limits.area_size(kind)
        tree.fault(where, "pattern-area", kind=record.kind, columns=columns, rows=rows_high)


def can_be_crafted(card: Blueprint, limits: BoardLimits) -> bool:
    """Whether some legal gear contains the pattern: crafted from nothing, with more cubes than any gear holds."""
    return cheapest_craft(Gear(), card.kind, [card], Cubes(99, 99, 99), limits) is not None


def _check_name(tree: Tree, path: Path, name: str) -> None:
    if not is_plain_name(name):
        tree.fault(path, "name-signs", found=shown(name))


def is_plain_name(name: str) -> bool:
    """Whether a name is one line of visible text: no control signs, no line breaks, no reversed writing.

    No name at all is one, too: what needs none has this.
    """
    return (
        name == name.strip()
        and (not name or shows(name))
        and not any(
            unicodedata.category(sign) in ("Cc", "Cs", "Co", "Zl", "Zp")
            or unicodedata.bidirectional(sign)
            in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
            or sign in "\ufeff\ufffe\uffff"
            for sign in name
        )
    )


def _are_rows_readable(tree: Tree, path: Path, rows: tuple[str, ...]) -> bool:
    before = len(tree.faults)
    for number, row in enumerate(rows):
        wrong = next((sign for sign in row if sign not in "WMT."), None)
        if wrong is not None:
            reason = (
                "pattern-lower" if wrong in "wmt" else "pattern-space" if wrong == " " else "pattern-letter"
            )
            tree.fault(tree.row_line(path, number), reason, letter=shown(wrong), row=shown(row))
    if len(tree.faults) > before:
        return False
    width = max(map(len, rows), default=0)
    if not any(sign != "." for row in rows for sign in row):
        tree.fault(path, "pattern-empty")
    elif not rows[0].strip("."):
        tree.fault(tree.row_line(path, 0), "pattern-border")
    elif not rows[-1].strip("."):
        tree.fault(tree.row_line(path, len(rows) - 1), "pattern-border")
    elif all(row[:1] in (".", "") for row in rows) or all(row[width - 1 :] in (".", "") for row in rows):
        tree.fault(path, "pattern-border")
    elif max(width, len(rows)) > MAX_COLUMNS or min(width, len(rows)) > MAX_ROWS:
        tree.fault(path, "pattern-large", columns=MAX_COLUMNS, rows=MAX_ROWS)
    return len(tree.faults) == before


_ONE_OF_A_SORT = (AreaRecord, DieRecord, FixedTileRecord, PalaceRecord, CountdownRecord, NumbersRecord)


def _check_ids(parts: tuple[Part, ...]) -> None:
    first: dict[str, tuple[str, int]] = {}
    for part in parts:
        for path, record in part.all_records.items():
            if isinstance(record, _ONE_OF_A_SORT) or part.tree.is_spoiled((*path, "id")):
                continue  # they have no id and are counted below
            line = part.tree.line((*path, "id"))
            if record.id in first:
                file, earlier = first[record.id]
                part.tree.fault(line, "duplicate-id", id=record.id, file=file, first=earlier)
                part.set_aside(path)
            else:
                first[record.id] = part.tree.file, line


def _check_headers(parts: tuple[Part, ...]) -> None:
    first: dict[str, Part] = {}
    for part in parts:
        if part.header is None:
            continue
        other = first.setdefault(part.pack, part)
        assert other.header is not None, "only files with a header are kept"
        if other.header.provenance != part.header.provenance:
            part.tree.fault(
                ("provenance",),
                "header-differs",
                pack=part.pack,
                found=part.header.provenance,
                file=other.tree.file,
                wanted=other.header.provenance,
            )


def _check_patterns(parts: list[Part]) -> None:
    """Cards of one sort and kind with the same pattern, turned or not, cannot be told apart."""
    first: dict[tuple[str, str, frozenset[Layout]], str] = {}
    for part in parts:
        for path, record in part.all_records.items():
            if not isinstance(record, CardRecord | BlueprintRecord):
                continue
            if part.sort_of(path, record) and not part.tree.is_spoiled((*path, "pattern")):
                pattern = pattern_of(record)
                shape = frozenset(turn.layout for turn in turns(pattern))
                other = first.setdefault((str(path[0]), record.kind, shape), record.id)
                if other != record.id:
                    part.tree.fault((*path, "pattern"), "duplicate-pattern", other=other)
                    part.set_aside(path)


def _check_counts(parts: list[Part]) -> None:
    for section, box in BOX.items():
        counts: Counter[str] = Counter()
        for part in parts:
            for path, record in part.all_records.items():
                if path[0] != section:
                    continue
                sort = part.sort_of(path, record)
                counts[sort] += 1
                most = sum(box.values()) if section in BY_TOTAL else box.get(sort, 0)
                if (counts.total() if section in BY_TOTAL else counts[sort]) > most and sort:
                    part.tree.fault(path, f"too-many-{section}", sort=sort, max=most, entry=key_of(record))
                    part.set_aside(path)
    for part in parts:
        if part.header is not None and part.header.complete and part.tree.is_whole:
            _check_complete(part)


def _check_complete(part: Part) -> None:
    present = part.tree.data if isinstance(part.tree.data, dict) else {}
    for section in BOX:
        held = present.get(section)
        if not isinstance(held, list):
            continue
        sorts = [
            part.sort_of(path, record) for path, record in part.all_records.items() if path[0] == section
        ]
        if len(sorts) < len(held) or "" in sorts:
            continue  # what is unreadable may be what seems to be missing
        counts = Counter(sorts)
        for sort, wanted in BOX[section].items():
            if counts[sort] < wanted or (section in BY_TOTAL and counts[sort] > wanted):
                part.tree.fault((section,), f"incomplete-{section}", sort=sort, n=counts[sort], wanted=wanted)


def areas_of(parts: Iterable[Part]) -> Areas:
    """The outlines that the files of one pack give."""
    found: dict[str, Area] = {}
    for part in parts:
        for record in part.records.values():
            if isinstance(record, AreaRecord):
                found.setdefault(record.kind, Area(record.columns, record.rows))
    return Areas(found.get("helmet"), found.get("sandals"))

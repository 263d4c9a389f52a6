"""From files to packs: read, validate, check, and report every fault of every file at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

import msgspec

from fujikoro_nb.content._checks import areas_of, check_part, check_together
from fujikoro_nb.content._part import Part
from fujikoro_nb.content.disk import MAX_BYTES
from fujikoro_nb.content.faults import BrokenContent, Fault
from fujikoro_nb.content.pack import Pack, pack_of
from fujikoro_nb.content.records import RECORD_TYPES, PackRecords, Record
from fujikoro_nb.content.tree import Path, Tree, read_tree

SUFFIX = ".yaml"


def check_files(paths: Iterable[str | FilePath]) -> list[Fault]:
    """Every fault of these files, by file and line; a folder stands for its ``.yaml`` files."""
    return _faults(_checked([_read(path) for path in pack_files(paths)]))


def read_pack(path: str | FilePath) -> Pack:
    """The pack of a file, or of all ``.yaml`` files of a folder. Raises BrokenContent with every fault."""
    parts = _checked([_read(each) for each in pack_files([path])])
    return _whole(parts)


def read_pack_text(text: str | bytes, *, file: str = "pack") -> Pack:
    """The pack of one file's text. Raises BrokenContent with every fault."""
    # A lone surrogate becomes bytes that are not UTF-8, and is refused as such.
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _whole(_checked([_parsed(content, file)]))


def read_what_can_be_read(
    content: bytes, *, file: str, header: PackRecords
) -> tuple[PackRecords, tuple[Fault, ...]]:
    """The records without a fault, and the faults; ``header`` stands in for one that is unreadable."""
    parts = _checked([_parsed(content, file)])
    return _merged(parts, header), tuple(_faults(parts))


def _whole(parts: list[Part]) -> Pack:
    faults = _faults(parts)
    names = dict.fromkeys(part.pack for part in parts)
    if not faults and len(names) > 1:
        last = parts[-1]
        faults = [Fault(last.tree.file, last.tree.line(("pack",)), "packs", (("names", ", ".join(names)),))]
    if faults:
        raise BrokenContent(faults)
    header = parts[0].header
    assert header is not None, "without a readable header there is a fault"
    return pack_of(_merged(parts, header))


def _faults(parts: Sequence[Part]) -> list[Fault]:
    return sorted(fault for part in parts for fault in dict.fromkeys(part.tree.faults))


def pack_files(paths: Iterable[str | FilePath]) -> list[FilePath]:
    """The files that these paths stand for: a folder for its ``.yaml`` files."""
    found: list[FilePath] = []
    for path in map(FilePath, paths):
        inside = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else []
        found.extend(inside or [path])
    return list(dict.fromkeys(found))


def _read(path: FilePath) -> Part:
    if not path.is_file():  # a device or a pipe could keep us waiting for ever
        return _unread(path, "no-file")
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError:
        return _unread(path, "no-access")
    return _parsed(content, str(path))


def _unread(path: FilePath, reason: str) -> Part:
    tree = Tree(str(path))
    tree.fault(0, reason)
    tree.is_whole = False
    return Part(tree, None, {})


def _parsed(content: bytes, file: str) -> Part:
    tree = read_tree(content, file, sections=RECORD_TYPES)
    if tree.data is None and tree.faults:
        return Part(tree, None, {})
    if not isinstance(tree.data, dict):
        tree.fault((), "root")
        return Part(tree, None, {})
    if not _is_good(tree):
        from fujikoro_nb.content._schema import check_schema  # slow to import, and only needed for a report

        check_schema(tree)
    return Part(tree, _header(tree), dict(_records(tree)), dict(_drafts(tree)))


def _is_good(tree: Tree) -> bool:
    """Whether the whole file converts, which is what the schema means; a test proves that both agree."""
    try:
        msgspec.convert(tree.data, PackRecords)
    except msgspec.ValidationError:
        return False
    return not tree.faults


def _header(tree: Tree) -> PackRecords | None:
    plain = {key: value for key, value in tree.data.items() if key not in RECORD_TYPES}
    known = {key: value for key, value in plain.items() if key in PackRecords.__struct_fields__}
    if any(tree.is_spoiled((key,)) for key in known):
        return None
    try:
        return msgspec.convert(known, PackRecords)
    except msgspec.ValidationError:
        # Only where the reading stopped before the header was complete: everything else is spoiled.
        assert tree.faults, "a header that the schema lets pass converts"
        return None


def _records(tree: Tree) -> Iterable[tuple[Path, Record]]:
    for section, kind in RECORD_TYPES.items():
        plain = tree.data.get(section)
        if not isinstance(plain, list):
            continue
        for index, held in enumerate(plain):
            path: Path = (section, index)
            if not _has_fault(tree, path):
                yield path, msgspec.convert(held, kind)


# What a record with a fault gets in place of a field that cannot be judged, and which other fields hang on that one.
_FILLED: Mapping[str, Mapping[str, Any]] = {
    "areas": {"kind": "sandals", "columns": 2, "rows": 3},
    "dice": {"material": "W", "hits": (1, 1, 1, 1, 0, 0)},
    "dragons": {
        "id": "x",
        "colour": "blue",
        "health": 1,
        "initiative": 1,
        "dice": 3,
        "victory_points": 5,
    },
    "gear_cards": {"id": "x", "kind": "helmet", "pattern": "W", "bonus": "wood"},
    "blueprints": {"id": "x", "kind": "helmet", "pattern": "W"},
    "tiles": {"id": "x", "level": "I", "spaces": ("plain",) * 7},
    "resource_tokens": {"id": "x", "shape": "hexagon", "level": "I"},
    "scrolls": {"id": "x", "effects": ({"kind": "steps", "amount": 1},)},
    "adventure_tokens": {"id": "x", "effects": ({"kind": "steps", "amount": 1},)},
    "fixed_tiles": {"kind": "centre", "count": 1, "spaces": 1},
    "palaces": {"palace": "big", "category": "monk", "single": (2,)},
    "countdown": {"step": 1, "event": "rope"},
    "board_numbers": {"of": "coop-teeth-blue", "values": (1,)},
}
_HANGS_ON: Mapping[str, tuple[str, ...]] = {
    "kind": ("pattern", "bonus", "columns", "count", "spaces", "cubes"),
    "material": ("hits", "broken"),
    "colour": ("dice", "victory_points", "health", "health_solo"),
    "level": ("spaces",),
    "shape": ("monk",),
    "monk": ("cubes",),
    "palace": ("category", "single", "shared"),
    "category": ("single", "shared"),
    "step": ("event",),
    "event": ("step",),
}


def _drafts(tree: Tree) -> Iterable[tuple[Path, Record]]:
    """Records with a fault, made whole so that their other fields are checked in the same report."""
    for section, kind in RECORD_TYPES.items():
        plain = tree.data.get(section)
        for index, held in enumerate(plain if isinstance(plain, list) else ()):
            path: Path = (section, index)
            if isinstance(held, dict) and _has_fault(tree, path) and not tree.is_spoiled(path):
                good = {
                    field: value
                    for field, value in held.items()
                    if field in kind.__struct_fields__ and not _has_fault(tree, (*path, field))
                }
                for field in {*_FILLED[section], *held} - set(good):
                    tree.spoiled |= {(*path, field), *((*path, name) for name in _HANGS_ON.get(field, ()))}
                yield path, msgspec.convert({**_FILLED[section], **good}, kind)


def _has_fault(tree: Tree, path: Path) -> bool:
    return tree.is_spoiled(path) or any(spoiled[: len(path)] == path for spoiled in tree.spoiled)


def _checked(parts: list[Part]) -> list[Part]:
    for name in dict.fromkeys(part.pack for part in parts):
        mine = [part for part in parts if part.pack == name]
        areas = areas_of(mine)
        for part in mine:
            check_part(part, areas)
    check_together(parts)
    return parts


def _merged(parts: Sequence[Part], header: PackRecords) -> PackRecords:
    headers = [part.header for part in parts if part.header is not None] or [header]
    sections: dict[str, Any] = {
        section: tuple(
            record for part in parts for path, record in part.records.items() if path[0] == section
        )
        for section in RECORD_TYPES
    }
    whole = all(header.complete for header in headers)
    return msgspec.structs.replace(headers[0], complete=whole, **sections)

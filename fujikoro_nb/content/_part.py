"""One file of a pack while it is checked."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.content.records import PackRecords, Record
from fujikoro_nb.content.tree import Path, Tree

_SORT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "dice": ("material",),
    "dragons": ("colour",),
    "tiles": ("level",),
    "resource_tokens": ("shape",),
    "scrolls": (),
    "adventure_tokens": (),
    "palaces": ("palace", "category"),
    "countdown": ("step",),
    "board_numbers": ("of",),
}
"""The fields that tell the sort of a record; all scrolls are of one, and so are all adventure tokens."""


class Part(msgspec.Struct):
    """One file on its way to a pack: its tree, its header and the records that the schema let pass."""

    tree: Tree
    header: PackRecords | None
    """Without sections; None when the header itself is wrong."""
    records: dict[Path, Record]
    drafts: dict[Path, Record] = msgspec.field(default_factory=dict)
    """Records with a fault, filled up: checked for more faults, never used. Filled fields are spoiled in the tree."""

    def sort_of(self, path: Path, record: Record) -> str:
        """The kind, colour, level or the like of a record; empty when the file does not say it readably."""
        section = str(path[0])
        fields = _SORT_FIELDS.get(section, ("kind",))
        if any(self.tree.is_spoiled((*path, field)) for field in fields):
            return ""
        return " ".join(str(getattr(record, field)) for field in fields) or section

    def set_aside(self, path: Path) -> None:
        """A record turned out to have a fault."""
        if path in self.records:
            self.drafts[path] = self.records.pop(path)

    @property
    def all_records(self) -> dict[Path, Record]:
        """Records and drafts in the file's order."""
        both = {**self.records, **self.drafts}
        return {path: both[path] for path in sorted(both, key=lambda path: (str(path[0]), int(path[1])))}

    @property
    def pack(self) -> str:
        """The pack's name, empty when unreadable."""
        return self.header.pack if self.header else ""

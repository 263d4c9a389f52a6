"""Boxes of owners, for tests: what somebody has typed who went all the way through "know your box"."""

from __future__ import annotations

from fujikoro_nb.content import Pack, empty_pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.records import RECORD_TYPES, PackRecords
from fujikoro_nb.content.writing import print_pack
from fujikoro_nb.helper.know_box.fields import STOPS, ours, records

HEAD = "format: 1\npack: owner\nprovenance: owner\n"


def own_box() -> Pack:
    """A box whose numbers are ours, each of them typed."""
    nothing = empty_pack("owner", "owner")
    held: dict[str, list[dict[str, object]]] = {section: [] for section in RECORD_TYPES}
    for one in STOPS:
        for name in one.fields:
            for section, plain in records(name, ours(name), nothing):
                held[section].append({"id": f"owner-{name}", **plain} if section == "dragons" else plain)
    header = PackRecords(format=1, pack="owner", provenance="owner")
    return read_pack_text(print_pack(header, plain=held))

"""What is in the box: packs of components, the pack that ships, and the owner's own.

A pack comes from YAML files, checked strictly and reported whole. `house_pack` is our own invention and wears its
mark; at a table with the real box only the owner's components are shown, see `cards_at_table`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from fujikoro_nb.content.faults import BrokenContent, Fault
from fujikoro_nb.content.pack import Areas, Citation, Pack, empty_pack, pack_of, shows_two_weapons
from fujikoro_nb.content.records import PackRecords
from fujikoro_nb.content.table import at_table, cards_at_table

__all__ = [
    "Areas",
    "BrokenContent",
    "Citation",
    "Fault",
    "Pack",
    "at_table",
    "cards_at_table",
    "check_files",
    "empty_pack",
    "house_pack",
    "read_pack",
    "shows_two_weapons",
]


@cache
def house_pack() -> Pack:
    """The pack that ships: our dice, dragons, gear cards and blueprints.

    Read from the copy that ``python -m fujikoro_nb.content`` compiles from ``house/*.yaml``; a test proves it fresh.

    >>> [len(house_pack().cards_of(kind)) for kind in ("helmet", "weapon", "sandals")]
    [8, 8, 8]
    """
    compiled = files("fujikoro_nb.content").joinpath("house", "pack.json").read_bytes()
    return pack_of(msgspec.json.decode(compiled, type=PackRecords))


def read_pack(path: str | Path) -> Pack:
    """The pack of a file, or of all ``.yaml`` files of a folder. Raises BrokenContent with every fault."""
    from fujikoro_nb.content import reading  # YAML is not imported by pages that only need the house pack

    return reading.read_pack(path)


def check_files(paths: Iterable[str | Path]) -> list[Fault]:
    """Every fault of these pack files or folders, by file and line; none when all are good."""
    from fujikoro_nb.content import reading

    return reading.check_files(paths)

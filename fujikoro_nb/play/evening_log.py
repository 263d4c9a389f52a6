"""What a stored table's log tells of its evening."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from fujikoro_nb.helper.evening.hours import Hours, hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.stored import PART, read_table
from fujikoro_nb.store import Put

if TYPE_CHECKING:  # a page at no table opens no database
    from fujikoro_nb.store import Table

__all__ = ["hours_at"]


def hours_at(table: Table, evening: Evening) -> Hours | None:
    """When its story was; None before it is over. Reads the whole log. Raises StoreError."""
    return hours(evening, _evenings(table)) if evening.phase == "over" else None


def _evenings(table: Table) -> Iterator[tuple[float, Evening]]:
    last = 0
    while entries := table.since(last):
        for entry in entries:
            for change in entry.changes:
                if isinstance(change, Put) and change.part == PART:
                    with suppress(ValueError):  # damaged, or of a later version: the rest is told
                        yield entry.at, read_table(change.value.decode()).evening
        last = entries[-1].version

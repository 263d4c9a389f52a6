"""What is done for an SQLite file beside its transactions: mirror, checkpoints, a look whether it is still there."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from fujikoro_nb.store import checking, copies, mirror
from fujikoro_nb.store.errors import Busy, Damaged, NotStored, StoreError
from fujikoro_nb.store.keeper import Keeper
from fujikoro_nb.store.rows import Row

COPY_SECONDS = 300.0
"""Between two copies while something is written: what a damaged file is mended from, beside the mirror."""
LARGEST_MIRROR = 16 * 1024 * 1024
"""Bytes after which a copy is made before its time, so that the mirror begins anew."""
MOST_WAITING = 1000
"""Records that wait for a disk which refuses to take them."""


class Upkeep:
    """Of one process. ``row`` reads one entry of a table."""

    def __init__(self, path: Path, row: Callable[[str, int], Row | None]) -> None:
        self._path, self._row = path, row
        self._keeper = Keeper(self._keep)
        self._appending = threading.Lock()
        self._waiting: list[mirror.Record] = []
        self._reached: dict[str, int] = {}
        self._files: tuple[tuple[int, int] | None, ...] = ()

    def stored(self, rows: Iterable[Row]) -> None:
        """Entries were stored: lay them into the mirror before anybody is told.

        Raises Damaged when the file that they were stored in is not the one that others would open.
        """
        last = None
        records: list[mirror.Record] = []
        for last in rows:
            # Whoever stored the entry before may have been killed before it lay in the mirror.
            if last.version > 1 and self._reached.get(last.code) != last.version - 1:
                before = self._before(last)
                records += [] if before is None else [mirror.Written(before)]
            records.append(mirror.Written(last))
            self._reached[last.code] = last.version
        if last is None:
            return
        self._append(records)
        self._keeper.changed()
        if not self._is_in_place(last):
            raise Damaged("damaged")

    def _before(self, row: Row) -> Row | None:
        try:
            return self._row(row.code, row.version - 1)
        except (Busy, NotStored):  # what is stored is stored; the next copy closes the gap
            return None

    def removing(self, code: str) -> None:
        """A table is about to be removed: the mirror has it first, so that nobody brings the table back."""
        self._append([mirror.Removed(code)])

    def not_removed(self, last: Row) -> None:
        """It could not be removed: the mirror has its last entry again."""
        self._append([mirror.Written(last)])

    def end(self) -> None:
        """Keep what is not kept yet."""
        self._keeper.end()

    def _append(self, records: list[mirror.Record]) -> None:
        with self._appending:
            waiting = [*self._waiting, *records]
            try:
                if waiting:
                    mirror.append(self._path, waiting)
                self._waiting = []
            except (
                OSError
            ):  # the database has it; the mirror gets it with the next one, or with the next copy
                self._waiting = waiting[-MOST_WAITING:]

    def _keep(self) -> bool:
        """Whether everything lies in the file itself and in the mirror, and both are on the disk."""
        try:
            self._append([])
            checking.sync(mirror.mirror_of(self._path))
            is_kept = checking.checkpoint(self._path)
            if self._wants_copy():
                copies.make(self._path, datetime.now(UTC).astimezone().date())
        except (OSError, sqlite3.Error, StoreError):  # whoever writes next is told; here it is tried again
            return False
        return is_kept and not self._waiting

    def _wants_copy(self) -> bool:
        """Whoever writes sees to it; of several programs the first one does it for all."""
        try:
            age = time.time() - copies.copy_of(self._path).stat().st_mtime
        except FileNotFoundError:
            return True
        return not 0 <= age < COPY_SECONDS or mirror.size(self._path) > LARGEST_MIRROR

    def _is_in_place(self, row: Row) -> bool:
        """Whether who opens the file now finds the entry.

        Somebody may have deleted the file or its log while we have them open: we would go on writing into files that
        have no name any more. Only when they are other ones than before is it worth a look.
        """
        files = tuple(_identity(self._path.with_name(self._path.name + ending)) for ending in ("", "-wal"))
        if files == self._files:
            return True
        try:
            lacks = checking.lacking(self._path, {row.code: (row.version, row.link)})
        except checking.UNREADABLE:
            return False
        except (Busy, NotStored):  # it cannot be looked at just now: with the next change
            return True
        self._files = files
        return not lacks


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - at every change, and half as quick by the other way
    except OSError:
        return None
    return found.st_dev, found.st_ino

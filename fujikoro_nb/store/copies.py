"""The copies that are kept beside an SQLite file: the last three, and one a day for a week.

``tables.sqlite.copy`` is the latest, ``.copy-1`` and ``.copy-2`` those before it, ``.copy-20261123`` a day's first.
Each is one file, made only of what passed every check, and none takes the place of one that knows more.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
from collections.abc import Container, Iterable
from datetime import date
from pathlib import Path

from fujikoro_nb.content import disk
from fujikoro_nb.store import mirror
from fujikoro_nb.store.checking import UNREADABLE, heads, is_there, is_whole, lacking, read_only, sync
from fujikoro_nb.store.errors import Busy, Damaged, NotOpened, NotStored
from fujikoro_nb.store.schema import translated

KEPT = 2
"""Copies before the latest one."""
DAYS = 7
_ROOM = 4
"""A day's copy is made where so many times its size is free."""


def copy_of(path: Path) -> Path:
    """Where the latest copy lies."""
    return path.with_name(f"{path.name}.copy")


def copies(path: Path) -> list[Path]:
    """All that are there, the latest first."""
    latest = copy_of(path)
    last = [latest, *(latest.with_name(f"{latest.name}-{number}") for number in range(1, KEPT + 1))]
    return [copy for copy in (*last, *reversed(days(path))) if copy.is_file()]


def days(path: Path) -> list[Path]:
    """The copies of the days, the oldest first."""
    name = re.compile(re.escape(copy_of(path).name) + r"-[0-9]{8}", re.ASCII)
    return sorted(found for found in path.parent.iterdir() if name.fullmatch(found.name))


def is_ours(path: Path) -> bool:
    """Whether a copy has our mark in this version's format."""
    try:
        return is_there(path)
    except (Damaged, NotOpened):
        return False


def is_up_to_date(path: Path) -> bool:
    """Whether the latest copy is whole and has come as far as the file."""
    known = heads(copy_of(path)) if copy_of(path).is_file() else None
    return known is not None and known == heads(path) and is_whole(copy_of(path))


def is_behind(path: Path, copy: Path, removed: Container[str]) -> bool:
    """Whether a whole copy knows what the file lacks. Tables that were removed do not count."""
    known = heads(copy)
    if known is None:
        return False
    try:
        lacks = lacking(path, {code: head for code, head in known.items() if code not in removed})
    except UNREADABLE:
        return True
    return bool(lacks) and is_whole(copy)


def make(path: Path, today: date, *, removed: Iterable[str] = ()) -> Path:
    """Make the copy anew while others go on writing, and begin a new segment of the mirror.

    ``removed`` are tables that are gone by intention, beside those that the mirror knows to be.
    The one before it is kept; one that cannot be read is put aside. Raises Damaged when what is stored does not pass
    its checks, or lacks what the copy before holds; Busy when somebody else makes one just now; NotStored.
    """
    try:
        with disk.locked(path.with_name(f"{copy_of(path).name}.lock"), wait_seconds=0):
            return _make(path, today, removed)
    except disk.Busy as error:
        raise Busy("busy") from error
    except OSError as error:
        raise NotStored("not-written") from error


def _make(path: Path, today: date, removed: Iterable[str]) -> Path:
    latest = copy_of(path)
    new = latest.with_name(f"{latest.name}-new")
    gone = {**mirror.read(path).removed, **dict.fromkeys(removed)}
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        with translated(), read_only(path) as source, contextlib.closing(sqlite3.connect(new)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        if not is_whole(new) or (latest.is_file() and is_behind(new, latest, gone)):
            raise Damaged("damaged")
        sync(new)
        if latest.is_file() and heads(latest) is None:
            put_aside(latest)
        _keep_for_the_day(path, new, today)
        _turn(path, new)
        held = heads(latest)
        if held is None:
            raise Damaged("damaged")
        mirror.begin(path, held, gone)
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
    return latest


def put_aside(copy: Path) -> Path:
    """Give a damaged copy another name, under which nobody looks for one. Raises OSError."""
    number = 1
    while (aside := copy.with_name(f"{copy.name}.damaged-{number}")).exists():
        number += 1
    return copy.rename(aside)


def _turn(path: Path, new: Path) -> None:
    latest = copy_of(path)
    for number in range(KEPT, 0, -1):
        before = latest if number == 1 else latest.with_name(f"{latest.name}-{number - 1}")
        if before.is_file():
            mirror.keep_as(before, latest.with_name(f"{latest.name}-{number}"))
    new.replace(latest)


def _keep_for_the_day(path: Path, new: Path, today: date) -> None:
    """A copy of its own, and not a second name of the same: what harms one file must not harm both."""
    latest = copy_of(path)
    kept = latest.with_name(f"{latest.name}-{today:%Y%m%d}")
    if not kept.exists() and shutil.disk_usage(path.parent).free > _ROOM * new.stat().st_size:
        half = latest.with_name(f"{latest.name}-half")
        half.unlink(missing_ok=True)
        half.touch(mode=0o600)
        shutil.copyfile(new, half)
        sync(half)
        half.replace(kept)
    # By their names and not by their age: a clock that jumps takes one of them at the most.
    for old in days(path)[:-DAYS]:
        old.unlink()

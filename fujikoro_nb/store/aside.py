"""Damaged files are kept under another name, never thrown away: what SQLite keeps beside them goes along."""

from __future__ import annotations

import itertools
from datetime import datetime
from pathlib import Path

from fujikoro_nb.store import copies, mirror
from fujikoro_nb.store.checking import heads, lacking

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a file and finds by its name."""


def free_stem(path: Path, now: datetime) -> str:
    """A name for all that is put aside at once, which nothing has yet."""
    stem = f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}"
    taken = {found.name for found in path.parent.iterdir()}
    tries = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(
        tried
        for tried in tries
        if not any(name == tried or name.startswith((f"{tried}-wal", f"{tried}.")) for name in taken)
    )


def put_aside(path: Path, stem: str) -> Path | None:
    """Rename the file and what SQLite keeps beside it; where it is now."""
    aside = path.with_name(stem)
    was_there = path.exists()
    for ending in BESIDE:
        old = path.with_name(path.name + ending)
        if old.exists():
            old.rename(aside.with_name(aside.name + ending))
    return aside if was_there else None


def move_mirror(path: Path, stem: str) -> list[Path]:
    """Rename the segments of the mirror; where they are now."""
    return [
        segment.rename(segment.with_name(stem + segment.name.removeprefix(path.name)))
        for segment in mirror.segments(path)
    ]


def put_others_aside(path: Path, stem: str) -> tuple[Path, ...]:
    """Mirror and copies that are damaged, or tell of more than could be mended; the good ones go on."""
    told = mirror.read(path)
    moved: list[Path] = []
    if lacking(path, told.heads) or not told.is_clean:
        moved += move_mirror(path, stem)
    for copy in copies.copies(path):
        known = heads(copy)
        if known is None or lacking(
            path, {code: head for code, head in known.items() if code not in told.removed}
        ):
            moved.append(copies.put_aside(copy))
    return tuple(moved)

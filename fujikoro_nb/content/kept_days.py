"""What an owner's pack held on the days before, so that nobody who may enter cards can erase them for good.

Everybody at the table may enter cards, change them and take them out; that is what a table wants, and no page knows
which of its taps came through the network. So nothing is asked of guests: what they can do is undone instead. Beside
the last five versions, each day on which something was changed leaves two files, numbered in order:

- ``owner-pack.day-7-2026-05-03.yaml``: the pack as it stood when that day's first change came. It is written once.
- ``owner-pack.removed-7-2026-05-03.json``: every record that was taken out or replaced on that day, how long it had
  been there, and since when those that are there have been. It is written before the pack is.

A guest who adds and takes out without end fills the second one; it is bounded, and what was there longest stays. Of
all times that records were there on one day the sum is a boxful times the hours, whatever is sent: a page's records
that were there for two hours always find room (tests count it), and what was there overnight goes before all others.

A clock decides nothing but when a new day begins, and one of a date that is kept already never does. What is deleted
goes by number alone, when more than `DAYS` are there: a clock that jumps ends no day's keeping.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from fujikoro_nb.content.disk import write_atomically
from fujikoro_nb.content.records import RECORD_TYPES, PackRecords, Record

DAYS = 31
"""With a change on each of them, what went today is still kept when thirty days have gone by."""

BYTES_A_DAY = 1024 * 1024
"""The largest list of what went on one day."""

WHOLE_DAY = 86_400.0
"""How long a record counts as having been there of which nothing better is known: for the owner, not against."""

_Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e11)]
_NAME = re.compile(
    r"owner-pack\.(?:day|removed)-([1-9][0-9]{0,8})-([0-9]{4}-[0-9]{2}-[0-9]{2})\.(?:yaml|json)"
)

Marked = dict[str, tuple[str, Record]]
"""Records by their marks, each with its section."""


class Gone(msgspec.Struct, frozen=True):
    """A record that was taken out or replaced: when, and for how many seconds it had been there in all."""

    section: str
    record: dict[str, Any]
    went: _Seconds
    lived: _Seconds


class Day(msgspec.Struct):
    """What went on one day, and since when those records are there that came on it; both by mark."""

    there: dict[str, _Seconds] = {}
    gone: dict[str, Gone] = {}


class Kept(msgspec.Struct, frozen=True, order=True):
    """The number and the date of a day that left files."""

    number: int
    date: str

    def version(self, folder: Path) -> Path:
        """How the pack stood when the day began; the first day of all has none."""
        return folder / f"owner-pack.day-{self.number}-{self.date}.yaml"

    def removed(self, folder: Path) -> Path:
        """What went on it."""
        return folder / f"owner-pack.removed-{self.number}-{self.date}.json"


class KeptDays:
    """The days of one folder. The clock gives seconds since 1970; a day is one of the machine's own calendar."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self.folder, self.clock = folder, clock

    def all(self) -> tuple[Kept, ...]:
        """Every day that is kept, oldest first."""
        names = (_NAME.fullmatch(path.name) for path in self.folder.glob("owner-pack.*"))
        return tuple(sorted({Kept(int(found[1]), found[2]) for found in names if found}))

    def versions(self) -> tuple[Path, ...]:
        """The packs with which days began, oldest first."""
        found = (kept.version(self.folder) for kept in self.all())
        return tuple(path for path in found if path.exists())

    def gone(self) -> Iterator[tuple[str, Gone]]:
        """What went, by mark, the latest day first; a list that somebody spoiled is passed over."""
        for kept in reversed(self.all()):
            day = _read(kept.removed(self.folder))
            if day is not None:
                yield from day.gone.items()

    def note(self, before: PackRecords, after: PackRecords, *, old: bytes | None) -> None:
        """Keep what the change from ``before`` to ``after`` takes away, before it is made. Raises OSError.

        ``old`` is the file as it stands, for a day that begins now; None where there is none, or none that is whole.
        """
        held, left = marked(before), marked(after)
        if held.keys() == left.keys():
            return
        now = min(max(self.clock(), WHOLE_DAY), 1e10)  # 1970 to 2286: what every system can date
        kept, day, is_new = self._today(now)
        if is_new and old is not None:
            write_atomically(kept.version(self.folder), old)
        write_atomically(kept.removed(self.folder), _bounded(_noted(day, held, left, now)))

    def forget(self) -> None:
        """Delete the oldest days beyond those that are kept: last of all, when the change is on the disk."""
        for kept in self.all()[:-DAYS]:
            for path in (kept.version(self.folder), kept.removed(self.folder)):
                # One that another program holds open is tried again with the next change.
                with contextlib.suppress(OSError):
                    path.unlink()

    def _today(self, now: float) -> tuple[Kept, Day, bool]:
        """The day that a change belongs to, what is known of it, and whether it begins now.

        A list that somebody spoiled is left as it is, and another day of the same date begins.
        """
        here = datetime.datetime.fromtimestamp(now, datetime.UTC).astimezone()
        kept, date = self.all(), here.date().isoformat()
        if date in {one.date for one in kept}:
            path = kept[-1].removed(self.folder)
            day = _read(path) if path.exists() else Day()
            if day is not None:
                return kept[-1], day, False
        return Kept(kept[-1].number + 1 if kept else 1, date), Day(), True


def marked(records: PackRecords) -> Marked:
    """Every record of a pack by its mark, which is made of all that it says."""
    return {
        mark_of(section, record): (section, record)
        for section in RECORD_TYPES
        for record in getattr(records, section)
    }


def mark_of(section: str, record: Record) -> str:
    """Twelve letters and digits that name a record with all that it says."""
    content = msgspec.json.encode((section, record), order="deterministic")
    return hashlib.sha256(content).hexdigest()[:12]


def _noted(day: Day, before: Marked, after: Marked, now: float) -> Day:
    there, gone = dict(day.there), dict(day.gone)
    for mark in before.keys() - after.keys():
        since, (section, record) = there.get(mark), before[mark]
        # Since before this day; or a clock that went back, which tells nothing.
        spell = WHOLE_DAY if since is None or since > now else now - since
        lived = spell + (gone[mark].lived if mark in gone else 0.0)
        gone[mark] = Gone(section, msgspec.to_builtins(record), now, min(lived, 1e10))
    there |= dict.fromkeys(after.keys() - before.keys(), now)
    return Day({mark: since for mark, since in there.items() if mark in after}, gone)


def _bounded(day: Day) -> bytes:
    """The list as the file has it; where it is too long, what was there longest stays, the earlier of two equals."""
    content = _ENCODER.encode(day)
    if len(content) <= BYTES_A_DAY:
        return content
    room = BYTES_A_DAY - len(_ENCODER.encode(Day(day.there)))
    kept: dict[str, Gone] = {}
    for mark, one in sorted(day.gone.items(), key=lambda pair: (-pair[1].lived, pair[1].went)):
        room -= len(_ENCODER.encode({mark: one}))
        if room < 0:
            break
        kept[mark] = one
    return _ENCODER.encode(Day(day.there, kept))


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Day)


def _read(path: Path) -> Day | None:
    """The list of one day; None when it is not there or is not one of ours."""
    try:
        with path.open("rb") as file:
            return _DECODER.decode(file.read(2 * BYTES_A_DAY))
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None

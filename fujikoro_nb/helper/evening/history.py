"""The evenings that were played on this machine: who played what, and who won. Kept in one file, written out, deleted.

The file lies beside the owner's cards and is for nobody but its owner. Whoever looks on at a table never gets it.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import msgspec

from fujikoro_nb.content.disk import OWNER_ONLY, locked, own_folder, write_atomically
from fujikoro_nb.helper.evening.record import LONGEST_WHEN, Evening
from fujikoro_nb.helper.evening.standing import standing, what_next

FORMAT = 1
FILE = "evenings.json"
MOST_KEPT = 1000
"""Evenings; of more the oldest goes."""
MAX_BYTES = 4 * 2**20
GAME = "fuji_koro"


class PastPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who played. ``place`` is 0 where nobody has points."""

    name: str
    colour: str
    points: int
    place: int
    has_won: bool


class PastEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One evening that is over. Times are texts of this machine's clock, empty where nobody knew."""

    ended: str
    begun: str
    game: str
    mode: str
    scenario: int
    round: int
    result: str
    """``won`` or ``lost`` against the mountain; empty where people play against each other."""
    people: tuple[PastPerson, ...]
    """The best first."""

    @property
    def key(self) -> str:
        """The same evening has the same key, whatever is corrected when it is over."""
        names = sorted(one.name for one in self.people)
        told = "\n".join((self.begun or self.ended, self.game, self.mode, *names))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    evenings: tuple[PastEvening, ...]


def past(evening: Evening, *, ended: str) -> PastEvening:
    """An evening that is over, as it is kept; ``ended`` is the time as text."""
    assert evening.phase == "over", "it may still turn"
    has_goal = bool(evening.course.goal_points)
    result = evening.result
    if has_goal and not result:
        result = "won" if what_next(evening).end[-1].key == "evening.over-enough" else "lost"
    people = tuple(
        PastPerson(
            evening.name(line.seat),
            evening.people[line.seat].colour,
            line.points,
            line.place if evening.is_competitive else 0,
            line.place == 1 if evening.is_competitive else result == "won",
        )
        for line in standing(evening)
    )
    return PastEvening(
        ended[:LONGEST_WHEN],
        evening.begun,
        GAME,
        evening.mode,
        evening.scenario,
        evening.round,
        result,
        people,
    )


class Evenings:
    """The file. Raises OSError where the disk refuses, and ValueError for a file that is none of ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def path(self) -> Path:
        """It need not exist."""
        return self.folder / FILE

    def load(self) -> tuple[PastEvening, ...]:
        """The newest first."""
        try:
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            return ()
        if len(content) > MAX_BYTES:
            raise ValueError("larger than any history")
        read = msgspec.json.decode(content, type=_File)
        if read.format != FORMAT:
            raise ValueError("a history of another version")
        return read.evenings

    def keep(self, evening: PastEvening) -> None:
        """One evening more, or what has become of one that is there: it keeps the time when it first ended."""

        def kept(before: Sequence[PastEvening]) -> tuple[PastEvening, ...]:
            known = next((one for one in before if one.key == evening.key), None)
            newest = evening if known is None else msgspec.structs.replace(evening, ended=known.ended)
            return tuple(
                sorted((newest, *(one for one in before if one is not known)), key=_ended, reverse=True)
            )[:MOST_KEPT]

        self._change(kept)

    def drop(self, keys: Collection[str]) -> None:
        """These are not kept any more."""
        self._change(lambda before: tuple(one for one in before if one.key not in keys))

    def clear(self) -> None:
        """None is."""
        self._change(lambda _: ())

    def _change(self, change: Callable[[tuple[PastEvening, ...]], tuple[PastEvening, ...]]) -> None:
        own_folder(self.folder)
        with locked(self.folder / f".{FILE}.lock"):
            before = self._readable()
            after = change(before)
            if after != before:
                write_atomically(self.path, msgspec.json.encode(_File(FORMAT, after)))
                self.path.chmod(OWNER_ONLY)

    def _readable(self) -> tuple[PastEvening, ...]:
        """What is there; a damaged file is put aside under a name of its own, and never written over."""
        try:
            return self.load()
        except ValueError:
            number = 1
            while (aside := self.folder / f"evenings.damaged-{number}.json").exists():
                number += 1
            self.path.rename(aside)
            return ()


def _ended(evening: PastEvening) -> str:
    return evening.ended


# ---- written out

COLUMNS = (
    "ended", "begun", "game", "mode", "scenario", "round", "result", "name", "colour", "points", "place", "won",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_json(evenings: Sequence[PastEvening]) -> str:
    """All of it."""
    return msgspec.json.format(msgspec.json.encode(_File(FORMAT, tuple(evenings))), indent=2).decode()


def as_csv(evenings: Sequence[PastEvening]) -> str:
    """One row a person, for a spreadsheet: a name that such a program would run as a formula is quoted."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for one in evenings:
        for person in one.people:
            writer.writerow(
                (
                    one.ended,
                    one.begun,
                    one.game,
                    one.mode,
                    one.scenario or "",
                    one.round,
                    one.result,
                    _plain(person.name),
                    person.colour,
                    person.points,
                    person.place or "",
                    int(person.has_won),
                )
            )
    return text.getvalue()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name

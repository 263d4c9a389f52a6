"""What can be undone on a page: one history of frozen entries, whichever part of the page made them.

history = History()
history.add(Entry("grid", called("craft-grid.change-monk"), before=moment))
history.name("en")                   # what undo would take back, in any language
entry = history.take_back()          # the part that made it brings ``entry.before`` back
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec

from fujikoro_nb.texts import say

__all__ = ["MOST", "Entry", "History", "Label", "called"]

MOST = 200
"""Entries that a history keeps; of more the oldest goes."""

Label = Callable[[str], str]
"""What was done, in the language that is asked for."""


def called(key: str, /, **data: object) -> Label:
    """A sentence that is said when its language is known; data may be such sentences.

    >>> called("unit.cubes", cubes=2)("de")
    '2 Steine'
    """

    def said(language: str) -> str:
        told = {name: each(language) if callable(each) else each for name, each in data.items()}
        return say(key, language=language, **told)

    return said


class Entry(msgspec.Struct, frozen=True):
    """One change. Raises TypeError for a name that knows one language only."""

    source: str
    """Who made it, and knows what ``before`` means."""
    what: Label
    before: Any = None
    """What comes back when it is undone."""
    stroke: str = ""
    """Changes of one source with the same stroke, one right after the other, are one change; empty: never."""
    at: int = 0
    """What the history's clock said when it was made."""

    def __post_init__(self) -> None:
        if not callable(self.what):
            raise TypeError(f"{self.what!r} names a change in one language only")


class History:
    """The changes of one page, the newest last. ``clock`` stamps what is added."""

    def __init__(self, *, most: int = MOST, clock: Callable[[], int] = lambda: 0) -> None:
        self._most, self._clock = most, clock
        self._done: tuple[Entry, ...] = ()
        self._undone: tuple[Entry, ...] = ()
        self._is_paused = False

    # ---- what there is

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that can be taken back, the newest last."""
        return self._done

    @property
    def undone(self) -> tuple[Entry, ...]:
        """All that can be done again, the next one last."""
        return self._undone

    def of(self, source: str) -> tuple[Entry, ...]:
        """Those of one source."""
        return tuple(entry for entry in self._done if entry.source == source)

    def newest(self, source: str = "") -> Entry | None:
        """What would be taken back: the last change of all, or of one source."""
        return next((entry for entry in reversed(self._done) if source in ("", entry.source)), None)

    def next(self, source: str = "") -> Entry | None:
        """What would be done again."""
        return next((entry for entry in reversed(self._undone) if source in ("", entry.source)), None)

    def name(self, language: str, source: str = "") -> str:
        """What would be taken back, in words; empty: nothing."""
        newest = self.newest(source)
        return "" if newest is None else newest.what(language)

    # ---- one more, one less

    def add(self, entry: Entry) -> None:
        """A change was made. One that goes on with the newest one's stroke grows that: what was before it stays.

        What was undone before cannot be done again. Raises TypeError for what is no entry.
        """
        if not isinstance(entry, Entry):
            _refuse(entry)
        if self._is_paused:
            return
        newest, done = self.newest(), self._done
        if newest is not None and entry.stroke and _stroke(newest) == _stroke(entry):
            entry = msgspec.structs.replace(entry, before=newest.before)
            done = done[:-1]
        self._keep((*done, msgspec.structs.replace(entry, at=self._clock())), ())

    def take_back(self, source: str = "", *, now: Any = None) -> Entry | None:
        """The newest entry, of one source or of all, leaves. ``now``: what doing it again would bring back."""
        entry = self.newest(source)
        if entry is not None:
            again = () if now is None else (msgspec.structs.replace(entry, before=now, stroke=""),)
            self._keep(_without(self._done, entry), (*self._undone, *again))
        return entry

    def do_again(self, source: str = "", *, now: Any) -> Entry | None:
        """The entry that was taken back last; ``now`` is what undoing it once more brings back."""
        entry = self.next(source)
        if entry is not None:
            back = msgspec.structs.replace(entry, before=now, at=self._clock())
            self._keep((*self._done, back), _without(self._undone, entry))
        return entry

    def drop(self, entry: Entry) -> None:
        """This entry is neither to be undone nor to be done again; nothing for one that is not there."""
        self._keep(_without(self._done, entry), _without(self._undone, entry))

    def change(self, source: str, become: Callable[[Entry], Entry | None]) -> None:
        """Every entry of a source becomes another one, or leaves."""

        def changed(entries: tuple[Entry, ...]) -> Iterator[Entry]:
            for entry in entries:
                after = become(entry) if entry.source == source else entry
                if after is not None:
                    yield after

        self._keep(tuple(changed(self._done)), tuple(changed(self._undone)))

    def forget(self, source: str = "") -> None:
        """What was done so far cannot be undone any more, by one source or by all."""
        if source:
            self.change(source, lambda _: None)
        else:
            self._keep((), ())

    def stamp(self, at: int) -> None:
        """All entries were made at this time."""
        self._keep(tuple(msgspec.structs.replace(entry, at=at) for entry in self._done), self._undone)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What parts tell of meanwhile belongs to a change that somebody else adds, or is none."""
        before, self._is_paused = self._is_paused, True
        try:
            yield
        finally:
            self._is_paused = before

    def _keep(self, done: tuple[Entry, ...], undone: tuple[Entry, ...]) -> None:
        self._done, self._undone = done[-self._most :], undone[-self._most :]


def _stroke(entry: Entry) -> tuple[str, str]:
    return entry.source, entry.stroke


def _without(entries: tuple[Entry, ...], gone: Entry) -> tuple[Entry, ...]:
    """By identity: two changes may be equal in all that is said of them."""
    return tuple(entry for entry in entries if entry is not gone)


def _refuse(entry: object) -> NoReturn:
    raise TypeError(f"{entry!r} is no entry")

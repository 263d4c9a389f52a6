"""A table at its newest version: read once for all seats that follow it, and only what came since the last look."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

import msgspec

from fujikoro_nb.store import Entry, Table, apply

MOST_KEPT = 64
"""Tables whose last look is kept; a server has a few that are played at."""
MOST_NEWS = 60
"""Entries that are gone on with; behind so many the whole table is read as quickly."""


class Look(msgspec.Struct, frozen=True):
    """``newest`` is the entry that made this version."""

    title: str
    version: int
    parts: Mapping[str, bytes]
    newest: Entry | None


class Looks:
    """To be asked in one thread at a time, as `Live` does."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Look] = OrderedDict()

    def at(self, table: Table, known: int) -> Look:
        """The table at the version that is ``known`` to be stored (0: nobody knows), or as it is now.

        Raises StoreError.
        """
        kept = self._kept.pop(table.code, None)
        if kept is None or kept.version != known:
            kept = (kept and _gone_on(kept, table)) or _read(table)
        self._kept[table.code] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept


def _read(table: Table) -> Look:
    state = table.state()
    last = table.since(state.version - 1, most=1)
    return Look(state.head.title, state.version, state.parts, last[0] if last else None)


def _gone_on(kept: Look, table: Table) -> Look | None:
    """What became of it; None where it is not told by a few entries behind that one, as when a copy was put in."""
    head = table.head()
    last, *news = table.since(kept.version - 1, most=MOST_NEWS) or (None,)
    if last is None or last != kept.newest or not 0 <= head.version - kept.version <= len(news):
        return None
    parts = dict(kept.parts)
    for entry in news:
        apply(parts, entry.changes)
    newest = news[-1] if news else last
    return Look(head.title, newest.version, parts, newest)

"""A table as it stands at its newest version: read once for all seats that follow it, not once a phone."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from fujikoro_nb.store import Entry, State, Table

MOST_KEPT = 64
"""Tables whose last look is kept; a server has a few that are played at."""


class Look(msgspec.Struct, frozen=True):
    """``newest`` is the entry that made this version."""

    state: State
    newest: Entry | None


class Looks:
    """To be asked in one thread at a time, as `Live` does."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Look] = OrderedDict()

    def at(self, table: Table, known: int) -> Look:
        """The table at the version that is ``known`` to be stored (0: nobody knows), or as it is now.

        Raises StoreError.
        """
        kept = self._kept.get(table.code)
        if kept is None or kept.state.version != known:
            kept = _read(table)
            self._kept[table.code] = kept
        self._kept.move_to_end(table.code)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept


def _read(table: Table) -> Look:
    state = table.state()
    last = table.since(state.version - 1, most=1)
    return Look(state, last[0] if last else None)

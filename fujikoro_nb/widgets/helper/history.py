"""What can be undone on this device, whichever page it was made on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec

from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.store.labels import Label
from fujikoro_nb.views.gear.link import GearLink
from fujikoro_nb.views.gear.link_changes import label_between
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["Change", "History", "WaysBack"]

MAX_UNDO = 200


class Change(NamedTuple):
    """One change that can be undone. ``source`` says who made it, because a stroke on the grid grows."""

    label: str
    restore: Callable[[], None]
    source: str
    before: GearLink | None = None
    """The state that comes back, where that is all there is to it."""
    table: HelperTable | None = None
    """The table that comes back."""
    told: Said | None = None
    """The label in any language."""
    at: int = 0
    """The version of the table in the store when it was made, where there is one."""


class WaysBack(NamedTuple):
    """How each sort of change is taken back."""

    state: Callable[[GearLink, HelperTable | None], None]
    table: Callable[[HelperTable], None]
    puzzles: Callable[[tuple[str, ...]], None]
    play: Callable[[], None]


class History:
    """The changes of this device, the newest last.

    ``stored_at`` gives the version of the table in the store; None where the page is at none.
    """

    def __init__(self, page: FujiWidget, ways: WaysBack, *, stored_at: Callable[[], int | None]) -> None:
        self._page, self._ways, self._stored_at = page, ways, stored_at
        self._changes: list[Change] = []

    @property
    def newest(self) -> Change | None:
        """What an undo takes back here."""
        return self._changes[-1] if self._changes else None

    @property
    def newest_at(self) -> int:
        """The version of the table in the store when the newest change was made."""
        return self._changes[-1].at if self._changes else 0

    # ---- one more

    def note(self, label: str, restore: Callable[[], None], source: str) -> None:
        """A change that ``restore`` takes back."""
        self._add(Change(label, restore, source))

    def note_state(self, label: str, before: GearLink, source: str) -> None:
        """The gear, and what else a link holds, was like this."""
        self._add(Change(label, partial(self._ways.state, before, None), source, before))

    def note_page(self, label: str, before: GearLink, table: HelperTable) -> None:
        """Both the state and the table were like this."""
        self._add(Change(label, partial(self._ways.state, before, table), "page", before, table))

    def note_table(self, before: HelperTable, label: Said | Label) -> None:
        """The table was like this; one in the store knows that itself."""
        if self._stored_at() is not None:
            return
        told = label if isinstance(label, Said) else None
        spoken = str(self._page.language)
        said = label.said(language=spoken) if isinstance(label, Said) else label(spoken)
        self._add(Change(said, partial(self._ways.table, before), "table", None, before, told))

    def note_puzzles(self, before: HelperTable, label: Said) -> None:
        """The saved puzzles were those of this table."""
        restore = partial(self._ways.puzzles, before.puzzles)
        said = label.said(language=str(self._page.language))
        self._add(Change(said, restore, "puzzles", None, before, label))

    def _add(self, change: Change) -> None:
        self._changes = [*self._changes[1 - MAX_UNDO :], change._replace(at=self._stored_at() or 0)]

    def call_newest(self, label: str) -> None:
        """The newest change has grown, and is called something else."""
        self._changes[-1] = self._changes[-1]._replace(label=label)

    # ---- one less

    def drop_newest(self, source: str = "") -> None:
        """The newest change is taken back, or the newest one of a source."""
        newest = max((at for at, one in enumerate(self._changes) if source in ("", one.source)), default=-1)
        if newest >= 0:
            self._changes.pop(newest)

    def forget_tables(self) -> None:
        """Only this device's own things stay: the table is another one."""
        own = [change for change in self._changes if change.source != "table"]
        self._changes = [change._replace(at=0) for change in own]

    def go_on_from(self, other: History, now: GearLink) -> None:
        """What a page that spoke another language could undo, called in this one.

        ``now`` is the state that its newest change led to. What a part of that page keeps for itself only that part
        could undo.
        """
        kept: list[Change] = []
        after, say, ways = now, self._page.say, self._ways
        for change in reversed(other._changes):
            if change.before is not None:
                before = change.before
                if (like := msgspec.structs.replace(after, rulings=before.rulings)) != before:
                    after = like  # rulings between the two have entries of their own
                label = label_between(before, after, say, language=self._page.language)
                restore = partial(ways.state, before, change.table)
                kept.append(change._replace(label=label, restore=restore))
                after = before
            elif change.table is not None:
                told = change.told
                label = (
                    told.said(language=str(self._page.language)) if told else say("helper-table.change-setup")
                )
                restore = partial(ways.table, change.table)
                if change.source == "puzzles":
                    restore = partial(ways.puzzles, change.table.puzzles)
                kept.append(change._replace(label=label, restore=restore))
            elif change.source == "play":
                kept.append(change._replace(label=say("helper.change-play", what=""), restore=ways.play))
        self._changes = kept[::-1]

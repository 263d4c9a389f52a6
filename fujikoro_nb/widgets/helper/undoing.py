"""What can be undone on the helper's page: all its parts' changes on one history, and how each is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.play.history import Entry, History, Label, called
from fujikoro_nb.store.labels import Label as StoredLabel
from fujikoro_nb.texts import say
from fujikoro_nb.views.gear.link import GearLink
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel

__all__ = ["Undoing", "WaysBack"]

ONE_EACH = ("faces", "play", "begin", "leave", "fighters")
"""Of the fight: one undo takes back a row of taps on the same thing, but not on these."""


class _Before(NamedTuple):
    """The state that comes back, and the table with it where that was part of the change."""

    state: GearLink
    table: HelperTable | None


class WaysBack(NamedTuple):
    """How each sort of change is taken back."""

    state: Callable[[GearLink, HelperTable | None], None]
    table: Callable[[HelperTable], None]
    puzzles: Callable[[tuple[str, ...]], None]
    cards: Callable[[str], None]
    """Strip, shelf and the round through the box take their own newest entry off the history."""


class Undoing:
    """Puts the changes of page, table and fight on the page's ``history``, beside those of its parts.

    ``stored_at`` gives the version of the table in the store; None where the page is at none.
    """

    def __init__(
        self,
        history: History,
        grid_undo: Callable[[], None],
        fight: CombatPanel,
        ways: WaysBack,
        *,
        stored_at: Callable[[], int | None],
    ) -> None:
        self.history = history
        self._grid_undo, self._fight, self._ways, self._stored_at = grid_undo, fight, ways, stored_at

    @property
    def newest_at(self) -> int:
        """The version of the table in the store when the newest change was made."""
        newest = self.history.newest()
        return 0 if newest is None else newest.at

    # ---- one more

    def note_state(self, what: Label, before: GearLink, table: HelperTable | None = None) -> None:
        """What a link holds, and perhaps the table, was like this."""
        self.history.add(Entry("page", what, _Before(before, table)))

    def note_table(self, before: HelperTable, what: Said | StoredLabel) -> None:
        """The table was like this; one in the store knows that itself."""
        if self._stored_at() is None:
            self.history.add(Entry("table", _label(what), before))

    def note_puzzles(self, before: HelperTable, what: Said) -> None:
        """The saved puzzles were those of this table."""
        self.history.add(Entry("puzzles", _label(what), before.puzzles))

    def fight_chosen(self, name: str, restore: Callable[[], None]) -> None:
        """Something was chosen on the fight's page."""
        if name == "play":
            self.history.add(Entry("play", self._played, restore))
            return
        key, material = name.replace("_", "-"), name.removeprefix("faces-")
        what = called(f"helper.change-{key}")
        if material != name:
            key, what = "faces", called("helper.change-faces", material=called(f"word.{material}"))
        self.history.add(Entry("fight", what, restore, "" if key in ONE_EACH else key))

    def _played(self, language: str) -> str:
        """The newest answer of the fight, which the fight itself names."""
        return say("helper.change-play", language=language, what=self._fight.fight.get("undo", ""))

    # ---- one less

    def undo(self) -> None:
        """Take the newest change back, whoever made it; nothing where there is none."""
        entry = self.history.newest()
        if entry is None:
            return
        match entry.source:
            case "grid":
                self._grid_undo()
                return
            case "strip" | "shelf" | "box":
                self._ways.cards(entry.source)
                return
        self.history.drop(entry)
        match entry.source:
            case "page":
                self._ways.state(*entry.before)
            case "table":
                self._ways.table(entry.before)
            case "puzzles":
                self._ways.puzzles(entry.before)
            case _:
                entry.before()

    def fight_taken_back(self) -> None:
        """The fight's own undo took back its newest answer."""
        self.history.take_back("play")

    def forget_tables(self) -> None:
        """Only this device's own things stay: the table is another one."""
        self.history.forget("table")
        self.history.stamp(0)


def _label(what: Said | StoredLabel) -> Label:
    return (lambda language: what.said(language=language)) if isinstance(what, Said) else what

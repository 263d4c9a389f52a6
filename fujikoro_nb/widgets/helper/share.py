"""The helper's evening on a table: each change is on the disk before it is shown, and others' changes are news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.first import called_by, first_evening
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.late_comer import Part, late_comer
from fujikoro_nb.helper.evening.merging import merged
from fujikoro_nb.helper.evening.record import LONGEST_NAME, Evening, clean
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.stored import (
    PART,
    HelperTable,
    first_table,
    is_untouched,
    of_all,
    read_and_put_right,
    read_table,
    with_own,
    write_table,
)
from fujikoro_nb.play.evening_log import hours_at
from fujikoro_nb.play.stored import GameBeside, people_of, rulings_in
from fujikoro_nb.store import Conflict, Entry, Put, StoreError, game_log
from fujikoro_nb.store.labels import Label, in_all, in_language
from fujikoro_nb.store.sharing import MOST_TRIES, SharedPart
from fujikoro_nb.views.evening.seats import done_by
from fujikoro_nb.widgets.helper.evening_pages import EveningPages, LogBeside
from fujikoro_nb.widgets.helper.undoing import Undoing
from fujikoro_nb.widgets.sharing.sharing import MAX_TITLE, Sharing, SharingPage

__all__ = ["AfterSharing", "EveningShare", "SharedEvening", "TableShown"]

MOST_NEWS = 2
"""Changes of others that the strip tells."""


class SharedEvening(SharedPart):
    """The evening of a table."""

    part = PART

    def has_held(self, stored: bytes) -> bool:
        """Whether the evening was exactly this at some time. Raises StoreError."""
        last = 0
        while entries := self.table.since(last):
            if any(Put(PART, stored) in entry.changes for entry in entries):
                return True
            last = entries[-1].version
        return False


class TableShown(Protocol):
    """The table on the pages."""

    @property
    def table(self) -> HelperTable:
        """As it is now."""

    def take(self, table: HelperTable) -> None:
        """Every page shows this one."""

    def show(self, table: HelperTable) -> None:
        """The same, and what follows of it."""


class AfterSharing(NamedTuple):
    """Who hears of it."""

    tell_table: Callable[[], None]
    """What the page tells of its table is not true any more."""
    settled: Callable[[], None]
    """The page is at another table."""
    publish: Callable[[], None]
    """What an undo would take back may be something else."""


class EveningShare:
    """The evening on a table of the store. Who does not write looks on; gear stays each device's own.

    ``page`` and ``watched`` are those of a `Sharing`, to which this is the part of the table that the page shows.
    """

    def __init__(
        self,
        page: SharingPage,
        *,
        shown_table: Callable[[], TableShown],
        pages: Callable[[], EveningPages],
        undoing: Undoing,
        after: AfterSharing,
        watched: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._page, self._undoing, self._after = page, undoing, after
        self._shown_table, self._pages = shown_table, pages
        self._own: HelperTable | None = None
        """This device's own evening while it is at the table of others."""
        self._heard: list[str] = []
        self._game = GameBeside()
        self._sharing: Sharing[SharedEvening] = Sharing(
            page,
            self,
            watched=watched,
            is_mine=self._is_mine,
            news=self._news,
            leave_for=self._leave_for,
            heard=self._changed_by_others,
            has_seats=True,
        )

    @property
    def part(self) -> SharedEvening | None:
        """The evening of the table in the store; None where the page is at none."""
        return self._sharing.table

    @property
    def stored_at(self) -> int | None:
        """The version of the table in the store, if the page is at one."""
        return None if self._sharing.table is None else int(self._sharing.table.version)

    @property
    def is_stored(self) -> bool:
        """Whether the page is at a table of the store."""
        return self._sharing.table is not None

    @property
    def _table(self) -> HelperTable:
        return self._shown_table().table

    # ---- beginning and ending

    def share(self, writer: str, name: str) -> None:
        """Put the evening on a table of its own; from now on it is the same on every device."""
        before = self.part
        self._sharing.share(writer, name)
        if self.part is not before:
            self._at_another_table()

    def join(self, code: str, writer: str, name: str) -> None:
        """Look at the evening of a table, and write there if this device did; the own one waits."""
        before = self.part
        self._sharing.join(code, writer, name)
        if self.part is not before:
            self._at_another_table()

    def take_pen(self, name: str) -> None:
        """Write from now on."""
        self._sharing.take_pen(name)

    def show_code(self, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        self._sharing.show_code(url)

    def unshare(self) -> None:
        """Let go of the table: the evening that was begun here stays, that of others gives way to the own one."""
        own = self.own_table if self._own is not None and self.is_stored else None
        self._sharing.unshare()
        self._own, self._heard = None, []
        if own is not None:
            self._shown_table().take(own)
        self._at_another_table()

    def close(self) -> None:
        """Nobody listens any more."""
        self._sharing.stop_listening()

    def speak_anew(self) -> None:
        """Who writes and what others did."""
        if self.is_stored:
            self._sharing.show()

    def _at_another_table(self) -> None:
        self._undoing.forget_tables()
        self._pages().tell_log()
        self._after.tell_table()
        self._after.settled()

    # ---- what the sharing asks

    def begin_table(self, writer: str, name: str) -> SharedEvening:
        """A new table with this evening. Raises StoreError."""
        table = self._table
        title = called_by(table.evening)[:MAX_TITLE]
        return SharedEvening.begin_with(title, part_of(table), writer=writer, name=name)

    def find_table(self, code: str, writer: str, name: str) -> SharedEvening | None:
        """The table of a code, if it is another one. Raises StoreError."""
        return None if self._sharing.is_at(code) else SharedEvening.join(code, writer=writer, name=name)

    def _leave_for(self, found: SharedEvening) -> None:
        """The own evening waits, unless it is this very table's. Raises StoreError."""
        own = self.own_table
        is_its_own = not is_untouched(own) and found.has_held(part_of(own))
        if self.is_stored:
            self.unshare()
        self._own = None if is_its_own else own

    def read_part(self, part: bytes, at: SharedEvening) -> HelperTable:
        """The evening of a table; at one that began with a game, one with its people. Raises Unreadable."""
        if not part:
            return first_table(self._evening_of_game(at) or first_evening(self._page.say))
        try:
            table, is_put_right = read_and_put_right(part.decode())
        except ValueError:
            raise Unreadable("evening-broken", "", 0) from None
        if is_put_right:
            self._page.notice = self._page.say("helper-table.put-right")
        return table

    def show_part(self, read: HelperTable) -> None:
        """Others changed the evening; what is a device's own stays."""
        shown = self._shown_table()
        shown.show(with_own(read, shown.table))

    def _is_mine(self, at: SharedEvening) -> bool:
        """Another page of this device is no other writer here: the next tap takes the pen back by itself."""
        return bool(at.is_ours)

    def pen_came(self) -> None:
        """This page writes from now on."""
        self._pages().tell_log()
        self._after.publish()

    def _news(self) -> list[str]:
        """The last changes of others."""
        if self.part is not None:
            told, self.part.told = self.part.told, ()
            self._heard = [*self._heard, *map(self._told, told)][-MOST_NEWS:]
        return list(self._heard)

    def table_shown(self) -> None:
        """What is shown of the table is new."""
        self._pages().tell_log()

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        self._sharing.poll()

    def _changed_by_others(self) -> None:
        self._after.publish()
        self._pages().renew_late_card()

    # ---- writing

    def keep(self, after: HelperTable, label: Said | Label) -> HelperTable:
        """Put it on the disk, if it is on a table; what cannot be stored is not shown either.

        The table as it is then: seats may have entered points meanwhile, and stay.
        """
        part, before = self.part, self._table
        if part is None:
            return after
        self._sharing.need_pen()
        if self._table != before:  # another page of this device wrote since
            raise t.TraitError(self._page.say("score-page.late-tap"))
        said = in_all(label if callable(label) else partial(_said, label))
        try:
            after = self._put(part, after, said)
        except StoreError as fault:
            raise self._not_kept(fault) from None
        self._heard = []
        self._sharing.show()
        return after

    def _put(self, part: SharedEvening, after: HelperTable, label: str) -> HelperTable:
        """On top of what seats entered since this page looked, where both can stand. Raises StoreError."""
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                part.put(part_of(after), label)
                break
            except Conflict:
                base, now = part.stored, part.latest()
                both = None if now is None else _on_top(base, after, now)
                if both is None or not tries_left:
                    raise
                after = both
        return after

    def _not_kept(self, fault: StoreError) -> t.TraitError:
        """Why a change was not kept; what is on the table by then is shown."""
        self.poll()
        return t.TraitError(self._page.say("evening-share.share-not-kept", why=self._sharing.why(fault)))

    # ---- undo across devices

    @property
    def _newest(self) -> Entry | None:
        """What an undo takes back at the table: its last change, if nothing was changed since on this device alone."""
        part = self.part
        if part is None or not part.is_ours or part.last is None:
            return None
        return part.last if part.last.version > self._undoing.newest_at else None

    @property
    def undo_label(self) -> str:
        """What an undo would take back at the table; empty: nothing."""
        entry, part = self._newest, self.part
        if entry is None or part is None:
            return ""
        what = in_language(entry.label, str(self._page.language))
        if entry.writer == part.writer:
            return what
        return self._page.say("evening-share.share-of", what=what, who=entry.name)

    def undo(self) -> bool:
        """Take back the last change of the table, if it is newer than this device's own; whether it is."""
        entry, part = self._newest, self.part
        if entry is None or part is None:
            return False
        self._sharing.need_pen()
        if self._newest == entry:  # else: the button says something else by now
            try:
                stored = part.undo()
                self._heard = []
                self.show_part(self.read_part(stored, part))
            except StoreError as fault:
                raise self._not_kept(fault) from None
            except Unreadable as fault:
                raise t.TraitError(self._sharing.why(fault)) from None
            self._page.notice = ""
            self._sharing.show()
        self._after.publish()
        return True

    # ---- the game on the same table

    @property
    def _game_part(self) -> bytes:
        return b"" if self.part is None else _game_at(self.part)

    def _evening_of_game(self, at: SharedEvening) -> Evening | None:
        """An evening with the people of the game, at a table that began with one."""
        game = self._game.at(_game_at(at))
        if game is None:
            return None
        try:
            played = people_of(game, str(self._page.language))
            return new_evening(played.people, mode=played.mode)
        except Illegal:  # names that one evening cannot have
            return None

    def late_card(self) -> Sequence[Part]:
        """For somebody who comes late; from the game where there is one: nobody keeps its score twice."""
        spoken = str(self._page.language)
        game = self._game.at(self._game_part)
        if game is None:
            return late_comer(self._table.evening, language=spoken)
        return late_comer(people_of(game, spoken), game=game.session.state, language=spoken)

    def hours_of(self, evening: Evening) -> Hours | None:
        """When the story of an evening was, at a table of the store; the rounds alone are known elsewhere."""
        if self.part is None:
            return None
        with suppress(StoreError):  # its last page is shown all the same
            return hours_at(self.part.table, evening)
        return None

    def beside_log(self) -> LogBeside:
        """What the ruling log shows of the table in the store."""
        part = self._game_part
        return LogBeside(self.me, rulings_in(part) if part else None)

    # ---- what is said

    @property
    def own_table(self) -> HelperTable:
        """What the browser keeps: at the table of others, its own evening."""
        own = self._own if self.is_stored else None
        table = self._table
        return table if own is None else msgspec.structs.replace(own, puzzles=table.puzzles)

    @property
    def me(self) -> str:
        """Who writes here, where that is known."""
        return "" if self.part is None else clean(self.part.name)[:LONGEST_NAME].strip()

    def _told(self, entry: Entry) -> str:
        at = datetime.fromtimestamp(entry.at).astimezone().strftime("%H:%M")
        language = str(self._page.language)
        what = in_language(entry.label, language)
        if entry.kind == "undo":
            return self._page.say("evening-share.share-undid", at=at, who=entry.name, what=what)
        return self._page.say(
            "evening-share.share-did", at=at, what=done_by(entry.name, what, language=language)
        )


def _game_at(table: SharedPart) -> bytes:
    return table.others.get(game_log.PART, b"")


def part_of(table: HelperTable) -> bytes:
    """What a table of the store holds of it."""
    return write_table(of_all(table)).encode()


def _on_top(base: bytes, mine: HelperTable, theirs: bytes) -> HelperTable | None:
    """My change of what was stored, made on what others stored since; None where both changed the same."""
    try:
        before, now = read_table(base.decode()), read_table(theirs.decode())
    except ValueError:
        return None
    if of_all(now) != msgspec.structs.replace(of_all(before), evening=now.evening):
        return None  # more than the evening is another one
    evening = merged(before.evening, mine.evening, now.evening)
    return None if evening is None else msgspec.structs.replace(mine, evening=evening)


def _said(label: Said, language: str) -> str:
    return label.said(language=language)

"""The helper's evening on a table: each change is on the disk before it is shown, and others' changes are news."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.late_comer import Part, late_comer
from fujikoro_nb.helper.evening.record import LONGEST_NAME, Evening, clean
from fujikoro_nb.helper.said import Said
from fujikoro_nb.play.stored import GameBeside, people_of, rulings_in
from fujikoro_nb.store import Entry, Put, StoreError, game_log
from fujikoro_nb.store.labels import Label, in_all, in_language
from fujikoro_nb.store.sharing import SharedPart
from fujikoro_nb.widgets.evening.score_page import first_evening
from fujikoro_nb.widgets.helper.kept import (
    PART,
    HelperTable,
    first_table,
    is_untouched,
    of_all,
    read_table,
    with_own,
    write_table,
)
from fujikoro_nb.widgets.helper.shell import TablePages
from fujikoro_nb.widgets.sharing.part import MAX_TITLE, SharedPage

__all__ = ["EveningShare", "SharedEvening"]

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


class EveningShare(SharedPage, TablePages):
    """The pages of the evening on a table of the store. Who does not write looks on; gear stays each device's own."""

    acts: ClassVar = {**TablePages.acts, **SharedPage.share_acts}

    def __init__(self, **settings: Any) -> None:
        self._own: HelperTable | None = None
        """This device's own evening while it is at the table of others."""
        self._heard: list[str] = []
        self._game = GameBeside()
        super().__init__(**settings)

    # ---- beginning and ending

    def act_share(self, *, writer: str, name: str) -> None:
        """Put the evening on a table of its own; from now on it is the same on every device."""
        before = self._shared
        super().act_share(writer=writer, name=name)
        if self._shared is not before:
            self._at_another_table()

    def act_join(self, *, code: str, writer: str, name: str) -> None:
        """Look at the evening of a table, and write there if this device did; the own one waits."""
        before = self._shared
        super().act_join(code=code, writer=writer, name=name)
        if self._shared is not before:
            self._at_another_table()

    def act_unshare(self) -> None:
        """Let go of the table: the evening that was begun here stays, that of others gives way to the own one."""
        own = self._own_table if self._own is not None and self._shared is not None else None
        super().act_unshare()
        self._own, self._heard = None, []
        if own is not None:
            self._take_table(own)
        self._at_another_table()

    @property
    def _has_pen(self) -> bool:
        """Another page of this device is no other writer here: the next tap takes the pen back by itself."""
        return self._shared is not None and bool(self._shared.is_ours)

    def _pen_came(self) -> None:
        self._tell_log()
        self._publish()

    def _at_another_table(self) -> None:
        self._forget_tables()
        self._tell_log()
        self._tell_table()
        self._settle()

    def _begin_table(self, writer: str, name: str) -> SharedPart | None:
        title = ", ".join(person.name for person in self.table.evening.people)[:MAX_TITLE]
        return SharedEvening.begin_with(title, _part_of(self.table), writer=writer, name=name)

    def _find_table(self, code: str, writer: str, name: str) -> SharedPart | None:
        if self._is_at(code):
            return None
        return SharedEvening.join(code, writer=writer, name=name)

    def _sit_down(self, found: SharedPart) -> None:
        """The own evening waits, unless it is this very table's."""
        assert isinstance(found, SharedEvening), "what _find_table found"
        own = self._own_table
        is_its_own = not is_untouched(own) and found.has_held(_part_of(own))
        super()._sit_down(found)
        self._own = None if is_its_own else own

    def share_with(self, other: Any) -> None:
        """Take the table of a page that spoke another language."""
        self._own, other._own = other._own, None
        super().share_with(other)
        self._tell_log()
        self._tell_table()

    # ---- reading and writing

    def _read_part(self, part: bytes) -> HelperTable:
        if not part:
            return first_table(self._evening_of_game() or first_evening(self.say))
        try:
            return read_table(part.decode())
        except ValueError:
            raise Unreadable("evening-broken", "", 0) from None

    def _show_part(self, read: HelperTable) -> None:
        before = self.table
        self._take_table(with_own(read, before))
        self._settle_table(before)

    def _keep_table(self, after: HelperTable, label: Said | Label) -> None:
        """Put it on the disk, if it is on a table; what cannot be stored is not shown either."""
        shared, before = self._shared, self.table
        if shared is None:
            return
        self._need_pen()
        if self.table != before:  # another page of this device wrote since
            raise t.TraitError(self.say("score-page.late-tap"))
        said = label if callable(label) else partial(_said, label)
        try:
            shared.put(_part_of(after), in_all(said))
        except StoreError as fault:
            raise self._not_kept(fault) from None
        self._heard = []
        self._show_shared()

    def _not_kept(self, fault: StoreError) -> t.TraitError:
        """Why a change was not kept; what is on the table by then is shown."""
        self.poll()
        return t.TraitError(self.say("evening-share.share-not-kept", why=self._why(fault)))

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        before = self._stored_version
        super().poll()
        if self._stored_version != before:
            self._publish()
            if self.score is not None and self.score.late:
                self.score.act_late(on=True)

    # ---- undo across devices

    @property
    def _stored_version(self) -> int:
        return 0 if self._shared is None else int(self._shared.version)

    @property
    def _newest_at_table(self) -> Entry | None:
        """What an undo takes back at the table: its last change, if nothing was changed since on this device alone."""
        shared = self._shared
        if shared is None or not shared.is_ours or shared.last is None:
            return None
        last: Entry = shared.last
        return last if last.version > self._newest_at() else None

    @property
    def _table_undo_label(self) -> str:
        entry = self._newest_at_table
        if entry is None:
            return ""
        what = in_language(entry.label, self._spoken)
        if entry.writer == self._shared.writer:
            return what
        return self.say("evening-share.share-of", what=what, who=entry.name)

    def _undo_at_table(self) -> bool:
        """Take back the last change of the table, if it is newer than this device's own; whether it is."""
        entry = self._newest_at_table
        if entry is None:
            return False
        self._need_pen()
        if self._newest_at_table == entry:  # else: the button says something else by now
            try:
                part = self._shared.undo()
                self._heard = []
                self._show_part(self._read_part(part))
            except StoreError as fault:
                raise self._not_kept(fault) from None
            except Unreadable as fault:
                raise t.TraitError(self._why(fault)) from None
            self.notice = ""
            self._show_shared()
        self._publish()
        return True

    # ---- the game on the same table

    @property
    def _game_part(self) -> bytes:
        return b"" if self._shared is None else self._shared.others.get(game_log.PART, b"")

    def _evening_of_game(self) -> Evening | None:
        """An evening with the people of the game, at a table that began with one."""
        game = self._game.at(self._game_part)
        if game is None:
            return None
        try:
            return new_evening(people_of(game, self._spoken).people)
        except Illegal:  # names that one evening cannot have
            return None

    def _late_card(self) -> Sequence[Part]:
        """From the game where there is one: nobody keeps its score twice."""
        game = self._game.at(self._game_part)
        if game is None:
            return super()._late_card()
        people = people_of(game, self._spoken)
        return late_comer(people, game=game.session.state, language=self._spoken)

    def act_open_log(self) -> None:
        """Make the ruling log, with what the game on the table plays."""
        super().act_open_log()
        self._tell_log()

    def _tell_log(self) -> None:
        if self.log is not None:
            part = self._game_part
            with self.log.hold_sync():
                self.log.me = self._me
                self.log.game = rulings_in(part) if part else None

    def _show_shared(self, *, trouble: str = "") -> None:
        super()._show_shared(trouble=trouble)
        self._tell_log()

    # ---- what is said

    @property
    def _own_table(self) -> HelperTable:
        """What the browser keeps: at the table of others, its own evening."""
        own = self._own if self._shared is not None else None
        return self.table if own is None else msgspec.structs.replace(own, puzzles=self.table.puzzles)

    @property
    def _me(self) -> str:
        shared = self._shared
        return "" if shared is None else clean(shared.name)[:LONGEST_NAME].strip()

    def _news(self) -> list[str]:
        told: tuple[Entry, ...] = self._shared.told
        self._shared.told = ()
        self._heard = [*self._heard, *map(self._told, told)][-MOST_NEWS:]
        return list(self._heard)

    def _told(self, entry: Entry) -> str:
        at = datetime.fromtimestamp(entry.at).astimezone().strftime("%H:%M")
        key = "evening-share.share-undid" if entry.kind == "undo" else "evening-share.share-did"
        return self.say(key, at=at, who=entry.name, what=in_language(entry.label, self._spoken))

    # ---- what the class around it does

    def _newest_at(self) -> int:
        """The version of the table at which this device's own last change was made."""
        raise NotImplementedError

    def _forget_tables(self) -> None:
        raise NotImplementedError


def _part_of(table: HelperTable) -> bytes:
    return write_table(of_all(table)).encode()


def _said(label: Said, language: str) -> str:
    return label.said(language=language)

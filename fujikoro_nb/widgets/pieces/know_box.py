"""KnowBox: a guided round of two minutes in which the numbers that no booklet prints are typed, stop by stop.

What is kept goes to the owner's pack; what is passed by stays ours and keeps its mark. The round can be left at any
time: what was tapped and not kept comes back from the browser.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple

import msgspec
import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.records import RECORD_TYPES, key_of
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.helper.know_box.fields import BROKEN, STOPS, Row, key_in, place_of, read, records, stop
from fujikoro_nb.helper.know_box.round import (
    Round,
    checked,
    fit,
    in_front,
    onward,
    row,
    set_to,
    stepped,
)
from fujikoro_nb.play.history import Entry, History, Label, called
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.know_box import cell_label, field_label, know_box_view
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, one_of, text, whole

__all__ = ["KnowBox"]

LOG = logging.getLogger("fujikoro_nb.widgets")
SOURCE = "box"
"""Whose entries these are in the history."""
_FIELDS = tuple(name for one in STOPS for name in one.fields)
_MAX_KEPT = 4000

Plain = tuple[tuple[str, dict[str, Any]], ...]


class _Before(NamedTuple):
    """How a change is taken back: where the round was, and what a changed pack held of these fields."""

    round: Round
    fields: tuple[str, ...] = ()
    held: Plain = ()
    after: tuple[Row | None, ...] = ()
    """What this change left of the fields; if that is another one now, somebody else was here."""


class KnowBox(FujiWidget, front_end="know_box"):
    """The round. ``on_change(pack)`` is told of every change that reached the disk.

    ``history`` is that of a page that undoes for all its parts; alone, the round has its own and shows its undo.
    """

    word_tables = ("widgets", "know-box")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "go": {"stop": one_of(*(one.name for one in STOPS))},
        "token": {"field": one_of(*_FIELDS)},
        "step": {"field": one_of(*_FIELDS), "cell": whole(0, 8), "by": one_of(1, -1)},
        "set": {"field": one_of(*_FIELDS), "cell": whole(0, 8), "value": whole(0, 99)},
        "keep": {},
        "skip": {},
        "ours": {},
        "undo": {},
        "kept": {"text": text(max_length=_MAX_KEPT)},
    }

    store = t.Instance(OwnerPack)
    view = t.Dict().tag(sync=True)
    undo_label = t.Unicode().tag(sync=True)
    has_undo = t.Bool(True).tag(sync=True)
    kept = t.Unicode().tag(sync=True)
    """The round as JSON, for the browser to keep; empty while nothing was tapped."""
    is_restored = t.Bool(False).tag(sync=True)
    """Whether somebody began, or the browser's memory came: it is asked once."""
    changes = t.Int(0)
    """How many changes undo can take back."""

    def __init__(
        self,
        store: OwnerPack | None = None,
        *,
        on_change: Callable[[Pack], None] | None = None,
        history: History | None = None,
        **settings: Any,
    ) -> None:
        self.history = history or History()
        self._on_change = on_change
        self._round = Round()
        store = store or OwnerPack()
        self._pack = store.load().pack
        super().__init__(store=store, has_undo=history is None, **settings)
        self._show()

    @property
    def round(self) -> Round:
        """Where somebody stands."""
        return self._round

    def refresh(self, pack: Pack | None = None) -> None:
        """Show what the file holds now: another window may have changed it."""
        self._pack = self.store.load().pack if pack is None else pack
        self._show()

    def speak_anew(self) -> None:
        """All of the view."""
        self._show()

    # ---- acts of the browser

    def act_go(self, *, stop: str) -> None:
        """Another stop comes to the front."""
        self._to(msgspec.structs.replace(self._round, stop=stop, token=""))

    def act_token(self, *, field: str) -> None:
        """Another token of the stop comes to the front."""
        if field in stop(self._round.stop).fields:
            self._to(msgspec.structs.replace(self._round, token=field))

    def act_step(self, *, field: str, cell: int, by: int) -> None:
        """One number counts on, or back."""
        self._tapped(field, cell, stepped(self._round, field, cell, by, self._pack))

    def act_set(self, *, field: str, cell: int, value: int) -> None:
        """One number becomes another."""
        self._tapped(field, cell, set_to(self._round, field, cell, value, self._pack))

    def act_keep(self) -> None:
        """It is so in this box: what is in front goes to the owner's pack, and the round goes on."""
        found = fit(self._round, self._pack)
        if not found.is_good:
            self.notice = self.say(f"know-box.{found.says}", **found.data)
            return
        shown = in_front(self._round)
        # Tokens of a colour are alike: what is told of the third one fills the first that is still ours.
        fields = tuple(place_of(name, self._pack) for name in shown)
        rows = zip(fields, (row(self._round, name, self._pack) for name in shown), strict=True)
        new = [one for name, held in rows for one in records(name, held, self._pack)]
        typed = {name: held for name, held in self._round.typed.items() if name not in shown}
        after = onward(
            msgspec.structs.replace(self._round, typed=typed, passed=self._without(self._round.stop))
        )
        self._change(called("know-box.change-keep", what=self._front(fields)), after, fields, new)

    def act_skip(self) -> None:
        """On, and what is in front stays as it is."""
        passed = (*self._without(self._round.stop), self._round.stop)
        self._to(onward(msgspec.structs.replace(self._round, passed=passed)))

    def act_ours(self) -> None:
        """Back to our own numbers, which wear their mark again."""
        fields = in_front(self._round)
        typed = {name: held for name, held in self._round.typed.items() if name not in fields}
        after = msgspec.structs.replace(self._round, typed=typed)
        self._change(called("know-box.change-ours", what=self._front(fields)), after, fields, [])

    def act_undo(self) -> None:
        """Take the last change back; what is no longer as this round left it stays, with a notice."""
        self.notice = ""
        entry = self.history.newest(SOURCE)
        if entry is None:
            return
        back: _Before = entry.before
        self._pack = self.store.load().pack
        if back.fields:
            if tuple(read(name, self._pack) for name in back.fields) != back.after:
                self.notice = self.say("know-box.undo-gone", what=entry.what(str(self.language)))
                self.history.drop(entry)
                self._show()
                return
            gone = [key for name in back.fields for key in key_in(name, self._pack)]
            if not self._save(lambda: self.store.put(back.held, without=gone)):
                return
        self.history.drop(entry)
        self._round = back.round
        self._show()

    def act_kept(self, *, text: str) -> None:
        """What the browser kept, unless somebody has begun; a text that is not ours is left alone."""
        if self.is_restored:
            return
        try:
            self._round = checked(msgspec.json.decode(text, type=Round))
        except ValueError:
            LOG.info("what the browser kept is no round of this page's")
        self.is_restored = True
        self._show()

    # ---- within

    def _to(self, after: Round) -> None:
        self.notice = ""
        self.is_restored = True
        self._round = after
        self._show()

    def _without(self, name: str) -> tuple[str, ...]:
        return tuple(one for one in self._round.passed if one != name)

    def _tapped(self, name: str, cell: int, after: Round) -> None:
        if after == self._round or name not in stop(self._round.stop).fields:
            return
        before, value = self._round, after.typed[name][cell]

        def label(language: str) -> str:
            tell = partial(say, language=language)
            if name.startswith("die-") and cell == BROKEN:
                return tell("know-box.change-broken", n=value)
            what, part = field_label(name, tell), cell_label(name, cell, tell)
            key = "know-box.change-cell" if what != part else "know-box.change-field"
            return tell(key, what=what, part=part, value=value)

        self.history.add(Entry(SOURCE, label, _Before(before), stroke=f"{name}-{cell}"))
        self._to(after)

    def _front(self, fields: tuple[str, ...]) -> Label:
        here = self._round.stop

        def said(language: str) -> str:
            tell = partial(say, language=language)
            return field_label(fields[0], tell) if len(fields) == 1 else tell(f"know-box.stop-{here}")

        return said

    def _change(
        self, label: Label, after: Round, fields: tuple[str, ...], new: list[tuple[str, dict[str, Any]]]
    ) -> None:
        """The owner's pack gets these records in the place of what it has of the fields."""
        before, stood = self._round, self._pack
        gone = [key for name in fields for key in key_in(name, stood)]
        names = {str(plain["id"]) for _, plain in new if "id" in plain}
        without = [key for key in gone if key not in names]
        if (new or gone) and not self._save(lambda: self.store.put(new, without=without)):
            return
        left = tuple(read(name, self._pack) for name in fields)
        held = tuple(_held(key, stood) for key in gone)
        self.history.add(Entry(SOURCE, label, _Before(before, fields if new or gone else (), held, left)))
        self._to(after)

    def _save(self, change: Callable[[], Pack]) -> bool:
        """Whether the change reached the disk; else why not."""
        self.notice = ""
        try:
            pack = change()
        except BrokenContent as fault:
            self.notice = fault.faults[0].said(language=self.language)
        except NotSaved as fault:
            self.notice = fault.said(language=self.language)
        else:
            self._pack = pack
            if self._on_change is not None:
                self._on_change(pack)
            return True
        return False

    def _show(self) -> None:
        with self.hold_sync():
            self.view = know_box_view(self._round, self._pack, language=str(self.language))
            undoable = self.history.name(str(self.language), SOURCE)
            self.undo_label = self.say("know-box.undo", what=undoable) if undoable else ""
            self.kept = msgspec.json.encode(self._round).decode() if self.is_restored else ""
        self.changes = len(self.history.of(SOURCE))


def _held(key: str, pack: Pack) -> tuple[str, dict[str, Any]]:
    """A record of a pack, as it would be put there again."""
    for section in RECORD_TYPES:
        for record in getattr(pack.records, section):
            if key_of(record) == key:
                return section, msgspec.to_builtins(record)
    raise AssertionError(f"the pack has no {key}")

"""Own tiles, tokens, dragons, scrolls and adventure tokens: the owner's pack as a list, with the editor.

Below it stands what was taken out or changed, of cards and dice too, on whatever page and by whomever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

import ipywidgets
import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.kept_days import mark_of, marked
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.pieces import pieces_of
from fujikoro_nb.content.records import Record, key_of
from fujikoro_nb.content.removed import Removed
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of
from fujikoro_nb.play.history import Entry, History, Label, called
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, friendly, one_of, text
from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor, shown
from fujikoro_nb.widgets.pieces.taken_out import TakenOut

KINDS = ("tile", "square", "hexagon", "dragon", "scroll", "adventure")
"""Cards have their own editor beside the grid."""

SOURCE = "shelf"
"""Whose entries these are in the history."""


class _WayBack(NamedTuple):
    """How a change is taken back. What was made is still there as ``after``, or is gone where that is None."""

    id: str
    after: Record | None
    restore: Callable[[], Pack]


class PieceShelf(FujiWidget, front_end="piece_shelf"):
    """The pieces of one's own box. ``on_change(pack)`` is told of every change that reached the disk.

    ``history`` is that of a page that undoes for all its parts; alone, the shelf has its own.
    """

    word_tables = ("widgets", "card-strip", "piece-editor", "piece-shelf")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "add": {"kind": one_of(*KINDS)},
        "edit": {"id": text(max_length=80)},
        "remove": {"id": text(max_length=80)},
        "undo": {},
    }

    store = t.Instance(OwnerPack)
    editor = t.Instance(PieceEditor).tag(sync=True, **ipywidgets.widget_serialization)
    taken_out = t.Instance(TakenOut).tag(sync=True, **ipywidgets.widget_serialization)
    shown: t.List[Any] = t.List().tag(sync=True)
    is_open = t.Bool(False).tag(sync=True)
    """Whether the editor is in front."""
    undo_label = t.Unicode().tag(sync=True)
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
        self._changed_id = ""
        editor = PieceEditor(can_cancel=True, language=settings.get("language", "en"))
        store = store or OwnerPack()
        self._pack = store.load().pack
        taken_out = TakenOut(store, on_back=self._came_back, language=editor.language)
        super().__init__(store=store, editor=editor, taken_out=taken_out, **settings)
        editor.observe(self._told, "finished")
        editor.observe(self._left, "cancelled")
        self._show()

    @property
    def pieces(self) -> tuple[Component, ...]:
        """What is on the shelf."""
        return tuple(piece for piece in pieces_of(self._pack) if sort_of(piece)[0] in KINDS)

    @property
    def last_change(self) -> str:
        """What undo would take back; empty when there is nothing."""
        return self.history.name(str(self.language), SOURCE)

    def name_of(self, piece: Component) -> str:
        """A piece's name in a sentence: its sort, and its number among its like."""
        return self._name(piece)(str(self.language))

    def _name(self, piece: Component) -> Label:
        """The same, as it is now, in any language."""
        kind, sort = sort_of(piece)
        like = [other.id for other in self.pieces if sort_of(other) == (kind, sort)]
        number = like.index(piece.id) + 1 if piece.id in like else len(like) + 1
        what = called(f"piece-editor.what-{kind}")
        if not sort:
            return called("piece-shelf.name-bare", what=what, n=number)
        return called("piece-shelf.name-of", what=what, sort=called(f"piece-editor.sort-{sort}"), n=number)

    def refresh(self, pack: Pack | None = None) -> None:
        """Show what the file holds now: another window may have changed it."""
        self._pack = self.store.load().pack if pack is None else pack
        self._show()
        self.taken_out.refresh()

    def speak_anew(self) -> None:
        """Names of the pieces, and of what can be undone."""
        self._show()

    # ---- acts of the browser

    def act_add(self, *, kind: str) -> None:
        """Open the editor for a new piece."""
        self._edit(kind, None)

    def act_edit(self, *, id: str) -> None:  # noqa: A002
        """Open the editor for a piece that is there."""
        piece = self._piece(id)
        self._edit(sort_of(piece)[0], piece)

    def act_remove(self, *, id: str) -> None:  # noqa: A002
        """Take a piece out."""
        piece, before = self._piece(id), self._pack
        label = called("piece-shelf.change-remove", name=self._name(piece))
        if self._save(lambda: self.store.remove(id)):
            self._remember(label, id, None, lambda: self.store.put_back(id, before))

    def act_undo(self) -> None:
        """Take the last change back; what is no longer as this shelf left it stays, with a notice."""
        self.notice = ""
        entry = self.history.newest(SOURCE)
        if entry is None:
            return
        back: _WayBack = entry.before
        self._pack = self.store.load().pack
        if self._record(back.id) != back.after:
            self.notice = self.say("piece-shelf.undo-gone", what=entry.what(str(self.language)))
        elif not self._save(back.restore):
            return
        self.history.drop(entry)
        self._show()

    # ---- what the editor says

    @friendly
    def _told(self, change: Any) -> None:
        piece = change.new
        if piece is None or not self.is_open:
            return
        changed = self._changed_id
        known = {each.id for each in self.pieces}
        if changed:
            before = self._piece(changed)
            was_called = self._name(before)
            made = self._save(lambda: self.store.replace_piece(changed, piece))
        else:
            made = self._save(lambda: self.store.add_piece(piece))
        if not made:
            return
        self.is_open = False
        if changed:
            label = called("piece-shelf.change-edit", name=was_called)
            self._remember(
                label, changed, self._record(changed), lambda: self.store.replace_piece(changed, before)
            )
            return
        new = [each for each in self.pieces if each.id not in known]
        if new:  # the last one: another window may have added some meanwhile
            label = called("piece-shelf.change-add", name=self._name(new[-1]))
            self._remember(label, new[-1].id, self._record(new[-1].id), lambda: self.store.remove(new[-1].id))

    @friendly
    def _left(self, change: Any) -> None:
        self.is_open = False

    # ---- what comes back

    def _came_back(self, name: Label, one: Removed, before: Pack, after: Pack) -> None:
        key = one.key_in(after.records, before=before.records)
        instead = self._record(key, before)
        label = called("taken-out.change-back", name=name)
        self._hold(after)
        if instead is None:
            self._remember(label, key, self._record(key), lambda: self.store.remove(key))
            return
        mark = mark_of(one.section, instead)
        self._remember(label, key, self._record(key), lambda: self.store.bring_back(mark))

    # ---- within

    def _record(self, key: str, pack: Pack | None = None) -> Record | None:
        """Whatever the pack has under a name, cards and dice too."""
        held = marked((pack or self._pack).records).values()
        return next((record for _, record in held if key_of(record) == key), None)

    def _edit(self, kind: str, piece: Component | None) -> None:
        self.notice = ""
        self._changed_id = "" if piece is None else piece.id
        self.editor.taken = frozenset(each.id for each in pieces_of(self._pack))
        self.editor.begin(kind, piece)
        self.is_open = True

    def _piece(self, name: str) -> Component:
        for piece in self.pieces:
            if piece.id == name:
                return piece
        raise t.TraitError(self.say("piece-editor.gone"))

    def _save(self, change: Callable[[], Pack]) -> bool:
        """Whether the change reached the disk; else why not, in the editor if it is open."""
        self.notice = ""
        try:
            pack = change()
        except BrokenContent as fault:
            said = fault.faults[0].said(language=self.language)
        except NotSaved as fault:
            said = fault.said(language=self.language)
        else:
            self._hold(pack)
            self.taken_out.refresh()
            return True
        if self.is_open:
            self.editor.show_refusal(said)
        else:
            self.notice = said
        return False

    def _hold(self, pack: Pack) -> None:
        """What the disk holds now."""
        self._pack = pack
        self._show()
        if self._on_change is not None:
            self._on_change(pack)

    def _remember(self, what: Label, name: str, after: Record | None, restore: Callable[[], Pack]) -> None:
        self.history.add(Entry(SOURCE, what, _WayBack(name, after, restore)))
        self._show()

    def _show(self) -> None:
        with self.hold_sync():
            self.shown = [{**shown(piece), "name": self.name_of(piece)} for piece in self.pieces]
            self.undo_label = (
                self.say("piece-shelf.undo", what=undoable) if (undoable := self.last_change) else ""
            )
        self.changes = len(self.history.of(SOURCE))

"""What was taken out of one's own box or changed in it, as a list from which it comes back with one tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.removed import Removed
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.play.history import Label
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, text
from fujikoro_nb.widgets.pieces.piece_editor import shown

AT_ONCE = 20
"""How many are shown before somebody asks for more: one evening's mischief may be long."""

OnBack = Callable[[Label, Removed, Pack, Pack], None]
"""Told of what came back: its name in any language, what it is, the pack before and after."""


class TakenOut(FujiWidget, front_end="taken_out"):
    """What can come back. ``on_back`` is told when something did."""

    word_tables = ("widgets", "card-strip", "piece-editor", "taken-out")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "open": {},
        "close": {},
        "more": {},
        "bring-back": {"mark": text(max_length=12)},
    }

    store = t.Instance(OwnerPack)
    is_open = t.Bool(False).tag(sync=True)
    shown: t.List[Any] = t.List().tag(sync=True)
    more = t.Int(0).tag(sync=True)
    """How many the next tap on "more" shows."""
    said = t.Unicode().tag(sync=True)
    """What came back last."""

    def __init__(
        self, store: OwnerPack | None = None, *, on_back: OnBack | None = None, **settings: Any
    ) -> None:
        self._on_back = on_back
        self._count = AT_ONCE
        super().__init__(store=store or OwnerPack(), **settings)

    def name_of(self, one: Removed) -> str:
        """What it is, in words; its owner's own name for it where there is one."""
        return _name(one)(str(self.language))

    def refresh(self) -> None:
        """Show what can come back now; nobody looks for it while the list is closed."""
        removed = self.store.removed() if self.is_open else ()
        with self.hold_sync():
            self.shown = [self._line(one) for one in removed[: self._count]]
            self.more = max(0, min(AT_ONCE, len(removed) - self._count))

    def speak_anew(self) -> None:
        """Names of what can come back."""
        self.said = ""
        self.refresh()

    # ---- acts of the browser

    def act_open(self) -> None:
        """Show the list."""
        self.notice, self.said, self._count = "", "", AT_ONCE
        self.is_open = True
        self.refresh()

    def act_close(self) -> None:
        """Put the list away."""
        self.notice, self.said = "", ""
        self.is_open = False
        self.refresh()

    def act_more(self) -> None:
        """Show some more of it."""
        self._count += self.more
        self.refresh()

    def act_bring_back(self, *, mark: str) -> None:
        """Bring one back."""
        self.notice, self.said = "", ""
        before = self.store.load().pack
        one = next((one for one in self.store.removed() if one.mark == mark), None)
        if one is None:
            self.notice = self.say("taken-out.gone")
        else:
            try:
                after = self.store.bring_back(mark)
            except BrokenContent as fault:
                self.notice = fault.faults[0].said(language=self.language)
            except NotSaved as fault:
                self.notice = fault.said(language=self.language)
            else:
                name = self.name_of(one)
                self.said = self.say(
                    "taken-out.back", name=name, id=one.key_in(after.records, before=before.records)
                )
                if self._on_back is not None:
                    self._on_back(_name(one), one, before, after)
        self.refresh()

    def _line(self, one: Removed) -> dict[str, Any]:
        return {
            "mark": one.mark,
            "id": one.key,
            "name": self.name_of(one),
            "went": one.went,
            "changed": one.is_changed,
            "piece": None if one.piece is None else shown(one.piece),
            "notation": one.notation,
        }


def _name(one: Removed) -> Label:
    return lambda language: getattr(one.record, "name", "") or one.sort(language=language)

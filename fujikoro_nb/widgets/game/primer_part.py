"""The card of twenty seconds on a game's page: which one stands, put away one by one or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.views.game.primers import PRIMERS, Shown, due_primer, kept_shown, primer_view, shown_of
from fujikoro_nb.widgets.base.widget import Validator, flag, one_of
from fujikoro_nb.widgets.game.ask import AskPart

__all__ = ["PrimerPart"]


class PrimerPart(AskPart):
    """The card that stands beside the question. It blocks nothing: an answer puts it away as well."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **AskPart.acts,
        "primer-done": {"name": one_of(*(primer.name for primer in PRIMERS))},
        "primers": {"on": flag()},
    }

    primer = t.Unicode().tag(sync=True)
    """The name of the card that stands; empty: none."""
    primers: t.List[Any] = t.List(primer_view()).tag(sync=True)
    """All of them, to be found again."""
    has_primers = t.Bool(True).tag(sync=True)
    """Whether a new one comes when something comes up for the first time."""

    def __init__(self, **settings: Any) -> None:
        self._shown = Shown()
        self._standing, self._stands_at = "", -1
        super().__init__(**settings)

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        if session is not self.session:
            # Who wants none in one game wants none in the next.
            self._shown = shown_of(session, agreed.persons, is_off=not self.has_primers)
            self._standing, self._stands_at = "", -1
            self.has_primers = not self._shown.is_off
        super()._open(session, agreed, is_shown=is_shown)

    def _take_primers(self, other: PrimerPart) -> None:
        """What the page that spoke another language knew of them."""
        self._shown, self.has_primers = other._shown, other.has_primers
        self._standing, self._stands_at = other._standing, other._stands_at

    def _show_primer(self) -> None:
        """The card for the pending question; while nobody here is asked, the last one waits."""
        session = self._playing
        question = session.question
        if question is None or question.seat not in self.agreed.persons:
            self.primer = ""
            return
        at = len(session.lines)
        if at != self._stands_at:
            due = due_primer(
                session, question, self._shown, persons=self.agreed.persons, standing=self._standing
            )
            # An answer puts it away; what an undo takes from under it stays unread and comes with the redo.
            if self._standing not in ("", due) and at > self._stands_at:
                self._shown = self._shown.put_away(self._standing, at=self._shown.at)
            self._standing, self._stands_at = due, at
        self.primer = self._standing

    def act_primer_done(self, *, name: str) -> None:
        """This card has been read."""
        if self.session is not None and name == self.primer:
            self._put_away()
            self.after_push(self._keep)

    def act_primers(self, *, on: bool) -> None:
        """No more of them in this game, or again those that nobody has seen."""
        self.has_primers = on
        if self.session is None:
            return
        self._shown = Shown(self._shown.seen, self._shown.at, is_off=not on)
        if not on and self.primer:
            self._put_away()
        self.after_push(self._keep)

    def _put_away(self) -> None:
        self._shown = self._shown.put_away(self.primer, at=len(self._playing.lines))
        self._standing = self.primer = ""

    def _keep(self) -> None:
        self._note_shown()
        super()._keep()

    def act_download(self) -> None:
        """The whole save as a file."""
        self._note_shown()
        super().act_download()

    def _note_shown(self) -> None:
        if self.session is not None:
            kept_shown(self.session, self._shown)

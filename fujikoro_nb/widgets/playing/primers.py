"""The card of twenty seconds on a game's page: which one stands, put away one by one or all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.views.game.primers import Shown, due_primer, kept_shown, shown_of

__all__ = ["Primers", "PrimersPage"]


class PrimersPage(Page, Protocol):
    """What the cards write on the page."""

    primer: str
    has_primers: bool


class Primers:
    """The card that stands beside the question. It blocks nothing: an answer puts it away as well.

    ``keep`` puts the game, and with it what was read, into the browser's store.
    """

    def __init__(self, page: PrimersPage, game: PlayedGame, *, keep: Callable[[], None]) -> None:
        self._page, self._game, self._keep = page, game, keep
        self.shown = Shown()
        """The cards that the people of this game have seen."""
        self._standing, self._stands_at = "", -1

    def open(self, session: GameSession, agreed: Table) -> None:
        """A game is about to come onto the page."""
        if session is not self._game.session:
            # Who wants none in one game wants none in the next.
            self.shown = shown_of(session, agreed.persons, is_off=not self._page.has_primers)
            self._standing, self._stands_at = "", -1
            self._page.has_primers = not self.shown.is_off

    def show(self) -> None:
        """The card for the pending question; while nobody here is asked, the last one waits."""
        session, persons = self._game.playing, self._game.agreed.persons
        question = session.question
        if question is None or question.seat < 0 or self._game.is_bot_asked(question):
            self._page.primer = ""
            return
        at = len(session.lines)
        if at != self._stands_at:
            due = due_primer(session, question, self.shown, persons=persons, standing=self._standing)
            # An answer puts it away; what an undo takes from under it stays unread and comes with the redo.
            if self._standing not in ("", due) and at > self._stands_at:
                self.shown = self.shown.put_away(self._standing, at=self.shown.at)
            self._standing, self._stands_at = due, at
        self._page.primer = self._standing

    def done(self, name: str) -> None:
        """This card has been read."""
        if self._game.session is not None and name == self._page.primer:
            self._put_away()
            self._page.after_push(self._keep)

    def switch(self, *, on: bool) -> None:
        """No more of them in this game, or again those that nobody has seen."""
        page = self._page
        page.has_primers = on
        if self._game.session is None:
            return
        self.shown = Shown(self.shown.seen, self.shown.at, is_off=not on)
        if not on and page.primer:
            self._put_away()
        page.after_push(self._keep)

    def _put_away(self) -> None:
        self.shown = self.shown.put_away(self._page.primer, at=len(self._game.playing.lines))
        self._standing = self._page.primer = ""

    def note(self) -> None:
        """Let the game know what was seen, so that its save knows it too."""
        if self._game.session is not None:
            kept_shown(self._game.session, self.shown)

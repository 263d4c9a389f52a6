"""The game on a page as all parts of the page find it, and what every part may do with the page."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from fujikoro_nb.background import Background
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.play.bots import Bots, Whys, bots_of
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.play.travel import Way, last_answered, way_back, way_forward
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.words import Words

__all__ = ["OpenGame", "Page", "Pen", "PlayedGame"]

OpenGame = Callable[[GameSession, Table], None]
"""Put this game on the page, with the table that was agreed for it."""


class Page(Protocol):
    """What every part of a game's page may do with the page. Each part names beside it what it writes there."""

    notice: str
    stage: str

    @property
    def language(self) -> str:
        """The language of the people at this device."""

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in that language."""

    def hold_sync(self) -> AbstractContextManager[None]:
        """Send what is written meanwhile in one message."""

    def after_push(self, do: Callable[[], None]) -> None:
        """Do this when the answer to a tap is on its way to the browser."""


class Pen(Protocol):
    """Who may write: at a table only one device at a time, elsewhere everybody."""

    @property
    def looks_on(self) -> bool:
        """Whether another device writes at the table of this page."""

    def need_pen(self) -> None:
        """Raise TraitError with what to say to somebody who taps and only looks on."""


class PlayedGame:
    """The game on the page: `session` as the kernel has it, and the table that was `agreed`. Begins without a game."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.session: GameSession | None = None
        self.agreed = Table(())
        self.bots: Bots = {}
        self.whys: Whys = {}
        """Why bots did what they did, by the number of the line."""
        self.seat_here: Seat | None = None
        """Whose eyes the boards are shown to: the last person who was asked; None where nobody sits here."""
        self.work = Background()
        """The bots' thinking, beside the page."""

    def put(self, session: GameSession, agreed: Table) -> None:
        """This game is the one on the page."""
        self.session, self.agreed = session, agreed
        self.bots = bots_of(agreed)

    @property
    def playing(self) -> GameSession:
        """The game, for what is only done while there is one."""
        assert self.session is not None, "only while a game is on the page"
        return self.session

    @property
    def words(self) -> Words:
        """How this game is told in the language of the page."""
        return self.words_in(self._page.language)

    def words_in(self, language: str) -> Words:
        """How this game is told in any language."""
        names = [chair.name for chair in self.agreed.chairs]
        return Words(names, functools.partial(say, language=language), language, self.playing.state.dice)

    # ---- who answers

    def is_bot_asked(self, question: Question) -> bool:
        """Whether a bot answers this."""
        return self.agreed.asks_bot(question)

    def is_person_asked(self, question: Question) -> bool:
        """Whether a person at this device answers this, dice of the table included."""
        return not (self.agreed.asks_bot(question) or self.agreed.deals(question))

    def person_question(self) -> Question | None:
        """What is asked now and no bot answers; None where that is nothing."""
        question = self.playing.question
        return None if question is None or self.is_bot_asked(question) else question

    def since(self) -> int:
        """The number of the last line that somebody at this device answered: what stands there and later is new."""
        return last_answered(self.playing.lines, self.agreed)

    def way_back(self) -> Way | None:
        """What undo would do."""
        return way_back(self.playing, self.is_person_asked)

    def way_forward(self) -> Way | None:
        """What redo would do."""
        return way_forward(self.playing, self.is_person_asked)

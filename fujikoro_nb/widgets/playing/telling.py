"""What a game's page tells of the game whoever is asked: status, boards, points, the log, the Final Chapter."""

from __future__ import annotations

from typing import Any, Protocol

from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.views.game.end import WayOut, final_lines
from fujikoro_nb.views.game.log import log_view
from fujikoro_nb.views.game.people import board_view, cards_view, status_view
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.views.game.points import points_view
from fujikoro_nb.views.game.result import results_view
from fujikoro_nb.views.game.words import Words

__all__ = ["LOG_ENTRIES", "NOBODY", "Telling", "TellingPage"]

LOG_ENTRIES = 60
"""Lines of the log that are shown at first, and so many more with each tap."""

NOBODY = Seat(-1)
"""Who sees nothing that lies face down."""


class TellingPage(Page, Protocol):
    """What is told on the page."""

    status: dict[str, Any]
    final: list[Any]
    people: list[Any]
    cards: dict[str, Any]
    points: list[Any]
    happened: list[Any]
    results: list[Any]
    log: list[Any]
    has_older: bool


class Telling:
    """Everything that is told, as whoever sits at the device may see it."""

    def __init__(self, page: TellingPage, game: PlayedGame) -> None:
        self._page, self._game = page, game
        self._entries = LOG_ENTRIES
        self._way_out = WayOut(found=self._say_final, failed=self._plan_failed)

    def begin(self) -> None:
        """A game comes onto the page: the end of its log is enough."""
        self._entries = LOG_ENTRIES

    def cancel(self) -> None:
        """Nobody waits for the way out any more."""
        self._way_out.cancel()

    def show_table(self) -> None:
        """What lies on the table, and what the Final Chapter leaves whoever is asked."""
        game = self._game
        self._way_out.look(game.playing.state, game.person_question())
        self.say_table()

    def say_table(self) -> None:
        """The same in words; the way out is looked for beside the page."""
        page, game = self._page, self._game
        state, words = game.playing.state, game.words
        page.status = status_view(state, words, game.agreed.bots)
        page.points = points_view(state, words)
        self._say_final()
        page.people = self._people_view(words)
        page.cards = cards_view(state, words)

    def _say_final(self) -> None:
        game = self._game
        question, persons = game.playing.question, game.agreed.persons
        here = question.seat if question is not None and question.seat in persons else game.seat_here
        self._page.final = final_lines(game.playing.state, game.words, self._way_out.plan, here)

    def _plan_failed(self, fault: Exception) -> None:
        self._page.notice = self._page.say("widgets.failed")
        raise fault

    def _people_view(self, words: Words) -> list[dict[str, Any]]:
        """Every board as whoever sits at the device may see it: what others looked at in secret stays away."""
        game = self._game
        session = game.playing
        question = session.question
        if question is not None and question.seat in game.agreed.persons:
            game.seat_here = question.seat
        view = session.view_for(NOBODY if game.seat_here is None else game.seat_here)
        return [board_view(view, Seat(seat), words) for seat in range(view.players)]

    # ---- the log

    def older(self) -> None:
        """More of the log."""
        if self._game.session is not None:
            self._entries += LOG_ENTRIES
            self.show_log()

    def show_log(self) -> None:
        """What has happened, and of it apart what is new to this device."""
        page, game = self._page, self._game
        session, words = game.playing, game.words
        lines, colours = session.lines, session.state.colours
        first = max(0, len(lines) - self._entries)
        page.has_older = first > 0
        page.log = log_view(lines[first:], words, colours, game.whys, first=first)
        since = game.since()
        page.happened = log_view(lines[since:], words, colours, game.whys, first=since)
        page.results = results_view(lines, since, words, colours=colours, persons=game.agreed.persons)

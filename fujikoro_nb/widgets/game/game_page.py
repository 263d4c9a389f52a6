"""GamePage: the whole competitive game, one person against bots or two to six people at one device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.views.game.end import WayOut, final_lines
from fujikoro_nb.views.game.log import log_view
from fujikoro_nb.views.game.people import board_view, cards_view, status_view
from fujikoro_nb.views.game.points import points_view
from fujikoro_nb.views.game.result import results_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language
from fujikoro_nb.widgets.base.widget import Validator
from fujikoro_nb.widgets.game.share import SharePart
from fujikoro_nb.widgets.pieces.piece_offer import PieceOffer

__all__ = ["GamePage", "game_page"]

LOG_ENTRIES = 60

NOBODY = Seat(-1)
"""Who sees nothing that lies face down."""


class GamePage(SharePart, front_end="game_page", sheets=("combat_panel", "share_panel", "game_page")):
    """A table to play at. ``stage`` is ``start`` or ``play``; `session` is the game as the kernel has it.

    Everything that a browser sends is an act; what the rules refuse stands in `refused`, and nothing has changed.
    ``store`` is the owner's pack on the disk, which a game with the real box begins with and adds to.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {**SharePart.acts, "older": {}}

    status = t.Dict().tag(sync=True)
    final: t.List[Any] = t.List().tag(sync=True)
    """What the Final Chapter leaves whoever is asked, line by line; empty before it."""
    people: t.List[Any] = t.List().tag(sync=True)
    cards = t.Dict().tag(sync=True)
    happened: t.List[Any] = t.List().tag(sync=True)
    """What has happened since the last person at this device answered."""
    points: t.List[Any] = t.List().tag(sync=True)
    """What brings points in this game, ``{"text", "rule"}`` a line."""
    results: t.List[Any] = t.List().tag(sync=True)
    """How fights went that have ended since then."""
    log: t.List[Any] = t.List().tag(sync=True)
    has_older = t.Bool(False).tag(sync=True)
    helper_address = t.Unicode().tag(sync=True)
    offer = t.Instance(PieceOffer, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """What was described and may go into the owner's pack; None until a game is played with the real box."""

    def __init__(self, **settings: Any) -> None:
        self._entries = LOG_ENTRIES
        self._way_out = WayOut(found=self._say_final, failed=self._plan_failed)
        super().__init__(**settings)

    def take_over(self, other: GamePage) -> None:
        """Go on with the game of a page that spoke another language."""
        other._work.cancel()
        other._way_out.cancel()
        other._lookout.cancel()
        other._ahead.cancel()
        self._rulings = other._rulings
        self.is_stepwise = other.is_stepwise
        self._show_table()
        self.share_with(other)
        if other.session is not None:
            self.session, self._whys = other.session, dict(other._whys)
            self._seat_here = other._seat_here
            self._take_primers(other)
            self._is_apart_told = other._is_apart_told
            self._done = other._done
            self._open(other.session, other.agreed, is_shown=other.stage == "play")
        if self.offer is not None and other.offer is not None:
            self.offer.take_over(other.offer)

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        self._entries = LOG_ENTRIES
        if session is not self.session or self._seat_here not in agreed.persons:
            self._seat_here = next(iter(agreed.persons), None)
        super()._open(session, agreed, is_shown=is_shown)

    # ---- what the page shows

    def _show(self) -> None:
        self._store_step()
        session = self._playing
        state, words = session.state, self._words
        with self.hold_sync():
            self.notice = self._apart()
            self.status = status_view(state, words, self.agreed.bots)
            self.points = points_view(state, words)
            self._show_final()
            self.people = self._people_view(words)
            self.cards = cards_view(state, words)
            self.travel = self._travel_view()
            self._show_log()
            self._show_question()
            self._show_primer()
            self._show_offer()
        self.after_push(self._keep)

    def act_leave(self) -> None:
        """Back to the start panel; nobody waits for plan or chances there."""
        self._way_out.cancel()
        self._lookout.cancel()
        self._ahead.cancel()
        super().act_leave()

    def _show_offer(self) -> None:
        """The described pieces that the owner's pack lacks."""
        session = self._playing
        if self.offer is None and session.state.is_described:
            self.offer = PieceOffer(self._store, on_change=self._pack_changed, language=self.language)
        if self.offer is not None:
            self.offer.show(session.record if session.state.is_described else None)

    def _pack_changed(self, pack: Pack) -> None:
        self._owned = pack

    def _show_final(self) -> None:
        """The lines of the Final Chapter; the way out is looked for beside the page."""
        question = self._playing.question
        is_person = question is not None and question.seat not in self._bots
        self._way_out.look(self._playing.state, question if is_person else None)
        self._say_final()

    def _say_final(self) -> None:
        question, persons = self._playing.question, self.agreed.persons
        here = question.seat if question is not None and question.seat in persons else self._seat_here
        self.final = final_lines(self._playing.state, self._words, self._way_out.plan, here)

    def _plan_failed(self, fault: Exception) -> None:
        self.notice = self.say("widgets.failed")
        raise fault

    def _people_view(self, words: Words) -> list[dict[str, Any]]:
        """Every board as whoever sits at the device may see it: what others looked at in secret stays away."""
        session = self._playing
        question = session.question
        if question is not None and question.seat in self.agreed.persons:
            self._seat_here = question.seat
        view = session.view_for(NOBODY if self._seat_here is None else self._seat_here)
        return [board_view(view, Seat(seat), words) for seat in range(view.players)]

    def act_older(self) -> None:
        """More of the log."""
        if self.session is not None:
            self._entries += LOG_ENTRIES
            self._show_log()

    def _show_log(self) -> None:
        session, words = self._playing, self._words
        lines, colours = session.lines, session.state.colours
        first = max(0, len(lines) - self._entries)
        self.has_older = first > 0
        self.log = log_view(lines[first:], words, colours, self._whys, first=first)
        since = self._since()
        self.happened = log_view(lines[since:], words, colours, self._whys, first=since)
        self.results = results_view(lines, since, words, colours=colours, persons=self.agreed.persons)


def game_page(*, language: str = "", helper: str = "") -> ipywidgets.Widget:
    """The game, ready to be shown. ``helper`` is the address where the rules helper is served."""

    def make(spoken: str) -> GamePage:
        return GamePage(language=spoken, helper_address=helper)

    return in_chosen_language(make, language=language)

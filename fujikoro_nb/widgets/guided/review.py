"""A game looked at again on its page, worked out beside it; its decisions opened as positions, and kept as puzzles."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

import msgspec
import traitlets as t

from fujikoro_nb.background import Background, Report
from fujikoro_nb.engine.kernel import Seat, Unreadable
from fujikoro_nb.play.odds_service import fault_said
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.review.game import Review, reviewed
from fujikoro_nb.review.mistakes import MAX_CODE, Puzzle, decode, encode, id_of, judged, mistake_of
from fujikoro_nb.texts import MissingText, error_sentence, say
from fujikoro_nb.views.game.played import OpenGame, Page, PlayedGame
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.game_review import mistake_view, review_view
from fujikoro_nb.widgets.base.widget import Validator, text, whole
from fujikoro_nb.widgets.map import plotly_bundle

__all__ = ["ReviewPage", "Reviewing"]

WORLDS: int | None = None
"""For each decision that may be told; None: as many as the kind of game is usually looked at with."""

INDEX = whole(0, 9)


class ReviewPage(Page, Protocol):
    """What a review writes on the page, and reads there."""

    review: dict[str, Any]
    mistake: dict[str, Any]
    guide: dict[str, Any]

    def send(self, content: Any, buffers: Any = None) -> None:
        """A message to the browser."""


class Reviewing:
    """The review of the game on the page, and the puzzles made of it.

    While a puzzle is open, the game of before waits: nothing that is tried there is kept, or stored at a table.
    ``is_at_table``: others follow the game on the page, which stays there then. ``leave`` goes back to the start panel.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "review": {},
        "review-stop": {},
        "review-close": {},
        "review-open": {"index": INDEX},
        "review-keep": {"index": INDEX},
        "mistake": {"code": text(max_length=MAX_CODE)},
        "mistake-again": {},
        "mistake-show": {},
        "mistake-leave": {},
        "bundle": {},
    }

    def __init__(
        self,
        page: ReviewPage,
        game: PlayedGame,
        *,
        open_game: OpenGame,
        show: Callable[[], None],
        is_at_table: Callable[[], bool],
        leave: Callable[[], None],
    ) -> None:
        self._page, self._game, self._open_game, self._show_page = page, game, open_game, show
        self._is_at_table, self._leave = is_at_table, leave
        self._work = Background()
        self._of: GameSession | None = None
        self._review: Review | None = None
        self._is_open = False
        self._share = 0.0
        self._puzzle: Puzzle | None = None
        self._is_told = False
        self._before: tuple[GameSession, Table] | None = None

    @property
    def is_apart(self) -> bool:
        """Whether a puzzle is on the page, and not the game that is kept."""
        return self._puzzle is not None

    def check_shared(self) -> None:
        """Raises TraitError while a puzzle is open: nothing of it comes to a table."""
        if self.is_apart:
            raise t.TraitError(say("game-review.mistake-not-shared", language=self._page.language))

    # ---- what is shown

    def show(self) -> None:
        """The review, how far it is, and the puzzle that is open."""
        session = self._game.session
        may = session is not None and bool(len(session.lines)) and not self.is_apart and not self._page.guide
        if not self._is_open or self._of is None:
            self._page.review = {"may": may}
        else:
            shown: dict[str, Any] = {"may": may, "is_open": True, "share": None}
            if self._work.is_running:
                shown["share"] = round(self._share, 3)
            if self._review is not None:
                shown |= {**review_view(self._review, self._of, self._game.words), "ids": self._ids()}
            self._page.review = shown
        self._page.mistake = self._told()

    def _ids(self) -> list[str]:
        assert self._review is not None and self._of is not None, "there is a review"
        return [id_of(encode(mistake_of(self._of, one))) for one in self._review.costliest]

    def _told(self) -> dict[str, Any]:
        puzzle, session = self._puzzle, self._game.session
        if puzzle is None or session is None:
            return {}
        return mistake_view(puzzle, judged(puzzle, session), self._game.words, is_told=self._is_told)

    def cancel(self) -> None:
        """Nobody waits for a review any more."""
        self._work.cancel()
        self._is_open = False

    def open(self, session: GameSession) -> None:
        """A game comes onto the page: no puzzle is open any more, unless this is its game."""
        if self._puzzle is None or session is not self._puzzle.session:
            self._puzzle, self._before = None, None
            if self._of is None or session.lines != self._of.lines:
                self.cancel()
                self._of, self._review = None, None

    # ---- acts: the review

    def act_review(self) -> None:
        """Look at the game again; nothing where there is none, or while it is being looked at."""
        game, session = self._game, self._game.session
        if session is None or self.is_apart or self._work.is_running or not len(session.lines):
            return
        self._is_open = True
        if self._review is not None and self._of is not None and self._of.lines == session.lines:
            self.show()
            return
        self._review, self._share = None, 0.0
        looked = self._of = session.fork()
        seat = game.seat_here if game.seat_here is not None else Seat(0)
        self._work.start(
            lambda report: _looked(looked, seat, report),
            done=self._done,
            failed=self._failed,
            progress=self._told_share,
        )
        self.show()

    def _told_share(self, share: float) -> None:
        self._share = share
        self.show()

    def _done(self, review: Review) -> None:
        self._work.cancel()
        self._review = review
        self.show()

    def _failed(self, fault: Exception) -> None:
        self.cancel()
        self._page.notice = fault_said(fault, language=self._page.language)
        self.show()

    def act_review_stop(self) -> None:
        """That takes too long."""
        self.cancel()
        self.show()

    def act_review_close(self) -> None:
        """Back to the game; what was found stays until the game goes on."""
        if not self._work.is_running:
            self._is_open = False
            self.show()

    def _code(self, index: int) -> str:
        """The decision of a row as a puzzle; empty where there is no such row."""
        if self._review is None or self._of is None or index >= len(self._review.costliest):
            return ""
        return encode(mistake_of(self._of, self._review.costliest[index]))

    def act_review_keep(self, *, index: int) -> None:
        """Give the browser this decision as a puzzle to keep."""
        code = self._code(index) if self._is_open else ""
        if code:
            row = self._page.review["rows"][index]
            self._page.send({"kind": "mistake", "id": id_of(code), "says": row["puzzle"], "code": code})

    def act_review_open(self, *, index: int) -> None:
        """Play this decision again."""
        code = self._code(index)
        if code:
            self._begin(decode(code))

    # ---- acts: a puzzle

    def act_mistake(self, *, code: str) -> None:
        """A puzzle that the browser has kept."""
        language = self._page.language
        try:
            puzzle = decode(code)
            names = [chair.name for chair in puzzle.table.chairs]
            words = Words(
                names, functools.partial(say, language=language), language, puzzle.session.state.dice
            )
            mistake_view(puzzle, "open", words, is_told=True)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=language)) from None
        except MissingText:  # the code speaks of what no game has
            raise t.TraitError(say("unreadable.mistake-code", language=language, text=code[:40])) from None
        self._begin(puzzle)

    def _begin(self, puzzle: Puzzle) -> None:
        game = self._game
        if self._is_at_table():
            raise t.TraitError(say("game-review.mistake-at-table", language=self._page.language))
        if self._puzzle is None and game.session is not None:
            self._before = (game.session, game.agreed)
        self._is_open = False
        self._puzzle, self._is_told = puzzle, False
        self._open_game(puzzle.session, _by_hand(puzzle))

    def act_mistake_again(self) -> None:
        """Once more from the question."""
        if self._puzzle is not None:
            self._begin(decode(encode(self._puzzle.mistake)))

    def act_mistake_show(self) -> None:
        """What is better."""
        if self._puzzle is not None:
            self._is_told = True
            self.show()

    def act_mistake_leave(self) -> None:
        """Back to the game that waits, and to its review; to the start panel where none does."""
        self.leave()

    def leave(self) -> bool:
        """Whether a puzzle was left, and the game of before is there again."""
        if self._puzzle is None:
            return False
        before, self._puzzle, self._before = self._before, None, None
        if before is None:
            self._game.session = None
            self._page.mistake = {}
            self._leave()
            return True
        self._open_game(*before)
        if self._review is not None and self._of is not None and self._of.lines == before[0].lines:
            self._is_open = True
        self._show_page()
        return True

    def act_bundle(self) -> None:
        """Send plotly's bundle, where no server of ours offers it as a file."""
        self._page.send({"kind": "bundle"}, buffers=[plotly_bundle.compressed()])


def _looked(session: GameSession, seat: Seat, report: Report) -> Review:
    return reviewed(session, seat, final=WORLDS, report=report)


def _by_hand(puzzle: Puzzle) -> Table:
    """The same table with a person at the seat whose decision it was: a bot's may be tried as well."""
    chairs = tuple(
        msgspec.structs.replace(chair, player="person") if number == puzzle.seat else chair
        for number, chair in enumerate(puzzle.table.chairs)
    )
    return msgspec.structs.replace(puzzle.table, chairs=chairs)

"""A game in play on its page: answers, the dealer, the bots, and the ways back and forth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import traitlets as t

from fujikoro_nb.background import Report
from fujikoro_nb.engine.fujikoro.asked.fight import is_between_people
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer
from fujikoro_nb.engine.kernel import Answer, Entry, Line, Unreadable
from fujikoro_nb.play.bots import Whys, moved_on
from fujikoro_nb.play.seats import GameSession, Table, dealt
from fujikoro_nb.play.travel import Way, go
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.game.played import Page, Pen, PlayedGame

__all__ = ["Flow", "FlowPage"]


class FlowPage(Page, Protocol):
    """What the course of the game writes on the page, and reads there."""

    chosen: dict[str, Any]
    refused: dict[str, Any]
    travel: dict[str, Any]
    job: dict[str, Any]
    is_stepwise: bool


class Flow:
    """The game goes on: people answer, dealer and bots answer the rest. What the rules refuse stands in ``refused``.

    ``show`` draws the whole page, ``show_table`` the start panel. Who has no pen changes nothing here.
    """

    def __init__(
        self,
        page: FlowPage,
        game: PlayedGame,
        pen: Pen,
        *,
        show: Callable[[], None],
        show_table: Callable[[], None],
    ) -> None:
        self._page, self._game, self._pen = page, game, pen
        self._show, self._show_table = show, show_table
        self._done: tuple[int | str, ...] = ()
        self._is_apart_told = True

    # ---- a game begins or is left

    def open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        page, game = self._page, self._game
        game.work.cancel()
        if session is not game.session:
            game.whys = {}  # those of another game
            self._is_apart_told = False
        game.put(session, agreed)
        with page.hold_sync():
            page.job = {}
            if is_shown:
                page.stage = "play"
            self._show_table()
            self.go_on()

    def leave(self) -> None:
        """Back to the start panel; the game waits."""
        page = self._page
        self._game.work.cancel()
        with page.hold_sync():
            page.job = {}
            page.stage = "start"
            self._show_table()

    # ---- what comes at the wrong time

    def is_now(self, at: int, *act: str) -> bool:
        """Whether this is meant for what is asked now; False for the second tap of a double tap, which does nothing.

        ``act`` is what would be done. Raises TraitError with what to do instead, and to who only looks on.
        """
        self._pen.need_pen()
        late = self.lateness(at)
        if not late:
            self._done = (at, *act) if act else self._done
            return True
        if not act or self._done != (at, *act):
            raise t.TraitError(late)
        return False

    def lateness(self, at: int) -> str:
        """Why what is meant for this question comes at the wrong time; empty: it does not."""
        page, session = self._page, self._game.session
        if session is None or page.stage != "play":
            return page.say("game-page.late-no-game")
        if self._game.work.is_running:
            return page.say("game-page.late-thinking", name=page.job.get("who", ""))
        if at != len(session.lines):
            return page.say("game-page.late-over" if session.question is None else "game-page.late-question")
        return ""

    def need_person(self) -> None:
        """Refuse an answer when the game is over or a bot is to move."""
        game, say = self._game, self._page.say
        question = game.playing.question
        if question is None:
            raise t.TraitError(say("game-page.late-over"))
        if game.is_bot_asked(question):
            raise t.TraitError(say("game-page.late-bot", name=game.words.seat(question.seat)))

    def _step_begins(self) -> None:
        """A person goes on from here: an old save's notice has been read."""
        self._is_apart_told = True

    def apart(self) -> str:
        """Where the save and the rules of today part, until somebody goes on from there."""
        apart = self._game.playing.disagreement
        if apart is None or self._is_apart_told:
            return ""
        told = {**dict(apart.data), "rule": title_of(apart.rule, language=self._page.language)}
        return self._page.say(f"save.{apart.reason}", **told)

    # ---- playing

    def answer(self, text: str, at: int) -> None:
        """An answer as the game's short text or JSON, and the walk that was chosen together with it."""
        if not self.is_now(at, "answer", text):
            return
        self.need_person()
        page = self._page
        then = page.chosen.get("then", "") if page.chosen.get("text") == text else ""
        self.give(self._parsed(text))
        question = self._game.playing.question
        if then and not page.refused and question is not None and question.kind == "walk":
            self.give(self._parsed(then))

    def _parsed(self, text: str) -> Answer:
        try:
            if text.startswith("roll "):
                return parse_answer(text, self._game.playing.state.dice)
            return self._game.playing.game.from_text(text)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self._page.language)) from None

    def give(self, answer: Answer) -> None:
        """Play this answer, or say why the rules refuse it."""
        session = self._game.playing
        refusal = session.game.check(session.state, answer)
        if refusal is not None:
            self._page.refused = self._game.words.refused(refusal)
            return
        self._step_begins()
        session.play(answer)
        self.go_on()

    def deal(self, at: int) -> None:
        """The dealer's dice or draw instead of the table's."""
        if not self.is_now(at, "deal"):
            return
        self.need_person()
        session = self._game.playing
        if not session.can_deal:
            raise t.TraitError(self._page.say("game-page.nothing-to-deal"))
        self._step_begins()
        session.deal()
        self.go_on()

    # ---- dealer and bots

    def go_on(self) -> None:
        """Everything that the dealer and the bots answer, then the page; they play on the device that writes."""
        if self._pen.looks_on:
            self._show()
            return
        game = self._game
        dealt(game.playing, game.agreed)
        question = game.playing.question
        self._show()
        if (
            question is not None
            and game.is_bot_asked(question)
            and not (self._page.is_stepwise and self._has_stepped())
        ):
            self._let_bots()

    def _has_stepped(self) -> bool:
        """Whether a bot has just acted, so that the next step waits for a tap."""
        game = self._game
        lines = game.playing.lines[game.since() :]
        return any(line.entry.seat in game.bots and line.question.kind == "act" for line in lines)

    def _let_bots(self) -> None:
        game = self._game
        session, agreed, bots, stepwise = game.playing, game.agreed, game.bots, bool(self._page.is_stepwise)
        question = session.question
        assert question is not None, "a bot is asked"
        self._page.job = {"who": agreed.chairs[question.seat].name, "count": 0}

        def work(report: Report) -> tuple[GameSession, Whys]:
            return moved_on(session, agreed, bots, is_stepwise=stepwise, report=report)

        game.work.start(work, done=self._bots_done, failed=self._bots_failed, progress=self._bots_told)

    def _bots_told(self, count: float) -> None:
        self._page.job = {**self._page.job, "count": int(count)}

    def _bots_done(self, moved: tuple[GameSession, Whys]) -> None:
        session, whys = moved
        game = self._game
        game.work.cancel()
        game.session = session
        game.whys |= whys
        with self._page.hold_sync():
            self._page.job = {}
            self._show()

    def _bots_failed(self, fault: Exception) -> None:
        page = self._page
        page.job = {}
        self._show()
        page.notice = page.say("widgets.failed")  # what is shown anew says nothing of it
        raise fault

    def go(self) -> None:
        """The next step of the bots; nothing where none waits, as after the first tap of a double tap."""
        self._pen.need_pen()
        game = self._game
        if game.session is None or game.work.is_running or self._page.stage != "play":
            return
        question = game.session.question
        if question is not None and game.is_bot_asked(question):
            self._step_begins()
            self._let_bots()

    def stop(self) -> None:
        """Stop the bots; nothing of what they thought about is played."""
        self._game.work.cancel()
        self._page.job = {}

    # ---- back and forth

    def undo(self, at: int) -> None:
        """To the last question that a person answered."""
        if not self.is_now(at, "undo"):
            return
        way = self._game.way_back()
        if way is None:
            raise t.TraitError(self._page.say("game-page.nothing-to-undo"))
        self._travelled(way, is_back=True)

    def redo(self, at: int) -> None:
        """What was undone last."""
        if not self.is_now(at, "redo"):
            return
        way = self._game.way_forward()
        if way is None:
            raise t.TraitError(self._page.say("game-page.nothing-to-redo"))
        self._travelled(way, is_back=False)

    def _travelled(self, way: Way, *, is_back: bool) -> None:
        go(self._game.playing, way, is_back=is_back)
        self._step_begins()
        self._show()

    def show_travel(self) -> None:
        """What undo and redo would do, said before they do it."""
        game = self._game
        words, back, forth = game.words, game.way_back(), game.way_forward()
        is_duel = is_between_people(game.playing.state)
        self._page.travel = {
            "undo": "" if back is None else words.given(_line_of(back.entry, game.playing.lines)),
            "fork": back is not None and back.is_fork,
            "redo": "" if forth is None else words.answer(forth.entry.answer, is_duel=is_duel),
            "is_fork": game.playing.is_fork,
        }


def _line_of(entry: Entry, lines: Sequence[Line]) -> Line:
    """The last line with this answer, which says by its events what came of it."""
    return next(line for line in reversed(lines) if line.entry == entry)

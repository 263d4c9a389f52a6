"""Counsel for whoever asks, on any page and on that of a game: worked out beside it, shown as it comes, stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from fujikoro_nb.background import Background, Report
from fujikoro_nb.bots.planner.advice import Counsel, counselled
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Answer, Game, Question
from fujikoro_nb.play.odds_service import fault_said
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.counsel import counsel_view
from fujikoro_nb.widgets.base.widget import Validator, whole

__all__ = ["Advising", "CounselPage", "Counselling", "work_of"]

AT = whole(0, 10**6)


class Advising:
    """The plans for one position at a time. ``show`` is called when there is more, ``failed`` when none comes."""

    def __init__(self, *, show: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._show, self._tell_failed = show, failed
        self._work = Background()
        self._counsel: Counsel | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether better counsel may still come."""
        return self._work.is_running

    @property
    def counsel(self) -> Counsel | None:
        """What was found so far; None: nothing yet."""
        return self._counsel

    def ask(self, game: Game[GameState], view: GameState, question: Question) -> None:
        """What would the planner do? ``view`` is what the seat sees that is asked."""
        self.forget()
        latest: list[Counsel] = []
        work = work_of(game, view, question, latest.append)
        self._work.start(
            work, done=self._done, failed=self._failed, progress=lambda _: self._heard(latest[-1])
        )
        self._show()

    def stop(self) -> None:
        """That is enough: what was found so far stays."""
        self._work.cancel()

    def forget(self) -> None:
        """Something else is asked now."""
        self._work.cancel()
        self._counsel = None

    def shown(self, state: GameState, words: Words) -> dict[str, Any]:
        """``is_thinking``, and what was found as `counsel_view` says it."""
        told = {} if self._counsel is None else counsel_view(self._counsel, state, words)
        return {"is_thinking": self.is_thinking, **told}

    def _heard(self, counsel: Counsel) -> None:
        self._counsel = counsel
        self._show()

    def _done(self, counsel: Counsel) -> None:
        self._work.cancel()
        self._heard(counsel)

    def _failed(self, fault: Exception) -> None:
        self.forget()
        self._tell_failed(fault)
        self._show()


class CounselPage(Page, Protocol):
    """What counsel writes on the page, and reads there."""

    counsel: dict[str, Any]
    guide: dict[str, Any]


class Course(Protocol):
    """The course of the game, as far as counsel takes part in it."""

    def is_now(self, at: int, *act: str) -> bool:
        """Whether this is meant for what is asked now."""

    def need_person(self) -> None:
        """Refuse when no person is asked."""

    def give(self, answer: Answer) -> None:
        """Play this answer, or say why the rules refuse it."""


class Counselling:
    """Says what the planner would do, from what the seat that is asked sees. Only whoever may answer may ask."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "counsel": {"at": AT},
        "counsel-stop": {},
        "counsel-do": {"at": AT, "index": whole(0, 9)},
    }

    def __init__(self, page: CounselPage, game: PlayedGame, course: Course) -> None:
        self._page, self._game, self._course = page, game, course
        self._advising = Advising(show=self.show, failed=self._failed)
        self._at = -1

    # ---- what is shown

    def show(self) -> None:
        """What was advised at the question that is asked; nothing of it stays at the next one."""
        session = self._game.session
        question = None if session is None else self._asked()
        if session is None or question is None or self._at != len(session.lines):
            self._forget()
        if question is None or not self._is_wanted:
            self._page.counsel = {}  # a coach is not talked over
            return
        self._page.counsel = {
            "may": True,
            "is_second": bool(self._page.guide),
            **self._advising.shown(self._game.playing.state, self._game.words),
        }

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._forget()
        self._page.counsel = {}

    @property
    def _is_wanted(self) -> bool:
        """Beside a coach only once it was asked: then its answer can be compared with other plans."""
        return not self._page.guide or self._page.guide.get("coach", {}).get("kind") == "counsel"

    def _asked(self) -> Question | None:
        question = self._game.person_question()
        return question if question is not None and question.seat >= 0 else None

    def _forget(self) -> None:
        self._advising.forget()
        self._at = -1

    # ---- acts

    def act_counsel(self, *, at: int) -> None:
        """What would the planner do?"""
        if not self._course.is_now(at):
            return
        self._course.need_person()
        question, session = self._asked(), self._game.playing
        if question is None or not self._is_wanted or (self._at == at and self._advising.is_thinking):
            return
        self._at = at
        self._advising.ask(game_of(session.state), session.view_for(question.seat), question)

    def act_counsel_stop(self) -> None:
        """That is enough: what was found so far stays."""
        self._advising.stop()
        self.show()

    def act_counsel_do(self, *, at: int, index: int) -> None:
        """Do what is advised: of a move the walk as well."""
        counsel = self._advising.counsel
        if not self._course.is_now(at, "counsel-do"):
            return
        self._course.need_person()
        if counsel is None or self._at != at or index >= len(counsel.plans):
            return
        session = self._game.playing
        begun = len(session.lines)
        for part in counsel.plans[index].plan.parts:
            since = session.lines[begun:]
            if any(line.entry.automatic and line.entry.answer == part.answer for line in since):
                continue  # there was one answer only, and it has come by itself
            question = self._asked()
            if question is None or question.kind != part.kind:
                return
            self._course.give(part.answer)

    def _failed(self, fault: Exception) -> None:
        self._at = -1
        self._page.notice = fault_said(fault, language=self._page.language)


def work_of(
    game: Game[GameState], view: GameState, question: Question, hear: Callable[[Counsel], object]
) -> Callable[[Report], Counsel]:
    """Counsel as work beside a page: each better one is heard before it is reported; that may raise to stop it."""

    def work(report: Report) -> Counsel:
        found: Counsel | None = None
        for found in counselled(game, view, question):
            hear(found)
            report(found.share)
        assert found is not None, "there is an answer at least"
        return found

    return work

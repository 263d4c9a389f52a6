"""The coach on a game's page: speaks up before much is thrown away, says what it would do, looks back at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

import msgspec

from fujikoro_nb.bots.counsel import Counsel, Judged
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Answer, Question, Unreadable
from fujikoro_nb.learning.first_game import TURNS, encode
from fujikoro_nb.play.guided import (
    LEARNER,
    Guided,
    Noted,
    begin_first_game,
    guided_of,
    kept_guided,
    turns_over,
)
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.views.game.played import OpenGame, Page, PlayedGame
from fujikoro_nb.views.learn.first_game import counsel_view, is_costly, nudge_view, review_view, text_of
from fujikoro_nb.widgets.base.widget import Validator, whole

__all__ = ["Course", "Guide", "GuidePage"]

AT = whole(0, 10**6)


class GuidePage(Page, Protocol):
    """What the coach writes on the page, and reads there."""

    guide: dict[str, Any]
    chosen: dict[str, Any]


class Course(Protocol):
    """The course of the game, as far as the coach takes part in it."""

    def is_now(self, at: int, *act: str) -> bool:
        """Whether this is meant for what is asked now."""

    def lateness(self, at: int) -> str:
        """Why it comes at the wrong time; empty: it does not."""

    def answer(self, text: str, at: int) -> None:
        """An answer, and the walk that was chosen together with it."""

    def give(self, answer: Answer) -> None:
        """Play this answer, or say why the rules refuse it."""


class Held(msgspec.Struct, frozen=True):
    """An answer that waits until the coach was heard."""

    at: int
    text: str
    then: str
    judged: Judged


class Guide:
    """A coach for one person. In a game without one nothing of it is there; no answer is ever refused."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "first-game": {},
        "guide-ask": {"at": AT},
        "guide-better": {"at": AT},
        "guide-anyway": {"at": AT},
        "guide-on": {},
    }

    def __init__(
        self,
        page: GuidePage,
        game: PlayedGame,
        course: Course,
        *,
        open_game: OpenGame,
        show: Callable[[], None],
    ) -> None:
        self._page, self._game, self._course = page, game, course
        self._open_game, self._show_page = open_game, show
        self._counsel = Counsel()
        self._guided: Guided | None = None
        self._held: Held | None = None
        self._asked = -1

    # ---- a game comes

    def open(self, session: GameSession) -> None:
        """A game is about to come onto the page."""
        self._guided = guided_of(session)
        self._held, self._asked = None, -1

    def act_first_game(self) -> None:
        """Lay the first game out; nothing while one is played, as for a double tap."""
        page = self._page
        if page.stage != "play":
            self._open_game(
                *begin_first_game(page.say("first-game.guide-you"), page.say("first-game.guide-bot"))
            )

    # ---- what is said

    def show(self) -> None:
        """What the coach says to the pending question."""
        guided, session = self._guided, self._game.session
        if guided is None or session is None:
            self._page.guide = {}
            return
        lines = len(session.lines)
        guided = self._guided = guided.until(lines)
        if self._held is not None and self._held.at != lines:
            self._held = None
        turns = turns_over(session)
        self._page.guide = {
            "title": self._page.say(
                "first-game.guide-title-over" if turns >= TURNS else "first-game.guide-title",
                turn=turns + 1,
                turns=TURNS,
            ),
            "coach": self._said(),
            "review": self._review(turns),
            "code": encode(turns),
        }

    def _review(self, turns: int) -> dict[str, Any]:
        """The game looked at again, once its turns are over and nothing of the last is still to be answered."""
        guided, session = self._guided, self._game.playing
        question = session.question
        is_there = turns >= TURNS and (question is None or question.kind == "act")
        if guided is None or guided.is_over or not (is_there or question is None):
            return {}
        return review_view(session, guided, self._game.words)

    def _said(self) -> dict[str, Any]:
        question, words = self._own_question(), self._game.words
        if question is None:
            return {}
        if self._held is not None:
            return nudge_view(self._held.judged, words)
        if self._asked == len(self._game.playing.lines):
            return counsel_view(self._choice(question), question, words)
        return {"kind": "idle"}

    def _own_question(self) -> Question | None:
        question = self._game.playing.question
        return question if question is not None and question.seat == LEARNER else None

    def _choice(self, question: Question) -> Any:
        session = self._game.playing
        return self._counsel.choose(game_of(session.state), session.view_for(question.seat), question)

    # ---- answers

    def holds_back(self, text: str, at: int) -> bool:
        """Whether the coach speaks up first; what it thinks of the answer is noted in any case."""
        if self._guided is None or self._course.lateness(at) or self._own_question() is None:
            return False
        chosen = self._page.chosen
        then = str(chosen.get("then", "")) if chosen.get("text") == text else ""
        judged = self._judged(text, then)
        if judged is None:
            return False
        if is_costly(judged):
            self._held = Held(at, text, then, judged)
            self.show()
            return True
        self._note(judged, at)
        return False

    def _judged(self, text: str, then: str) -> Judged | None:
        """What an answer gives away; None for one that is none, is refused, or that nothing compares with."""
        session, question = self._game.playing, self._own_question()
        try:
            answer = session.game.from_text(text)
            walk = session.game.from_text(then) if then else None
        except Unreadable:
            return None
        if question is None or session.game.check(session.state, answer) is not None:
            return None
        game = game_of(session.state)
        return self._counsel.judged(game, session.view_for(question.seat), question, answer, walk)

    def _note(self, judged: Judged, at: int) -> None:
        guided = self._guided
        if guided is None:
            return
        note = Noted(
            at,
            turns_over(self._game.playing) + 1,
            round(judged.loss, 2),
            text_of(judged.better),
            judged.percent,
        )
        self._guided = guided.with_note(note)

    def let_go(self) -> None:
        """Something else is looked at: what was held back is no longer meant."""
        if self._held is not None:
            self._held = None
            self.show()

    def act_guide_anyway(self, *, at: int) -> None:
        """The answer all the same."""
        held = self._held
        if held is None or held.at != at or self._course.lateness(at):
            return
        self._held = None
        self._note(held.judged, at)
        self._course.answer(held.text, at)

    def act_guide_ask(self, *, at: int) -> None:
        """What would the coach do?"""
        if self._guided is not None and self._course.is_now(at):
            self._asked, self._held = at, None
            self.show()

    def act_guide_better(self, *, at: int) -> None:
        """Do what the coach would do; of a move the walk as well."""
        question = self._own_question() if self._guided is not None else None
        if question is None or not self._course.is_now(at, "guide-better"):
            return
        self._held = None
        answer = self._choice(question).answer
        judged = self._judged(self._game.playing.game.to_text(answer), "")
        if judged is not None:
            self._note(judged, at)
        self._course.give(answer)
        walk = self._own_question()
        if isinstance(answer, Act) and walk is not None and walk.kind == "walk":
            self._course.give(self._choice(walk).answer)

    def act_guide_on(self) -> None:
        """The game was looked at again, and goes on without counting."""
        if self._guided is not None and self._page.guide.get("review"):
            self._guided = msgspec.structs.replace(self._guided, is_over=True)
            self._show_page()

    def note(self) -> None:
        """Let the game know what the coach thought, so that its save knows it too."""
        if self._guided is not None and self._game.session is not None:
            kept_guided(self._game.session, self._guided)

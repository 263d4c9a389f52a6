"""Counsel in a lesson: the planner's plans for the position on the desk, where there is something to choose.

In a check it comes only afterwards: a check asks what a learner can do alone, and nothing is lost by a look back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.learning.run import Run
from fujikoro_nb.learning.turns.choice import question_with_plans
from fujikoro_nb.play.odds_service import fault_said
from fujikoro_nb.views.learn.turns_lesson import words_of
from fujikoro_nb.widgets.base.widget import Validator
from fujikoro_nb.widgets.guided.counsel import Advising

__all__ = ["LessonCounsel", "LessonCounselPage"]


class LessonCounselPage(Protocol):
    """What counsel reads on the page of a lesson, and writes there."""

    counsel: Any
    run: Run

    def tell(self, sentence: str) -> None:
        """Say one line about what just went wrong."""


class LessonCounsel:
    """``position`` tells the game that lies on the desk; None where nothing of it can be counselled."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {"counsel": {}, "counsel-stop": {}}

    def __init__(self, page: LessonCounselPage, *, position: Callable[[], GameState | None]) -> None:
        self._page, self._position = page, position
        self._advising = Advising(show=self.show, failed=self._failed)
        self._of: GameState | None = None
        self._question = question_with_plans(None)

    def show(self) -> None:
        """What was advised for the position on the desk; nothing of it stays at the next one."""
        state, run = self._position(), self._page.run
        if state is not self._of:
            self._advising.forget()
            self._of, self._question = state, question_with_plans(state)
        if state is None or self._question is None:
            self._page.counsel = {}
            return
        about = "check" if run.finished is not None else "step"
        self._page.counsel = {
            "may": True,
            "note": run.say(f"game-counsel.counsel-in-{about}"),
            **self._advising.shown(state, words_of(run)),
        }

    def act_counsel(self) -> None:
        """What would the planner do here?"""
        state, question = self._of, self._question
        if state is None or question is None or self._advising.is_thinking:
            return
        game = game_of(state)
        self._advising.ask(game, game.view_for(state, question.seat), question)

    def act_counsel_stop(self) -> None:
        """That is enough: what was found so far stays."""
        self._advising.stop()
        self.show()

    def _failed(self, fault: Exception) -> None:
        self._page.tell(fault_said(fault, language=self._page.run.language))

"""The lesson on first turns as a page: the map to tap, a button an action, three hints a step, three checks."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turn_checks import KINDS, RULES, turn_check
from fujikoro_nb.learning.turns import (
    SEAT,
    Answers,
    JudgedTurn,
    TurnStep,
    TurnTask,
    as_texts,
    judge_turn,
    turn_lesson,
)
from fujikoro_nb.widgets.base.widget import Validator, one_of, text
from fujikoro_nb.widgets.learn.lesson_flow import LessonFlow
from fujikoro_nb.widgets.learn.lesson_parts import result
from fujikoro_nb.widgets.learn.turn_lesson_view import ACTIONS, SIXTHS, view
from fujikoro_nb.widgets.map.hex_map import HexMap

_NEXT = "; "
"""Between two answers of what is kept."""


class TurnLessonPage(LessonFlow, front_end="lesson_page", sheets=("lesson_page", "turn_task")):
    """A lesson on turns. ``answers`` are those given so far in this task, in game notation."""

    word_tables = ("widgets", "lesson", "turn-task")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **LessonFlow.acts,
        "take": {"action": one_of(*ACTIONS)},
        "tap": {"space": text(max_length=20)},
        "go": {},
        "turn": {"by": one_of(1, -1)},
        "lay": {},
    }
    kinds = KINDS
    rules_of_checks = RULES

    map = t.Instance(HexMap).tag(sync=True, **ipywidgets.widget_serialization)
    game_address = t.Unicode().tag(sync=True)
    """Where a real game is to be had; shown when the checks are passed."""

    def __init__(
        self,
        lesson_id: str = "first-turns",
        *,
        today: datetime.date | None = None,
        game: str = "",
        **settings: Any,
    ) -> None:
        self.answers: Answers = ()
        self.turned = 0
        self._drawn: tuple[GameState, int, bool] | None = None
        super().__init__(
            map=HexMap(is_board_only=True, language=settings.get("language", "en")),
            game_address=game,
            **self._begin(turn_lesson(lesson_id), today),
            **settings,
        )
        self.map.observe(self._tapped, "selected")
        self._set_up()

    @property
    def task(self) -> TurnTask:
        """The pending step or check."""
        task: TurnTask = self.pending
        return task

    @property
    def step(self) -> TurnStep | None:
        """The pending step; None in the checks."""
        task = self.task
        return task if isinstance(task, TurnStep) else None

    @property
    def is_live(self) -> bool:
        """Whether the learner may still do something in this task."""
        is_judged = self.judged is not None and self.judged.outcome in (Outcome.RIGHT, Outcome.OTHER)
        return self.finished is None and not self.is_over and not is_judged

    @property
    def asks(self) -> str:
        """The kind of the pending question to the learner; empty when something else is pending."""
        question = game_of(self.state).question(self.state)
        return question.kind if question is not None and question.seat == SEAT else ""

    def _check(self, kind: str, seed: int) -> TurnTask:
        return turn_check(kind, seed)

    def _drawing(self) -> str:
        return _NEXT.join(self.answers)

    def _set_up(self) -> None:
        """The pending task, with what was done for it before."""
        self.judged, self.shows_answer = None, False
        self.answers, self.turned, self.notice = (), 0, ""
        self.state, self._drawn = self.task.start, None
        kept = tuple(filter(None, self.progress.drawing.split(_NEXT)))
        if kept and self.finished is None and not self.is_over:
            self._go_on_from(kept)
        self._show()

    def _go_on_from(self, kept: Answers) -> None:
        """What was done before a reload; nothing that cannot be done here."""
        try:
            judged = self._judge(kept)
        except Unreadable:
            return
        if judged.outcome != Outcome.REFUSED:
            self.answers, self.state = kept, judged.after
            self.judged = None if judged.outcome == Outcome.IDLE else judged

    # ---- acts of the learner

    def act_take(self, *, action: str) -> None:
        """Begin an action; a move begins with a tap on the map."""
        if self.is_live:
            self._give((action,))

    def act_tap(self, *, space: str) -> None:
        """A space out of the list, as if it were tapped on the map."""
        if self.is_live and any(space in row["spaces"] for row in self.map.reach["rows"]):
            self.map.selected = space

    def act_go(self) -> None:
        """Go to, or explore, the chosen space."""
        offer = self.map.offer if self.is_live else None
        if offer is not None:
            self._give(as_texts(self.state, offer.answer))

    def act_turn(self, *, by: int) -> None:
        """Turn the new tile before it is laid."""
        if self.is_live and self.asks == "turn-tile":
            self.turned = (self.turned + by) % SIXTHS
            self._show()

    def act_lay(self) -> None:
        """Lay the new tile as it is shown."""
        if self.is_live and self.asks == "turn-tile":
            self._give((f"turn {self.turned}",))

    def _tapped(self, change: Any) -> None:
        """A space of the map was tapped: it may be offered, or the engine says why not."""
        if not change["new"] or not self.is_live:
            return
        self.judged, self.notice = None, ""
        about = self.map.about
        if self.map.offer is None and about["refusal"]:
            if self.step is None:
                self._tell(str(about["refusal"]))
            else:
                self.judged = JudgedTurn(Outcome.REFUSED, self.state, about["refusal"], about["rule"])
        self._show()

    def _give(self, texts: Answers) -> None:
        """Give these answers: what is refused changes nothing; in a check whatever is judged counts."""
        answers = (*self.answers, *texts)
        judged = self._judge(answers)
        self.notice = ""
        self.judged = None if judged.outcome == Outcome.IDLE else judged
        if judged.outcome != Outcome.REFUSED:
            self.answers, self.state = answers, judged.after
            self._set_progress(drawing=self._drawing())
        if self.step is None and self.judged is not None:
            self._finish_check()
        self._show()

    def _judge(self, answers: Answers) -> JudgedTurn:
        return judge_turn(self.task, answers, right=self.praise, language=self.language)

    def _show_way(self) -> None:
        """Afresh, with the space chosen to which the right way leads."""
        self.act_again()
        walk = next((word for word in self.task.right[0] if word.startswith("walk ")), "")
        if walk:
            self.map.selected = walk.split()[-1]

    # ---- the view

    def _draw_map(self) -> None:
        """The game on the map; what was chosen there stays as long as nothing has changed."""
        drawn = (self.state, self.turned, self.is_live)
        if drawn != self._drawn:
            self._drawn = drawn
            self.map.show(self.state, seat=SEAT, turned=self.turned)
            if not self.is_live:
                self.map.reach = {"kind": "", "rows": []}

    def _show(self) -> None:
        with self.hold_sync(), self.map.hold_sync():
            self._draw_map()
            self.saved = going.encode(self.progress)
            self.view = {**result(self), **self._onward()} if self.is_over else view(self)

    def _onward(self) -> dict[str, Any]:
        """After the checks: the way into a real game."""
        if not (going.has_passed(self.progress) and self.game_address):
            return {}
        return {"onward": {"href": self.game_address, "label": self.text("play")}}

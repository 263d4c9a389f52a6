"""The desk of lessons on turns: the map to tap, and a button an action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from fujikoro_nb.engine.fujikoro.asked.fight_notation import MAX_TEXT
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.cardbonus import card_on
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.learning.turns.goal import SEAT
from fujikoro_nb.learning.turns.kind import joined, parted
from fujikoro_nb.learning.turns.task import Answers, JudgedTurn, Roll, TurnTask, as_texts, judge_turn
from fujikoro_nb.views.learn.turns_lesson import (
    ACTIONS,
    MOVE,
    SIXTHS,
    OnMap,
    around,
    asks,
    choices,
    is_live,
    turns_view,
)
from fujikoro_nb.widgets.base.widget import one_of, text
from fujikoro_nb.widgets.learn.desks import TABLE, Acts, LessonHost, move_to_table
from fujikoro_nb.widgets.learn.map_desk import MapDesk

__all__ = ["TurnsDesk"]


class TurnsDesk(MapDesk):
    """``answers`` are those given so far in this task, in game notation; ``state`` is the game after them."""

    acts: ClassVar[Acts] = {
        "take": {"action": one_of(MOVE, *ACTIONS)},
        "tap": {"space": text(max_length=20)},
        "go": {},
        "turn": {"by": one_of(1, -1)},
        "lay": {},
        "choose": {"text": text(max_length=MAX_TEXT)},
        **TABLE,
    }
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "lesson", "combat", "turn-task")

    state: GameState
    rolls: tuple[Roll, ...]

    def __init__(self, page: LessonHost, *, language: str) -> None:
        self._page = page
        self.answers: Answers = ()
        self.turned = 0
        self._drawn: tuple[GameState, int, bool] | None = None
        self._judged: Callable[[], JudgedTurn] | None = (
            None  # what was said last: it may have to be said again
        )
        super().__init__(self._tapped, language=language)

    @property
    def task(self) -> TurnTask:
        """The pending step or check."""
        task: TurnTask = self._page.run.pending
        return task

    @property
    def is_live(self) -> bool:
        """Whether the learner may still do something in this task."""
        return is_live(self._page.run)

    @property
    def drawing(self) -> str:
        """The answers so far."""
        return joined(self.answers)

    @property
    def position(self) -> GameState | None:
        """The game as it stands in a step; in a check how it began there, and only when it is over."""
        run = self._page.run
        if run.is_over or run.finished is not None:
            return None if run.finished is None else self.task.start
        return self.state if self.is_live and run.step is not None else None

    def lay_out(self) -> Judged | None:
        """The pending task, with what was done for it before."""
        run = self._page.run
        self.answers, self.turned, self.rolls = (), 0, ()
        self.state, self._drawn = self.task.start, None
        kept = parted(run.progress.drawing)
        if not kept or run.finished is not None or run.is_over:
            return None
        return self._gone_on_from(kept)

    def _gone_on_from(self, kept: Answers) -> Judged | None:
        """What was done before a reload; nothing that cannot be done here."""
        try:
            judged = self._judged_of(kept)
        except Unreadable:
            return None
        if judged.outcome == Outcome.REFUSED:
            return None
        self.answers, self.state, self.rolls = kept, judged.after, judged.rolls
        return None if judged.outcome == Outcome.IDLE else judged

    def forget(self) -> None:
        """Nothing is left of a task."""

    # ---- acts of the learner

    def act_take(self, *, action: str) -> None:
        """Begin an action; a move begins with a tap on the map, unless a card lies on it."""
        if self.is_live and (action != MOVE or card_on(self.state, SEAT, MOVE) is not None):
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
        if self.is_live and asks(self.state) == "turn-tile":
            self.turned = (self.turned + by) % SIXTHS
            self._page.show()

    def act_lay(self) -> None:
        """Lay the new tile as it is shown."""
        if self.is_live and asks(self.state) == "turn-tile":
            self._give((f"turn {self.turned}",))

    def act_choose(self, *, text: str) -> None:
        """Give one of the answers that have a button of their own."""
        if self.is_live and text in choices(self.state):
            self._give((text,))

    def act_table(self, *, on: bool) -> None:
        """On screen, or at the table."""
        move_to_table(self._page, on=on, drawing=self.drawing)

    def _tapped(self, change: Any) -> None:
        """A space of the map was tapped: it may be offered, or the engine says why not."""
        if not change["new"] or not self.is_live:
            return
        page, about = self._page, self.map.about
        refused = self.map.offer is None and about["refusal"]
        page.changed(None)
        if refused and page.run.step is None:
            page.tell(str(about["refusal"]))
        elif refused:
            self._judged = partial(self._refused, change["new"])
            page.changed(self._judged())
        page.show()

    def _refused(self, space: str) -> JudgedTurn:
        """Why a space is not offered, as the map says it."""
        why = self.map.refusal_of(space)
        return JudgedTurn(outcome=Outcome.REFUSED, after=self.state, sentence=why.sentence, rule=why.rule)

    def _give(self, texts: Answers) -> None:
        """Give these answers: what is refused changes nothing; in a check whatever is judged counts."""
        page, answers = self._page, (*self.answers, *texts)
        judged = self._judged_of(answers)
        done = None if judged.outcome == Outcome.IDLE else judged
        page.changed(done)
        if judged.outcome != Outcome.REFUSED:
            self.answers, self.state, self.rolls = answers, judged.after, judged.rolls
            page.changed(done, drawing=self.drawing)
        if page.run.step is None and done is not None:
            page.finish_check()
        page.show()

    def _judged_of(self, answers: Answers) -> JudgedTurn:
        self._judged = partial(self._judge, answers)
        return self._judged()

    def _judge(self, answers: Answers) -> JudgedTurn:
        run = self._page.run
        return judge_turn(self.task, answers, right=run.praise, language=run.language)

    def judged_anew(self) -> JudgedTurn | None:
        """What was given, or the space that was tapped."""
        return None if self._judged is None else self._judged()

    def undo(self) -> bool:
        """All that was done here."""
        if not self.answers:
            return False
        self._page.begin_task(drawing="")
        return True

    def show_way(self) -> None:
        """Afresh, with the space chosen to which the right way leads."""
        self._page.begin_task(drawing="")
        first = next((word for word in self.task.right[0] if word.startswith(("walk ", "join "))), "")
        if first:
            self.map.selected = first.split()[-1]

    def show_answer(self) -> None:
        """The answer is said."""

    # ---- the view

    def draw(self) -> None:
        """The game on the map; what was chosen there stays as long as nothing has changed."""
        drawn = (self.state, self.turned, self.is_live)
        with self.map.hold_sync():
            if drawn != self._drawn:
                self._drawn = drawn
                is_step = self._page.run.step is not None
                self.map.show(self.state, seat=SEAT, turned=self.turned, tells_walks=is_step)
                self.map.around = self._around()
            judged = self._page.run.judged
            if isinstance(judged, JudgedTurn) and judged.barred:
                self.map.bar(judged.barred)
            if not self.is_live:  # also when the map has said in another language what it offers
                self.map.reach = {"kind": "", "rows": []}

    def _around(self) -> list[str]:
        """What has to be seen: everybody who counts, what is explored, and every space that is offered."""
        counts = (*around(self.task.start), *around(self.state))
        offered = [one for row in self.map.reach["rows"] for one in row["spaces"]]
        return list(dict.fromkeys((*counts, *offered)))

    def view(self) -> dict[str, Any]:
        """The turn beside the map."""
        offer = self.map.offer
        on_map = OnMap(
            start=self.task.start,
            state=self.state,
            has_begun=bool(self.answers),
            rows=tuple(self.map.reach["rows"]),
            selected=str(self.map.selected),
            offered=offer.space if offer is not None else "",
            rolls=self.rolls,
        )
        return turns_view(self._page.run, on_map)

"""The desk of puzzles on a whole turn: the map to tap, and a button an action; the engine plays it as it is told."""

from __future__ import annotations

from typing import Any, ClassVar

from fujikoro_nb.engine.fujikoro.asked.fight_notation import MAX_TEXT
from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.rules.cardbonus import card_on
from fujikoro_nb.engine.kernel import Answer, Unreadable
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.plans.check import joined, parted
from fujikoro_nb.puzzles.plans.play import Unsure
from fujikoro_nb.puzzles.plans.puzzle import OWN, Answers, PlanEntry, PlanPuzzle
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.views.learn.plan_puzzle import (
    ACTIONS,
    around,
    hint_words,
    line_of,
    may_stay,
    plan_view,
    shown_answer,
)
from fujikoro_nb.views.learn.turns_lesson import MOVE, SIXTHS, OnMap, asks, choices
from fujikoro_nb.widgets.base.widget import one_of, text
from fujikoro_nb.widgets.learn.desks import Acts, PuzzleHost
from fujikoro_nb.widgets.learn.map_desk import MapDesk

__all__ = ["PlanPuzzleDesk"]

_NOTHING: dict[str, Any] = {"kind": "", "rows": []}


class PlanPuzzleDesk(MapDesk):
    """``answers`` are those given so far, in game notation; ``line`` is the game after them."""

    acts: ClassVar[Acts] = {
        "take": {"action": one_of(MOVE, *ACTIONS)},
        "tap": {"space": text(max_length=20)},
        "go": {},
        "stay": {},
        "turn": {"by": one_of(1, -1)},
        "lay": {},
        "choose": {"text": text(max_length=MAX_TEXT)},
    }
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "combat", "turn-task")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        self._page = page
        self.turned = 0
        self._drawn: tuple[object, ...] = ()
        self._set(())
        super().__init__(self._tapped, language=language)

    def _set(self, answers: Answers) -> None:
        self.answers, self.turned = answers, 0
        self.line = line_of(self.puzzle, answers)

    @property
    def puzzle(self) -> PlanPuzzle:
        """The puzzle on the page."""
        puzzle: PlanPuzzle = self._page.run.puzzle
        return puzzle

    @property
    def _is_live(self) -> bool:
        return not self._page.run.attempt.ended and not self.line.is_over

    @property
    def answer(self) -> str:
        """What was played; after a reload of a solved puzzle, a best way."""
        run = self._page.run
        return joined(self.answers) or run.kind.solution(run.entry)

    @property
    def can_check(self) -> bool:
        """Whether everything is played."""
        return self.line.is_over

    def lay_out(self) -> None:
        """What was played before a reload, if it still can be; not a part of it where a solution was shown since."""
        self._drawn = ()
        self._set(())
        try:
            answers = parted(self._page.run.kept.drawing)
            line = line_of(self.puzzle, answers)
        except (Unreadable, Unsure):
            return
        if line.refusal is None and (line.is_over or not self._page.run.attempt.ended):
            self._set(answers)

    def lock(self) -> None:
        """A solution that was shown is played."""
        if HintKind.SOLUTION in self._page.run.attempt.hints:
            self.show_better()

    # ---- acts of the solver

    def act_take(self, *, action: str) -> None:
        """Begin an action; a move begins with a tap on the map, unless a card lies on it."""
        if self._is_live and (action != MOVE or card_on(self.line.state, OWN, MOVE) is not None):
            self._give((action,))

    def act_tap(self, *, space: str) -> None:
        """A space out of the list, as if it were tapped on the map."""
        if self._is_live and any(space in row["spaces"] for row in self.map.reach["rows"]):
            self.map.selected = space

    def act_go(self) -> None:
        """Go to, or explore, the chosen space."""
        offer = self.map.offer if self._is_live else None
        if offer is not None:
            self._give(self._as_texts(offer.answer))

    def act_stay(self) -> None:
        """An action that goes nowhere."""
        if self._is_live and may_stay(self.line):
            self._give((MOVE, "halt"))

    def act_turn(self, *, by: int) -> None:
        """Turn the new tile before it is laid."""
        if self._is_live and asks(self.line.state) == "turn-tile":
            self.turned = (self.turned + by) % SIXTHS
            self._page.show()

    def act_lay(self) -> None:
        """Lay the new tile as it is shown."""
        if self._is_live and asks(self.line.state) == "turn-tile":
            self._give((f"turn {self.turned}",))

    def act_choose(self, *, text: str) -> None:
        """Give one of the answers that have a button of their own."""
        if self._is_live and text in choices(self.line.state):
            self._give((text,))

    def _as_texts(self, answer: Answer) -> Answers:
        """A tap on the map as answers: a walk begins with its action, and the action ends where the walk does."""
        texts: Answers = (print_game_answer(answer),)
        if not isinstance(answer, Walk):
            return texts
        if asks(self.line.state) == "act":
            has_card = card_on(self.line.state, OWN, MOVE) is not None
            texts = (MOVE, *(("main",) if has_card else ()), *texts)
        after = line_of(self.puzzle, (*self.answers, *texts))
        is_walking = after.refusal is None and not after.is_over and asks(after.state) == "walk"
        return (*texts, "halt") if is_walking else texts

    def _tapped(self, change: Any) -> None:
        """A space of the map was tapped: it may be offered, or the engine says why not."""
        if not change["new"] or not self._is_live:
            return
        refusal = "" if self.map.offer is not None else str(self.map.about["refusal"])
        self._page.show()
        self._page.notice = refusal

    def _give(self, texts: Answers) -> None:
        """Give these answers; what is refused changes nothing and costs nothing."""
        page, answers = self._page, (*self.answers, *texts)
        line = line_of(self.puzzle, answers)
        if line.refusal is not None:
            page.show()
            page.notice = refusal_sentence(line.refusal, language=page.run.language)
            return
        self._set(answers)
        page.changed(joined(answers))

    def undo(self) -> None:
        """Nothing played any more."""
        self.again()

    def again(self) -> None:
        """From the beginning of the turn."""
        if not self._page.run.attempt.ended:
            self._set(())
            self._page.changed("")

    def show_better(self) -> None:
        """A best way is played."""
        entry: PlanEntry = self._page.run.entry
        self._set(entry.certificate.best.way)

    # ---- the view

    def view(self) -> dict[str, Any]:
        """The turn beside the map, which is brought up to date."""
        run = self._page.run
        ended = bool(run.attempt.ended)
        drawn = (run.puzzle.id, self.answers, self.turned, ended)
        with self.map.hold_sync():
            if drawn != self._drawn:
                self._drawn = drawn
                self.map.show(self.line.state, seat=OWN, turned=self.turned, tells_walks=False)
                self.map.around = self._around()
                self.map.picture = {**self.map.picture, "aim": self.puzzle.to}
            if not self._is_live:  # also when the map has said in another language what it offers
                self.map.reach = _NOTHING
        offer = self.map.offer if self._is_live else None
        on_map = OnMap(
            start=self.line.state,
            state=self.line.state,
            has_begun=bool(self.answers),
            rows=tuple(self.map.reach["rows"]),
            selected=str(self.map.selected),
            offered=offer.space if offer is not None else "",
        )
        return plan_view(run, on_map, self.line, is_begun=bool(self.answers))

    def _around(self) -> list[str]:
        offered = [one for row in self.map.reach["rows"] for one in row["spaces"]]
        return list(dict.fromkeys((*around(self.puzzle), *offered)))

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        return hint_words(self._page.run, kind)

    def shown(self, entry: PlanEntry) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return shown_answer(self._page.run, entry)

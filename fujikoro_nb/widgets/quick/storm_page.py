"""The storm as a page: three minutes of quick questions. The browser has the clock, the engine judges each answer."""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper.evening.record import clean
from fujikoro_nb.play.duel_seats import begin_duel
from fujikoro_nb.puzzles.days import day_of
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.duel import GOALS, MOST_NAME
from fujikoro_nb.puzzles.storm.run import (
    MAX_CODE,
    MAX_ONCE,
    MAX_SEED,
    STORE,
    Once,
    Scores,
    Storm,
)
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.store import StoreError
from fujikoro_nb.store.sharing import page_origin, readers_link, seats_link, tables
from fujikoro_nb.texts import words
from fujikoro_nb.views.learn.duel import goals
from fujikoro_nb.views.learn.storm import storm_view
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.sharing.sharing import code_rows

__all__ = ["StormPage"]

_SEED = re.compile(r"[A-Za-z0-9_-]+")
_LEFT = whole(0, 10**4)
_NAME = text(max_length=MOST_NAME)


class StormPage(FujiWidget, front_end="storm_page"):
    """Three minutes of "legal or not?". `view` is what the page shows, `saved` what the browser keeps: the best scores.

    ``place`` is the address of all lessons and puzzles. A question that was missed can be tried again alone: ``once``.
    A duel of two phones is opened here: ``duel``. One device is passed on with the same questions: ``round``.
    """

    word_tables = ("widgets", "storm")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "begin": {"seed": text(max_length=MAX_SEED)},
        "answer": {"at": whole(0, 10**5), "yes": flag(), "left": _LEFT},
        "stop": {"left": _LEFT},
        "pass": {},
        "try": {"code": text(max_length=MAX_ONCE)},
        "answer-once": {"yes": flag()},
        "leave-once": {},
        "duel": {"one": _NAME, "two": _NAME, "goal": one_of(*GOALS), "url": text(max_length=300)},
        "leave-duel": {},
        "restore": {"kept": text(max_length=MAX_CODE), "today": text(max_length=10)},
    }

    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """What the browser's store keeps."""
    store = t.Unicode(STORE).tag(sync=True)
    seed = t.Unicode().tag(sync=True)
    """Whoever begins with it gets the questions of the last storm."""
    goals: t.List[Any] = t.List().tag(sync=True)
    """What can end a round of a duel."""
    duel = t.Dict().tag(sync=True)
    """The table that two phones race at: how it is found, and nothing of its questions."""
    place = t.Unicode().tag(sync=True)
    is_opened = t.Bool(False).tag(sync=True)
    """Whether the browser has brought back what it keeps."""

    def __init__(self, *, today: datetime.date | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.storm: Storm | None = None
        self.round: tuple[Storm, ...] = ()
        """The storms of those who had the same questions before, in their order."""
        self.once: Once | None = None
        self.scores = self._before = Scores()
        self.show()

    def show(self) -> None:
        """Make the view."""
        with self.hold_sync():
            self.saved = storms.encode(self.scores) if self.scores.played else ""
            last = self.storm or next(reversed(self.round), None)
            self.seed = "" if last is None else last.seed
            language = str(self.language)
            self.goals = goals(language)
            self.view = storm_view(
                self.storm, self.scores, self._before, once=self.once, round=self.round, language=language
            )

    def speak_anew(self) -> None:
        """Everything."""
        self.show()

    def act_begin(self, *, seed: str) -> None:
        """A new storm: of this seed, or of one that nobody knows yet.

        After one that was passed on a new round begins with player 1, never with the questions that all have seen.
        """
        if self.storm is not None and not self.storm.is_over:
            return  # it was tapped twice
        if self.storm is not None:
            if self.round and seed == self.storm.seed:
                seed = ""
            self.round = ()
        elif self.round:
            seed = self.round[0].seed
        known = seed if _SEED.fullmatch(seed) else secrets.token_urlsafe(6)
        self._before, self.notice, self.once = self.scores, "", None
        self._go_on(Storm(seed=known))

    def act_answer(self, *, at: int, yes: bool, left: int) -> None:
        """An answer to question ``at``; one that comes late or twice is for no question any more."""
        if self.storm is not None and at == len(self.storm.said):
            self._go_on(storms.answered(self.storm, yes, left=left))

    def act_stop(self, *, left: int) -> None:
        """The time is over, or the solver has had enough."""
        if self.storm is not None:
            self._go_on(storms.stopped(self.storm, left=left))

    def _go_on(self, storm: Storm) -> None:
        was_over = self.storm is not None and self.storm.is_over
        if storm.is_over and was_over:
            return
        self.storm = storm
        if storm.is_over and not self.round:  # the browser keeps the scores of its owner, who plays first
            self.scores = storms.scored(self.scores, storm, self._today)
        self.show()
        if not storm.is_over:
            task(
                storm.seed, len(storm.said) + 1
            )  # drawn while this one is looked at: the next tap need not wait

    def act_pass(self) -> None:
        """The device goes to the next one, who gets the same questions and does not see what was missed."""
        if self.storm is not None and self.view["can_pass"]:
            self.round, self.storm, self.once = (*self.round, self.storm), None, None
            self.show()

    def act_try(self, *, code: str) -> None:
        """A question of a storm by itself, without a clock: one that was missed, or that the browser has kept."""
        if self.storm is not None and not self.storm.is_over:
            return
        try:
            self.once = storms.once_of(code)
        except Unreadable:
            self._tell(self.say("storm.bad-once"))
            return
        self.notice = ""
        self.show()

    def act_answer_once(self, *, yes: bool) -> None:
        """The answer to it; a second one is none."""
        if self.once is not None and self.once.said is None:
            self.once = msgspec.structs.replace(self.once, said=yes)
            self.show()

    def act_leave_once(self) -> None:
        """Back to the storm before it."""
        self.once = None
        self.show()

    def act_duel(self, *, one: str, two: str, goal: str, url: str) -> None:
        """Open a table of the store for two phones. This page holds no seat of it, and none of its questions."""
        if self.duel:
            return
        origin = page_origin(url)
        if not origin or not seats_link(origin, ""):
            raise t.TraitError(self.say("duel.none"))
        called = [clean(name) or self.say("duel.racer", n=n) for n, name in enumerate((one, two), 1)]
        title = self.say("duel.named", one=called[0], two=called[1])
        try:
            code = begin_duel(tables(), called, goal, title=title).code
        except StoreError as fault:
            raise t.TraitError(fault.said(language=str(self.language))) from None
        seats = seats_link(origin, code)
        self.notice = ""
        self.duel = {
            "code": code,
            "seats": seats,
            "picture": code_rows(seats),
            "readers": readers_link(origin, code),
        }

    def act_leave_duel(self) -> None:
        """Another one may be opened; the table stays where it is."""
        self.duel = {}

    def _words_of_this_language(self) -> dict[str, str]:
        """What is said of a duel, under names of its own."""
        said = {f"duel.{key}": value for key, value in words("duel", language=self.language).items()}
        return super()._words_of_this_language() | said

    def act_restore(self, *, kept: str, today: str) -> None:
        """What the browser keeps, and which day it is there."""
        try:
            self._today = day_of(today)
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        self.is_opened = True
        if kept:
            try:
                self.scores = storms.decode(kept)
            except Unreadable:
                self.notice = self.say("storm.bad-store")
        self.show()

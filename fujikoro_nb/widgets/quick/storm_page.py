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
from fujikoro_nb.puzzles.days import day_of
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import MAX_CODE, MAX_ONCE, MAX_SEED, STORE, Once, Scores, Storm
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.views.learn.storm import storm_view
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, flag, text, whole

__all__ = ["StormPage"]

_SEED = re.compile(r"[A-Za-z0-9_-]+")
_LEFT = whole(0, 10**4)


class StormPage(FujiWidget, front_end="storm_page"):
    """Three minutes of "legal or not?". `view` is what the page shows, `saved` what the browser keeps: the best scores.

    ``place`` is the address of all lessons and puzzles. A question that was missed can be tried again alone: ``once``.
    """

    word_tables = ("widgets", "storm")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "begin": {"seed": text(max_length=MAX_SEED)},
        "answer": {"at": whole(0, 10**5), "yes": flag(), "left": _LEFT},
        "stop": {"left": _LEFT},
        "try": {"code": text(max_length=MAX_ONCE)},
        "answer-once": {"yes": flag()},
        "leave-once": {},
        "restore": {"kept": text(max_length=MAX_CODE), "today": text(max_length=10)},
    }

    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """What the browser's store keeps."""
    store = t.Unicode(STORE).tag(sync=True)
    seed = t.Unicode().tag(sync=True)
    """Whoever begins with it gets the questions of the last storm."""
    place = t.Unicode().tag(sync=True)
    is_opened = t.Bool(False).tag(sync=True)
    """Whether the browser has brought back what it keeps."""

    def __init__(self, *, today: datetime.date | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.storm: Storm | None = None
        self.once: Once | None = None
        self.scores = self._before = Scores()
        self.show()

    def show(self) -> None:
        """Make the view."""
        with self.hold_sync():
            self.saved = storms.encode(self.scores) if self.scores.played else ""
            self.seed = "" if self.storm is None else self.storm.seed
            language = str(self.language)
            self.view = storm_view(self.storm, self.scores, self._before, once=self.once, language=language)

    def speak_anew(self) -> None:
        """Everything."""
        self.show()

    def act_begin(self, *, seed: str) -> None:
        """A new storm: of this seed, or of one that nobody knows yet."""
        if self.storm is not None and not self.storm.is_over:
            return  # it was tapped twice
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
        if storm.is_over:
            self.scores = storms.scored(self.scores, storm, self._today)
        self.show()
        if not storm.is_over:
            task(
                storm.seed, len(storm.said) + 1
            )  # drawn while this one is looked at: the next tap need not wait

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

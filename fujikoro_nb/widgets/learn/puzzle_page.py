"""A puzzle as a page, of whatever kind: statement, hints with prices, what comes next, and a desk to solve it at."""

from __future__ import annotations

import datetime
import logging
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.background import Background
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import MISSED, Attempt, Feedback, HintKind, with_hint
from fujikoro_nb.puzzles.book import Book
from fujikoro_nb.puzzles.days import day_of
from fujikoro_nb.puzzles.index import kind_of, store_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.kind import AnyEntry, Unproved
from fujikoro_nb.puzzles.run import (
    ENDLESS,
    MODES,
    RANGES,
    STREAK,
    Run,
    attempted,
    begun,
    ended_elsewhere,
    filter_of_link,
    filtered,
    is_of_streak,
    judged,
    over,
    skipped,
    spoken_in,
    with_kept,
    with_streak,
    with_yesterday,
)
from fujikoro_nb.views.learn.puzzle import puzzle_view
from fujikoro_nb.widgets.base.widget import FujiWidget, Hears, Validator, flag, one_of, text
from fujikoro_nb.widgets.learn.desks import PuzzleDesk, puzzle_desk

__all__ = ["FightPuzzles", "PuzzlePage"]

LOG = logging.getLogger("fujikoro_nb.widgets")
TOLD_EVERY = 100
"""Answers between two numbers that are told."""
MAX_LINK = 1200
"""Characters of a puzzle in a link; longer ones are refused before they are looked at."""


class PuzzlePage(
    FujiWidget,
    front_end="puzzle_page",
    sheets=("lesson_page", "puzzle_page", "fight_task", "turn_task", "act_task", "small_games", "small_task"),
):
    """A book of puzzles, or one of your own with `play`. `view` is what the page shows, `saved` what it keeps.

    ``kind`` names one of `puzzles.index.BOOKS`; ``book`` is another book of that kind.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "check": {},
        "hint": {"kind": one_of(*(str(kind) for kind in HintKind))},
        "next": {},
        "stop-making": {},
        "undo": {},
        "again": {},
        "show-better": {},
        "why": {},
        "retry": {},
        "mode": {"mode": one_of(*MODES, ENDLESS)},
        "theme": {"theme": text(max_length=40), "on": flag()},
        "range": {"range": one_of(*RANGES)},
        "yesterday": {"on": flag()},
        "restore": {
            "code": text(max_length=MAX_LINK),
            "themes": text(max_length=300),
            "rating": text(max_length=20),
            "mode": one_of("", *MODES, ENDLESS),
            "kept": text(max_length=keeping.MAX_CODE),
            "today": text(max_length=10),
        },
    }

    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """What the browser's store keeps."""
    link = t.Dict().tag(sync=True)
    """What the link carries: puzzle, themes, rating."""
    store = t.Unicode().tag(sync=True)
    """Under which name the browser keeps it."""
    place = t.Unicode().tag(sync=True)
    """The address of all lessons and puzzles; empty where there is none."""
    duel = t.Unicode().tag(sync=True)
    """The address of the duel of two phones; empty where there is none."""
    making = t.Dict().tag(sync=True)
    """``n`` answers were played so far for the puzzle without end that is being made; empty: none is."""
    is_opened = t.Bool(False).tag(sync=True)
    """Whether the browser has brought back what it keeps: a page that is drawn again is not begun again."""
    grid: t.Instance[Any] = t.Instance(ipywidgets.Widget, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    """The board, where the puzzle is solved on one."""
    map: t.Instance[Any] = t.Instance(ipywidgets.Widget, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    """The map, where it is solved on that."""

    def __init__(
        self,
        book: Book[Any] | None = None,
        *,
        kind: str = "crafting",
        today: datetime.date | None = None,
        **settings: Any,
    ) -> None:
        of_kind = kind_of(kind)
        book = book or of_kind.book()
        self.run = Run(
            kind=of_kind,
            book=book,
            entry=book.entries[0],
            today=today or datetime.datetime.now(tz=datetime.UTC).astimezone().date(),
            language=settings.get("language", "en"),
            seed=secrets.token_hex(5),
        )
        self._maker = Background()
        self._restoring: dict[str, str] = {}
        self.desk: PuzzleDesk = puzzle_desk(kind)(self, language=self.run.language)
        super().__init__(store=store_of(kind), **self.desk.widgets, **settings)
        self._begin(self.run.offered or book.entries[0])

    @property
    def heard_by(self) -> tuple[Hears, ...]:
        """The page and its desk."""
        return (self, self.desk)

    @property
    def spoken_tables(self) -> tuple[str, ...]:
        """The desk's."""
        return self.desk.word_tables

    # ---- which puzzle

    @property
    def entry(self) -> AnyEntry:
        """The puzzle on the page, with its certificate and rating."""
        return self.run.entry

    @property
    def puzzle(self) -> Any:
        """The puzzle on the page."""
        return self.run.puzzle

    @property
    def kept(self) -> Kept:
        """What the browser keeps of this solver."""
        return self.run.kept

    @property
    def attempt(self) -> Attempt:
        """Hints and misses so far."""
        return self.run.attempt

    @property
    def mode(self) -> str:
        """Ladder, daily, streak, review, endless, or own."""
        return self.run.mode

    @property
    def is_from_book(self) -> bool:
        """Whether the puzzle counts for rating and repetition."""
        return self.run.is_from_book

    def play(self, entry: AnyEntry) -> None:
        """Show this puzzle: one of `puzzles_for` or `puzzle_from`, say."""
        self._set(mode=self.run.mode_of(entry))
        self._begin(entry)

    def _set(self, **changes: Any) -> None:
        self.run = msgspec.structs.replace(self.run, **changes)

    def _begin(self, entry: AnyEntry, *, goes_on: bool = False) -> None:
        """Lay a puzzle out: afresh, or with the attempt that was kept for it."""
        self.act_stop_making()
        self.run = begun(self.run, entry, goes_on=goes_on)
        self.notice = ""  # what went wrong in the puzzle before is over
        self.desk.lay_out()
        if self.attempt.ended:  # solved before a reload: said again
            self._check()
        self.show()

    def _check(self) -> Feedback:
        answer = self.desk.answer
        feedback = self.run.check(answer)
        self._set(feedback=feedback, checked=answer)
        return feedback

    def speak_anew(self) -> None:
        """Everything; what was checked is judged again, to the same end in other words."""
        self.run = spoken_in(self.run, str(self.language))
        self.show()

    # ---- for the desk

    def changed(self, drawing: str) -> None:
        """The solver changed the answer; ``drawing`` is kept of it."""
        self.notice = ""
        self._set(feedback=None, kept=msgspec.structs.replace(self.kept, drawing=drawing))
        self.show()

    def show(self) -> None:
        """Make the view."""
        run, desk = self.run, self.desk
        with self.hold_sync():
            self.saved = keeping.encode(run.kept)
            self.link = run.link
            self.view = {**puzzle_view(run, hint=desk.hint, shown=desk.shown), **desk.view()}

    # ---- acts of the solver

    def act_check(self) -> None:
        """Judge what lies there; a miss has its price."""
        if self.attempt.ended or self.run.feedback is not None or not self.desk.can_check:
            return
        self._attempted(judged(self.run, self._check()))

    def act_hint(self, *, kind: str) -> None:
        """Buy a hint; bought ones are shown again for nothing, and a run has none."""
        wanted = HintKind(kind)
        if self.mode == STREAK:
            return
        if self.attempt.ended and wanted not in self.attempt.hints:
            return
        self._attempted(with_hint(self.attempt, wanted))

    def _attempted(self, attempt: Attempt) -> None:
        was_ended = bool(self.attempt.ended)
        self._set_run(attempted(self.run, attempt))
        if attempt.ended and not was_ended:
            self.desk.lock()
            self.run = over(self.run)
            if not self._restoring:
                self.act_stop_making()  # what the answer led to stays to be read
        self.show()

    def _set_run(self, run: Run) -> None:
        self.notice, self.run = ended_elsewhere(self.run, run) or self.notice, run

    def act_undo(self) -> None:
        """The last change."""
        self.desk.undo()

    def act_again(self) -> None:
        """From the beginning; what was paid is paid."""
        self.desk.again()

    def act_show_better(self) -> None:
        """After a right answer that is not the best one: the best."""
        if self.attempt.ended:
            self.desk.show_better()
            self.show()

    def act_why(self) -> None:
        """After the miss that ended a run: a right answer, in words and where it is answered."""
        if self.mode == STREAK and self.attempt.ended == MISSED:
            self.run = attempted(self.run, with_hint(self.attempt, HintKind.SOLUTION))
            self.desk.lock()
            self.show()

    def act_retry(self) -> None:
        """After a run: the puzzle at which it ended once more, for itself."""
        if self.mode == STREAK and self.kept.streak.is_over:
            self._set(mode="ladder")
            self._begin(self.entry)

    def act_next(self) -> None:
        """The next puzzle of this mode; a skipped one may come again, but not in a run."""
        if self.mode == STREAK:
            self._next_of_streak()
            return
        if self.mode in ("daily", "own"):
            self._set(mode="ladder")
        if self.mode == ENDLESS:
            self._make()
            return
        entry = self.run.following
        if entry is not None:
            self._begin(entry)
            return
        notice = self._nothing_left()
        self._set(mode="ladder")
        self._say_only(notice)

    def _next_of_streak(self) -> None:
        """The next harder puzzle, or the first of a new run; without an answer one of the run is skipped."""
        if self.attempt.ended:
            self._go(STREAK)
            return
        before, self.run = self.run, skipped(self.run)
        entry = self.run.offered
        if self.run is before or entry is None:
            self._say_only(self.say("puzzle.streak-no-skip"))
        else:
            self._begin(entry)

    def act_mode(self, *, mode: str) -> None:
        """Ladder, the puzzle of the day, a run, what is due again, or another one without end, where there are some."""
        self._go(mode)

    def _go(self, mode: str, *, goes_on: bool = False) -> None:
        if mode not in self.run.modes:
            return
        if mode == ENDLESS:
            self._make(goes_on=goes_on)
            return
        before = self.mode
        if mode == STREAK:
            if before == STREAK and not self.attempt.ended:
                self.act_stop_making()
                return  # a second tap does not take away what lies there
            self.run, goes_on = with_streak(self.run), True
        else:
            self._set(mode=mode, shows_yesterday=False)
        entry = self.run.offered
        if entry is not None:
            self._begin(entry, goes_on=goes_on)
            return
        notice = self._nothing_left()
        self._set(mode=before)
        self._say_only(notice)

    def _make(self, *, goes_on: bool = False) -> None:
        """Make the next puzzle without end, which may take seconds: beside the page, whose other taps are answered."""
        if self._maker.is_running:
            return  # it was tapped twice
        kind, name, seed = self.run.kind, self.run.last_endless, self.run.seed

        def made(entry: AnyEntry | None) -> None:
            with self._watched("a puzzle without end"), self.hold_sync():
                self._set(mode=ENDLESS, shows_yesterday=False)
                assert entry is not None, "a kind that has some"
                self._begin(entry, goes_on=goes_on)

        self.notice, self.making = "", {"n": 0}
        self._maker.start(
            lambda tell: kind.next_endless(name, seed=seed, tell=tell),
            done=made,
            failed=self._not_made,
            progress=self._tell_making,
        )

    def _tell_making(self, played: float) -> None:
        n = int(played) // TOLD_EVERY * TOLD_EVERY
        if self.making and self.making["n"] != n:
            self.making = {"n": n}

    def _not_made(self, fault: Exception) -> None:
        LOG.error("no puzzle without end", exc_info=fault)
        self.act_stop_making()
        self._tell(self.say("widgets.failed"))

    def act_stop_making(self) -> None:
        """The puzzle on the page stays; the worker notices at its next answer."""
        self._maker.cancel()
        self.making = {}
        if restoring := self._restoring:  # the page opens without the puzzle of the link
            self._restoring = {}
            self._restore(**{**restoring, "code": ""})

    def _nothing_left(self) -> str:
        return self.say("puzzle.review-none" if self.mode == "review" else "puzzle.finished")

    def _say_only(self, notice: str) -> None:
        self.notice = notice
        self.show()

    def act_theme(self, *, theme: str, on: bool) -> None:
        """Mix themes: only puzzles with all of them are offered."""
        if theme in self.run.all_themes:
            kept = tuple(each for each in self.run.themes if each != theme)
            self._filter((*kept, theme) if on else kept, self.run.range)

    def act_range(self, *, range: str) -> None:  # noqa: A002 - the field's name in the message
        """Only puzzles of this rating."""
        self._filter(self.run.themes, RANGES[range])

    def _filter(self, themes: tuple[str, ...], limits: tuple[int, int]) -> None:
        run = filtered(self.run, themes, limits)
        if run is None:
            self._say_only(self.say("puzzle.none-fit"))
            return
        self.notice, self.run = "", run
        entry = None if self.entry in run.fitting or run.mode != "ladder" else run.offered
        if entry is None:
            self.show()
        else:
            self._begin(entry)
        if run.range != limits:
            self.notice = self.say("puzzle.none-rated")

    def act_yesterday(self, *, on: bool) -> None:
        """Yesterday's puzzle of the day with its answer, or not."""
        self._set_run(with_yesterday(self.run, is_shown=on))
        self.show()

    def act_restore(
        self, *, code: str, themes: str, rating: str, kept: str, today: str, mode: str = ""
    ) -> None:
        """What the link and the browser's store hold; what cannot be read is said and left aside.

        A link names a puzzle, or the ``mode`` that it begins with. One without end may take seconds: it is made beside
        the page, which opens then.
        """
        asked = {"code": code, "themes": themes, "rating": rating, "kept": kept, "today": today, "mode": mode}
        kind = self.run.kind
        if not code or kind.number_of(code) is None:
            self._restore(**asked)
            return

        def made(_: None) -> None:
            with self._watched("a puzzle of a link"), self.hold_sync():
                self.making, self._restoring = {}, {}
                self._restore(**asked)

        self.notice, self.making, self._restoring = "", {"n": 0}, asked
        self._maker.start(
            lambda tell: kind.prepare(code, tell),
            done=made,
            failed=self._not_made,
            progress=self._tell_making,
        )

    def _restore(self, *, code: str, themes: str, rating: str, kept: str, today: str, mode: str) -> None:
        try:
            self._set(today=day_of(today))
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        was_opened, self.is_opened = self.is_opened, True
        if was_opened and not (code or themes or rating or kept):
            self.show()
            return
        notice = was_wrong = ""
        if kept:
            try:
                found = keeping.decode(kept, lambda: self.run.book)
                self.run = with_kept(self.run, found)
                if self.kept.pending != found.pending:
                    was_wrong = self.say("puzzle.kept-was-wrong")
            except Unreadable:
                notice = self.say("puzzle.bad-store")
        self.run = filter_of_link(msgspec.structs.replace(self.run, mode="ladder"), themes, rating)
        entry = self.run.offered or self.run.book.entries[0]
        if code:
            linked, notice = self._linked(code, notice)
            entry = linked or entry
        elif self.kept.pending:
            pending = self.run.named(self.kept.pending)
            is_wanted = not themes or pending in self.run.fitting  # a link to train a theme begins with that
            if pending and is_wanted:
                entry, notice = pending, notice or was_wrong
        self._set(mode=self.run.mode_of(entry))
        if mode == STREAK and code and is_of_streak(self.run, entry.puzzle.id):
            self.run = with_streak(self.run, is_kept=True)
            entry = self.run.offered or entry
        self._begin(entry, goes_on=True)
        self.notice = notice
        if mode and not code:
            self._go(mode, goes_on=True)

    def _linked(self, code: str, notice: str) -> tuple[AnyEntry | None, str]:
        """The puzzle of a link: from the book, or proved now; and what to say when it is none."""
        kind = self.run.kind
        if newer := kind.successor(code):
            code, notice = newer, self.say("puzzle.was-wrong")
        try:
            puzzle = kind.decode(code)
            known = self.run.book.entry(puzzle.id)
            if known is not None and known.puzzle == puzzle:
                return known, notice
            return kind.proved(puzzle), notice
        except Unreadable:
            return None, self.say(f"{kind.table}.bad-link")
        except Unproved as why:
            return None, self.say(f"{kind.table}.{why.word}")


class FightPuzzles(PuzzlePage):
    """The page with puzzles on fights, by the name that earlier notebooks know."""

    def __init__(self, book: Book[Any] | None = None, **settings: Any) -> None:
        super().__init__(book, kind="fights", **settings)

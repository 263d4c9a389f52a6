"""A puzzle as a page: statement, cards, board, hints with their prices, and what comes next."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.attempt import (
    Attempt,
    Feedback,
    HintKind,
    check,
    solution_of,
    with_check,
    with_hint,
)
from fujikoro_nb.puzzles.book import Book, Entry, book_01
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.prove import TooManyAnswers, certify
from fujikoro_nb.puzzles.puzzle import MAX_CODE, Puzzle, decode, encode
from fujikoro_nb.puzzles.steps import rate
from fujikoro_nb.widgets._base import FujiWidget, Validator, flag, one_of, source_of, text
from fujikoro_nb.widgets._puzzle_view import MODES, RANGES, marks, view
from fujikoro_nb.widgets.craft_grid import CraftGrid


class PuzzlePage(FujiWidget, front_end="puzzle_page"):
    """A book of puzzles, or one of your own with `play`. `view` is what the page shows, `saved` what it keeps."""

    word_tables = ("widgets", "puzzle", "word")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "check": {},
        "hint": {"kind": one_of(*(str(kind) for kind in HintKind))},
        "next": {},
        "undo": {},
        "put-back": {},
        "again": {},
        "show-better": {},
        "mode": {"mode": one_of(*MODES)},
        "theme": {"theme": text(max_length=40), "on": flag()},
        "range": {"range": one_of(*RANGES)},
        "yesterday": {"on": flag()},
        "restore": {
            "code": text(max_length=MAX_CODE),
            "themes": text(max_length=300),
            "rating": text(max_length=20),
            "kept": text(max_length=keeping.MAX_CODE),
            "today": text(max_length=10),
        },
    }

    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)
    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """What the browser's store keeps."""
    link = t.Dict().tag(sync=True)
    """What the link carries: puzzle, themes, rating."""
    store = t.Unicode("fujikoro-puzzles").tag(sync=True)
    entry = t.Instance(Entry)
    kept = t.Instance(Kept, args=())

    def __init__(
        self, book: Book | None = None, *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self.book = book or book_01()
        self.today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.mode = "ladder"
        self.themes: tuple[str, ...] = ()
        self.range = (800, 2000)
        self.feedback: Feedback | None = None
        self.gained: int | None = None
        self._is_setting = False
        self.shows_yesterday = False
        super().__init__(
            grid=CraftGrid(sections=(), can_unlock=False), entry=self.book.entries[0], **settings
        )
        self.grid.observe(self._drawn, names="gear")
        self._begin(self._offered() or self.book.entries[0])

    # ---- which puzzle

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the page."""
        return self.entry.puzzle

    @property
    def attempt(self) -> Attempt:
        """Hints and misses so far."""
        return self.kept.attempt

    @property
    def is_from_book(self) -> bool:
        """Whether the puzzle counts for rating and repetition."""
        return self.book.entry(self.puzzle.id) == self.entry

    def play(self, entry: Entry) -> None:
        """Show this puzzle: one of `puzzles_for` or `puzzle_from`, say."""
        self.mode = "ladder" if self.book.entry(entry.puzzle.id) == entry else "own"
        self._begin(entry)

    def _offered(self) -> Entry | None:
        """What comes next in this mode; None when there is nothing left."""
        if self.mode == "daily":
            return ladder.daily(self.today, self.book.entries)
        if self.mode == "review":
            due = self.kept.due(self.today)
            return next((entry for each in due if (entry := self.book.entry(each))), None)
        low, high = self.range
        fitting = ladder.fitting(self.book.entries, self.themes, low, high)
        done = {puzzle for puzzle, _ in self.kept.done}
        return ladder.next_rung(fitting, self.kept.solver, done)

    def _begin(self, entry: Entry, *, goes_on: bool = False) -> None:
        """Put a puzzle on the board: afresh, or with the attempt and the cubes that were kept for it."""
        self.entry = entry
        self.feedback = None
        self.gained = None
        self.notice = self.grid.notice = ""  # what went wrong in the puzzle before is over
        if not goes_on or self.kept.pending != entry.puzzle.id:
            self.kept = msgspec.structs.replace(
                self.kept, pending=entry.puzzle.id, attempt=Attempt(), drawing=""
            )
        position = entry.puzzle.position
        given = position.layout
        kind = str(position.kind)
        self._is_setting = True
        try:
            with self.grid.hold_sync():
                self.grid.is_editable = not self.attempt.ended
                self.grid.kinds = (kind,)
                self.grid.open_kind = kind
                self.grid.fixed = {kind: [list(column_row(cell)) for cell in cells_of(given.occupied)]}
                self.grid.hand = position.hand
                self.grid.is_unlocked = position.is_unlocked
                self.grid.gear = Gear().with_layout(position.kind, self._readable(self.kept.drawing))
                self.grid.chosen = (position.hand or "W")[0]
                self.grid.forget()
        finally:
            self._is_setting = False
        if self.attempt.ended:  # solved before a reload: said again
            self.feedback = check(self.puzzle, self.entry.certificate, self.layout)
        self._show()

    def _readable(self, drawing: str) -> Layout:
        """A kept drawing, if it still belongs to this puzzle."""
        position = self.puzzle.position
        given = position.layout
        if not drawing:
            return given
        try:
            layout = parse_gear(drawing, position.kind, position.limits).layout(position.kind)
        except (Unreadable, Illegal):
            return given
        is_fitting = layout.only(given.occupied) == given
        return layout if is_fitting and (given.cubes + position.cubes).covers(layout.cubes) else given

    @property
    def layout(self) -> Layout:
        """The cubes on the board."""
        return self.grid.gear.layout(self.puzzle.position.kind)

    def _drawn(self, change: Any) -> None:
        if self._is_setting:
            return
        self.feedback = None
        self.notice = ""
        drawing = getattr(self.grid, str(self.puzzle.position.kind))
        self.kept = msgspec.structs.replace(self.kept, drawing=drawing)
        self._show()

    # ---- acts of the solver

    def act_check(self) -> None:
        """Judge the drawing; a miss has its price."""
        if self.attempt.ended or self.feedback is not None or not self.can_check():
            return
        self.feedback = check(self.puzzle, self.entry.certificate, self.layout)
        self._attempted(with_check(self.attempt, self.feedback))

    def act_hint(self, *, kind: str) -> None:
        """Buy a hint; bought ones are shown again for nothing."""
        wanted = HintKind(kind)
        if self.attempt.ended and wanted not in self.attempt.hints:
            return
        self._attempted(with_hint(self.attempt, wanted))

    def _attempted(self, attempt: Attempt) -> None:
        was_ended = bool(self.attempt.ended)
        self.kept = msgspec.structs.replace(self.kept, attempt=attempt)
        if attempt.ended and not was_ended:
            self._end(attempt)
        self._show()

    def _end(self, attempt: Attempt) -> None:
        """The puzzle is over: rating and repetition, as the mode has it."""
        self.grid.is_editable = False
        if not self.is_from_book:
            return
        puzzle, rating = self.puzzle.id, self.entry.rated.rating
        if self.mode == "review":
            self.kept = keeping.reviewed(self.kept, puzzle, attempt.worth, today=self.today)
            return
        before = self.kept.solver.rating
        is_first = not self.kept.has_played(puzzle)
        self.kept = keeping.played(self.kept, puzzle, rating, attempt.worth, today=self.today)
        self.gained = self.kept.solver.rating - before if is_first else None

    def act_next(self) -> None:
        """The next puzzle of this mode; a skipped one may come again."""
        if self.mode in ("daily", "own"):
            self.mode = "ladder"
        entry = self._offered()
        if self.mode == "ladder" and entry is self.entry:  # skipped: the one after it
            low, high = self.range
            others = [
                each
                for each in ladder.fitting(self.book.entries, self.themes, low, high)
                if each is not entry
            ]
            done = {puzzle for puzzle, _ in self.kept.done}
            entry = ladder.next_rung(others, self.kept.solver, done) or entry
        if entry is None:
            self.notice = self.say("puzzle.review-none" if self.mode == "review" else "puzzle.finished")
            self.mode = "ladder"
            self._show()
            return
        self.notice = ""
        self._begin(entry)

    def act_undo(self) -> None:
        """The last cube."""
        if not self.attempt.ended:
            self.grid.undo()

    def act_put_back(self) -> None:
        """The whole hand back, as one change that can be undone."""
        self.act_again()

    def act_again(self) -> None:
        """All cubes back into the hand; what was paid is paid."""
        if not self.attempt.ended:
            self.notice = self.grid.notice = ""
            self.grid.clear()

    def act_show_better(self) -> None:
        """After a right answer that is not the best one: the best."""
        if self.attempt.ended:
            self._is_setting = True
            try:
                best = solution_of(self.puzzle, self.entry.certificate)
                self.grid.gear = Gear().with_layout(self.puzzle.position.kind, best)
            finally:
                self._is_setting = False
            self._show()

    def act_mode(self, *, mode: str) -> None:
        """Ladder, the puzzle of the day, or what is due again."""
        before = self.mode
        self.mode = mode
        self.shows_yesterday = False
        entry = self._offered()
        if entry is None:
            self.mode = before
            self.notice = self.say("puzzle.review-none" if mode == "review" else "puzzle.finished")
            self._show()
            return
        self.notice = ""
        self._begin(entry)

    def act_theme(self, *, theme: str, on: bool) -> None:
        """Mix themes: only puzzles with all of them are offered."""
        if theme in self.all_themes():
            kept = tuple(each for each in self.themes if each != theme)
            self._filter((*kept, theme) if on else kept, self.range)

    def act_range(self, *, range: str) -> None:  # noqa: A002 - the field's name in the message
        """Only puzzles of this rating."""
        self._filter(self.themes, RANGES[range])

    def _filter(self, themes: tuple[str, ...], limits: tuple[int, int]) -> None:
        if not ladder.fitting(self.book.entries, themes, *limits):
            limits = RANGES["all"]
        if not ladder.fitting(self.book.entries, themes, *limits):
            self.notice = self.say("puzzle.none-fit")
            self._show()
            return
        self.notice = ""
        self.themes, self.range = themes, limits
        fits = self.entry in ladder.fitting(self.book.entries, themes, *limits)
        entry = None if fits or self.mode != "ladder" else self._offered()
        if entry is None:
            self._show()
        else:
            self._begin(entry)

    def act_yesterday(self, *, on: bool) -> None:
        """Yesterday's puzzle of the day with its answer, or not."""
        self.shows_yesterday = on
        self._show()

    def act_restore(self, *, code: str, themes: str, rating: str, kept: str, today: str) -> None:
        """What the link and the browser's store hold; what cannot be read is said and left aside."""
        try:
            self.today = datetime.date.fromisoformat(today)
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        notice = ""
        if kept:
            try:
                self.kept = keeping.decode(kept)
            except Unreadable:
                notice = self.say("puzzle.bad-store")
        self._restore_filter(themes, rating)
        entry = self._offered() or self.book.entries[0]
        if code:
            linked, notice = self._linked(code, notice)
            entry = linked or entry
        elif self.kept.pending:
            entry = self.book.entry(self.kept.pending) or entry
        self.mode = "ladder" if self.book.entry(entry.puzzle.id) == entry else "own"
        self._begin(entry, goes_on=True)
        self.notice = notice

    def _restore_filter(self, themes: str, rating: str) -> None:
        known = self.all_themes()
        wanted = tuple(dict.fromkeys(theme for theme in themes.split(",") if theme in known))
        low, _, high = rating.partition("-")
        limits = RANGES["all"]
        if low.isascii() and low.isdigit() and high.isascii() and high.isdigit():
            limits = (int(low), int(high))
        if ladder.fitting(self.book.entries, wanted, *limits):
            self.themes, self.range = wanted, limits

    def _linked(self, code: str, notice: str) -> tuple[Entry | None, str]:
        """The puzzle of a link: from the book, or proved now; and what to say when it is none."""
        try:
            puzzle = decode(code)
            known = self.book.entry(puzzle.id)
            if known is not None and known.puzzle == puzzle:
                return known, notice
            certificate = certify(puzzle)
        except Unreadable:
            return None, self.say("puzzle.bad-link")
        except TooManyAnswers:
            return None, self.say("puzzle.not-proven")
        if certificate is None:
            return None, self.say("puzzle.not-proven")
        return Entry(puzzle, certificate, rate(puzzle, certificate)), notice

    # ---- the view

    def all_themes(self) -> tuple[str, ...]:
        """Every theme of the book."""
        return tuple(sorted({theme for entry in self.book.entries for theme in entry.rated.themes}))

    def _show(self) -> None:
        with self.hold_sync(), self.grid.hold_sync():
            self.grid.marks = marks(self)
            self.saved = keeping.encode(self.kept)
            low, high = self.range
            self.link = {
                "puzzle": encode(self.puzzle),
                "themes": ",".join(self.themes),
                "rating": "" if self.range == RANGES["all"] else f"{low}-{high}",
            }
            self.view = view(self)

    def can_check(self) -> bool:
        """Whether enough cubes lie there for a check that is worth its price."""
        left = self.grid.cubes_left or Cubes()
        return not left if self.puzzle.uses_all else len(left) < len(self.puzzle.position.hand)


# Lessons and puzzles share the sheet of their page.
PuzzlePage._css = source_of("lesson_page.css") + source_of("puzzle_page.css")

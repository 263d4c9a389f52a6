"""How a solver goes through a book of puzzles, whatever they are about: modes, filters, attempts, what is kept."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.attempt import Attempt, Feedback, HintKind, with_check, with_hint
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.puzzle import MAX_CODE
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, flag, one_of, text

MODES = ("ladder", "daily", "review")
RANGES = {"all": (800, 2000), "easy": (800, 1249), "middle": (1250, 1499), "hard": (1500, 2000)}


class PuzzleFlow(FujiWidget):
    """What puzzle books have in common. A class of its own says how a puzzle is laid out, checked and shown."""

    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "word")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "check": {},
        "hint": {"kind": one_of(*(str(kind) for kind in HintKind))},
        "next": {},
        "undo": {},
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

    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """What the browser's store keeps."""
    link = t.Dict().tag(sync=True)
    """What the link carries: puzzle, themes, rating."""
    store = t.Unicode("fujikoro-puzzles").tag(sync=True)
    entry = t.Any()
    """The puzzle on the page, with its certificate and rating."""
    kept = t.Instance(Kept, args=())

    def _open(self, book: Any, today: datetime.date | None) -> None:
        """Take the book, before any trait is set."""
        self.book = book
        self.today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.mode = "ladder"
        self.themes: tuple[str, ...] = ()
        self.range = (800, 2000)
        self.feedback: Feedback | None = None
        self.gained: int | None = None
        self.shows_yesterday = False

    # ---- what a book of its own says

    def _lay_out(self) -> None:
        """Show the puzzle with what was kept for it."""
        raise NotImplementedError

    def _judged(self) -> Feedback:
        """What a check says to what lies there."""
        raise NotImplementedError

    def _lock(self) -> None:
        """The puzzle is over: nothing is changed any more."""

    def can_check(self) -> bool:
        """Whether enough lies there for a check that is worth its price."""
        raise NotImplementedError

    def _linked(self, code: str, notice: str) -> tuple[Any, str]:
        """The puzzle of a link, and what to say when it is none."""
        raise NotImplementedError

    def _show(self) -> None:
        """Make the view."""
        raise NotImplementedError

    # ---- which puzzle

    @property
    def attempt(self) -> Attempt:
        """Hints and misses so far."""
        return self.kept.attempt

    @property
    def is_from_book(self) -> bool:
        """Whether the puzzle counts for rating and repetition."""
        return bool(self.book.entry(self.entry.puzzle.id) == self.entry)

    def play(self, entry: Any) -> None:
        """Show this puzzle: one of `puzzles_for` or `puzzle_from`, say."""
        self.mode = "ladder" if self.book.entry(entry.puzzle.id) == entry else "own"
        self._begin(entry)

    def _offered(self) -> Any:
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

    def _begin(self, entry: Any, *, goes_on: bool = False) -> None:
        """Lay a puzzle out: afresh, or with the attempt that was kept for it."""
        self.entry = entry
        self.feedback = None
        self.gained = None
        self.notice = ""  # what went wrong in the puzzle before is over
        if not goes_on or self.kept.pending != entry.puzzle.id:
            self.kept = msgspec.structs.replace(
                self.kept, pending=entry.puzzle.id, attempt=Attempt(), drawing=""
            )
        self._lay_out()
        if self.attempt.ended:  # solved before a reload: said again
            self.feedback = self._judged()
        self._show()

    # ---- acts of the solver

    def act_check(self) -> None:
        """Judge what lies there; a miss has its price."""
        if self.attempt.ended or self.feedback is not None or not self.can_check():
            return
        self.feedback = self._judged()
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
        self._lock()
        if not self.is_from_book:
            return
        puzzle, rating = self.entry.puzzle.id, self.entry.rated.rating
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

    # ---- the view

    def all_themes(self) -> tuple[str, ...]:
        """Every theme of the book."""
        return tuple(sorted({theme for entry in self.book.entries for theme in entry.rated.themes}))

    def _link_values(self, code: str) -> dict[str, str]:
        """What a link to this puzzle carries."""
        low, high = self.range
        rating = "" if self.range == RANGES["all"] else f"{low}-{high}"
        return {"puzzle": code, "themes": ",".join(self.themes), "rating": rating}

"""A puzzle as a page: statement, cards, board, hints with their prices, and what comes next."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.attempt import (
    MISS_PRICE,
    PRICE,
    Attempt,
    Feedback,
    HintKind,
    check,
    hint,
    solution_of,
    with_check,
    with_hint,
)
from fujikoro_nb.puzzles.book import Book, Entry, book_01
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.prove import Proof, TooManyAnswers, certify
from fujikoro_nb.puzzles.puzzle import MAX_CODE, Best, Outcome, Puzzle, decode, encode, statement
from fujikoro_nb.puzzles.steps import rate
from fujikoro_nb.widgets._base import FujiWidget, Validator, flag, one_of, source_of, text
from fujikoro_nb.widgets.craft_grid import CraftGrid

MODES = ("ladder", "daily", "review")
RANGES = {"all": (800, 2000), "easy": (800, 1249), "middle": (1250, 1499), "hard": (1500, 2000)}
_SEAL = {
    Outcome.RIGHT: "ok",
    Outcome.RIGHT_BUT: "but",
    Outcome.NOT_GOAL: "but",
    Outcome.ILLEGAL: "no",
}


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
        self._feedback: Feedback | None = None
        self._gained: int | None = None
        self._is_setting = False
        self._shows_yesterday = False
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
        self._feedback = None
        self._gained = None
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
        self._feedback = None
        self.notice = ""
        drawing = getattr(self.grid, str(self.puzzle.position.kind))
        self.kept = msgspec.structs.replace(self.kept, drawing=drawing)
        self._show()

    # ---- acts of the solver

    def act_check(self) -> None:
        """Judge the drawing; a miss has its price."""
        if self.attempt.ended or self._feedback is not None or not self._can_check():
            return
        self._feedback = check(self.puzzle, self.entry.certificate, self.layout)
        self._attempted(with_check(self.attempt, self._feedback))

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
        self._gained = self.kept.solver.rating - before if is_first else None

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
        """The last cube back into the hand; from the start when nothing can be undone."""
        if self.grid.undo_label:
            self.act_undo()
        else:
            self.act_again()

    def act_again(self) -> None:
        """All cubes back into the hand; what was paid is paid."""
        if not self.attempt.ended:
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
        self._shows_yesterday = False
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
        if theme in self._all_themes():
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
        self._shows_yesterday = on
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
        known = self._all_themes()
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

    def _all_themes(self) -> tuple[str, ...]:
        return tuple(sorted({theme for entry in self.book.entries for theme in entry.rated.themes}))

    def _show(self) -> None:
        with self.hold_sync(), self.grid.hold_sync():
            self.grid.marks = self._marks()
            self.saved = keeping.encode(self.kept)
            low, high = self.range
            self.link = {
                "puzzle": encode(self.puzzle),
                "themes": ",".join(self.themes),
                "rating": "" if self.range == RANGES["all"] else f"{low}-{high}",
            }
            self.view = self._view()

    def _marks(self) -> list[dict[str, Any]]:
        """The cells of the hints that were paid for, and the better answer."""
        kind = str(self.puzzle.position.kind)
        marks: list[dict[str, Any]] = []
        for taken in self.attempt.hints:
            shown = hint(self.puzzle, self.entry.certificate, self.entry.rated, taken)
            if taken == HintKind.REGION and not self.attempt.ended:
                marks.append(
                    {"kind": kind, "cells": [list(c) for c in shown.cells], "style": "hint", "text": ""}
                )
            marks.extend(self._cube_marks(kind, shown.cubes))
        return marks

    def _cube_marks(self, kind: str, cubes: tuple[tuple[int, int, str], ...]) -> list[dict[str, Any]]:
        there = {(*column_row(cell), str(cube)) for cell, cube in self.layout}
        return [
            {"kind": kind, "cells": [[column, row]], "style": "near", "text": f"+{cube}"}
            for column, row, cube in cubes
            if (column, row, cube) not in there
        ]

    def _view(self) -> dict[str, Any]:
        entry, attempt = self.entry, self.attempt
        number = 1 + self.book.entries.index(entry) if self.is_from_book else 0
        title = self.say("puzzle.title", number=number) if number else self.say("puzzle.title-own")
        if self.mode == "daily":
            title = self.say("puzzle.title-daily")
        return {
            "id": entry.puzzle.id,
            "mode": self.mode,
            "title": title,
            "rating": entry.rated.rating,
            "difficulty": entry.rated.difficulty,
            "peaks": self.say("puzzle.difficulty", difficulty=entry.rated.difficulty),
            "proof": self.say(f"puzzle.proof-{entry.certificate.proof}", answers=entry.certificate.answers),
            "statement": statement(entry.puzzle),
            "kind": str(entry.puzzle.position.kind),
            "cards": [self._card(index) for index in range(len(entry.puzzle.position.cards))],
            "hand": self._hand(),
            "verdict": self._verdict(),
            "actions": self._actions(),
            "hints": [self._hint(kind) for kind in HintKind],
            "worth": self.say("puzzle.brought" if attempt.ended else "puzzle.worth", worth=self._worth()),
            "standing": self._standing(),
            "about": self._about(),
            "undo": "" if attempt.ended else str(self.grid.undo_label),
            "modes": self._mode_buttons(),
            "themes": [
                {
                    "theme": theme,
                    "label": self.say(f"theme.{theme}"),
                    "on": theme in self.themes,
                    "here": theme in entry.rated.themes,
                }
                for theme in self._all_themes()
            ],
            "ranges": [
                {"range": name, "label": self.say(f"puzzle.range-{name}"), "on": self.range == limits}
                for name, limits in RANGES.items()
            ],
            "yesterday": self._yesterday() if self.mode == "daily" else None,
            "ended": attempt.ended,
        }

    def _worth(self) -> int:
        return 0 if self.attempt.ended == "shown" else self.attempt.worth

    def _card(self, index: int) -> dict[str, str]:
        card = self.puzzle.position.cards[index]
        is_house = card.provenance == Provenance.HOUSE
        return {
            "name": self.say("puzzle.card", card=card.name),
            "mark": self.say("puzzle.house") if is_house else self.say("puzzle.own"),
            "pattern": card.pattern,
        }

    def _hand(self) -> list[dict[str, Any]]:
        left = self.grid.cubes_left or Cubes()
        start = self.puzzle.position.cubes
        return [{"letter": str(each), "left": left.count(each)} for each in MATERIALS if start.count(each)]

    def _verdict(self) -> dict[str, str] | None:
        if self.attempt.ended == "shown":
            word = self.say("puzzle.seal-shown")
            return {"seal": "but", "word": word, "sentence": self.say("puzzle.shown"), "rule": "", "more": ""}
        if self.attempt.ended and self._feedback is None:  # after a reload
            self._feedback = check(self.puzzle, self.entry.certificate, self.layout)
        said = self._feedback
        if said is None:
            return None
        more = self.say("puzzle.miss-paid", price=MISS_PRICE) if not said.is_right else ""
        word = self.say(f"puzzle.seal-{said.outcome}")
        return {
            "seal": _SEAL[said.outcome],
            "word": word,
            "sentence": said.sentence,
            "rule": said.rule,
            "more": more,
        }

    def _actions(self) -> list[dict[str, Any]]:
        if self.attempt.ended:
            better = (
                [self._action("show-better", "show-better")]
                if self.attempt.ended == Outcome.RIGHT_BUT
                else []
            )
            return [*better, self._action("next", "next", main=True)]
        if self._feedback is not None and self._feedback.outcome == Outcome.ILLEGAL:
            return [self._action("put-back", "put-back", main=True)]
        if self._feedback is not None:
            return [self._action("again", "again", main=True)]
        if not self._can_check():
            key = "check-all" if self.puzzle.uses_all else "check-some"
            return [{**self._action("check", key, main=True), "off": True}]
        key = "check" if self.attempt.worth else "check-again"
        return [{"act": "check", "label": self.say(f"puzzle.{key}", price=MISS_PRICE), "main": True}]

    def _can_check(self) -> bool:
        """Whether enough cubes lie there for a check that is worth its price."""
        left = self.grid.cubes_left or Cubes()
        return not left if self.puzzle.uses_all else len(left) < len(self.puzzle.position.hand)

    def _action(self, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
        return {"act": act, "label": self.say(f"puzzle.{key}"), "main": main}

    def _hint(self, kind: HintKind) -> dict[str, Any]:
        is_paid = kind in self.attempt.hints
        shown = hint(self.puzzle, self.entry.certificate, self.entry.rated, kind) if is_paid else None
        return {
            "kind": str(kind),
            "label": self.say(f"puzzle.hint-{kind}-name"),
            "price": self.say("puzzle.paid" if is_paid else "puzzle.price", price=PRICE[kind]),
            "paid": is_paid,
            "text": shown.sentence if shown else "",
            "open": not self.attempt.ended,
        }

    def _standing(self) -> str:
        if self.mode == "review":
            return self.say("puzzle.review-line")
        if not self.is_from_book:
            return self.say("puzzle.unrated")
        rating = self.kept.solver.rating
        if self._gained is None:
            return self.say("puzzle.rating-line", rating=rating)
        return self.say("puzzle.rating-now", rating=rating, change=f"{self._gained:+d}".replace("-", "−"))

    def _about(self) -> str:
        certificate, rated = self.entry.certificate, self.entry.rated
        if certificate.proof != Proof.BEST:
            proof = self.say(f"puzzle.about-{certificate.proof}", answers=certificate.answers)
        elif certificate.gap is None or certificate.value is None:
            proof = self.say("puzzle.about-best-only")
        else:
            key = (
                "puzzle.about-best-cubes"
                if self.puzzle.best == Best.CUBES
                else "puzzle.about-best-initiative"
            )
            proof = self.say(key, gap=certificate.gap)
        steps = self.say("puzzle.about-steps", steps=rated.steps)
        return f"{proof} {steps} {self.say('puzzle.link-carries')}"

    def _mode_buttons(self) -> list[dict[str, Any]]:
        due = len(self.kept.due(self.today))
        labels = {mode: self.say(f"puzzle.mode-{mode}") for mode in MODES}
        if due:
            labels["review"] = self.say("puzzle.mode-review-due", n=due)
        return [{"mode": mode, "label": label, "on": mode == self.mode} for mode, label in labels.items()]

    def _yesterday(self) -> dict[str, Any]:
        entry = ladder.daily(self.today - datetime.timedelta(days=1), self.book.entries)
        shown = None
        if self._shows_yesterday:
            shown = {"statement": statement(entry.puzzle), "kind": str(entry.puzzle.position.kind)}
            shown["cells"] = solution_text(entry)
            shown["label"] = entry.certificate.solution
        return {"on": self._shows_yesterday, "shown": shown}


def solution_text(entry: Entry) -> str:
    """The answer without empty rows above and below, as a pattern is drawn; ``:`` shows the line of a weapon grid."""
    rows = entry.certificate.solution.split("/")
    while rows and not set(rows[0]) - set(".:"):
        rows = rows[1:]
    return "/".join(
        row.replace(":", "") if entry.puzzle.position.kind != GearKind.WEAPON else row for row in rows
    )


# Lessons and puzzles share the sheet of their page.
PuzzlePage._css = source_of("lesson_page.css") + source_of("puzzle_page.css")

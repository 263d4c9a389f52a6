"""Where a solver stands in a book of puzzles: what is on the page, what is offered next, what an attempt brought.

Pure: whoever shows the page has the date and keeps what is to be kept.
"""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder, streak
from fujikoro_nb.puzzles.attempt import Attempt, Feedback, with_check
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.kind import AnyBook, AnyEntry, PuzzleKind
from fujikoro_nb.texts import say

STREAK = "streak"
"""The mode of puzzles that grow harder until the first miss."""
MODES = ("ladder", "daily", STREAK, "review")
ENDLESS = "endless"
"""The mode of puzzles without end, for kinds that have some."""
RANGES = {"all": (800, 2000), "easy": (800, 1249), "middle": (1250, 1499), "hard": (1500, 2000)}


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A solver with a book. ``mode`` is one of `MODES`, `ENDLESS`, or ``own`` for a puzzle from elsewhere."""

    kind: PuzzleKind
    book: AnyBook
    entry: AnyEntry
    """The puzzle on the page, with its certificate and rating."""
    today: datetime.date
    language: str = "en"
    kept: Kept = Kept()
    mode: str = "ladder"
    themes: tuple[str, ...] = ()
    range: tuple[int, int] = RANGES["all"]
    feedback: Feedback | None = None
    """What a check said of ``checked``, in this language."""
    checked: str = ""
    """The answer that was checked last; what lies there may be another one since."""
    gained: int | None = None
    """What the last puzzle did to the rating."""
    shows_yesterday: bool = False
    seed: str = "seed"
    """Of the puzzles without end, where no link names others: small letters and digits."""
    last_endless: str = ""
    """The last of them, after which others go on."""

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in the solver's language."""
        return say(key, language=self.language, **data)

    @property
    def puzzle(self) -> Any:
        """The puzzle on the page."""
        return self.entry.puzzle

    @property
    def attempt(self) -> Attempt:
        """Hints and misses so far."""
        return self.kept.attempt

    def check(self, answer: str) -> Feedback:
        """What the engine and the proof say to an answer. Raises Unreadable for a text that is none."""
        return self.kind.check(self.entry, answer, language=self.language)

    @property
    def is_from_book(self) -> bool:
        """Whether the puzzle counts for rating and repetition."""
        return self.is_listed(self.entry)

    def is_listed(self, entry: AnyEntry) -> bool:
        """Whether the book holds this very puzzle."""
        return bool(self.book.entry(entry.puzzle.id) == entry)

    def named(self, name: str) -> AnyEntry | None:
        """The puzzle of this name: of the book, or one that it no longer offers."""
        found: AnyEntry | None = self.book.entry(name)
        return found or self.kind.retired(name)

    @property
    def is_retired(self) -> bool:
        """Whether the puzzle was in the book once."""
        return not self.is_from_book and self.kind.retired(self.puzzle.id) == self.entry

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways through this kind of puzzles."""
        return (*MODES, ENDLESS) if self.kind.has_endless else MODES

    def mode_of(self, entry: AnyEntry) -> str:
        """The mode that a puzzle belongs to which was not chosen by one."""
        if self.is_listed(entry):
            return "ladder"
        return "own" if self.kind.number_of(entry.puzzle.id) is None else ENDLESS

    @property
    def fitting(self) -> tuple[AnyEntry, ...]:
        """The puzzles that the themes and the range leave."""
        return ladder.fitting(self.book.entries, self.themes, *self.range)

    @property
    def all_themes(self) -> tuple[str, ...]:
        """Every theme of the book."""
        return tuple(sorted({theme for entry in self.book.entries for theme in entry.rated.themes}))

    @property
    def offered(self) -> AnyEntry | None:
        """What comes next in this mode; None when there is nothing left."""
        if self.mode == "daily":
            return ladder.daily(self.today, self.book.entries)
        if self.mode == ENDLESS:
            return self.kind.next_endless(self.last_endless, seed=self.seed)
        if self.mode == STREAK:
            return self.book.entry(self.kept.streak.at)
        if self.mode == "review":
            known = map(self.named, self.kept.due(self.today))
            return next(filter(None, known), None)
        return self._rung(self.fitting)

    @property
    def done(self) -> frozenset[str]:
        """The puzzles that have moved the rating."""
        return frozenset(puzzle for puzzle, _ in self.kept.done)

    @property
    def after_streak(self) -> AnyEntry | None:
        """What comes after the puzzle of the run; None when nothing is left that is as hard."""
        found: AnyEntry | None = streak.following(self.kept.streak, self.book.entries, self.done)
        return found

    @property
    def can_skip(self) -> bool:
        """Whether the puzzle can be left for another one: in a run one is."""
        if self.attempt.ended:
            return False
        return self.mode != STREAK or (not self.kept.streak.skipped and self.after_streak is not None)

    def _rung(self, entries: tuple[AnyEntry, ...]) -> AnyEntry | None:
        found: AnyEntry | None = ladder.next_rung(entries, self.kept.solver, self.done)
        return found

    @property
    def following(self) -> AnyEntry | None:
        """What is offered after this puzzle: one that was skipped comes again after the others."""
        entry = self.offered
        if self.mode == "ladder" and entry is self.entry:
            return self._rung(tuple(each for each in self.fitting if each is not entry)) or entry
        return entry

    @property
    def yesterday(self) -> AnyEntry:
        """Yesterday's puzzle of the day."""
        return ladder.daily(self.today - datetime.timedelta(days=1), self.book.entries)

    @property
    def mode_in_link(self) -> str:
        """The way through the book that a link has to name."""
        return STREAK if self.mode == STREAK else ""

    @property
    def link(self) -> dict[str, str]:
        """What a link to this puzzle carries; a way through the book that it began with is gone from it, but for a
        run, which goes on where its solver opens it again.
        """
        low, high = self.range
        rating = "" if self.range == RANGES["all"] else f"{low}-{high}"
        themes = ",".join(self.themes)
        return {
            "puzzle": self.kind.encode(self.puzzle),
            "themes": themes,
            "rating": rating,
            "mode": self.mode_in_link,
        }


def filtered(run: Run, themes: tuple[str, ...], limits: tuple[int, int]) -> Run | None:
    """With these themes and this range of ratings, or any; None when no puzzle has the themes."""
    for wanted in (limits, RANGES["all"]):
        changed = msgspec.structs.replace(run, themes=themes, range=wanted)
        if changed.fitting:
            return changed
    return None


def filter_of_link(run: Run, themes: str, rating: str) -> Run:
    """With what a link says of themes and range; what fits no puzzle is left aside."""
    known = run.all_themes
    wanted = tuple(dict.fromkeys(theme for theme in themes.split(",") if theme in known))
    low, _, high = rating.partition("-")
    limits = RANGES["all"]
    if low.isascii() and low.isdigit() and high.isascii() and high.isdigit():
        limits = (int(low), int(high))
    changed = msgspec.structs.replace(run, themes=wanted, range=limits)
    return changed if changed.fitting else run


def begun(run: Run, entry: AnyEntry, *, goes_on: bool = False) -> Run:
    """With this puzzle on the page: afresh, or with the attempt that was kept for it."""
    kept = run.kept
    if not goes_on or kept.pending != entry.puzzle.id:
        kept = msgspec.structs.replace(kept, pending=entry.puzzle.id, attempt=Attempt(), drawing="")
    last = entry.puzzle.id if run.mode == ENDLESS else run.last_endless
    return msgspec.structs.replace(run, entry=entry, kept=kept, feedback=None, gained=None, last_endless=last)


def spoken_in(run: Run, language: str) -> Run:
    """In another language, with what was said of the answer that was checked."""
    run = msgspec.structs.replace(run, language=language)
    if run.feedback is None:
        return run
    return msgspec.structs.replace(run, feedback=run.check(run.checked))


def with_streak(run: Run, *, is_kept: bool = False) -> Run:
    """In a run: the one that goes on, at its next puzzle once one is solved, or a new one after one that is over.

    ``is_kept``: the puzzle of the run is what the page was left with, and shown as it was, whatever became of it.
    """
    kept, now, entry = run.kept, run.kept.streak, run.after_streak
    is_left_so = is_kept and bool(now.at) and kept.pending == now.at
    if not is_left_so and (not now.is_running or (now.is_solved and entry is None)):
        met = run.done | {kept.pending}
        now = streak.anew(now, run.book.entries, kept.rested(run.today).rating, met)
        kept = msgspec.structs.replace(kept, pending="", attempt=Attempt(), drawing="")  # it may come again
    elif not is_left_so and now.is_solved and entry is not None:
        now = streak.moved(now, entry.puzzle.id)
    kept = msgspec.structs.replace(kept, streak=now)
    return msgspec.structs.replace(run, mode=STREAK, shows_yesterday=False, kept=kept)


def is_of_streak(run: Run, puzzle: str) -> bool:
    """Whether a link that names this puzzle and a run leads into the run, or to its end as the page was left there."""
    now, kept = run.kept.streak, run.kept
    return puzzle == now.at and (now.is_running or (kept.pending == puzzle and bool(kept.attempt.ended)))


def with_kept(run: Run, kept: Kept) -> Run:
    """With what was kept of a solver, under the names that puzzles have now; of a streak what can be one."""
    kept = keeping.renamed(kept, run.kind.successor)
    now = streak.checked(kept.streak, {each.puzzle.id for each in run.book.entries})
    return msgspec.structs.replace(run, kept=msgspec.structs.replace(kept, streak=now))


def ended_elsewhere(before: Run, after: Run) -> str:
    """What to say where a run has ended by something done in another mode, which shows nothing of it; empty else."""
    was, now = before.kept.streak, after.kept.streak
    if before.mode == STREAK or not was.is_running or not now.is_over or now.is_solved:
        return ""
    return after.say("puzzle.streak-elsewhere", n=len(was.right))


def with_yesterday(run: Run, *, is_shown: bool) -> Run:
    """With the answer of yesterday's puzzle, or without; shown, it ends a run that asks for it."""
    kept = run.kept
    if is_shown and run.yesterday.puzzle.id == kept.streak.at:
        ended = streak.answered(kept.streak, is_right=False, is_last=False)
        kept = msgspec.structs.replace(kept, streak=ended)
    return msgspec.structs.replace(run, shows_yesterday=is_shown, kept=kept)


def skipped(run: Run) -> Run:
    """The next puzzle of a run without an answer to this one, where that is allowed still."""
    entry = run.after_streak
    if not run.can_skip or entry is None:
        return run
    now = streak.moved(run.kept.streak, entry.puzzle.id)
    return msgspec.structs.replace(run, kept=msgspec.structs.replace(run.kept, streak=now))


def judged(run: Run, feedback: Feedback) -> Attempt:
    """The attempt after what a check said: in a run a miss is the last one."""
    if run.mode == STREAK and not feedback.is_right:
        feedback = msgspec.structs.replace(feedback, is_last=True)
    return with_check(run.attempt, feedback)


def attempted(run: Run, attempt: Attempt) -> Run:
    """With this attempt, and what it means to a run: wherever its puzzle is met, a hint or a miss there ends it."""
    kept = msgspec.structs.replace(run.kept, attempt=attempt)
    is_spoilt = bool(attempt.hints or attempt.misses)
    if run.is_from_book and run.puzzle.id == kept.streak.at and (is_spoilt or attempt.ended):
        is_last = run.after_streak is None
        now = streak.answered(kept.streak, is_right=not is_spoilt, is_last=is_last)
        kept = msgspec.structs.replace(kept, streak=now)
    return msgspec.structs.replace(run, kept=kept)


def over(run: Run) -> Run:
    """The puzzle is over: rating and repetition, as the mode has it."""
    is_review = run.mode == "review"
    if not is_review and not run.is_from_book:
        return run
    puzzle, worth, gained = run.puzzle.id, run.attempt.worth, run.gained
    if is_review:
        kept = keeping.reviewed(run.kept, puzzle, worth, today=run.today)
    else:
        kept = keeping.played(run.kept, puzzle, run.entry.rated.rating, worth, today=run.today)
        is_first = not run.kept.has_played(puzzle)
        gained = kept.solver.shown - run.kept.solver.shown if is_first else None
    return msgspec.structs.replace(run, kept=keeping.on_day(kept, run.today), gained=gained)

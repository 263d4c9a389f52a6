"""What a person has learned and solved, read from what the browser keeps of each lesson and each book of puzzles."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import first_game
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, lesson_of, store_of
from fujikoro_nb.learning.progress import Progress
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.days import Days, longest, newest, streak
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import Scores

MOST_CODE = max(going.MAX_CODE, keeping.MAX_CODE)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Of each lesson and each book that was begun, what was done there, by the ids of their lists."""

    lessons: Mapping[str, Progress] = msgspec.field(default_factory=dict)
    books: Mapping[str, Kept] = msgspec.field(default_factory=dict)
    first_game: int | None = None
    """How many turns of the first game with a coach are over; None: it was not begun."""
    storm: Scores = Scores()
    unread: tuple[str, ...] = ()
    """Stores whose text is damaged: nothing is known of these."""

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever begun."""
        has_begun = self.lessons or self.books or self.storm.played or self.first_game is not None
        return not has_begun and not self.unread


def stores() -> tuple[str, ...]:
    """The names under which the browser keeps all that."""
    return (
        *(store_of(one.id) for one in LESSONS),
        *(one.store for one in BOOKS),
        storms.STORE,
        first_game.STORE,
    )


def read(codes: Mapping[str, str]) -> Standing:
    """What the texts under those names say; a damaged one is left aside and named."""
    lessons: dict[str, Progress] = {}
    books: dict[str, Kept] = {}
    unread = []
    for lesson in LESSONS:
        if code := codes.get(store_of(lesson.id)):
            try:
                lessons[lesson.id] = going.decode(code, lesson.id, len(lesson_of(lesson.id).steps))
            except Unreadable:
                unread.append(store_of(lesson.id))
    for book in BOOKS:
        if code := codes.get(book.store):
            try:
                books[book.kind] = keeping.decode(code, kind_of(book.kind).book)
            except Unreadable:
                unread.append(book.store)
    turns = None
    if code := codes.get(first_game.STORE):
        try:
            turns = first_game.decode(code)
        except Unreadable:
            unread.append(first_game.STORE)
    storm = Scores()
    if code := codes.get(storms.STORE):
        try:
            storm = storms.decode(code)
        except Unreadable:
            unread.append(storms.STORE)
    return Standing(lessons=lessons, books=books, first_game=turns, storm=storm, unread=tuple(unread))


def is_begun(progress: Progress | None) -> bool:
    """Whether anything was done in a lesson: its page writes down where one is as soon as it is opened."""
    return progress is not None and bool(
        progress.at or progress.hints or progress.drawing or progress.results or progress.done.strip("-")
    )


def next_lesson(standing: Standing) -> str:
    """Where to go on: the lesson that was worked on last, or the first that was not passed; empty when all were."""
    left = [
        one.id
        for one in LESSONS
        if one.id not in standing.lessons or not going.is_learned(standing.lessons[one.id])
    ]
    begun = [name for name in left if is_begun(standing.lessons.get(name))]
    if begun:
        return max(begun, key=lambda name: newest(standing.lessons[name].days))
    return left[0] if left else ""


def next_book(standing: Standing) -> str:
    """The book that was worked on last, or the first."""
    kinds = [one.kind for one in BOOKS]
    return max(kinds, key=lambda kind: newest(standing.books.get(kind, Kept()).days))


def days_in_a_row(standing: Standing, today: datetime.date) -> int:
    """How many days one has learned or solved without a gap, up to today."""
    return streak(_days(standing), today)


def most_days_in_a_row(standing: Standing) -> int:
    """How many days it were at most, as far as they are kept."""
    return longest(_days(standing))


def _days(standing: Standing) -> list[Days]:
    lessons = [progress.days for progress in standing.lessons.values()]
    return [*lessons, *(kept.days for kept in standing.books.values()), standing.storm.days]

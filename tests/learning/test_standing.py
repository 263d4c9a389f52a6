"""What a person has learned and solved, as it is read from what the browser keeps (need T9)."""

from __future__ import annotations

import datetime

import msgspec

from fujikoro_nb.learning import first_game
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, store_of
from fujikoro_nb.learning.standing import (
    Standing,
    days_in_a_row,
    is_begun,
    most_days_in_a_row,
    next_book,
    next_lesson,
    read,
    stores,
)
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.ladder import Solver
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import Scores, Storm
from tests.support.learned import DAY, begun, passed

ONE = datetime.timedelta(days=1)


def test_every_lesson_and_book_has_a_store_of_its_own() -> None:
    assert len(set(stores())) == len(LESSONS) + len(BOOKS) + 2  # and the storm, and the first game
    assert {"fujikoro-lesson-crafting", "fujikoro-puzzles", "fujikoro-fights"} <= set(stores())


def test_what_is_kept_is_read_and_what_is_damaged_is_named() -> None:
    progress, kept = begun("crafting", 3), Kept(solver=Solver(1200, 4))
    codes = {
        store_of("crafting"): going.encode(progress),
        store_of("fighting"): "no code!",
        "fujikoro-puzzles": keeping.encode(kept),
        "fujikoro-fights": going.encode(progress),
    }
    standing = read(codes)
    assert standing.lessons == {"crafting": progress}
    assert standing.books == {"crafting": kept}
    assert set(standing.unread) == {store_of("fighting"), "fujikoro-fights"}
    assert read({}).is_new and not standing.is_new


def test_codes_of_earlier_versions_are_read() -> None:
    """As they were written before days and `passed` were kept."""

    class Before(msgspec.Struct, omit_defaults=True):
        lesson: str
        at: int
        done: str
        answers: tuple[str, ...]
        results: str = ""

    lesson = to_code(Before("crafting", 10, "r" * 10, ("",) * 10, "rrr"))
    standing = read({store_of("crafting"): lesson})
    assert going.is_learned(standing.lessons["crafting"])
    assert days_in_a_row(standing, DAY) == 0


def test_a_lesson_that_is_begun_again_stays_passed() -> None:
    progress = passed("crafting")
    for later in (going.again(progress), going.other_checks(progress), going.go_to(progress, 0)):
        assert going.is_learned(later)
        assert later.days == progress.days
    assert not going.is_learned(going.again(begun("crafting", 10)))


def test_one_goes_on_where_one_stopped() -> None:
    first, *others = (one.id for one in LESSONS)
    assert next_lesson(Standing()) == first
    assert next_lesson(Standing(lessons={first: passed(first)})) == others[0]
    stopped = {first: begun(first, 2, DAY), others[1]: begun(others[1], 1, DAY + ONE)}
    assert next_lesson(Standing(lessons=stopped)) == others[1]
    looked = {first: passed(first), others[1]: going.start(others[1], 10)}
    assert not is_begun(looked[others[1]])
    assert next_lesson(Standing(lessons=looked)) == others[0], "a page that was only opened is not begun"
    assert next_lesson(Standing(lessons={one.id: passed(one.id) for one in LESSONS})) == ""


def test_the_book_of_last_is_next() -> None:
    assert next_book(Standing()) == BOOKS[0].kind
    fights = keeping.on_day(Kept(), DAY)
    assert next_book(Standing(books={"fights": fights, "crafting": Kept()})) == "fights"


def test_days_of_lessons_and_puzzles_make_one_streak() -> None:
    lessons = {"crafting": begun("crafting", 1, DAY)}
    books = {"fights": keeping.on_day(Kept(), DAY + ONE)}
    assert days_in_a_row(Standing(lessons=lessons, books=books), DAY + 2 * ONE) == 2
    assert days_in_a_row(Standing(lessons=lessons, books=books), DAY + 3 * ONE) == 0
    assert most_days_in_a_row(Standing(lessons=lessons, books=books)) == 2
    assert most_days_in_a_row(Standing()) == 0


def test_the_first_game_is_read_and_a_damaged_one_is_left_aside() -> None:
    assert read({first_game.STORE: first_game.encode(4)}).first_game == 4
    assert read({}).first_game is None
    for damaged in ("1.13", "1.-1", "2.4", "x"):
        found = read({first_game.STORE: damaged})
        assert (found.first_game, found.unread) == (None, (first_game.STORE,))
        assert not found.is_new


def test_storms_are_read_and_count_as_days() -> None:
    storm = storms.stopped(storms.answered(Storm(seed="tea"), True, left=9), left=0)
    scores = storms.scored(Scores(), storm, DAY)
    standing = read({storms.STORE: storms.encode(scores)})
    assert standing.storm == scores
    assert not standing.is_new
    assert days_in_a_row(standing, DAY) == 1
    assert read({storms.STORE: "no code"}).unread == (storms.STORE,)

"""The view of the one place for lessons and puzzles."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.standing import Standing
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.ladder import daily
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.learn.place import place_view
from tests.support.learned import begun, passed

DAY = datetime.date(2026, 3, 1)
LATER = DAY + datetime.timedelta(days=1)
ON_PATH = [one for one in LESSONS if not one.game]
LINKS = {
    "game": "game.ipynb",
    "first-game": "first-game.ipynb",
    **{f"lesson-{one.page}": f"lesson-{one.page}.ipynb" for one in LESSONS},
    **{one.page: f"{one.page}.ipynb" for one in BOOKS},
}


def view(standing: Standing | None = None, language: str = "en", **more: Any) -> dict[str, Any]:
    return place_view(
        standing or Standing(), **{"today": LATER, "language": language, "links": LINKS, "saved": None} | more
    )


def fact(shown: dict[str, Any], name: str) -> str:
    [found] = [one for one in shown["facts"] if one["name"] == name]
    return f"{found['number']} {found['unit']}".strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_first_begins_with_the_first_lesson(language: str) -> None:
    shown = view(language=language)
    assert shown["next"]["number"] == 1
    assert shown["next"]["url"] == "lesson-turns.ipynb"
    assert [one["state"] for one in shown["lessons"]] == ["next", *["open"] * (len(ON_PATH) - 1)]
    assert all(one["url"] for one in (*shown["lessons"], *shown["books"], *shown["daily"], shown["game"]))
    assert shown["curves"] == shown["again"] == []
    assert shown["home"] == "", "home keeps its own words"


def test_one_goes_on_at_the_step_where_one_stopped() -> None:
    shown = view(
        Standing(lessons={"first-turns": passed("first-turns", DAY), "crafting": begun("crafting", 3)})
    )
    assert shown["next"] == {
        "number": 2,
        "title": "First weapon",
        "about": "Step 4 of 10",
        "url": "lesson-crafting.ipynb",
        "label": "Continue",
    }
    assert [one["state"] for one in shown["lessons"]][:2] == ["done", "next"]
    assert shown["count"] == f"1 of {len(ON_PATH)} lessons passed"
    assert shown["home"] == "First weapon · Step 4 of 10"


def test_the_checks_are_told_as_such() -> None:
    progress = begun("crafting", 10)
    assert view(Standing(lessons={"crafting": progress}))["next"]["about"] == "The three checks"
    kind = next(iter(lesson_of("crafting").checks))
    progress = going.check_done(progress, kind, is_right=True, today=DAY)
    assert view(Standing(lessons={"crafting": progress}))["next"]["about"] == "Check 2 of 3"


def test_after_the_last_lesson_puzzles_are_next() -> None:
    done = {one.id: passed(one.id, DAY) for one in LESSONS}
    shown = view(Standing(lessons=done, books={"fights": keeping.on_day(Kept(), DAY)}))
    assert shown["next"]["title"] == "Fight puzzles"
    assert shown["next"]["url"] == "puzzles-fights.ipynb"
    assert {one["state"] for one in shown["lessons"]} == {"done"}


def test_what_was_missed_is_due_and_leads_to_its_repetition() -> None:
    kind, *_ = lesson_of("crafting").checks
    lesson = going.check_done(begun("crafting", 10), kind, is_right=False, today=DAY)
    book = Kept()
    for entry in kind_of("fights").book().entries[:2]:
        book = keeping.played(book, entry.puzzle.id, entry.rated.rating, 0, today=DAY)
    standing = Standing(lessons={"crafting": lesson}, books={"fights": book})
    shown = view(standing)
    assert [(one["says"], one["url"]) for one in shown["again"]] == [
        ("First weapon: one check", "lesson-crafting.ipynb"),
        ("Fight puzzles: 2 puzzles", "puzzles-fights.ipynb#mode=review"),
    ]
    assert fact(shown, "due") == "3 things"
    assert shown["home"].endswith("3 due")
    assert fact(view(standing, today=DAY), "due") == "nothing"


def test_books_tell_what_is_solved_and_not_what_is_missing() -> None:
    book = Kept()
    for entry, worth in zip(kind_of("crafting").book().entries, (100, 50, 49, 0), strict=False):
        book = keeping.played(book, entry.puzzle.id, entry.rated.rating, worth, today=DAY)
    shown = view(Standing(books={"crafting": keeping.on_day(book, DAY)}))
    entries = len(kind_of("crafting").book().entries)
    assert shown["books"][0]["about"] == f"2 of {entries} solved"
    book = keeping.on_day(book, DAY)
    told = f"{book.solver.shown}\u00a0±\u00a0{book.rested(LATER).range}"
    assert shown["books"][0]["rating"] == f"Rating {told}"
    assert fact(shown, "rating") == told.replace("\u00a0", " ", 1)
    assert fact(shown, "streak") == "1 day"
    [curve] = shown["curves"]
    assert (curve["ratings"][-1], curve["ranges"][-1]) == (book.solver.shown, book.solver.range)
    assert len(curve["ratings"]) == len(curve["ranges"]) == 5
    assert curve["says"].endswith(f"to {told} in 4 puzzles. Right in a row: 0, at most 2.")
    [training] = shown["training"]
    assert [bool(one["next"]) for one in training["themes"]].count(True) == 1
    assert all(one["url"].startswith("puzzles.ipynb#themes=") for one in training["themes"] if one["next"])


def test_a_longer_streak_of_before_is_told_beside_todays() -> None:
    book = Kept()
    for day in (0, 1, 2, 5):
        book = keeping.on_day(book, DAY + datetime.timedelta(days=day))
    shown = view(Standing(books={"crafting": book}), today=DAY + datetime.timedelta(days=5))
    assert fact(shown, "streak") == "1 day, best 3"


def test_the_puzzle_of_the_day_says_when_it_was_played() -> None:
    entry = daily(LATER, kind_of("crafting").book().entries)
    played = keeping.played(Kept(), entry.puzzle.id, entry.rated.rating, 100, today=LATER)
    shown = view(Standing(books={"crafting": played}))
    assert [bool(one["done"]) for one in shown["daily"]] == [True, *[False] * (len(BOOKS) - 1)]
    assert shown["daily"][0]["url"] == "puzzles.ipynb#mode=daily"


def test_what_is_not_served_is_named_without_a_link() -> None:
    shown = view(links={})
    assert shown["game"] is None
    assert not any(one["url"] for one in (*shown["lessons"], *shown["books"], *shown["daily"], shown["next"]))


def test_a_damaged_store_is_said() -> None:
    assert view(Standing(unread=("fujikoro-fights",)))["unread"]
    assert not view()["unread"]


@pytest.mark.parametrize(
    ("turns", "about", "state"),
    [
        (None, "12 turns with a coach", "open"),
        (4, "Turn 5 of 12", "open"),
        (12, "Played", "done"),
    ],
)
def test_the_first_game_stands_on_the_path(turns: int | None, about: str, state: str) -> None:
    shown = view(Standing(first_game=turns))["first_game"]
    assert (shown["about"], shown["state"], shown["url"]) == (about, state, "first-game.ipynb")
    assert LESSONS[shown["after"] - 1].id == "first-turns", (
        "a group can begin after the first lesson (need T8)"
    )
    assert view(links={})["first_game"] is None


def test_lessons_of_small_games_stand_by_their_game() -> None:
    shown = view()
    small = [one for one in LESSONS if one.game]
    assert [one["id"] for game in shown["small_games"] for one in game["lessons"]] == [
        one.id for one in small
    ]
    assert [one["number"] for one in shown["small_games"][0]["lessons"]] == [1, 2, 3, 4]
    assert not {one.id for one in small} & {one["id"] for one in shown["lessons"]}
    done = {one.id: passed(one.id, DAY) for one in ON_PATH}
    after = view(Standing(lessons=done))["next"]
    assert (after["number"], after["title"]) == (0, "Makai Fuda: A legal card")
    assert after["url"] == f"lesson-{small[0].page}.ipynb"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_that_goes_on_without_end_leads_there(language: str) -> None:
    books = [one for one in BOOKS if kind_of(one.kind).has_endless]
    assert {"crafting", "fights", "dragons", "legal", "plans"} <= {one.kind for one in books}
    shown = view(language=language)["endless"]
    assert [one["url"].partition("#")[2] for one in shown] == ["mode=endless"] * len(books)
    titles = [say(f"helper.{one.page}", language=language) for one in books]
    assert [title in one["title"] for title, one in zip(titles, shown, strict=True)] == [True] * len(books)

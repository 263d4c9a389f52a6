"""The page walks on without end, in every kind that has such puzzles: links, hints, rating, and what is kept."""

from __future__ import annotations

import datetime

import pytest

from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import send
from tests.support.sampling import sample

DAY = datetime.date(2026, 11, 28)
each_kind = pytest.mark.parametrize(
    "kind", [one.kind for one in BOOKS if kind_of(one.kind).has_endless and one.kind != "plans"]
)
"""Names of plans say what they are about: `test_plan_puzzles`."""
LINK = {"themes": "", "rating": "", "mode": "", "kept": "", "today": DAY.isoformat()}


@each_kind
def test_whoever_has_the_link_goes_the_same_way_and_no_rating_moves(kind: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY, language=sample(LANGUAGES, 1)[0])
    daily = page.run.yesterday
    send(page, "restore", code="e-autumn-2", **LINK)
    assert (page.puzzle.id, page.mode, page.notice) == ("e-autumn-2", "endless", "")
    assert page.link["puzzle"] == "e-autumn-2"
    assert page.view["title"].endswith(" 3")
    solver = page.kept.solver
    send(page, "hint", kind=str(HintKind.TECHNIQUE))
    assert page.attempt.hints == (HintKind.TECHNIQUE,)
    again = PuzzlePage(kind=kind, today=DAY)
    send(again, "restore", code="e-autumn-2", **{**LINK, "kept": page.saved})
    assert again.attempt == page.attempt, "a reload goes on with what was paid"
    send(page, "hint", kind=str(HintKind.SOLUTION))
    assert page.view["ended"] == "shown"
    assert page.view["verdict"]["sentence"] == page.say("puzzle.shown-own"), "it comes back no other day"
    assert page.entry == kind_of(kind).proved(page.puzzle)
    send(page, "next")
    assert (page.puzzle.id, page.mode) == ("e-autumn-3", "endless")
    assert (page.kept.solver, page.kept.done, page.kept.reviews) == (solver, (), ())
    send(page, "mode", mode="daily")
    assert page.is_from_book
    assert page.run.yesterday == daily
    send(page, "mode", mode="endless")
    assert page.puzzle.id == "e-autumn-4", "one goes on where one was"


@each_kind
@pytest.mark.parametrize(
    "code", ["e-", "e-autumn-", "e-Autumn-1", "e-a-1234567", "e-a-١", "e-a-1 ", "../e-a-1"]
)
def test_a_name_of_none_says_so_and_opens_the_book(kind: str, code: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    send(page, "restore", code=code, **LINK)
    assert page.notice == page.say(f"{page.run.kind.table}.bad-link")
    assert page.is_from_book


@each_kind
def test_a_way_that_begins_without_end_is_another_each_time(kind: str) -> None:
    """From "Learn and solve"."""
    pages = [PuzzlePage(kind=kind, today=DAY) for _ in range(2)]
    for page in pages:
        send(page, "restore", code="", **{**LINK, "mode": "endless"})
        assert page.mode == "endless"
    assert pages[0].puzzle.id != pages[1].puzzle.id

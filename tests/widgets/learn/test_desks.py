"""Every kind of lessons and of puzzles has a desk, whose messages do not get into the way of the page's."""

from __future__ import annotations

from typing import Any

import pytest

from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.widgets import LessonPage, PuzzlePage
from fujikoro_nb.widgets.learn.desks import LessonDesk, PuzzleDesk, lesson_desk, puzzle_desk

KINDS = [
    *(
        (f"{kind} lessons", LessonPage, lesson_desk(kind), LessonDesk)
        for kind in {one.kind: 1 for one in LESSONS}
    ),
    *((f"{one.kind} puzzles", PuzzlePage, puzzle_desk(one.kind), PuzzleDesk) for one in BOOKS),
]


@pytest.mark.parametrize(("name", "page", "desk", "asked"), KINDS, ids=[name for name, *_ in KINDS])
def test_a_desk_does_what_its_page_asks_of_it(name: str, page: Any, desk: Any, asked: type) -> None:
    wanted = {word for word in (*vars(asked), *asked.__annotations__) if not word.startswith("_")}
    assert [word for word in sorted(wanted) if not hasattr(desk, word)] == []
    assert [act for act in desk.acts if not hasattr(desk, f"act_{act.replace('-', '_')}")] == []
    assert set(desk.acts) & set(page.acts) == set()


@pytest.mark.parametrize("kind", [one.kind for one in BOOKS])
def test_a_message_of_another_desk_is_no_message(kind: str) -> None:
    page = PuzzlePage(kind=kind)
    others = {act for one in BOOKS if one.kind != kind for act in puzzle_desk(one.kind).acts}
    for act in others - set(page.desk.acts):
        page.notice = ""
        page._handle_custom_msg({"act": act}, ())
        assert page.notice == page.say("widgets.ignored")

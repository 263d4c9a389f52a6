"""The page of puzzles on small games without a browser: the table gives nothing away, and all is told afterwards."""

from __future__ import annotations

import datetime

import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import chosen, send, solve
from tests.support.sampling import sample

DAY = datetime.date(2026, 3, 1)
KINDS = tuple(book.kind for book in BOOKS if book.game)
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_are_shown_solved_and_told(kind: str, language: str) -> None:
    page = PuzzlePage(kind=kind, language=language, today=DAY)
    for entry in sample(page.run.book.entries, 8):
        page.play(entry)
        task, table = page.view["task"], page.view["small"]["table"]
        assert [one["answer"] for one in task["choices"]] == [one.answer for one in entry.certificate.every]
        assert len({one["label"] for one in task["choices"]}) == len(task["choices"])
        assert task["after"] == []
        assert not table.get("so_far")
        assert not table.get("draws")
        assert not any(card["why"] or card["ways"] for card in table.get("hand", []))
        assert page.view["actions"][0]["off"]
        solve(page)
        assert (page.view["ended"], page.view["verdict"]["seal"]) == ("right", "ok")
        after = page.view["task"]["after"]
        assert [one["right"] for one in after] == [one.is_right for one in entry.certificate.every]
        assert all(one["text"] for one in after)
        assert {one["rule"] for one in after} - {""} == {one.rule for one in entry.certificate.every}
        assert [one["label"] for one in after if one["mine"]] == [
            one["label"] for one in task["choices"] if one["answer"] == page.desk.draft
        ]
        assert "no text" not in str(page.view)


@each_kind
def test_a_wrong_answer_says_why_and_leaves_another_try(kind: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    wrong = next(one for one in page.entry.certificate.every if not one.is_right)
    send(page, "choose", text=wrong.answer)
    send(page, "check")
    assert page.view["ended"] == ""
    assert page.view["verdict"]["rule"] == wrong.rule
    assert page.view["task"]["after"] == []
    send(page, "again")
    assert chosen(page) == []
    solve(page)
    assert page.view["ended"] == "right"


@each_kind
@pytest.mark.parametrize("text", ["", "maybe", "draw 99", "play B9", "blue "])
def test_what_is_no_answer_is_ignored(kind: str, text: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    send(page, "choose", text=text)
    send(page, "check")
    assert chosen(page) == []
    assert page.view["verdict"] is None


@each_kind
def test_what_was_chosen_comes_back(kind: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    answer = page.run.kind.solution(page.entry)
    send(page, "choose", text=answer)
    again = PuzzlePage(kind=kind, today=DAY)
    send(again, "restore", code="", themes="", rating="", mode="", kept=page.saved, today=DAY.isoformat())
    assert again.desk.draft == answer
    assert keeping.encode(again.kept) == page.saved


@each_kind
def test_the_solution_ends_it_and_is_chosen(kind: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    send(page, "hint", kind="solution")
    assert page.view["ended"] == "shown"
    assert chosen(page) == [page.run.kind.solution(page.entry)]
    assert not any(one["mine"] for one in page.view["task"]["after"])


@each_kind
def test_a_link_to_an_endless_one(kind: str) -> None:
    page = PuzzlePage(kind=kind, today=DAY)
    send(page, "restore", code="e-autumn-7", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert (page.puzzle.id, page.mode) == ("e-autumn-7", "endless")
    solve(page)
    assert page.view["ended"] == "right"
    send(page, "next")
    assert page.puzzle.id == "e-autumn-8"
    send(page, "restore", code="e-autumn-", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert page.notice
    assert page.is_from_book

"""The page of puzzles on actions without a browser: answers, what the engine says then, the map, what is kept."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

DAY = datetime.date(2026, 3, 1)
KINDS = ("legal", "forbids")
each_kind = pytest.mark.parametrize("kind", KINDS)
LEGAL = kind_of("legal").book().entries


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def chosen(page: Any) -> list[str]:
    return [one["answer"] for one in page.view["task"]["choices"] if one["on"]]


def solve(page: Any) -> None:
    send(page, "choose", text=page.run.kind.solution(page.entry))
    send(page, "check")


@each_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_is_shown_and_solved(kind: str, language: str) -> None:
    page = PuzzlePage(kind=kind, language=language, today=DAY)
    for entry in page.run.book.entries:
        page.play(entry)
        task = page.view["task"]
        assert task["act"]
        assert task["seats"]
        assert not task["after"]
        assert page.view["actions"][0]["off"]
        solve(page)
        assert (page.view["ended"], page.view["verdict"]["seal"]) == ("right", "ok")
        after = page.view["task"]["after"]
        assert after, entry.puzzle.id
        assert "no text" not in str(page.view)


def test_a_wrong_answer_ends_a_yes_or_no_and_comes_back() -> None:
    page = PuzzlePage(kind="legal", today=DAY)
    wrong = "no" if page.run.kind.solution(page.entry) == "yes" else "yes"
    send(page, "choose", text=wrong)
    send(page, "check")
    assert page.view["ended"] == "missed"
    assert page.view["verdict"]["seal"] == "but"
    assert page.view["task"]["after"]
    assert page.view["actions"][-1]["act"] == "next"
    assert page.kept.done == ((page.puzzle.id, 0),)
    assert page.kept.due(DAY + datetime.timedelta(days=1)) == (page.puzzle.id,)


def test_a_wrong_rule_leaves_another_try() -> None:
    page = PuzzlePage(kind="forbids", today=DAY)
    right = page.run.kind.solution(page.entry)
    wrong = next(one for one in page.puzzle.choices if one != right)
    send(page, "choose", text=wrong)
    send(page, "check")
    assert page.view["ended"] == ""
    assert title_of(wrong) in page.view["verdict"]["sentence"]
    assert not page.view["task"]["after"]
    assert all(not one["rule"] for one in page.view["task"]["choices"]), "its card would tell"
    send(page, "again")
    solve(page)
    assert page.view["ended"] == "right"
    assert [one["rule"] for one in page.view["task"]["choices"]] == sorted(page.puzzle.choices)


def on_the_map() -> Any:
    return next(
        one for one in LEGAL if one.puzzle.position.do.startswith("walk") and not one.certificate.is_legal
    )


def test_the_map_tells_nothing() -> None:
    """Neither which spaces can be reached nor, at a tap, why one cannot."""
    page = PuzzlePage(kind="legal", today=DAY)
    page.play(on_the_map())
    assert page.map.reach["rows"] == []
    marked = page.map.selected
    assert marked == page.puzzle.position.do.split()[-1]
    page.map.selected = "centre"
    assert page.map.selected == marked
    assert chosen(page) == []


def test_the_map_shows_how_it_lies_afterwards() -> None:
    page = PuzzlePage(kind="legal", today=DAY)
    entry = next(
        one for one in LEGAL if one.puzzle.position.do.startswith("walk") and one.certificate.is_legal
    )
    page.play(entry)
    before = page.map.picture
    solve(page)
    assert page.view["task"]["is_after"]
    assert page.map.picture != before


@each_kind
@pytest.mark.parametrize("text", ["", "maybe", "yes" * 30, "craft.helmet.size "])
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


def test_a_link_to_an_endless_one() -> None:
    page = PuzzlePage(kind="legal", today=DAY)
    send(page, "restore", code="e-autumn-7", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert (page.puzzle.id, page.mode) == ("e-autumn-7", "own")
    send(page, "restore", code="e-autumn-", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert page.notice
    assert page.is_from_book

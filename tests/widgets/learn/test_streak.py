"""The page of a run that grows harder, without a browser: how it goes on, how it ends, what a reload brings back."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import Attempt
from fujikoro_nb.puzzles.dragons.questions import judged
from fujikoro_nb.puzzles.fights.puzzle import FightKind
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.plans.puzzle import PlanKind
from fujikoro_nb.puzzles.streak import Streak
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import send, solve

DAY = datetime.date(2026, 3, 1)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def opened(kind: str = "forbids", *, language: str = "en", **fields: str) -> PuzzlePage:
    page = PuzzlePage(kind=kind, language=language, today=DAY)
    empty = dict.fromkeys(("code", "themes", "rating", "mode", "kept"), "")
    send(page, "restore", **{**empty, "today": DAY.isoformat(), **fields})
    return page


def reloaded(page: PuzzlePage) -> PuzzlePage:
    """What the browser brings back: what it keeps, and the link in the address."""
    link = {name: str(value) for name, value in page.link.items() if name != "puzzle"}
    return opened(page.run.kind.name, code=str(page.link["puzzle"]), kept=str(page.saved), **link)


def miss(page: Any) -> None:
    right = page.entry.certificate.right if page.run.kind.name == "evenings" else ()
    answer = next(one for one in page.desk.choices if one not in (*right, page.run.kind.solution(page.entry)))
    send(page, "choose", text=answer)
    send(page, "check")


def acts(page: PuzzlePage) -> list[str]:
    return [one["act"] for one in page.view["actions"]]


@each_language
@pytest.mark.parametrize("kind", ["legal", "forbids", "evenings"])
def test_a_run_goes_on_and_ends_at_the_first_miss(kind: str, language: str) -> None:
    page = opened(kind, language=language, mode="streak")
    assert page.mode == "streak"
    assert page.view["streak"]["rules"]
    assert page.view["hints"] == page.view["themes"] == page.view["ranges"] == []
    for n in range(3):
        assert page.view["streak"]["n"] == n
        assert page.view["title"] == page.say("puzzle.streak-title", number=n + 1)
        solve(page)
        assert page.view["streak"]["n"] == n + 1
        assert page.view["streak"]["over"] is None
        send(page, "next")
    miss(page)
    ended, over = page.puzzle.id, page.view["streak"]["over"]
    assert page.view["ended"] == "missed"
    assert over["title"] == page.say("puzzle.streak-over")
    assert str(page.entry.rated.rating) in over["ended"]
    assert page.view["streak"]["best"] == page.say("puzzle.streak-is-best")
    assert acts(page) == ["why", "retry", "next"]
    send(page, "why")
    assert page.view["streak"]["over"]["why"]
    assert acts(page) == ["retry", "next"]
    assert page.puzzle.id == ended
    assert "no text" not in str(page.view)
    send(page, "retry")
    assert (page.mode, page.puzzle.id, page.view["ended"]) == ("ladder", ended, "")
    send(page, "mode", mode="streak")
    assert page.kept.streak == Streak(at=page.puzzle.id, best=3, begun=2)


@pytest.mark.parametrize("kind", [one.kind for one in BOOKS])
def test_every_book_has_a_run_without_hints(kind: str) -> None:
    page = opened(kind, mode="streak")
    assert page.view["streak"]["over"] is None
    before = page.saved
    for hint in ("technique", "solution"):
        send(page, "hint", kind=hint)
    assert page.saved == before
    assert not page.attempt.hints
    assert page.kept.streak.is_running


@each_language
def test_one_may_be_skipped(language: str) -> None:
    page = opened(language=language, mode="streak")
    first = page.puzzle.id
    assert page.view["another"] == page.say("puzzle.streak-skip")
    send(page, "next")
    second = page.puzzle.id
    assert second != first
    assert page.view["another"] == ""
    send(page, "next")
    assert (page.puzzle.id, page.notice) == (second, page.say("puzzle.streak-no-skip"))
    assert page.kept.streak.is_running
    solve(page)
    assert page.view["streak"]["n"] == 1


def test_a_second_tap_and_other_ways_do_not_begin_it_anew() -> None:
    page: Any = opened(mode="streak")
    answer = page.puzzle.choices[0]
    send(page, "choose", text=answer)
    send(page, "mode", mode="streak")
    assert page.desk.draft == answer
    at = page.puzzle.id
    send(page, "mode", mode="daily")
    send(page, "mode", mode="streak")
    assert page.puzzle.id == at
    solve(page)
    send(page, "mode", mode="ladder")
    send(page, "mode", mode="streak")
    assert page.kept.streak.number == 2
    assert page.puzzle.id != at


@pytest.mark.parametrize("state", ["asked", "solved", "missed", "why"])
def test_a_reload_shows_what_was_there(state: str) -> None:
    page = opened(mode="streak")
    solve(page)
    send(page, "next")
    if state == "solved":
        solve(page)
    elif state != "asked":
        miss(page)
        if state == "why":
            send(page, "why")
    again = reloaded(page)
    assert again.mode == "streak"
    assert again.kept == page.kept
    for part in ("streak", "ended", "title", "actions", "another"):
        assert again.view[part] == page.view[part], part
    send(again, "next")
    send(page, "next")
    assert again.puzzle.id == page.puzzle.id, "and goes on alike"


def wrong_in(kind: str) -> tuple[Any, str]:
    """A puzzle of the book, and what is kept of a wrong answer to it."""
    book = kind_of(kind).book().entries
    if kind == "crafting":
        page = PuzzlePage(kind=kind, today=DAY)
        page.play(next(one for one in book if one.puzzle.id == "c02"))
        for seq, (cube, column) in enumerate((("W", 3), ("M", 4))):
            laid = {"act": "paint", "kind": "weapon", "material": cube, "cells": [[column, 3]], "stroke": ""}
            page.grid._handle_custom_msg({**laid, "client": "t", "seq": seq}, ())
        return page.entry, page.kept.drawing
    if kind == "fights":
        entry = next(one for one in book if one.puzzle.kind == FightKind.WHOM)
        return entry, entry.certificate.worth[-1][0]
    if kind == "dragons":
        return book[0], next(answer for answer, is_right in judged(book[0].puzzle).items() if not is_right)
    if kind == "plans":
        page = PuzzlePage(kind=kind, today=DAY)
        page.play(next(one for one in book if one.puzzle.kind == PlanKind.LAVA))
        while not page.desk.can_check:
            send(page, "stay")
        return page.entry, page.kept.drawing
    return book[0], next(one.answer for one in book[0].certificate.every if not one.is_right)


@pytest.mark.parametrize("kind", ["crafting", "fights", "dragons", "plans", "matches", "draws"])
def test_a_miss_ends_it_where_another_try_is_usual(kind: str) -> None:
    entry, drawing = wrong_in(kind)
    name, code = entry.puzzle.id, kind_of(kind).encode(entry.puzzle)
    kept = keeping.encode(Kept(streak=Streak(at=name, begun=1), pending=name, drawing=drawing))
    page = opened(kind, mode="streak", code=code, kept=kept)
    assert (page.mode, page.puzzle.id, page.view["ended"]) == ("streak", name, "")
    send(page, "check")
    assert (page.view["ended"], page.kept.streak.is_over) == ("missed", True)
    assert page.kept.done == ((name, 0),)
    assert acts(page) == ["why", "retry", "next"]
    send(page, "again")
    send(page, "undo")
    send(page, "check")
    assert page.attempt.misses == 1
    send(page, "why")
    assert page.view["streak"]["over"]["why"]
    if kind == "crafting":
        assert page.grid.marks, "dashed, beside what one laid"
        assert page.kept.drawing == page.desk.answer
    else:
        assert page.run.check(page.desk.answer).is_right, "a right answer lies there"
    assert page.view["verdict"]["seal"] in ("but", "no"), "and what one answered is still said"
    again = reloaded(page)
    assert (again.view["ended"], again.view["streak"]) == ("missed", page.view["streak"])
    send(again, "retry")
    assert (again.mode, again.puzzle.id, again.view["ended"]) == ("ladder", name, "")


def test_a_link_out_of_a_run_opens_its_puzzle_to_somebody_else() -> None:
    page = opened(mode="streak")
    code = str(page.link["puzzle"])
    other = opened(code=code, mode="streak")
    assert (other.mode, other.puzzle.id) == ("ladder", page.puzzle.id)
    assert not other.kept.streak.is_running
    own = Kept(streak=Streak(at="f01", begun=1), pending="f01")
    busy = opened(code=code, mode="streak", kept=keeping.encode(own))
    assert busy.puzzle.id == page.puzzle.id
    assert (busy.mode, busy.kept.streak.at) == ("ladder", "f01"), "its own run waits"


def test_the_hardest_solved_ends_it_whole() -> None:
    hardest = max(kind_of("forbids").book().entries, key=lambda one: (one.rated.rating, one.puzzle.id))
    every = tuple(one.puzzle.id for one in kind_of("forbids").book().entries if one is not hardest)
    kept = Kept(streak=Streak(right=every, at=hardest.puzzle.id, begun=1), pending=hardest.puzzle.id)
    page = opened(mode="streak", kept=keeping.encode(kept))
    assert page.view["another"] == ""
    solve(page)
    over = page.view["streak"]["over"]
    assert (over["title"], over["ended"]) == (page.say("puzzle.streak-whole"), "")
    assert acts(page) == ["retry", "next"]
    send(page, "next")
    assert page.kept.streak.number == 1
    assert page.kept.streak.best == len(every) + 1


@pytest.mark.parametrize(
    "streak",
    [
        Streak(at="nothing", right=("f01", "gone"), best=7, begun=2),
        Streak(at="f02", right=("f01", "f01"), best=7, begun=2),
        Streak(at="f02", right=("f02", "f01"), best=7, begun=2),
        Streak(at="f05", right=("f01",), best=7, begun=2),
    ],
)
def test_a_forged_run_leaves_a_page_that_works(streak: Streak) -> None:
    page = opened(mode="streak", kept=keeping.encode(Kept(streak=streak, pending=streak.at)))
    assert page.kept.streak.best == 7
    assert page.view["streak"]["over"] is None
    solve(page)
    assert page.view["ended"] == "right"


@pytest.mark.parametrize("act", ["why", "retry"])
@pytest.mark.parametrize("mode", ["ladder", "daily", "streak"])
def test_nothing_is_told_before_the_end(act: str, mode: str) -> None:
    page = opened(mode=mode)
    before: Any = dict(page.view)
    send(page, act)
    assert page.view == before


@pytest.mark.parametrize("kind", ["legal", "forbids", "evenings"])
def test_run_after_run_begins_with_a_puzzle_that_is_open_and_was_not_told(kind: str) -> None:
    """Who has played them all and always misses: the puzzle that was missed last is not the next one."""
    every = tuple((entry.puzzle.id, 100) for entry in kind_of(kind).book().entries)
    page = opened(kind, mode="streak", kept=keeping.encode(Kept(done=every)))
    for number in range(1, 31):
        assert page.kept.streak.begun == number
        assert page.attempt.ended == "" and "next" not in acts(page)
        missed = page.puzzle.id
        miss(page)
        send(page, "next")
        assert page.puzzle.id != missed


def test_what_was_solved_as_the_hardest_leads_to_a_new_run() -> None:
    """Kept from a book that has become shorter: nothing as hard is left, and the run is not over."""
    hardest = max(kind_of("forbids").book().entries, key=lambda entry: entry.rated.rating).puzzle.id
    left = Kept(
        streak=Streak(right=(hardest,), at=hardest, begun=1, best=1),
        pending=hardest,
        attempt=Attempt(ended="right"),
    )
    page = opened(mode="streak", kept=keeping.encode(left))
    assert page.kept.streak == Streak(at=page.puzzle.id, best=1, begun=2)
    assert page.attempt == Attempt()
    page = opened(code=hardest, mode="streak", kept=keeping.encode(left))
    assert page.attempt.ended, "shown as it was left"
    send(page, "next")
    assert page.kept.streak == Streak(at=page.puzzle.id, best=1, begun=2)
    assert page.attempt == Attempt()


@each_language
@pytest.mark.parametrize("how", ["hint", "miss", "yesterday"])
def test_what_ends_a_run_elsewhere_is_said_before_and_after(how: str, language: str) -> None:
    page: Any = opened("forbids", language=language)
    page._set(kept=Kept(streak=Streak(at=page.run.yesterday.puzzle.id, begun=1)))
    if how == "yesterday":
        send(page, "mode", mode="daily")
        send(page, "yesterday", on=True)
    else:
        page.play(page.run.yesterday)
        assert page.view["meaning"] == page.say("puzzle.streak-here")
        assert not page.notice
        if how == "hint":
            send(page, "hint", kind="technique")
        else:
            miss(page)
    assert page.kept.streak.is_over
    assert page.notice == page.say("puzzle.streak-elsewhere", n=0)
    assert page.view["meaning"] != page.say("puzzle.streak-here")


def test_the_address_of_a_run_that_is_over_begins_no_new_one() -> None:
    page = opened(mode="streak")
    miss(page)
    ended, address = (
        page.puzzle.id,
        {name: str(value) for name, value in page.link.items() if name != "puzzle"},
    )
    code = str(page.link["puzzle"])
    send(page, "mode", mode="daily")
    later = opened(code=code, kept=str(page.saved), **address)
    assert (later.mode, later.puzzle.id, later.attempt) == ("ladder", ended, Attempt())
    assert later.kept.streak == page.kept.streak
    back = opened(mode="streak", kept=str(page.saved))
    assert back.kept.streak.begun == 2, "its way begins one"
    send(page, "mode", mode="ladder")
    again = opened(code=code, kept=str(later.saved), **address)
    assert (again.mode, again.attempt) == ("ladder", Attempt()), "nor does it call an open puzzle ended"

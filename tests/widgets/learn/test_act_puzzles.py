"""The page of puzzles on actions without a browser: answers, what the engine says then, the map, what is kept."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.legal.kind import Acts
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import chosen, send, solve

DAY = datetime.date(2026, 3, 1)
KINDS = ("legal", "forbids", "evenings")
each_kind = pytest.mark.parametrize("kind", KINDS)
LEGAL = kind_of("legal").book().entries


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
    assert page.view["verdict"]["seal"] == "no"
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
    assert chosen(again) == [answer]
    assert keeping.encode(again.kept) == page.saved


def test_a_link_to_an_endless_one() -> None:
    page = PuzzlePage(kind="legal", today=DAY)
    send(page, "restore", code="e-autumn-7", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert (page.puzzle.id, page.mode) == ("e-autumn-7", "endless")
    assert page.view["title"] == "Endless 8"
    send(page, "next")
    assert page.puzzle.id == "e-autumn-8", "whoever has the link goes the same way"
    send(page, "restore", code="e-autumn-", themes="", rating="", mode="", kept="", today=DAY.isoformat())
    assert page.notice
    assert page.is_from_book


@pytest.mark.parametrize("kind", ["legal", "forbids", "evenings"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_always_another_one(kind: str, language: str) -> None:
    page = PuzzlePage(kind=kind, language=language, today=DAY)
    page._set(seed="another")
    assert "endless" in [one["mode"] for one in page.view["modes"]]
    send(page, "mode", mode="endless")
    seen = [page.puzzle.id]
    for _ in range(3):
        before = page.saved
        solve(page)
        [on] = [one for one in page.view["actions"] if one["act"] == "next"]
        assert on["label"] == page.say("puzzle.next-endless")
        assert keeping.decode(page.saved, lambda: page.run.book).solver == page.kept.solver
        assert page.kept.done == (), "it is not rated"
        assert page.saved != before, "what was answered is kept"
        assert page.view["task"]["after"]
        assert "no text" not in str(page.view)
        send(page, "next")
        seen.append(page.puzzle.id)
    assert [one.rpartition("-")[2] for one in seen] == ["0", "1", "2", "3"]
    send(page, "mode", mode="ladder")
    assert page.is_from_book
    send(page, "mode", mode="endless")
    assert page.puzzle.id.endswith("-4"), "one goes on where one was, and meets none twice"


def test_a_kind_without_endless_ones_has_no_such_button() -> None:
    page = PuzzlePage(kind="forbids", today=DAY)
    kind = page.run.kind
    assert isinstance(kind, Acts)
    page._set(kind=msgspec.structs.replace(kind, endless=None))
    page.show()
    assert [one["mode"] for one in page.view["modes"]] == ["ladder", "daily", "streak", "review"]
    before = page.entry
    send(page, "mode", mode="endless")
    assert (page.entry, page.mode) == (before, "ladder")
    send(page, "restore", code="", themes="", rating="", mode="endless", kept="", today=DAY.isoformat())
    assert page.mode == "ladder"


def test_a_way_that_begins_without_end_is_another_each_time() -> None:
    """From "Learn and solve"."""
    pages = [PuzzlePage(kind="legal", today=DAY) for _ in range(2)]
    for page in pages:
        send(page, "restore", code="", themes="", rating="", mode="endless", kept="", today=DAY.isoformat())
        assert page.mode == "endless"
        assert page.link["puzzle"] == page.puzzle.id
    assert pages[0].puzzle.id != pages[1].puzzle.id


# ---- evenings


def led_to(page: Any, text: str) -> str:
    return next((one.split()[-1] for one in reversed(text.split("; ")) if one.startswith("walk")), "")


def an_evening(page: Any) -> Any:
    """One whose right answer leads to a space that no other one does."""
    return next(one for one in page.run.book.entries if led_to(page, one.certificate.right[0]))


def test_a_tap_on_the_map_chooses_an_answer() -> None:
    page = PuzzlePage(kind="evenings", today=DAY)
    page.play(an_evening(page))
    right = page.entry.certificate.right[0]
    rows = page.map.reach["rows"]
    assert [one["spaces"][0] for one in rows] == [
        at for one in page.puzzle.choices if (at := led_to(page, one))
    ]
    page.map.selected = led_to(page, right)
    assert chosen(page) == [right]
    off = next(
        at for at in ("temple-1", "temple-2", "centre") if at not in [one["spaces"][0] for one in rows]
    )
    page.map.selected = off
    assert (page.map.selected, chosen(page)) == (led_to(page, right), [right])
    send(page, "check")
    assert page.view["ended"] == "right"


def test_afterwards_every_answer_has_its_worth_and_the_map_what_follows() -> None:
    page = PuzzlePage(kind="evenings", today=DAY)
    page.play(an_evening(page))
    before, labels = page.map.picture, [one["label"] for one in page.view["task"]["choices"]]
    solve(page)
    after = page.view["task"]["after"]
    assert sorted(
        label for one in after for label in labels if one["text"].startswith(f"{label}: ")
    ) == sorted(labels)
    assert after[0]["text"].startswith(chosen_label(page))
    assert page.map.picture != before


def chosen_label(page: Any) -> str:
    return next(str(one["label"]) for one in page.view["task"]["choices"] if one["on"])


def test_an_evening_says_its_scenario_and_whom_it_is_about() -> None:
    page = PuzzlePage(kind="evenings", today=DAY)
    told = set()
    for entry in page.run.book.entries:
        page.play(entry)
        facts = page.view["task"]["facts"]
        assert facts[0].startswith(f"Scenario {entry.puzzle.scenario}: ")
        told.add(facts[0])
        for hint in ("technique", "region", "colour", "cube"):
            send(page, "hint", kind=hint)
        assert all(one["text"] for one in page.view["hints"] if one["paid"])
        assert page.view["ended"] == ""
    assert len(told) == len({entry.puzzle.scenario for entry in page.run.book.entries})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_answers_to_an_evening_read_alike(language: str) -> None:
    page = PuzzlePage(kind="evenings", language=language, today=DAY)
    for entry in page.run.book.entries:
        page.play(entry)
        labels = [one["label"] for one in page.view["task"]["choices"]]
        assert len(set(labels)) == len(labels), entry.puzzle.id


def test_a_dragon_that_was_hurt_before_says_so() -> None:
    """Nobody could have a white dragon of so little health else: what is left and what is gone are all it has."""
    page = PuzzlePage(kind="evenings", today=DAY)
    for name in ("e601", "e602", "e603"):
        entry = page.run.book.entry(name)
        assert entry is not None
        page.play(entry)
        facts = " ".join(page.view["task"]["facts"])
        left = int(facts.split(" health left")[0].split()[-1])
        gone = int(facts.split(" are gone")[0].split()[-1])
        assert left + gone == 60

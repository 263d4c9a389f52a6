"""PuzzlePage without a browser: checks, hints, rating, modes, filters, links, and bad messages."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.gear.grid import column_row
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.crafting.book import book_01
from fujikoro_nb.puzzles.crafting.check import solution_of
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.maker import puzzle_from
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, encode
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.review import missed
from fujikoro_nb.puzzles.run import RANGES
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import PuzzlePage

DAY = datetime.date(2026, 3, 1)
BOOK = book_01()


@pytest.fixture
def page() -> PuzzlePage:
    return PuzzlePage(today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def restore(page: Any, **fields: str) -> None:
    send(
        page,
        "restore",
        **({"code": "", "themes": "", "rating": "", "kept": "", "mode": "", "today": "2026-03-01"} | fields),
    )


def tap(page: Any, cube: str, column: int, row: int) -> None:
    kind = str(page.puzzle.position.kind)
    content = {"act": "paint", "kind": kind, "material": cube, "cells": [[column, row]], "stroke": ""}
    page.grid._handle_custom_msg({**content, "client": "t", "seq": 1}, ())


def lay_solution(page: Any) -> None:
    new = solution_of(page.puzzle, page.entry.certificate).without(page.puzzle.position.layout.occupied)
    for cell, cube in new:
        tap(page, str(cube), *column_row(cell))


def acts(page: Any) -> list[str]:
    return [action["act"] for action in page.view["actions"]]


@pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)
def test_every_puzzle_of_the_book_can_be_solved_on_the_page(page: PuzzlePage, entry: Any) -> None:
    page.play(entry)
    assert page.view["statement"].endswith(".")
    lay_solution(page)
    send(page, "check")
    assert page.view["verdict"]["seal"] == "ok"
    assert acts(page) == ["next"]
    assert page.kept.done == ((entry.puzzle.id, 100),)


def test_check_waits_until_all_cubes_are_laid(page: PuzzlePage) -> None:
    send(page, "check")
    assert page.attempt.misses == 0
    assert page.view["actions"][0]["off"]


def test_price_stands_there_before_the_tap(page: PuzzlePage) -> None:
    prices = {hint["kind"]: hint["price"] for hint in page.view["hints"]}
    numbers = {"technique": 2, "region": 10, "colour": 15, "cube": 30, "solution": 100}
    assert all(str(number) in prices[kind] for kind, number in numbers.items())
    lay_solution(page)
    assert "30" in page.view["actions"][0]["label"]


def test_miss_costs_and_says_why(page: PuzzlePage) -> None:
    page.play(BOOK.entries[1])
    assert page.puzzle.id == "c02"
    tap(page, "W", 3, 3)
    tap(page, "M", 4, 3)
    send(page, "check")
    assert page.view["verdict"]["seal"] == "but"
    assert page.view["verdict"]["rule"]
    assert "70" in page.view["worth"]
    send(page, "check")
    assert page.attempt.misses == 1, "the same drawing is not paid for twice"
    send(page, "again")
    lay_solution(page)
    send(page, "check")
    assert page.kept.done == (("c02", 70),)


def test_hints_show_what_they_say(page: PuzzlePage) -> None:
    page.play(BOOK.entry("c13") or BOOK.entries[0])
    for kind in ("technique", "region", "colour", "cube"):
        send(page, "hint", kind=kind)
    assert "43" in page.view["worth"]
    assert [hint["paid"] for hint in page.view["hints"]] == [True] * 4 + [False]
    assert {mark["style"] for mark in page.grid.marks} == {"hint", "near"}
    send(page, "hint", kind="solution")
    assert page.attempt.ended == "shown"
    assert page.kept.done == (("c13", 0),)
    assert page.kept.due(DAY + datetime.timedelta(days=1)) == ("c13",)


def test_rating_moves_once_and_never_in_review(page: PuzzlePage) -> None:
    page.play(BOOK.entries[0])
    send(page, "hint", kind="solution")
    lost = page.kept.solver
    assert lost.rating < ladder.START
    later = PuzzlePage(today=DAY)
    restore(later, kept=page.saved, today="2026-03-02")
    assert later.kept.solver == lost
    send(later, "mode", mode="review")
    assert later.view["mode"] == "review"
    lay_solution(later)
    send(later, "check")
    assert later.view["verdict"]["seal"] == "ok"
    assert later.kept.solver == lost
    assert later.kept.due(DAY + datetime.timedelta(days=2)) == ()


def test_page_does_not_give_the_technique_away(page: PuzzlePage) -> None:
    page.play(BOOK.entries[0])
    shown = {theme["theme"] for theme in page.view["themes"] if theme["here"]}
    assert shown == {"helmet"}
    send(page, "hint", kind="solution")
    shown = {theme["theme"] for theme in page.view["themes"] if theme["here"]}
    assert shown == set(BOOK.entries[0].rated.themes)


def test_nothing_to_review_says_when(page: PuzzlePage) -> None:
    send(page, "mode", mode="review")
    assert "30" in page.notice
    assert page.view["mode"] == "ladder"


def test_daily_with_yesterdays_answer(page: PuzzlePage) -> None:
    send(page, "mode", mode="daily")
    assert page.entry == ladder.daily(DAY, BOOK.entries)
    assert page.view["yesterday"]["shown"] is None
    send(page, "yesterday", on=True)
    yesterday = ladder.daily(DAY - datetime.timedelta(days=1), BOOK.entries)
    assert page.view["yesterday"]["shown"]["label"] == yesterday.certificate.solution


def test_right_but_a_better_one_is_shown() -> None:
    offer = (Offer("m", "WMM"),)
    position = Position(given="WM...:...", hand="MMW", cards=offer)
    puzzle = Puzzle(id="own", position=position, goal=Goal(match=True), best=Best.CUBES)
    page = PuzzlePage(today=DAY)
    restore(page, code=encode(puzzle))
    assert page.view["mode"] == "own"
    tap(page, "M", 3, 1)
    tap(page, "M", 1, 2)
    send(page, "check")
    assert page.attempt.ended == "right-but"
    assert acts(page) == ["show-better", "next"]
    send(page, "show-better")
    assert page.grid.weapon == "WMM..:..."
    assert page.kept.solver == ladder.Solver(), "a puzzle from a link does not count"


def test_themes_mix_with_a_range_and_go_into_the_link(page: PuzzlePage) -> None:
    send(page, "theme", theme="two-cards", on=True)
    send(page, "range", range="hard")
    send(page, "theme", theme="helmet", on=True)
    assert {"two-cards", "helmet"} <= set(page.entry.rated.themes)
    assert 1500 <= page.entry.rated.rating <= 2000
    other = PuzzlePage(today=DAY)
    restore(other, code=page.link["puzzle"], themes=page.link["themes"], rating=page.link["rating"])
    assert (other.entry, other.run.themes, other.run.range) == (page.entry, page.run.themes, page.run.range)


def test_themes_that_no_puzzle_has_say_so(page: PuzzlePage) -> None:
    for theme in ("helmet", "two-handed"):
        send(page, "theme", theme=theme, on=True)
    assert page.notice
    assert page.run.themes == ("helmet",)


@pytest.mark.parametrize("theme_first", [True, False])
def test_a_rating_that_themes_leave_nothing_of_is_given_up_and_said(
    page: PuzzlePage, theme_first: bool
) -> None:
    assert not ladder.fitting(BOOK.entries, ("helmet",), *RANGES["middle"]), "no helmet is rated so"
    filters = [("theme", {"theme": "helmet", "on": True}), ("range", {"range": "middle"})]
    for act, fields in filters if theme_first else filters[::-1]:
        assert not page.notice
        send(page, act, **fields)
    assert page.notice == say("puzzle.none-rated")
    assert (page.run.themes, page.run.range) == (("helmet",), RANGES["all"])
    send(page, "range", range="easy")
    assert not page.notice


def test_reload_brings_back_cubes_and_hints(page: PuzzlePage) -> None:
    page.play(BOOK.entries[1])
    send(page, "hint", kind="technique")
    tap(page, "W", 3, 3)
    other = PuzzlePage(today=DAY)
    restore(other, code=page.link["puzzle"], kept=page.saved)
    assert (other.entry, other.attempt, other.desk.layout) == (page.entry, page.attempt, page.desk.layout)


def test_reload_keeps_hints_without_a_cube_laid(page: PuzzlePage) -> None:
    send(page, "hint", kind="technique")
    other = PuzzlePage(today=DAY)
    restore(other, code=page.link["puzzle"], kept=page.saved)
    assert other.attempt == page.attempt


def test_notice_ends_with_its_puzzle(page: PuzzlePage) -> None:
    page.grid.notice = page.notice = "There is nothing left."
    send(page, "next")
    assert page.grid.notice == page.notice == ""


def test_put_it_back_takes_the_whole_hand_as_one_change(page: PuzzlePage) -> None:
    lay_solution(page)
    laid = page.desk.layout
    send(page, "put-back")
    assert page.desk.layout == page.puzzle.position.layout
    send(page, "undo")
    assert page.desk.layout == laid


def test_rating_and_flags_are_explained_where_they_are_shown(page: PuzzlePage) -> None:
    for entry in BOOK.entries[:4]:
        page.play(entry)
        assert page.view["meaning"]
        assert bool(page.view["flags"]) == any(theme["here"] for theme in page.view["themes"])
    due = Kept(reviews=((BOOK.entries[0].puzzle.id, missed(DAY - datetime.timedelta(days=2))),))
    restore(page, kept=keeping.encode(due))
    send(page, "mode", mode="review")
    assert page.mode == "review"
    assert not page.view["meaning"]


def test_skip_offers_another(page: PuzzlePage) -> None:
    before = page.entry
    send(page, "next")
    assert page.entry != before


def test_whole_ladder_ends_with_a_sentence(page: PuzzlePage) -> None:
    for _ in BOOK.entries:
        lay_solution(page)
        send(page, "check")
        send(page, "next")
    assert len(page.kept.done) == len(BOOK.entries)
    assert page.notice


def test_failed_gear_check_is_played() -> None:
    gear = parse_gear("WWM..:.../...M.:...", Position().kind, Position().limits).weapon
    entry = puzzle_from(Position(), gear)
    page = PuzzlePage(today=DAY)
    page.play(entry)  # type: ignore[arg-type]
    lay_solution(page)
    send(page, "check")
    assert page.view["verdict"]["seal"] == "ok"


@pytest.mark.parametrize("code", ["!", "AAAA", "x" * 1200])
def test_bad_link_says_so_and_shows_the_book(page: PuzzlePage, code: str) -> None:
    restore(page, code=code, kept="###")
    assert page.notice
    assert page.is_from_book


def test_link_without_an_answer_is_not_offered(page: PuzzlePage) -> None:
    puzzle = Puzzle(
        id="x", position=Position(given="W", hand="MM", cards=(Offer("c", "TTT"),)), goal=Goal(match=True)
    )
    restore(page, code=encode(puzzle))
    assert page.notice
    assert page.is_from_book


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {"act": "hint", "kind": "all"},
        {"act": "mode", "mode": "storm"},
        {"act": "check", "x": 1},
        {"act": "theme", "theme": 3, "on": True},
        {"act": "range", "range": "1-2"},
        {"act": "yesterday", "on": 1},
        {"act": "restore", "code": "", "themes": "", "rating": "", "kept": "", "mode": "", "today": "soon"},
    ],
)
def test_malformed_message_changes_nothing(page: PuzzlePage, message: object) -> None:
    before = (page.entry, page.kept, page.desk.layout)
    page._handle_custom_msg(message, ())
    assert (page.entry, page.kept, page.desk.layout) == before
    assert page.notice


def test_house_cards_wear_their_name_and_the_houses_mark(page: PuzzlePage) -> None:
    house = house_pack()
    for entry in BOOK.entries:
        for card in entry.puzzle.position.cards:
            known = next(one for one in (*house.gear_cards, *house.blueprints) if one.id == card.id)
            assert card.title() == house.title(card.id)
            assert card.layout == known.pattern  # a name never stands under another card's pattern
    restore(page, code=encode(BOOK.entry("c02").puzzle))  # type: ignore[union-attr]
    shown = page.view["cards"][0]
    assert (shown["name"], shown["mark"], shown["house"]) == (house.title("house-weapon-4"), "house", True)
    assert shown["name"] != "weapon 4"

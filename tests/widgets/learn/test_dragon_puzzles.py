"""The page of puzzles on the dragons' step without a browser: taps, checks, hints, what is kept, what is ignored."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.dragons.book import book_03
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind
from fujikoro_nb.puzzles.dragons.questions import judged
from fujikoro_nb.texts import say
from fujikoro_nb.views.learn.dragon_puzzle import STANDS, offered
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

DAY = datetime.date(2026, 3, 1)
BOOK = book_03()
BY_KIND = {kind: next(one for one in BOOK.entries if one.puzzle.kind == kind) for kind in DragonKind}
each_kind = pytest.mark.parametrize("kind", DragonKind)


@pytest.fixture
def page() -> PuzzlePage:
    return PuzzlePage(kind="dragons", today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def tap(page: Any, answer: str) -> None:
    for at in answer.split():
        send(page, "tap", at=at)


@each_kind
def test_solved_by_taps(page: PuzzlePage, kind: DragonKind) -> None:
    entry = BY_KIND[kind]
    page.play(entry)
    assert page.view["actions"][0]["off"]
    tap(page, entry.certificate.right[0])
    assert page.desk.answer == entry.certificate.right[0]
    send(page, "check")
    assert page.view["verdict"]["seal"] == "ok"
    assert page.view["ended"] == "right"
    assert page.map.reach["rows"] == []
    assert page.view["task"]["places"] == []


@each_kind
def test_a_miss_says_what_happens_and_costs(page: PuzzlePage, kind: DragonKind) -> None:
    entry = BY_KIND[kind]
    page.play(entry)
    tap(page, next(answer for answer, is_right in judged(entry.puzzle).items() if not is_right))
    send(page, "check")
    assert page.view["verdict"]["seal"] == "but"
    assert page.view["verdict"]["rule"]
    assert page.attempt.worth == 70
    send(page, "again")
    assert page.view["task"]["chosen"] == say("dragon-puzzle.chosen-none")


@each_kind
def test_arrows_tell_nothing_before_the_end(page: PuzzlePage, kind: DragonKind) -> None:
    entry = BY_KIND[kind]
    page.play(entry)
    assert page.map.picture["walks"] == []
    tap(page, entry.certificate.right[0])
    assert page.map.picture["walks"] == []
    assert set(page.map.around) >= {f"{at}.0" for at in entry.puzzle.scene.tiles}


def test_a_tap_on_the_map_means_its_tile_and_marks_it(page: PuzzlePage) -> None:
    entry = BY_KIND[DragonKind.WHERE]
    page.play(entry)
    at = entry.certificate.right[0]
    page.map.selected = f"{at}.3"
    assert page.desk.answer == at
    assert page.map.selected == f"{at}.0"
    assert [one["place"] for one in page.view["task"]["places"] if one["on"]] == [at]


def test_the_samurai_stands_where_it_was_put(page: PuzzlePage) -> None:
    entry = BY_KIND[DragonKind.LURE]
    page.play(entry)
    tap(page, entry.certificate.right[0])
    own = [
        name
        for name, one in page.map.picture["spaces"].items()
        if any(p.get("is_own") for p in one.get("pieces", ()))
    ]
    assert [name.split(".")[0] for name in own] == [entry.certificate.right[0]]


def test_dragons_are_numbered_in_their_order_and_a_second_tap_begins_anew(page: PuzzlePage) -> None:
    entry = BY_KIND[DragonKind.ORDER]
    page.play(entry)
    first, second, *_ = entry.certificate.right[0].split()
    tap(page, f"{first} {second}")
    assert {one["place"]: one["on"] for one in page.view["task"]["places"] if one["on"]} == {
        first: 1,
        second: 2,
    }
    tap(page, first)
    assert page.desk.answer == first


def test_hints_go_from_cheap_to_dear(page: PuzzlePage) -> None:
    entry = BY_KIND[DragonKind.LURE]
    page.play(entry)
    for hint in (HintKind.TECHNIQUE, HintKind.REGION, HintKind.COLOUR, HintKind.CUBE):
        send(page, "hint", kind=str(hint))
    texts = {one["kind"]: one["text"] for one in page.view["hints"]}
    assert entry.certificate.right[0] in texts["cube"]
    assert page.attempt.worth == 43
    send(page, "hint", kind="solution")
    assert page.view["ended"] == "shown"
    assert page.desk.answer == entry.certificate.right[0]


def test_half_an_order_survives_a_reload(page: PuzzlePage) -> None:
    entry = BY_KIND[DragonKind.ORDER]
    page.play(entry)
    first = entry.certificate.right[0].split()[0]
    tap(page, first)
    other = PuzzlePage(kind="dragons", today=DAY)
    send(
        other,
        "restore",
        code=page.link["puzzle"],
        themes="",
        rating="",
        kept=page.saved,
        mode="",
        today="2026-03-01",
    )
    assert other.puzzle == entry.puzzle
    assert other.desk.draft == first


@pytest.mark.parametrize("drawing", ["nowhere", "centre centre", "I-1 I-1", "x" * 200])
def test_kept_places_that_do_not_fit_are_left_aside(page: PuzzlePage, drawing: str) -> None:
    page.play(BY_KIND[DragonKind.WHERE])
    kept = msgspec.structs.replace(page.kept, drawing=drawing[:60])
    other = PuzzlePage(kind="dragons", today=DAY)
    send(
        other,
        "restore",
        code=page.link["puzzle"],
        themes="",
        rating="",
        mode="",
        kept=keeping.encode(kept),
        today="2026-03-01",
    )
    assert other.desk.draft == ""


@pytest.mark.parametrize(
    "fields", [{"at": "nowhere"}, {"at": 3}, {"at": "I-1" * 9}, {}, {"place": "I-1"}, {"at": ""}]
)
def test_message_that_no_page_sends_is_ignored(page: PuzzlePage, fields: dict[str, Any]) -> None:
    page.play(BY_KIND[DragonKind.LURE])
    send(page, "tap", **fields)
    assert page.desk.draft == ""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_page_speaks_its_language(page: PuzzlePage, language: str) -> None:
    entry = BY_KIND[DragonKind.LURE]
    page.play(entry)
    tap(page, entry.certificate.right[0])
    page.language = language
    assert page.view["statement"].endswith("?")
    assert page.view["task"]["chosen"] == say(
        "dragon-puzzle.chosen", language=language, answer=entry.certificate.right[0]
    )
    assert offered(entry.puzzle)


def test_daily_and_review_are_those_of_every_book(page: PuzzlePage) -> None:
    send(page, "mode", mode="daily")
    assert page.view["title"] == say("puzzle.title-daily")
    send(page, "yesterday", on=True)
    assert page.view["yesterday"]["shown"]["label"]
    send(page, "theme", theme="dragons-safe", on=True)
    send(page, "mode", mode="ladder")
    assert page.puzzle.kind == DragonKind.SAFE


@each_kind
def test_the_map_is_drawn_anew_only_when_the_answer_moves_somebody(
    page: PuzzlePage, kind: DragonKind
) -> None:
    entry = BY_KIND[kind]
    page.play(entry)
    before = page.map.picture
    tap(page, entry.certificate.right[0])
    assert page.desk.draft == entry.certificate.right[0]
    assert (page.map.picture is before) == (kind not in STANDS)

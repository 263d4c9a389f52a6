"""The page of puzzles on whole turns without a browser: taps, buttons, what the engine refuses, what is kept."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.plans.check import joined
from fujikoro_nb.puzzles.plans.puzzle import Answers, PlanEntry, PlanKind, book_06, worth_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.sampling import sample

DAY = datetime.date(2026, 3, 1)
BOOK = book_06()
BY_KIND = {kind: next(one for one in BOOK.entries if one.puzzle.kind == kind) for kind in PlanKind}
each_kind = pytest.mark.parametrize("kind", PlanKind)


@pytest.fixture
def page() -> PuzzlePage:
    return PuzzlePage(kind="plans", today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def play(page: Any, way: Answers) -> None:
    """The answers of a way as a person gives them: spaces are tapped, all else has a button."""
    for number, answer in enumerate(way):
        verb, *words = answer.split()
        if verb == "halt":
            if way[number - 1] == "move":
                send(page, "stay")
        elif verb in ("walk", "flee", "revive"):
            send(page, "tap", space=words[-1])
            send(page, "go")
        elif verb == "place":
            page.map.selected = f"{words[-1]}.0"
            send(page, "go")
        elif verb == "turn":
            for _ in range(int(words[0])):
                send(page, "turn", by=1)
            send(page, "lay")
        elif verb in ("explore", "gather"):
            send(page, "take", action=verb)
        elif verb != "move":
            send(page, "choose", text=answer)


@pytest.mark.parametrize("entry", sample(BOOK.entries, 30), ids=lambda entry: entry.puzzle.id)
def test_the_best_way_can_be_played_by_taps(page: PuzzlePage, entry: PlanEntry) -> None:
    page.play(entry)
    assert page.view["actions"][0]["off"]
    play(page, entry.certificate.best.way)
    line: Any = page.desk
    assert worth_of(entry.puzzle, line.line.state) == entry.certificate.best.worth
    send(page, "check")
    assert (page.view["ended"], page.view["verdict"]["seal"]) == ("right", "ok")
    assert page.map.reach["rows"] == []
    assert (page.view["turn"]["buttons"], page.view["turn"]["spaces"]) == ([], [])


@each_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_afterwards_every_worth_stands_there_with_a_way(kind: PlanKind, language: str) -> None:
    page = PuzzlePage(kind="plans", today=DAY, language=language)
    entry = BY_KIND[kind]
    page.play(entry)
    assert page.view["turn"]["values"] == []
    play(page, entry.certificate.best.way)
    send(page, "check")
    values = page.view["turn"]["values"]
    assert len(values) == min(6, len(entry.certificate.found)) + bool(entry.certificate.missed)
    assert [bool(one["own"]) for one in values] == [True, *[False] * (len(values) - 1)]
    assert "no text" not in str(page.view)


def test_the_second_best_is_right_but(page: PuzzlePage) -> None:
    entry = BOOK.entry(
        "p002"
    )  # a tap takes the cheapest way to a space: this one's second best is such a way
    assert entry is not None
    page.play(entry)
    play(page, entry.certificate.found[1].way)
    send(page, "check")
    assert page.view["verdict"]["seal"] == "but"
    assert page.attempt.worth == 50
    send(page, "show-better")
    assert page.desk.answer == page.run.kind.solution(entry)


@each_kind
def test_a_turn_that_misses_costs_and_is_played_again(page: PuzzlePage, kind: PlanKind) -> None:
    page.play(BY_KIND[kind])
    while not page.desk.can_check:
        send(page, "stay")
    if kind == PlanKind.HAUL:
        return
    send(page, "check")
    assert page.view["verdict"]["seal"] == "but"
    assert page.attempt.worth == 70
    send(page, "again")
    assert (page.kept.drawing, page.desk.can_check) == ("", False)


def test_what_cannot_be_done_says_why_and_costs_nothing(page: PuzzlePage) -> None:
    entry = BY_KIND[PlanKind.LAVA]
    page.play(entry)
    send(page, "take", action="gather")
    assert page.notice
    assert page.attempt.worth == 100
    assert page.kept.drawing == ""
    page.map.selected = entry.puzzle.to
    assert page.notice
    assert page.attempt.worth == 100


def test_nobody_rests(page: PuzzlePage) -> None:
    page.play(BY_KIND[PlanKind.LAVA])
    assert "rest" not in {one["key"] for one in page.view["turn"]["buttons"]}
    send(page, "stay")
    send(page, "choose", text="rest")
    assert page.kept.drawing == "move; halt"


def test_what_was_played_is_kept_and_taken_back(page: PuzzlePage) -> None:
    entry = BY_KIND[PlanKind.ESCAPE]
    page.play(entry)
    send(page, "stay")
    other = PuzzlePage(kind="plans", today=DAY)
    send(other, "restore", code="", themes="", rating="", kept=page.saved, mode="", today=DAY.isoformat())
    assert (other.puzzle, other.kept.drawing) == (entry.puzzle, "move; halt")
    assert other.view["turn"]["discs"] == page.view["turn"]["discs"]
    send(other, "undo")
    assert other.kept.drawing == ""
    assert other.view["undo"] == ""


@pytest.mark.parametrize("drawing", ["rest", "dance", "move; walk III-1.0", "explore; place I-1", "x" * 600])
def test_what_cannot_be_played_any_more_is_left_aside(page: PuzzlePage, drawing: str) -> None:
    entry = BY_KIND[PlanKind.LAVA]
    kept = keeping.Kept(pending=entry.puzzle.id, drawing=drawing)
    send(
        page,
        "restore",
        code="",
        themes="",
        rating="",
        kept=keeping.encode(kept),
        mode="",
        today=DAY.isoformat(),
    )
    assert page.puzzle == entry.puzzle
    assert page.desk.answer == page.run.kind.solution(entry)


@each_kind
def test_the_aim_is_marked_on_the_map(page: PuzzlePage, kind: PlanKind) -> None:
    entry = BY_KIND[kind]
    page.play(entry)
    assert page.map.picture["aim"] == entry.puzzle.to
    assert set(page.map.around) >= {f"{at}.0" for at in entry.puzzle.game.tiles}


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        (PlanKind.LAVA, []),
        (PlanKind.LAY, ["One tile is left in the stack of level "]),
        (PlanKind.ESCAPE, ["One action is left in this turn.", "After this turn lava number "]),
    ],
)
def test_what_the_map_does_not_show_is_said(page: PuzzlePage, kind: PlanKind, known: list[str]) -> None:
    page.play(BY_KIND[kind])
    told = page.view["turn"]["facts"]
    assert len(told) == len(known)
    assert all(one.startswith(start) for one, start in zip(told, known, strict=True))


def test_a_solution_that_is_shown_is_played(page: PuzzlePage) -> None:
    entry = BY_KIND[PlanKind.LAY]
    page.play(entry)
    send(page, "hint", kind=str(HintKind.SOLUTION))
    assert page.view["ended"] == "shown"
    assert page.desk.answer == joined(entry.certificate.best.way)
    assert page.map.picture["ground"]


def test_a_solution_that_was_shown_in_mid_turn_is_there_after_a_reload(page: PuzzlePage) -> None:
    entry = BY_KIND[PlanKind.ESCAPE]
    page.play(entry)
    send(page, "stay")
    send(page, "hint", kind=str(HintKind.SOLUTION))
    other = PuzzlePage(kind="plans", today=DAY)
    send(other, "restore", code="", themes="", rating="", kept=page.saved, mode="", today=DAY.isoformat())
    assert (other.notice, other.puzzle, other.view["ended"]) == ("", entry.puzzle, "shown")
    assert other.desk.answer == joined(entry.certificate.best.way)


@pytest.mark.parametrize("today", ["0001-01-01", "9999-12-31", "soon"])
def test_a_day_that_is_none_is_left_aside(page: PuzzlePage, today: str) -> None:
    send(page, "restore", code="", themes="", rating="", kept="", mode="", today=today)
    assert page.notice
    assert not page.is_opened


def test_a_link_brings_a_puzzle_without_end(page: PuzzlePage) -> None:
    link = {"themes": "", "rating": "", "kept": "", "mode": "", "today": DAY.isoformat()}
    send(page, "restore", code="p-pack-autumn-7", **link)
    assert (page.puzzle.id, page.mode) == ("p-pack-autumn-7", "endless")
    send(page, "next")
    assert page.puzzle.id == "p-lay-autumn-8"
    send(page, "restore", code="p-pack", **link)
    assert page.notice

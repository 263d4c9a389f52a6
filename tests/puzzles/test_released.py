"""A puzzle that was shared or is kept in a browser opens for ever: its name is never another puzzle's."""

from __future__ import annotations

import datetime
from importlib import import_module
from typing import get_type_hints

import pytest

from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import Attempt, HintKind, Outcome
from fujikoro_nb.puzzles.evenings.kind import KIND as EVENINGS
from fujikoro_nb.puzzles.evenings.puzzle import retired_07
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import send, solve
from tests.support.released import FOLDER, asks, released

DAY = datetime.date(2026, 3, 2)
"""The day after the progress in the files was kept."""
each_kind = pytest.mark.parametrize("name", [one.kind for one in BOOKS])
RETIRED = [puzzle.id for puzzle in retired_07().puzzles]


def opened(kind: str, *, language: str = "en", **fields: str) -> PuzzlePage:
    page = PuzzlePage(kind=kind, language=language)
    empty = dict.fromkeys(("code", "themes", "rating", "mode", "kept"), "")
    send(page, "restore", **{**empty, "today": DAY.isoformat(), **fields})
    return page


@each_kind
def test_every_name_asks_what_it_asked_when_it_was_released(name: str) -> None:
    """A puzzle that is made anew or asked otherwise gets a new name, and its forerunner is retired."""
    kind, names = kind_of(name), released()[name]
    links = {entry.puzzle.id for entry in kind.book().entries}
    for puzzle, asked in names.items():
        successor = kind.successor(puzzle)
        if successor:
            assert successor in names and successor != puzzle
            assert not kind.successor(successor)
            assert puzzle not in links, "one that was wrong is not offered"
            continue
        known = kind.book().entry(puzzle) or kind.retired(puzzle)
        found = kind.decode(puzzle) if known is None else known.puzzle
        assert asks(found) == asked, puzzle
    assert links <= names.keys(), "name them: tests/golden/saves/puzzles/names.json"


@each_kind
def test_a_kind_is_checked_for_all_that_a_kind_answers(name: str) -> None:
    """The type checker compares what a room registers with the protocol, where it says so."""
    room = import_module(f"fujikoro_nb.puzzles.{name}.kind")
    assert get_type_hints(room)["KIND"] is PuzzleKind


@pytest.mark.parametrize("puzzle", RETIRED)
def test_a_retired_puzzle_opens_by_its_link_and_is_judged(puzzle: str) -> None:
    page = opened("evenings", code=puzzle)
    assert page.notice == ""
    assert (page.puzzle.id, page.mode, page.link["puzzle"]) == (puzzle, "own", puzzle)
    assert page.view["title"] == "An earlier puzzle"
    assert page.entry not in page.run.book.entries
    right = EVENINGS.solution(page.entry)
    assert page.run.check(right).outcome == Outcome.RIGHT
    wrong = next(one for one in page.puzzle.choices if one not in page.entry.certificate.right)
    assert page.run.check(wrong).outcome in (Outcome.NOT_GOAL, Outcome.ILLEGAL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "puzzle", "newer"),
    [("evenings", "e801", "e806"), ("evenings", "e802", "e807"), ("forbids", "f05", "f42")],
)
def test_a_puzzle_that_was_wrong_says_so_and_leads_to_its_successor(
    kind: str, puzzle: str, newer: str, language: str
) -> None:
    page = opened(kind, language=language, code=puzzle)
    assert page.puzzle.id == newer
    assert page.notice == say("puzzle.was-wrong", language=language)


@pytest.mark.parametrize("file", ["with-range", "before-range"])
def test_a_kept_progress_goes_on_with_the_puzzles_that_it_names(file: str) -> None:
    """Kept with e105 begun, e101 solved, e304 and e802 missed: the last one was wrong and is now called e807."""
    code = (FOLDER / f"evenings-kept-{file}.txt").read_text(encoding="utf-8").strip()
    page = opened("evenings", kept=code)
    assert page.notice == ""
    assert (page.puzzle.id, page.attempt.misses) == ("e105", 1)
    assert dict(page.kept.done) == {"e101": 100, "e806": 70, "e304": 0, "e807": 0, "e201": 100}
    rating = page.kept.solver.rating
    send(page, "mode", mode="review")
    seen = []
    for _ in range(2):
        seen.append(page.puzzle.id)
        solve(page)
        assert page.attempt.ended == "right"
        send(page, "next")
    assert sorted(seen) == ["e304", "e807"]
    assert page.kept.due(DAY) == ()
    assert page.kept.solver.rating == rating
    again = opened("evenings", kept=page.saved)
    assert again.kept == page.kept


def test_a_progress_without_such_names_stays_as_it_is() -> None:
    kept = keeping.Kept(done=(("e201", 100), ("e999", 50)), pending="e201")
    assert keeping.renamed(kept, EVENINGS.successor) == kept


@pytest.mark.parametrize(
    ("ended", "language"),
    [("", "en"), ("right", "fr"), ("right-but", "de"), ("shown", "en"), ("missed", "fr")],
)
@pytest.mark.parametrize(
    ("kind", "puzzle", "newer"), [("evenings", "e802", "e807"), ("forbids", "f05", "f42")]
)
def test_the_successor_of_a_wrong_puzzle_begins_without_what_was_tried_there(
    kind: str, puzzle: str, newer: str, ended: str, language: str
) -> None:
    tried = Attempt(misses=2, hints=(HintKind.TECHNIQUE,), ended=ended)
    code = keeping.encode(keeping.Kept(pending=puzzle, attempt=tried, drawing="WW"))
    kept = opened(kind, language=language, kept=code)
    assert kept.notice == say("puzzle.kept-was-wrong", language=language)
    linked = opened(kind, language=language, kept=code, code=puzzle)
    assert linked.notice == say("puzzle.was-wrong", language=language)
    for page in (kept, linked):
        assert (page.puzzle.id, page.attempt, page.kept.drawing) == (newer, Attempt(), "")
        assert page.run.feedback is None
    again = opened(kind, language=language, kept=kept.saved)
    assert (again.puzzle.id, again.notice) == (newer, ""), "it is said once"


def test_an_attempt_at_a_right_puzzle_goes_on() -> None:
    tried = Attempt(misses=2, hints=(HintKind.TECHNIQUE,))
    page = opened("evenings", kept=keeping.encode(keeping.Kept(pending="e806", attempt=tried)))
    assert (page.puzzle.id, page.attempt, page.notice) == ("e806", tried, "")

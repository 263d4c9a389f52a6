"""Where a solver stands: what is offered, what a filter leaves, what an attempt brings."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles.attempt import Attempt
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.review import missed
from fujikoro_nb.puzzles.run import RANGES, Run, begun, filter_of_link, filtered, over, spoken_in

DAY = datetime.date(2026, 3, 1)
each_kind = pytest.mark.parametrize("name", [one.kind for one in BOOKS])


def run_of(name: str, **changes: Any) -> Run:
    kind = kind_of(name)
    book = kind.book()
    run = Run(kind=kind, book=book, entry=book.entries[0], today=DAY)
    return msgspec.structs.replace(run, **changes)


@each_kind
def test_a_skipped_puzzle_comes_after_the_others(name: str) -> None:
    run = run_of(name)
    offered = run.offered
    assert offered is not None
    assert begun(run, offered).following not in (None, offered)
    alone = msgspec.structs.replace(run.book, entries=(offered,))
    assert begun(msgspec.structs.replace(run, book=alone), offered).following is offered


@each_kind
def test_a_book_that_is_solved_offers_nothing(name: str) -> None:
    run = run_of(name)
    done = tuple((entry.puzzle.id, 100) for entry in run.book.entries)
    assert run_of(name, kept=Kept(done=done)).offered is None
    assert run_of(name, mode="review").offered is None
    waiting = Kept(reviews=((run.entry.puzzle.id, missed(DAY - datetime.timedelta(days=1))),))
    assert run_of(name, mode="review", kept=waiting).offered is run.entry


@each_kind
def test_a_filter_that_leaves_nothing_is_none(name: str) -> None:
    run = run_of(name)
    theme = run.all_themes[0]
    changed = filtered(run, (theme,), (0, 1))
    assert changed is not None
    assert (changed.themes, changed.range) == ((theme,), RANGES["all"])
    assert filtered(run, ("no such theme",), RANGES["all"]) is None
    assert filter_of_link(run, f"{theme},nonsense", "").themes == (theme,)
    assert filter_of_link(run, "", "0-1") == run
    assert filter_of_link(run, "", "x-y").range == RANGES["all"]


@each_kind
def test_an_attempt_is_kept_for_its_own_puzzle_only(name: str) -> None:
    run = begun(run_of(name), run_of(name).entry)
    tried = msgspec.structs.replace(run.kept, attempt=Attempt(misses=1), drawing="x")
    run = msgspec.structs.replace(run, kept=tried)
    assert begun(run, run.entry, goes_on=True).attempt.misses == 1
    assert begun(run, run.entry).attempt == Attempt()
    other = begun(run, run.book.entries[1], goes_on=True)
    assert (other.attempt, other.kept.drawing) == (Attempt(), "")


@each_kind
def test_rating_moves_once_and_not_for_a_puzzle_from_elsewhere(name: str) -> None:
    run = begun(run_of(name), run_of(name).entry)
    run = msgspec.structs.replace(run, kept=msgspec.structs.replace(run.kept, attempt=Attempt(ended="right")))
    first = over(run)
    assert (first.gained or 0) > 0
    assert first.kept.has_played(run.entry.puzzle.id)
    again = over(first)
    assert (again.gained, again.kept) == (None, first.kept)
    own = msgspec.structs.replace(run, book=msgspec.structs.replace(run.book, entries=run.book.entries[1:]))
    assert over(own) == own


@each_kind
def test_what_was_checked_is_said_in_another_language(name: str) -> None:
    run = run_of(name)
    answer = run.kind.solution(run.entry)
    told = spoken_in(msgspec.structs.replace(run, feedback=run.check(answer), checked=answer), "de")
    assert told.feedback == msgspec.structs.replace(run, language="de").check(answer)
    assert told.feedback != run.check(answer)
    assert spoken_in(run, "fr").feedback is None

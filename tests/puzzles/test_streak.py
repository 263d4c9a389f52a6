"""A run of puzzles that grow harder: its law, on whatever book and whatever is answered."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import Attempt, Feedback, HintKind, Outcome, with_check, with_hint
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.ladder import HIGHEST, LOWEST, Solver
from fujikoro_nb.puzzles.run import STREAK, Run, attempted, begun, judged, over, skipped, with_streak
from fujikoro_nb.puzzles.streak import BELOW, LEAST, MOST, WINDOW, Streak, anew, checked, following

DAY = datetime.date(2026, 3, 1)
KINDS = [one.kind for one in BOOKS]
RIGHT = Feedback(Outcome.RIGHT, "")
WRONG = Feedback(Outcome.NOT_GOAL, "")
each_kind = pytest.mark.parametrize("name", KINDS)


def run_of(name: str, rating: float = 1000, **kept: Any) -> Run:
    kind = kind_of(name)
    book = kind.book()
    run = Run(kind=kind, book=book, entry=book.entries[0], today=DAY)
    return msgspec.structs.replace(run, kept=Kept(solver=Solver(rating=rating), **kept))


def entered(run: Run) -> Run:
    """On to the next puzzle of the run, or into a new one, as the page goes."""
    run = with_streak(run)
    entry = run.offered
    assert entry is not None
    return begun(run, entry, goes_on=True)


def said(run: Run, feedback: Feedback) -> Run:
    run = attempted(run, judged(run, feedback))
    return over(run) if run.attempt.ended else run


@given(
    name=st.sampled_from(KINDS),
    rating=st.floats(LOWEST, HIGHEST),
    steps=st.lists(st.sampled_from(["right", "right", "right", "right", "wrong", "skip"]), max_size=150),
    done=st.sets(st.integers(0, 150), max_size=60),
)
def test_the_law_of_a_run(name: str, rating: float, steps: list[str], done: set[int]) -> None:
    """No puzzle twice, none easier than the one before; the first miss or the book's end is its end."""
    ids = [entry.puzzle.id for entry in kind_of(name).book().entries]
    played = tuple((ids[at], 100) for at in sorted(done) if at < len(ids))
    run = entered(run_of(name, rating, done=played))
    met, right, has_skipped = [run.entry], 0, False
    for step in steps:
        now = run.kept.streak
        assert now.is_running and not now.is_solved
        assert (run.puzzle.id, len(now.right)) == (now.at, right)
        if step == "skip":
            before, run = run, skipped(run)
            is_allowed = not has_skipped and before.after_streak is not None
            assert (run is not before) == is_allowed
            if not is_allowed:
                continue
            has_skipped = True
            assert run.offered is not None
            run = begun(run, run.offered)
        else:
            is_last = run.after_streak is None
            run = said(run, RIGHT if step == "right" else WRONG)
            right += step == "right"
            assert run.kept.streak.is_over == (step == "wrong" or is_last)
            assert run.kept.streak.best == len(run.kept.streak.right) == right
            if run.kept.streak.is_over:
                assert run.kept.streak.at == run.puzzle.id, "what it ended at stays there"
                break
            run = entered(run)
        met.append(run.entry)
    names = [entry.puzzle.id for entry in met]
    assert len(set(names)) == len(names)
    ratings = [entry.rated.rating for entry in met]
    assert ratings == sorted(ratings)


@each_kind
def test_it_begins_near_ones_own_level_and_grows_harder(name: str) -> None:
    book = kind_of(name).book().entries
    ratings = sorted(entry.rated.rating for entry in book)
    for rating in (LOWEST, ratings[0], ratings[len(ratings) // 2], HIGHEST):
        first = next(one for one in book if one.puzzle.id == anew(Streak(), book, rating, ()).at).rated.rating
        ahead = sum(one >= first for one in ratings)
        at = sum(one < rating - BELOW for one in ratings)
        assert first <= ratings[min(at + 2, len(ratings) - 1)] + WINDOW
        assert ahead >= min(LEAST, len(ratings)) - 2 or first <= ratings[-LEAST] + WINDOW
    run = entered(run_of(name, ratings[0]))
    met = [run.entry.rated.rating]
    while not run.kept.streak.is_over:
        run = said(run, RIGHT)
        if not run.kept.streak.is_over:
            run = entered(run)
            met.append(run.entry.rated.rating)
    assert met[-1] >= ratings[-3], "the hardest are reached"
    assert len(met) >= min(len(ratings), 10), "and not at once"
    assert run.kept.streak.best == len(met) == len(run.kept.streak.right)


@each_kind
def test_what_was_never_played_comes_first_and_runs_differ(name: str) -> None:
    book = kind_of(name).book().entries
    streak = anew(Streak(), book, LOWEST, ())
    other = anew(Streak(), book, LOWEST, {streak.at})
    assert streak.at != other.at
    every = {entry.puzzle.id for entry in book}
    assert anew(Streak(), book, LOWEST, every).at in every, "a book that was played whole has runs as well"
    firsts = {anew(Streak(begun=n), book, 1400, ()).at for n in range(12)}
    assert len(firsts) > 1


def test_a_hint_or_a_miss_elsewhere_ends_it_and_a_clean_answer_counts() -> None:
    run = entered(run_of("legal"))
    ladder = msgspec.structs.replace(run, mode="ladder")
    hinted = attempted(ladder, with_hint(run.attempt, HintKind.TECHNIQUE))
    missed = attempted(ladder, with_check(run.attempt, WRONG))
    assert hinted.kept.streak.is_over and missed.kept.streak.is_over
    assert entered(hinted).puzzle.id != run.puzzle.id, "a new run begins elsewhere"
    solved = attempted(ladder, with_check(run.attempt, RIGHT))
    assert solved.kept.streak.right == (run.puzzle.id,)
    assert entered(solved).kept.streak.number == 2
    other = begun(ladder, next(one for one in run.book.entries if one is not run.entry))
    assert not attempted(other, Attempt(misses=3)).kept.streak.is_over


@each_kind
def test_it_rates_each_puzzle_once_and_a_miss_comes_back(name: str) -> None:
    run = said(entered(run_of(name)), RIGHT)
    assert run.gained and run.gained > 0
    assert run.kept.has_played(run.puzzle.id)
    run = said(entered(run), WRONG)
    assert run.attempt.ended == "missed" and run.attempt.worth == 0
    assert run.kept.due(DAY + datetime.timedelta(days=1)) == (run.puzzle.id,)
    before = run.kept.solver
    again = said(begun(msgspec.structs.replace(run, mode="ladder"), run.entry), RIGHT)
    assert again.kept.solver == before


def test_it_is_kept_whole() -> None:
    run = said(entered(run_of("forbids")), RIGHT)
    code = keeping.encode(run.kept)
    again = keeping.decode(code, lambda: run.book)
    assert again == run.kept
    left = msgspec.structs.replace(run, mode="ladder", kept=again)
    shown = with_streak(left, is_kept=True)
    assert shown.kept == again and shown.mode == STREAK
    assert shown.link["mode"] == STREAK and left.link["mode"] == ""
    assert following(again.streak, run.book.entries, run.done) == run.after_streak


def test_what_was_kept_before_there_were_runs_opens() -> None:
    old = to_code(Kept(done=(("l01", 100),)))
    assert keeping.decode(old, lambda: kind_of("legal").book()).streak == Streak()


@pytest.mark.parametrize(
    "streak",
    [
        {"right": ["l01"] * 3, "at": "l02", "best": 3},
        {"right": ["l01"], "at": "nothing", "best": 3},
        {"right": ["l01", "l02"], "at": "l01", "best": 3},
        {"right": ["l01"], "best": 3},
        {"at": "l02", "skipped": "l02", "best": 3},
        {"right": ["l02"], "at": "l03", "skipped": "l02", "best": 3},
        {"right": [f"x{n}" for n in range(MOST)], "at": "l02", "best": 3},
    ],
)
def test_what_can_be_no_run_leaves_its_best_alone(streak: dict[str, Any]) -> None:
    names = {entry.puzzle.id for entry in kind_of("legal").book().entries}
    found = checked(msgspec.convert(streak, Streak), names)
    assert found == Streak(best=3)
    run = entered(run_of("legal", streak=found))
    assert run.kept.streak.number == 1


@pytest.mark.parametrize(
    "streak",
    [
        {"best": -1},
        {"best": MOST + 1},
        {"right": ["x"] * (MOST + 1)},
        {"at": "x" * 41},
        {"right": [""]},
        {"begun": 10**7},
        {"more": 1},
        {"is_over": "yes"},
        {"right": "l01"},
        [],
    ],
)
def test_a_hostile_one_is_refused(streak: Any) -> None:
    class Hostile(msgspec.Struct):
        streak: Any

    with pytest.raises(Unreadable):
        keeping.decode(to_code(Hostile(streak)), lambda: kind_of("legal").book())

"""Rating, daily puzzle, filters, repetition, and what a browser keeps (needs P3, P6, P7, P9)."""

from __future__ import annotations

import datetime
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder, review, themes
from fujikoro_nb.puzzles.crafting.book import book_01
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.ladder import Solver

DAY = datetime.date(2026, 3, 1)
ENTRIES = book_01().entries


def test_daily_is_the_same_for_everyone_and_never_twice_in_a_row() -> None:
    days = [DAY + datetime.timedelta(days=number) for number in range(400)]
    shown = [ladder.daily(day, ENTRIES).puzzle.id for day in days]
    assert shown == [ladder.daily(day, tuple(reversed(ENTRIES))).puzzle.id for day in days]
    assert all(one != other for one, other in pairwise(shown))


def test_daily_shows_every_puzzle_once_a_turn() -> None:
    first = datetime.date.fromordinal(DAY.toordinal() // len(ENTRIES) * len(ENTRIES))
    turn = [ladder.daily(first + datetime.timedelta(days=n), ENTRIES).puzzle.id for n in range(len(ENTRIES))]
    assert sorted(turn) == sorted(entry.puzzle.id for entry in ENTRIES)


def test_rating_rises_with_a_full_worth_and_falls_as_far_with_none() -> None:
    even = Solver(1200)
    up, level, down = (ladder.after(even, [(1200, worth)]) for worth in (100, 50, 0))
    assert up.rating - 1200 == pytest.approx(1200 - down.rating)
    assert up.rating > level.rating == 1200
    assert even.deviation > up.deviation == down.deviation
    sure = Solver(1200, 30, deviation=60)
    assert 1200 < ladder.after(sure, [(1200, 100)]).rating < up.rating


def test_days_without_a_puzzle_make_a_rating_less_sure_and_never_another() -> None:
    sure = Solver(1200, 30, deviation=60)
    week, long = ladder.rested(sure, 7), ladder.rested(sure, 10**6)
    assert (week.rating, long.rating) == (1200, 1200)
    assert 60 < week.deviation < long.deviation == ladder.UNSURE
    assert ladder.rested(sure, 0) == ladder.rested(sure, -3) == sure
    assert ladder.rested(Solver(), 7) == Solver()


def test_a_rating_stays_within_what_is_told() -> None:
    best, worst = Solver(ladder.HIGHEST), Solver(ladder.LOWEST)
    assert ladder.after(best, [(2000, 100)]).rating == ladder.HIGHEST
    assert ladder.after(worst, [(800, 0)]).rating == ladder.LOWEST


def test_themes_mix_and_range_holds() -> None:
    chosen = ladder.fitting(ENTRIES, ("two-cards", "weapon"), 1500, 2000)
    assert chosen
    for entry in chosen:
        assert {"two-cards", "weapon"} <= set(entry.rated.themes)
        assert 1500 <= entry.rated.rating <= 2000


def test_ladder_offers_the_nearest_fresh_puzzle() -> None:
    solver = Solver(1500, 5)
    first = ladder.next_rung(ENTRIES, solver, ())
    assert first is not None
    nearest = min(abs(entry.rated.rating - 1500) for entry in ENTRIES)
    assert abs(first.rated.rating - 1500) == nearest
    second = ladder.next_rung(ENTRIES, solver, {first.puzzle.id})
    assert second is not None
    assert second != first
    assert ladder.next_rung(ENTRIES, solver, {entry.puzzle.id for entry in ENTRIES}) is None


def test_missed_puzzle_returns_after_1_3_7_14_30_days() -> None:
    today, one = DAY, review.missed(DAY)
    waits = []
    while one is not None:
        waits.append((one.due - today).days)
        assert not review.is_due(one, one.due - datetime.timedelta(days=1))
        today = one.due
        one = review.remembered(one, today)  # type: ignore[assignment]
    assert waits == [1, 3, 7, 14, 30]


def test_missing_again_starts_over() -> None:
    late = review.remembered(review.missed(DAY), DAY)
    assert late is not None
    assert review.missed(late.due).due - late.due == datetime.timedelta(days=1)


def test_review_never_touches_the_rating() -> None:
    kept = keeping.played(Kept(), "c01", 960, 0, today=DAY)
    assert kept.due(DAY) == ()
    tomorrow = DAY + datetime.timedelta(days=1)
    assert kept.due(tomorrow) == ("c01",)
    for worth in (0, 100):
        again = keeping.reviewed(kept, "c01", worth, today=tomorrow)
        assert (again.solver, again.done) == (kept.solver, kept.done)
        assert again.reviews != kept.reviews


def test_puzzle_moves_the_rating_once() -> None:
    kept = keeping.played(Kept(), "c01", 960, 100, today=DAY)
    assert kept.solver.rating > Solver().rating
    assert keeping.played(kept, "c01", 960, 100, today=DAY) == kept
    assert kept.reviews == ()


def test_kept_comes_back() -> None:
    kept = keeping.played(Kept(pending="c02", drawing="WM...:..."), "c01", 960, 0, today=DAY)
    assert kept.reached[-1] == (kept.solver.shown, kept.solver.range)
    assert keeping.decode(keeping.encode(kept), book_01) == kept


def test_the_way_of_a_rating_is_kept_from_its_beginning() -> None:
    kept, reached = Kept(), [(ladder.START, 2 * ladder.UNSURE)]
    for number, entry in enumerate(ENTRIES[:15]):
        kept = keeping.played(kept, entry.puzzle.id, entry.rated.rating, (100, 0, 70)[number % 3], today=DAY)
        reached.append((kept.solver.shown, kept.solver.range))
    assert kept.reached == tuple(reached)


def test_days_between_puzzles_count_once_they_are_over() -> None:
    kept = keeping.on_day(keeping.played(Kept(), "c01", 960, 100, today=DAY), DAY)
    later = DAY + datetime.timedelta(days=30)
    assert kept.rested(DAY) == kept.solver
    assert kept.rested(later).range > kept.solver.range
    one, other = (keeping.played(kept, "c02", 960, 100, today=day) for day in (DAY, later))
    assert other.solver.rating > one.solver.rating, "who is less sure moves further"


BEFORE_RANGES = (
    "eNqNj8EKgzAQRP9lzits1CaaX5EcQhNEEBW1Fgn-e6OI9dbehtm3s7MBU98ufoQOGO3cdDW04JwJQ2tX76CLjeD6zkNXFZ4sQILZ0K5T0KkykDplfgMeFyC_gLoB"
    "xQ4YwuiXxr-n80bMDXCveBIppzLhLNk9TLOto8nblf4PVvzEYoHBd-54Pi6UcejserRRWSmVJGHM9gGUi08F"
)
"""What a browser kept before ratings had a range: eight puzzles of the first book, of which three are due again."""


def test_what_was_kept_before_ratings_had_a_range_opens_as_it_was() -> None:
    kept = keeping.decode(BEFORE_RANGES, book_01)
    assert (kept.solver.rating, kept.solver.played, kept.pending) == (1040, 8, "c09")
    assert [worth for _, worth in kept.done] == [100, 0, 70, 100, 0, 70, 100, 0]
    assert kept.due(DAY + datetime.timedelta(days=1)) == ("c02", "c05", "c08")
    assert len(kept.reached) == 9
    assert kept.reached[-1] == (1040, kept.solver.range)
    eight = Solver()
    for puzzle, worth in kept.done:
        entry = book_01().entry(puzzle)
        assert entry is not None
        eight = ladder.after(eight, [(entry.rated.rating, worth)])
    assert (kept.solver.deviation, kept.solver.volatility) == (eight.deviation, eight.volatility)
    assert keeping.decode(keeping.encode(kept), book_01) == kept, "it is carried over once"
    after = keeping.played(kept, "c09", 1000, 100, today=DAY)
    assert after.reached[:-1] == kept.reached


def test_a_curve_from_before_ends_at_the_rating_also_when_puzzles_are_gone() -> None:
    before = Kept(solver=Solver(1333, 600), done=(("gone", 100), ("c01", 100), ("c02", 0)))
    first, second, last = keeping.decode(keeping.encode(before), book_01).reached
    assert last[0] == 1333
    assert first[0] < second[0] > last[0]


def test_what_is_kept_of_a_long_way_fits_its_store() -> None:
    kept = Kept()
    for number in range(600):
        puzzle, rating, worth = f"puzzle-{number}", 800 + 7 * number % 1200, 31 * number % 101
        kept = keeping.played(kept, puzzle, rating, worth, today=DAY + datetime.timedelta(days=number))
    kept = msgspec.structs.replace(kept, reviews=kept.reviews[:100])
    assert len(kept.reached) == keeping.MOST_REACHED
    assert keeping.decode(keeping.encode(kept), book_01) == kept


def test_themes_are_rated_by_their_own_puzzles_and_the_weakest_is_trained() -> None:
    book = book_01()
    weak = "helmet"
    kept = Kept()
    for entry in book.entries[:24]:
        worth = 0 if weak in entry.rated.themes else 100
        kept = keeping.played(kept, entry.puzzle.id, entry.rated.rating, worth, today=DAY)
    found = themes.trained(kept, book)
    assert [one.solver.rating for one in found] == sorted(one.solver.rating for one in found)
    [helmet] = [one for one in found if one.theme == weak]
    of_it = [entry for entry in book.entries if weak in entry.rated.themes]
    played = [entry for entry in of_it if kept.has_played(entry.puzzle.id)]
    assert (helmet.solved, helmet.solver.played, helmet.left) == (0, len(played), len(of_it) - len(played))
    met = [(entry.rated.rating, 0) for entry in played]
    assert helmet.solver == ladder.after(Solver(kept.solver.rating), met)
    best = themes.to_train(found)
    assert best is not None
    assert best.theme == next(one.theme for one in found if one.left)
    assert themes.trained(Kept(), book) == ()
    assert themes.to_train(()) is None


@given(st.text(max_size=80) | st.binary(max_size=60).map(lambda raw: raw.hex()))
def test_any_text_as_kept_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        keeping.decode(text, book_01)


@pytest.mark.parametrize(
    "wild",
    [
        Solver(10**9, 1),
        Solver(deviation=0),
        Solver(deviation=9999),
        Solver(volatility=0),
        Solver(volatility=50),
    ],
)
def test_kept_with_an_impossible_rating_is_refused(wild: Solver) -> None:
    with pytest.raises(Unreadable):
        keeping.decode(keeping.encode(Kept(solver=wild)), book_01)

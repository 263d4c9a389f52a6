"""Progress: passing, repeating, and surviving a reload (needs T5, T9)."""

from __future__ import annotations

import datetime
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.progress import Progress

DAY = datetime.date(2026, 3, 1)


@pytest.mark.parametrize("results", ["".join(letters) for letters in product("rsm", repeat=3)])
def test_pass_is_three_of_three_or_two_without_show(results: str) -> None:
    """All 27 results against the sentence, counted the other way round."""
    right_at_all = 3 - results.count("m")
    alone = results.count("r")
    assert going.has_passed(Progress(lesson="x", results=results)) == (right_at_all == 3 or alone >= 2)


@pytest.mark.parametrize("done", [letters for n in range(4) for letters in product("rsm", repeat=n)])
def test_checks_can_be_passed_as_long_as_some_way_to_go_on_passes(done: tuple[str, ...]) -> None:
    """Against trying all that may follow."""
    following = product("rsm", repeat=3 - len(done))
    ways = (Progress(lesson="x", results="".join((*done, *rest))) for rest in following)
    assert going.can_pass(Progress(lesson="x", results="".join(done))) == any(map(going.has_passed, ways))


def test_one_slip_a_check_is_forgiven_and_survives_a_reload() -> None:
    progress = going.go_to(going.start("x", 2), 2)
    assert going.is_forgiven(progress)
    slipped = going.decode(going.encode(going.slipped(progress)), "x", 2)
    assert not going.is_forgiven(slipped)
    assert going.is_forgiven(going.check_done(slipped, "card", is_right=True, today=DAY))
    assert going.is_forgiven(going.other_checks(slipped))


def test_two_checks_are_not_a_result() -> None:
    assert not going.has_passed(Progress(lesson="x", results="rr"))


def test_failing_offers_other_tasks() -> None:
    failed = msgspec.structs.replace(going.start("x", 2), at=2, results="mmr")
    again = going.other_checks(failed)
    assert again.results == ""
    assert again.seed != failed.seed
    assert going.is_in_checks(again)


def test_show_it_never_blocks() -> None:
    shown = going.hinted(going.start("x", 2), 3)
    assert going.step_done(shown, "s", "WW").at == 1


def test_missed_check_returns_after_1_3_7_14_30_days() -> None:
    progress = msgspec.structs.replace(going.start("x", 1), at=1)
    progress = going.check_done(progress, "card", is_right=False, today=DAY)
    waits = []
    today = DAY
    while progress.reviews:
        ((_, review),) = progress.reviews
        waits.append((review.due - today).days)
        assert going.due(progress, review.due - datetime.timedelta(days=1)) == ()
        today = review.due
        assert going.due(progress, today) == ("card",)
        progress = going.check_done(going.other_checks(progress), "card", is_right=True, today=today)
    assert waits == [1, 3, 7, 14, 30]


def test_progress_survives_a_reload() -> None:
    progress = going.step_done(going.start("crafting", 10), "k", "WWMM.:...")
    progress = msgspec.structs.replace(going.hinted(progress, 2), drawing="WW...:...", at_table=True)
    progress = going.check_done(progress, "card", is_right=False, today=DAY)
    progress = msgspec.structs.replace(progress, results="")
    assert going.decode(going.encode(progress), "crafting", 10) == progress


def test_whole_progress_fits_in_a_link() -> None:
    progress = going.start("crafting", 10)
    for _ in range(10):
        progress = going.step_done(progress, "r", "WMTWM:WMT/WMTWM:WMT/WMTWM:WMT/WMTWM:WMT/WMTWM:WMT")
    assert len(going.encode(progress)) < 600


@given(st.text(max_size=80) | st.binary(max_size=60).map(lambda raw: raw.hex()))
def test_any_text_as_progress_is_read_or_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        going.decode(text, "crafting", 10)


@pytest.mark.parametrize(
    "broken",
    [
        Progress(lesson="other", done="-" * 10, answers=("",) * 10),
        Progress(lesson="crafting", done="-" * 9, answers=("",) * 9),
        Progress(lesson="crafting", done="-" * 10, answers=("",) * 10, at=11),
        Progress(lesson="crafting", done="-" * 10, answers=("",) * 10, results="r"),
    ],
)
def test_progress_of_another_lesson_or_shape_is_refused(broken: Progress) -> None:
    with pytest.raises(Unreadable):
        going.decode(going.encode(broken), "crafting", 10)

"""A puzzle without end that takes seconds is made beside the page, which says so, can stop it, and answers taps."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from fujikoro_nb.background import Cancelled
from fujikoro_nb.puzzles.plans import maker
from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage
from tests.support.puzzle_pages import solve


def send(page: PuzzlePage, act: str, **fields: Any) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


class Slow:
    """Plays answers until it is let go on."""

    def __init__(self) -> None:
        self.may_end, self.heard = threading.Event(), threading.Event()
        self.is_cancelled = False

    def __call__(self, name: str, *, seed: str, tell: Callable[[float], None]) -> Any:
        try:
            for played in range(1, 10_000):
                tell(played)
                self.heard.set()
                if self.may_end.wait(0.001):
                    break
        except Cancelled:
            self.is_cancelled = True
            raise
        return maker.endless("p-pack-autumn-0")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    one = Slow()
    page = PuzzlePage(kind="plans")
    monkeypatch.setattr(type(page.run.kind), "next_endless", lambda _, name, **more: one(name, **more))
    return one


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.005)


def test_it_is_told_how_far_it_is_and_other_taps_are_answered(slow: Slow) -> None:
    async def play() -> None:
        page = PuzzlePage(kind="plans")
        first = page.puzzle.id
        send(page, "mode", mode="endless")
        assert (page.making, page.mode, page.puzzle.id) == ({"n": 0}, "ladder", first)
        await until(lambda: page.making.get("n", 0) >= 100)
        send(page, "hint", kind="technique")
        assert page.attempt.hints, "the puzzle on the page is still there to be solved"
        send(page, "mode", mode="endless")
        assert page.making["n"] >= 100, "tapped twice, begun once"
        slow.may_end.set()
        await until(lambda: not page.making)
        assert (page.mode, page.puzzle.id) == ("endless", "p-pack-autumn-0")

    asyncio.run(play())


def test_it_can_be_stopped_and_another_puzzle_ends_it_too(slow: Slow) -> None:
    async def play() -> None:
        page = PuzzlePage(kind="plans")
        first = page.puzzle.id
        for act, fields in (("stop-making", {}), ("mode", {"mode": "daily"})):
            slow.heard.clear()
            slow.is_cancelled = False
            send(page, "mode", mode="endless")
            await until(slow.heard.is_set)
            send(page, act, **fields)
            assert page.making == {}
            await until(lambda: slow.is_cancelled)
            await asyncio.sleep(0)
            assert page.mode != "endless"
            if act == "stop-making":
                assert page.puzzle.id == first

    asyncio.run(play())


def test_the_puzzle_of_a_link_is_made_beside_the_page_and_what_the_browser_kept_waits() -> None:
    kept = PuzzlePage(kind="plans")
    kept.play(maker.endless("p-pack-autumn-2"))
    send(kept, "hint", kind="technique")
    restored = {"themes": "", "rating": "", "kept": kept.saved, "today": "2026-11-28", "mode": ""}

    async def open_and(stops: bool) -> PuzzlePage:
        page = PuzzlePage(kind="plans")
        maker.endless.forget("p-pack-autumn-2")
        send(page, "restore", code="p-pack-autumn-2", **restored)
        assert page.making and not page.is_opened
        if stops:
            send(page, "stop-making")
        await until(lambda: page.is_opened)
        assert not page.making
        return page

    page = asyncio.run(open_and(stops=False))
    assert (page.mode, page.puzzle.id) == ("endless", "p-pack-autumn-2")
    assert page.attempt.hints == kept.attempt.hints != (), "begun before the reload, gone on with"
    page = asyncio.run(open_and(stops=True))
    assert (page.mode, page.run.book.entry(page.puzzle.id)) == ("ladder", page.entry), (
        "one of the book instead"
    )


def test_what_is_told_is_how_many_answers_were_played() -> None:
    told: list[float] = []
    maker.endless.forget("p-pack-autumn-1")
    made = maker.endless("p-pack-autumn-1", tell=told.append)
    assert told == list(range(1, len(told) + 1))
    assert len(told) > 20
    again: list[float] = []
    assert maker.endless("p-pack-autumn-1", tell=again.append) is made
    assert again == [], "made once"


def test_the_end_of_a_run_and_a_run_tapped_again_are_not_taken_away(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        page: Any = PuzzlePage(kind="legal")
        kind = type(page.run.kind)
        monkeypatch.setattr(kind, "next_endless", lambda _, name, **more: slow(name, **more))
        send(page, "mode", mode="streak")
        asked = page.puzzle.id
        for act in ("mode", "check"):
            slow.heard.clear()
            slow.is_cancelled = False
            send(page, "mode", mode="endless")
            await until(slow.heard.is_set)
            if act == "mode":
                send(page, "mode", mode="streak")
            else:
                solve(page)
                assert page.attempt.ended
            assert page.making == {}
            await until(lambda: slow.is_cancelled)
            await asyncio.sleep(0)
            assert (page.mode, page.puzzle.id) == ("streak", asked)

    asyncio.run(play())

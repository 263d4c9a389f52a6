"""Odds beside a page: each asked for once, known from then on, bounded, cancelled, and never a traceback."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.background import Cancelled, Report
from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.odds import OddsError
from fujikoro_nb.play.odds_service import Asker, OddsService, fault_said
from fujikoro_nb.texts import LANGUAGES, say


class Heard:
    """What came of questions."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.faults: list[Exception] = []
        self.came = asyncio.Event()

    def done(self, answer: Any) -> None:
        self.answers.append(answer)
        self.came.set()

    def failed(self, fault: Exception) -> None:
        self.faults.append(fault)
        self.came.set()

    async def wait(self) -> None:
        await asyncio.wait_for(self.came.wait(), 30)
        self.came.clear()


class Gate:
    """Work that goes on until it is let through; counts how often it began."""

    def __init__(self, answer: object = "answer") -> None:
        self.began, self.opened, self.stopped = threading.Event(), threading.Event(), threading.Event()
        self.times, self.answer = 0, answer

    def work(self, report: Report) -> object:
        self.times += 1
        self.began.set()
        try:
            while not self.opened.wait(0.002):
                report(0.5)
        except Cancelled:
            self.stopped.set()
            raise
        return self.answer


def ask(asker: Asker, question: object, work: Callable[[Report], Any], heard: Heard, **how: Any) -> None:
    asker.ask(question, work, done=heard.done, failed=heard.failed, **how)


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def test_what_is_known_is_answered_at_once_and_not_worked_out() -> None:
    service, heard = OddsService(), Heard()
    ask(service.asker(), ("fight", 3), lambda _: 0.5, heard)
    ask(service.asker(), ("fight", 3), pytest.fail, heard)
    assert heard.answers == [0.5, 0.5]


def test_none_is_an_answer_too() -> None:
    service, heard = OddsService(), Heard()
    ask(service.asker(), "too large", lambda _: None, heard)
    ask(service.asker(), "too large", pytest.fail, heard)
    assert heard.answers == [None, None]


def test_two_who_ask_the_same_wait_for_one_computation() -> None:
    async def play() -> None:
        service, gate, one, two = OddsService(), Gate(), Heard(), Heard()
        ask(service.asker(), "q", gate.work, one)
        await asyncio.to_thread(gate.began.wait, 30)
        ask(service.asker(), "q", pytest.fail, two, then=lambda answer: f"{answer} in French")
        gate.opened.set()
        await one.wait()
        await two.wait()
        assert (one.answers, two.answers, gate.times) == (["answer"], ["answer in French"], 1)

    run(play)


def test_asked_again_meanwhile_by_the_same_the_work_goes_on_and_is_told_anew() -> None:
    async def play() -> None:
        service, gate, old, new = OddsService(), Gate(), Heard(), Heard()
        asker = service.asker()
        ask(asker, "q", gate.work, old)
        await asyncio.to_thread(gate.began.wait, 30)
        ask(asker, "q", pytest.fail, new, then=lambda answer: f"{answer} in German")
        gate.opened.set()
        await new.wait()
        assert (old.answers, new.answers, gate.times) == ([], ["answer in German"], 1)

    run(play)


def test_a_cancelled_question_ends_and_is_not_answered() -> None:
    async def play() -> None:
        service, gate, heard = OddsService(), Gate(), Heard()
        asker = service.asker()
        ask(asker, "q", gate.work, heard)
        await asyncio.to_thread(gate.began.wait, 30)
        assert asker.is_waiting
        asker.cancel()
        assert not asker.is_waiting
        assert await asyncio.to_thread(gate.stopped.wait, 30)
        assert not service.is_running("q")
        assert service.known("q") is None
        ask(asker, "q", lambda _: "anew", heard)
        await heard.wait()
        assert heard.answers == ["anew"]

    run(play)


def test_what_another_still_waits_for_goes_on() -> None:
    async def play() -> None:
        service, gate, one, two = OddsService(), Gate(), Heard(), Heard()
        first, second = service.asker(), service.asker()
        ask(first, "q", gate.work, one)
        ask(second, "q", pytest.fail, two)
        first.cancel()
        assert service.is_running("q")
        gate.opened.set()
        await two.wait()
        assert (one.answers, two.answers) == ([], ["answer"])

    run(play)


def test_held_a_question_may_be_left_and_asked_again() -> None:
    async def play() -> None:
        service, gate, other, heard = OddsService(), Gate(), Gate(), Heard()
        asker = service.asker()
        ask(asker, "q", gate.work, heard)
        await asyncio.to_thread(gate.began.wait, 30)
        with service.held():
            asker.cancel()
            assert service.is_running("q")
            ask(asker, "q", pytest.fail, heard)
        gate.opened.set()
        await heard.wait()
        assert (heard.answers, gate.times) == (["answer"], 1)
        ask(asker, "other", other.work, heard)
        with service.held():
            asker.cancel()
        assert not service.is_running("other"), "nobody asked again"

    run(play)


def test_a_newer_question_takes_the_place_of_the_older() -> None:
    async def play() -> None:
        service, gate, heard = OddsService(), Gate("old"), Heard()
        asker = service.asker()
        ask(asker, "old", gate.work, heard)
        await asyncio.to_thread(gate.began.wait, 30)
        ask(asker, "new", lambda _: "new", heard)
        await heard.wait()
        assert heard.answers == ["new"]
        assert gate.stopped.is_set(), "one after the other"

    run(play)


def test_what_is_asked_aside_lets_the_first_question_go_on_afterwards() -> None:
    async def play() -> None:
        service, gate, first, aside = OddsService(), Gate("first"), Heard(), Heard()
        asker = service.asker()

        def begin() -> None:
            ask(asker, "first", gate.work, first, again=begin)

        begin()
        await asyncio.to_thread(gate.began.wait, 30)
        ask(asker, "aside", lambda _: "aside", aside, is_aside=True)
        await aside.wait()
        assert asker.is_waiting, "the first one is asked again"
        gate.opened.set()
        await first.wait()
        assert (first.answers, aside.answers, gate.times) == (["first"], ["aside"], 2)
        ask(asker, "aside", pytest.fail, aside, is_aside=True)
        assert not asker.is_waiting, "nothing was interrupted"

    run(play)


def test_dropped_nothing_is_asked_again() -> None:
    async def play() -> None:
        service, gate, other, heard = OddsService(), Gate(), Gate(), Heard()
        asker = service.asker()
        ask(asker, "first", gate.work, heard, again=pytest.fail)
        ask(asker, "aside", other.work, heard, is_aside=True)
        asker.drop()
        assert not asker.is_waiting
        assert not service.is_running("first")
        assert not service.is_running("aside")

    run(play)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failed_worker_becomes_one_friendly_sentence(
    language: str, caplog: pytest.LogCaptureFixture
) -> None:
    said = {}
    for fault in (
        OddsError("too-large", max=400),
        Illegal(refuse("craft.when", "nothing-asked")),
        RuntimeError("our own fault"),
    ):

        def fail(_: Report, fault: Exception = fault) -> None:
            raise fault

        heard = Heard()
        service = OddsService()
        ask(service.asker(), "q", fail, heard)
        assert (heard.answers, heard.faults) == ([], [fault])
        assert service.known("q") is None, "tried again, it may go"
        with caplog.at_level(logging.ERROR):
            said[type(fault)] = fault_said(fault, language=language)
    assert said[OddsError] == say("odds.too-large", language=language, max=400)
    assert said[RuntimeError] == say("widgets.failed", language=language)
    assert "our own fault" in caplog.text
    assert all(sentence and "\n" not in sentence for sentence in said.values())


def test_a_page_that_fails_to_show_an_answer_keeps_it() -> None:
    service = OddsService()

    def fail(_: object) -> None:
        raise ValueError("not shown")

    with pytest.raises(ValueError, match="not shown"):
        service.asker().ask("q", lambda _: 3, done=fail, failed=pytest.fail)
    heard = Heard()
    ask(service.asker(), "q", pytest.fail, heard)
    assert heard.answers == [3]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 50))), st.integers(1, 6), st.integers(0, 120))
def test_memory_is_bounded_and_the_newest_stays(
    asked: list[tuple[int, int]], most: int, most_bytes: int
) -> None:
    service = OddsService(most=most, most_bytes=most_bytes)
    for question, size in asked:
        service.keep(question, size, size=size)
        known = service.known(question)
        assert known is not None
        assert known.value == size
        assert len(service) <= most
        assert len(service) == 1 or service.bytes_kept <= most_bytes


def test_progress_is_told_to_all_who_wait() -> None:
    async def play() -> None:
        service, gate, told = OddsService(), Gate(), [asyncio.Event(), asyncio.Event()]
        for one in told:
            ask(service.asker(), "q", gate.work, Heard(), told=lambda _, one=one: one.set())
        for one in told:
            await asyncio.wait_for(one.wait(), 30)
        gate.opened.set()

    run(play)

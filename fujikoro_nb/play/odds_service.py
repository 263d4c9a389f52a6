"""Odds beside a page: every question is worked out once, in a thread, and its answer is known from then on.

    service = OddsService()
    asker = service.asker()
    asker.ask(question, work, done=show, failed=tell)      # at once where the answer is known
    asker.cancel()                                         # nobody waits any more

A page has one service, and an asker for each thing that waits for one answer at a time. What is asked and how it is
shown stays with them.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from fujikoro_nb.background import Background, Report
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds.fight import OddsError
from fujikoro_nb.texts import error_sentence, say

__all__ = ["MOST_BYTES", "MOST_KNOWN", "Asker", "Known", "OddsService", "fault_said"]

LOG = logging.getLogger("fujikoro_nb.odds")

MOST_KNOWN = 96
"""Answers that are remembered: those of a few turns of everybody at a device."""
MOST_BYTES = 120_000_000
"""All of them together; the newest stays in any case."""

Work = Callable[[Report], Any]


class Known(NamedTuple):
    """An answer that is there; ``value`` may be None."""

    value: Any
    size: int = 0
    """About how many bytes it takes."""


def _tell_nobody(share: float) -> None:
    """Nobody asks how far it is."""


def _as_it_is(value: Any) -> Any:
    return value


def _small(value: Any) -> int:
    """Some numbers: how many answers there are bounds those."""
    return 0


class _Ear(NamedTuple):
    """Who waits for an answer, and what is done with it."""

    done: Callable[[Any], None]
    failed: Callable[[Exception], None]
    told: Callable[[float], None]
    then: Callable[[Any], Any]


class _Run:
    """One computation that goes on, and all who wait for it."""

    def __init__(self, question: Hashable, turn: threading.Lock) -> None:
        self.question = question
        self.background = Background(turn)
        self.ears: dict[Asker, _Ear] = {}


class OddsService:
    """Answers of one page. All methods belong to the page's thread but `known` and `keep`."""

    def __init__(self, *, most: int = MOST_KNOWN, most_bytes: int = MOST_BYTES) -> None:
        self.most, self.most_bytes = most, most_bytes
        self._known: OrderedDict[Hashable, Known] = OrderedDict()
        self._lock = threading.Lock()
        self._runs: dict[Hashable, _Run] = {}
        self._is_held = False

    def asker(self) -> Asker:
        """Somebody who waits for one answer at a time."""
        return Asker(self)

    # ---- what is known

    def __len__(self) -> int:
        return len(self._known)

    @property
    def bytes_kept(self) -> int:
        """About how much memory the answers take."""
        return sum(known.size for known in tuple(self._known.values()))

    def known(self, question: Hashable) -> Known | None:
        """The answer, if it is there already."""
        with self._lock:
            found = self._known.get(question)
            if found is not None:
                self._known.move_to_end(question)
            return found

    def keep(self, question: Hashable, value: Any, *, size: int = 0) -> None:
        """Remember an answer; of too many the one that was asked for longest ago goes."""
        with self._lock:
            self._known[question] = Known(value, size)
            self._known.move_to_end(question)
            total = sum(known.size for known in self._known.values())
            while len(self._known) > 1 and (len(self._known) > self.most or total > self.most_bytes):
                _, gone = self._known.popitem(last=False)
                total -= gone.size

    # ---- what is being worked out

    def is_running(self, question: Hashable) -> bool:
        """Whether somebody waits for this answer."""
        return question in self._runs

    def wait_for(
        self,
        asker: Asker,
        question: Hashable,
        work: Work,
        ear: _Ear,
        turn: threading.Lock,
        *,
        size: Callable[[Any], int] | None,
    ) -> None:
        """Begin to work out an answer for this asker, or join those who wait for it."""
        run = self._runs.get(question)
        if run is not None:
            run.ears[asker] = ear
            return
        run = self._runs[question] = _Run(question, turn)
        run.ears[asker] = ear
        at_work = run

        def work_out(report: Report) -> tuple[Any, Any]:
            value = work(report)
            return value, ear.then(value)

        def over(answer: tuple[Any, Any]) -> None:
            value, shown = answer
            if size is not None:
                self.keep(question, value, size=size(value))
            for one, waiting in self._leave_all(at_work):
                one.hear(partial(waiting.done, shown if waiting is ear else waiting.then(value)))

        def failed(fault: Exception) -> None:
            for one, waiting in self._leave_all(at_work):
                one.hear(partial(waiting.failed, fault))

        def told(share: float) -> None:
            for waiting in tuple(at_work.ears.values()):
                waiting.told(share)

        run.background.start(work_out, done=over, failed=failed, progress=told)

    def _leave_all(self, run: _Run) -> list[tuple[Asker, _Ear]]:
        """The computation is over: who waited for it."""
        self._forget(run)
        ears, run.ears = list(run.ears.items()), {}
        return ears

    def leave(self, asker: Asker) -> None:
        """This asker waits no more; what nobody waits for ends."""
        for run in self._runs.values():
            run.ears.pop(asker, None)
        self._end_unheard()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What nobody waits for ends only after this: somebody is about to ask the same again."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._end_unheard()

    def _end_unheard(self) -> None:
        for run in () if self._is_held else tuple(self._runs.values()):
            if not run.ears:
                run.background.cancel()
                self._forget(run)

    def _forget(self, run: _Run) -> None:
        if self._runs.get(run.question) is run:
            del self._runs[run.question]


class Asker:
    """Asks one thing at a time: a new question takes the place of the one before, unless it is asked ``aside``."""

    def __init__(self, service: OddsService) -> None:
        self.service = service
        self._turn = threading.Lock()
        self._question: Hashable = None
        self._is_waiting = self._is_aside = False
        self._again: Callable[[], None] | None = None
        self._interrupted: Callable[[], None] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_waiting

    def ask(
        self,
        question: Hashable,
        work: Work,
        *,
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        told: Callable[[float], None] = _tell_nobody,
        then: Callable[[Any], Any] = _as_it_is,
        size: Callable[[Any], int] | None = _small,
        again: Callable[[], None] | None = None,
        is_aside: bool = False,
    ) -> None:
        """Work this out instead of what was asked before, unless it is known or being worked out already.

        ``done`` hears what ``then`` makes of the answer, in the thread of the work; ``failed`` any exception but a
        cancellation; ``told`` how far it is. ``again`` asks the same once more, after what is asked aside meanwhile.
        ``size`` tells about how many bytes an answer takes; None: whoever works it out remembers it.
        """
        if not is_aside:
            self._again, self._interrupted = again, None
        elif self._is_waiting and not self._is_aside:
            self._interrupted = self._again
        if not (self._is_waiting and self.service.is_running(question) and question == self._question):
            self.service.leave(self)
        self._question, self._is_waiting, self._is_aside = question, True, is_aside
        ear = _Ear(done, failed, told, then)
        known = self.service.known(question)
        if known is None:
            self.service.wait_for(self, question, work, ear, self._turn, size=size)
        else:
            self.hear(lambda: done(then(known.value)))

    def hear(self, tell: Callable[[], None]) -> None:
        """What was waited for is here; what it had interrupted is asked again."""
        self._is_waiting = False
        tell()
        if self._is_aside:
            self._resume()

    def cancel(self) -> None:
        """Nobody waits for this answer any more; what its question had interrupted is asked again."""
        self.service.leave(self)
        self._is_waiting = False
        self._resume()

    def drop(self) -> None:
        """Nobody waits for any answer, nor for what was interrupted."""
        self._interrupted = None
        self.cancel()

    def _resume(self) -> None:
        again, self._interrupted = self._interrupted, None
        if again is not None:
            again()


def fault_said(fault: Exception, *, language: str) -> str:
    """Why there are no odds, in one sentence; what nobody foresaw is written into the log."""
    if isinstance(fault, OddsError):
        return say(f"odds.{fault.key}", language=language, **fault.data)
    if isinstance(fault, Illegal | Unreadable):
        return error_sentence(fault, language=language)
    LOG.error("odds failed", exc_info=fault)
    return say("widgets.failed", language=language)

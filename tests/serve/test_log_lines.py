"""Each cause is said once a minute, and two causes do not hide each other."""

from __future__ import annotations

import logging
import sys

from fujikoro_nb.serve.log_lines import Causes, OnceAMinute


def test_each_cause_is_said_once_a_minute_with_what_was_left_out() -> None:
    now = [0.0]
    heard: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    logger = logging.getLogger("fujikoro_nb.of-this-test")
    logger.addHandler(Kept())
    logger.addFilter(OnceAMinute(Causes(lambda: now[0])))
    for number in range(1000):
        logger.warning("a cause, number %d", number)
    logger.warning("another cause")
    now[0] = 61
    for number in (0, 1):
        logger.warning("after a minute: %d", number)
    assert heard == ["a cause, number 0", "another cause", "after a minute: 0"]
    causes = Causes(lambda: now[0])
    assert [causes.line("same", "text") for _ in range(3)] == ["text", None, None]
    now[0] = 122
    assert causes.line("same", "text") == "text (2 more like this were left out)"


def test_two_faults_that_one_place_logs_do_not_hide_each_other() -> None:
    heard = OnceAMinute(Causes())
    logger = logging.getLogger("fujikoro_nb.of-this-test-too")

    def passes(fault: str, *, name: str = logger.name) -> bool:
        try:
            int(fault)
        except ValueError:
            error = sys.exc_info()
        return bool(heard.filter(logging.LogRecord(name, logging.ERROR, "web.py", 1, "fault", (), error)))

    def another() -> bool:
        try:
            raise ValueError
        except ValueError:
            error = sys.exc_info()
        return bool(
            heard.filter(logging.LogRecord(logger.name, logging.ERROR, "web.py", 1, "fault", (), error))
        )

    assert [passes("x"), passes("x"), another(), another(), passes("x", name="of another")] == [
        True,
        False,
        True,
        False,
        True,
    ]

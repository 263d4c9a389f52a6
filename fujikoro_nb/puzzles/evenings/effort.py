"""How much the engine plays for a puzzle while somebody waits: counted, so that the same is made on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class TooMany(ValueError):
    """More can follow than is played out."""


class _Effort:
    """Answers that were played of those that may be; ``tell`` hears how many."""

    def __init__(self, most: int, tell: Callable[[int], None]) -> None:
        self.most, self.tell = most, tell
        self.played = 0

    def spend(self, answers: int) -> None:
        self.played += answers
        self.tell(answers)
        if self.played > self.most:
            raise TooMany(str(self.most))


_NOW: ContextVar[_Effort | None] = ContextVar("effort", default=None)


@contextmanager
def at_most(answers: int, tell: Callable[[int], None] = lambda _: None) -> Iterator[None]:
    """Within it the engine plays so many answers; then it raises TooMany. ``tell`` may raise to end the work."""
    token = _NOW.set(_Effort(answers, tell))
    try:
        yield
    finally:
        _NOW.reset(token)


def spend(answers: int = 1) -> None:
    """So many answers are played now. Raises TooMany where they are too many; else nothing limits them."""
    now = _NOW.get()
    if now is not None:
        now.spend(answers)

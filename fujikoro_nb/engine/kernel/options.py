"""What may be answered: lists, counts and tests membership lazily, and says whether it is all there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol

from fujikoro_nb.engine.kernel.question import Answer


class Options(Protocol):
    """The answers to one question.

    ``is_complete``: an answer is in the options exactly when check says nothing. Otherwise it is a menu: every
    listed answer is legal, ``in`` still equals check, but more answers are legal than are listed, and counts
    made through it are regression, never verified; ``maker`` names the menu's maker and its version.
    """

    @property
    def is_complete(self) -> bool: ...
    @property
    def maker(self) -> str: ...
    def __iter__(self) -> Iterator[Answer]: ...
    def __len__(self) -> int: ...
    def __contains__(self, answer: object) -> bool: ...
    def has_made(self, answer: object) -> bool:
        """Whether this very answer, not one that equals it, was handed out by these options: it is legal.

        An answer that came by another way, from a page, a script or a save, is one that `Game.step` has to check.
        """
        ...


class Complete:
    """All legal answers, listed."""

    is_complete = True
    maker = "complete"

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = tuple(answers)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __contains__(self, answer: object) -> bool:
        return answer in self._answers

    def has_made(self, answer: object) -> bool:
        """Whether it is one of the listed."""
        return any_is(self._answers, answer)


class Menu:
    """Some legal answers, made when asked for; membership is the rules' own check."""

    is_complete = False

    def __init__(
        self, maker: str, make: Callable[[], Iterable[Answer]], is_legal: Callable[[object], bool]
    ) -> None:
        self.maker = maker
        self._make = make
        self._is_legal = is_legal
        self._made: tuple[Answer, ...] | None = None

    def __iter__(self) -> Iterator[Answer]:
        made = self._make() if self._made is None else self._made
        if isinstance(made, tuple):
            self._made = made
        return iter(made)

    def __len__(self) -> int:
        if self._made is None:  # kept, because `list` asks for the length before it asks for the answers
            self._made = tuple(self._make())
        return len(self._made)

    def __contains__(self, answer: object) -> bool:
        return self._is_legal(answer)

    def has_made(self, answer: object) -> bool:
        """Whether it is one of the listed; nothing is made to find out."""
        return self._made is not None and any_is(self._made, answer)


class Lazy(Menu):
    """All legal answers, made one after the other when somebody asks; membership is the rules' own check."""

    is_complete = True

    def __init__(self, make: Callable[[], Iterable[Answer]], is_legal: Callable[[object], bool]) -> None:
        super().__init__("complete", make, is_legal)


class Joined:
    """Several options as one; no answer may stand in two of them."""

    def __init__(self, *parts: Options) -> None:
        self._parts = parts

    @property
    def is_complete(self) -> bool:
        """Whether every part lists all there is."""
        return all(part.is_complete for part in self._parts)

    @property
    def maker(self) -> str:
        """The makers of the parts that are menus."""
        return "+".join(part.maker for part in self._parts if not part.is_complete) or "complete"

    def __iter__(self) -> Iterator[Answer]:
        return chain.from_iterable(self._parts)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __contains__(self, answer: object) -> bool:
        return any(answer in part for part in self._parts)

    def has_made(self, answer: object) -> bool:
        """Whether one of the parts has."""
        return any(part.has_made(answer) for part in self._parts)


def any_is(answers: Iterable[Answer], answer: object) -> bool:
    """Whether one of these is this very answer; to compare what they hold would take longer."""
    for one in answers:  # noqa: SIM110 - a generator takes three times as long, and this stands between all answers
        if one is answer:
            return True
    return False

"""Puzzles without end: what they are called, which comes after which, and those that were made last."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from fujikoro_nb.puzzles.book import Entry

E = TypeVar("E", bound=Entry[Any, Any, Any])
W = TypeVar("W")
Tell = Callable[[float], None]
"""Hears how many answers were played so far, and may raise to end the work."""

_MOST = 10**6
_MOST_MADE = 64


def _untold(_: float) -> None:
    """Nobody waits."""


class Place(msgspec.Struct, frozen=True):
    """Which one a name means. ``number`` is counted from 0, ``recipe`` empty where a name has none."""

    seed: str
    number: int
    recipe: str = ""

    def __str__(self) -> str:
        """Whatever is drawn for this one is drawn from that."""
        return f"{self.seed} {self.number}"


class Endless(Generic[E]):
    """The puzzles without end of a kind: called with a name it gives the puzzle of that, the same every time.

    ``make`` makes it; None where it can make none of that place. ``recipes`` stand in the names and take turns; they
    and whatever ``make`` draws from must stay as they are, since a link that was shared opens the same way for ever.

    >>> Endless(lambda place, name, tell: None).name_of("autumn", 7)
    'e-autumn-7'
    """

    def __init__(
        self,
        make: Callable[[Place, str, Tell], E | None],
        *,
        letter: str = "e",
        recipes: tuple[str, ...] = (),
    ) -> None:
        self._make = make
        self._letter = letter
        self._recipes = recipes
        recipe = r"([a-z]{3,6})-" if recipes else "()"
        self._name = re.compile(rf"{letter}-{recipe}([a-z0-9]{{1,12}})-([0-9]{{1,6}})")
        self._made: dict[str, E | None] = {}
        self._lock = threading.Lock()  # a thread beside a page makes them as well

    def __call__(self, name: str, *, tell: Tell = _untold) -> E | None:
        """The puzzle of this name; None when it is no such name."""
        place = self.place(name)
        if place is None:
            return None
        with self._lock:
            if name in self._made:
                return self._made[name]
        made = self._make(place, name, tell)
        with self._lock:
            while len(self._made) >= _MOST_MADE:
                self._made.pop(next(iter(self._made)))
            return self._made.setdefault(name, made)

    def forget(self, name: str) -> None:
        """Make it anew when it is asked for again."""
        with self._lock:
            self._made.pop(name, None)

    def place(self, name: str) -> Place | None:
        """What a name means; None when it is no such name."""
        found = self._name.fullmatch(name)
        if found is None or (self._recipes and found[1] not in self._recipes):
            return None
        return Place(found[2], int(found[3]), found[1])

    def name_of(self, seed: str, number: int, recipe: str = "") -> str:
        """What the puzzle of this number is called, counted from 0; ``seed`` has letters and digits.

        ``recipe`` where names have one; else it is the first.
        """
        named = f"-{recipe or self._recipes[0]}" if self._recipes else ""
        return f"{self._letter}{named}-{seed}-{number}"

    def number_of(self, name: str) -> int | None:
        """The number in such a name, counted from 1; None when it is no such name."""
        place = self.place(name)
        return None if place is None else place.number + 1

    def name_after(self, name: str, *, seed: str) -> str:
        """The name of the next one, of the next recipe; that of the first of ``seed`` after something else."""
        place = self.place(name)
        if place is None:
            return self.name_of(seed, 0)
        recipe = ""
        if self._recipes:
            recipe = self._recipes[(self._recipes.index(place.recipe) + 1) % len(self._recipes)]
        return self.name_of(place.seed, (place.number + 1) % _MOST, recipe)


def first_made(make: Callable[[W], E | None], seeds: Iterable[W]) -> E | None:
    """What the first of these seeds makes that makes one; None when none does."""
    return next((made for made in map(make, seeds) if made is not None), None)


def by_turns(room: str, place: Place, recipes: Sequence[str], make: Callable[[str], E | None]) -> E | None:
    """What a recipe drawn for this place makes; where it makes none, the one after it, and so on."""
    first = random.Random(f"fujikoro {room} {place}").randrange(len(recipes))
    return first_made(make, (*recipes[first:], *recipes[:first]))


def tried(place: Place, tries: int) -> Iterator[str]:
    """So many seeds of this place."""
    return (f"{place} {one}" for one in range(tries))

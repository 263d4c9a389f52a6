"""Puzzles without end, as all kinds have them: names, what comes after which, and what is kept of those made."""

from __future__ import annotations

import datetime

import pytest

from fujikoro_nb.puzzles.endless import Endless, Place, Tell, first_made
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.legal.puzzle import ActEntry
from fujikoro_nb.puzzles.run import ENDLESS, Run

DAY = datetime.date(2026, 11, 28)
ENTRY = kind_of("legal").book().entries[0]
WITH = [one.kind for one in BOOKS if kind_of(one.kind).has_endless]
each_kind = pytest.mark.parametrize("kind", WITH)


class Counted:
    """Makes the same of every name, and remembers of which."""

    def __init__(self) -> None:
        self.made: list[tuple[str, Place]] = []

    def __call__(self, place: Place, name: str, tell: Tell) -> ActEntry | None:
        tell(1)
        self.made.append((name, place))
        return ENTRY


def test_a_name_says_seed_number_and_recipe() -> None:
    plain, named = Endless(Counted()), Endless(Counted(), letter="p", recipes=("lava", "haul"))
    assert plain.place("e-autumn-07") == Place("autumn", 7)
    assert named.place("p-haul-autumn-7") == Place("autumn", 7, "haul")
    assert (plain.number_of("e-autumn-7"), named.number_of("p-lava-autumn-7")) == (8, 8)
    assert named.name_of("autumn", 7) == "p-lava-autumn-7"
    for one in (plain, named):
        first = one.name_after("l07", seed="x")
        assert one.number_of(first) == 1
        assert one.number_of(one.name_after(first, seed="y")) == 2
        last = one.name_of("x", 999_999)
        assert one.number_of(one.name_after(last, seed="y")) == 1, "it begins again"
    assert named.name_after("p-haul-autumn-7", seed="x") == "p-lava-autumn-8"


# fmt: off
NO_NAMES = (
    "", "e", "e-", "e-a", "e-a-", "e-A-1", "e-a-1234567", "e-a-١", "e-a-1\n", "e-a.b-1", "e-é-1", "e--1",
    "p-a-1", "p-dance-a-1", "p-lava--1", "p-lava-a-x", "../e-a-1", "e-abcdefghijklm-1", "e-" * 600,
)
# fmt: on


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name_makes_nothing(name: str) -> None:
    maker = Counted()
    for one in (Endless(maker), Endless(maker, letter="p", recipes=("lava",))):
        assert one(name) is None
        assert one.number_of(name) is None
    assert maker.made == []


def test_each_is_made_once_and_the_oldest_is_forgotten() -> None:
    maker, told = Counted(), list[float]()
    endless = Endless(maker)
    names = [endless.name_of("x", number) for number in range(65)]
    for name in (*names, names[1], names[64]):
        assert endless(name, tell=told.append) is ENTRY
    assert len(maker.made) == len(told) == 65
    endless(names[0])
    assert len(maker.made) == 66
    endless.forget(names[64])
    endless(names[64])
    assert len(maker.made) == 67


def test_the_first_seed_that_makes_one_is_taken() -> None:
    tried = []

    def make(seed: str) -> ActEntry | None:
        tried.append(seed)
        return ENTRY if seed == "b" else None

    assert first_made(make, "abc") is ENTRY
    assert tried == ["a", "b"]
    assert first_made(make, "ac") is None


@each_kind
def test_a_run_offers_the_next_one_and_knows_it_by_its_name(kind: str) -> None:
    of_kind = kind_of(kind)
    book = of_kind.book()
    run = Run(kind=of_kind, book=book, entry=book.entries[0], today=DAY, mode=ENDLESS, seed="runs")
    first = run.offered
    assert first is not None
    assert (of_kind.number_of(first.puzzle.id), run.mode_of(first)) == (1, ENDLESS)
    assert of_kind.encode(first.puzzle) == first.puzzle.id, "a link carries its name"
    assert of_kind.decode(first.puzzle.id) == first.puzzle
    assert of_kind.proved(first.puzzle) == first
    assert not run.is_listed(first), "rating, days and repetition are those of the book"

"""Puzzles without end, as all kinds have them: names, what comes after which, and what is kept of those made."""

from __future__ import annotations

import datetime

import msgspec
import pytest

from fujikoro_nb.background import Cancelled
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, first_made
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.legal.puzzle import ActEntry
from fujikoro_nb.puzzles.run import ENDLESS, Run
from fujikoro_nb.texts import LANGUAGES, has
from tests.support.sampling import sample

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


@each_kind
@pytest.mark.parametrize("number", sample(range(20), 2))
def test_a_name_gives_the_same_puzzle_with_all_that_one_of_the_book_has(kind: str, number: int) -> None:
    of_kind = kind_of(kind)
    made = of_kind.endless  # type: ignore[attr-defined]
    name = made.name_of("tests", number)
    entry = made(name)
    assert entry is not None
    made.forget(name)
    assert made(name) == entry
    assert (entry.puzzle.id, of_kind.number_of(name), of_kind.book().entry(name)) == (name, number + 1, None)
    assert of_kind.decode(of_kind.encode(entry.puzzle)) == entry.puzzle
    assert of_kind.proved(entry.puzzle) == entry
    assert 800 <= entry.rated.rating <= 2000
    for language in LANGUAGES:
        said = [
            of_kind.hint(entry, hint, language=language).sentence for hint in HintKind if hint != "solution"
        ]
        said += [of_kind.statement(entry.puzzle, language=language), of_kind.proof(entry, language=language)]
        said.append(of_kind.about(entry, language=language))
        assert all(said)
        assert "no text" not in " ".join(said)
        assert all(has(f"theme.{theme}", language=language) for theme in entry.rated.themes)
        assert of_kind.check(entry, of_kind.solution(entry), language=language).outcome == Outcome.RIGHT


@pytest.mark.parametrize("kind", ["crafting", "fights", "dragons", "plans"])
def test_whoever_stops_waiting_ends_the_work_and_nothing_half_is_kept(kind: str) -> None:
    made = kind_of(kind).endless  # type: ignore[attr-defined]
    name = made.name_of("stopped", 1)

    def stop(_: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        made(name, tell=stop)
    assert made(name) is not None


@pytest.mark.parametrize("kind", ["crafting", "fights", "dragons"])
def test_a_whole_puzzle_that_calls_itself_one_without_end_is_somebodys_own(kind: str) -> None:
    """Links of these kinds may carry any puzzle: the name alone says which one without end is meant."""
    of_kind = kind_of(kind)
    entry = of_kind.endless("e-tests-0")  # type: ignore[attr-defined]
    disguised = msgspec.structs.replace(entry.puzzle, id="e-autumn-7")
    opened = of_kind.decode(to_code(disguised))
    assert opened == msgspec.structs.replace(entry.puzzle, id="mine")
    assert of_kind.number_of(opened.id) is None
    assert of_kind.proved(opened).certificate == entry.certificate
    with pytest.raises(Unreadable):
        of_kind.decode("e-autumn-")

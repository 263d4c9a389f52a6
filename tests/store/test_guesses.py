"""How long who tries codes waits, and what a page's kernel says to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.store import NoTable, Refused, sharing
from fujikoro_nb.store.guesses import LONGEST_WAIT, MOST_CLIENTS, Guesses, Rate, TooSoon
from fujikoro_nb.store.sharing import SharedGame
from fujikoro_nb.texts import LANGUAGES
from tests.serve.readers.evenings import put
from tests.support.open_tables import close_tables


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wrong(guesses: Guesses, code: str) -> int:
    """Try a code that no table has; the seconds to wait, or 0 when it was looked for."""
    try:
        with guesses.trying("me", code):
            raise NoTable("no-table", code=code)
    except NoTable:
        return 0
    except TooSoon as fault:
        return fault.seconds


def test_each_wait_is_twice_as_long_up_to_an_hour_and_quiet_hours_are_counted_back() -> None:
    clock = Clock()
    guesses = Guesses(3, clock=clock)
    waits = []
    for turn in range(8):
        assert [wrong(guesses, f"{turn}-{letter}") for letter in "ABC"] == [0, 0, 0]
        waits.append(wrong(guesses, f"{turn}-D"))
        assert wrong(guesses, f"{turn}-E") == waits[-1], "trying on makes it no longer"
        clock.now += waits[-1]
    assert waits == [60, 120, 240, 480, 960, 1920, LONGEST_WAIT, LONGEST_WAIT]
    clock.now += 24 * 3600
    assert [wrong(guesses, letter) for letter in "ABCD"] == [0, 0, 0, 60]


def test_a_code_mistyped_now_and_then_is_never_waited_for() -> None:
    clock = Clock()
    guesses = Guesses(3, clock=clock)
    for number in range(50):
        assert wrong(guesses, "ABCDEF"[number % 6] * 6) == 0
        clock.now += 25


def test_as_somebody_types_it_is_the_same_code() -> None:
    guesses = Guesses(2, clock=Clock())
    assert [wrong(guesses, code) for code in ("bcd-fgh", "BCDFGH", "bcd fgh", "b", "c")] == [0, 0, 0, 0, 60]


def test_a_rate_refills() -> None:
    clock = Clock()
    rate = Rate(2, 3, clock=clock)
    assert [rate.wait("me") for _ in range(4)] == [0, 0, 0, 1]
    assert rate.wait("other") == 0
    clock.now += 1
    assert [rate.wait("me") for _ in range(3)] == [0, 0, 1]


def test_few_clients_are_remembered() -> None:
    rate = Rate(1, 1, clock=Clock())
    for number in range(MOST_CLIENTS + 1):
        assert rate.wait(str(number)) == 0
    assert rate.wait(str(MOST_CLIENTS)) == 1
    assert rate.wait("0") == 0, "forgotten, for it came first"


@pytest.fixture
def _own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(sharing.ADDRESS, f"sqlite:///{tmp_path}/tables.sqlite")
    monkeypatch.setattr(sharing, "GUESSES", Guesses(30))
    close_tables()
    yield
    close_tables()


@pytest.mark.usefixtures("_own_tables")
def test_a_page_tries_thirty_codes_and_no_more() -> None:
    known, there = (sharing.tables().create("Friday", [put()]).code for _ in range(2))
    letters = "BCDFGH"

    def join(code: str) -> SharedGame:
        return SharedGame.join(code, writer="w" * 12, name="Ann")

    assert join(known).table.code == known
    for number in range(30):
        with pytest.raises(NoTable):
            join(f"BB{letters[number // 6]}{letters[number % 6]}BB")
    with pytest.raises(Refused) as refused:
        join(there)
    assert refused.value.reason == "too-many-codes"
    assert len({refused.value.said(language=language) for language in LANGUAGES}) == 3
    assert join(known).table.code == known

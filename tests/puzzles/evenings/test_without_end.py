"""Decisions in scenarios without end: made again by their names, played out anew, all eight evenings, soon."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Outcome
from fujikoro_nb.puzzles.evenings.effort import TooMany, at_most, spend
from fujikoro_nb.puzzles.evenings.kind import KIND
from fujikoro_nb.puzzles.evenings.maker import ENDLESS, RECIPES, endless, make_evening
from fujikoro_nb.puzzles.evenings.prove import proved_entry
from fujikoro_nb.puzzles.evenings.worth import Search
from fujikoro_nb.rulebook import has_rule
from tests.support.sampling import sample

NAMES = [endless.name_of("tests", number) for number in range(20)]


def entry_of(name: str) -> Any:
    entry = endless(name)
    assert entry is not None
    return entry


@pytest.mark.parametrize("name", sample(NAMES, 5))
def test_every_answer_is_played_out_anew_and_the_best_is_right(name: str) -> None:
    entry = entry_of(name)
    assert proved_entry(entry.puzzle) == entry
    search = Search(entry.puzzle)
    worths = {one: search.played(one) for one in entry.puzzle.choices}
    most = max(one.worth for one in worths.values() if one.refusal is None)
    best = tuple(text for text, one in worths.items() if one.refusal is None and one.worth == most)
    assert entry.certificate.right == best
    for text in entry.puzzle.choices:
        said = KIND.check(entry, text, language="en").outcome
        assert (said == Outcome.RIGHT) == (text in best)
    rules = {one.rule for one in entry.certificate.answers.values() if one.rule}
    assert all(map(has_rule, rules))


def test_all_evenings_have_their_turn_and_none_is_asked_twice() -> None:
    entries = [entry_of(name) for name in NAMES]
    assert {one.puzzle.scenario for one in entries} == set(range(1, 9))
    assert max(Counter(one.puzzle.scenario for one in entries).values()) <= 8
    assert len({str(one.puzzle.position) for one in entries}) == len(entries)
    book = {str(one.puzzle.position) for one in KIND.book().entries}
    assert not book & {str(one.puzzle.position) for one in entries}


def test_what_is_played_for_one_is_bounded_and_told() -> None:
    told: list[float] = []
    endless.forget(NAMES[0])
    assert endless(NAMES[0], tell=told.append) is not None
    assert told == sorted(told)
    assert told[-1] > 0
    with at_most(5):
        assert make_evening("ronin", 3, name="x") is None, "too much follows"
    assert set(ENDLESS) <= set(RECIPES)


def test_the_work_ends_when_nobody_waits_any_more() -> None:
    class Stopped(Exception):
        """The page has moved on."""

    def stop(played: float) -> None:
        if played > 3:
            raise Stopped

    name = endless.name_of("stopped", 0)
    with pytest.raises(Stopped):
        endless(name, tell=stop)
    spend(10**9)  # and nothing limits what is played afterwards
    with pytest.raises(TooMany), at_most(1):
        spend(2)


@pytest.mark.parametrize("code", ["e-", "e-A-1", "e-a-1234567", "e-a-١", "e-a-1\n", "e999", "x" * 1200])
def test_a_name_of_nothing_is_refused(code: str) -> None:
    with pytest.raises(Unreadable):
        KIND.decode(code)

"""Which rule forbids it, without end: judged anew, with rules switched off, the same by its name for ever."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.forbids.endless import endless
from fujikoro_nb.puzzles.forbids.kind import KIND
from fujikoro_nb.puzzles.legal.position import judgement
from fujikoro_nb.puzzles.legal.puzzle import certify, rate
from fujikoro_nb.rulebook import has_rule
from tests.support.sampling import sample
from tools.acts import faults_of
from tools.mutants import copies

NAMES = [endless.name_of("tests", number) for number in range(40)]


def entry_of(name: str) -> Any:
    entry = endless(name)
    assert entry is not None
    return entry


@pytest.mark.parametrize("name", sample(NAMES[:20], 8))
def test_one_of_four_rules_is_the_reason_that_the_engine_gives(name: str) -> None:
    entry = entry_of(name)
    refusal = judgement(entry.puzzle.position).refusal
    assert refusal is not None
    choices = entry.puzzle.choices
    assert len(set(choices)) == len(choices) == 4
    assert all(map(has_rule, choices))
    for choice in choices:
        assert KIND.check(entry, choice, language="en").is_right == (choice == refusal.rule)
    assert certify(entry.puzzle) == entry.certificate
    assert rate(entry.puzzle, entry.certificate) == entry.rated


def test_without_the_right_rule_it_is_done_and_without_a_wrong_one_refused() -> None:
    """What the page says of its proof: each rule switched off in a copy of the engine."""
    with copies(1) as made:
        assert not faults_of([entry_of(name).puzzle for name in sample(NAMES, 2)], made[0])


def test_they_differ_and_many_rules_have_their_turn() -> None:
    entries = [entry_of(name) for name in NAMES]
    assert len({str(one.puzzle.position) for one in entries}) == len(entries)
    rules = Counter(one.certificate.rule for one in entries)
    assert len(rules) >= 10
    assert max(rules.values()) <= 10
    assert len({one.rated.rating for one in entries}) >= 5
    assert {one.puzzle.position.gear is None for one in entries} == {True, False}


def test_nobody_waits_for_one() -> None:
    """In a loop of its own the slowest of twenty takes 0.4 s; the bound leaves room for a busy machine."""
    taken = []
    for number in range(20):
        begun = time.process_time()
        entry_of(endless.name_of("soon", number))
        taken.append(time.process_time() - begun)
    assert sorted(taken)[18] < 2


@pytest.mark.parametrize("code", ["e-", "e-A-1", "e-a-1234567", "e-a-١", "e-a-1\n", "f999", "x" * 1200])
def test_a_name_of_nothing_is_refused(code: str) -> None:
    with pytest.raises(Unreadable):
        KIND.decode(code)

"""Fight puzzles without end: each answer followed by the engine, and small enough to be made while somebody waits."""

from __future__ import annotations

import pytest

from fujikoro_nb.puzzles.fights.endless import endless
from fujikoro_nb.puzzles.fights.maker import make_fight
from fujikoro_nb.puzzles.fights.prove import work_of
from fujikoro_nb.puzzles.fights.puzzle import FightKind
from tests.puzzles.fights.followed import worths
from tests.support.sampling import sample

NUMBERS = [*range(18), 32, 35]
"""Twenty, among them two on whom to ask."""


@pytest.mark.parametrize("number", sample(NUMBERS, 5))
def test_every_answer_is_worth_what_comes_of_it(number: int) -> None:
    entry = endless(endless.name_of("tests", number))
    assert entry is not None
    proof = entry.certificate
    told = {"": proof.value} if entry.puzzle.kind in (FightKind.ODDS, FightKind.MONK) else dict(proof.worth)
    found = worths(entry.puzzle)
    assert found.keys() == told.keys()
    for answer, (worth, unsure) in found.items():
        assert abs(worth - told[answer]) <= unsure, answer
    assert proof.value == max(told.values())


def test_what_takes_more_work_than_it_may_is_not_proved() -> None:
    entry = make_fight("odds", 1, name="x")
    assert entry is not None
    work = work_of(entry.puzzle)
    assert make_fight("odds", 1, name="x", most_work=work) == entry
    assert make_fight("odds", 1, name="x", most_work=work - 1) is None

"""Puzzles on the dragons' step without end, each worked out apart from the engine."""

from __future__ import annotations

import pytest

from fujikoro_nb.puzzles.dragons.endless import endless
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind
from tests.puzzles.dragons.naive import right_of
from tests.support.sampling import sample


@pytest.mark.parametrize("number", sample(range(20), 5))
def test_right_answers_are_those_of_a_naive_working(number: int) -> None:
    entry = endless(endless.name_of("tests", number))
    assert entry is not None
    assert right_of(entry.puzzle) == set(entry.certificate.right)
    assert 0 < len(entry.certificate.right) < entry.certificate.answers


def test_every_kind_of_question_comes() -> None:
    made = [endless(endless.name_of("tests", number)) for number in range(12)]
    assert len({one.puzzle.kind for one in made if one is not None}) >= len(DragonKind) - 1

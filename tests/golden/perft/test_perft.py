"""Every perft file, every position, every depth."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.perft import boards, fights
from tests.golden.perft.walker import Counts, Position, count, per_first_answer, read

FILES = sorted(Path(__file__).parent.glob("*.perft"))
WALKED = {fights.MODE: fights, boards.MODE: boards}
POSITIONS = [position for path in FILES for position in read(path)]


@pytest.mark.parametrize(
    ("position", "depth"),
    [
        pytest.param(position, depth, id=f"{position.name}-{depth}")
        for position in POSITIONS
        for depth in position.depths
    ],
)
def test_perft(position: Position, depth: int) -> None:
    expected: Counts = position.depths[depth]
    walked = WALKED.get(position.lines["mode"][0])
    if walked is not None:
        found = walked.count(position, depth)
        assert found == expected, f"\n{walked.per_first_answer(position, depth)}"
        return
    state = position.start()
    found = count(state, depth, position.answers)
    assert found == expected, f"\n{per_first_answer(state, depth, position.answers)}"


def test_every_number_says_where_it_comes_from() -> None:
    assert FILES
    for position in POSITIONS:
        assert position.depths, position.name
        for source in position.sources.values():
            kind, _, why = source.partition(":")
            assert kind in {"verified", "regression"}
            assert why.strip()


def test_names_are_unique() -> None:
    names = [position.name for position in POSITIONS]
    assert len(names) == len(set(names))

"""Counts of the toy game, each derived by hand beside its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.perft.walker import Position, counted, counted_per_answer, read
from tests.toy.embers import EMBERS, Embers, Match

POSITIONS = read(Path(__file__).with_name("embers.perft"))


def start(position: Position) -> Embers:
    lines = {name: values[0].split() for name, values in position.lines.items()}
    first, second = map(int, lines["charms"])
    state = Embers(
        agenda=(Match(),),
        charms=(first, second),
        faces=tuple(lines["die"]),
        most_dice=int(lines["most"][0]),
        target=int(lines["target"][0]),
    )
    return EMBERS.start(state).state


@pytest.mark.parametrize(
    ("position", "depth"),
    [
        pytest.param(position, depth, id=f"{position.name}-{depth}")
        for position in POSITIONS
        for depth in position.depths
    ],
)
def test_perft(position: Position, depth: int) -> None:
    state = start(position)
    assert counted(EMBERS, state, depth, EMBERS.options) == position.depths[depth], (
        f"\n{counted_per_answer(EMBERS, state, depth, EMBERS.options)}"
    )


def test_every_number_was_counted_by_hand() -> None:
    assert len(POSITIONS) == 5
    for position in POSITIONS:
        assert all(source.startswith("verified:") for source in position.sources.values())

"""The golden playthroughs, compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs import fights, playthrough

FOLDER = Path(__file__).parent
PLAYTHROUGHS = {**playthrough.PLAYTHROUGHS, **fights.PLAYTHROUGHS}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = PLAYTHROUGHS[name]().splitlines()
    for number, (expected, found) in enumerate(zip(golden, played, strict=False), 1):
        assert found == expected, f"{name}.txt, line {number}"
    assert len(played) == len(golden)


def test_every_file_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)

"""Movement, lava payment, eruption and scoring against the naive reference on very many positions."""

from __future__ import annotations

import os
import sys

import pytest

from tests.rules.test_final_naive import eruption_goes_alike, scoring_goes_alike
from tests.rules.test_move_naive import test_every_path_is_one_of_the_reference as paths_are_alike
from tests.rules.test_move_naive import test_every_walk_goes_as_in_the_reference as walks_go_alike

POSITIONS = int(os.environ.get("FUJIKORO_SOAK_POSITIONS", "100000"))
FIRST = 1_000_000
"""Other seeds than those of the short run."""


@pytest.mark.soak
def test_the_reference_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    """A quarter of the positions for each: paths, walks and payments, eruptions, escapes and scores."""
    asked = 0
    for number in range(POSITIONS):
        seed = FIRST + number // 4
        match number % 4:
            case 0:
                paths_are_alike(seed)
            case 1:
                walks_go_alike(seed)
            case 2:
                asked += eruption_goes_alike(seed)
            case _:
                scoring_goes_alike(seed)
    assert asked > POSITIONS // 40, "eruptions have victims"
    with capsys.disabled():  # tools/soak.py keeps it
        sys.stdout.write(
            f"engine and reference agree on {POSITIONS} positions; {asked} questions of eruptions" + "\n"
        )

"""Movement, lava payment, eruption and scoring against the naive reference on very many positions."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.rules.test_final_naive import eruption_goes_alike, scoring_goes_alike
from tests.rules.test_move_naive import paths_are_alike, walks_go_alike
from tests.soak.spread import PROCESSES, Spread

POSITIONS = int(os.environ.get("FUJIKORO_SOAK_POSITIONS", "100000"))
FIRST = 1_000_000
"""Other seeds than those of the short run."""

KINDS = 4
BLOCK = 100
"""Seeds a process takes at a time; with each seed one position of every kind."""


def compared(seeds: range) -> Counter[str]:
    """What was compared. Raises AssertionError; whatever is raised names the seed."""
    done: Counter[str] = Counter()
    for seed in seeds:
        try:
            paths = paths_are_alike(seed)
            walks = walks_go_alike(seed)
            asked = eruption_goes_alike(seed)
            scoring_goes_alike(seed)
        except Exception as error:
            error.add_note(f"at seed {seed}")
            raise
        done += Counter(positions=KINDS, paths=paths, walks=walks, eruptions=bool(asked), asked=asked)
    return done


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_the_reference_agrees(spread: Spread) -> None:
    """A quarter of the positions for each: paths, walks and payments, eruptions, escapes and scores."""
    last = FIRST + POSITIONS // KINDS
    blocks = [range(first, min(first + BLOCK, last)) for first in range(FIRST, last, BLOCK)]
    done = sum(spread.done(compared, blocks, what=f"blocks of {KINDS * BLOCK} positions"), Counter[str]())
    spread.say(
        f"engine and reference agree on {done['positions']:,} positions, seeds {FIRST} to {last - 1}, of each one "
        "for paths, for walks and payments, for eruptions, for ways out, claims and scores"
    )
    spread.say(f"{done['paths']:,} legal paths listed alike, {done['walks']:,} walked")
    spread.say(f"{done['eruptions']:,} eruptions with victims, {done['asked']:,} questions asked by them")
    spread.say(f"{spread.took()} in {PROCESSES} processes")
    assert done["positions"] == POSITIONS // KINDS * KINDS
    assert done["asked"] > POSITIONS // 40, "eruptions have victims"

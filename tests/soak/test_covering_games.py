"""Ten games by chance and one of bots for every table of the covering array."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from tests.laws.covering import chosen, every, played
from tests.soak.spread import PROCESSES, Spread

CHANCES, BOTS = tuple(range(10)), (0,)
play = partial(played, chances=CHANCES, bots=BOTS)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_games_of_the_covering_array(spread: Spread) -> None:
    tables = chosen()
    done = sum(spread.done(play, tables, what="tables"), Counter[str]())
    spread.say(
        f"{len(tables)} tables hold every two choices that go together in the {len(every()):,} legal ones"
    )
    spread.say(
        f"games that are over, and those by chance that nothing had to end: {dict(sorted(done.items()))}"
    )
    spread.say(f"{spread.took()} in {PROCESSES} processes")
    assert done["by bots: over"] == len(tables) * len(BOTS)
    assert done["by chance: over"] + done["by chance: going on"] == len(tables) * len(CHANCES)

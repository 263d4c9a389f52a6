"""Ten thousand games of groups under all laws, and ten thousand maps on which dragons walk as in the reference."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import along
from tests.laws.test_group_laws import begun, check_party
from tests.oracles.test_dragon_steps import OTHERS, compare
from tests.soak.spread import PROCESSES, Spread

GAMES = int(os.environ.get("FUJIKORO_GAMES", "10000"))
MAPS = int(os.environ.get("FUJIKORO_SOAK_POSITIONS", "10000"))
FIRST = 1_000_000
"""Other seeds than those of the short run."""
MOST_ANSWERS = 20_000
EVERY = 40
"""Answers between two moments at which options, strangers, steps and texts are judged."""


def walked(seed: int) -> Counter[str]:
    """One game to its end, and how it ended. Raises AssertionError; whatever is raised names the seed."""
    try:
        return _walked(seed)
    except Exception as error:
        error.add_note(f"in game {seed}")
        raise


def _walked(seed: int) -> Counter[str]:
    session, chance = begun(seed), random.Random(seed)
    seen: list[Answer] = [*laws.STRANGERS]
    before = counted(session.state)
    for number, listed in enumerate(along(session, seed, MOST_ANSWERS)):
        check_party(session.state)
        if session.state is not before.state:
            before = check_conserved(before, session.state, session.events)
        if (number + seed) % EVERY == 0:
            laws.check_listed(session.state, listed, chance)
            laws.check_views(session.state)
            laws.check_step(session.state, chance.choice(listed))
            for answer in chance.sample(seen, min(4, len(seen))):
                laws.check_stranger(session.state, answer, listed)
            seen += chance.sample(listed, min(3, len(listed)))
    laws.check_frames(session)
    laws.check_told(session)
    laws.check_log(session)
    party = session.state.party
    assert party is not None and session.question is None
    return Counter({f"{session.state.players} players": 1, party.outcome: 1, "answers": len(session.lines)})


def mapped(seed: int) -> Counter[str]:
    """One random map by the adopted readings, and by another one."""
    try:
        compare(seed, ADOPTED)
        number = seed % len(OTHERS)
        compare(seed, ADOPTED.with_reading(*OTHERS[number]), by_route=number == 0, sidesteps=number == 1)
    except Exception as error:
        error.add_note(f"on map {seed}")
        raise
    return Counter(maps=1)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_laws_along_games_of_groups(spread: Spread) -> None:
    done = sum(spread.done(walked, range(FIRST, FIRST + GAMES), what="games"), Counter[str]())
    spread.say(
        f"laws along {GAMES:,} games of groups to their end, none broken: {dict(sorted(done.items()))}"
    )
    spread.say(f"{spread.took()} in {PROCESSES} processes")
    assert done["won"] + done["lost-life"] + done["lost-time"] == GAMES


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_dragons_walk_as_in_the_reference(spread: Spread) -> None:
    done = sum(spread.done(mapped, range(FIRST, FIRST + MAPS), what="maps"), Counter[str]())
    spread.say(f"dragons walk as in the naive reference on {done['maps']:,} maps, {spread.took()}")
    assert done["maps"] == MAPS

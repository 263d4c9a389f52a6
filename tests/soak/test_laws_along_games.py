"""Ten thousand seeded games: the laws along every one of them. `FUJIKORO_GAMES` says how many."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Answer
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import along, begun
from tests.soak.spread import PROCESSES, Spread

GAMES = int(os.environ.get("FUJIKORO_GAMES", "10000"))
ANSWERS = 700
EVERY = 40
"""Answers between two moments at which options, strangers, steps and texts are judged; all else is judged always."""


class Walked(msgspec.Struct, frozen=True):
    """What one game was, and how often a law was held against it."""

    mode: str
    players: int
    readings: tuple[tuple[str, str], ...]
    """Those that are not the adopted ones."""
    is_over: bool
    rules: frozenset[str]
    """Cited by its questions and events."""
    tally: Counter[str]


def walked(seed: int) -> Walked:
    """One game with all its laws. Raises AssertionError; whatever is raised names the seed."""
    try:
        return _walked(seed)
    except Exception as error:
        error.add_note(f"in game {seed}")
        raise


def _walked(seed: int) -> Walked:
    session, chance = begun(seed), random.Random(seed)
    seen: list[Answer] = [*laws.STRANGERS]
    tally: Counter[str] = Counter()
    before = counted(session.state)
    for number, listed in enumerate(along(session, seed, ANSWERS)):
        if session.state is not before.state:
            before = check_conserved(before, session.state, session.events)
            tally["conserved"] += 1
            tally["pieces"] += before.pieces
        if (number + seed) % EVERY == 0:
            laws.check_listed(session.state, listed, chance)
            laws.check_views(session.state)
            laws.check_step(session.state, chance.choice(listed))
            strangers = chance.sample(seen, min(4, len(seen)))
            for answer in strangers:
                laws.check_stranger(session.state, answer, listed)
            seen += chance.sample(listed, min(3, len(listed)))
            tally += Counter(moments=1, listed=len(listed), strangers=len(strangers))
    if session.state is not before.state:
        check_conserved(before, session.state, session.events)
        tally["conserved"] += 1
    laws.check_frames(session)
    laws.check_told(session)
    laws.check_log(session)
    tally["answers"] = len(session.lines)
    cited = {cited.rule for line in session.lines for cited in (line.question, *line.events)}
    state = session.state
    return Walked(
        state.mode.name, state.players, state.rulings.chosen, state.is_over, frozenset(cited), tally
    )


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_laws_along_games(spread: Spread) -> None:
    games = list(spread.done(walked, range(GAMES), what="games"))
    for line in _report(games):
        spread.say(line)
    spread.say(f"{spread.took()} in {PROCESSES} processes")
    assert len(games) == GAMES


def _report(games: Sequence[Walked]) -> Iterator[str]:
    """What was proved."""
    total = sum((game.tally for game in games), Counter())
    over = sum(game.is_over for game in games)
    yield f"laws along {len(games):,} games, seeds 0 to {len(games) - 1}, none broken"
    yield f"{over:,} games to the end, the others {ANSWERS} questions long; {total['answers']:,} answers in all"
    yield (
        f"after {total['conserved']:,} answers: components, cubes, monks, discs, scrolls, lava and ground "
        f"conserved, {total['pieces']:,} pieces counted"
    )
    yield (
        f"at {total['moments']:,} moments: options equal check ({total['listed']:,} answers listed, "
        f"{total['strangers']:,} strangers tried), views, a step taken twice, texts and JSON there and back"
    )
    yield f"{len(games):,} times: replay, undo, redo, save, frames closed, sentences in three languages"
    yield f"players: {_counts(Counter(game.players for game in games))}"
    yield f"modes: {_counts(Counter(game.mode for game in games))}"
    adopted = sum(not game.readings for game in games)
    others = Counter(reading for game in games for reading in game.readings)
    every = sum(len(switch.readings) - 1 for switch in SWITCHES.values())
    yield (
        f"{adopted:,} games with the adopted readings; {len(others)} of {every} other readings of "
        f"{len(SWITCHES)} switches in at least {min(others.values(), default=0)} games each"
    )
    yield f"{len(frozenset[str]().union(*(game.rules for game in games)))} rules cited"


def _counts(found: Counter[str] | Counter[int]) -> str:
    return ", ".join(f"{key}: {count:,}" for key, count in sorted(found.items()))

"""Every two choices of a table that go together, in few tables that a greedy search finds: an array covering pairs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.engine.kernel import Session
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import along

PEACEFUL = "peaceful"
MODES = (COMPETITIVE.name, PEACEFUL, COOP.name, SOLO.name)
NOBODY = ""
"""Without characters."""
ENDS = ("", "won", "lost-life", "lost-time", "points", "ways", "captured", "dragon-killed")
MOST_ANSWERS, MOST_OF_RIVALS = 60_000, 5_000
"""Answers by chance; a game of rivals, which nothing has to end, is left after so many."""
EVERY = 40
"""Answers between two moments at which options and views are judged."""


class Table(NamedTuple):
    """What a table chooses; ``who`` sits at the first seat, and others of the characters beside it."""

    scenario: int
    mode: str
    players: int
    has_adventures: bool
    who: str


Pair = tuple[int, int, object, object]
"""Two choices, each by its place in a table and its value."""


def cast(table: Table, seed: int) -> tuple[str, ...]:
    """A character for every seat, or nobody: others beside the first with each seed."""
    if table.who == NOBODY:
        return ()
    others = [name for name in PEOPLE if name != table.who]
    return (table.who, *random.Random(seed).sample(others, table.players - 1))


def is_legal(table: Table) -> bool:
    """Whether no rule refuses this table."""
    is_peaceful = table.mode == PEACEFUL
    mode = COMPETITIVE.name if is_peaceful else table.mode
    scenarios = (table.scenario,) if table.scenario else ()
    return check_asked(Asked(mode, table.players, scenarios, cast(table, 0), is_peaceful)) is None


@cache
def every() -> tuple[Table, ...]:
    """All legal tables."""
    numbers = range(len(SCENARIOS) + 1)
    players = range(SOLO.fewest_players, COMPETITIVE.most_players + 1)
    rows = product(numbers, MODES, players, (False, True), (NOBODY, *PEOPLE))
    return tuple(filter(is_legal, map(Table._make, rows)))


def pairs(table: Table) -> Iterator[Pair]:
    """Every two choices of a table."""
    for (one, a), (other, b) in combinations(enumerate(table), 2):
        yield one, other, a, b


@cache
def chosen() -> tuple[Table, ...]:
    """Tables that hold every pair that any legal table holds: always the one with most pairs that are still missing."""
    rows, found = list(every()), []
    missing = {pair for row in rows for pair in pairs(row)}
    while missing:
        best = max(rows, key=lambda row: sum(pair in missing for pair in pairs(row)))
        found.append(best)
        missing.difference_update(pairs(best))
    return tuple(found)


def begun(table: Table, seed: int) -> Session[GameState]:
    """A fresh game."""
    is_peaceful = table.mode == PEACEFUL
    return new_session(
        players=table.players,
        seed=f"{table} {seed}",
        adventures=table.has_adventures,
        peaceful=is_peaceful,
        mode=COMPETITIVE.name if is_peaceful else table.mode,
        characters=cast(table, seed),
        scenario=table.scenario,
        auto_deal=False,
    )


def by_chance(table: Table, seed: int) -> Counter[str]:
    """A game by chance under the laws, and how it ended: by the rules, or left where nothing has to end it."""
    session, chance = begun(table, seed), random.Random(seed)
    is_rivals = session.state.party is None  # see test_rivals_who_only_rest_never_come_to_an_end
    before = counted(session.state)
    for number, listed in enumerate(along(session, seed, MOST_OF_RIVALS if is_rivals else MOST_ANSWERS)):
        if session.state is not before.state:
            before = check_conserved(before, session.state, session.events)
        if (number + seed) % EVERY == 0:
            laws.check_listed(session.state, listed, chance)
            laws.check_views(session.state)
    return ended(session, "by chance", may_go_on=is_rivals)


def by_bots(table: Table, seed: int) -> Counter[str]:
    """A game of bots that play for its goal, to its end."""
    session = begun(table, seed)
    play_out(session, bots_of(["heuristic"], players=table.players, seed=seed))
    counted(session.state)
    return ended(session, "by bots", may_go_on=False)


def ended(session: Session[GameState], how: str, *, may_go_on: bool) -> Counter[str]:
    """What is told, framed and logged holds; the game is over, unless nothing had to end it."""
    laws.check_told(session)
    laws.check_frames(session)
    laws.check_log(session)
    state = session.state
    is_over = session.question is None and state.agenda == ()
    assert is_over or may_go_on, "it ends"
    assert state.party is None or state.party.outcome in ENDS[1:]
    return Counter({f"{how}: {'over' if is_over else 'going on'}": 1, "answers": len(session.lines)})


def played(table: Table, chances: Sequence[int], bots: Sequence[int]) -> Counter[str]:
    """Games of one table with these seeds. Raises AssertionError; whatever is raised names the table and the seed."""
    done: Counter[str] = Counter(tables=1)
    for play, seeds in ((by_chance, chances), (by_bots, bots)):
        for seed in seeds:
            try:
                done += play(table, seed)
            except Exception as error:
                error.add_note(f"{table}, {play.__name__}, seed {seed}")
                raise
    return done

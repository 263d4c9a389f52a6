"""Why somebody is ahead at the end: where the points of each seat came from, and what brought none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES, check_counts, row_of, unclaimed
from fujikoro_nb.engine.fujikoro.rules.end import Rank
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG
from fujikoro_nb.engine.fujikoro.rules.mountain.peek import CARD_POINT
from fujikoro_nb.engine.kernel import Event, Line, Seat
from fujikoro_nb.views.game.course import datum
from fujikoro_nb.views.game.facts import Fact
from fujikoro_nb.views.game.words import Words

__all__ = ["SOURCE_RULES", "Ledger", "difference_said", "ledger_of", "unused_said"]

Points = Mapping[str, int]
"""Points by source."""

Ledger = Mapping[Seat, Points]

_SOURCES = {
    "explored": "tiles",
    "reward": "dragons",
    "scroll-taken": "scrolls",
    "card-point": "cards",
    "leftovers": "left",
    "tokens-count": "tokens",
    "figures-count": "figures",
    "alike-count": "figures",
    "unlike-count": "figures",
}
"""What brings points, by the event that tells of it; what is handed in goes by its kind."""

_PALACE = ("gear", "monk", "tooth", "left")
"""What only those who have left the mountain get points for."""

SOURCE_RULES = {
    "tiles": "explore.vp",
    "dragons": "combat.win.reward",
    "scrolls": "gather.scroll.vp",
    "cards": "gearcard.bonus.weapon",
    "left": "end.leftovers",
    "tokens": "scenario.1.competitive.tokens-end-score",
    "figures": "scenario.2.competitive.dragon-values",
    "gear": "bonus.gear.condition",
    "monk": "bonus.monk.anywhere",
    "tooth": "bonus.tooth.anywhere",
    "escape": "end.leftovers.not-escaped",
}
"""The rule behind each source; ``escape``: everything from a palace, where the other is not in one."""


def ledger_of(lines: Sequence[Line], players: int) -> Ledger:
    """Every point that the log tells of."""
    found: dict[Seat, Counter[str]] = {Seat(seat): Counter() for seat in range(players)}
    for line in lines:
        for event in line.events:
            source = _source(event)
            if source:
                points = CARD_POINT if source == "cards" else datum(event, "points")
                found[Seat(datum(event, "seat"))][source] += points
    return found


def _source(event: Event) -> str:
    if event.kind != "hands-in":
        return _SOURCES.get(event.kind, "")
    category = next(str(value) for name, value in event.data if name == "kind")
    return "gear" if category in map(str, GearKind) else category


def difference_said(
    state: GameState, rank: Rank, ranks: Sequence[Rank], ledger: Ledger, words: Words
) -> Fact:
    """What most of the difference comes from: to the first for who is behind, to the next for who is first.

    Empty where the points are equal, or the log does not tell where they came from.
    """
    other = next((one for one in ranks if one.is_first != rank.is_first), None)
    if other is None or rank.score == other.score:
        return {}
    ahead, behind = (rank, other) if rank.is_first else (other, rank)
    more, less = _by_source(state, ledger, ahead, behind)
    source = max(more, key=lambda one: more[one] - less[one])
    if more[source] <= less[source]:
        return {}
    own, theirs = (more, less) if rank.is_first else (less, more)
    text = words.say(
        f"game-page.over-{'ahead' if rank.is_first else 'behind'}",
        n=ahead.score - behind.score,
        other=words.seat(other.seat),
        source=words.say(f"game-page.source-{source}"),
        own=own[source],
        theirs=theirs[source],
    )
    return {"text": text, "rule": SOURCE_RULES[source]}


def _by_source(state: GameState, ledger: Ledger, ahead: Rank, behind: Rank) -> tuple[Points, Points]:
    """Points of two seats by source; those of palaces in one where only the one ahead is in one."""
    is_escape = bool(state.samurai[ahead.seat].palace) and not state.samurai[behind.seat].palace
    sources = [one for one in SOURCE_RULES if one != "escape" and not (is_escape and one in _PALACE)]
    both = []
    for rank in (ahead, behind):
        own = ledger[rank.seat]
        points = {source: own.get(source, 0) for source in sources}
        if is_escape:
            points["escape"] = sum(own.get(source, 0) for source in _PALACE)
        both.append(points)
    return both[0], both[1]


def unused_said(state: GameState, seat: Seat, words: Words) -> Fact:
    """What a seat had at the end that brought nothing, and why; empty where nothing was left."""
    left = list(_unused(state, seat, words))
    if not left:
        return {}
    return {
        "text": words.say("game-page.over-unused", things=", ".join(left)),
        "rule": "bonus.gear.condition",
    }


def _unused(state: GameState, seat: Seat, words: Words) -> Iterator[str]:
    palace, board = state.samurai[seat].palace, state.boards[seat]
    left = unclaimed(state, seat)
    for category in CATEGORIES:
        is_gear = category in map(str, GearKind)
        if left[category]:
            row = row_of(state, palace, category) if palace else None
            if palace == BIG and row is not None and row.shared:
                continue  # end.leftovers: it has scored
            reason = "stayed" if not palace else "kept" if row is not None else "not-here"
            n = left[category]
            what = words.word(category) if is_gear else words.say(f"game-page.unused-{category}", n=n)
            yield words.say(f"game-page.unused-{reason}", what=what)
        elif is_gear and board.gear.layout(GearKind(category)).occupied:
            refusal = check_counts(state, seat, category)
            if refusal is not None and refusal.reason != "handed-in":
                yield words.say(f"game-page.unused-{refusal.reason}", what=words.word(category))

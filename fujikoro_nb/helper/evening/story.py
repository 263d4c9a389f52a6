"""An evening that is over, told in six lines: what its slip knows, in the order in which it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from fujikoro_nb.helper.evening.record import LIVES, Evening, Points
from fujikoro_nb.helper.evening.standing import what_next
from fujikoro_nb.helper.said import Said, sentence

LINES = 6


class StoryLine(NamedTuple):
    """One line. ``round`` is 0 where the slip does not know when it was.

    ``moment`` is what it waited for: that play ``began`` or ``ended``, or so many (``at``) ``points`` or ``escapes`` on
    the slip; empty where the slip counts nothing of it.
    """

    round: int
    said: Said
    moment: str = ""
    at: int = 0


class _Fight(NamedTuple):
    """A dragon that one samurai or several beat together."""

    at: int
    round: int
    points: int
    seats: tuple[int, ...]


def story(evening: Evening) -> tuple[StoryLine, ...]:
    """At most six lines; none before the game is over."""
    if evening.phase != "over":
        return ()
    first, last = _set_out(evening), StoryLine(evening.round, what_next(evening).end[-1], "ended")
    great = [*_great(evening), *_of_lives(evening), *_ways_out(evening)]
    told = [*great, *_smaller(evening)][: LINES - 2]
    between = sorted(told, key=lambda line: (line.round or evening.round, _ORDER.index(line.moment), line.at))
    return (first, *between, last)


_ORDER = ("", "points", "escapes", "ended")
"""Of what came in one round."""


def _names(evening: Evening, seats: Sequence[int]) -> str:
    return ", ".join(map(evening.name, seats))


def _set_out(evening: Evening) -> StoryLine:
    """Who began, and who saw most of the mountain."""
    n = len(evening.people)
    found = {seat: _sum(evening, seat, "exploration") for seat in range(n)}
    most = max(found.values())
    leaders = [seat for seat, points in found.items() if points == most]
    if not most or n == 1:
        return StoryLine(1, sentence("evening.story-out", names=_names(evening, range(n))), "began")
    said = sentence("evening.story-explored", n=n, names=_names(evening, leaders), points=most)
    return StoryLine(1, said, "began")


def _sum(evening: Evening, seat: int, *sources: str) -> int:
    return sum(one.points for one in evening.points if one.seat == seat and one.source in sources)


def _great(evening: Evening) -> Iterator[StoryLine]:
    """What everybody remembers: who began the end, and the greatest fights."""
    if not evening.has_points:
        return
    yield from _final(evening)
    fights = _fights(evening.points)
    for is_joint, key in ((True, "together"), (False, "alone")):
        known = [one for one in fights if (len(one.seats) > 1) == is_joint]
        if known:
            best = max(known, key=lambda one: (one.points * len(one.seats), -one.at))
            said = sentence(
                f"evening.story-{key}", names=_names(evening, best.seats), points=best.points
            ).with_words(dragon=f"score-page.dragon-{best.points}")
            yield StoryLine(best.round, said, "points", best.at)


def _smaller(evening: Evening) -> Iterator[StoryLine]:
    """What is told where there is room."""
    if not evening.has_points:
        return
    for sources, key in ((("theft",), "stole"), (("scroll",), "scrolls"), (("escape",), "shogun")):
        yield from _most_of(evening, sources, key)


def _fights(lines: Sequence[Points]) -> list[_Fight]:
    """Lines of a dragon that follow each other, of other seats, belong to one fight."""
    fights: list[_Fight] = []
    numbered = [(at, one) for at, one in enumerate(lines, 1)]
    for (source, number, points), group in groupby(
        numbered, key=lambda pair: (pair[1].source, pair[1].round, pair[1].points)
    ):
        if source != "dragon":
            continue
        seats: tuple[int, ...] = ()
        for at, one in group:
            if one.seat in seats:  # the same samurai again: another dragon
                fights.append(_Fight(at - 1, number, points, seats))
                seats = ()
            seats = (*seats, one.seat)
            last = at
        fights.append(_Fight(last, number, points, seats))
    return fights


def _final(evening: Evening) -> Iterator[StoryLine]:
    if evening.marker is None:
        return
    first = evening.reached(evening.points_wanted)
    number = evening.marked_in[0] if evening.marked_in else 0
    said = sentence(
        "evening.story-final",
        evening.course.trigger_rule,
        name=evening.name(first[0] if first else evening.marker),
        max=evening.points_wanted,
    )
    yield StoryLine(number, said, "points", _line_of(evening, evening.marker))


def _line_of(evening: Evening, seat: int) -> int:
    """The line of the ledger with which a seat came to the points that begin the end."""
    total = 0
    for at, one in enumerate(evening.points, 1):
        total += one.points * (one.seat == seat)
        if total >= evening.points_wanted:
            return at
    return len(evening.points)


def _most_of(evening: Evening, sources: tuple[str, ...], key: str) -> Iterator[StoryLine]:
    sums = {seat: _sum(evening, seat, *sources) for seat in range(len(evening.people))}
    most = max(sums.values())
    leaders = [seat for seat, points in sums.items() if points == most]
    if most <= 0 or len(leaders) > 1:
        return
    mine = [
        (at, one)
        for at, one in enumerate(evening.points, 1)
        if one.seat == leaders[0] and one.source in sources
    ]
    at, last = mine[-1]
    said = sentence(f"evening.story-{key}", name=evening.name(leaders[0]), points=most)
    yield StoryLine(last.round, said, "points", at)


def _of_lives(evening: Evening) -> Iterator[StoryLine]:
    """What is told of a game against the mountain."""
    if evening.is_competitive:
        return
    hurt = [seat for seat in range(len(evening.people)) if evening.lives(seat) == LIVES - 1]
    gone = [seat for seat in range(len(evening.people)) if not evening.lives(seat)]
    if hurt:
        yield StoryLine(0, sentence("evening.story-hurt", names=_names(evening, hurt)))
    if gone:
        said = sentence("evening.story-fell", "coop.lives.second-loss-defeat", names=_names(evening, gone))
        yield StoryLine(evening.round, said, "ended")  # with it all have lost at once
    if evening.is_foe_beaten and evening.course.foe and evening.course.not_beaten is not None:
        yield StoryLine(0, sentence(f"evening.story-{evening.course.foe}", evening.course.foe_rule))
    if not evening.has_points:
        said = sentence(
            "evening.story-rounds", evening.course.rounds_rule, n=evening.round, max=evening.all_rounds
        )
        yield StoryLine(evening.round, said)


def _ways_out(evening: Evening) -> Iterator[StoryLine]:
    """Who left, in this order, and whom the end found on the mountain."""
    for palace in ("big", "small", "exit"):
        gone = [(at, one.seat) for at, one in enumerate(evening.escapes, 1) if one.palace == palace]
        if gone:
            names = _names(evening, [seat for _, seat in gone])
            said = sentence(f"evening.story-{palace}", "escape.order-recorded", names=names)
            yield StoryLine(evening.round, said, "escapes", gone[0][0])
    stayed = evening.on_the_mountain
    if stayed and evening.course.ways and evening.escapes:
        said = sentence("evening.story-stayed", names=_names(evening, stayed))
        yield StoryLine(evening.round, said, "escapes", len(evening.escapes))

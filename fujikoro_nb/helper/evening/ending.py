"""The end of an evening: what somebody has left over, counted by thing, and where the points came from.

Who comes before whom, and what decides a tie, is the engine's `ranking`, asked in `standing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.evening.changes import Changed
from fujikoro_nb.helper.evening.record import (
    HIGHEST,
    LEFT_OVER,
    MOST_POINTS,
    Evening,
    Points,
)
from fujikoro_nb.helper.said import sentence
from fujikoro_nb.helper.setup.numbers import number

RULE = "end.leftovers"
MOST_LEFT: Mapping[str, int] = {"blueprint": 3, "monk": 9, "tooth": 12}
"""So many of a thing can be entered; one blueprint a kind of gear has its finished piece (end.leftovers.gear)."""
ORIGINS: Mapping[str, tuple[str, ...]] = {
    "tiles": ("exploration",),
    "dragons": ("dragon",),
    "scrolls": ("scroll", "theft"),
    "cards": ("gear",),
    "palaces": ("escape",),
    "left": ("leftover",),
    "others": ("other", "monk", "correction"),
}
"""What is drawn as one part of a person's points: sources of the ledger."""


class Leftover(msgspec.Struct, frozen=True):
    """One thing that somebody in the big palace may have left: what each is worth, and how many were entered."""

    item: str
    worth: int
    count: int
    most: int


class Origin(msgspec.Struct, frozen=True):
    """Points of one person from one kind of source; below 0 where more was taken back than given."""

    name: str
    points: int


def worth(item: str) -> int:
    """Points for each that was not handed in.

    >>> [worth(item) for item in LEFT_OVER]
    [3, 1, 1]
    """
    return number(RULE, item)


def leftovers(evening: Evening, seat: int) -> tuple[Leftover, ...]:
    """What a seat may have left when the game is over; nothing anywhere but in the big palace."""
    if not evening.has_points or evening.phase != "over" or evening.palace(seat) != "big":
        return ()
    return tuple(
        Leftover(item, worth(item), _entered(evening, seat, item), MOST_LEFT[item]) for item in LEFT_OVER
    )


def _entered(evening: Evening, seat: int, item: str) -> int:
    points = sum(one.points for one in evening.points if (one.seat, one.item) == (seat, item))
    return points // worth(item)


def set_leftover(evening: Evening, seat: int, item: str, count: int) -> Changed:
    """So many of a thing are left over, be it none; what was entered of it before counts no more.

    end.leftovers.not-escaped: in the small palace and on the mountain nothing counts. A sum that was entered without
    saying of what gives way to things that are counted.
    """
    if evening.phase != "over":
        raise Illegal(refuse("end.leftovers", "not-over"))
    if evening.palace(seat) != "big":
        raise Illegal(refuse("end.leftovers.not-escaped", "evening"))
    if not 0 <= count <= MOST_LEFT[item]:
        raise Illegal(refuse("evening.points", "amount", max=MOST_LEFT[item] * worth(item)))
    kept = tuple(one for one in evening.points if not _is_counted_anew(one, seat, item))
    line = Points(seat, count * worth(item), "leftover", RULE, item=item, round=evening.round)
    lines = (*kept, line)
    if len(lines) > MOST_POINTS:
        raise Illegal(refuse("evening.full"))
    if abs(sum(one.points for one in lines if one.seat == seat)) > HIGHEST:
        raise Illegal(refuse("evening.points", "amount", max=HIGHEST))
    after = msgspec.structs.replace(evening, points=lines)
    label = sentence("evening.label-leftover", RULE, name=evening.name(seat), n=count)
    return Changed(after, label.with_words(what=f"evening.item-{item}"))


def _is_counted_anew(line: Points, seat: int, item: str) -> bool:
    return line.source == "leftover" and line.seat == seat and line.item in ("", item)


def origins(evening: Evening, seat: int) -> tuple[Origin, ...]:
    """Where somebody's points came from; together they are the score."""
    sums = dict.fromkeys(ORIGINS, 0)
    kind = {source: name for name, sources in ORIGINS.items() for source in sources}
    for line in evening.points:
        if line.seat == seat:
            sums[kind[line.source]] += line.points
    return tuple(Origin(name, points) for name, points in sums.items() if points)

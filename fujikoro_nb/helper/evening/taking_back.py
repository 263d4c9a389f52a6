"""What one seat entered, taken back without touching what others entered since: a line of the ledger, a lost life."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.evening.changes import Changed, correct, with_points
from fujikoro_nb.helper.evening.record import LIVES, Evening, Points
from fujikoro_nb.helper.said import sentence

CORRECTION = "correction"
"""The source of points that only set a score right."""


def take_back(evening: Evening, line: Points) -> Changed:
    """The ledger without this line, the last of several alike; a correction is corrected back. Raises Illegal.

    What the points brought is as if they had not been entered, as after any mistake (final.trigger).
    """
    if line.source == CORRECTION:
        return correct(evening, line.seat, -line.points)
    at = [number for number, one in enumerate(evening.points) if one == line]
    if not at:
        raise Illegal(refuse("evening.points", "gone"))
    left = (*evening.points[: at[-1]], *evening.points[at[-1] + 1 :])
    name, points = evening.name(line.seat), evening.score(line.seat) - line.points
    return with_points(
        evening, left, (line.seat,), sentence("evening.label-correct", name=name, points=points)
    )


def give_life_back(evening: Evening, seat: int) -> Changed:
    """A life that was marked as lost by mistake is there again; a defeat by that very loss did not happen."""
    if evening.is_competitive:
        raise Illegal(refuse("coop.setup.lives-two", "evening"))
    if seat not in evening.lost_lives:
        raise Illegal(refuse("coop.setup.lives-two", "all-there", n=LIVES))
    was_defeat = evening.result == "lost" and evening.lost_lives.count(seat) == LIVES
    at = len(evening.lost_lives) - 1 - evening.lost_lives[::-1].index(seat)
    left = (*evening.lost_lives[:at], *evening.lost_lives[at + 1 :])
    after = msgspec.structs.replace(evening, lost_lives=left, result="" if was_defeat else evening.result)
    return Changed(after, sentence("evening.label-life-back", name=evening.name(seat)))

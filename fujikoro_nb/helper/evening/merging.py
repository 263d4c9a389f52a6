"""An evening that two hands changed at once: its own page, and seats that entered points and lives meanwhile."""

from __future__ import annotations

import msgspec

from fujikoro_nb.helper.evening.changes import marked
from fujikoro_nb.helper.evening.record import Evening, Points

_ENTERED = ("points", "lost_lives", "down")
"""What seats enter."""
_FOLLOWS = ("marker", "marked_in", "lava_phase", "result")
"""What may follow of it."""


def merged(base: Evening, mine: Evening, theirs: Evening) -> Evening | None:
    """My change of ``base`` on top of theirs; None where both changed the same, or it makes no evening.

    Both may have added lines to the ledger: mine come after theirs, and the marker is where the whole ledger has it.
    """
    fields = msgspec.structs.fields(Evening)
    changed = {
        field.name: getattr(mine, field.name)
        for field in fields
        if getattr(mine, field.name) != getattr(base, field.name)
    }
    others = {field.name for field in fields if getattr(theirs, field.name) != getattr(base, field.name)}
    both = changed.keys() & others
    if not both <= {*_ENTERED, *_FOLLOWS}:
        return None
    if "result" in both or ("lost_lives" in both and mine.lost_lives != theirs.lost_lives):
        return None
    if "points" in both:
        lines = _both_lines(base.points, mine.points, theirs.points)
        if lines is None:
            return None
        changed["points"] = lines
    if "down" in both:
        changed["down"] = _both_down(base.down, mine.down, theirs.down)
    for name in both & {"marker", "marked_in", "lava_phase", "lost_lives"}:
        del changed[name]
    try:
        return marked(msgspec.structs.replace(theirs, **changed))
    except ValueError:
        return None


def _both_lines(
    base: tuple[Points, ...], mine: tuple[Points, ...], theirs: tuple[Points, ...]
) -> tuple[Points, ...] | None:
    """The ledger with what both added; None where one of them took a line out of the other's beginning."""
    kept = len(base)
    if mine[:kept] != base or theirs[:kept] != base:
        return None
    return (*theirs, *mine[kept:])


def _both_down(base: tuple[int, ...], mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    """Who lies after both: theirs, without whom I set up again and with whom I laid down."""
    up = {*base} - {*mine}
    lying = [seat for seat in theirs if seat not in up]
    return (*lying, *(seat for seat in mine if seat not in base and seat not in lying))

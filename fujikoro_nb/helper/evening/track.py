"""The last eight spaces of the countdown's track, as far as a table knows what stands on them."""

from __future__ import annotations

from fujikoro_nb.helper.setup.numbers import number

SPACES = number("final.track.length", "advances")
"""Spaces that the countdown crosses once the end has begun (final.track.length, coop.final.eight-rounds)."""
UNKNOWN = ""
LAVA = tuple(f"lava-{lava}" for lava in range(1, 6))
ROPE, BLANK, END = "rope", "blank", "end"
TURNS_TRACK = (*(UNKNOWN,) * (SPACES - 1), END)
ROUNDS_TRACK = (UNKNOWN,) * SPACES
"""What is known of the track before somebody looks: no booklet prints the order of its spaces."""


def fits(track: tuple[str, ...], *, has_points: bool) -> bool:
    """Whether these can be the spaces of a track: no lava number, rope or, where turns move it, blank twice.

    coop.final.no-rope: no rope in co-op; its end comes after the eighth round and is no space.
    """
    known = [each for each in track if each not in (UNKNOWN, *(() if has_points else (BLANK,)))]
    allowed = {*LAVA, ROPE, BLANK, END} if has_points else set(LAVA)
    is_ended = (track[-1] == END) == has_points
    return set(known) <= allowed and len(set(known)) == len(known) and is_ended

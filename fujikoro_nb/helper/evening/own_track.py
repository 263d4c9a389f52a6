"""The last eight spaces of an evening's track, where the owner of the box has typed what stands on them."""

from __future__ import annotations

import msgspec

from fujikoro_nb.content import Pack
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.track import BLANK, LAVA, ROUNDS_TRACK, SPACES, TURNS_TRACK, fits

__all__ = ["with_own_track"]


def with_own_track(evening: Evening, owned: Pack) -> Evening:
    """The evening with the track of the owner's board; as it is where nothing was typed, or somebody has told a space.

    final.track.length and coop.final.lava-events: no booklet prints what stands where.
    """
    told = TURNS_TRACK if evening.has_points else ROUNDS_TRACK
    own = _turns(owned) if evening.has_points else _rounds(owned)
    if evening.track != told or len(own) != SPACES or not fits(own, has_points=evening.has_points):
        return evening
    return msgspec.structs.replace(evening, track=own)


def _turns(owned: Pack) -> tuple[str, ...]:
    return tuple(f"{step.event}-{step.lava}" if step.lava else step.event for step in owned.countdown)


def _rounds(owned: Pack) -> tuple[str, ...]:
    return tuple(LAVA[number - 1] if number else BLANK for number in owned.numbers("coop-track") or ())

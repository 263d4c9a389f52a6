"""The scenario that is played, and what it keeps on the table."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.components import CountdownStep, Dragon
from fujikoro_nb.engine.fujikoro.scenarios import Plot
from fujikoro_nb.engine.kernel import cites


class Lair(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A dragon on a tile that is no volcano tile, and the damage tokens beside it."""

    dragon: Dragon
    damage: int = 0


class Scene(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A game has none of this without a scenario."""

    plot: Plot
    heart: Lair | UnsetType = UNSET
    """The dragon on the central tile; not there while none is."""
    is_warm: bool = False
    """Whether the countdown that runs, or has run, is the first of two: lava, but no rope and no end."""
    ran: int = 0
    """Spaces that the token had advanced in the first of two countdowns when it went back."""

    @cites("scenario.3.competitive.lava-persists", "scenario.3.coop.lava-returns")
    def with_token_back(self, countdown: int) -> Scene:
        """The second countdown begins: what the first one has brought stays where it is."""
        return msgspec.structs.replace(self, is_warm=False, ran=max(self.ran, countdown))


@cache
def cooled(track: tuple[CountdownStep, ...]) -> tuple[CountdownStep, ...]:
    """The track as the first of two countdowns has it: lava only."""
    return tuple(
        step if step.event == "lava" else msgspec.structs.replace(step, event="blank") for step in track
    )

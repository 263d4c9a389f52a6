"""What differs from mode to mode and from agreement to agreement, as one object that the rules ask.

A mode is data, so that a save holds it. A rule asks for the answer it needs and never which mode it is.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes


class Mode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The competitive game with symmetric boards; other modes are other values."""

    name: str = "competitive"
    fewest_players: int = 2
    most_players: int = 6
    actions: int = 2
    """turn.two-actions"""
    may_duel: bool = True
    """False in the peaceful variant (variant.peaceful)."""
    has_adventures: bool = False
    """setup.option.adventure"""
    hexagons_from: int = 5
    """With fewer players there are no hexagonal tokens (explore.fill.hex)."""
    start_monks: tuple[int, ...] = (1, 1, 1, 1, 1, 2)
    """By number of players, from one on (setup.player.start-monks)."""
    start_cubes: Cubes = Cubes(wood=2, metal=2)
    """For the first weapon (setup.player.kit)."""
    scroll_discs: int = 7
    """setup.player.scroll-discs"""
    tile_points: tuple[int, int, int] = (0, 1, 2)
    """For a tile of level I, II and III (explore.vp)."""
    final_points: int = 30
    """Whoever has so many first begins the Final Chapter (final.trigger)."""

    def monks(self, players: int) -> int:
        """How many monks each board begins with."""
        return self.start_monks[players - 1]


COMPETITIVE = Mode()
PEACEFUL = Mode(name="peaceful", may_duel=False)

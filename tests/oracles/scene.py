"""Positions written down by hand."""

from __future__ import annotations

from typing import Any

from tests.oracles.countdown import HOUSE_TRACK
from tests.oracles.mountain import Position
from tests.oracles.scoring import HOUSE_BIG_PALACE, SMALL_PALACE


def gear(
    cubes: str = "", *, magic: bool = False, blueprint: str | None = None, lost: str | None = None
) -> dict[str, Any]:
    """Gear of one row: ``gear("MMM", magic=True, blueprint="MM")``."""
    return {
        "cubes": [cubes],
        "magic": magic,
        "blueprint": None if blueprint is None else [blueprint],
        "lost": None if lost is None else [lost],
    }


def player(space: str | None = "centre", **more: Any) -> dict[str, Any]:
    """A player with nothing, but for what is said; ``monks`` and gear as in a position."""
    return {
        "who": "",
        "space": space,
        "conscious": True,
        "sandals": gear(),
        "helmet": gear(),
        "weapon": gear(),
        "backpack_teeth": 0,
        "monks": {"action": 0, "scroll": 0, "weapon": 0, "backpack": 0},
        "placed": [],
        "vp": 0,
        "palace": None,
        "escaped": None,
        **more,
    }


def scene(*players: dict[str, Any], tiles: dict[str, str] | None = None, **more: Any) -> Position:
    """A position with these players and tiles; the Final Chapter has not begun."""
    return {
        "tiles": tiles or {},
        "dragons": [],
        "erupted": [],
        "rope": False,
        "marker": None,
        "countdown": 0,
        "track": HOUSE_TRACK,
        "over": False,
        "active": 0,
        "claimed_this_turn": False,
        "palaces": {"big": dict(HOUSE_BIG_PALACE), "small": dict(SMALL_PALACE)},
        "mode": "competitive",
        "peaceful": False,
        "players": list(players),
        **more,
    }

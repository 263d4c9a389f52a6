"""Where the booklets disagree: the readings of each such rule, the ledger's ruling first.

Every function that a reading concerns takes it as a keyword of this name.
"""

from __future__ import annotations

from typing import Any

READINGS: dict[str, tuple[Any, ...]] = {
    # move.lava.value-table, combat.helmet.absorb: what a dragon tooth absorbs.
    "tooth_value": (3, 2),
    # move.lava.pay-after: all lava of a move in one payment, or five for each step by itself.
    "lava_payment": ("together", "each-step"),
    # map.safe-tiles: whether samurai leave each other alone on bridges as well.
    "safe_tiles": ("with-bridges", "without-bridges"),
    # map.capacity.safe-exempt: any number on the central tile, temples and bridges, or two as everywhere.
    "safe_room": ("any", "two"),
    # magic.loss.no-blueprint-any-cube: what ends magic whose blueprint was stolen.
    "stolen_magic": ("any-cube", "no-match"),
    # char.masako.move: her steps with complete sandals.
    "masako_steps": (4, 5),
    # escape.rope.not-on-placement: whether standing there when the rope comes is an escape.
    "rope_escape": ("own-turn", "on-placement"),
    # escape.secret: the space with the rope, or any space of its tile.
    "secret_exit": ("space", "tile"),
    # escape.secret.final-only: the ledger's own switch.
    "secret_exit_when": ("final-chapter", "always"),
    # escape.mandatory: whether one who ends the turn on a rope leaves or may leave.
    "escape": ("automatic", "optional"),
    # end.tie: the earliest escape wins a tie, or whoever escaped beats whoever did not.
    "tie": ("earliest", "escaped"),
}


def reading(chosen: dict[str, Any], name: str) -> Any:
    """The chosen reading of one rule; the ledger's ruling if none was chosen."""
    for other in chosen:
        if other not in READINGS:
            raise ValueError(f"no such reading: {other}")
    value = chosen.get(name, READINGS[name][0])
    if value not in READINGS[name]:
        raise ValueError(f"{name} has no reading {value!r}")
    return value

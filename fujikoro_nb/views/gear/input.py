"""What people write and tap, as gear: texts to gear, blueprints as they are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.texts import refusal_sentence, say
from fujikoro_nb.views.gear.verdict import Blueprint

STATES = ("none", "owned", "lost")
"""What somebody may say of a blueprint."""

Recorded = tuple[tuple[str, str, str], ...]
"""(kind, state, pattern text) of each blueprint that is known."""


def sentence_of(fault: Unreadable | Illegal, *, language: str = "en") -> str:
    """The sentence of a text that cannot be read or that leaves the board."""
    if isinstance(fault, Illegal):
        return refusal_sentence(fault.refusals[0], language=language)
    slots = {"text": fault.text[:60], "place": fault.place + 1, **fault.data}
    return say(f"unreadable.{fault.reason}", language=language, **slots)


def written_gear(texts: Mapping[GearKind, str], limits: BoardLimits) -> Gear:
    """The gear that three texts say. Raises Unreadable or Illegal."""
    weapon = parse_gear(texts[GearKind.WEAPON], GearKind.WEAPON, limits)
    helmet = parse_gear(texts[GearKind.HELMET], GearKind.HELMET, limits)
    sandals = parse_gear(texts[GearKind.SANDALS], GearKind.SANDALS, limits)
    return Gear(
        weapon.weapon,
        helmet.helmet,
        sandals.sandals,
        weapon.weapon_magic,
        helmet.helmet_magic,
        sandals.sandals_magic,
    )


def readable_blueprints(told: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Kind to state and pattern text, whether told as a bare state or in full. Raises Unreadable for a pattern."""
    known = {}
    for kind, each in told.items():
        entry = {"state": each} if isinstance(each, str) else dict(each)
        pattern = entry.get("pattern") or ""
        if pattern:
            parse_pattern(pattern)
        known[str(kind)] = {"state": entry["state"], "pattern": pattern}
    return known


def recorded_blueprints(known: Mapping[str, Mapping[str, str]]) -> Recorded:
    """The same, frozen for undo."""
    return tuple((kind, told["state"], told["pattern"]) for kind, told in known.items())


def known_blueprints(recorded: Recorded) -> dict[GearKind, Blueprint]:
    """The same, for the verdict."""
    return {
        GearKind(kind): Blueprint(state, parse_pattern(pattern) if pattern else None)
        for kind, state, pattern in recorded
    }

"""Everything that a verdict on gear depends on, and the small pieces of what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report, Weapon, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.texts import say


class Blueprint(msgspec.Struct, frozen=True):
    """What is known of one kind's blueprint: ``state`` is none, owned or lost; the pattern when somebody told it."""

    state: str = "none"
    pattern: Layout | None = None


class Position(msgspec.Struct, frozen=True):
    """Everything a verdict depends on."""

    gear: Gear
    limits: BoardLimits
    is_unlocked: bool = True
    blueprints: Mapping[GearKind, Blueprint] = {}
    rulings: Rulings = ADOPTED
    language: str = "en"

    def report(self, kind: GearKind) -> Report:
        """What the engine says of one kind."""
        return inspect(self.gear, kind, self.limits, is_unlocked=self.is_unlocked, rulings=self.rulings)

    def say(self, key: str, /, **data: object) -> str:
        """A sentence of the grid in this position's language."""
        return say(f"craft-grid.{key}", language=self.language, **data)

    def word(self, key: str) -> str:
        """A single word in this position's language, such as that for a part of the weapon grid."""
        return say(f"word.{key}", language=self.language)


def said(kind: GearKind, sentence: str, rule: str) -> dict[str, Any]:
    """A sentence of one kind with the rule that it cites."""
    return {"kind": str(kind), "sentence": sentence, "rule": rule}


def usable_rule(weapon: Weapon) -> str:
    """The rule that says how much wood this weapon needs to fight."""
    return f"craft.weapon.usable.{'two' if weapon.hands == 2 else 'one'}-handed"

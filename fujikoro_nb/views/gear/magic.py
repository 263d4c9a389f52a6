"""What is said of a green cube: what it gives, what keeps it, and what takes it away, each as the table plays it."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.fujikoro.gear import magic
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import (
    MAGIC_INITIATIVE,
    Report,
    Weapon,
    absorption_of,
    fighting_weapons,
)
from fujikoro_nb.texts import say
from fujikoro_nb.views.gear.position import Blueprint, Position, said, usable_rule


def _does_magic_lie(position: Position, kind: GearKind) -> bool:
    """Whether a green cube lies where one may lie: on a cube, and not on a helmet that is never magical."""
    gear = position.gear
    if kind == GearKind.WEAPON:
        return gear.weapon_magic is not None and gear.weapon.at(gear.weapon_magic) is not None
    is_barred = kind == GearKind.HELMET and not position.limits.can_helmet_be_magical
    return gear.is_magical(kind) and bool(gear.layout(kind)) and not is_barred


def what_magic_is(position: Position, report: Report) -> dict[str, Any] | None:
    """What the green cube on legal gear is and gives (magic.value.weapon, magic.value.absorb); None without one."""
    kind = report.kind
    if not report.is_legal or not _does_magic_lie(position, kind):
        return None
    if kind == GearKind.WEAPON:
        return _what_magic_gives(position, next(weapon for weapon in report.weapons if weapon.is_magical))
    points = absorption_of("G", rulings=position.rulings)
    return said(kind, position.say(f"magic-lies-{kind}", points=points), "magic.value.absorb")


def _what_magic_gives(position: Position, carrier: Weapon) -> dict[str, Any]:
    """Initiative as the reading of combat.init.magic has it, and the magic die of a weapon that can be rolled."""
    reading = position.rulings.reading("combat.init.magic")
    counts_all = position.rulings.reading("combat.init.usable-only") == "any-weapon"
    fighting = fighting_weapons(position.gear, position.limits, rulings=position.rulings)
    longest = max((weapon.length for weapon in fighting if counts_all or weapon.is_usable), default=0)
    if not carrier.is_usable and not counts_all:
        gains = "-nothing"
    elif reading == "carrying-weapon":
        gains = ""
    elif reading == "longest-plus" or carrier.length == longest:
        gains = "-longest"
    else:
        gains = "-shorter" if carrier.is_usable else "-nothing"
    is_idle = not carrier.is_usable and gains != "-nothing"
    key = f"magic-lies-weapon{'-idle' if is_idle else ''}{gains}"
    if gains == "-nothing":
        rule = usable_rule(carrier)
    else:
        rule = "magic.value.weapon" if reading == "carrying-weapon" else "combat.init.magic"
    return said(GearKind.WEAPON, position.say(key, initiative=MAGIC_INITIATIVE), rule)


def magic_to_come(position: Position, kind: GearKind, known: Blueprint) -> dict[str, Any] | None:
    """What the check at the end of the action will do, or what keeps the cube there (magic.gain, magic.loss...)."""
    if known.state == "owned" and magic.can_gain(
        position.gear, kind, known.pattern, position.limits, rulings=position.rulings
    ):
        return said(kind, position.say("magic-will-come"), "magic.gain")
    if known.state == "lost" and _does_magic_lie(position, kind) and not magic_doubt(position, kind):
        reading = position.rulings.reading("magic.loss.no-blueprint-any-cube")
        return said(kind, position.say(f"magic-stays-{reading}"), "magic.loss.no-blueprint-any-cube")
    return None


def magic_doubt(position: Position, kind: GearKind) -> dict[str, Any] | None:
    """A green cube that the rules would not leave there, or that needs a blueprint somebody forgot to enter."""
    if not _does_magic_lie(position, kind):
        return None
    known = position.blueprints.get(kind, Blueprint())
    if known.state == "none":
        return {**said(kind, position.say(f"magic-no-blueprint-{kind}"), "magic.gain"), "cells": []}
    if known.pattern is None:
        return None
    rule = magic.loss_rule(
        position.gear,
        kind,
        known.pattern,
        is_owned=known.state == "owned",
        has_lost_cubes=False,
        rulings=position.rulings,
    )
    if not rule:
        return None
    return {**said(kind, position.say(f"magic-goes-{kind}"), rule), "cells": []}


def magic_in_danger(before: Position, after: Position, kind: GearKind) -> str:
    """What to say when cubes left gear whose blueprint is gone (magic.loss.no-blueprint-any-cube); empty: nothing.

    Where the table plays that the cube goes once the gear no longer matches, a known pattern says whether it does;
    then the verdict tells.
    """
    known = after.blueprints.get(kind, Blueprint())
    lost = before.gear.layout(kind).cubes.surplus_over(after.gear.layout(kind).cubes)
    if known.state != "lost" or not lost or not _does_magic_lie(after, kind):
        return ""
    reading = after.rulings.reading("magic.loss.no-blueprint-any-cube")
    if reading == "no-longer-matches" and known.pattern is not None:
        return ""
    word = say(f"word.{kind}", language=after.language)
    return after.say(f"magic-may-go-{reading}", kind=word)

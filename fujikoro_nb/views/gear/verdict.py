"""What the rules say of gear, as the plain data that a page draws: seal, sentence, rule, and facts of each kind.

Pure functions from gear to nested dicts of text, numbers and [column, row] lists; nothing here knows a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, takewhile
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear import magic
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, column_row, grow
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import (
    MAGIC_INITIATIVE,
    Fault,
    Report,
    Weapon,
    initiative,
)
from fujikoro_nb.helper.characters_told import CRAFTING, differs
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.views.gear.magic import magic_doubt, magic_to_come, what_magic_is
from fujikoro_nb.views.gear.position import Blueprint as Blueprint  # others take them from here
from fujikoro_nb.views.gear.position import Position as Position
from fujikoro_nb.views.gear.position import said, usable_rule

MAX_CLOSE_REMOVAL = 4
"""Up to so many cubes to take off, a second choice is worth showing."""

KINDS = (GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS)
"""In the order in which a page shows them."""


def places(mask: Mask) -> list[list[int]]:
    """The cells of a mask as a page counts them: [column, row], 1-based."""
    return [list(column_row(cell)) for cell in cells_of(mask)]


def verdict(position: Position) -> dict[str, Any]:
    """The whole verdict.

    ``seal`` is ok, no or but; ``sentence`` and ``rule`` say the most important thing; ``more`` holds whatever else of
    that weight; ``ways`` the first ways out of what is illegal; ``kinds`` the facts of each kind; ``initiative``
    the gear's.
    """
    reports = {kind: position.report(kind) for kind in KINDS}
    kinds = {str(kind): _facts(position, reports[kind]) for kind in KINDS}
    wrong = [fault for kind in KINDS for fault in kinds[kind]["faults"]]
    doubts = [doubt for kind in KINDS for doubt in kinds[kind]["doubts"]]
    if wrong:
        seal, told = "no", wrong
    elif doubts:
        seal, told = "but", doubts
    else:
        seal, told = "ok", [_praise(position, reports)]
    return {
        "legal": not wrong,
        "seal": seal,
        "word": position.say(f"seal-{seal}"),
        **told[0],
        "differs": differs_view(position),
        "more": told[1:],
        "kinds": kinds,
        "ways": [] if not wrong else _ways_out(position, reports),
        **_initiative(position),
    }


def differs_view(position: Position) -> list[dict[str, str]]:
    """What the character of this board may do in crafting beyond its limits."""
    who, language, rulings = position.limits.character, position.language, position.rulings
    found = differs(who, CRAFTING, language=language, rulings=rulings)
    return [{"text": one.text, "rule": one.rule} for one in found]


def _initiative(position: Position) -> dict[str, Any]:
    """The number, and what of it the green cube adds (combat.init.magic)."""
    gear, limits, rulings = position.gear, position.limits, position.rulings
    whole = initiative(gear, limits, rulings=rulings)
    bare = gear.without_magic(GearKind.WEAPON).without_magic(GearKind.SANDALS)  # Tomoe's sandals fight too
    plain = initiative(bare, limits, rulings=rulings)
    return {"initiative": whole, "initiative_magic": MAGIC_INITIATIVE if whole > plain else 0}


def _facts(position: Position, report: Report) -> dict[str, Any]:
    """One kind: counts, faults with their cells, doubts, and what the head of its board says."""
    kind = report.kind
    facts: dict[str, Any] = {
        "legal": report.is_legal,
        "cubes": report.cubes,
        "max": report.max_cubes,
        "absorbs": report.absorbs,
        "magic": position.gear.is_magical(kind),
        "faults": [_fault(position, kind, fault) for fault in report.faults],
        "doubts": [],
        "note": position.say("note-worn", cubes=report.cubes, max=report.max_cubes) if report.cubes else "",
    }
    if kind == GearKind.WEAPON:
        facts |= _weapon_facts(position, report)
    facts["blueprint"] = _blueprint(position, kind)
    facts["magic_is"] = what_magic_is(position, report)
    doubt = magic_doubt(position, kind)
    if doubt:
        facts["doubts"].append(doubt)
    return facts


def _fault(position: Position, kind: GearKind, fault: Fault) -> dict[str, Any]:
    sentence = refusal_sentence(fault.refusal, language=position.language)
    return {**said(kind, sentence, fault.refusal.rule), "cells": places(fault.cells)}


def _weapon_facts(position: Position, report: Report) -> dict[str, Any]:
    area, cells = position.limits.weapon, position.gear.weapon.occupied
    return {
        "left": (cells & area.left).bit_count(),
        "right": (cells & area.right).bit_count(),
        "note": _weapon_note(position, report),
        "weapons": [
            {
                "cells": places(weapon.cells),
                "hands": weapon.hands,
                "part": weapon.part,
                "where": position.word(weapon.part),
                "cubes": weapon.cubes,
                "wood": weapon.wood,
                "needs": _wood_needed(position, weapon),
                "length": weapon.length,
                "usable": weapon.is_usable,
                "magic": weapon.is_magical,
            }
            for weapon in report.weapons
        ],
        "doubts": _unusable_weapons(position, report),
    }


def _wood_needed(position: Position, weapon: Weapon) -> int:
    limits = position.limits
    return (limits.two_handed_wood if weapon.hands == 2 else limits.one_handed_wood).value


def _weapon_note(position: Position, report: Report) -> str:
    """The line over the grid: counts against limits, as short as it can be."""
    limits = position.limits
    for weapon in report.weapons:
        most = (limits.two_handed_cubes if weapon.hands == 2 else limits.one_handed_cubes).value
        if weapon.cubes > most:
            return position.say("note-too-many", cubes=weapon.cubes, max=most)
        if weapon.hands == 1 and weapon.length > limits.one_handed_length.value:
            return position.say("note-too-long", length=weapon.length, max=limits.one_handed_length.value)
    if not report.is_legal:
        return _wrong_note(position, report)
    if not report.weapons:
        return ""
    if len(report.weapons) == 1:
        weapon = report.weapons[0]
        key = "note-usable" if weapon.is_usable else "note-unusable"
        return position.say(
            key,
            cubes=weapon.cubes,
            max=report.max_cubes,
            wood=weapon.wood,
            needs=_wood_needed(position, weapon),
        )
    weak = [weapon for weapon in report.weapons if not weapon.is_usable]
    if len(weak) == 1:
        return position.say("note-one-of-two", part=position.word(weak[0].part))
    return position.say("note-two-unusable" if weak else "note-two-usable")


def _wrong_note(position: Position, report: Report) -> str:
    """The line over an illegal grid whose weapons are not too large: what is wrong, never what is usable."""
    rules = {refusal.rule for refusal in report.refusals}
    if rules & {"craft.weapon.right-only", "monk.spot.weapon"}:
        return position.say("note-locked")
    if len(report.weapons) > 1 and rules != {"magic.carrier-destroyed"}:
        return _pieces_note(position, report)
    if "magic.carrier-destroyed" in rules:
        return position.say("note-magic")
    return position.say("note-worn", cubes=report.cubes, max=report.max_cubes)


def _parts(report: Report) -> list[str]:
    """In which part each weapon lies."""
    return sorted(weapon.part for weapon in report.weapons)


def _pieces_note(position: Position, report: Report) -> str:
    """Pieces that are too many: where the loose cube lies, or else how many there are (craft.weapon.one-per-part)."""
    parts = _parts(report)
    loose = _loose_cube(position, report)
    if loose:
        column, row = column_row(next(cells_of(loose)))
        return position.say("note-loose", row=row, column=column)
    if len(set(parts)) == 1:
        return position.say("note-pieces", pieces=len(parts), part=position.word(parts[0]))
    return position.say("note-pieces-all", pieces=len(parts))


def _loose_cube(position: Position, report: Report) -> Mask:
    """The one cube that lies alone and whose removal, and no other's, makes the grid legal; 0 without such a cube."""
    alone = [weapon.cells for weapon in report.weapons if weapon.cubes == 1]
    if not alone:
        return 0
    removals = repairs(
        position.gear, position.limits, is_unlocked=position.is_unlocked, rulings=position.rulings
    )
    singles = list(islice(takewhile(lambda removal: removal.bit_count() == 1, removals), 2))
    return singles[0] if len(singles) == 1 and singles[0] in alone else 0


def _unusable_weapons(position: Position, report: Report) -> list[dict[str, Any]]:
    """craft.weapon.legal-unusable: what may be kept, and what it needs to fight; of two weapons it says which."""
    weak = [weapon for weapon in report.weapons if not weapon.is_usable]
    are_two = _parts(report) == ["left", "right"]
    if are_two and len(weak) == 2 and len({weapon.hands for weapon in weak}) == 1:
        left, right = sorted(weak, key=lambda weapon: weapon.part)
        wood = {"left": left.wood, "right": right.wood, "needs": _wood_needed(position, left)}
        sentence = position.say("unusable-both-of-two", **wood)
        cells = places(left.cells | right.cells)
        return [{**said(GearKind.WEAPON, sentence, usable_rule(left)), "cells": cells}]
    return [_unusable(position, weapon, is_one_of_two=are_two) for weapon in weak]


def _unusable(position: Position, weapon: Weapon, *, is_one_of_two: bool) -> dict[str, Any]:
    needs = _wood_needed(position, weapon)
    key, part = f"unusable-{weapon.hands}", {}
    if is_one_of_two:
        key, part = "unusable-one-of-two", {"part": position.word(weapon.part)}
    sentence = position.say(key, wood=weapon.wood, needs=needs, **part)
    return {**said(GearKind.WEAPON, sentence, usable_rule(weapon)), "cells": places(weapon.cells)}


def _blueprint(position: Position, kind: GearKind) -> dict[str, Any]:
    known = position.blueprints.get(kind, Blueprint())
    is_barred = kind == GearKind.HELMET and not position.limits.can_helmet_be_magical
    does_fit = (
        None
        if known.pattern is None or is_barred
        else magic.fits(position.gear, kind, known.pattern, rulings=position.rulings)
    )
    return {"state": known.state, "fits": does_fit, "will": magic_to_come(position, kind, known)}


def _praise(position: Position, reports: Mapping[GearKind, Report]) -> dict[str, Any]:
    """The sentence for gear with nothing to say against it."""
    weapons = reports[GearKind.WEAPON].weapons
    if len(weapons) == 1:
        sentence = position.say(f"legal-{weapons[0].hands}", length=weapons[0].length)
        return said(GearKind.WEAPON, sentence, "craft.weapon.hand-type")
    if weapons:
        lengths = sorted((weapon.length for weapon in weapons), reverse=True)
        sentence = position.say("legal-two", longer=lengths[0], shorter=lengths[1])
        return said(GearKind.WEAPON, sentence, "craft.weapon.two-max")
    for kind, rule in ((GearKind.HELMET, "combat.helmet.absorb"), (GearKind.SANDALS, "craft.sandals.size")):
        if reports[kind].cubes:
            return said(kind, position.say(f"legal-{kind}", absorbs=reports[kind].absorbs), rule)
    return said(GearKind.WEAPON, position.say("legal-empty"), "")


def _ways_out(position: Position, reports: Mapping[GearKind, Report]) -> list[dict[str, Any]]:
    """At most three ways to legal gear, each with the cells it is about (craft.weapon.illegal-fix, .fix-minimal)."""
    ways = []
    for kind in KINDS:
        if reports[kind].is_legal:
            continue
        if kind == GearKind.WEAPON:
            ways += [*_green_cube_ways(position, kind), *_weapon_ways(position)]
            continue
        ways += _green_cube_ways(position, kind)
        if reports[kind].cubes > reports[kind].max_cubes:
            over = reports[kind].cubes - reports[kind].max_cubes
            ways.append(_way(position, kind, "way-worn", position.gear.layout(kind).occupied, cubes=over))
    return ways[:3]


def _way(position: Position, kind: GearKind, key: str, cells: Mask, **data: object) -> dict[str, Any]:
    return {"kind": str(kind), "sentence": position.say(key, **data), "cells": places(cells)}


def _green_cube_ways(position: Position, kind: GearKind) -> list[dict[str, Any]]:
    """The green cube off, where it is the green cube that is illegal: it lies on nothing, or on Daisuke's helmet."""
    gear = position.gear
    if kind == GearKind.WEAPON:
        is_wrong = gear.weapon_magic is not None and gear.weapon.at(gear.weapon_magic) is None
        cells = 1 << gear.weapon_magic if gear.weapon_magic is not None else 0
    else:
        is_barred = kind == GearKind.HELMET and not position.limits.can_helmet_be_magical
        is_wrong = gear.is_magical(kind) and (is_barred or not gear.layout(kind))
        cells = gear.layout(kind).occupied
    if not is_wrong:
        return []
    return [_way(position, kind, f"way-magic-{kind}", cells)]


def _weapon_ways(position: Position) -> list[dict[str, Any]]:
    removals = repairs(
        position.gear, position.limits, is_unlocked=position.is_unlocked, rulings=position.rulings
    )
    first = next(removals)
    size = first.bit_count()
    if not size:
        return []  # the cubes are legal as they lie
    opened = _opening_way(position)
    if size == 1:
        singles = [first, *takewhile(lambda removal: removal.bit_count() == 1, removals)]
        ways = [_way(position, GearKind.WEAPON, "way-one", sum(singles), choices=len(singles))]
    else:
        # Other large removals cost time to find and say nothing new to a person.
        shown = [first, *islice(removals, 1)] if size <= MAX_CLOSE_REMOVAL else [first]
        ways = [
            _way(position, GearKind.WEAPON, "way-many", removal, cubes=removal.bit_count())
            for removal in shown
        ]
    across = _joining_cells(position)
    if opened:
        ways = [*ways[:2], opened]
    elif across:
        most = position.limits.two_handed_cubes.value
        column, _ = column_row(next(cells_of(across)))
        ways.append(_way(position, GearKind.WEAPON, "way-across", across, column=column, max=most))
    return ways


def _opening_way(position: Position) -> dict[str, Any] | None:
    """The monk that makes everything on the weapon grid legal as it lies (monk.spot.weapon), where none is there.

    ``act`` is what a page may offer beside the sentence: to say that the monk is there.
    """
    area, there = position.limits.weapon, position.gear.weapon.occupied
    if (
        position.is_unlocked
        or not msgspec.structs.replace(position, is_unlocked=True).report(GearKind.WEAPON).is_legal
    ):
        return None
    way = _way(position, GearKind.WEAPON, "way-unlock", there & area.right)
    return {**way, "act": "unlock"}


def _joining_cells(position: Position) -> Mask:
    """Empty cells that make a too large one-handed weapon two-handed and legal (craft.weapon.hand-type)."""
    area, gear = position.limits.weapon, position.gear
    there = gear.weapon.occupied
    if not position.is_unlocked or (there & area.left and there & area.right):
        return 0
    found = 0
    for cell in cells_of(grow(there) & ~there & (area.right if there & area.left else area.left)):
        joined = msgspec.structs.replace(
            position, gear=gear.with_layout(GearKind.WEAPON, gear.weapon.with_cube(cell, Material.WOOD))
        )
        if joined.report(GearKind.WEAPON).is_legal:
            found |= 1 << cell
    return found

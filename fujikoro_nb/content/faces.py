"""Faces of a die as a person types them: six numbers of hits, ``*`` behind the one that also shows the broken weapon.

``2*,2,1,1,0,0`` is a metal die. What the rulebooks state of every die is checked here, because a roll with other
sums would be a roll of other dice: highest hits and mean (combat.dice.limits), and one broken face on each die but
the magic one (combat.dice.broken-face).
"""

from __future__ import annotations

import re

from fujikoro_nb.content.box import DIE_LIMITS
from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS
from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.kernel import Refusal, Unreadable, refuse

FACES = 6

_FACE = re.compile(r"([0-9])(\*?)", re.ASCII)


def parse_faces(text: str, colour: str) -> Die:
    """An owner's die. Raises Unreadable for a text that is not six faces; `refusal_of` judges the numbers.

    >>> print_faces(parse_faces("1* 1 1 1 0 0", "W"))
    '1*,1,1,1,0,0'
    """
    assert colour in COLOURS, "a die has one of four colours"
    parts = [part for part in re.split(r"[,\s]+", text[:100].strip()) if part]
    found = [_FACE.fullmatch(part) for part in parts]
    for part, face in zip(parts, found, strict=True):
        if face is None:
            raise Unreadable("die-face", text[:40], text.index(part), face=part[:10])
    if len(found) != FACES:
        raise Unreadable("die-faces", text[:40], len(text[:40]), faces=len(found))
    faces = tuple(Face(int(face[1]), bool(face[2])) for face in found if face)
    return Die(colour, faces, Provenance.OWNER)


def print_faces(die: Die) -> str:
    """The faces as text."""
    return ",".join(f"{face.hits}{'*' if face.is_broken else ''}" for face in die.faces)


def refusal_of(die: Die) -> Refusal | None:
    """Nothing, or what the rulebooks state of this die and its faces do not keep."""
    limits = DIE_LIMITS[die.material]
    hits = [face.hits for face in die.faces]
    broken = sum(face.is_broken for face in die.faces)
    if max(hits) != limits.max_hits:
        return refuse(
            "combat.dice.limits", "max", material=die.material, found=max(hits), max=limits.max_hits
        )
    if sum(hits) != limits.sum_of_hits:
        return refuse(
            "combat.dice.limits", "sum", material=die.material, found=sum(hits), sum=limits.sum_of_hits
        )
    if broken != limits.broken:
        return refuse("combat.dice.broken-face", material=die.material, found=broken, wanted=limits.broken)
    return None

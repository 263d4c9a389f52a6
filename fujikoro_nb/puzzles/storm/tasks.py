"""Quick questions with a yes or a no: legal or not, matched or not, one cube short or not.

A question is drawn from its seed and its number alone; what is right is asked of the engine while it is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, Mask, cells_of, grow
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains, placements, places, turns
from fujikoro_nb.engine.fujikoro.gear.near import distance, one_away
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear, print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report, inspect
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.puzzles.crafting.position import Offer

LIMITS = BoardLimits()
TRIES = 2000
"""Drawings thrown away before a draft of another kind is taken; a handful is usual."""


class TaskKind(StrEnum):
    """What is asked."""

    LEGAL = "legal"
    MATCH = "match"
    ONE_SHORT = "one-short"


_KINDS = (TaskKind.LEGAL, TaskKind.LEGAL, TaskKind.MATCH, TaskKind.ONE_SHORT)
_CUBES = "WWWMMT"
_MATCH_RULE, _TURN_RULE = "gearcard.match.contains", "gearcard.match.rotation"


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer and why; ``marks`` are the cells that the reason is about."""

    kind: TaskKind
    gear: GearKind
    drawing: str
    """What lies there, in gear notation; a monk opens the right part of the weapon grid."""
    card: Offer | None = None
    answer: bool
    reason: str
    """What is said of it: a key of ``storm`` after ``why-``, or empty where `refusal` says it."""
    n: int = 0
    most: int = 0
    cube: str = ""
    refusal: Refusal | None = None
    rule: str
    marks: Mask = 0


@lru_cache(maxsize=512)
def task(seed: str, number: int) -> Task:
    """The question of this number, counted from 0; later ones have more on the board."""
    source = random.Random(f"fujikoro storm {seed} {number}")
    kind, answer = source.choice(_KINDS), source.random() < 0.5
    more = min(4, 1 + number // 6)
    for _ in range(TRIES):
        drawn = _DRAWN[kind](source, more)
        if drawn is not None and drawn.answer == answer:
            return drawn
    raise AssertionError("a kind that finds no question")


# ---- legal or not


def _legal(source: random.Random, more: int) -> Task | None:
    kind = source.choice(
        (GearKind.WEAPON, GearKind.WEAPON, GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS)
    )
    layout = _weapons(source, more) if kind == GearKind.WEAPON else _worn(source, kind)
    gear = Gear().with_layout(kind, layout)
    report = inspect(gear, kind, LIMITS)
    drawing = print_gear(gear, kind, LIMITS)
    if report.is_legal:
        reason, rule = _why_legal(report)
        return Task(
            kind=TaskKind.LEGAL,
            gear=kind,
            drawing=drawing,
            answer=True,
            reason=reason,
            n=report.cubes,
            most=report.max_cubes,
            rule=rule,
        )
    if len(report.faults) > 1:
        return None  # one reason, so that there is one thing to see
    [fault] = report.faults
    rule = fault.refusal.rule
    return Task(
        kind=TaskKind.LEGAL,
        gear=kind,
        drawing=drawing,
        answer=False,
        reason="",
        refusal=fault.refusal,
        rule=rule,
        marks=fault.cells,
    )


def _why_legal(report: Report) -> tuple[str, str]:
    """What to say of legal gear, and by which rule: the limit that it keeps to, or that it is of no use."""
    if report.kind != GearKind.WEAPON:
        limit = LIMITS.helmet_cubes if report.kind == GearKind.HELMET else LIMITS.sandals_cubes
        return str(report.kind), limit.rule
    if not all(weapon.is_usable for weapon in report.weapons):
        return "unusable", "craft.weapon.legal-unusable"
    if len(report.weapons) > 1:
        return "two-weapons", LIMITS.weapons.rule
    [weapon] = report.weapons
    if weapon.hands == 2:
        return "two-handed", LIMITS.two_handed_cubes.rule
    return "one-handed", LIMITS.one_handed_cubes.rule


def _weapons(source: random.Random, more: int) -> Layout:
    """One weapon or several, some of them too large, too many or joined by nothing but a corner."""
    area = LIMITS.weapon
    shape = source.choice(("left", "left", "across", "pair", "beside", "beside"))
    if shape == "left":
        return _grown(source, area.left, source.randint(4 + more, 8 + min(more, 2)))
    if shape == "across":
        return _grown(source, area.mask, source.randint(8 + more, 12 + min(more, 2)))
    if shape == "pair":
        left = _grown(source, area.left, source.randint(2, 4 + more))
        return left | _grown(source, area.right & ~grow(left.occupied), source.randint(2, 5))
    first = _grown(source, area.left, source.randint(2, 3 + more))
    around = area.left & ~grow(first.occupied)
    return first | _grown(source, around, source.randint(1, 3)) if around else first


def _worn(source: random.Random, kind: GearKind) -> Layout:
    """A helmet or sandals of about as many cubes as they may have, anywhere: they need not hang together."""
    most = (LIMITS.helmet_cubes if kind == GearKind.HELMET else LIMITS.sandals_cubes).value
    cells = list(cells_of(LIMITS.area_mask(kind)))
    chosen = source.sample(cells, min(len(cells), source.randint(most - 1, most + 1)))
    return _filled(source, sum(1 << cell for cell in chosen))


def _grown(source: random.Random, area: Mask, cubes: int) -> Layout:
    """So many cubes that hang together, fewer where there is no more room."""
    cells = list(cells_of(area))
    mask = 1 << source.choice(cells) if cells else 0
    for _ in range(cubes - 1):
        free = list(cells_of(grow(mask) & area & ~mask))
        if not free:
            break
        mask |= 1 << source.choice(free)
    return _filled(source, mask)


def _filled(source: random.Random, mask: Mask) -> Layout:
    layout = EMPTY
    for cell in cells_of(mask):
        layout = layout.with_cube(cell, Material(source.choice(_CUBES)))
    return layout


# ---- a card, matched or one cube short


@cache
def _cards() -> tuple[GearCard, ...]:
    pack = house_pack()
    return (*pack.cards_of(GearKind.WEAPON), *pack.cards_of(GearKind.HELMET))


def _match(source: random.Random, more: int) -> Task | None:
    card = source.choice(_cards())
    change = source.choice(("none", "none", "colour", "mirror", "gap"))
    layout = _laid(source, card, change == "mirror")
    if change in ("colour", "gap"):
        layout = _changed(source, layout, is_gap=change == "gap")
    layout = _with_more(source, card.kind, layout, more)
    gear = Gear().with_layout(card.kind, layout)
    if not inspect(gear, card.kind, LIMITS).is_legal:
        return None
    spots = placements(card.pattern, layout)
    if spots:
        return _of_card(TaskKind.MATCH, gear, card, True, "matched", rule=_MATCH_RULE, marks=spots[0].cells)
    is_mirrored = bool(_mirrored(card)) and any(contains(layout, one) for one in _mirrored(card))
    return _of_card(
        TaskKind.MATCH,
        gear,
        card,
        False,
        "mirrored" if is_mirrored else "not-matched",
        rule=_TURN_RULE if is_mirrored else _MATCH_RULE,
    )


def _one_short(source: random.Random, more: int) -> Task | None:
    card = source.choice(_cards())
    layout = _laid(source, card, is_mirrored=False)
    for _ in range(source.choice((1, 1, 2))):
        cell = source.choice(list(cells_of(layout.occupied)))
        layout = layout.without(1 << cell)
        if source.random() < 0.2:
            layout = layout.with_cube(cell, Material(source.choice(_CUBES)))
    layout = _with_more(source, card.kind, layout, more)
    gear = Gear().with_layout(card.kind, layout)
    if not layout or not inspect(gear, card.kind, LIMITS).is_legal or contains(layout, card.pattern):
        return None
    found = one_away(gear, card.kind, [card], LIMITS)
    if found:
        near = found[0]
        marks = 1 << near.cell
        task = _of_card(TaskKind.ONE_SHORT, gear, card, True, "one-short", rule=_MATCH_RULE, marks=marks)
        return msgspec.structs.replace(task, cube=str(near.material))
    missing = distance(gear, card.kind, card, LIMITS)
    reason = "blocked" if missing is None else "further"
    task = _of_card(TaskKind.ONE_SHORT, gear, card, False, reason, rule=_MATCH_RULE)
    return msgspec.structs.replace(task, n=missing or 0)


def _of_card(
    kind: TaskKind, gear: Gear, card: GearCard, answer: bool, reason: str, *, rule: str, marks: Mask = 0
) -> Task:
    return Task(
        kind=kind,
        gear=card.kind,
        drawing=print_gear(gear, card.kind, LIMITS),
        card=Offer(card.id, print_pattern(card.pattern), card.provenance),
        answer=answer,
        reason=reason,
        rule=rule,
        marks=marks,
    )


@cache
def _mirrored(card: GearCard) -> tuple[Layout, ...]:
    """The pattern's mirror images, where they are no turns of it."""
    own = {one.layout for one in turns(card.pattern)}
    every = turns(card.pattern, with_mirror=True)
    return tuple(one.layout for one in every if one.layout not in own)


def _laid(source: random.Random, card: GearCard, is_mirrored: bool) -> Layout:
    """The card's pattern somewhere on the board, turned, or its mirror image."""
    area = LIMITS.area_mask(card.kind)
    images = _mirrored(card) if is_mirrored else ()
    pattern = source.choice(images) if images else card.pattern
    return source.choice([spot.cubes for spot in places(pattern, area)])


def _changed(source: random.Random, layout: Layout, *, is_gap: bool) -> Layout:
    """One cube of another colour, or gone."""
    cell = source.choice(list(cells_of(layout.occupied)))
    if is_gap:
        return layout.without(1 << cell)
    others = [material for material in Material if material != layout.at(cell)]
    return layout.with_cube(cell, source.choice(others))


def _with_more(source: random.Random, kind: GearKind, layout: Layout, more: int) -> Layout:
    """A few cubes beside what lies there, joined up as a weapon has to be."""
    area = LIMITS.area_mask(kind)
    for _ in range(more):
        free = list(cells_of((grow(layout.occupied) if layout else area) & area & ~layout.occupied))
        if free:
            layout = layout.with_cube(source.choice(free), Material(source.choice(_CUBES)))
    return layout


_DRAWN: dict[TaskKind, Callable[[random.Random, int], Task | None]] = {
    TaskKind.LEGAL: _legal,
    TaskKind.MATCH: _match,
    TaskKind.ONE_SHORT: _one_short,
}

"""What a task asks for beyond a legal craft, and what of it a drawing misses. Every number is the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.worn import Weapon, initiative
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Datum
from fujikoro_nb.puzzles.crafting.position import Craft, Letters, Offer, Position
from fujikoro_nb.texts import say

_WITH_MIRROR = ADOPTED.with_reading("gearcard.match.rotation", "turned-or-mirrored")

Small = Annotated[int, msgspec.Meta(ge=0, le=50)]


class Goal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Conditions that a drawing has to meet; one left out is not asked for."""

    match: bool = False
    """Every card on offer."""
    weapons: Small | None = None
    """Exactly so many weapons."""
    hands: Annotated[int, msgspec.Meta(ge=1, le=2)] | None = None
    """Every weapon is wielded with so many hands."""
    usable: Small | None = None
    """At least so many usable weapons."""
    cubes: Small | None = None
    """Exactly so many cubes in the gear."""
    initiative: Small | None = None
    """At least this initiative."""
    backpack: Letters = ""
    """These cubes lie in the backpack afterwards."""


class Miss(msgspec.Struct, frozen=True):
    """One condition that is not met: ``what`` picks the sentence, ``rule`` is the rule it rests on."""

    what: str
    rule: str
    data: tuple[tuple[str, Datum], ...] = ()
    card: Offer | None = None

    def sentence(self, *, language: str = "en") -> str:
        """Why, in words; the engine's words and a card's name become the language's."""
        slots: dict[str, Any] = dict(self.data)
        if "cube" in slots:
            slots["cube"] = say(f"word.{slots['cube']}", language=language)
        if self.card is not None:
            slots["card"] = self.card.title(language=language)
        return say(f"miss.{self.what}", language=language, **slots)


def _miss(what: str, rule: str, **data: Datum) -> Miss:
    return Miss(what, rule, tuple(data.items()))


def misses(goal: Goal, position: Position, craft: Craft) -> tuple[Miss, ...]:
    """The conditions that a legal craft does not meet, in the order in which a person would look at them."""
    return tuple(_misses(goal, position, craft))


def _misses(goal: Goal, position: Position, craft: Craft) -> Iterator[Miss]:
    if position.kind == GearKind.WEAPON:
        yield from _weapon_misses(goal, position, craft)
    if goal.cubes is not None and craft.report.cubes != goal.cubes:
        rule = (
            "craft.weapon.one-handed.max-cubes" if craft.report.cubes < goal.cubes else "craft.from-backpack"
        )
        yield _miss("cubes", rule, cubes=craft.report.cubes, wanted=goal.cubes)
    wanted = Cubes.parse(goal.backpack)
    if not craft.backpack.covers(wanted):
        short = next(iter(wanted.surplus_over(craft.backpack)))
        is_single = len(position.layout.cubes.surplus_over(craft.gear.layout(position.kind).cubes)) == 1
        rule = "craft.waste.single" if is_single else "craft.waste"
        yield _miss("backpack-single" if is_single else "backpack", rule, cube=str(short))
    if goal.match:
        yield from _card_misses(position, craft)


def _weapon_misses(goal: Goal, position: Position, craft: Craft) -> Iterator[Miss]:
    weapons = craft.report.weapons
    if goal.weapons is not None and len(weapons) != goal.weapons:
        rule = "craft.weapon.touching-merges" if len(weapons) < goal.weapons else "craft.weapon.two-max"
        yield _miss("weapons", rule, weapons=len(weapons), wanted=goal.weapons)
    if goal.hands is not None and any(weapon.hands != goal.hands for weapon in weapons):
        yield _miss(f"hands-{goal.hands}", "craft.weapon.touching-merges")
    usable = sum(weapon.is_usable for weapon in weapons)
    if goal.usable is not None and usable < goal.usable:
        yield _usable_miss(position, weapons)
    if goal.initiative is not None:
        reached = initiative(craft.gear, position.limits)
        if reached < goal.initiative:
            yield _miss("initiative", "combat.init.length", initiative=reached, wanted=goal.initiative)


def _usable_miss(position: Position, weapons: tuple[Weapon, ...]) -> Miss:
    limits = position.limits
    weak = next((weapon for weapon in weapons if not weapon.is_usable), None)
    if weak is None:
        return _miss("no-weapon", "craft.weapon.usable.one-handed")
    limit = limits.two_handed_wood if weak.hands == 2 else limits.one_handed_wood
    return _miss(f"usable-{weak.hands}", limit.rule, wood=weak.wood, wanted=limit.value)


def _card_misses(position: Position, craft: Craft) -> Iterator[Miss]:
    layout = craft.gear.layout(position.kind)
    for card in position.cards:
        if contains(layout, card.layout):
            continue
        if contains(layout, card.layout, rulings=_WITH_MIRROR):
            yield Miss("mirrored", "gearcard.match.rotation", card=card)
        else:
            yield Miss("card", "gearcard.match.contains", card=card)

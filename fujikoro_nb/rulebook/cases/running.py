"""Run a case on the engine and find the first difference to what it expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import column_row
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import after_removal, can_gain
from fujikoro_nb.engine.fujikoro.gear.match import placements
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.payment import check_payment, payments
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report, Weapon, initiative, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.rulebook.cases.fighting import fight_differences
from fujikoro_nb.rulebook.cases.playing import game_differences
from fujikoro_nb.rulebook.cases.records import (
    Case,
    Contain,
    Expect,
    Fight,
    Game,
    Inspect,
    Lose,
    Pay,
    Repair,
    Rest,
    WeaponRecord,
)
from fujikoro_nb.rulebook.cases.resting import named, rest_differences

_MOST_REPAIRS = 100_000


class Difference(msgspec.Struct, frozen=True):
    """Where engine and case part: what was compared, and both values as text."""

    what: str
    expected: str
    found: str


Compared = tuple[str, object, object]
"""What, expected, found."""


def first_difference(case: Case) -> Difference | None:
    """Nothing when the engine agrees. Raises Unreadable or Illegal for a position that cannot be set up."""
    for what, expected, found in _compared(case):
        if expected != found:
            return Difference(what, _text(expected), _text(found))
    return None


def rulings_of(chosen: dict[str, str]) -> Rulings:
    """The adopted rulings with these readings. Raises Unreadable."""
    rulings = ADOPTED
    for rule, reading in chosen.items():
        rulings = rulings.with_reading(rule, reading)
    return rulings


def _compared(case: Case) -> Iterator[Compared]:
    match case.done():
        case Inspect() as done:
            found = _inspected(done, case.expect)
        case Contain() as done:
            found = _contained(done)
        case Repair() as done:
            found = _repaired(done, case.expect)
        case Pay() as done:
            found = _paid(done, case.expect)
        case Lose() as done:
            found = _lost(done)
        case Rest() as done:
            yield from rest_differences(done, case.steps, case.expect, rulings_of(done.rulings))
            return
        case Fight() as done:
            yield from fight_differences(done, case.steps, case.expect, rulings_of(done.rulings))
            return
        case Game() as done:
            yield from game_differences(done, case.steps, case.expect, rulings_of(done.rulings))
            return
        case None:
            raise AssertionError("the reader lets only cases through that do one thing")
    yield from compared(case.expect, found)


def compared(expect: Expect, found: dict[str, Callable[[], object]]) -> Iterator[Compared]:
    """Every expectation that the case has, beside what came of it."""
    for name in Expect.__struct_fields__:
        expected = getattr(expect, name)
        if expected is not UNSET:
            yield name, expected, found[name]()


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(_text, value)) or "-"
    if isinstance(value, msgspec.Struct):
        said = {name: getattr(value, name) for name in value.__struct_fields__}
        return " ".join(f"{name}={_text(held)}" for name, held in said.items() if held is not UNSET)
    return str(value) or "-"


def _inspected(done: Inspect, expect: Expect) -> dict[str, Callable[[], object]]:
    limits, rulings = character(done.character), rulings_of(done.rulings)
    try:
        gear = parse_gear(done.gear, done.kind, limits)
    except Illegal as error:
        rules = tuple(refusal.rule for refusal in error.refusals)
        return {
            "legal": lambda: False,
            "refusals": lambda: rules,
            **dict.fromkeys(("weapons", "cubes", "absorbs", "initiative"), lambda: UNSET),
        }
    report = inspect(gear, done.kind, limits, is_unlocked=done.unlocked, rulings=rulings)
    return {
        "legal": lambda: report.is_legal,
        "refusals": lambda: tuple(dict.fromkeys(refusal.rule for refusal in report.refusals)),
        "weapons": lambda: _weapons(report, expect.weapons),
        "cubes": lambda: report.cubes,
        "absorbs": lambda: report.absorbs,
        "initiative": lambda: initiative(gear, limits, rulings=rulings),
    }


def _weapons(report: Report, expected: tuple[WeaponRecord, ...] | UnsetType) -> tuple[WeaponRecord, ...]:
    """The weapons, each with those fields that the case names for it."""
    wanted = () if isinstance(expected, UnsetType) else expected
    found = []
    for index, weapon in enumerate(report.weapons):
        whole = _weapon(weapon)
        if index < len(wanted):
            hidden = [name for name in whole.__struct_fields__ if getattr(wanted[index], name) is UNSET]
            whole = msgspec.structs.replace(whole, **dict.fromkeys(hidden, UNSET))
        found.append(whole)
    return tuple(found)


def _weapon(weapon: Weapon) -> WeaponRecord:
    return WeaponRecord(
        hands=weapon.hands,
        part=weapon.part,
        cubes=weapon.cubes,
        wood=weapon.wood,
        length=weapon.length,
        initiative=weapon.initiative,
        usable=weapon.is_usable,
        magic=weapon.is_magical,
    )


def _contained(done: Contain) -> dict[str, Callable[[], object]]:
    layout = parse_gear(done.gear, done.kind, character(done.character)).layout(done.kind)
    found = placements(parse_pattern(done.pattern), layout, rulings=rulings_of(done.rulings))
    return {"contains": lambda: bool(found), "places": lambda: len(found)}


def _repaired(done: Repair, expect: Expect) -> dict[str, Callable[[], object]]:
    limits, rulings = character(done.character), rulings_of(done.rulings)
    gear = parse_gear(done.gear, GearKind.WEAPON, limits)
    offered = list(islice(repairs(gear, limits, is_unlocked=done.unlocked, rulings=rulings), _MOST_REPAIRS))
    left = {gear.weapon.without(removed) for removed in offered}

    def offers(texts: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
        said = () if isinstance(texts, UnsetType) else texts
        return tuple(text for text in said if _weapon_layout(text, limits) in left)

    def withholds(texts: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
        said = () if isinstance(texts, UnsetType) else texts
        return tuple(text for text in said if _weapon_layout(text, limits) not in left)

    return {
        "accepted": lambda: offers(expect.accepted),
        "rejected": lambda: withholds(expect.rejected),
        "fewest": lambda: min(removed.bit_count() for removed in offered),
    }


def _weapon_layout(text: str, limits: BoardLimits) -> object:
    return parse_gear(text, GearKind.WEAPON, limits).weapon


def _heap(letters: str) -> tuple[Cubes, bool]:
    """Resource cubes, and whether the magic cube is with them."""
    return Cubes.parse(letters.replace("G", "", 1)), "G" in letters


def _letters(cubes: Cubes, *, has_magic: bool) -> str:
    return f"{cubes}{'G' if has_magic else ''}"


def _paid(done: Pay, expect: Expect) -> dict[str, Callable[[], object]]:
    rulings = rulings_of(done.rulings)
    held, has_magic = _heap(done.held)
    paid, pays_magic = _heap("" if isinstance(done.paid, UnsetType) else done.paid)
    refusal = check_payment(
        held, paid, has_magic=has_magic, pays_magic=pays_magic, damage=done.damage, rulings=rulings
    )
    ways = payments(held, has_magic=has_magic, damage=done.damage, rulings=rulings)
    chosen = [way for way in ways if (way.cubes, way.has_magic) == (paid, pays_magic)]
    return {
        "refused": lambda: named(refusal, expect.refused),
        "left": lambda: _letters(held - paid, has_magic=has_magic and not pays_magic),
        "surplus": lambda: chosen[0].wasted if chosen else UNSET,
        "choices": lambda: tuple(_letters(way.cubes, has_magic=way.has_magic) for way in ways),
    }


def _lost(done: Lose) -> dict[str, Callable[[], object]]:
    limits, rulings = character(done.character), rulings_of(done.rulings)
    before = parse_gear(done.gear, done.kind, limits)
    after = before.with_layout(done.kind, parse_gear(done.after, done.kind, limits).layout(done.kind))
    pattern = parse_pattern(done.blueprint)
    carried = after_removal(before, after, done.kind, pattern, limits, is_owned=done.owned, rulings=rulings)
    owned = pattern if done.owned else None
    return {
        "magic": lambda: _magic(carried.gear, done.kind, has_choice=bool(carried.places)),
        "by": lambda: carried.events[0].rule if carried.events else "-",
        "restored": lambda: can_gain(carried.gear, done.kind, owned, limits, rulings=rulings),
    }


def _magic(gear: Gear, kind: GearKind, *, has_choice: bool) -> str:
    if has_choice:
        return "owner chooses"
    if not gear.is_magical(kind):
        return "gone"
    if gear.weapon_magic is None:
        return "kept"
    column, row = column_row(gear.weapon_magic)
    return f"kept at {column},{row}"

"""What the sandals pay: which cubes may go for a damage, and what becomes of the magic."""

from __future__ import annotations

from typing import Any

from tests.oracles.readings import reading

Gear = dict[str, Any]
Payment = tuple[str, ...]
"""Cubes by ``column,row`` from the upper left, and ``magic``."""


def cubes_of(gear: Gear) -> dict[str, str]:
    """``1,2`` to W, M or T."""
    return {
        f"{column},{row}": letter
        for row, line in enumerate(gear["cubes"], start=1)
        for column, letter in enumerate(line, start=1)
        if letter != "."
    }


def worth_of_items(gear: Gear, **readings: Any) -> dict[str, int]:
    """All that can pay and how much it absorbs: move.lava.value-table, magic.value.absorb."""
    table = {"W": 1, "M": 2, "T": reading(readings, "tooth_value")}
    worth = {cell: table[letter] for cell, letter in cubes_of(gear).items()}
    if gear["magic"]:
        worth["magic"] = 4
    return worth


def total_value(gear: Gear, **readings: Any) -> int:
    """example.helmet-value-8, move.lava.incomplete-ok: all that is there counts."""
    return sum(worth_of_items(gear, **readings).values())


def payments(gear: Gear, damage: int, **readings: Any) -> list[Payment]:
    """Every set of cubes that may pay a damage; none if it cannot be paid.

    move.lava.choice: no cube of the set could be kept with the damage still covered, but an exact payment need not
    be chosen. move.lava.overpay: surplus is lost. combat.helmet.choice, combat.helmet.magic-order: the same.
    """
    worth = worth_of_items(gear, **readings)
    sets: list[list[str]] = [[]]
    for item in worth:
        sets += [[*one, item] for one in sets]
    legal = []
    for one in sets:
        paid = sum(worth[item] for item in one)
        if paid >= damage and all(paid - worth[item] < damage for item in one):
            legal.append(tuple(sorted(one)))
    return sorted(legal)


def quarter_turn(rows: list[str]) -> list[str]:
    """A drawing turned clockwise."""
    return ["".join(line[column] for line in reversed(rows)) for column in range(len(rows[0]))]


def drawing(rows: list[str]) -> list[tuple[int, int, str]]:
    return [(x, y, letter) for y, line in enumerate(rows) for x, letter in enumerate(line) if letter != "."]


def fits(gear: Gear, pattern: list[str]) -> bool:
    """magic.match.contains, gearcard.match.rotation: turned at will, never mirrored, more cubes do no harm."""
    own = drawing(gear["cubes"])
    for _ in range(4):
        pattern = quarter_turn(pattern)
        wanted = drawing(pattern)
        x, y, _ = wanted[0]
        # Its first cube lies on some cube of the gear.
        for own_x, own_y, _ in own:
            right, down = own_x - x, own_y - y
            if all((x + right, y + down, letter) in own for x, y, letter in wanted):
                return True
    return False


def after_payment(gear: Gear, payment: Payment, **readings: Any) -> Gear:
    """The gear once these cubes are gone.

    magic.loss.immediate: magic that no longer fits its blueprint leaves too. magic.loss.no-blueprint-any-cube: with
    the blueprint stolen it leaves with the first cube.
    """
    rows = [
        "".join(
            "." if f"{column},{row}" in payment else letter for column, letter in enumerate(line, start=1)
        )
        for row, line in enumerate(gear["cubes"], start=1)
    ]
    left = {**gear, "cubes": rows}
    if "magic" in payment:
        left["magic"] = False
    elif gear["magic"] and payment:
        if gear["blueprint"] is not None:
            left["magic"] = fits(left, gear["blueprint"])
        elif reading(readings, "stolen_magic") == "any-cube" or gear["lost"] is None:
            left["magic"] = False
        else:
            left["magic"] = fits(left, gear["lost"])
    return left


def after_action(gear: Gear) -> Gear:
    """magic.gain, magic.restore.condition, move.lava.magic-restore, magic.eruption-restore.

    At the end of an action the blueprint that is still owned makes the gear it fits magical (again).
    """
    if gear["blueprint"] is not None and fits(gear, gear["blueprint"]):
        return {**gear, "magic": True}
    return gear


def emptied(gear: Gear) -> Gear:
    """final.eruption.death-sandals"""
    return {**gear, "cubes": ["." * len(line) for line in gear["cubes"]], "magic": False}


def payments_in_portions(gear: Gear, portions: int, **readings: Any) -> list[list[Payment]]:
    """Every way to pay portions of five one after the other (final.eruption.separate-payments)."""
    if portions == 0:
        return [[]]
    return [
        [first, *rest]
        for first in payments(gear, 5, **readings)
        for rest in payments_in_portions(after_payment(gear, first, **readings), portions - 1, **readings)
    ]


def ways_to_pay(gear: Gear, lava_spaces: int, **readings: Any) -> list[list[Payment]]:
    """Every way to pay for a move over so many lava spaces: move.lava.cost, move.lava.pay-after."""
    if reading(readings, "lava_payment") == "each-step":
        return payments_in_portions(gear, lava_spaces, **readings)
    if lava_spaces == 0:
        return [[]]
    return [[payment] for payment in payments(gear, 5 * lava_spaces, **readings)]


def can_pay(gear: Gear, lava_spaces: int, **readings: Any) -> bool:
    """move.lava.affordable, move.lava.incomplete-ok"""
    return ways_to_pay(gear, lava_spaces, **readings) != []


def gear_after(gear: Gear, way: list[Payment], **readings: Any) -> Gear:
    """The sandals after a move that was paid in this way, before the action ends."""
    for payment in way:
        gear = after_payment(gear, payment, **readings)
    return gear

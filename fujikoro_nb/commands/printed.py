"""Checks and crafts as plain text, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.helper.card_solver import Solved
from fujikoro_nb.helper.gear_check import Cells, CheckedWeapon, GearCheck
from fujikoro_nb.texts import say


def printed_check(check: GearCheck, kind: GearKind, *, cards: int) -> Iterator[str]:
    """The lines of a gear check; ``cards`` is how many it was held against."""
    yield say("command.legal") if check.legal else say("command.illegal")
    for refusal in check.refusals:
        yield say("command.refusal", sentence=refusal.sentence, rule=refusal.rule)
    for weapon in check.weapons:
        yield _printed_weapon(weapon)
    if kind == GearKind.WEAPON or check.initiative:
        yield say("command.initiative", initiative=check.initiative)
    if kind != GearKind.WEAPON:
        yield say("command.absorbs", points=check.absorbs)
    for match in check.matches:
        yield say(
            "command.match", card=match.card, mark=_mark(match.provenance), cells=_printed_cells(match.cells)
        )
    for match in check.matches_once_legal:
        yield say(
            "command.match-once-legal",
            card=match.card,
            mark=_mark(match.provenance),
            cells=_printed_cells(match.cells),
        )
    if not cards:
        yield say("command.no-cards", kind=say(f"word.{kind}"))
    elif not check.matches:
        yield say("command.no-match", n=cards)


def printed_solution(solved: Solved) -> Iterator[str]:
    """The lines of a solution, or the reason why there is none."""
    if solved.reason is not None:
        yield f"{solved.reason.sentence} ({solved.reason.rule})"
    if solved.craft is None:
        return
    craft = solved.craft
    yield say("command.solution", gear=craft.gear)
    if craft.taken:
        yield say("command.solution-taken", cubes=craft.taken)
    else:
        yield say("command.solution-nothing-taken")
    if craft.stored:
        yield say("command.solution-stored", cubes=craft.stored)
    if craft.wasted:
        yield say("command.solution-wasted", cubes=craft.wasted)
    if craft.thrown:
        yield say("command.solution-thrown", cubes=craft.thrown)
    for card in craft.cards:
        yield say(
            "command.solution-card",
            card=card.card,
            mark=_mark(card.provenance),
            cells=_printed_cells(card.cells),
        )


def _printed_weapon(weapon: CheckedWeapon) -> str:
    return say(
        "command.weapon",
        hands=weapon.hands,
        cubes=weapon.cubes,
        length=weapon.length,
        usable=say("command.usable") if weapon.usable else say("command.unusable"),
        magic=say("command.magic") if weapon.magic else "",
    )


def _mark(provenance: str) -> str:
    return say("command.house-mark") if provenance == Provenance.HOUSE else ""


def _printed_cells(cells: Cells) -> str:
    return ", ".join(say("command.cell", column=column, row=row) for column, row in cells)

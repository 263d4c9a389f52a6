"""Positions in a line: boards, crafts and rests written in notation, for tests that read like the rulebook."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.rest import (
    ClaimCard,
    CraftGear,
    CraftingState,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
)
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents, OwnedCard
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report, inspect
from fujikoro_nb.engine.fujikoro.rules.craft import check_craft
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Event, Illegal, Refusal, Seat

HELMET, WEAPON, SANDALS = GearKind.HELMET, GearKind.WEAPON, GearKind.SANDALS
KINDS = {"helmet": HELMET, "weapon": WEAPON, "sandals": SANDALS}
BONUS = {HELMET: "wood", WEAPON: "vp-or-peek", SANDALS: "step"}


def gear_of(
    *, weapon: str = "", helmet: str = "", sandals: str = "", limits: BoardLimits = SYMMETRIC
) -> Gear:
    """A whole gear from the three notations."""
    left = parse_gear(weapon, WEAPON, limits)
    worn = parse_gear(helmet, HELMET, limits)
    feet = parse_gear(sandals, SANDALS, limits)
    return Gear(
        left.weapon, worn.helmet, feet.sandals, left.weapon_magic, worn.helmet_magic, feet.sandals_magic
    )


def contents(text: str, *discs: str) -> Contents:
    """Part of a backpack: cubes as letters, then discs by name."""
    return Contents(Cubes.parse(text), discs)


def backpack(lower: str = "", upper: str = "", *, discs: Iterable[str] = ()) -> Backpack:
    """A backpack; discs lie in the lower area."""
    return Backpack(contents(lower, *discs), contents(upper))


def board(
    *,
    weapon: str = "",
    helmet: str = "",
    sandals: str = "",
    lower: str = "",
    upper: str = "",
    discs: Iterable[str] = (),
    monks: tuple[str, ...] = (),
    who: str = "symmetric",
    cards: tuple[OwnedCard, ...] = (),
    blueprints: tuple[Blueprint, ...] = (),
    lost: tuple[Blueprint, ...] = (),
) -> Board:
    """A player board in notation."""
    limits = character(who)
    return Board(
        limits=limits,
        gear=gear_of(weapon=weapon, helmet=helmet, sandals=sandals, limits=limits),
        backpack=backpack(lower, upper, discs=discs),
        monk_spots=monks,
        cards=cards,
        blueprints=blueprints,
        lost_blueprints=lost,
    )


def layout_of(kind: GearKind, text: str, limits: BoardLimits = SYMMETRIC) -> Layout:
    """The cubes of one kind of gear."""
    return parse_gear(text, kind, limits).layout(kind)


def craft(
    here: Board,
    kind: GearKind,
    text: str,
    *,
    lower: str = "",
    upper: str = "",
    waste: str = "",
    thrown: str = "",
    magic_at: int | None = None,
) -> CraftGear:
    """A craft: the gear as it lies at the end, and what lies in the backpack then; discs stay where they are."""
    return CraftGear(
        kind,
        layout_of(kind, text, here.limits),
        Backpack(contents(lower, *here.backpack.lower.discs), contents(upper, *here.backpack.upper.discs)),
        wasted=Material(waste) if waste else None,
        thrown=Cubes.parse(thrown),
        magic_at=magic_at,
    )


def craft_refusal(here: Board, answer: CraftGear, *, rulings: Rulings = ADOPTED) -> str | None:
    """The rule that refuses a craft, or None."""
    refusal = check_craft(here, answer, rulings=rulings)
    return None if refusal is None else refusal.rule


def card(name: str, kind: GearKind, pattern: str) -> GearCard:
    """A gear card on display."""
    return GearCard(name, kind, parse_pattern(pattern), BONUS[kind], Provenance.OWNER)


def blueprint(kind: GearKind, pattern: str, name: str = "plan") -> Blueprint:
    """A blueprint."""
    return Blueprint(name, kind, parse_pattern(pattern), Provenance.OWNER)


def owned(name: str, kind: GearKind, slot: str, bonus: str = "") -> OwnedCard:
    """A card claimed earlier."""
    return OwnedCard(name, kind, slot, bonus or BONUS[kind])


def report(
    kind: GearKind, text: str, *, who: str = "symmetric", unlocked: bool = True, rulings: Rulings = ADOPTED
) -> Report:
    """What the rules say of one kind of gear."""
    limits = character(who)
    return inspect(parse_gear(text, kind, limits), kind, limits, is_unlocked=unlocked, rulings=rulings)


def faults(
    kind: GearKind, text: str, *, who: str = "symmetric", unlocked: bool = True, rulings: Rulings = ADOPTED
) -> list[str]:
    """The rules that a gear breaks, each once; empty for legal gear."""
    found = report(kind, text, who=who, unlocked=unlocked, rulings=rulings)
    return list(dict.fromkeys(refusal.rule for refusal in found.refusals))


def adopted_but(rule: str, reading: str) -> Rulings:
    """The adopted rulings with one switch set."""
    return ADOPTED.with_reading(rule, reading)


class Table:
    """A rest under way: give answers, read states, events and refusals."""

    def __init__(
        self, *boards: Board, display: tuple[GearCard, ...] = (), rulings: Rulings = ADOPTED, seat: int = 0
    ) -> None:
        start = CraftingState(boards=boards, display=display, rulings=rulings)
        step = REST_GAME.start(rest(start, Seat(seat)))
        self.state = step.state
        self.events: list[Event] = list(step.events)

    @property
    def asked(self) -> str | None:
        """The kind of the pending question."""
        question = REST_GAME.question(self.state)
        return None if question is None else question.kind

    @property
    def asked_seat(self) -> int | None:
        """Who is asked."""
        question = REST_GAME.question(self.state)
        return None if question is None else int(question.seat)

    def play(self, *answers: Answer) -> Table:
        """Give answers one after the other."""
        for answer in answers:
            assert self.refusal(answer) is None, f"{answer} is legal"
            step = REST_GAME.step(self.state, answer)
            self.state = step.state
            self.events += step.events
        return self

    def refusal(self, answer: Answer) -> Refusal | None:
        """What check says."""
        return REST_GAME.check(self.state, answer)

    def refused(self, answer: Answer) -> str | None:
        """The rule that refuses an answer, or None when it is legal; the state never changes by asking."""
        before = self.state
        refusal = REST_GAME.check(before, answer)
        if refusal is not None:
            with pytest.raises(Illegal) as error:
                REST_GAME.step(before, answer)
            assert error.value.refusals == (refusal,)
        assert self.state is before
        return None if refusal is None else refusal.rule

    def options(self) -> list[Answer]:
        """The listed answers."""
        return list(REST_GAME.options(self.state))

    def claims(self) -> list[str]:
        """The cards that may be taken now."""
        return list(dict.fromkeys(answer.card for answer in self.options() if isinstance(answer, ClaimCard)))

    def rest(self) -> Table:
        """Craft nothing, claim nothing."""
        return self.play(CraftNothing(), StopClaiming())

    def happened(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def lost_by(self) -> list[str]:
        """The rules by which magic was lost."""
        return [event.rule for event in self.happened("magic-lost")]

    def gear(self, seat: int = 0) -> Gear:
        """The gear of a seat."""
        return self.state.boards[seat].gear


def with_gear(here: Board, **fields: object) -> Board:
    """The board with parts of its gear replaced."""
    return msgspec.structs.replace(here, gear=msgspec.structs.replace(here.gear, **fields))


__all__ = [
    "ADOPTED",
    "HELMET",
    "KINDS",
    "SANDALS",
    "SYMMETRIC",
    "WEAPON",
    "ClaimCard",
    "CraftNothing",
    "PlaceMagic",
    "StopClaiming",
    "Table",
    "adopted_but",
    "backpack",
    "blueprint",
    "board",
    "card",
    "contents",
    "craft",
    "craft_refusal",
    "faults",
    "gear_of",
    "layout_of",
    "owned",
    "report",
    "with_gear",
]

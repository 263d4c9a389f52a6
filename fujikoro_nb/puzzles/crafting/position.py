"""A crafting task on one player board: what lies there, what is in hand, which cards are on offer.

Lessons and puzzles judge a finished drawing through the same craft that the game plays: the cubes in hand are the
backpack, the drawing is the answer to "craft?" of a rest, and the refusal is the game's own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec

from fujikoro_nb.content.pack import house_title
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftingState
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report, inspect
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.kernel import Refusal, Seat, refuse

Notation = Annotated[str, msgspec.Meta(max_length=120)]
CardName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Letters = Annotated[str, msgspec.Meta(max_length=12, pattern="^[WMT]*$")]

LOWER_SPACES = 6
"""More cubes in hand than this mean that the backpack monk is on its spot as well (monk.spot.backpack)."""


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as a task shows it: its name, its pattern, and whose invention it is."""

    id: CardName
    pattern: Notation
    provenance: Provenance = Provenance.HOUSE

    def title(self, *, language: str = "en") -> str:
        """What the card is called; the house's mark is drawn, not said.

        >>> Offer("house-weapon-4", "WM").title()
        'Crossed Bamboo'
        >>> Offer("weapon-7", "WM", Provenance.OWNER).title()
        'weapon 7'
        """
        named = house_title(self.id, language=language) if self.provenance == Provenance.HOUSE else ""
        return named or self.id.removeprefix("house-").replace("-", " ")

    @property
    def layout(self) -> Layout:
        """The pattern's cubes. Raises Unreadable."""
        return parse_pattern(self.pattern)


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The board before the craft. ``given`` is in gear notation, ``hand`` in cube letters."""

    kind: GearKind = GearKind.WEAPON
    given: Notation = ""
    hand: Letters = ""
    is_unlocked: bool = False
    """Whether a monk opens the right part of the weapon grid."""
    cards: Annotated[tuple[Offer, ...], msgspec.Meta(max_length=4)] = ()
    character: Annotated[str, msgspec.Meta(max_length=20)] = "symmetric"

    @property
    def limits(self) -> BoardLimits:
        """What this player board allows. Raises Unreadable."""
        return character(self.character)

    @property
    def layout(self) -> Layout:
        """The cubes that lie there before the craft. Raises Unreadable or Illegal."""
        return _given(self.given, self.kind, self.character)

    @property
    def cubes(self) -> Cubes:
        """The cubes in hand."""
        return Cubes.parse(self.hand)

    @property
    def area(self) -> Mask:
        """The cells that may hold cubes here: without the weapon monk only the left part."""
        limits = self.limits
        is_closed = self.kind == GearKind.WEAPON and not (self.is_unlocked or limits.is_weapon_grid_open)
        return limits.weapon.left if is_closed else limits.area_mask(self.kind)


class Craft(msgspec.Struct, frozen=True):
    """A finished drawing, judged: the refusal, or the gear and the backpack after it."""

    gear: Gear
    report: Report
    backpack: Cubes
    refusal: Refusal | None = None
    marks: Mask = 0
    """The cells that the refusal is about."""

    @property
    def is_legal(self) -> bool:
        """Whether the game accepts this craft."""
        return self.refusal is None


def craft(position: Position, layout: Layout) -> Craft:
    """What the game says to this drawing as the end of a craft.

    Cubes that left the gear go to the backpack but for one (craft.waste), for which the plainest is given up: wood
    before tooth before metal.
    """
    limits, before, hand = position.limits, position.layout, position.cubes
    out = before.cubes.surplus_over(layout.cubes)
    added = layout.cubes.surplus_over(before.cubes)
    wasted = next((Material(letter) for letter in "WTM" if out.count(Material(letter))), None)
    after = hand.surplus_over(added) + out - (Cubes() if wasted is None else Cubes.one(wasted))
    gear = Gear().with_layout(position.kind, layout)
    report = inspect(gear, position.kind, limits, is_unlocked=position.is_unlocked)
    if not hand.covers(added):
        missing = str(added.surplus_over(hand))
        return Craft(gear, report, hand, refuse("craft.from-backpack", cubes=missing), layout.occupied)
    state = _rest(position, needs_room=max(len(hand), len(after)) > LOWER_SPACES)
    answer = CraftGear(position.kind, layout, _packed(after, limits), wasted)
    refusal = REST_GAME.check(state, answer)
    marks = 0
    for fault in report.faults:
        marks |= fault.cells
    return Craft(gear, report, after, refusal, marks if refusal else 0)


@lru_cache(maxsize=512)
def _given(text: str, kind: GearKind, name: str) -> Layout:
    return parse_gear(text, kind, character(name)).layout(kind)


@lru_cache(maxsize=512)
def _rest(position: Position, *, needs_room: bool) -> CraftingState:
    """A rest with this board, at the question whether to craft."""
    spots = ("weapon",) if position.is_unlocked else ()
    board = Board(
        limits=position.limits,
        gear=Gear().with_layout(position.kind, position.layout),
        backpack=_packed(position.cubes, position.limits),
        monk_spots=(*spots, "backpack") if needs_room else spots,
    )
    return REST_GAME.start(rest(CraftingState(boards=(board,)), Seat(0))).state


def _packed(cubes: Cubes, limits: BoardLimits) -> Backpack:
    letters = str(cubes)
    lower, upper = letters[: limits.backpack_lower], letters[limits.backpack_lower :]
    return Backpack(Contents(Cubes.parse(lower)), Contents(Cubes.parse(upper)))

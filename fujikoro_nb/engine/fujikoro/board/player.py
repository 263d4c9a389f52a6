"""A player board: gear, backpack, monk spots, gear cards and blueprints of one seat."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.characters import NOBODY, SYMMETRIC, Character
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import cites

MONK_SPOTS = ("action", "scroll", "weapon", "backpack")
"""One monk each (monk.spots)."""

MONK_DISC, SCROLL_DISC = "monk", "scroll"
"""What discs in a backpack are called that are no blueprint's; a blueprint's has the id of its card."""

DISCS = 3
"""Action discs of a player without the action monk."""

SLOTS = ("move", "explore", "gather")
"""Actions that can carry a gear card; rest has no slot (gearcard.limit.slot)."""


class Contents(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What lies in one part of the backpack: cubes, and discs of monks, blueprints and scrolls, one space each."""

    cubes: Cubes = Cubes()
    discs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.discs) > 1:  # one way to write down the same things
            msgspec.structs.force_setattr(self, "discs", tuple(sorted(self.discs)))

    def __len__(self) -> int:
        return len(self.cubes) + len(self.discs)


class Backpack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Lower and upper area: only the upper one can be lost by overflow, so the owner says what lies where."""

    lower: Contents = Contents()
    upper: Contents = Contents()

    @property
    def cubes(self) -> Cubes:
        """All resource cubes."""
        return self.lower.cubes + self.upper.cubes

    @property
    def discs(self) -> tuple[str, ...]:
        """All discs, sorted."""
        return tuple(sorted(self.lower.discs + self.upper.discs))


class OwnedCard(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A gear card on the board: tied to one action for the rest of the game (gearcard.limit.slot)."""

    card: str
    kind: GearKind
    slot: str
    bonus: str
    is_beside: bool = False
    """Dealt at the start where such a card is none of its kind (coop.setup.gear-card-counts-as-owned)."""


class Board(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everything on one player board that crafting needs."""

    limits: BoardLimits = SYMMETRIC
    gear: Gear = Gear()
    backpack: Backpack = Backpack()
    monk_spots: tuple[str, ...] = ()
    """Spots with a monk on them: ``weapon`` opens the right part of the grid, ``backpack`` the upper spaces."""
    cards: tuple[OwnedCard, ...] = ()
    blueprints: tuple[Blueprint, ...] = ()
    lost_blueprints: tuple[Blueprint, ...] = ()
    """Blueprints given away while their gear was magical: the magic may outlive them."""
    discs: int = DISCS
    """Ordinary action discs in the pool; the action monk is one more while it stands on its spot."""
    action_monk_field: str = ""
    """The action field on which the action monk lies; empty while it is in the pool."""
    second_monk_field: str | UnsetType = UNSET
    """The field of another action monk, where one may have two; not there while it is in the pool."""
    played: Character | UnsetType = UNSET
    """The character that is played; not there, and not written down, on a board without one."""

    @property
    def character(self) -> Character:
        """What the rules ask where characters differ."""
        played = self.played
        return NOBODY if played is UNSET else played

    @property
    def carded(self) -> tuple[GearKind, ...]:
        """Kinds of gear that have their card, and get no other (gearcard.limit.type)."""
        return tuple([owned.kind for owned in self.cards if not owned.is_beside])

    @property
    def pool(self) -> int:
        """Discs that can be played now, the action monk among them."""
        return self.discs + self.idle_monks

    @property
    @cites("char.tomoe.second-action-monk")
    def idle_monks(self) -> int:
        """Action monks that can be played now."""
        spots = self.monk_spots
        if "action" not in spots:
            return 0
        on_fields = (self.action_monk_field != "") + (self.second_monk_field is not UNSET)
        return spots.count("action") - on_fields

    @property
    def monk_fields(self) -> tuple[str, ...]:
        """The fields on which action monks lie."""
        second = self.second_monk_field
        first = (self.action_monk_field,) if self.action_monk_field else ()
        return first if second is UNSET else (*first, second)

    def with_monk_fields(self, fields: tuple[str, ...]) -> Board:
        """The board with its action monks on these fields, and no others."""
        first = fields[0] if fields else ""
        second = fields[1] if len(fields) > 1 else UNSET
        return msgspec.structs.replace(self, action_monk_field=first, second_monk_field=second)

    @property
    @cites("char.tomoe.second-action-monk")
    def free_spots(self) -> tuple[str, ...]:
        """Spots on which a monk finds room."""
        spots = self.monk_spots
        free = [spot for spot in MONK_SPOTS if spot not in spots]
        if self.played is not UNSET and 0 < spots.count("action") <= self.played.more_action_monks:
            free.insert(0, "action")
        return tuple(free)

    @property
    def is_weapon_grid_open(self) -> bool:
        """Whether the right part of the weapon grid may be used."""
        return opens_weapon_grid(self.limits, self.monk_spots)

    @property
    def upper_spaces(self) -> int:
        """Open spaces of the upper backpack area."""
        return upper_spaces_of(self.limits, self.monk_spots)

    def pattern(self, kind: GearKind) -> Layout | None:
        """The pattern of the owned blueprint of this kind."""
        for blueprint in self.blueprints:
            if blueprint.kind == kind:
                return blueprint.pattern
        return None

    @cites("coop.blueprint.unlimited")
    def patterns(self, kind: GearKind) -> tuple[Layout, ...]:
        """The patterns of all owned blueprints of this kind; a group may hold several."""
        return tuple(blueprint.pattern for blueprint in self.blueprints if blueprint.kind == kind)

    def lost_pattern(self, kind: GearKind) -> Layout | None:
        """The pattern of the blueprint of this kind that went last."""
        gone = (blueprint.pattern for blueprint in reversed(self.lost_blueprints) if blueprint.kind == kind)
        return next(gone, None)


def without_spot(spots: tuple[str, ...], spot: str) -> tuple[str, ...]:
    """The monks on their spots without one that stood on this one."""
    index = spots.index(spot)
    return (*spots[:index], *spots[index + 1 :])


@cites("char.general.unlocked-for-free")
def opens_weapon_grid(limits: BoardLimits, spots: Collection[str]) -> bool:
    """Whether the right part of the weapon grid may be used with monks on these spots."""
    return limits.is_weapon_grid_open or "weapon" in spots


@cites("monk.spot.backpack", "char.general.unlocked-for-free")
def upper_spaces_of(limits: BoardLimits, spots: Collection[str]) -> int:
    """Open spaces of the upper backpack area with monks on these spots."""
    is_open = limits.is_backpack_open or "backpack" in spots
    return limits.backpack_upper if is_open else 0

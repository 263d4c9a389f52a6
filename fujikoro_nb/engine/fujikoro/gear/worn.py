"""Gear on a player board and what can be said of it: legal, usable, initiative, protection.

Legality is geometry (craft.weapon.hand-type); material decides only usability. A report lists every fault with the
cells it lies on, so that a page can mark them where they lie.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, STRIDE, Cell, Layout, Mask, extent, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal, cites, refuse

MAGIC_INITIATIVE = 4
"""combat.init.magic"""


class Gear(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Helmet, weapons and sandals of one samurai, with the green cubes on them.

    On helmet and sandals only whether there is magic matters; on weapons the cell does, because the cube lies on a
    cube of one weapon (magic.split-carrier). One field a kind: at most one magic cube each (magic.one-per-gear).
    """

    weapon: Layout = EMPTY
    helmet: Layout = EMPTY
    sandals: Layout = EMPTY
    weapon_magic: Cell | None = None
    helmet_magic: bool = False
    sandals_magic: bool = False

    def layout(self, kind: GearKind) -> Layout:
        """The resource cubes of one kind."""
        layout: Layout = getattr(self, kind)
        return layout

    def is_magical(self, kind: GearKind) -> bool:
        """Whether a green cube lies on this kind."""
        if kind == "weapon":
            return self.weapon_magic is not None
        return self.helmet_magic if kind == "helmet" else self.sandals_magic

    def with_layout(self, kind: GearKind, layout: Layout) -> Gear:
        """This gear with other resource cubes in one kind; magic untouched."""
        return msgspec.structs.replace(self, **{str(kind): layout})

    def without_magic(self, kind: GearKind) -> Gear:
        """This gear with the green cube of one kind taken off."""
        return msgspec.structs.replace(self, **{f"{kind}_magic": None if kind == "weapon" else False})

    def with_magic(self, kind: GearKind, cell: Cell | None = None) -> Gear:
        """This gear with a green cube on one kind; weapons need the cell."""
        assert (cell is not None) == (kind == "weapon"), "only magic on a weapon lies on a stated cube"
        return msgspec.structs.replace(self, **{f"{kind}_magic": True if cell is None else cell})


class Fault(msgspec.Struct, frozen=True, gc=False):
    """Something illegal: the refusal and the cells it lies on."""

    refusal: Refusal
    cells: Mask


class Weapon(msgspec.Struct, frozen=True, gc=False):
    """One connected weapon."""

    cells: Mask
    hands: int
    part: str
    """``left``, ``right`` or ``both``."""
    cubes: int
    wood: int
    length: int
    """combat.init.length: the larger of width and height, in cells."""
    is_usable: bool
    is_magical: bool

    @property
    def initiative(self) -> int:
        """Length, plus four under the magic cube (combat.init.magic)."""
        return self.length + (MAGIC_INITIATIVE if self.is_magical else 0)


class Report(msgspec.Struct, frozen=True, gc=False):
    """What the rules say of one kind of gear."""

    kind: GearKind
    faults: tuple[Fault, ...]
    cubes: int
    max_cubes: int
    """The limit that applies to this kind; for weapons to the largest weapon on the grid."""
    weapons: tuple[Weapon, ...] = ()
    absorbs: int = 0
    """Points of damage the cubes and magic take: helmet and sandals only."""

    @property
    def is_legal(self) -> bool:
        """Whether the gear may stay as it lies."""
        return not self.faults

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why not."""
        return tuple(fault.refusal for fault in self.faults)


@cites("craft.weapon.touching-merges", "craft.weapon.connected")
def weapons_of(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> tuple[Weapon, ...]:
    """The connected weapons on the grid, by geometry alone, legal or not.

    Cubes of both parts that touch along an edge are one weapon (craft.weapon.touching-merges).
    """
    return tuple(_weapon(cells, gear, limits, rulings) for cells in pieces(gear.weapon.occupied))


@cites("combat.init.length")
def _weapon(cells: Mask, gear: Gear, limits: BoardLimits, rulings: Rulings) -> Weapon:
    area = limits.weapon
    part = "both" if cells & area.left and cells & area.right else "left" if cells & area.left else "right"
    wood = (gear.weapon.wood & cells).bit_count()
    hands = _hands(cells, part, limits, rulings)
    needed = limits.two_handed_wood if hands == 2 else limits.one_handed_wood
    return Weapon(
        cells=cells,
        hands=hands,
        part=part,
        cubes=cells.bit_count(),
        wood=wood,
        length=max(extent(cells)),
        is_usable=wood >= needed.value,
        is_magical=gear.weapon_magic is not None and bool(cells >> gear.weapon_magic & 1),
    )


def _hands(cells: Mask, part: str, limits: BoardLimits, rulings: Rulings) -> int:
    """craft.weapon.hand-type: cells in both parts make a weapon two-handed, not its size."""
    if part == "both":
        return 2
    if limits.only_hands is not None and limits.only_hands.value == 2:
        return 2  # char.takeko.always-two-handed: wherever it lies
    is_too_big = cells.bit_count() > limits.one_handed_cubes.value
    return 2 if is_too_big and rulings.reading("craft.weapon.hand-type") == "any-place" else 1


@cites(
    "craft.weapon.legal-unusable",
    "example.legality.13",
    "example.legality.9-plus-4",
    "example.legality.protruding",
    "example.legality.connected-12",
    "example.legality.11-two-wood",
    "example.legality.12-three-wood",
)
def inspect_weapon(
    gear: Gear, limits: BoardLimits, *, is_unlocked: bool = True, rulings: Rulings = ADOPTED
) -> Report:
    """All weapons on the grid: legal or not and by which rule, hands, length, usability.

    ``is_unlocked``: a monk opens the right part; characters with an open grid need none.
    """
    weapons = weapons_of(gear, limits, rulings=rulings)
    faults = (
        *_grid_faults(gear, limits),
        *_lock_faults(weapons, is_unlocked or limits.is_weapon_grid_open, limits),
        *_number_faults(weapons, limits),
        *(fault for weapon in weapons for fault in _size_faults(weapon, limits)),
    )
    largest = max((_max_cubes(weapon, limits) for weapon in weapons), default=limits.one_handed_cubes.value)
    return Report(GearKind.WEAPON, faults, len(gear.weapon), largest, weapons)


def _max_cubes(weapon: Weapon, limits: BoardLimits) -> int:
    return (limits.two_handed_cubes if weapon.hands == 2 else limits.one_handed_cubes).value


def _grid_faults(gear: Gear, limits: BoardLimits) -> Iterator[Fault]:
    outside = gear.weapon.occupied & ~limits.weapon.mask
    if outside:
        yield Fault(
            refuse("craft.weapon.grid", columns=limits.weapon.columns, rows=limits.weapon.rows), outside
        )
    if gear.weapon_magic is not None and gear.weapon.at(gear.weapon_magic) is None:
        yield Fault(refuse("magic.carrier-destroyed"), 1 << gear.weapon_magic)


def _lock_faults(weapons: tuple[Weapon, ...], is_open: bool, limits: BoardLimits) -> Iterator[Fault]:
    if is_open:
        return
    for weapon in weapons:
        if weapon.part == "right":
            yield Fault(refuse("craft.weapon.right-only"), weapon.cells)
        elif weapon.hands == 2:
            yield Fault(refuse("monk.spot.weapon"), weapon.cells & limits.weapon.right or weapon.cells)


def _number_faults(weapons: tuple[Weapon, ...], limits: BoardLimits) -> Iterator[Fault]:
    for part in ("left", "right"):
        here = [weapon for weapon in weapons if weapon.part == part]
        if len(here) > 1:
            cells = sum(weapon.cells for weapon in here)
            # Corner contact looks like a weapon but is none; two pieces apart look like two weapons.
            rule = "craft.weapon.connected" if _touch_at_corners(here) else "craft.weapon.one-per-part"
            yield Fault(refuse(rule, weapons=len(here), part=part), cells)
    has_two_handed = any(weapon.hands == 2 for weapon in weapons)
    if len(weapons) > limits.weapons.value or (has_two_handed and len(weapons) > 1):
        main = max(weapons, key=lambda weapon: weapon.cubes)
        others = sum(weapon.cells for weapon in weapons if weapon is not main)
        reason = "two-handed" if has_two_handed else ""
        yield Fault(
            refuse(limits.weapons.rule, reason, weapons=len(weapons), max=limits.weapons.value), others
        )


def _touch_at_corners(weapons: list[Weapon]) -> bool:
    for index, weapon in enumerate(weapons):
        beside = weapon.cells << 1 | weapon.cells >> 1
        around = beside << STRIDE | beside >> STRIDE
        if any(around & other.cells for other in weapons[index + 1 :]):
            return True
    return False


def _size_faults(weapon: Weapon, limits: BoardLimits) -> Iterator[Fault]:
    if limits.only_hands is not None and weapon.hands != limits.only_hands.value:
        yield Fault(refuse(limits.only_hands.rule, "hands", hands=weapon.hands), weapon.cells)
        return
    limit = limits.two_handed_cubes if weapon.hands == 2 else limits.one_handed_cubes
    if weapon.cubes > limit.value:
        yield Fault(refuse(limit.rule, cubes=weapon.cubes, max=limit.value, part=weapon.part), weapon.cells)
    length = limits.one_handed_length
    if weapon.hands == 1 and weapon.length > length.value:
        yield Fault(refuse(length.rule, length=weapon.length, max=length.value), weapon.cells)


def inspect_helmet(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> Report:
    """The helmet: size, area and what it absorbs. Connection does not matter (craft.helmet.size)."""
    return _inspect_worn(GearKind.HELMET, gear, limits, rulings)


def inspect_sandals(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> Report:
    """The sandals: size, area and what they absorb. Connection does not matter (craft.sandals.size)."""
    return _inspect_worn(GearKind.SANDALS, gear, limits, rulings)


@cites("craft.helmet.magic-not-cube")
def _inspect_worn(kind: GearKind, gear: Gear, limits: BoardLimits, rulings: Rulings) -> Report:
    layout = gear.layout(kind)
    limit = limits.helmet_cubes if kind == "helmet" else limits.sandals_cubes
    faults = []
    outside = layout.occupied & ~limits.area_mask(kind)
    if outside:
        columns, rows = limits.area_size(kind)
        faults.append(Fault(refuse("craft.grid.shapes", kind=str(kind), columns=columns, rows=rows), outside))
    if len(layout) > limit.value:  # craft.helmet.magic-not-cube: only resource cubes count
        faults.append(Fault(refuse(limit.rule, cubes=len(layout), max=limit.value), layout.occupied))
    if gear.is_magical(kind):
        if not layout:
            faults.append(Fault(refuse("magic.carrier-destroyed", "worn", kind=str(kind)), 0))
        if kind == "helmet" and not limits.can_helmet_be_magical:
            faults.append(Fault(refuse("char.daisuke.helmet-three", "magic"), layout.occupied))
    return Report(
        kind, tuple(faults), len(layout), limit.value, absorbs=absorption(gear, kind, rulings=rulings)
    )


def inspect(
    gear: Gear,
    kind: GearKind,
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    rulings: Rulings = ADOPTED,
) -> Report:
    """One kind of gear, whichever it is."""
    if kind == GearKind.WEAPON:
        return inspect_weapon(gear, limits, is_unlocked=is_unlocked, rulings=rulings)
    return _inspect_worn(kind, gear, limits, rulings)


@cites("magic.value.absorb")
def absorption_of(material: str, *, rulings: Rulings = ADOPTED) -> int:
    """Points one cube absorbs on helmet or sandals (combat.helmet.absorb, magic.value.absorb for G).

    >>> [absorption_of(letter) for letter in "WMTG"]
    [1, 2, 3, 4]
    """
    tooth = 2 if rulings.reading("combat.helmet.absorb") == "tooth-two" else 3
    return {"W": 1, "M": 2, "T": tooth, "G": 4}[material]


@cites("example.helmet-value-8")
def absorption(gear: Gear, kind: GearKind, *, rulings: Rulings = ADOPTED) -> int:
    """What helmet or sandals absorb in all, magic included; 0 for weapons."""
    if kind == GearKind.WEAPON:
        return 0
    cubes = sum(absorption_of(material, rulings=rulings) for material in gear.layout(kind).cubes)
    return cubes + (absorption_of("G") if gear.is_magical(kind) else 0)


@cites("example.init-8")
def fighting_weapons(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> tuple[Weapon, ...]:
    """Everything that can be rolled, usable or not: the weapons on the grid, and Tomoe's sandals."""
    return (*weapons_of(gear, limits, rulings=rulings), *_fighting_sandals(gear, limits))


def initiative(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> int:
    """A samurai's initiative (combat.init.length, .magic, .usable-only); 0 without a usable weapon."""
    weapons = list(fighting_weapons(gear, limits, rulings=rulings))
    if rulings.reading("combat.init.usable-only") == "usable":
        weapons = [weapon for weapon in weapons if weapon.is_usable]
    if not weapons:
        return 0
    reading = rulings.reading("combat.init.magic")
    if reading == "carrying-weapon":
        return max(weapon.initiative for weapon in weapons)
    longest = max(weapon.length for weapon in weapons)
    bearers = [weapon for weapon in weapons if weapon.is_magical]
    if reading == "longest-if-magical":
        bearers = [weapon for weapon in bearers if weapon.length == longest]
    return longest + (MAGIC_INITIATIVE if bearers else 0)


def _fighting_sandals(gear: Gear, limits: BoardLimits) -> Iterator[Weapon]:
    """char.tomoe.sandals-as-weapon: connected sandals with two wood are a third one-handed weapon.

    Sandals short of wood are no weapon at all, whatever the table plays for unusable weapons.
    """
    cells, wood = gear.sandals.occupied, gear.sandals.wood.bit_count()
    is_weapon = len(pieces(cells)) == 1 and wood >= limits.one_handed_wood.value
    if limits.are_sandals_a_weapon and is_weapon:
        yield Weapon(
            cells=cells,
            hands=1,
            part="sandals",
            cubes=cells.bit_count(),
            wood=wood,
            length=max(extent(cells)),
            is_usable=True,
            is_magical=gear.sandals_magic,
        )

"""The green cube: gained, carried, lost, and back again (chapter "magic").

Loss is judged at once, cube by cube removed; gain only when an action or a combat is over. Both work on one samurai's
gear and the pattern of the blueprint they own, so that crafting, fights and lava use the same code.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Event, cites, event


class Carried(msgspec.Struct, frozen=True):
    """Gear after a loss of cubes, with what happened to its magic.

    ``places`` holds the cells between which the owner must choose, when more than one weapon may carry the cube on.
    """

    gear: Gear
    events: tuple[Event, ...] = ()
    places: tuple[Cell, ...] = ()


@cites("magic.match.contains")
def fits(gear: Gear, kind: GearKind, pattern: Layout | None, *, rulings: Rulings = ADOPTED) -> bool:
    """Whether gear of this kind contains the pattern of an owned blueprint (magic.match.contains)."""
    return pattern is not None and contains(gear.layout(kind), pattern, rulings=rulings)


def fits_any(gear: Gear, kind: GearKind, patterns: tuple[Layout, ...], *, rulings: Rulings = ADOPTED) -> bool:
    """Whether one of several owned blueprints of a kind fits."""
    return any(fits(gear, kind, pattern, rulings=rulings) for pattern in patterns)


@cites("magic.restore.condition")
def can_gain(
    gear: Gear, kind: GearKind, pattern: Layout | None, limits: BoardLimits, *, rulings: Rulings = ADOPTED
) -> bool:
    """Whether the check after an action or a combat puts a green cube here; ``pattern`` of an owned blueprint.

    The blueprint must be owned and fit (magic.gain, magic.restore.condition), there is no magic yet
    (magic.one-per-gear), and the character's helmet can be magical (char.daisuke.helmet-three).
    """
    if gear.is_magical(kind) or (kind == GearKind.HELMET and not limits.can_helmet_be_magical):
        return False
    return fits(gear, kind, pattern, rulings=rulings)


@cites("magic.loss.no-blueprint-any-cube")
def source_of(
    board: Board, gear: Gear, kind: GearKind, *, after: Gear | None = None, rulings: Rulings = ADOPTED
) -> tuple[Layout | None, bool]:
    """The pattern behind the green cube on ``gear``, and whether its blueprint is still owned.

    ``after`` is the gear when cubes have gone: of several blueprints that fit, one that fits that too is behind it.

    Magic of a blueprint that is gone is not judged by another one that came since and does not fit yet: it stays until
    a cube goes (magic.loss.no-blueprint-any-cube).
    """
    return source_among(
        board.patterns(kind), board.lost_pattern(kind), gear, kind, after=after, rulings=rulings
    )


def source_among(
    patterns: tuple[Layout, ...],
    lost: Layout | None,
    gear: Gear,
    kind: GearKind,
    *,
    after: Gear | None = None,
    rulings: Rulings = ADOPTED,
) -> tuple[Layout | None, bool]:
    """`source_of` without a board: ``patterns`` of the blueprints owned, ``lost`` of the one that went last."""
    owned = next(iter(patterns), None)
    if len(patterns) > 1:  # a group may own several of a kind: one that still fits when cubes are gone counts
        owned = _best(patterns, gear, gear if after is None else after, kind, rulings) or owned
    if fits(gear, kind, owned, rulings=rulings):
        return owned, True
    return (owned, owned is not None) if lost is None else (lost, False)


@cites("coop.blueprint.one-magic-cube")
def _best(
    patterns: tuple[Layout, ...], before: Gear, after: Gear, kind: GearKind, rulings: Rulings
) -> Layout | None:
    """Of several owned patterns one that fits before and after, else one that fits before."""
    fitting = [pattern for pattern in patterns if fits(before, kind, pattern, rulings=rulings)]
    lasting = [pattern for pattern in fitting if fits(after, kind, pattern, rulings=rulings)]
    return next(iter((*lasting, *fitting)), None)


def weapon_places(gear: Gear, limits: BoardLimits, *, rulings: Rulings = ADOPTED) -> tuple[Cell, ...]:
    """A cell for the cube on each weapon: two one-handed ones leave a free choice (magic.two-weapons-choice)."""
    return tuple(_first(weapon.cells) for weapon in weapons_of(gear, limits, rulings=rulings))


def after_removal(
    before: Gear,
    after: Gear,
    kind: GearKind,
    pattern: Layout | None,
    limits: BoardLimits,
    *,
    is_owned: bool = True,
    rulings: Rulings = ADOPTED,
) -> Carried:
    """What a loss of cubes of one kind does to its magic.

    ``pattern`` is the blueprint's, ``is_owned`` whether its owner still has it; magic without a blueprint stays until
    a cube goes. The removal includes every cube that falls or is taken off at the same time; nothing was shifted.
    """
    if not before.is_magical(kind):
        return Carried(after)
    has_lost_cubes = not after.layout(kind).cubes.covers(before.layout(kind).cubes)
    rule = loss_rule(after, kind, pattern, is_owned=is_owned, has_lost_cubes=has_lost_cubes, rulings=rulings)
    if rule:
        return Carried(after.without_magic(kind), (event("magic-lost", rule, kind=str(kind)),))
    if kind != GearKind.WEAPON:
        return Carried(after)
    return _carried_on(before, after, limits, rulings)


def loss_rule(
    after: Gear,
    kind: GearKind,
    pattern: Layout | None,
    *,
    is_owned: bool,
    has_lost_cubes: bool,
    rulings: Rulings = ADOPTED,
) -> str | None:
    """The rule that takes the green cube off gear that now looks like this, or None while it stays."""
    if not after.layout(kind):
        return "magic.carrier-destroyed"  # the cube lies on a cube; without one it has no place
    still_fits = fits(after, kind, pattern, rulings=rulings)
    if is_owned:
        return None if still_fits else "magic.loss.immediate"
    if rulings.reading("magic.loss.no-blueprint-any-cube") == "any-cube":
        return "magic.loss.no-blueprint-any-cube" if has_lost_cubes else None
    return None if still_fits else "magic.loss.no-blueprint-any-cube"


def _carried_on(before: Gear, after: Gear, limits: BoardLimits, rulings: Rulings) -> Carried:
    """Which piece keeps the cube after weapons lost cubes (magic.split-carrier, magic.carrier-destroyed)."""
    cell = before.weapon_magic
    assert cell is not None, "only magical weapons are carried on"
    carrier = _weapon_at(before, cell, limits, rulings)
    heirs = [weapon for weapon in weapons_of(after, limits, rulings=rulings) if weapon.cells & carrier.cells]
    if not heirs:
        return Carried(
            after.without_magic(GearKind.WEAPON),
            (event("magic-lost", "magic.carrier-destroyed", kind="weapon"),),
        )
    is_free = rulings.reading("magic.split-carrier") == "owner-chooses"
    if not is_free and after.weapon.at(cell) is not None:
        return Carried(after)
    places = tuple(cell if weapon.cells >> cell & 1 else _first(weapon.cells) for weapon in heirs)
    if len(places) == 1:
        return Carried(msgspec.structs.replace(after, weapon_magic=places[0]))
    return Carried(after.without_magic(GearKind.WEAPON), places=places)


def _weapon_at(gear: Gear, cell: Cell, limits: BoardLimits, rulings: Rulings) -> Weapon:
    return next(weapon for weapon in weapons_of(gear, limits, rulings=rulings) if weapon.cells >> cell & 1)


def _first(mask: Mask) -> Cell:
    return next(cells_of(mask))

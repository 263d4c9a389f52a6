"""A heroic monk before the fight: what it throws, what its loss leaves of the samurai, who goes first afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import (
    Contents,
    opens_weapon_grid,
    upper_spaces_of,
    without_spot,
)
from fujikoro_nb.engine.fujikoro.board.stowing import without_cube, without_disc
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import after_removal, source_among
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.hero import AREAS, right_part, sources_of, throwable
from fujikoro_nb.engine.kernel import cites
from fujikoro_nb.odds.fight import Foe, OddsError, Samurai


class Monk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A monk to send: from a spot (``weapon``, ``backpack``, ``action``, ``scroll``) or from ``lower-area`` or
    ``upper-area`` of the backpack, and the cube it throws, from the ``lower`` or ``upper`` area.
    """

    source: str
    cube: Material | None = None
    area: str = "lower"


@cites("combat.hero.no-resource", "combat.hero.when")
def monks_of(samurai: Samurai, foe: Foe) -> Iterator[Monk]:
    """Every monk that may be sent, with every cube that it may throw."""
    if not foe.can_be_distracted:
        return
    cubes = tuple(throwable(samurai.backpack))
    for source in sources_of(samurai.monk_spots, samurai.backpack):
        if not cubes:
            yield Monk(source)
        for thrown in cubes:
            yield Monk(source, thrown.cube, thrown.area)


def why_no_monk(foe: Foe) -> str:
    """The key of the sentence why no monk can be sent against this foe."""
    return "monk-monk" if foe.is_always_first else "monk-legendary"


def check_monk(samurai: Samurai, foe: Foe, monk: Monk) -> None:
    """Raises OddsError for a monk that may not be sent like this."""
    if not foe.can_be_distracted:
        raise OddsError(why_no_monk(foe))
    if monk in monks_of(samurai, foe):
        return
    if monk.source not in sources_of(samurai.monk_spots, samurai.backpack):
        raise OddsError("monk-spot", spot=monk.source)
    if monk.cube is None:
        raise OddsError("monk-throw")
    raise OddsError("monk-cube", material=str(monk.cube))


@cites(
    "combat.hero.gone",
    "combat.hero.lose-action",
    "combat.hero.lose-backpack",
    "combat.hero.lose-weapon",
    "combat.hero.lose-weapon-strip",
    "combat.hero.lost-blueprint",
)
def without_monk(samurai: Samurai, monk: Monk) -> Iterator[Samurai]:
    """The samurai after the throw and the loss of the monk: several where the owner chooses what goes."""
    backpack = samurai.backpack
    if monk.cube is not None:
        backpack = without_cube(backpack, Cubes.one(monk.cube), monk.area)
    if monk.source in AREAS:
        yield msgspec.structs.replace(samurai, backpack=without_disc(backpack, "monk", AREAS[monk.source]))
        return
    spots = without_spot(samurai.monk_spots, monk.source)
    samurai = msgspec.structs.replace(samurai, backpack=backpack, monk_spots=spots)
    if monk.source == "backpack" and not upper_spaces_of(samurai.limits, spots):
        yield _without_upper_area(samurai)
    elif monk.source == "weapon" and not opens_weapon_grid(samurai.limits, spots):
        yield from _without_right_part(samurai)
    else:
        yield samurai


def _without_upper_area(samurai: Samurai) -> Samurai:
    kept = list(samurai.patterns)
    for one in samurai.upper_blueprints:
        kept.remove(one)
    return msgspec.structs.replace(
        samurai,
        backpack=msgspec.structs.replace(samurai.backpack, upper=Contents()),
        patterns=tuple(kept),
        lost_patterns=(*samurai.lost_patterns, *samurai.upper_blueprints),
        upper_blueprints=(),
    )


def _without_right_part(samurai: Samurai) -> Iterator[Samurai]:
    limits, rulings, before = samurai.limits, samurai.rulings, samurai.gear
    rest = before.with_layout(GearKind.WEAPON, before.weapon.without(right_part(before, limits)))
    owned, lost = samurai.owned(GearKind.WEAPON), samurai.lost(GearKind.WEAPON)
    locked = msgspec.structs.replace(samurai, is_unlocked=False)
    for removed in repairs(rest, limits, is_unlocked=False, rulings=rulings):
        after = rest.with_layout(GearKind.WEAPON, rest.weapon.without(removed))
        if after.weapon == before.weapon:
            yield locked
            continue
        pattern, is_owned = source_among(owned, lost, before, GearKind.WEAPON, after=after, rulings=rulings)
        carried = after_removal(
            before, after, GearKind.WEAPON, pattern, limits, is_owned=is_owned, rulings=rulings
        )
        gears: list[Gear] = [carried.gear]
        if carried.places:
            gears = [carried.gear.with_magic(GearKind.WEAPON, place) for place in carried.places]
        for gear in gears:
            yield msgspec.structs.replace(locked, gear=gear)

"""What a component of the real box can be: asked of whatever somebody describes instead of drawing it by chance.

The same question is asked at the table, by the editor of own components, and of the owner's pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS
from fujikoro_nb.engine.fujikoro.board.mountain import SPACES_OF_A_TILE
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC, SCROLL_DISC
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import (
    BARE_EFFECTS,
    DRAGON_COLOURS,
    DRAGON_DICE,
    DRAGON_POINTS,
    LEGENDARY_HEALTH,
    ONE_TIME_EFFECTS,
    SCROLL_COLOURS,
    SOLO_HEALTH,
    AdventureToken,
    Blueprint,
    Dragon,
    Effect,
    EffectKind,
    GearCard,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.sound import is_heap, is_layout
from fujikoro_nb.engine.kernel import Refusal, cites, refuse

MOST_HEALTH = 99
MOST_INITIATIVE = 20
MOST_AMOUNT = 9
MOST_EFFECTS = 3
MOST_CUBES = 4
"""On a token, or of one effect."""
LONGEST_ID = 40

BONUSES: Mapping[GearKind, tuple[str, ...]] = {
    GearKind.HELMET: ("wood", "metal"),
    GearKind.WEAPON: ("vp-or-peek",),
    GearKind.SANDALS: ("step",),
}
"""gearcard.bonus.helmet, .weapon, .sandals"""

_COLOURS = {SpaceKind.SCROLL: SCROLL_COLOURS, SpaceKind.DRAGON: DRAGON_COLOURS}


def sort_of(component: Component) -> tuple[str, str]:
    """What is drawn when this comes up, and its level, colour or kind of gear.

    >>> sort_of(ScrollCard("owner-scroll-1", (), Provenance.OWNER))
    ('scroll', '')
    """
    match component:
        case Tile():
            return "tile", component.level
        case ResourceToken():
            return component.shape, component.level
        case Dragon():
            return "dragon", component.colour
        case GearCard():
            return "card", str(component.kind)
        case Blueprint():
            return "blueprint", str(component.kind)
        case ScrollCard():
            return "scroll", ""
        case AdventureToken():
            return "adventure", ""


def wrong_with(component: Component, limits: BoardLimits = SYMMETRIC) -> Refusal | None:
    """Nothing, or why no box has such a component; ``limits`` is the board that a pattern has to fit on."""
    if not 0 < len(component.id) <= LONGEST_ID or component.provenance != Provenance.OWNER:
        return refuse("setup.tiles.stacks", "described")
    match component:
        case Tile():
            return _wrong_tile(component)
        case ResourceToken():
            return _wrong_token(component)
        case Dragon():
            return _wrong_dragon(component)
        case GearCard():
            if component.bonus not in BONUSES[component.kind]:
                return refuse(_bonus_rule(component.kind), "described")
            return _wrong_pattern(component, limits)
        case Blueprint():
            return _wrong_name(component) or _wrong_pattern(component, limits)
        case ScrollCard():
            return next(_wrong_effects(component.effects, is_lasting=True), None)
        case AdventureToken():
            return next(_wrong_effects(component.effects, is_lasting=False), None)


def _bonus_rule(kind: GearKind) -> str:
    return {
        GearKind.HELMET: "gearcard.bonus.helmet",
        GearKind.WEAPON: "gearcard.bonus.weapon",
        GearKind.SANDALS: "gearcard.bonus.sandals",
    }[kind]


def _wrong_tile(tile: Tile) -> Refusal | None:
    if len(tile.spaces) != SPACES_OF_A_TILE or tile.level not in LEVELS:
        return refuse("map.space.volcano", "described")
    wrong = (_wrong_space(tile.level, number, face) for number, face in enumerate(tile.spaces))
    return next((fault for fault in wrong if fault is not None), None)


@cites("explore.fill.dragon", "map.lava.printed")
def _wrong_space(level: str, number: int, face: SpaceFace) -> Refusal | None:
    """The middle has number 0: only there a dragon stands, so there is never a second one."""
    if face.colour not in _COLOURS.get(face.kind, ("",)):
        return refuse("map.space.volcano", "colour")
    if not 0 <= face.lava <= 5 or (face.lava and face.kind == SpaceKind.LAVA):
        return refuse("map.lava.printed", "described", number=face.lava)
    if face.kind == SpaceKind.DRAGON and number:
        return refuse("explore.fill.dragon", "described")
    if face.kind == SpaceKind.DRAGON and face.colour == "white" and level != LEVELS[-1]:
        return refuse("setup.tiles.stacks", "legendary", level=level)
    if face.kind == SpaceKind.EXIT and level != LEVELS[1]:
        return refuse("setup.tiles.stacks", "exit", level=level)
    return None


@cites("explore.fill.hex-monk")
def _wrong_token(token: ResourceToken) -> Refusal | None:
    if token.shape not in ("square", "hexagon") or token.level not in LEVELS or not _are_cubes(token.cubes):
        return refuse("explore.fill.square", "described", most=MOST_CUBES)
    if token.is_monk and token.shape == "square":
        return refuse("explore.fill.hex-monk", "square")
    if token.is_monk and token.cubes:
        return refuse("explore.fill.hex-monk", "cubes")
    if not token.is_monk and not token.cubes:
        return refuse("explore.fill.square", "empty")
    return None


@cites("combat.dragon.dice", "combat.win.reward", "combat.health.over-30")
def _wrong_dragon(dragon: Dragon) -> Refusal | None:
    colour = dragon.colour
    if colour not in DRAGON_COLOURS:
        return refuse("setup.dragons.pool", "described")
    if dragon.dice != DRAGON_DICE[colour]:
        return refuse("combat.dragon.dice", "described", colour=colour, dice=DRAGON_DICE[colour])
    if dragon.victory_points != DRAGON_POINTS[colour]:
        return refuse("combat.win.reward", "described", colour=colour, points=DRAGON_POINTS[colour])
    healths = (dragon.health, dragon.health_two_players, dragon.health_solo)
    if not all(1 <= health <= MOST_HEALTH for health in healths if health is not None):
        return refuse("combat.health.over-30", "described", most=MOST_HEALTH)
    if dragon.is_legendary and dragon.health != LEGENDARY_HEALTH:
        return refuse("combat.health.over-30", "legendary", health=LEGENDARY_HEALTH)
    if dragon.health_solo is not None and dragon.health_solo not in SOLO_HEALTH.get(
        colour, (dragon.health_solo,)
    ):
        return refuse("combat.health.over-30", "solo", colour=colour)
    if not 0 <= dragon.initiative <= MOST_INITIATIVE:
        return refuse("setup.dragons.pool", "initiative", most=MOST_INITIATIVE)
    return None


@cites("gearcard.match.contains", "magic.match.contains")
def _wrong_pattern(card: GearCard | Blueprint, limits: BoardLimits) -> Refusal | None:
    """A pattern that no legal gear contains is on no card."""
    if is_layout(card.pattern) and card.pattern and _fits_gear(card.kind, card.pattern, limits):
        return None
    rule = "gearcard.match.contains" if isinstance(card, GearCard) else "magic.match.contains"
    return refuse(rule, "described")


@lru_cache(maxsize=64)  # a scattered pattern takes long, and one description is judged several times
def _fits_gear(kind: GearKind, pattern: Layout, limits: BoardLimits) -> bool:
    """Whether some legal gear contains the pattern: crafted from nothing, with more cubes than any gear holds."""
    plain = Blueprint("plain", kind, pattern, Provenance.OWNER)
    return cheapest_craft(Gear(), kind, [plain], Cubes(99, 99, 99), limits) is not None


@cites("gather.blueprint.disc-space")
def _wrong_name(blueprint: Blueprint) -> Refusal | None:
    """Its disc is called after it, and must not be taken for another one."""
    if blueprint.id in (MONK_DISC, SCROLL_DISC):
        return refuse("gather.blueprint.disc-space", "name", name=blueprint.id)
    return None


@cites("scroll.use", "setup.option.adventure")
def _wrong_effects(effects: tuple[Effect, ...], *, is_lasting: bool) -> Iterator[Refusal]:
    """What is wrong with the effects of a scroll, which lasts, or of a token, which works once."""
    rule = "scroll.use" if is_lasting else "setup.option.adventure"
    if not 1 <= len(effects) <= MOST_EFFECTS:
        yield refuse(rule, "effects", most=MOST_EFFECTS)
    for number, effect in enumerate(effects):
        if effect.kind in (other.kind for other in effects[:number]):
            yield refuse(rule, "twice")
        if is_lasting and effect.kind in ONE_TIME_EFFECTS:
            yield refuse("scroll.use", "one-time")
        needs_cubes = effect.kind == EffectKind.CUBES
        if bool(effect.cubes) != needs_cubes or not _are_cubes(effect.cubes):
            yield refuse(rule, "cubes", most=MOST_CUBES)
        least = 0 if effect.kind in BARE_EFFECTS else 1
        if not least <= effect.amount <= least * MOST_AMOUNT:
            yield refuse(rule, "amount", most=MOST_AMOUNT)


def _are_cubes(cubes: Cubes) -> bool:
    return is_heap(cubes) and len(cubes) <= MOST_CUBES

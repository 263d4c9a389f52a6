"""Component types that the engine knows and content fills: cards, dice, dragons, tiles, tokens, scrolls, tracks.

What a scroll or an adventure token does is a tuple of `Effect`, each of a kind that a rule carries out; no component
has an effect that stands in its text alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind


class Provenance(StrEnum):
    """Where a datum comes from. House components wear a visible mark and never match at a real box."""

    RULEBOOK = "rulebook"
    DERIVED = "derived"
    HOUSE = "house"
    OWNER = "owner"


class GearCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gear card on display: a pattern to build, drawn from the top left, and the bonus it brings.

    ``bonus`` is ``wood`` or ``metal`` on a helmet card, ``vp-or-peek`` on a weapon card, ``step`` on a sandals card
    (gearcard.bonus.helmet, .weapon, .sandals).
    """

    id: str
    kind: GearKind
    pattern: Layout
    bonus: str
    provenance: Provenance


class Blueprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A magical blueprint: gear that contains its pattern becomes magical while the blueprint is owned."""

    id: str
    kind: GearKind
    pattern: Layout
    provenance: Provenance


class Face(msgspec.Struct, frozen=True):
    """One face of a die: hits and whether it also shows the broken-weapon symbol (combat.dice.broken-face)."""

    hits: int
    is_broken: bool = False


class Die(msgspec.Struct, frozen=True):
    """Six faces; ``material`` is W, M, T or G for the magic die."""

    material: str
    faces: tuple[Face, ...]
    provenance: Provenance


class Dragon(msgspec.Struct, frozen=True):
    """A dragon. ``health`` holds for 3-6 players; None where the dragon has no separate value."""

    id: str
    colour: str
    health: int
    health_two_players: int | None
    health_solo: int | None
    initiative: int
    dice: int
    victory_points: int
    provenance: Provenance

    @property
    def is_legendary(self) -> bool:
        """The white dragon, against which no monk helps (combat.hero.when)."""
        return self.colour == "white"


class SpaceKind(StrEnum):
    """What is printed on a space of a volcano tile (explore.fill.square and its neighbours, map.lava.printed)."""

    PLAIN = "plain"
    SQUARE = "square"
    HEXAGON = "hexagon"
    SCROLL = "scroll"
    MONK = "monk"
    DRAGON = "dragon"
    ADVENTURE = "adventure"
    LAVA = "lava"
    """Lava from the start and for ever."""
    EXIT = "exit"
    """The rope of the secret exit (escape.secret)."""


SCROLL_COLOURS = ("red", "pink", "green", "blue", "purple", "black")
"""The six colours with scroll discs (setup.player.scroll-discs, char.general.colors)."""

DRAGON_COLOURS = ("blue", "green", "red", "white")

DRAGON_DICE: Mapping[str, int] = {"blue": 3, "green": 4, "red": 5, "white": 6}
"""combat.dragon.dice"""

DRAGON_POINTS: Mapping[str, int] = {"blue": 5, "green": 7, "red": 10, "white": 15}
"""combat.win.reward"""

DRAGON_TEETH: Mapping[str, int] = {"blue": 1, "green": 2, "red": 3, "white": 4}
"""For a group that has beaten one; the numbers of the board are ours (coop.combat.teeth-for-victory)."""

LEGENDARY_HEALTH = 60
"""combat.health.over-30"""

SOLO_HEALTH: Mapping[str, tuple[int, ...]] = {"red": (18, 19, 20, 21), "white": (25,)}
"""Health for one player, where it is stated (004:1674-1675)."""


class SpaceFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed space. ``colour`` is set on scroll and dragon spaces only.

    ``lava`` is the number, 1 to 5, with which the space erupts in the Final Chapter (final.event.lava); 0 is never.
    """

    kind: SpaceKind = SpaceKind.PLAIN
    colour: str = ""
    lava: int = 0


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A volcano tile: the middle, then six petals clockwise from the north-east as drawn (map.space.volcano)."""

    id: str
    level: str
    spaces: tuple[SpaceFace, ...]
    provenance: Provenance

    @property
    def dragon(self) -> str:
        """The colour of the dragon that lives here, empty without one (map.dragon.one-per-tile)."""
        return next((face.colour for face in self.spaces if face.kind == SpaceKind.DRAGON), "")


class ResourceToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A resource token of one level; a hexagonal one that shows a monk has no cubes (explore.fill.hex-monk)."""

    id: str
    shape: str
    """``square`` or ``hexagon``."""
    level: str
    cubes: Cubes
    is_monk: bool
    provenance: Provenance


class EffectKind(StrEnum):
    """All that a scroll or an adventure token can do, each with the occasion at which it does it.

    A scroll works at every such occasion of its owner while it is owned (scroll.use). An adventure token works at one
    occasion that its owner chooses and then leaves the game. ``n`` is the effect's amount.
    """

    LAVA_STEP = "lava-step"
    """A move action: n lava spaces entered cost no sandals, even barefoot (scroll.lava-walk,
    adventure.omamori-fire)."""
    STEPS = "steps"
    """A move action: n more steps."""
    TILES = "tiles"
    """An explore action: n more tiles, one after the other, each in a place that borders the samurai's space or the
    tile placed last; every tile scores, is filled and refreshes its neighbours (scroll.multi-tile)."""
    CUBES = "cubes"
    """A gather action that took cubes: these cubes more from the supply into the backpack."""
    REFRESH = "refresh"
    """A rest: n face-down resource tokens on the samurai's own tile turn up, of the owner's choice."""
    DISCS = "discs"
    """The own turn, between actions: n action discs of the owner's choice return from fields to the pool."""
    DRAGON_DAMAGE = "dragon-damage"
    """The start of a fight with a dragon: n damage tokens beside it, for good; its health never falls below 1."""
    INITIATIVE = "initiative"
    """The start of a fight: n more initiative until it ends."""
    HITS = "hits"
    """An own attack roll with at least one hit: n hits more."""
    SHIELD = "shield"
    """An opponent's roll: n hits fewer suffered, never fewer than none."""
    CANCEL_BROKEN = "cancel-broken"
    """An opponent's roll: hits of all dice that show the broken symbol are cancelled; what breaks, breaks
    (adventure.gunbai)."""
    SUMMON = "summon"
    """The own turn, between actions or before others are asked to join a fight: one other conscious samurai walks up to
    n steps to a space that the owner chooses, never onto lava, an occupied space or a dragon's tile, so that no fight
    begins (adventure.sashimono)."""
    COOL = "cool"
    """The own turn, between actions: up to n lava tiles on the own or neighbouring spaces go back to the supply;
    printed lava stays."""


ONE_TIME_EFFECTS = frozenset((EffectKind.DISCS, EffectKind.SUMMON, EffectKind.COOL))
"""Effects that happen between actions, which have no end: on a scroll they could be repeated for ever."""

BARE_EFFECTS = frozenset((EffectKind.CUBES, EffectKind.CANCEL_BROKEN))
"""Effects without an amount."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a rule carries out; ``amount`` is the ``n`` of its kind, ``cubes`` is for ``EffectKind.CUBES``."""

    kind: EffectKind
    amount: int = 0
    cubes: Cubes = Cubes()


class ScrollCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sacred scroll: lasting powers of its owner (scroll.use)."""

    id: str
    effects: tuple[Effect, ...]
    provenance: Provenance


class AdventureToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An adventure token: its effects happen once (setup.option.adventure)."""

    id: str
    effects: tuple[Effect, ...]
    provenance: Provenance


class FixedTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The central tile, a temple or a bridge, on the map from the start (setup.map.fixed-tiles).

    ``cubes`` is what each one of them always offers (gather.permanent).
    """

    kind: str
    count: int
    spaces: int
    cubes: Cubes
    provenance: Provenance


class PalaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of shogun bonuses: single places from the left, then the place that takes any number of discs.

    Victory points; ``shared`` is 0 where no such place is printed (bonus.space.single, bonus.space.dark).
    """

    palace: str
    """``big`` or ``small``."""
    category: str
    """``helmet``, ``weapon``, ``sandals``, ``monk`` or ``tooth``."""
    single: tuple[int, ...]
    shared: int
    provenance: Provenance


class CountdownStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One space of the countdown track (final.track.length); ``lava`` is the number that erupts on a lava space."""

    step: int
    event: str
    """``lava``, ``rope``, ``blank`` or ``end``."""
    lava: int
    provenance: Provenance


class GroupBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the side of the board prints on which a group plays, and no booklet (coop.setup.board-side)."""

    teeth: tuple[int, int, int, int]
    """For a defeated dragon, by colour in the order of `DRAGON_TEETH` (coop.combat.teeth-for-victory)."""
    track: tuple[CountdownStep, ...]
    """What each round after the eruption opens with (coop.final.lava-events)."""

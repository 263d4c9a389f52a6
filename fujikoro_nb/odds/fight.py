"""Exact optimal play of one samurai against a dragon: who fights, what for, and what comes of it.

The fight is a decision process with chances: which weapon and dice to roll, which cubes to lose, how to repair, what
to pay, when to leave. `solve` gives the best play for a goal and every number that follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.content.box import COLOUR_BY_DICE
from fujikoro_nb.engine.fujikoro.asked.fight import Defence, may_fall_back
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import DRAGON_POINTS, DRAGON_TEETH, Die, Dragon
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import source_among
from fujikoro_nb.engine.fujikoro.gear.worn import (
    Gear,
    initiative,
    inspect_helmet,
    inspect_sandals,
    inspect_weapon,
)
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import order_by_initiative
from fujikoro_nb.engine.fujikoro.rules.fights.combat import health_at_start, printed_health
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import WARRIORS, Warriors
from fujikoro_nb.engine.kernel import Illegal, cites
from fujikoro_nb.odds.numbers import Number, Triple

SAMURAI: Final = "samurai"
DRAGON: Final = "dragon"
First = Literal["samurai", "dragon"]
"""Whose turn is the first one of a fight."""

MAX_HEALTH = 200
MAX_DRAGON_DICE = 12
MAX_BYTES = 400_000_000
"""A solution that needs more memory is refused before it is begun (`FlatFight.bytes_needed`)."""


MAX_STATES = 8_000_000
"""The same for the compiled kernel: nodes times helmets times health, 48 bytes each."""


class OddsError(ValueError):
    """A fight that cannot be solved as asked. ``key`` picks the sentence ``odds.<key>``, ``data`` fills its slots."""

    def __init__(self, key: str, **data: int | str) -> None:
        super().__init__(f"{key}: {data}")
        self.key = key
        self.data = data


class Goal(StrEnum):
    """What the samurai plays for, first things first.

    ``win``: chance to win, then to end conscious, then expected worth of the cubes kept. ``conscious``: chance to end
    conscious, then to win, then the worth kept. ``points``: expected points of the win minus the worth of the cubes
    lost, plus, where one is given, the worth of ending conscious; then chance to win, then to end conscious.
    """

    WIN = "win"
    CONSCIOUS = "conscious"
    POINTS = "points"


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a cube of the gear is worth when it is kept, and what the win is.

    ``magic`` counts green cubes that are still there or come back after the fight; 0 unless stated. Teeth gained are
    no gear and are not counted.
    """

    wood: int | Fraction = 1
    metal: int | Fraction = 2
    tooth: int | Fraction = 3
    magic: int | Fraction = 0
    points: int | Fraction = 7
    awake: int | Fraction = 0
    """What it is worth to end conscious, whether with the win or without."""

    def of(self, cubes: Sequence[int]) -> Fraction:
        """Worth of so many wood, metal, tooth and magic cubes."""
        wood, metal, tooth, magic = cubes
        return Fraction(wood * self.wood + metal * self.metal + tooth * self.tooth + magic * self.magic)


class Foe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dragon in a fight, or a monk: what is left of its health, its initiative, its dice, the points for it.

    ``defence`` is set when it came to the samurai, who then go before it in a tie (coop.dragon.samurai-defend-ties).
    ``teeth`` are those of the victory: one for everybody who wins, or what a group shares, whose only reward it is.

    >>> Foe.parse("12/9/4")
    Foe(health=12, initiative=9, dice=4, points=7, is_legendary=False, defence=UNSET, teeth=1, is_shared=False,
    die='T', is_always_first=False)
    """

    health: int
    initiative: int
    dice: int
    points: int = 7
    is_legendary: bool = False
    defence: Defence | UnsetType = UNSET
    teeth: int = 1
    is_shared: bool = False
    """Whether a group shares all teeth of the fight and nobody scores."""
    die: str = "T"
    """The colour of its dice."""
    is_always_first: bool = False
    """Whether it attacks first whatever the initiative, and no monk is sent against it."""

    @classmethod
    @cites("scenario.4.competitive.monk-stats", "scenario.4.competitive.monk-heals")
    def monk(cls, health: int = 0, monks: Warriors = WARRIORS) -> Foe:
        """A monk who fights; ``health`` is what is left of his."""
        return cls(
            health or monks.health, 0, monks.dice, points=0, teeth=0, die="W", is_always_first=True
        ).checked()

    @property
    def can_be_distracted(self) -> bool:
        """Whether a monk can be sent against it (combat.hero.when)."""
        return not self.is_legendary and not self.is_always_first

    @property
    def has_known_teeth(self) -> bool:
        """Whether it is known what its victory brings: a group's teeth go by the colour, which follows from the dice.

        >>> from msgspec.structs import replace
        >>> [replace(Foe.parse(text), is_shared=True).has_known_teeth for text in ("6/3/3", "6/3/2")]
        [True, False]
        """
        return not self.is_shared or self.dice in COLOUR_BY_DICE

    @property
    def reward(self) -> int | Fraction:
        """What the victory is worth where points are played for: points, or a group's teeth, as `Worth` has them."""
        return self.teeth * Worth().tooth if self.is_shared else self.points

    @classmethod
    @cites("combat.health.start", "combat.health.stat-by-count", "coop.combat.teeth-for-victory")
    def of(
        cls,
        dragon: Dragon,
        *,
        players: int = 3,
        damage: int = 0,
        is_group: bool = False,
        teeth: int | None = None,
        rulings: Rulings = ADOPTED,
    ) -> Foe:
        """A dragon of the box; ``damage`` are its permanent damage tokens, ``is_group`` as in `printed_health`.

        ``teeth``: what a group's board prints for it; without, the number that we chose.
        """
        health = printed_health(dragon, players=players, rulings=rulings, is_group=is_group) - damage
        foe = cls.numbered(dragon, health)
        return foe.shared(teeth, colour=dragon.colour) if is_group else foe

    @classmethod
    def met_in(
        cls,
        state: Arena,
        dragon: Dragon,
        *,
        health: int | None = None,
        defence: Defence | UnsetType = UNSET,
    ) -> Foe:
        """A dragon of a game that is played, a group's among them.

        ``health``: what is left of it in a fight; without, what it begins one with. ``defence``: it came itself.
        """
        left = health_at_start(state, dragon) if health is None else health
        foe = cls.numbered(dragon, left, defence)
        return foe.shared(state.teeth_of(dragon)) if state.is_group else foe

    @classmethod
    def numbered(cls, dragon: Dragon, health: int, defence: Defence | UnsetType = UNSET) -> Foe:
        """A dragon's numbers with so much health left."""
        points, is_legendary = dragon.victory_points, dragon.is_legendary
        return cls(health, dragon.initiative, dragon.dice, points, is_legendary, defence)

    def shared(self, teeth: int | None = None, *, colour: str = "") -> Foe:
        """The foe of a group, which shares the teeth of the victory: those of its board, else the number that we chose.

        Without a ``colour`` the dice say which one it is (combat.dragon.dice).
        """
        chosen = DRAGON_TEETH.get(colour or COLOUR_BY_DICE.get(self.dice, ""), 0)
        return msgspec.structs.replace(self, teeth=chosen if teeth is None else teeth, is_shared=True)

    @classmethod
    def parse(cls, text: str) -> Foe:
        """Read HEALTH/INITIATIVE/DICE; the points follow from the dice. Raises OddsError."""
        parts = text.strip().split("/")
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise OddsError("foe-text", text=text[:40])
        health, first, dice = map(int, parts)
        points = DRAGON_POINTS.get(COLOUR_BY_DICE.get(dice, ""), 0)
        return cls(health, first, dice, points, dice == 6).checked()

    def checked(self) -> Foe:
        """This foe. Raises OddsError for numbers that no dragon has."""
        if not 1 <= self.health <= MAX_HEALTH:
            raise OddsError("foe-health", health=self.health, max=MAX_HEALTH)
        if not 1 <= self.dice <= MAX_DRAGON_DICE:
            raise OddsError("foe-dice", dice=self.dice, max=MAX_DRAGON_DICE)
        if not 0 <= self.initiative <= 99:
            raise OddsError("foe-initiative", initiative=self.initiative)
        return self


class Samurai(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a samurai that a fight needs.

    ``patterns`` are those of the blueprints owned, ``lost_patterns`` those of blueprints that are gone while their
    magic stayed, by kind of gear. Magic without either goes with the first cube, as if the blueprint was lost.
    """

    gear: Gear = Gear()
    limits: BoardLimits = SYMMETRIC
    is_unlocked: bool = True
    patterns: tuple[tuple[GearKind, Layout], ...] = ()
    lost_patterns: tuple[tuple[GearKind, Layout], ...] = ()
    backpack: Backpack = Backpack()
    monk_spots: tuple[str, ...] = ()
    """Spots with a monk on them: ``action``, ``scroll``, ``weapon``, ``backpack``."""
    upper_blueprints: tuple[tuple[GearKind, Layout], ...] = ()
    """Those of ``patterns`` whose blueprints' discs lie in the upper area: lost with the backpack monk."""
    rulings: Rulings = ADOPTED
    slips: tuple[bool, bool] = (False, False)
    """Whether it may leave after an own roll, and after the dragon's (char.daisuke.retreat-any-roll)."""

    @classmethod
    def of(cls, board: Board, *, rulings: Rulings = ADOPTED) -> Samurai:
        """The samurai of a player board, with what its character may do in a fight."""
        return cls(
            gear=board.gear,
            limits=board.limits,
            is_unlocked=board.is_weapon_grid_open,
            patterns=tuple((one.kind, one.pattern) for one in board.blueprints),
            lost_patterns=tuple((one.kind, one.pattern) for one in board.lost_blueprints),
            backpack=board.backpack,
            monk_spots=board.monk_spots,
            upper_blueprints=tuple(
                (one.kind, one.pattern) for one in board.blueprints if one.id in board.backpack.upper.discs
            ),
            rulings=rulings,
            slips=board.character.slips(rulings),
        )

    @property
    def staying(self) -> Samurai:
        """The same samurai, who stays while there is a usable weapon."""
        return msgspec.structs.replace(self, slips=(False, False))

    @property
    def initiative(self) -> int:
        """Initiative before any monk (combat.init.length, .magic, .usable-only)."""
        return initiative(self.gear, self.limits, rulings=self.rulings)

    def owned(self, kind: GearKind) -> tuple[Layout, ...]:
        """The patterns of all blueprints of this kind; a group may own several."""
        return tuple(pattern for known, pattern in self.patterns if known == kind)

    def lost(self, kind: GearKind) -> Layout | None:
        """The pattern of the blueprint of this kind that went last."""
        gone = (pattern for known, pattern in reversed(self.lost_patterns) if known == kind)
        return next(gone, None)

    @cites("coop.blueprint.one-magic-cube")
    def deciding(self, kind: GearKind) -> tuple[tuple[Layout, ...], bool]:
        """The patterns that decide about magic of this kind, and whether their blueprints are owned.

        Magic stays while one of them fits; what does not fit now never will, because a fight only takes cubes away.
        """
        owned = self.owned(kind)
        pattern, is_owned = source_among(owned, self.lost(kind), self.gear, kind, rulings=self.rulings)
        return (owned, True) if is_owned else (() if pattern is None else (pattern,), False)

    def checked(self) -> Samurai:
        """This samurai. Raises Illegal for gear that no board can hold."""
        reports = (
            inspect_weapon(self.gear, self.limits, is_unlocked=self.is_unlocked, rulings=self.rulings),
            inspect_helmet(self.gear, self.limits, rulings=self.rulings),
            inspect_sandals(self.gear, self.limits, rulings=self.rulings),
        )
        refusals = [refusal for report in reports for refusal in report.refusals]
        if refusals:
            raise Illegal(*refusals)
        return self


def played_for(goal: Goal, foe: Foe) -> str:
    """The goal in the names of sentences: a group has no points, its victory brings teeth."""
    return "teeth" if goal == Goal.POINTS and foe.is_shared else str(goal)


class Outcome(msgspec.Struct, frozen=True):
    """Chances and the expected worth lost, by the stated policy."""

    win: Number
    conscious: Number
    lost: Number
    """Expected worth of gear cubes lost for good."""

    @property
    def retreat(self) -> Number:
        """Chance to leave the fight; rounding never makes it negative."""
        return max(0, self.conscious - self.win)

    @property
    def knocked_out(self) -> Number:
        """Chance to end unconscious."""
        return 1 - self.conscious


class Aim(msgspec.Struct, frozen=True):
    """A goal with its weights: how outcomes become triples and back."""

    goal: Goal = Goal.WIN
    worth: Worth = Worth()

    @property
    def loss_part(self) -> int:
        """Which part of a triple counts losses."""
        return 0 if self.goal == Goal.POINTS else 2

    def triple(self, outcome: Outcome) -> Triple:
        """What the goal compares."""
        if self.goal == Goal.WIN:
            return outcome.win, outcome.conscious, -outcome.lost
        if self.goal == Goal.CONSCIOUS:
            return outcome.conscious, outcome.win, -outcome.lost
        points: Any = self.worth.points
        awake: Any = self.worth.awake
        worth = points * outcome.win - outcome.lost
        return worth + awake * outcome.conscious if awake else worth, outcome.win, outcome.conscious

    def outcome(self, triple: Triple) -> Outcome:
        """What a triple stands for."""
        first, second, third = triple
        if self.goal == Goal.WIN:
            return Outcome(first, second, -third)
        if self.goal == Goal.CONSCIOUS:
            return Outcome(second, first, -third)
        points: Any = self.worth.points
        awake: Any = self.worth.awake
        ends = points * second + awake * third if awake else points * second
        return Outcome(second, third, ends - first)


def may_leave(foe: Foe, rulings: Rulings) -> bool:
    """Whether there is somewhere to retreat to, as far as the table's readings say; a place may still have no room."""
    return foe.defence is UNSET or may_fall_back(rulings)


def who_is_first(samurai: Samurai, foe: Foe, *, has_sent_monk: bool = False, boost: int = 0) -> First:
    """``samurai`` or ``dragon``, as the engine has the order of attack of one alone.

    ``boost`` is initiative that was added for this fight.
    """
    if foe.is_always_first:
        return DRAGON
    own = samurai.initiative + boost
    first, _ = order_by_initiative(
        [own], [has_sent_monk], foe.initiative, defence=foe.defence, rulings=samurai.rulings
    )
    return DRAGON if first < 0 else SAMURAI


def checked_faces(faces: Mapping[str, Die], foes: str = "T") -> Mapping[str, Die]:
    """The dice. Raises OddsError where one is missing, or the one of the foe could never end a fight."""
    missing = [letter for letter in "WMTG" if letter not in faces]
    if missing:
        raise OddsError("dice-missing", letters="".join(missing))
    for letter, die in faces.items():
        if len(die.faces) != 6 or not all(0 <= face.hits <= 9 for face in die.faces):
            raise OddsError("dice-faces", material=letter)
    if not any(face.hits for face in faces[foes].faces):
        raise OddsError("dice-harmless" if foes == "T" else "dice-harmless-wood")
    return faces

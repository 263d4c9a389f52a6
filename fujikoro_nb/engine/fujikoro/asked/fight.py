"""The frames and answers of fights, and how a fight that is going on is found on the agenda.

DragonFight | Duel | MonkFight  the fight: order, whose turn, what is left of the foe's health
  ShareTeeth                  the fighters of a group share dragon teeth
  Hero, HeroDeed              a monk is sent, and what that costs
  Attack                      one samurai's attack turn: weapon after weapon, then perhaps a retreat
  DragonTurn                  one roll for all, or of a monk for the one who fights it
    Throw                     dice, thrown by the dealer or typed in
    Suffer                    a helmet pays
    Stow                      something comes into a backpack
    ScrollLost                a disc went with its scroll card
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Mask
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Answer, Frame, Seat, cites

A = TypeVar("A", bound=Arena)

DRAGON: Final = Seat(-2)
"""The dragon's place in the order. It decides nothing and is never asked (combat.dragon.roller)."""

COLOURS = ("W", "M", "T", "G")
"""Wood (brown), metal (grey), tooth (white), magic (green): the order of every tuple by colour of die."""

_Word = Annotated[str, msgspec.Meta(max_length=80)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=40)]
_Counts = Annotated[tuple[_Count, ...], msgspec.Meta(max_length=6)]


# ---- answers


class Rolled(Answer, frozen=True):
    """A roll as counts of faces: for each colour one number a distinct face, in the order of `distinct_faces`."""

    wood: _Counts = ()
    metal: _Counts = ()
    tooth: _Counts = ()
    magic: _Counts = ()

    def counts(self, colour: str) -> tuple[int, ...]:
        """The counts of one colour."""
        return {"W": self.wood, "M": self.metal, "T": self.tooth, "G": self.magic}[colour]


class RollDice(Answer, frozen=True):
    """Attack with the weapon in this part of the grid, with so many dice of each colour (combat.attack.fewer)."""

    part: _Word
    wood: _Count = 0
    metal: _Count = 0
    tooth: _Count = 0
    magic: _Count = 0

    @property
    def dice(self) -> tuple[int, int, int, int]:
        """Dice by colour."""
        return self.wood, self.metal, self.tooth, self.magic


class LoseCubes(Answer, frozen=True):
    """The cubes of the rolled weapon that broke."""

    cells: Mask


class RepairWeapon(Answer, frozen=True):
    """The cubes taken off so that what is left is legal."""

    cells: Mask


class Stay(Answer, frozen=True):
    """Stay in the fight without a usable weapon."""


class Retreat(Answer, frozen=True):
    """Leave the fight; in a duel, surrender."""


class PayDamage(Answer, frozen=True):
    """The cubes that leave the helmet, on lava the sandals, and whether the green one does."""

    cells: Mask
    magic: bool = False


class StowThings(Answer, frozen=True):
    """The whole backpack with the new things in it.

    ``thrown`` cubes were given up to make room, ``left`` are new cubes for which no room was made.
    """

    backpack: Backpack
    thrown: Cubes = Cubes()
    left: Cubes = Cubes()


class Share(Answer, frozen=True):
    """Dragon teeth by fighter, in the order of the question."""

    teeth: _Counts


class SendMonk(Answer, frozen=True):
    """Send a monk: from a spot, or from the ``lower-area`` or ``upper-area`` of the backpack."""

    source: _Word


class KeepMonk(Answer, frozen=True):
    """Send nobody."""


class ThrowCube(Answer, frozen=True):
    """The cube the monk takes along, from the ``lower`` or ``upper`` area."""

    cube: Material
    area: _Word = "lower"


class StealCube(Answer, frozen=True):
    """Take one resource cube."""

    cube: Material


class StealMonk(Answer, frozen=True):
    """Take a monk out of the backpack; put it on ``spot``, or into the backpack if all are taken."""

    spot: _Word = ""


class StealBlueprint(Answer, frozen=True):
    """Take a blueprint, disc and card."""

    blueprint: _Word


class StealScroll(Answer, frozen=True):
    """Take a sacred scroll, card and disc; without a free slot, or if wanted, it ``replaces`` an own one."""

    scroll: _Word
    replaces: _Word = ""


class DiscardScroll(Answer, frozen=True):
    """The scroll that goes because its disc was lost."""

    scroll: _Word


class StealNothing(Answer, frozen=True):
    """Leave the loser alone."""


FightAnswer = (
    Rolled
    | RollDice
    | LoseCubes
    | RepairWeapon
    | Stay
    | Retreat
    | PayDamage
    | StowThings
    | Share
    | SendMonk
    | KeepMonk
    | ThrowCube
    | StealCube
    | StealMonk
    | StealBlueprint
    | StealScroll
    | StealNothing
    | DiscardScroll
)
"""Everything that can be answered in a fight, Chance included."""


# ---- frames


class HeroDeed(Frame, frozen=True):
    """A monk that was sent: its die, then what its loss costs."""

    seat: Seat
    cube: Material | None
    source: str
    roll: Rolled | None = None
    is_paid: bool = False
    before: Gear | None = None
    """The gear before the loss, while its magic is still to be judged."""
    places: tuple[int, ...] = ()
    """Cells between which the owner chooses for the green cube (magic.split-carrier)."""


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody used for one seat: initiative in a fight, or hits that do not reach it in a roll."""

    seat: Seat
    amount: int


def boost_of(boosts: Sequence[Boost], seat: Seat) -> int:
    """All that was used for this seat."""
    return sum(bonus.amount for bonus in boosts if bonus.seat == seat)


class Defence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight that a dragon has begun."""

    is_active: bool = True
    """Whether its first samurai counts as the active player (coop.dragon.tie-between-samurai)."""


@cites("coop.dragon.retreat-when-attacked")
def may_fall_back(rulings: Rulings) -> bool:
    """Whether whom a dragon came to may retreat where there is a space beside."""
    return rulings.reading("coop.dragon.retreat-when-attacked") != "never"


class DragonFight(Frame, frozen=True):
    """A fight with a dragon. ``order`` is empty until the monks are sent and never changes afterwards."""

    dragon: Dragon
    attacker: Seat
    fighters: tuple[Seat, ...]
    """Who is still in the fight, in turn order from the attacker."""
    health: int
    undecided: tuple[Seat, ...] = ()
    """Who is still to be asked about a monk."""
    plans: tuple[HeroDeed, ...] = ()
    """Monks sent and not yet resolved."""
    senders: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()
    turn: int = -1
    """Whose turn it is: index into ``order``."""
    round: int = 1
    is_rewarded: bool = False
    boosts: tuple[Boost, ...] = ()
    """Initiative until the fight ends."""
    blow: Seat | UnsetType = UNSET
    """Whose roll was the last blow, in games in which that matters."""
    defence: Defence | UnsetType = UNSET
    """Set when the dragon came to the samurai: ``attacker`` is then who stands first in the order of turns."""

    @property
    def is_won(self) -> bool:
        """combat.win"""
        return self.health <= 0


class MonkFight(Frame, frozen=True):
    """A samurai and a monk, who always attacks first; nobody joins, and nobody sends a monk of his own."""

    fighters: tuple[Seat, ...]
    """Who fights it; nobody once that one is out."""
    health: int
    dice: int
    """Wooden ones."""
    samurai: Seat
    """Who fights it, or did."""
    turn: int = -1
    """0: the monk's, 1: the samurai's."""
    round: int = 1
    is_rewarded: bool = False
    boosts: tuple[Boost, ...] = ()
    """Initiative, which is no use here."""

    @property
    def is_won(self) -> bool:
        """scenario.4.competitive.monk-won"""
        return self.health <= 0


class Duel(Frame, frozen=True):
    """Samurai against samurai. ``stander`` was there first and wins the tie (duel.tie)."""

    mover: Seat
    stander: Seat
    order: tuple[Seat, ...] = ()
    turn: int = -1
    round: int = 1
    idle_turns: int = 0
    """Attack turns without a usable weapon, one after another (duel.draw-guard)."""
    loser: Seat | None = None
    is_robbed: bool = False
    boosts: tuple[Boost, ...] = ()
    """Initiative until the fight ends."""

    def other(self, seat: Seat) -> Seat:
        """The opponent."""
        return self.stander if seat == self.mover else self.mover


def is_between_people(state: Arena) -> bool:
    """Whether two samurai fight of whom either can give up: from a guard one retreats."""
    return any(isinstance(frame, Duel) and not state.is_hostile(frame.stander) for frame in state.agenda)


FoeFight = DragonFight | MonkFight
"""A fight with somebody who has health of his own and no board."""
F = TypeVar("F", bound=DragonFight | MonkFight)
AnyFight = DragonFight | MonkFight | Duel


class Hero(Frame, frozen=True):
    """Asks one samurai whether to send a monk, and which cube it throws."""

    seat: Seat
    source: str = ""


class Attack(Frame, frozen=True):
    """One samurai's attack turn."""

    seat: Seat
    parts: tuple[str, ...]
    """The weapons still to be rolled, by part of the grid (combat.attack.split-no-extra: fixed at the start)."""
    rolling: str = ""
    """The weapon whose roll is being resolved."""
    before: Gear | None = None
    """The gear before this roll: the magic is judged once, when everything that broke is off."""
    roll: Rolled | None = None
    broken: tuple[int, int, int] = (0, 0, 0)
    """Wood, metal and tooth cubes still to be taken off the rolled weapon."""
    places: tuple[int, ...] = ()
    """Cells between which the owner chooses for the green cube (magic.split-carrier)."""
    has_void_hits: bool = False
    """Somebody annulled the hits of this roll's dice that show a broken weapon."""
    extra: int = 0
    """Hits added to this roll."""
    shields: tuple[Boost, ...] = ()
    """Hits of this roll that do not reach somebody."""
    is_done: bool = False
    slips: tuple[Seat, ...] | UnsetType = UNSET
    """Who may leave the fight now that a roll lies, until they are asked."""


class DragonTurn(Frame, frozen=True):
    """The roll of a dragon, or of another foe with health, for everybody in the fight at once."""

    roll: Rolled | None = None
    has_void_hits: bool = False
    """Somebody annulled the hits of the dice that show a broken weapon."""
    shields: tuple[Boost, ...] = ()
    """Hits of this roll that do not reach somebody."""
    is_done: bool = False


class Throw(Frame, frozen=True):
    """Dice in the air; the result goes to the frame below. ``dice``: how many of each colour."""

    dice: tuple[int, int, int, int]


class Suffer(Frame, frozen=True):
    """Damage that one helmet has to take."""

    seat: Seat
    damage: int


class Stow(Frame, frozen=True):
    """New cubes for a backpack, or, without any, something was taken out and the rest may be rearranged."""

    seat: Seat
    rule: str
    cubes: Cubes = Cubes()
    discs: tuple[str, ...] = ()
    must_take: bool = False
    """Whether the new cubes may not be left behind (duel.steal.room: room had to be there before)."""
    may_leave: bool = False
    """Whether new cubes may be left although there is room, as long as one is kept (gather.token.partial)."""


class ShareTeeth(Frame, frozen=True):
    """So many dragon teeth for these fighters together."""

    seats: tuple[Seat, ...]
    teeth: int
    rule: str


class Steal(Frame, frozen=True):
    """The winner may take one thing from the loser's backpack."""

    winner: Seat
    loser: Seat


class ScrollLost(Frame, frozen=True):
    """Scroll discs were lost: as many cards go (scroll.one-to-one)."""

    seat: Seat


FightFrame = (
    DragonFight
    | MonkFight
    | Duel
    | Hero
    | HeroDeed
    | Attack
    | DragonTurn
    | Throw
    | Suffer
    | Stow
    | ShareTeeth
    | Steal
    | ScrollLost
)


# ---- the fight that is going on


def is_fighting(state: Arena) -> bool:
    """Whether a fight is on the agenda."""
    return any(isinstance(frame, AnyFight) for frame in state.agenda)


def fight_of(state: Arena) -> AnyFight:
    """The innermost fight on the agenda."""
    for frame in reversed(state.agenda):
        if isinstance(frame, AnyFight):
            return frame
    raise AssertionError("nobody fights")


def with_fight(state: A, fight: AnyFight) -> A:
    """The state with the innermost fight replaced."""
    index = _last(state.agenda, (DragonFight, MonkFight, Duel))
    return _replaced(state, index, fight)


@cites("scenario.2.competitive.take-dragon", "scenario.2.competitive.monk-kill-counts")
def hurt(state: Arena, fight: F, seat: Seat, hits: int) -> F:
    """The fight after hits of a seat, or of the monk that it has sent; it remembers whose roll was the last blow."""
    health = fight.health - hits
    is_last = health <= 0 and not fight.is_won
    if not is_last or isinstance(fight, MonkFight) or not state.keeps_figures:
        return msgspec.structs.replace(fight, health=health)
    return msgspec.structs.replace(fight, health=health, blow=seat)


def striking(state: Arena) -> Attack | DragonTurn:
    """The innermost attack turn, a samurai's or the dragon's."""
    return next(frame for frame in reversed(state.agenda) if isinstance(frame, Attack | DragonTurn))


def with_striking(state: A, frame: Attack | DragonTurn) -> A:
    """The state with the innermost attack turn replaced."""
    return _replaced(state, _last(state.agenda, (Attack, DragonTurn)), frame)


def with_frame_below(state: A, frame: Frame) -> A:
    """The state with the top frame replaced (used when the frame above it has just been closed)."""
    return _replaced(state, len(state.agenda) - 1, frame)


def _last(agenda: Sequence[Frame], kinds: tuple[type[Frame], ...]) -> int:
    return max(index for index, frame in enumerate(agenda) if isinstance(frame, kinds))


def _replaced(state: A, index: int, frame: Frame) -> A:
    agenda = (*state.agenda[:index], frame, *state.agenda[index + 1 :])
    return msgspec.structs.replace(state, agenda=agenda)

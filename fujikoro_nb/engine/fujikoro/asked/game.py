"""The frames and answers of the whole game, and where each frame stands.

Match                         whose turn comes next
  Setup                       before the first turn
  Turn                        two actions of one seat
    Action                    a disc on a field: main part, bonus of a gear card, in either order
      Move                    step by step
        Meeting               two samurai on one space: does one want to fight?
          Duel                `rules.fight`
            Lay               the winner lays the loser on a space beside
        Battle                a dragon's tile was entered: who joins, and where everybody came from
          DragonFight         `rules.fight`
        PayLava               the sandals pay; always before a fight begins
      Explore                 place, tile, turn, and what comes on its spaces
      Gather                  what lies on the own space
        PickScroll            which card, which slot, and the display filled again
      Peek, CardSide          what a weapon card brings
    Rest                      `rules.table`
    Reward                    one who has left the mountain hands something in to the shogun
    Leave                     where nobody has to leave: does one who ends the turn on a rope?
  Eruption                    victims pay, flee or are revived, one after the other

Above any of them: an Occasion (`rules.windows`), and a Deed, what was used there does by choices.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    Dragon,
    EffectKind,
    GearCard,
    ResourceToken,
    ScrollCard,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.kernel import Answer, Frame, NotBefore, Pass, Seat, Window

MOST_STEPS = 12
"""No path that an answer may hold is longer."""

_Word = Annotated[str, msgspec.Meta(max_length=80)]
_Path = Annotated[tuple[SpaceId, ...], msgspec.Meta(max_length=MOST_STEPS)]


# ---- answers: chance


class DrawnSeat(Answer, frozen=True):
    """Who begins."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]


class Drawn(Answer, frozen=True):
    """A known component came out of its pile."""

    id: _Word


class Described(Answer, frozen=True):
    """A component of the real box, as whoever drew it sees it; exactly one of these is said."""

    tile: Tile | None = None
    token: ResourceToken | None = None
    dragon: Dragon | None = None
    card: GearCard | None = None
    blueprint: Blueprint | None = None
    scroll: ScrollCard | None = None
    adventure: AdventureToken | None = None


# ---- answers: seats


class PlaceMonk(Answer, frozen=True):
    """The spot for a monk."""

    spot: _Word


class ArrangeWeapon(Answer, frozen=True):
    """The first weapon, all its cubes."""

    layout: Layout


class Act(Answer, frozen=True):
    """An action: ``move``, ``explore``, ``gather`` or ``rest``; ``monk`` pushes the action monk instead of a disc."""

    field: _Word
    monk: bool = False


class DoPart(Answer, frozen=True):
    """``main`` or ``bonus`` part of an action whose field has a gear card."""

    part: _Word


class Enough(Answer, frozen=True):
    """Leave the rest of the action."""


class Walk(Answer, frozen=True):
    """The spaces to enter, one after the other; the last one is where the walk may end."""

    path: _Path


class Halt(Answer, frozen=True):
    """No further step in this move."""


class Challenge(Answer, frozen=True):
    """Fight the other samurai on this space."""


class LetBe(Answer, frozen=True):
    """Do not fight."""


class Join(Answer, frozen=True):
    """Join the fight against the dragon, on this space of its tile.

    ``by``: the last space before the tile, where one who comes from farther away enters it from.
    """

    space: SpaceId
    by: SpaceId | UnsetType = UNSET


class StayOut(Answer, frozen=True):
    """Do not join."""


class LayDown(Answer, frozen=True):
    """Where the loser of a duel lies."""

    space: SpaceId


class ChoosePlace(Answer, frozen=True):
    """The place to explore."""

    place: PlaceId


class TurnTile(Answer, frozen=True):
    """How many sixths the new tile lies turned."""

    sixths: Annotated[int, msgspec.Meta(ge=0, le=5)]


class Take(Answer, frozen=True):
    """What to gather here: ``resources``, ``blueprints``, ``monk``, ``scroll`` or ``adventure``."""

    what: _Word


class TakeBlueprints(Answer, frozen=True):
    """One or two blueprints of this temple."""

    blueprints: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=4)]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "blueprints", tuple(sorted(self.blueprints)))  # one way to say it


class TakeScroll(Answer, frozen=True):
    """A face-up scroll card; without a name the unseen one on top of the deck."""

    card: _Word = ""


class SlotScroll(Answer, frozen=True):
    """The new scroll goes into a free slot, or replaces this one."""

    replaces: _Word = ""


class PickSide(Answer, frozen=True):
    """What a weapon card gives from now on: ``vp`` or ``peek``."""

    bonus: _Word


class LookAt(Answer, frozen=True):
    """The stack whose uppermost tile is looked at: ``I``, ``II`` or ``III``."""

    level: _Word


class LeaveMountain(Answer, frozen=True):
    """Take the rope to the palace."""


class StayBehind(Answer, frozen=True):
    """Stay on the mountain."""


class HandIn(Answer, frozen=True):
    """Claim a bonus of the shogun: ``helmet``, ``weapon``, ``sandals``, ``monk`` or ``tooth``."""

    category: _Word


class HandInNothing(Answer, frozen=True):
    """No bonus in this turn."""


class Flee(Answer, frozen=True):
    """Where a samurai steps whose space erupts."""

    space: SpaceId


class Revive(Answer, frozen=True):
    """The temple in which a samurai is revived."""

    temple: SpaceId


class Use(Answer, frozen=True):
    """Use a sacred scroll or an adventure token: all its effects that belong to this moment."""

    item: _Word


class Pick(Answer, frozen=True):
    """The space of the next token that turns up, or of the next lava tile that goes."""

    space: SpaceId


class TakeBack(Answer, frozen=True):
    """An action disc, or the action monk, comes back from this field."""

    field: _Word
    monk: bool = False


class Lead(Answer, frozen=True):
    """Another samurai walks to this space."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    space: SpaceId


PlayAnswer = (
    DrawnSeat
    | Drawn
    | Described
    | PlaceMonk
    | ArrangeWeapon
    | Act
    | DoPart
    | Enough
    | Walk
    | Halt
    | Challenge
    | LetBe
    | Join
    | StayOut
    | LayDown
    | ChoosePlace
    | TurnTile
    | Take
    | TakeBlueprints
    | TakeScroll
    | SlotScroll
    | PickSide
    | LookAt
    | LeaveMountain
    | StayBehind
    | HandIn
    | HandInNothing
    | Flee
    | Revive
    | Use
    | Pick
    | TakeBack
    | Lead
    | Pass
    | NotBefore
)
"""What the whole game asks beyond fights and rests."""


# ---- frames


class Match(Frame, frozen=True):
    """Turn after turn; ``following`` is the seat whose turn comes next, None until the start player is drawn."""

    following: Seat | None = None


class Setup(Frame, frozen=True):
    """What is missing before the first turn is read off the table, so nothing needs to be remembered."""


class Turn(Frame, frozen=True):
    """One seat's turn; ``taken`` actions are begun."""

    seat: Seat
    taken: int = 0
    is_over: bool = False
    is_supplied: bool = False
    """Whether the permanent resources of centre and temples were gathered (gather.permanent.once)."""
    is_ending: bool = False
    """The samurai has left the mountain by now if it leaves it in this turn."""


class Action(Frame, frozen=True):
    """An action that cost a disc; ``parts`` are still to be done, ``is_begun`` after one of them."""

    seat: Seat
    field: str
    parts: tuple[str, ...] = ("main",)
    is_begun: bool = False


class Move(Frame, frozen=True):
    """A samurai on its way. ``path`` begins with the space it came from."""

    seat: Seat
    steps: int
    """Steps left."""
    path: tuple[SpaceId, ...]
    lava: int = 0
    """Lava spaces entered and not yet paid for."""
    is_bonus: bool = False
    is_over: bool = False
    free: int = 0
    """Lava spaces that the next steps may enter for nothing (scroll.lava-walk)."""
    has_leapt: bool | UnsetType = UNSET
    """Set once the one jump of this move is done (char.mitsuhide.lava-jump)."""
    robbed: tuple[Seat, ...] | UnsetType = UNSET
    """Whom it has asked for a scroll in passing (char.daisuke.steal-limits)."""


class Meeting(Frame, frozen=True):
    """Asks both samurai on a space whether they fight; ``waiting`` have not said yet."""

    mover: Seat
    stander: Seat
    waiting: tuple[Seat, ...]
    back: SpaceId
    """Where the mover's last step came from (past lava): it goes back there at tables that send back a beaten one."""
    is_fought: bool = False


class Lay(Frame, frozen=True):
    """Asks the winner of a duel where the loser lies."""

    winner: Seat
    loser: Seat


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a fighter goes when it leaves the fight: the last firm space before the dragon's tile."""

    seat: Seat
    space: SpaceId


class Battle(Frame, frozen=True):
    """A fight with the dragon on ``place``, from the join questions to its end."""

    place: PlaceId
    attacker: Seat
    entries: tuple[Entry, ...]
    waiting: tuple[Seat, ...] = ()
    """Seats still to be asked whether they join, clockwise from the attacker's left."""
    is_fought: bool = False
    defenders: tuple[Seat, ...] | UnsetType = UNSET
    """Of those whom the dragon came to, who fights; ``attacker`` is then the first player. Not there where a samurai
    came to the dragon."""


class PayLava(Frame, frozen=True):
    """The sandals pay for so many lava spaces."""

    seat: Seat
    spaces: int


class Explore(Frame, frozen=True):
    """A tile on its way to the map."""

    seat: Seat
    place: PlaceId | None = None
    tile: Tile | None = None
    is_laid: bool = False
    filled: int = 0
    """Spaces of the laid tile, from the middle on, that have what belongs on them."""
    more: int = 0
    """Tiles that may follow this one (scroll.multi-tile)."""
    last: PlaceId | None = None
    """Where the tile before this one was laid."""
    is_over: bool = False


class Occasion(Window, frozen=True):
    """A window for scrolls and tokens; ``used`` scrolls have done in it what they do."""

    used: tuple[_Word, ...] = ()


class Deed(Frame, frozen=True):
    """What a scroll or a token does by choices of its owner; ``left`` of them are still to be made."""

    seat: Seat
    kind: EffectKind
    left: int


class Gather(Frame, frozen=True):
    """One category off the own space; ``what`` is empty until it is chosen or only one is there."""

    seat: Seat
    what: str = ""
    is_taken: bool = False


class PickScroll(Frame, frozen=True):
    """A scroll disc was taken: ``card`` is the chosen or drawn one until it lies in a slot."""

    seat: Seat
    card: ScrollCard | None = None
    is_unseen: bool = False
    """Whether the card comes from the deck, so that the display keeps its three."""
    is_placed: bool = False


class Peek(Frame, frozen=True):
    """A look at the uppermost tile of one stack."""

    seat: Seat
    level: str = ""


class CardSide(Frame, frozen=True):
    """Asks at its first use which side of a weapon card holds from now on."""

    seat: Seat


class Leave(Frame, frozen=True):
    """Asks one who may leave the mountain for this palace."""

    seat: Seat
    palace: str


class Reward(Frame, frozen=True):
    """Asks one who has left the mountain what it hands in, once in a turn."""

    seat: Seat


class Eruption(Frame, frozen=True):
    """Samurai on lava that has just come. The first of ``waiting`` has to ``pay``, ``flee`` or ``revive`` now."""

    waiting: tuple[Seat, ...]
    task: str = ""


PlayFrame = (
    Match
    | Setup
    | Turn
    | Action
    | Move
    | Meeting
    | Lay
    | Battle
    | PayLava
    | Explore
    | Gather
    | PickScroll
    | Peek
    | CardSide
    | Leave
    | Reward
    | Eruption
    | Deed
    | Occasion
)

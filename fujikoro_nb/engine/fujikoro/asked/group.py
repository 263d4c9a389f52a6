"""The frames and answers of a group that plays together, and where each frame stands.

Match
  Setup                         who begins, and who starts with which gear card
  Round                         what a round opens with, then one turn of everybody
    Prowl                       the dragons that walk, one after the other
      Battle                    `asked.game`: a dragon has come onto somebody's tile
        DragonFight
          FallBack              where one whom the dragon came to goes when it retreats
          StandUp               where one who is knocked out stands up while a dragon is on the central tile
          ShareTeeth            `asked.fight`
    Turn
      Bargain                   two on one space exchange what is in their backpacks
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.kernel import Answer, Frame, Seat

_Word = Annotated[str, msgspec.Meta(max_length=80)]
_Words = Annotated[tuple[_Word, ...], msgspec.Meta(max_length=20)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]


TOGETHER = (("group", 1),)
"""The mark of a question that everybody decides together; one of them answers it."""


# ---- answers


class ChooseFirst(Answer, frozen=True):
    """Who gets the first player's token."""

    seat: _Seat


class DealCard(Answer, frozen=True):
    """The gear card with which the next samurai begins."""

    card: _Word


class Build(Answer, frozen=True):
    """The piece of the first gear card, as it lies on its grid."""

    layout: Layout


class MoveFirst(Answer, frozen=True):
    """The dragon that walks next, by its name."""

    dragon: _Word


class GoFor(Answer, frozen=True):
    """The tile of the samurai that the dragon heads for, of several that are equally near."""

    place: PlaceId


class StepTo(Answer, frozen=True):
    """The tile onto which the dragon walks, of several that bring it nearer."""

    place: PlaceId


class FallBackTo(Answer, frozen=True):
    """Where one whom a dragon came to goes when it leaves the fight."""

    space: SpaceId


class Parcel(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Things out of a backpack that change hands together."""

    cubes: Cubes = Cubes()
    discs: _Words = ()
    """``monk`` and the names of blueprints."""
    scrolls: _Words = ()
    """The names of sacred scrolls; a disc goes with each."""

    def __bool__(self) -> bool:
        return bool(self.cubes or self.discs or self.scrolls)


class Offer(Answer, frozen=True):
    """An exchange with another samurai on the same space; ``takes`` is what comes back, nothing for a gift.

    ``replaces``: own scrolls that go to make slots for those that come.
    """

    to: _Seat
    gives: Parcel = Parcel()
    takes: Parcel = Parcel()
    replaces: _Words = ()


class Hear(Answer, frozen=True):
    """Another samurai on the same space may make an offer, in this seat's turn."""

    seat: _Seat


class Agree(Answer, frozen=True):
    """The offer is accepted; ``replaces`` as in `Offer`."""

    replaces: _Words = ()


class Decline(Answer, frozen=True):
    """No exchange."""


GroupAnswer = (
    ChooseFirst | DealCard | Build | MoveFirst | GoFor | StepTo | FallBackTo | Offer | Hear | Agree | Decline
)
"""What a group is asked beyond what everybody is asked alone."""


# ---- frames


class Round(Frame, frozen=True):
    """One round: the steps it opens with, then the turns of ``waiting``, the first player's first."""

    waiting: tuple[Seat, ...]
    step: int = 0
    """How many of the steps at its start are done."""


class Prowl(Frame, frozen=True):
    """The dragons' step: ``waiting`` are still to walk, ``dragon`` is the one that does now, by name."""

    waiting: tuple[_Word, ...]
    dragon: _Word = ""
    target: PlaceId | None = None
    """The tile of the samurai that it heads for, once it was chosen."""


class FallBack(Frame, frozen=True):
    """Asks one whom a dragon came to where it goes, having left the fight."""

    seat: Seat


class StandUp(Frame, frozen=True):
    """Asks one who is knocked out for a temple, because a dragon is on the central tile."""

    seat: Seat


class Bargain(Frame, frozen=True):
    """An exchange between two; without an ``offer`` ``seat`` is asked for one, else ``other`` whether it agrees."""

    seat: Seat
    other: Seat
    offer: Offer | None = None


GroupFrame = Round | Prowl | FallBack | StandUp | Bargain

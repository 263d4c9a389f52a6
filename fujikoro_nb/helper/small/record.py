"""What a helper keeps of the two small games at the real box: their score sheets, the cards seen, and a bag a seat.

Nothing is counted here: gold, floors and who has won are what the engines make of it, see sheets.py.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fuji_99.components import BOX, FIRST_BAG, GOAL, Cubes
from fujikoro_nb.engine.fuji_99.components import MOST_PLAYERS as FUJI_99_MOST
from fujikoro_nb.engine.fuji_99.setup import FEWEST_PLAYERS as FUJI_99_FEWEST
from fujikoro_nb.engine.makai_fuda import setup as makai
from fujikoro_nb.engine.makai_fuda.components import kinds_for
from fujikoro_nb.helper.evening.record import LONGEST_NAME, clean

MOST_TURNS = 200
"""Far more than any race to floor 99 takes; so the longest sheet finds room beside the longest evening."""
MOST_SEEN = 44
"""No deck of the two has more cards."""
_CARD = re.compile("[a-z0-9-]{1,40}|[BGYR][0-9]{1,3}|M")

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]


def _names_fit(names: tuple[str, ...], fewest: int, most: int) -> bool:
    return fewest <= len(names) <= most and all(name and name == clean(name) for name in names)


def _seen_fit(seen: tuple[str, ...]) -> bool:
    return len(seen) <= MOST_SEEN and all(map(_CARD.fullmatch, seen))


class Tournament(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Which monster won it, who had backed that one, and who had exchanged a face-down card (variant II)."""

    kind: str
    backers: tuple[Seat, ...] = ()
    exchanged: tuple[Seat, ...] = ()


class MakaiSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Raises ValueError when it is made from what cannot be. ``seen`` are cards as ``B3`` and ``M``."""

    names: tuple[Name, ...]
    agreed: int = 0
    """Tournaments that were agreed on (variant III); 0: play until somebody has enough gold."""
    doubles_last: bool = False
    exchanges: bool = False
    done: tuple[Tournament, ...] = ()
    seen: tuple[str, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether nothing was written yet, so that who plays and what was agreed on is still open."""
        return not self.done and not self.seen

    def __post_init__(self) -> None:
        kinds, seats = kinds_for(len(self.names)), range(len(self.names))
        if (
            not _names_fit(self.names, makai.FEWEST_PLAYERS, makai.MOST_PLAYERS)
            or not 0 <= self.agreed <= makai.MOST_TOURNAMENTS
            or len(self.done) > makai.MOST_TOURNAMENTS
            or not _seen_fit(self.seen)
        ):
            raise ValueError("no such sheet")
        for one in self.done:
            named = (*one.backers, *one.exchanged)
            is_once = len(set(one.backers)) == len(one.backers) and len(set(one.exchanged)) == len(
                one.exchanged
            )
            if one.kind not in kinds or not set(named) <= set(seats) or not is_once:
                raise ValueError("no such tournament")


class FloorTurn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where the Movement token came to in a turn, and whether whoever played it stopped there or lost the turn."""

    seat: Seat
    floor: Annotated[int, msgspec.Meta(ge=0, le=GOAL)]
    is_kept: bool = True


class Bag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's cubes: all of them, and which lie outside the bag, drawn in this act or on the sheet."""

    own: Cubes = FIRST_BAG
    drawn: Cubes = Cubes()
    sheet: Cubes = Cubes()

    def __post_init__(self) -> None:
        own, left = self.own, self.own - self.drawn - self.sheet
        counts = (left.clear, left.yellow, left.red)
        if min(counts) < 0 or own.clear > BOX.clear or own.yellow > BOX.yellow or own.red > BOX.red:
            raise ValueError("no such bag")

    @property
    def left(self) -> Cubes:
        """What can still be drawn."""
        return self.own - self.drawn - self.sheet


class FujiSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Raises ValueError when it is made from what cannot be. ``seen`` are cards by their key."""

    names: tuple[Name, ...]
    turns: tuple[FloorTurn, ...] = ()
    bags: tuple[Bag, ...] = ()
    """One a seat; none: all as they begin."""
    seen: tuple[str, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether nothing was written yet, so that who plays is still open."""
        return not self.turns and not self.bags and not self.seen

    def __post_init__(self) -> None:
        if (
            not _names_fit(self.names, FUJI_99_FEWEST, FUJI_99_MOST)
            or len(self.turns) > MOST_TURNS
            or not all(one.seat < len(self.names) for one in self.turns)
            or len(self.bags) not in (0, len(self.names))
            or not _seen_fit(self.seen)
        ):
            raise ValueError("no such sheet")


class SmallSheets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sheets of both games; None where nobody has written on one."""

    makai: MakaiSheet | None = None
    fuji99: FujiSheet | None = None

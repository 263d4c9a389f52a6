"""What a seat's phone may ask for: one frozen class a kind with its fields, read from JSON and trusted no further."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from fujikoro_nb.helper.seats.record import LONGEST_STROKE, MOST_SEATS

Kind = Literal["weapon", "helmet", "sandals"]
Column = Annotated[int, msgspec.Meta(ge=1, le=10)]
Row = Annotated[int, msgspec.Meta(ge=1, le=5)]
Cells = Annotated[tuple[tuple[Column, Row], ...], msgspec.Meta(max_length=60)]
Stroke = Annotated[str, msgspec.Meta(max_length=LONGEST_STROKE, pattern=r"\A[A-Za-z0-9 ._~-]*\Z")]
Score = Annotated[int, msgspec.Meta(ge=-500, le=500)]
Lives = Annotated[int, msgspec.Meta(ge=0, le=2)]
Left = Annotated[int, msgspec.Meta(ge=0, le=12)]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """What all of them share."""


class Paint(_Act, frozen=True, tag="paint"):
    """Lay a cube on each cell, or take cubes off (``.``); one stroke of a finger is one step."""

    kind: Kind
    material: Literal["W", "M", "T", "."]
    cells: Cells
    stroke: Stroke = ""


class Magic(_Act, frozen=True, tag="magic"):
    """The green cube on this cube, or off it."""

    kind: Kind
    column: Column
    row: Row
    on: bool


class Clear(_Act, frozen=True, tag="clear"):
    """Every cube off one kind of gear."""

    kind: Kind


class Unlock(_Act, frozen=True, tag="unlock"):
    """The weapon monk is there or not."""

    on: bool


class TellBlueprint(_Act, frozen=True, tag="blueprint"):
    """A blueprint was gained or lost."""

    kind: Kind
    state: Literal["none", "owned", "lost"]


class PackCube(_Act, frozen=True, tag="backpack"):
    """One cube into the backpack or out of it."""

    material: Literal["W", "M", "T"]
    by: Literal[1, -1]


class PackMonk(_Act, frozen=True, tag="backpack-monk"):
    """The monk that opens the upper backpack spaces comes or goes."""

    on: bool


class KnockOut(_Act, frozen=True, tag="out"):
    """The samurai lies knocked out, or stands again."""

    on: bool


class AddPoints(_Act, frozen=True, tag="points"):
    """So many points; ``score`` is what the phone showed before them."""

    points: Score
    score: Score
    source: str = "correction"


class Life(_Act, frozen=True, tag="life"):
    """A life is lost (-1) or comes back (1); ``left`` is what the phone showed before. The last one needs ``sure``."""

    by: Literal[1, -1]
    left: Lives
    sure: bool = False


class LeaveOver(_Act, frozen=True, tag="left"):
    """So many of a thing are left over when the game is over; ``was`` is what the phone showed before."""

    item: Literal["blueprint", "monk", "tooth"]
    count: Left
    was: Left


class TakeBack(_Act, frozen=True, tag="undo"):
    """Take a step back; ``of`` is its version, so that a late tap takes no other one back."""

    of: Version


Act = (
    Paint
    | Magic
    | Clear
    | Unlock
    | TellBlueprint
    | PackCube
    | PackMonk
    | KnockOut
    | AddPoints
    | Life
    | LeaveOver
    | TakeBack
)

SeatNumber = Annotated[int, msgspec.Meta(ge=-1, lt=MOST_SEATS)]
RequestId = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,40}\Z")]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request: which seat, the version of the table that the phone showed, an id of its own, and what to do."""

    seat: SeatNumber
    seen: Version
    id: RequestId
    do: Act

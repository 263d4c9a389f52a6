"""What a table keeps of one seat: its board, who holds it, and its last steps. Plain frozen data, in JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.evening.record import Points
from fujikoro_nb.helper.gear_strokes import KINDS
from fujikoro_nb.helper.said import Said
from fujikoro_nb.texts import say

MOST_SEATS = 6
HOST = -1
"""In the place of a seat's number: the host's device, which may write every seat."""
MOST_STEPS = 10
"""That a seat can take back."""
MOST_WRITES = 2500
"""Of one seat in an evening: all seats and the host's device together stay below what a table holds."""
MAX_PART = 40_000
"""Bytes of a stored seat; ten steps with every blueprint have a third of it."""
LONGEST_STROKE = 60

Hand = Literal["seat", "host"]
"""Whose hand made a change: the seat's own device, or the host's."""
_PART = re.compile(r"seat-(host|[0-5])")


def part_of(seat: int) -> str:
    """The part of the store that holds a seat.

    >>> part_of(2), part_of(HOST)
    ('seat-2', 'seat-host')
    """
    return "seat-host" if seat == HOST else f"seat-{seat}"


def is_of_seat(writer: str) -> bool:
    """Whether a change of the log was made by a seat's phone, or by the host for a seat.

    >>> is_of_seat("seat-3"), is_of_seat("seat-host"), is_of_seat("a laptop")
    (True, True, False)
    """
    return _PART.fullmatch(writer) is not None


class SeatRefused(Exception):
    """A change that cannot be made; nothing was. ``reason`` is a sentence of table ``seat``, or a whole key."""

    def __init__(self, reason: str, **data: int | str | Said) -> None:
        self.reason, self.data = reason, data
        super().__init__(f"{reason} {data}" if data else reason)

    def said(self, *, language: str = "en") -> str:
        """The sentence for the person."""
        data = self.data
        if isinstance(what := data.get("what"), Said):
            data = {**data, "what": what.said(language=language)}
        key = self.reason if "." in self.reason else f"seat.{self.reason}"
        return say(key, language=language, **data)


class SeatBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies on a player board, in notation; ``blueprints`` as (kind, ``owned`` or ``lost``, pattern or empty)."""

    weapon: str = ""
    helmet: str = ""
    sandals: str = ""
    is_unlocked: bool = False
    """Whether the monk opens the right part of the weapon grid."""
    backpack: str = ""
    has_monk: bool = False
    """Whether a monk opens the upper backpack spaces."""
    blueprints: tuple[tuple[str, str, str], ...] = ()
    is_out: bool = False
    """Whether the samurai lies knocked out, as tables of before kept it: `lies` of changes.py says whether it does."""

    def __post_init__(self) -> None:
        texts = (self.weapon, self.helmet, self.sandals, self.backpack)
        kinds = [kind for kind, _, _ in self.blueprints]
        is_sound = (
            all(len(text) <= 200 for text in texts)
            and len(set(kinds)) == len(kinds)
            and set(kinds) <= {str(kind) for kind in KINDS}
            and all(state in ("owned", "lost") and len(drawn) <= 200 for _, state, drawn in self.blueprints)
        )
        if not is_sound:
            raise ValueError("no board can be like this")

    def gear(self, limits: BoardLimits) -> Gear:
        """The gear, as far as this board can hold it: a character may have been changed since."""
        gear = Gear()
        for kind in KINDS:
            one = _gear_in(getattr(self, kind), kind, limits)
            gear = gear.with_layout(kind, one.layout(kind))
            if one.is_magical(kind):
                gear = gear.with_magic(kind, one.weapon_magic if kind == GearKind.WEAPON else None)
        return gear

    def with_gear(self, gear: Gear, limits: BoardLimits) -> SeatBoard:
        """The same board with this gear."""
        texts = {str(kind): print_gear(gear, kind, limits) if gear.layout(kind) else "" for kind in KINDS}
        return msgspec.structs.replace(self, **texts)

    @property
    def cubes(self) -> Cubes:
        """What lies in the backpack."""
        try:
            return Cubes.parse(self.backpack)
        except Unreadable:
            return Cubes()


def _gear_in(text: str, kind: GearKind, limits: BoardLimits) -> Gear:
    try:
        return parse_gear(text, kind, limits) if text else Gear()
    except (Unreadable, Illegal):
        return Gear()


def blueprint_pattern(text: str) -> bool:
    """Whether a text can be the pattern of a blueprint."""
    try:
        parse_pattern(text)
    except (Unreadable, Illegal):
        return False
    return True


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change of a seat, with what taking it back needs: texts of the board, a line of the ledger, a life."""

    version: int
    """Of the table's log."""
    hand: Hand
    said: Said
    board: tuple[tuple[str, str, str], ...] = ()
    """Field of the board, and what it held before and after, as JSON."""
    line: Points | None = None
    life: int = 0
    """1: a life was lost; -1: one came back."""
    down: int = 0
    """1: the samurai was knocked out; -1: it stood up again."""
    stroke: str = ""
    left: tuple[str, int, int] | None = None
    """What is left over: a thing, and how many there were before and after."""


class SeatHolder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which device holds a seat. ``key`` is its key's hash, ``device`` what its session is known by, or nothing."""

    key: str
    since: int
    """The version of the log at which it sat down."""
    device: str = ""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything of one seat. Raises ValueError when it is made from what cannot be."""

    board: SeatBoard = SeatBoard()
    holder: SeatHolder | None = None
    steps: tuple[Step, ...] = ()
    """Those that can be taken back, the newest last."""
    by_seat: int = 0
    by_host: int = 0
    """The versions at which each hand changed this seat last."""
    takes: int = 0
    """How often somebody sat down."""
    writes: int = 0

    def __post_init__(self) -> None:
        if len(self.steps) > MOST_STEPS:
            raise ValueError("more steps than are kept")

    def newest(self, hand: Hand) -> Step | None:
        """What this hand would take back: a seat its own newest step, the host the newest of all."""
        mine = [step for step in self.steps if hand == "host" or step.hand == hand]
        return mine[-1] if mine else None


_read = msgspec.json.Decoder(Seat).decode


def read_seat(part: bytes | None) -> Seat:
    """A seat as it is stored; nothing stored is an empty one. Raises ValueError for what is none of ours."""
    if not part:
        return Seat()
    if len(part) > MAX_PART:
        raise ValueError("longer than any seat")
    try:
        return _read(part)
    except RecursionError:
        raise ValueError("nested deeper than any seat") from None


def write_seat(seat: Seat) -> bytes:
    """As JSON."""
    return msgspec.json.encode(seat)


def seats_in(parts: Mapping[str, bytes]) -> dict[int, Seat]:
    """Every seat that a table holds, the host's device among them; a damaged one is empty."""
    found = {}
    for name, part in parts.items():
        if (match := _PART.fullmatch(name)) is None:
            continue
        try:
            found[HOST if match[1] == "host" else int(match[1])] = read_seat(part)
        except ValueError:
            continue
    return found

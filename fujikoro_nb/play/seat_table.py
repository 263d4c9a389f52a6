"""A table of the store at which each seat writes for itself, and everybody reads what each did.

    table = SeatTable(store.table(code))
    taken = table.take(2, Asking(device="..."))
    table.write(msgspec.json.decode(request, type=Asked), taken.key)

A key is shown once, to the device that sat down; the table holds its hash. Every method is one transaction of the store
and may raise its errors (StoreError), SeatRefused, and Illegal where the evening's rules say no.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.helper import stored
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.acts import Asked
from fujikoro_nb.helper.seats.changes import At, carry_out
from fujikoro_nb.helper.seats.record import (
    HOST,
    MOST_WRITES,
    Hand,
    Seat,
    SeatHolder,
    SeatRefused,
    part_of,
    read_seat,
    write_seat,
)
from fujikoro_nb.helper.stored import HelperTable, of_all, read_table, with_evening, write_table
from fujikoro_nb.play.duel_table import racers_in
from fujikoro_nb.play.small_table import Players, players_in
from fujikoro_nb.store import Change, Entry, Merged, Put, Table, game_log
from fujikoro_nb.store.labels import in_all
from fujikoro_nb.texts import say

KEY_BYTES = 24
"""192 bits: more than anybody guesses."""
LONGEST_KEY = 40
_LONGEST_LABEL = 140
"""Characters of one language: a name and a step stay below it."""


class Key(NamedTuple):
    """What a device shows: the seat that it holds, or the host's place, and its secret."""

    seat: int
    secret: str

    def __str__(self) -> str:
        return f"{'host' if self.seat == HOST else self.seat}.{self.secret}"

    @classmethod
    def read(cls, text: str) -> Key | None:
        """From what a device sent; None for what is no key of ours.

        >>> Key.read("2.abc"), Key.read("host.abc"), Key.read("9.abc"), Key.read("2")
        (Key(seat=2, secret='abc'), Key(seat=-1, secret='abc'), None, None)
        """
        place, dot, secret = text.partition(".")
        if not dot or not secret or len(secret) > LONGEST_KEY or not secret.isascii():
            return None
        if place == "host":
            return cls(HOST, secret)
        return cls(int(place), secret) if place in ("0", "1", "2", "3", "4", "5") else None


class Asking(NamedTuple):
    """Who wants to sit down: what its session is known by, the key that it has already, and what it may."""

    device: str = ""
    key: Key | None = None
    is_over: bool = False
    """Whether a seat that another device holds is taken over."""
    may_host: bool = False


class Taken(NamedTuple):
    """A seat that a device sits on now."""

    key: Key
    version: int


class Sitters(Protocol):
    """Who may sit at a table: the people of an evening, or the players of a small game."""

    @property
    def people(self) -> Sequence[object]:
        """One a seat."""

    def name(self, seat: int) -> str:
        """What whoever sits there is called."""


class SeatTable:
    """One table. ``areas`` tells the outlines of this table's boards."""

    def __init__(self, table: Table, *, areas: Callable[[], Areas] = Areas) -> None:
        self.table, self._areas = table, areas

    @property
    def areas(self) -> Areas:
        """The outlines of this table's boards."""
        return self._areas()

    # ---- sitting down

    def take(self, seat: int, asking: Asking, *, language: str = "en") -> Taken:
        """Sit down, which everybody reads; a seat of another device needs ``is_over``. Raises SeatRefused."""
        key = Key(seat, secrets.token_urlsafe(KEY_BYTES))

        def make(parts: dict[str, bytes], version: int, _sent: Entry | None) -> Merged:
            who, at = sitters_in(parts), seat_in(parts, seat)
            _check_place(who, seat, asking)
            if at.writes >= MOST_WRITES:
                raise SeatRefused("full", max=MOST_WRITES)
            is_same = _is_held_by(at, asking)
            if at.holder is not None and not is_same and not asking.is_over:
                raise SeatRefused("held", name=called(who, seat, language))
            holder = SeatHolder(_hash(key.secret), version, asking.device)
            changes: list[Change] = [Put(part_of(seat), write_seat(_sat_down(at, holder)))]
            if (left := _left_by(parts, asking, seat)) is not None:
                changes.append(left)
            begins = "label-host" if seat == HOST else "label-sits"
            reason = "label-back" if is_same else begins if at.holder is None else "label-over"
            label = in_all(
                lambda spoken: say(f"seat.{reason}", language=spoken, name=called(who, seat, spoken))
            )
            return Merged(tuple(changes), label, writer_of(seat), called(who, seat, language))

        version, _ = self.table.merge(make, key=f"sit-{secrets.token_hex(8)}")
        return Taken(key, version)

    def leave(self, key: Key, *, language: str = "en") -> int:
        """Stand up: nobody holds the seat then; what lies on its board stays. Raises SeatRefused."""

        def make(parts: dict[str, bytes], _version: int, _sent: Entry | None) -> Merged:
            who = sitters_in(parts)
            at = held(parts, key, who, language)
            seat = key.seat
            changes = (Put(part_of(seat), write_seat(msgspec.structs.replace(at, holder=None))),)
            label = in_all(
                lambda spoken: say("seat.label-left", language=spoken, name=called(who, seat, spoken))
            )
            return Merged(changes, label, writer_of(seat), called(who, seat, language))

        return self.table.merge(make, key=f"sit-{secrets.token_hex(8)}")[0]

    # ---- writing

    def write(self, asked: Asked, key: Key, *, language: str = "en") -> tuple[int, bool]:
        """Make what a seat asks for; the version that holds it, and whether it was made now.

        The same request again, by the same key, is answered with the version of the first. Raises SeatRefused, Illegal.
        """
        seat = asked.seat

        def make(parts: dict[str, bytes], version: int, sent: Entry | None) -> Merged | None:
            table = helper_in(parts)
            hand = hand_of(parts, key, seat, table.evening, language)
            if sent is not None:
                return None
            at = At(table.evening, seat, seat_in(parts, seat), hand, version, self.areas)
            done = carry_out(asked.do, at, seen=asked.seen)
            if done is None:
                return None
            changes: list[Change] = [Put(part_of(seat), write_seat(done.seat))]
            if done.evening != table.evening:
                changes.append(Put(stored.PART, part_with(table, done.evening)))
            if hand == "host":
                label = in_all(partial(_for_seat, table.evening.name(seat), done.label))
                return Merged(tuple(changes), label, writer_of(HOST), called(table.evening, HOST, language))
            return Merged(
                tuple(changes), in_all(_short(done.label)), writer_of(seat), table.evening.name(seat)
            )

        return self.table.merge(make, key=f"{part_of(key.seat)}.{asked.id}")


# ---- what stands in the parts


def sitters_in(parts: Mapping[str, bytes]) -> Sitters:
    """Who may sit at a table. Raises SeatRefused where nobody may."""
    if (part := parts.get(game_log.SMALL)) is not None:
        return players_in(part)
    if (part := parts.get(game_log.DUEL)) is not None:
        return racers_in(part)
    return helper_in(parts).evening


def helper_in(parts: Mapping[str, bytes]) -> HelperTable:
    """The evening's part of a table. Raises SeatRefused where there is none, or none that can be read."""
    part = parts.get(stored.PART)
    if part is None:
        raise SeatRefused("no-evening")
    try:
        return _helper(part)
    except ValueError:
        raise SeatRefused("evening-broken") from None


@lru_cache(maxsize=64)
def _helper(part: bytes) -> HelperTable:
    """Most of what seats write leaves the evening as it was: it is read once then, for all who ask."""
    return read_table(part.decode())


def part_with(table: HelperTable, evening: Evening) -> bytes:
    """The evening's part with another evening."""
    return write_table(of_all(with_evening(table, evening))).encode()


def held(parts: Mapping[str, bytes], key: Key, who: Sitters, language: str) -> Seat:
    """The seat that a key holds. Raises SeatRefused for an old, a guessed or another table's key."""
    seat = seat_in(parts, key.seat)
    if seat.holder is None:
        raise SeatRefused("not-held", name=called(who, key.seat, language))
    if not fits(seat, key):
        raise SeatRefused("taken-over", name=called(who, key.seat, language))
    return seat


def fits(seat: Seat, key: Key) -> bool:
    """Whether this key holds this seat. Compared in constant time."""
    return seat.holder is not None and hmac.compare_digest(seat.holder.key, _hash(key.secret))


def hand_of(parts: Mapping[str, bytes], key: Key, seat: int, who: Sitters, language: str) -> Hand:
    """Whose hand a key is at a seat. Raises SeatRefused for a seat that it does not hold, or that nobody can have."""
    held(parts, key, who, language)
    if not 0 <= seat < len(who.people):
        raise SeatRefused("no-seat")
    if key.seat == HOST:
        return "host"
    if key.seat != seat:
        raise SeatRefused("not-yours", name=who.name(seat))
    return "seat"


def called(who: Sitters, seat: int, language: str) -> str:
    """What whoever sits there is called."""
    if seat == HOST:
        return say("seat.host", language=language)
    return who.name(seat) if seat < len(who.people) else str(seat + 1)


def writer_of(seat: int) -> str:
    """Who that is in the log."""
    return part_of(seat)


def seat_in(parts: Mapping[str, bytes], seat: int) -> Seat:
    """What a table keeps of a seat. Raises SeatRefused for what is none of ours."""
    try:
        return read_seat(parts.get(part_of(seat)))
    except ValueError:
        raise SeatRefused("broken") from None


def _check_place(who: Sitters, seat: int, asking: Asking) -> None:
    if seat == HOST:
        if not asking.may_host or isinstance(who, Players):
            raise SeatRefused("host-only")
    elif not 0 <= seat < len(who.people):
        raise SeatRefused("no-seat")
    elif isinstance(who, Players) and who.people[seat].is_bot:
        raise SeatRefused("of-bot", name=who.name(seat))


def _is_held_by(at: Seat, asking: Asking) -> bool:
    """Whether the very device that asks holds the seat: by its key, or by the session that the guard has judged."""
    if at.holder is None:
        return False
    if asking.device and hmac.compare_digest(at.holder.device, asking.device):
        return True
    return asking.key is not None and fits(at, asking.key)


def _sat_down(at: Seat, holder: SeatHolder) -> Seat:
    return msgspec.structs.replace(at, holder=holder, takes=at.takes + 1, writes=at.writes + 1)


def _left_by(parts: Mapping[str, bytes], asking: Asking, seat: int) -> Change | None:
    """A device that sits down elsewhere stands up where it sat."""
    key = asking.key
    if key is None or key.seat == seat:
        return None
    try:
        at = read_seat(parts.get(part_of(key.seat)))
    except ValueError:
        return None
    if not fits(at, key):
        return None
    return Put(part_of(key.seat), write_seat(msgspec.structs.replace(at, holder=None)))


def _short(label: Callable[[str], str]) -> Callable[[str], str]:
    return lambda language: label(language)[:_LONGEST_LABEL]


def _for_seat(name: str, label: Callable[[str], str], language: str) -> str:
    return say("seat.label-for", language=language, name=name, what=label(language))[:_LONGEST_LABEL]


def _hash(secret: str) -> str:
    """Only this is stored: who reads the table cannot write as the seat."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()

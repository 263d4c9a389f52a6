"""Seats that write at one stored table over a bad network, and a naive model of what must come of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.seats.acts import Act, Asked
from fujikoro_nb.helper.seats.record import Seat, SeatRefused, seats_in
from fujikoro_nb.helper.stored import PART, first_table, read_table, write_table
from fujikoro_nb.play.seat_table import Asking, Key, SeatTable
from fujikoro_nb.store import Put, Store, Table

NAMES = ("Aiko", "Bo", "Cleo", "Dan")
EXPECTED = (
    "late-points",
    "late-own",
    "nothing-to-undo",
    "undo-other",
    "undo-changed",
    "no-cube",
    "helper.backpack-full-monk",
)
"""What a seat is refused that taps without thinking, and whose taps come late."""


def evening_of(table: Table) -> Evening:
    """The evening that a table holds."""
    return read_table(table.state().parts[PART].decode()).evening


def seats_of(table: Table) -> dict[int, Seat]:
    """The seats that a table holds."""
    return seats_in(table.state().parts)


def new_table(store: Store, evening: Evening | None = None) -> SeatTable:
    """A table with an evening of four, and nobody with a phone yet."""
    kept = first_table(evening or new_evening([Person(name) for name in NAMES]))
    return SeatTable(store.create("Friday", [Put(PART, write_table(kept).encode())]))


def sit(table: SeatTable, seat: int, **asking: Any) -> Key:
    """Sit down, and hold the key."""
    return table.take(seat, Asking(**asking)).key


def asked(seat: int, act: str, *, name: str, seen: int = 10_000, **fields: object) -> Asked:
    """A request; without ``seen`` one that has seen everything."""
    return Asked(seat, seen, name, msgspec.convert({"act": act, **fields}, Act))


@dataclass
class Naive:
    """What a seat is, kept as simply as can be: cells by place, a count of cubes, sums."""

    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    pack: dict[str, int] = field(default_factory=lambda: dict.fromkeys("WMT", 0))
    prints: dict[str, str] = field(default_factory=dict)
    is_out: bool = False
    is_unlocked: bool = False
    points: int = 0

    def does(self, do: Mapping[str, Any]) -> None:
        """What an accepted tap must do, once."""
        match do["act"]:
            case "paint":
                for column, row in do["cells"]:
                    self.cells.pop((column, row), None)
                    if do["material"] != ".":
                        self.cells[column, row] = do["material"]
            case "backpack":
                self.pack[do["material"]] += do["by"]
            case "clear":
                self.cells.clear()
            case "unlock":
                self.is_unlocked = do["on"]
            case "blueprint":
                self.prints[do["kind"]] = do["state"]
            case "out":
                self.is_out = do["on"]
            case "points":
                self.points += do["points"]

    def is_as(self, seat: Seat, points: int, *, is_out: bool) -> bool:
        """Whether the table holds just this."""
        weapon = seat.board.gear(SYMMETRIC).layout(GearKind.WEAPON)
        held = {column_row(cell): str(weapon.at(cell)) for cell in cells_of(weapon.occupied)}
        pack = {each: seat.board.backpack.count(each) for each in "WMT"}
        prints = {kind: state for kind, state, _ in seat.board.blueprints}
        board = (held, pack, prints, is_out, seat.board.is_unlocked)
        known = {kind: state for kind, state in self.prints.items() if state != "none"}
        return (board, points) == (
            (self.cells, self.pack, known, self.is_out, self.is_unlocked),
            self.points,
        )


@dataclass
class Phone:
    """One seat's device: it sends its taps one by one, each again until it hears of it."""

    seat: int
    key: Key
    waiting: list[dict[str, Any]] = field(default_factory=list)
    seen: int = 0
    score: int = 0
    sent: int = 0
    heard: int = 0
    refused: int = 0

    def tap(self, chance: random.Random) -> None:
        """A person taps something."""
        cells = [[chance.randint(1, 8), chance.randint(1, 5)] for _ in range(chance.randint(1, 3))]
        do: dict[str, Any] = chance.choice(
            [
                {"act": "paint", "kind": "weapon", "material": chance.choice("WMT."), "cells": cells},
                {"act": "backpack", "material": chance.choice("WMT"), "by": chance.choice((1, 1, -1))},
                {"act": "out", "on": chance.choice((True, False))},
                {"act": "unlock", "on": chance.choice((True, False))},
                {"act": "blueprint", "kind": "helmet", "state": chance.choice(("none", "owned", "lost"))},
                {"act": "clear", "kind": "weapon"},
                {"act": "points", "points": chance.choice((1, 2, -1)), "source": "correction"},
                {"act": "undo"},
            ]
        )
        self.sent += 1
        self.waiting.append({"id": f"phone-{self.seat}-{self.sent:05}", "do": do})


class Evening4:
    """Four phones at one table, whose requests are lost, come late, come twice, or whose answers are lost."""

    def __init__(self, table: SeatTable, seed: int) -> None:
        self.table, self.chance = table, random.Random(seed)
        self.phones = [Phone(seat, sit(table, seat, device=f"device-{seat}")) for seat in range(4)]
        self.naive = [Naive() for _ in self.phones]
        self.before: list[list[Naive]] = [[] for _ in self.phones]
        self.on_the_way: list[tuple[Phone, Asked]] = []
        """Requests that a slow network still holds, the same one perhaps twice."""

    def run(self, steps: int) -> None:
        """So many things happen, in any order; then every phone gets through."""
        for _ in range(steps):
            phone = self.chance.choice(self.phones)
            self.chance.choice((self._tap, self._send, self._send, self._arrive, self._arrive, self._look))(
                phone
            )
        while any(phone.waiting for phone in self.phones):
            for phone in self.phones:
                self._look(phone)
                if phone.waiting:
                    self._deliver(phone, self._request(phone), is_heard=True)
        for (
            phone,
            request,
        ) in self.on_the_way:  # what was under way all the time comes at last, and does nothing
            version = self.table.table.head().version
            with_answer = self._deliver(phone, request, is_heard=False)
            assert self.table.table.head().version == version, with_answer

    def _tap(self, phone: Phone) -> None:
        phone.tap(self.chance)

    def _look(self, phone: Phone) -> None:
        """The stream: what the table holds by now."""
        state = self.table.table.state()
        phone.seen = state.version
        phone.score = read_table(state.parts[PART].decode()).evening.score(phone.seat)

    def _request(self, phone: Phone) -> Asked:
        """The oldest tap that waits; what it was meant for is settled when it is sent first."""
        first = phone.waiting[0]
        if "seen" not in first:
            first["seen"] = phone.seen
            if first["do"]["act"] == "points":
                first["do"]["score"] = phone.score
            if first["do"]["act"] == "undo":
                newest = seats_of(self.table.table)[phone.seat].newest("seat")
                first["do"]["of"] = 0 if newest is None else newest.version
        do = first["do"]
        return asked(phone.seat, name=first["id"], seen=first["seen"], **{**do, "act": do["act"]})

    def _send(self, phone: Phone) -> None:
        if not phone.waiting:
            return
        request, fate = self._request(phone), self.chance.random()
        if fate < 0.2:
            return  # lost on the way there
        for _ in range(2 if fate < 0.4 else 1):
            self.on_the_way.append((phone, request))

    def _arrive(self, _: Phone) -> None:
        if self.on_the_way:
            phone, request = self.on_the_way.pop(self.chance.randrange(len(self.on_the_way)))
            self._deliver(phone, request, is_heard=self.chance.random() < 0.7)

    def _deliver(self, phone: Phone, request: Asked, *, is_heard: bool) -> str:
        """The server does it; the answer comes back or is lost."""
        is_known = not phone.waiting or phone.waiting[0]["id"] != request.id
        try:
            version, is_new = self.table.write(request, phone.key)
        except SeatRefused as fault:
            if fault.reason not in EXPECTED:
                raise
            if is_heard and not is_known:
                phone.waiting.pop(0)
                phone.refused += 1
            return fault.reason
        if is_new:
            assert not is_known, "what a phone has heard of is not done again"
            self._model(phone, request)
            evening = evening_of(self.table.table)
            assert self.naive[phone.seat].is_as(
                seats_of(self.table.table)[phone.seat],
                evening.score(phone.seat),
                is_out=phone.seat in evening.down,
            )
        if is_heard and not is_known:
            phone.waiting.pop(0)
            phone.heard += 1
            phone.seen = max(phone.seen, version)
        return "new" if is_new else "known"

    def _model(self, phone: Phone, request: Asked) -> None:
        naive, before = self.naive[phone.seat], self.before[phone.seat]
        do = msgspec.to_builtins(request.do)
        if do["act"] == "undo":
            self.naive[phone.seat] = before.pop()
            return
        before.append(msgspec.convert(msgspec.to_builtins(naive), Naive))
        naive.does(do)

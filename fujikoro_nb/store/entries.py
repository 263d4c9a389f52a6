"""Entries of a table's log and the changes that they hold: plain frozen data."""

from __future__ import annotations

from typing import Literal

import msgspec


class Put(msgspec.Struct, frozen=True, tag="p", array_like=True):
    """The part holds this and nothing else from now on."""

    part: str
    value: bytes


class Add(msgspec.Struct, frozen=True, tag="a", array_like=True):
    """The part goes on with this; a part that is not there begins with it. What a growing log of lines wants."""

    part: str
    value: bytes


class Cut(msgspec.Struct, frozen=True, tag="c", array_like=True):
    """Only the first ``length`` bytes of the part stay: what undoing an `Add` is."""

    part: str
    length: int


class Drop(msgspec.Struct, frozen=True, tag="d", array_like=True):
    """The part is gone."""

    part: str


Change = Put | Add | Cut | Drop
Kind = Literal["create", "change", "undo", "redo", "take", "mend"]


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log. Order comes from ``version`` alone; ``at`` is for people."""

    version: int
    """1, 2, 3, ... without gaps; 1 is the table's creation."""
    kind: Kind
    """``take``: a writer took over; ``mend``: what could be saved from a damaged file."""
    label: str
    """What undo would name; for ``undo`` and ``redo`` what was undone; for ``create`` the title."""
    writer: str
    name: str
    """The writer as people know it."""
    at: float
    """Seconds since 1970, by the clock of the machine that wrote it; may go backwards."""
    of: int = 0
    """For ``undo`` and ``redo``: the version of the change that was taken back or brought back."""
    changes: tuple[Change, ...] = ()


class Holder(msgspec.Struct, frozen=True):
    """Who writes at a table, since which entry and when."""

    writer: str
    name: str
    version: int
    at: float


class Merged(msgspec.Struct, frozen=True):
    """A change made on whatever a table holds in that moment, what to call it, and whose it is; see `store/log.py`."""

    changes: tuple[Change, ...]
    label: str
    writer: str
    name: str

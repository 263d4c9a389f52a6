"""Switches: where rulebooks disagree or are silent, and which reading a table plays.

A switch is named after the ledger rule that it belongs to; its first reading is the adopted one. Each game lists its
own. Rules ask the readings; they never branch on a mode or an edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import msgspec

from fujikoro_nb.engine.kernel.errors import Unreadable


class Switch(msgspec.Struct, frozen=True):
    """One disagreement: the rule's id and its named readings, the adopted one first."""

    rule: str
    readings: tuple[str, ...]

    @property
    def adopted(self) -> str:
        """The reading in force unless the table says otherwise."""
        return self.readings[0]


def switches_by_rule(*switches: Switch) -> Mapping[str, Switch]:
    """A game's switches, to be looked up."""
    return {switch.rule: switch for switch in switches}


def adopted_of(switches: Iterable[Switch]) -> Mapping[str, str]:
    """The reading of each that is in force unless a table says otherwise."""
    return {switch.rule: switch.adopted for switch in switches}


class Readings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table plays: only the readings that differ from the adopted ones; a game's class lists its switches."""

    chosen: tuple[tuple[str, str], ...] = ()

    switches: ClassVar[Mapping[str, Switch]] = {}
    adopted: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        for rule, reading in self.chosen:  # also what a save or a link brings in
            if rule not in self.switches or reading not in self.switches[rule].readings:
                raise ValueError(f"{rule}={reading}")

    def reading(self, rule: str) -> str:
        """The reading in force for a switch."""
        for name, reading in self.chosen:
            if name == rule:
                return reading
        return self.adopted[rule]

    def with_reading(self, rule: str, reading: str) -> Self:
        """These with one switch set. Raises Unreadable for an unknown switch or reading."""
        if rule not in self.switches:
            raise Unreadable("switch", rule, 0, rule=rule, known=", ".join(self.switches))
        known = self.switches[rule].readings
        if reading not in known:
            raise Unreadable("reading", reading, 0, rule=rule, reading=reading, known=", ".join(known))
        others = tuple(pair for pair in self.chosen if pair[0] != rule)
        return type(self)(tuple(sorted((*others, (rule, reading)))))

    def of(self, other: Readings) -> Self:
        """The same readings as a game's own class has them. Raises ValueError for those of another game."""
        return type(self)(other.chosen)

    def in_force(self) -> dict[str, str]:
        """Every switch with its reading: what a save keeps."""
        return {rule: self.reading(rule) for rule in self.switches}

"""The rules as data, read once from ``rules.json``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Switch
from fujikoro_nb.texts import say

Number = int | bool | str | tuple[int | str, ...]
"""One parameter of a rule: nearly always a count; now and then a word, a flag or a short list."""


class UnknownRule(KeyError):
    """An id that the rulebook does not hold."""


class Citation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rule stands: ``seed`` is a booklet (000 English, 001 French, 004 German), lines inclusive from 1."""

    seed: str
    first: int
    last: int

    def __str__(self) -> str:
        return (
            f"{self.seed}:{self.first}"
            if self.first == self.last
            else f"{self.seed}:{self.first}-{self.last}"
        )


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where booklets disagree, are silent, or differ in wording: who says what, the ruling and its reason."""

    kind: str
    """``conflict``, ``silent`` or ``minor``."""
    ruling: str
    reason: str
    says: tuple[tuple[str, str], ...] = ()
    """Pairs of a seed and what it says, in our words."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example of the ledger; ``name`` is ``legal``, ``illegal`` or ``example``."""

    name: str
    given: str
    when: str
    then: str


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of play."""

    id: str
    statement: str
    citations: tuple[Citation, ...]
    numbers: tuple[tuple[str, Number], ...] = ()
    """Parameters by name; nested ones have a dotted name, such as ``before.W``."""
    basis: str = ""
    """``stated``, ``partly`` or ``derived``; empty where nobody has judged it."""
    conflict: Conflict | None = None
    examples: tuple[Example, ...] = ()
    decision: str = ""
    """Who decides something, and when."""
    readings: tuple[str, ...] = ()
    """The readings of the rule's switch, the adopted one first; empty for a rule without a switch."""
    scopes: tuple[str, ...] = ()
    """Which parts of the game play this rule wholly, such as ``crafting``."""
    is_played: bool = False
    """Whether the engine plays it so far: it cites the rule, or the rule stands in a scope."""
    correction: str = ""
    """What was added to the ledger here, and why."""
    why_no_switch: str = ""
    """Why a conflict of the booklets leaves a table no choice; empty without a conflict, with a switch or options."""

    see_also: tuple[str, ...] = ()
    """At most eight other rules, the nearest first; computed from the engine's modules, the cases and the wording."""
    try_it: str = ""
    """The link of a position that shows the rule, as ``page=gear&weapon=...``; empty where no page can show one."""

    @property
    def chapter(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]

    def number(self, name: str) -> Number:
        """One parameter by name. Raises KeyError."""
        return dict(self.numbers)[name]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``rules.json`` was made from: sha256 of the ledger files together and of the corrections."""

    ledger: str
    corrections: str


class LedgerSays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the ledger itself says where a correction changes it, so that the correction can be changed without it."""

    id: str
    citations: tuple[Citation, ...]
    conflict: Conflict | None = None
    """``kind`` is empty where the ledger has a plain text."""


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. ``seal`` is the sha256 of the rules, so that an edit by hand shows."""

    made_from: Source
    seal: str
    rules: tuple[Rule, ...]
    ledger_says: tuple[LedgerSays, ...] = ()


@cache
def book() -> Book:
    """The decoded file."""
    return msgspec.json.decode((files("fujikoro_nb.rulebook") / "rules.json").read_bytes(), type=Book)


@cache
def _by_id() -> Mapping[str, Rule]:
    return MappingProxyType({entry.id: entry for entry in book().rules})


def rules(*, chapter: str = "", scope: str = "") -> tuple[Rule, ...]:
    """All rules in the order of the ledger, or those of one chapter or scope."""
    return tuple(
        entry
        for entry in book().rules
        if (not chapter or entry.chapter == chapter) and (not scope or scope in entry.scopes)
    )


def rule(rule_id: str) -> Rule:
    """One rule. Raises UnknownRule.

    >>> rule("craft.helmet.size").number("max")
    8
    """
    try:
        return _by_id()[rule_id]
    except KeyError:
        raise UnknownRule(rule_id) from None


def has_rule(rule_id: str) -> bool:
    """Whether the rulebook holds this id."""
    return rule_id in _by_id()


def chapters() -> tuple[str, ...]:
    """The chapters in the order of the ledger."""
    return tuple(dict.fromkeys(entry.chapter for entry in book().rules))


def related_switches(rule_id: str) -> tuple[Switch, ...]:
    """The switches that a reader of this rule should know: its own, then those of its chapter and section.

    >>> [switch.rule for switch in related_switches("magic.value.absorb")]
    ['magic.loss.no-blueprint-any-cube', 'magic.split-carrier']
    """
    entry = rule(rule_id)
    own = [SWITCHES[rule_id]] if rule_id in SWITCHES else []
    near = [
        switch
        for switch in SWITCHES.values()
        if switch.rule != rule_id and _section(switch.rule, entry.chapter) == _section(rule_id, entry.chapter)
    ]
    return (*own, *near)


def _section(rule_id: str, chapter: str) -> str:
    """What two rules share that belong together: the chapter, in the long chapters also its second part."""
    parts = rule_id.split(".")
    if parts[0] != chapter:
        return ""
    return ".".join(parts[:2]) if chapter in ("craft", "combat") else chapter


def reading_sentence(rule_id: str, reading: str, *, language: str = "en") -> str:
    """What one reading of a switch means.

    >>> reading_sentence("combat.helmet.absorb", "tooth-two")
    'A dragon tooth absorbs 2 points.'
    """
    return say(f"reading.{rule_id}/{reading}", language=language)


def adopted_readings() -> dict[str, str]:
    """Every switch with the reading in force unless a table says otherwise."""
    return {switch.rule: switch.adopted for switch in SWITCHES.values()}

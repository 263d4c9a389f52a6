"""What the rules are called that a page names: found in what is sent to it, so that no widget has to list its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fujikoro_nb.rulebook.titles import titles

NAMED_BY_PAGES = (
    "combat.attack.fewer",
    "combat.break.per-symbol",
    "combat.dice.limits",
    "combat.dragon.dice",
    "combat.helmet.absorb",
    "combat.init.magic",
    "craft.waste",
    "end.leftovers",
    "end.leftovers.not-escaped",
    "monk.spot.weapon",
    "move.dragon.stop",
    "scenario.1.competitive.no-joining",
    "scenario.4.competitive.monk-stats",
    "scenario.7.solo.samurai-combat-rules",
)
"""Rules that the JavaScript names by itself; a test compares."""


def rules_in(state: object) -> set[str]:
    """Every rule whose id stands anywhere in plain data, as a value or as a key."""
    known = titles()
    found = set()
    waiting = [state]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if one in known:
                found.add(one)
        elif isinstance(one, Mapping):
            found.update(key for key in one if key in known)
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return found


def titles_of(rules: Iterable[str], language: str) -> dict[str, Any]:
    """Title by id, in the order of the ids, so that the same rules are always the same data."""
    known = titles(language)
    return {rule: known[rule] for rule in sorted(rules)}

"""What a character may do beyond the limits of its gear, page by page, one sentence a rule."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.texts import say

SLIPS = "char.daisuke.retreat-any-roll"

CRAFTING = (
    "craft-after-each-action",
    "double-craft",
    "lava-jump",
    "sandals-as-weapon",
    "helmet-three",
    "backpack-fifteen",
)
"""What My gear says, by the last part of the rules."""

FIGHTING = (
    "retreat-any-roll",
    "join-from-four",
    "sandals-as-weapon",
    "action-monk-heroic",
    "always-two-handed",
    "jump-weapon-damage",
    "no-craft-when-down",
)
"""What Fight and the odds say."""

WALKING = (
    "move",
    "move-three",
    "sneak",
    "lava-jump",
    "four-discs",
    "craft-after-each-action",
    "second-action-monk",
    "no-scroll-from-board",
    "backpack-fifteen",
)
"""What Now? says."""

ESCAPING = ("move", "move-three", "sneak", "lava-jump", "four-discs", "second-action-monk")
"""What Escape says."""


class Differs(msgspec.Struct, frozen=True):
    """A sentence and the rule that it stands on."""

    text: str
    rule: str


def differs(
    who: str, topics: Sequence[str], *, language: str = "en", rulings: Rulings = ADOPTED
) -> tuple[Differs, ...]:
    """Where a character differs on one of these topics; nothing for a board without one.

    What a table plays otherwise is said as it plays it.

    >>> [one.rule for one in differs("daisuke", FIGHTING)]
    ['char.daisuke.join-from-four', 'char.daisuke.retreat-any-roll']
    """
    one = PEOPLE.get(who.strip().lower())
    rules = () if one is None else one.told
    return tuple(
        Differs(_sentence(rule, language, rulings), rule)
        for rule in rules
        if rule.rpartition(".")[2] in topics
    )


def fights_otherwise(
    who: str, *, is_joint: bool = False, language: str = "en", rulings: Rulings = ADOPTED
) -> tuple[Differs, ...]:
    """The same of a fight; of one who may leave after a roll also what the odds make of that."""
    found = []
    for one in differs(who, FIGHTING, language=language, rulings=rulings):
        found.append(one)
        if one.rule == SLIPS and PEOPLE[who.strip().lower()].may_slip_away:
            key = "stays-together" if is_joint else "slips-by-goal"
            found.append(Differs(say(f"characters.{key}", language=language), one.rule))
    return tuple(found)


def _sentence(rule: str, language: str, rulings: Rulings) -> str:
    is_other = rule in SWITCHES and rulings.reading(rule) != ADOPTED.reading(rule)
    return say(
        f"reading.{rule}/{rulings.reading(rule)}" if is_other else f"characters.{rule}", language=language
    )

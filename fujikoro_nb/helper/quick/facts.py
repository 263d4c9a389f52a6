"""What somebody at a real box tells of the table in a few taps; what was not tapped is unknown.

Both quick questions of the helper share these facts: what can I do now, and can I still escape.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.kernel import Unreadable

FACTS: Mapping[str, tuple[str, ...]] = {
    "space": (
        "plain",
        "token-up",
        "token-down",
        "scroll-own",
        "scroll-other",
        "monk",
        "adventure",
        "centre",
        "temple",
        "bridge",
    ),
    "unexplored": ("yes", "no"),
    "lava": ("yes", "no"),
    "beside": ("nobody", "dragon", "samurai", "both"),
    "discs": ("0", "1", "2", "3", "4", "5"),
    "backpack": ("0", "1", "2", "3"),
    "sandals": ("weak", "weak-complete", "five", "five-complete", "ten"),
    "exit": ("rope", "rope-later", "secret"),
    "steps": ("1", "2", "3", "4", "5", "6", "7", "8"),
    "way-lava": ("0", "1", "2", "3"),
    "countdown": ("1", "2", "3", "4", "5", "6", "7", "8"),
    "marker": ("first", "mine", "later"),
}
"""Every fact with what can be tapped. ``discs``: those in the pool, the action monk counted. ``backpack``: free spaces,
3 or more. ``sandals``: points that they absorb, and whether three cubes fill them. ``way-lava``: lava spaces among the
steps to the exit, 3 or more. ``marker``: whose turn ends next, mine before the marked player's (``first``), mine and I
hold the marker (``mine``), or the marked player's before mine (``later``)."""

NOW_FACTS = ("space", "unexplored", "lava", "beside", "discs", "backpack", "sandals")
ESCAPE_FACTS = ("exit", "steps", "way-lava", "discs", "sandals", "countdown", "marker")


class TableFacts(msgspec.Struct, frozen=True):
    """The facts that were tapped, in the order of `FACTS`."""

    told: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str:
        """What was tapped; empty when nothing was."""
        return dict(self.told).get(name, "")

    def with_fact(self, name: str, value: str) -> TableFacts:
        """These facts and this one; an empty value makes it unknown again."""
        told = {**dict(self.told), name: value}
        return TableFacts(tuple((each, told[each]) for each in FACTS if told.get(each)))

    def possible(self, name: str) -> tuple[str, ...]:
        """What a fact can be: the one value that was tapped, or every one."""
        known = self.get(name)
        return (known,) if known else FACTS[name]

    def text(self) -> str:
        """One part of a link.

        >>> parse_facts("discs.2,space.plain").text()
        'space.plain,discs.2'
        """
        return ",".join(f"{name}.{value}" for name, value in self.told)


def parse_facts(text: str) -> TableFacts:
    """The facts in a link's part, each at most once. Raises Unreadable."""
    facts, seen = TableFacts(), set()
    for part in text.split(",") if text else ():
        name, _, value = part.partition(".")
        if value not in FACTS.get(name, ()) or name in seen:
            raise Unreadable("table-fact", part[:40], 0)
        seen.add(name)
        facts = facts.with_fact(name, value)
    return facts

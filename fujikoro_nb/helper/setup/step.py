"""One thing to lay out or to put back, with what it takes from the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

Counts = dict[str, int]
"""Component id (see `box`) to a number."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step. Its title is ``setup.title-<key>``, its sentence ``setup.step-<key>``, filled with ``data``.

    ``takes`` leaves the box for the table, or comes back from it when packing away. ``aside`` stays in the box or goes
    back at once. ``hands`` goes on from the supply that lies on the table already, and counts in neither.
    """

    key: str
    symbol: str
    rules: tuple[str, ...] = ()
    data: dict[str, int | str] = msgspec.field(default_factory=dict)
    takes: Counts = msgspec.field(default_factory=dict)
    hands: Counts = msgspec.field(default_factory=dict)
    aside: Counts = msgspec.field(default_factory=dict)
    tells: str = ""
    """The key of a sentence that is said after it: what this will change in the game."""
    notes: tuple[str, ...] = ()
    """Sentences ``setup.note-<name>``: what no booklet states."""
    fact: str = ""
    """Numbers of this step are those of a fact of `rulebook.chosen`, which no booklet prints."""
    is_read_out: bool = False
    """Whether what the rules say is read out at the table, and not only where it stands."""


class SetupList(msgspec.Struct, frozen=True, kw_only=True):
    """The steps in order, for one mode, number of players and choice of options."""

    mode: str
    players: int
    options: tuple[str, ...]
    game: str
    """Whose box it is: ``fuji_koro``, ``makai_fuda`` or ``fuji_99``."""
    steps: tuple[Step, ...]

    @property
    def takes(self) -> Counts:
        """Everything that lies on the table, each component counted once."""
        return total(step.takes for step in self.steps)

    @property
    def aside(self) -> Counts:
        """Everything that stays in the box."""
        return total(step.aside for step in self.steps)


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of several counts."""
    summed: Counter[str] = Counter()
    for each in counts:
        summed.update(each)
    return dict(summed)


def some(**counts: int) -> Counts:
    """Counts by component, ``_`` for ``-``, nothing for a zero.

    >>> some(gear_helmet=3, rope=0)
    {'gear-helmet': 3}
    """
    return {name.replace("_", "-"): n for name, n in counts.items() if n}

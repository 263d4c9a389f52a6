"""The switches of Makai Fuda: what its booklet leaves open or says twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from fujikoro_nb.engine.kernel import Readings, Switch, adopted_of, switches_by_rule

SWITCHES: Mapping[str, Switch] = switches_by_rule(
    # One sentence for a second monster, one for Magic, none for both in one match.
    Switch("makai.lead.last-contributor-leads", ("last", "magic")),
    # "Three games" may be three matches or three tournaments.
    Switch("makai.variant.watch-first", ("matches", "tournaments")),
    # "Reduce your winnings earned": at once, or when the prize comes.
    Switch("makai.variant.exchange-cost", ("gold-now", "from-the-prize")),
    # Which card of two says when a monster appeared.
    Switch("makai.judge.tie-first-on-field", ("first-card", "last-card")),
    # Whether 80 gold still end a game of an agreed number of tournaments.
    Switch("makai.variant.time-limit", ("replaces", "first-of-both")),
)


class Rulings(Readings, frozen=True, forbid_unknown_fields=True):
    """What a table plays: only what differs from the adopted readings."""

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    adopted: ClassVar[Mapping[str, str]] = adopted_of(SWITCHES.values())


ADOPTED = Rulings()

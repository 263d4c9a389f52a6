"""The switches of Fuji 99: what its booklet leaves open or says twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from fujikoro_nb.engine.kernel import Readings, Switch, adopted_of, switches_by_rule

SWITCHES: Mapping[str, Switch] = switches_by_rule(
    # The setup says four, the parts list has twelve: three for each of four players.
    Switch("fuji99.setup.bag-contents", ("three", "four")),
    # The note is printed for two cards only; the gift to the first place may look at the pawns alone.
    Switch("fuji99.rank.position", ("token", "pawns")),
    # From 90 on the next multiple of ten is not on the board.
    Switch("fuji99.card.next-ten", ("reaches-99", "no-effect")),
    # The step says "can use", a note says that there is no option not to.
    Switch("fuji99.effect.optional-use-mandatory-effect", ("may", "must")),
)


class Rulings(Readings, frozen=True, forbid_unknown_fields=True):
    """What a table plays: only what differs from the adopted readings."""

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    adopted: ClassVar[Mapping[str, str]] = adopted_of(SWITCHES.values())


ADOPTED = Rulings()

"""The eight scenarios, and the game without one, as far as they say who can play what; as data that the rules ask."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO, Mode


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that every mode has, unless it says something else."""

    modes: tuple[Mode, ...] = (COMPETITIVE, COOP, SOLO)
    """scenario.general.modes; what a group may play, one player may play alone."""
    is_symmetric_only: bool = False
    """Whether there are no characters (scenario.1.competitive.symmetric-only)."""
    is_of_duels: bool = False
    """Whether no booklet says how it goes where samurai never fight each other."""
    needs_full_set: bool = False
    """Whether one player alone wins with three magical pieces only (solo.setup.daisuke-impossible)."""

    @property
    def is_for_one(self) -> bool:
        """Whether only one player alone can play it (scenario.general.solo-modes-coop-players)."""
        return all(mode.most_players == 1 for mode in self.modes)

    def has_mode(self, mode: Mode) -> bool:
        """Whether this mode has it, whatever else the table agreed on."""
        return mode.name in {one.name for one in self.modes}


WITHOUT = Scenario(needs_full_set=True)
"""The game without a scenario."""
SCENARIOS: tuple[Scenario, ...] = (
    Scenario(modes=(COMPETITIVE,), is_symmetric_only=True, is_of_duels=True),
    Scenario(modes=(COMPETITIVE,)),
    Scenario(needs_full_set=True),
    Scenario(modes=(COMPETITIVE,)),
    Scenario(),
    Scenario(modes=(COOP, SOLO)),
    Scenario(modes=(SOLO,), needs_full_set=True),
    Scenario(modes=(SOLO,)),
)
"""The first to the eighth."""


def scenario_of(number: int) -> Scenario | None:
    """A scenario by its number, 0 for the game without one; None: there is none of this number.

    >>> scenario_of(8).is_for_one, scenario_of(9)
    (True, None)
    """
    all_of_them = (WITHOUT, *SCENARIOS)
    return all_of_them[number] if 0 <= number < len(all_of_them) else None

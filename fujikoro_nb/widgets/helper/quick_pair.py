"""The two quick questions of the helper's page: one table, one set of facts."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.game import TableGame, game_of
from fujikoro_nb.helper.quick.known import known_clock, known_sandals
from fujikoro_nb.helper.setup.choices import SCENARIOS
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk

__all__ = ["QuickPair", "game_at"]


class QuickPair:
    """``now`` and ``escape``, which are always about the same table."""

    def __init__(self, now: QuickAsk, escape: QuickAsk) -> None:
        self._both = (now, escape)
        self.facts = TableFacts()
        """What was tapped on either."""

    def know(self, facts: TableFacts) -> None:
        """These facts are known."""
        self.facts = facts
        for ask in self._both:
            ask.facts = facts

    def play_by(self, rulings: Rulings) -> None:
        """Both follow these."""
        for ask in self._both:
            ask.rulings = rulings

    def play(self, game: TableGame) -> None:
        """Both are about this game."""
        for ask in self._both:
            ask.game = game


def game_at(table: HelperTable, gear: Gear, limits: BoardLimits, rulings: Rulings) -> TableGame:
    """What the quick questions are about, with what score and gear on the page say of it.

    At a table that began before evenings kept their scenario, that of a setup list of the same game counts.
    """
    evening, setup = table.evening, table.setup
    listed = [one for one in setup.options if one in SCENARIOS] if setup.mode == evening.mode else []
    scenarios = [f"scenario-{evening.scenario}"] if evening.scenario else listed
    game = game_of(
        evening.mode,
        len(evening.people),
        (*evening.options, *scenarios),
        is_foe_beaten=evening.is_foe_beaten and (evening.scenario > 0 or not listed),
    )
    clock = () if game.has_second_end else known_clock(evening)
    sandals = known_sandals(gear, limits, rulings)
    return msgspec.structs.replace(game, known=(*clock, *sandals))

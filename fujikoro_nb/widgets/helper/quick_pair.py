"""The two quick questions of the helper's page: one table, one set of facts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.game import TableGame, game_of
from fujikoro_nb.helper.quick.known import known_clock, known_sandals
from fujikoro_nb.helper.quick.lairs import Lairs
from fujikoro_nb.helper.quick.walker import Walker
from fujikoro_nb.helper.stored import HelperTable, played_at
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
from fujikoro_nb.widgets.map.dragons_step import DragonsStep

__all__ = ["QuickPair", "game_at"]


class QuickPair:
    """``now``, ``escape`` and ``dragons``, which are always about the same table."""

    def __init__(self, now: QuickAsk, escape: QuickAsk, dragons: DragonsStep) -> None:
        self._both, self._dragons = (now, escape), dragons
        self.facts = TableFacts()
        """What was tapped on either."""

    def know(self, facts: TableFacts) -> None:
        """These facts are known."""
        self.facts = facts
        for ask in self._both:
            ask.facts = facts

    @property
    def lairs(self) -> Lairs:
        """What was tapped of the map."""
        lairs: Lairs = self._dragons.lairs
        return lairs

    def know_lairs(self, lairs: Lairs) -> None:
        """This is on the map."""
        self._dragons.lairs = lairs

    def play(self, game: TableGame, people: Sequence[str]) -> None:
        """All are about this game, and these people."""
        for ask in self._both:
            ask.game = game
        if game.has_walkers:
            self._dragons.mode, self._dragons.plot = game.mode, game.plot
            self._dragons.people = list(people)


def game_at(table: HelperTable, gear: Gear, limits: BoardLimits, rulings: Rulings) -> TableGame:
    """What the quick questions are about, with what score and gear on the page say of it."""
    evening, played = table.evening, played_at(table)
    game = game_of(played.mode, played.players, played.options, is_foe_beaten=played.is_foe_beaten)
    clock = () if game.has_second_end else known_clock(evening)
    sandals = known_sandals(gear, limits, rulings)
    return msgspec.structs.replace(game, known=(*clock, *sandals), who=Walker.of(limits, gear.weapon))

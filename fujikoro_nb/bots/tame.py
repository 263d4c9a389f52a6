"""A bot to learn beside: it explores and gathers close by, builds nothing, and never looks for a fight."""

from __future__ import annotations

import random

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.bots.goals import Outlook, goals_for_points
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.points import PointsPlay, Table
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.kernel import Game, Question, Seat

NEAR = 3
"""Steps beyond which it does not look."""


class _Never:
    """It thinks that nobody can be beaten, so it goes to no dragon and no monk."""

    def __call__(self, state: GameState, seat: Seat, dragon: Dragon) -> float:
        return 0.0

    def of_monk(self, state: GameState, seat: Seat) -> float:
        return 0.0


class _TamePlay(PointsPlay):
    """Plays for points without dragons, and only for what lies near."""

    def _outlook(self, view: GameState, seat: Seat) -> Outlook:
        peaceful = list(goals_for_points(view, seat, _Never()))
        is_late = view.is_final_chapter  # then it has to find the way out from wherever it is
        return Outlook(view, seat, peaceful) if is_late else Outlook(view, seat, peaceful, far=NEAR + 1)

    def _rest(self, view: GameState, seat: Seat) -> tuple[float, Why]:
        """Only for the discs: it builds nothing, so no gear card and no dragon brings it points."""
        back = sum(view.samurai[seat].fields) + len(view.boards[seat].monk_fields)
        return 0.15 * back, why("rest", discs=back)

    def _craft(self, table: Table) -> Choice:
        return Choice(CraftNothing(), why("craft-nothing"))

    @staticmethod
    def bonus(state: GameState, seat: Seat, field: str) -> float:
        """It takes what its cards bring, and seeks none of it."""
        return 0.0


class TameBot:
    """Plays like the bot that plans, tamely; for the goals of a group it plays as that one does."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._alone = _TamePlay()
        self._together = HeuristicBot(chance)

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The answer that it likes best, and why."""
        play = self._together if view.mode.said.goals else self._alone
        return play.choose(game, view, question)

"""The bot that thinks a little: what it plays for is said by the mode, and how it plays follows from that."""

from __future__ import annotations

import random

from fujikoro_nb.bots.bot import Choice
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.bots.together.play import GroupPlay
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question


class HeuristicBot:
    """Plays for points, or for the goals of a group where there are none. It remembers odds only."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._alone = PointsPlay()
        self._together = GroupPlay()

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The answer that promises most, and why."""
        return self.play_for(view).choose(game, view, question)

    def play_for(self, view: GameState) -> PointsPlay:
        """How it plays at such a table."""
        return self._alone if view.has_points else self._together

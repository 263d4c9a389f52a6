"""The bot that knows nothing: every listed answer is as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from fujikoro_nb.bots.bot import Choice, why
from fujikoro_nb.engine.kernel import Game, Question


class RandomBot:
    """Answers uniformly from the options of any game; of a menu, from what it lists."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, game: Game[Any], view: Any, question: Question) -> Choice:
        """Any of the listed answers."""
        answers = list(game.options(view))
        return Choice(self._chance.choice(answers), why("random", n=len(answers)))

"""Bots at the table: they play on a fork of the game, so that stopping them leaves everything as it was."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from typing import Any

from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Question, Seat
from fujikoro_nb.widgets._background import Report
from fujikoro_nb.widgets._game_table import GameSession, Table, dealt

__all__ = ["Bots", "bots_of", "moved_on"]

_MENU = 200


class _RandomBot:
    """Any of the listed answers."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)

    def choose(self, game: Any, view: Any, question: Question) -> Answer:
        return self._chance.choice(list(islice(game.options(view), _MENU)))


Bots = Mapping[Seat, _RandomBot]


def bots_of(table: Table) -> Bots:
    """The bots of a table by seat."""
    return {seat: _RandomBot(f"{table.seed} {seat}") for seat in table.bots}


def moved_on(
    session: GameSession, table: Table, bots: Bots, *, is_stepwise: bool, report: Report
) -> tuple[GameSession, dict[int, str]]:
    """A fork on which everything up to the next person's question is answered, and why, by number of line.

    ``is_stepwise`` stops before a bot's next action.
    """
    other = dealt(session.fork(), table)
    whys: dict[int, str] = {}
    while (question := other.question) is not None and question.seat in bots:
        if is_stepwise and whys and question.kind == "act":
            break
        choice = bots[question.seat].choose(GAME, other.view_for(question.seat), question)
        whys[len(other.lines)] = ""
        other.play(choice)
        dealt(other, table)
        report(len(whys))
    return other, whys

"""Bots at the table: they play on a fork of the game, so that stopping them leaves everything as it was."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.background import Report
from fujikoro_nb.bots import Bot, Budget, Why, chance_of
from fujikoro_nb.bots.table import seated_bot
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import GameSession, Table, dealt

__all__ = ["Bots", "Whys", "bots_of", "moved_on"]

Bots = Mapping[Seat, Bot]
Whys = dict[int, Why]
"""Why a bot answered as it did, by the number of the line in the log."""

PATIENCE = Budget(worlds=48, seconds=0.8)
"""What a bot that thinks may take for one decision while people wait."""


def bots_of(table: Table) -> Bots:
    """The bots of a table by seat, each with its own chance."""
    return {
        seat: seated_bot(table.chairs[seat].player, chance_of(table.seed, seat), PATIENCE)
        for seat in table.bots
    }


def moved_on(
    session: GameSession, table: Table, bots: Bots, *, is_stepwise: bool, report: Report
) -> tuple[GameSession, Whys]:
    """A fork on which everything up to the next person's question is answered, and why.

    ``is_stepwise`` stops before a bot's next action.
    """
    other = dealt(session.fork(), table)
    whys: Whys = {}
    while (question := other.question) is not None and table.asks_bot(question):
        if is_stepwise and whys and question.kind == "act":
            break
        choice = bots[question.seat].choose(GAME, other.view_for(question.seat), question)
        whys[len(other.lines)] = choice.why
        other.play(choice.answer)
        dealt(other, table)
        report(len(whys))
    return other, whys

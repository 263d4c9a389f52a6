"""Bots of Makai Fuda: one that judges the match before it, and one that plays possible deals to their end."""

from __future__ import annotations

import random

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.engine.kernel import Answer, Game, Question, Seat
from fujikoro_nb.engine.makai_fuda.components import BOSS, Card
from fujikoro_nb.engine.makai_fuda.judge import totals, winner
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai, Play, Played, PlayPrediction
from fujikoro_nb.odds.makai_fuda.worth import worlds_of, worths

DEALS = 1500
"""In which the strong bot tries each of its answers, to the end of the tournament."""


class MakaiBot:
    """Backs what its hand is strong in, then helps that monster and keeps others from winning."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random(0)

    def choose(self, game: Game[Makai], view: Makai, question: Question) -> Choice:
        """The answer that promises most, and why."""
        seat = Seat(question.seat)
        answers = list(game.options(view))
        best = max(answers, key=lambda one: (_worth(view, seat, one), self._chance.random()))
        return Choice(best, _why(view, seat, best))


def _worth(view: Makai, seat: Seat, answer: Answer) -> float:
    match answer:
        case LayDown(card=card):
            return backing(view, seat, card)
        case Play(card=card, target=target):
            return played_worth(view, seat, card, target)
        case PlayPrediction():
            return -50.0
        case _:
            return 0.0


def backing(view: Makai, seat: Seat, card: Card) -> float:
    """What this monster promises: dice that it has, the strength that stays in the hand, its bonus, not itself."""
    at = view.kinds.index(card.kind)
    mine = sum(one.strength for one in view.hands[seat] if one.kind == card.kind and one != card)
    ahead = 6.0 * view.wins[at]
    return mine + ahead + view.chips[at] / 5 + 4.0 * (card.kind == "red") - card.strength / 2


def played_worth(view: Makai, seat: Seat, card: Card, target: str) -> float:
    """Whether the own monster wins this match now, and what the card is worth later."""
    laid = view.laid[seat]
    field = (*view.field, Played(seat, card, target))
    first = winner(field, view.rulings)
    cost = 4.0 if card.is_magic else card.strength / 3 + 2 * (card.ability == BOSS)
    if laid is None:
        return -cost
    if first == laid.kind:
        left = view.players - len(field)
        found = totals(field)
        others = [total for kind, total in found.items() if kind != laid.kind]
        margin = found[laid.kind] - max(others, default=0)
        return 20.0 - 2.0 * left + min(margin, 6) - cost / 2
    own = 3.0 * (card.kind == laid.kind)
    worst = max(range(len(view.kinds)), key=lambda at: (view.wins[at], -at))
    spoils = 4.0 * (first is not None and first != view.kinds[worst])
    return spoils - cost - own


def _why(view: Makai, seat: Seat, answer: Answer) -> Why:
    laid = view.laid[seat]
    if isinstance(answer, LayDown):
        return why("makai-back")
    if isinstance(answer, Play) and laid is not None:
        first = winner((*view.field, Played(seat, answer.card, answer.target)), view.rulings)
        return why("makai-win" if first == laid.kind else "makai-spoil")
    return why("makai-save")


class StrongMakaiBot:
    """Tries each answer in many deals that its view leaves open, everybody playing on as `odds.makai_fuda` says.

    Its budget is a number of deals, not a time: the same seed plays the same game on any machine.
    """

    def __init__(self, chance: random.Random | None = None, deals: int = DEALS) -> None:
        self._chance = chance or random.Random(0)
        self._deals = deals

    def choose(self, game: Game[Makai], view: Makai, question: Question) -> Choice:
        """The answer after which its seat gets most gold more than the others, on average over the deals."""
        seat = Seat(question.seat)
        answers = list(game.options(view))
        if len(answers) == 1:
            return Choice(answers[0], why("makai-save"))
        deals = worlds_of(view, self._deals, self._chance)
        best = max(worths(view, seat, answers, deals), key=lambda one: (one.lead, one.wins))
        return Choice(best.answer, why("makai-worlds", n=len(deals)))

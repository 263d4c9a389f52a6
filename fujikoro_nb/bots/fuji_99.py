"""Bots of Fuji 99: one that is bold with the bag and watchful of its hand, and one that lays its turn out."""

from __future__ import annotations

import random

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.engine.fuji_99.components import CRISIS, GOAL
from fujikoro_nb.engine.fuji_99.effects import CONTINUOUS, GIFT, IMMEDIATE, WHEN, positions
from fujikoro_nb.engine.fuji_99.state import (
    ActAgain,
    Draw,
    Fuji99,
    NoMore,
    PlaceCubes,
    Stop,
    Turn,
    Use,
)
from fujikoro_nb.engine.fuji_99.turn import hand_value
from fujikoro_nb.engine.kernel import Answer, Game, Question, Seat
from fujikoro_nb.odds.fuji_99.seen import ASKED, card_advice
from fujikoro_nb.odds.fuji_99.turn import Advice, advice

BOLD = 0.45
"""Acts again below this chance to fail; more cautious ones win less often."""
LOOKS = 2_500
"""Hands that the strong bot looks at for one decision, so that it plays alike on any machine."""
_FINE = 20
"""Chances of a crisis are rounded to one of so many, so that turns alike are counted once."""


class Fuji99Bot:
    """Draws for most floors, uses every card that helps, and stops when going on fails too often."""

    def __init__(self, chance: random.Random | None = None) -> None:
        pass

    def choose(self, game: Game[Fuji99], view: Fuji99, question: Question) -> Choice:
        """The answer that promises most, and why."""
        seat = Seat(question.seat)
        answers = list(game.options(view))
        answer = max(answers, key=lambda one: self._worth(view, seat, one))
        percent = round(100 * fail_chance(view, seat)) if isinstance(answer, ActAgain | Stop) else 0
        return Choice(answer, _why(view, seat, answer, percent))

    def _worth(self, view: Fuji99, seat: Seat, answer: Answer) -> float:
        match answer:
            case Draw(number=number):
                every = turn_advice(view, seat).every
                return next(one.floors for one in every if one.number == number)
            case Use(place=place):
                return use_worth(view, seat, place)
            case ActAgain():
                return BOLD - fail_chance(view, seat)
            case PlaceCubes(counts=counts):
                held = view.players[seat].hand
                return float(
                    sum(n / max(1, view.card(card).cost) for n, card in zip(counts, held, strict=True) if n)
                )
            case _:
                return 0.0


def crisis_chance(view: Fuji99, seat: Seat) -> float:
    """That the next card of the pile brings the hand to its limit."""
    pile = view.pile if sum(view.pile) else view.discard
    room, every = CRISIS - hand_value(view, seat), sum(pile)
    if not every:
        return 0.0
    kept = [
        (card.value, count)
        for card, count in zip(view.deck.cards, pile, strict=True)
        if WHEN[card.effect] != IMMEDIATE
    ]
    return sum(count for value, count in kept if value >= room) / every


def turn_advice(view: Fuji99, seat: Seat) -> Advice:
    """Draw or stop as the odds say it, with the bag as it will be when drawn from."""
    player = view.players[seat]
    frame = view.agenda[-1]
    assert isinstance(frame, Turn), "asked in a turn"
    return advice(
        player.bag + view.drawn,
        out=view.sheet.red + player.facing,
        gained=view.movement - player.floor,
        ahead=GOAL - player.floor,
        crisis=round(crisis_chance(view, seat) * _FINE) / _FINE,
    )


def fail_chance(view: Fuji99, seat: Seat) -> float:
    """That acting once more fails, by the bag or by the hand."""
    told = turn_advice(view, seat)
    bust = next(float(one.bust) for one in told.every if one.number == told.best)
    reached = view.movement + told.best >= GOAL
    return 1 - (1 - bust) * (1.0 if reached else 1 - crisis_chance(view, seat))


def use_worth(view: Fuji99, seat: Seat, place: int) -> float:
    """Floors that a use brings, and what it is worth to have the card out of the hand."""
    card = view.card(view.players[seat].hand[place])
    kind = WHEN[card.effect]
    relief = card.value * (1 + crisis_chance(view, seat)) / max(1, card.cost)
    if kind == GIFT:
        places = positions(view, seat)
        is_mine = places[seat] == max(places) and places.count(max(places)) == 1
        return relief - (4 if is_mine else 0)
    if kind == CONTINUOUS:
        return relief - 3
    return relief + 1


def _why(view: Fuji99, seat: Seat, answer: Answer, percent: int) -> Why:
    """``percent``: how often acting again fails."""
    match answer:
        case Draw(number=number):
            return why("fuji99-draw", n=number)
        case Use(place=place):
            return why("fuji99-use", card=view.card(view.players[seat].hand[place]).key)
        case ActAgain():
            return why("fuji99-again", percent=percent)
        case Stop():
            return why("fuji99-stop", percent=percent)
        case NoMore():
            return why("fuji99-keep")
        case _:
            return why("fuji99-lay")


class StrongFuji99Bot:
    """Lays its turn out with the hand and the cards to come, and takes what gets it down furthest."""

    def __init__(self, chance: random.Random | None = None, looks: int = LOOKS) -> None:
        self._looks = looks
        self._plain = Fuji99Bot()

    def choose(self, game: Game[Fuji99], view: Fuji99, question: Question) -> Choice:
        """The answer that promises most floors at the end of this turn; what does not matter for it, by thumb."""
        if question.kind not in ASKED:
            return self._plain.choose(game, view, question)
        told = card_advice(view, looks=self._looks)
        answer = told.best.answer
        percent = round(100 * told.best_draw.lost) if told.draws else 0
        return Choice(answer, _why(view, Seat(question.seat), answer, percent))

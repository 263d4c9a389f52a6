"""What a seat is told in its turn, with the hand and the cards seen: each answer with the floors that it promises."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from fujikoro_nb.engine.fuji_99.components import GOAL, Cubes
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Fuji99, NoMore, Step, Stop, Turn, Use
from fujikoro_nb.engine.fuji_99.turn import check_no_more, check_use
from fujikoro_nb.engine.kernel import Answer, Seat
from fujikoro_nb.odds.fuji_99.card_texts import CardTexts
from fujikoro_nb.odds.fuji_99.tree import Place, Told, TurnTree
from fujikoro_nb.odds.fuji_99.turn import bust_chance, numbers

LOOKS = 60_000
"""Hands looked at for one piece of advice: a number, not a time, so that everybody is told the same."""
GLANCE = 2_500
"""The same where a page is drawn anew after each tap: two acts ahead nearly always, in some hundredths of a second."""
_GROWTH = 25
"""By which one act more makes the tree larger."""
_MOST_ACTS = 20
"""More than any turn has that draws five cubes each time."""


class CardDraw(msgspec.Struct, frozen=True):
    """One number of cubes: how often this act fails by danger or by crisis, and the worth of going on at best."""

    number: int
    bust: Fraction
    crisis: float
    worth: float

    @property
    def lost(self) -> float:
        """That this act fails."""
        return float(self.bust) + self.crisis


class AnswerWorth(msgspec.Struct, frozen=True):
    """One answer, and the worth of going on at best."""

    answer: Answer
    worth: float


class CardAdvice(msgspec.Struct, frozen=True):
    """What to do, counted ``acts`` acts ahead; ``is_whole``: nothing comes after them, and all cards were laid out."""

    answers: tuple[AnswerWorth, ...]
    draws: tuple[CardDraw, ...]
    """Of the next act, where one is drawn for now or after acting again."""
    acts: int
    is_whole: bool

    @property
    def best(self) -> AnswerWorth:
        """The answer that promises most, the first of equal ones."""
        return max(self.answers, key=lambda one: one.worth)

    @property
    def best_draw(self) -> CardDraw:
        """The number of cubes that promises most, the smallest of equal ones."""
        return max(self.draws, key=lambda one: one.worth)


ASKED = (Step.ACT, Step.EFFECT, Step.DETERMINATION)
"""The steps with something to choose that changes how the turn ends."""


def card_advice(view: Fuji99, *, looks: int = LOOKS) -> CardAdvice:
    """For whoever is on turn and asked by one of the steps in `ASKED`: most floors at the end of this turn."""
    frame = view.agenda[-1]
    assert isinstance(frame, Turn), "asked in a turn"
    begun = view.players[frame.seat].floor
    return _advised(view, tuple(float(floor - begun) for floor in range(GOAL + 1)), 0.0, looks)


@lru_cache(maxsize=256)
def _advised(view: Fuji99, worth: tuple[float, ...], lost: float, looks: int) -> CardAdvice:
    return advised(view, worth, lost, looks)


def advised(view: Fuji99, worth: Sequence[float], lost: float, looks: int = LOOKS) -> CardAdvice:
    """The same for an end that is worth ``worth[floor]``, and ``lost`` where the turn fails."""
    frame = view.agenda[-1]
    assert isinstance(frame, Turn), "asked in a turn"
    texts = CardTexts(view, frame.seat)
    acts = 1
    while True:
        tree = TurnTree(view, texts, worth, lost)
        told = _laid_out(view, frame.seat, Step(frame.step), tree, worth, acts)
        if tree.is_whole or acts == _MOST_ACTS or tree.looks * _GROWTH > looks:
            return told
        acts += 1


def _laid_out(
    view: Fuji99, seat: Seat, step: Step, tree: TurnTree, worth: Sequence[float], acts: int
) -> CardAdvice:
    player = view.players[seat]
    held = [(one.card, one.cubes) for one in player.hand]
    hand = tuple(sorted(held))
    bag = msgspec.structs.astuple(player.bag + view.drawn)
    deal = tree.deal(hand, view.pile, view.discard)
    place = Place(view.movement, player.taken, (bag[0], bag[1], bag[2]), view.sheet.red, deal)
    if step is Step.EFFECT:
        yellows, clears = view.drawn.yellow, view.drawn.clear
        answers = [
            AnswerWorth(Use(at), tree.after_use(place, hand.index(one), clears, yellows, acts - 1).worth)
            for at, one in enumerate(held)
            if check_use(view, seat, at) is None
        ]
        if check_no_more(view, seat) is None:
            answers.append(AnswerWorth(NoMore(), tree.discovery(place, acts - 1).worth))
        return CardAdvice(tuple(answers), (), acts, tree.is_whole)
    out = view.sheet.red + player.facing
    draws = tuple(
        _draw(number, bust_chance(Cubes(*place.bag), number, out), tree.drawing(place, number, acts - 1))
        for number in numbers(Cubes(*place.bag))
    )
    if step is Step.ACT:
        answers = [AnswerWorth(Draw(one.number), one.worth) for one in draws]
    else:
        again = max(one.worth for one in draws)
        answers = [AnswerWorth(Stop(), worth[view.movement]), AnswerWorth(ActAgain(), again)]
    return CardAdvice(tuple(answers), draws, acts, tree.is_whole)


def _draw(number: int, bust: Fraction, told: Told) -> CardDraw:
    return CardDraw(number, bust, told.crisis, told.worth)

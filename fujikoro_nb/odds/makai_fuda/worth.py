"""What each answer of a seat is worth: how often its monster wins the tournament, and what everybody is paid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt

import msgspec

from fujikoro_nb.engine.kernel import Answer, Seat
from fujikoro_nb.engine.makai_fuda.judge import prize_among
from fujikoro_nb.engine.makai_fuda.play import exchange_debt, exchange_price, replacements
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai, Match, Play, PlayPrediction, Predict, put
from fujikoro_nb.engine.makai_fuda.worlds import MakaiWorlds
from fujikoro_nb.odds.makai_fuda.playout import Tables

_SURE = 1.96
"""Of an interval that holds the true share 95 times of 100."""


class Worth(msgspec.Struct, frozen=True):
    """One answer. ``wins`` of ``deals`` end with the own monster first; gold is what a tournament brings on average."""

    answer: Answer
    deals: int
    wins: int
    gold: float
    others: float

    @property
    def share(self) -> float:
        """How often the own monster wins."""
        return self.wins / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies, 95 times of 100 (Wilson's interval)."""
        n, share, z = self.deals, self.share, _SURE
        middle, width = share + z * z / (2 * n), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        low, high = (middle - width) / (1 + z * z / n), (middle + width) / (1 + z * z / n)
        return max(0.0, min(low, share)), min(1.0, max(high, share))

    @property
    def lead(self) -> float:
        """Gold of this seat against the others'."""
        return self.gold - self.others


def worlds_of(view: Makai, number: int, chance: random.Random) -> list[Makai]:
    """Deals that the view leaves open, each as likely as another."""
    ways = MakaiWorlds(view)
    return [ways.drawn(chance) for _ in range(number)]


def worths(view: Makai, seat: Seat, answers: Sequence[Answer], deals: Sequence[Makai]) -> list[Worth]:
    """Each answer tried in all of these deals, everybody playing on as in `playout`."""
    tables = Tables(view, deals)
    frame = view.agenda[-1]
    match = next((one for one in reversed(view.agenda) if isinstance(one, Match)), None)
    if isinstance(frame, Predict):
        tables.predict(frame.waiting[1:])
    tables.lay_field(view.field)
    waiting = () if match is None else match.waiting
    found = []
    for answer in answers:
        if isinstance(answer, PlayPrediction):
            found.append(_exchanged(tables, view, seat, waiting))
            continue
        after, paid = tables.copy(), 0
        if isinstance(answer, LayDown):
            paid = 0 if isinstance(frame, Predict) else exchange_price(view, seat)
            after.take(seat, answer.card)
            after.back(seat, answer.card)
        else:
            assert isinstance(answer, Play), "nothing else is asked of a seat"
            after.take(seat, answer.card)
            after.force(seat, answer.card, answer.target)
        is_played = isinstance(answer, Play)
        if match is not None:
            after.finish(waiting[is_played:])
        after.play_on()
        found.append(_told(after, view, seat, answer, paid))
    return found


def _exchanged(tables: Tables, view: Makai, seat: Seat, waiting: Sequence[Seat]) -> Worth:
    """Of playing the face-down card: with the best monster in its place, each by its weakest card."""
    laid = view.laid[seat]
    assert laid is not None, "one has it"
    paid = exchange_price(view, seat)
    then = msgspec.structs.replace(view, exchanged=put(view.exchanged, seat, True))
    weakest = {card.kind: card for card in sorted(replacements(view.hands[seat], laid.kind), reverse=True)}
    found = []
    for card in weakest.values():
        after = tables.copy()
        after.force(seat, laid, "")
        after.take(seat, card)
        after.back(seat, card)
        after.finish(waiting[1:])
        after.play_on()
        found.append(_told(after, then, seat, PlayPrediction(), paid))
    return max(found, key=lambda one: one.lead)


def _told(tables: Tables, view: Makai, seat: Seat, answer: Answer, paid: int) -> Worth:
    wins, gold = 0, [0.0] * view.players
    for kind, won in enumerate(tables.winners()):
        name = view.kinds[kind]
        backs = [tables.backs[other][kind] & won for other in tables.seats]
        wins += backs[seat].bit_count()
        left = won
        for number in range(view.players, 0, -1):
            here = _at_least(backs, number) & left
            left &= ~here
            if here:
                amount = prize_among(view, name, number)
                for other in tables.seats:
                    mine = max(0, amount - exchange_debt(view, Seat(other)))
                    gold[other] += mine * (backs[other] & here).bit_count()
    deals = tables.number
    others = [one for other, one in enumerate(gold) if other != seat]
    return Worth(answer, deals, wins, gold[seat] / deals - paid, sum(others) / deals / len(others))


def _at_least(lanes: Sequence[int], number: int) -> int:
    """Where so many of these hold."""
    counted = [-1] + [0] * number
    for one in lanes:
        for at in range(number, 0, -1):
            counted[at] |= counted[at - 1] & one
    return counted[number]

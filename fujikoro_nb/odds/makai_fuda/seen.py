"""What a seat of Makai Fuda is told: each of its answers tried in deals that its view leaves open."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from fujikoro_nb.engine.kernel import Answer, Seat
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai
from fujikoro_nb.odds.makai_fuda.worth import Worth, worlds_of, worths

DEALS = 2500
"""So many that no interval is wider than four points of a hundred."""


def makai_advice(view: Makai, seat: Seat) -> list[Worth]:
    """For the seat that is asked. Its view alone decides which deals are drawn: who sees the same is told the same."""
    seed = blake2b(msgspec.json.encode((view, seat)), digest_size=16).hexdigest()
    deals = worlds_of(view, DEALS, random.Random(seed))
    return worths(view, seat, _answers(view), deals)


def best_of(found: Sequence[Worth]) -> Worth:
    """What gets its seat furthest ahead of the others."""
    return max(found, key=lambda one: (one.lead, one.wins))


def _answers(view: Makai) -> list[Answer]:
    """All that may be answered; of what is laid face down only the weakest card of each monster."""
    answers = list(GAME.options(view))
    weakest: dict[str, LayDown] = {}
    for answer in answers:
        if isinstance(answer, LayDown):
            known = weakest.get(answer.card.kind)
            if known is None or answer.card.strength < known.card.strength:
                weakest[answer.card.kind] = answer
    return list(weakest.values()) or answers

"""``fujikoro advise`` for Makai Fuda: whom to back and what to play, from what one seat sees."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.content.small.owned import makai_here
from fujikoro_nb.engine.kernel import Answer, Question, Seat, Unreadable
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai, Play
from fujikoro_nb.odds.makai_fuda.seen import DEALS, best_of, makai_advice
from fujikoro_nb.odds.makai_fuda.typed import card_text, view_of
from fujikoro_nb.odds.makai_fuda.worth import Worth
from fujikoro_nb.texts import say

_USUAL = 4


def answer_text(answer: Answer) -> str:
    """A card, a Magic with its monster (``M>B``), or ``exchange``."""
    match answer:
        case LayDown(card=card) | Play(card=card, target=""):
            return card_text(card)
        case Play(card=card, target=target):
            return f"{card_text(card)}>{target[0].upper()}"
        case _:
            return "exchange"


def makai_reply(
    *,
    players: int | None = None,
    hand: str | None = None,
    gold: str = "",
    chips: str = "",
    laid: str = "",
    field: str = "",
    player: int | None = None,
    **others: Any,
) -> Reply:
    """Whom to back with this hand; with ``laid`` what to play in the first match. Raises Unreadable and Illegal."""
    view = view_of(
        makai_here() or makai_deck(),
        _USUAL if players is None else players,
        player or 1,
        hand or "",
        laid,
        field,
    )
    if gold:
        numbers = _numbers(gold, view.players)
        if numbers is None:
            raise Unreadable("advise-gold", gold, 0, n=view.players)
        view = msgspec.structs.replace(view, gold=numbers)
    if chips:
        numbers = _numbers(chips, len(view.kinds))
        if numbers is None:
            raise Unreadable("advise-chips", chips, 0, n=len(view.kinds))
        view = msgspec.structs.replace(view, chips=numbers)
    return advised(view, Seat((player or 1) - 1), GAME.question(view))


def _numbers(text: str, number: int) -> tuple[int, ...] | None:
    """As many numbers, or nothing where it is something else."""
    words = text.split(",")
    if len(words) != number or not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
        return None
    return tuple(map(int, words))


def advised(view: Makai, seat: Seat, question: Question | None) -> Reply:
    """What this seat is asked, each answer tried in deals that its view leaves open.

    Nothing but the view decides which deals are drawn: who sees the same is told the same.
    """
    is_asked = question is not None and question.seat == seat
    data: dict[str, Any] = {
        "game": GAME.name,
        "players": view.players,
        "player": int(seat) + 1,
        "asks": question.kind if question is not None and is_asked else None,
    }
    if not is_asked:
        data |= {"answers": [], "best": None, "house": view.deck.mark == "house"}
        return Reply(GOOD, data, (say("advise.nothing-asked", player=int(seat) + 1),))
    found = makai_advice(view, seat)
    best = best_of(found)
    data |= {
        "worlds": str(GAME.worlds(view).total),
        "deals": DEALS,
        "answers": [_told(one) for one in found],
        "best": answer_text(best.answer),
        "assumes": "makai-people",
        "house": view.deck.mark == "house",
    }
    lines = [
        say(
            "advise.makai-answer",
            answer=answer_text(one.answer),
            share=f"{100 * one.share:.0f}",
            low=f"{100 * one.interval[0]:.0f}",
            high=f"{100 * one.interval[1]:.0f}",
            gold=f"{one.gold:.1f}",
        )
        for one in sorted(found, key=lambda one: -one.lead)
    ]
    said = answer_text(best.answer)
    is_back = isinstance(best.answer, LayDown)
    lines.append(say("advise.makai-back", answer=said) if is_back else say("advise.makai-play", answer=said))
    lines.append(say("advise.makai-assumes", n=DEALS))
    if view.deck.mark == "house":
        lines.append(say("advise.makai-house"))
    return Reply(GOOD, data, tuple(lines))


def _told(one: Worth) -> dict[str, Any]:
    low, high = one.interval
    return {
        "answer": answer_text(one.answer),
        "share": round(one.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "gold": round(one.gold, 3),
        "others": round(one.others, 3),
    }

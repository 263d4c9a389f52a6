"""What changes hands in a group: exchanges of two on one space, and teeth that are shared."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import Share, ShareTeeth
from fujikoro_nb.engine.fujikoro.asked.group import Bargain, Hear, Parcel
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import MONK_DISC
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.group.trade import may_trade, partners
from fujikoro_nb.engine.fujikoro.rules.scrolls import DISC
from fujikoro_nb.engine.kernel import Answer, Question, Seat
from fujikoro_nb.views.game.words import Words

__all__ = ["offered", "shared", "trade_view"]


def trade_view(state: GameState, question: Question, words: Words) -> list[dict[str, Any]]:
    """With whom the asked seat can exchange something now, and what lies in both backpacks; nobody: an empty list.

    ``gives`` and ``takes`` are rows ``{"what", "name", "sign", "most"}``; ``what`` is the letter of a cube, the name of
    a disc behind ``disc:``, or that of a scroll behind ``scroll:``. ``can_hear``: whether the other one may be let
    make an offer.
    """
    if question.kind not in ("act", "offer") or not may_trade(state):
        return []
    seat = question.seat
    asked = dict(question.data).get("other")
    return [
        {
            "seat": int(other),
            "name": words.seat(other),
            "colour": state.samurai[other].colour,
            "gives": _things(state, seat, words),
            "takes": _things(state, other, words),
            "scrolls": [{"id": card.id, "name": words.component(card.id)} for card in state.scrolls_of(seat)],
            "can_hear": question.kind == "act" and game_of(state).check(state, Hear(int(other))) is None,
        }
        for other in partners(state, seat)
        if asked is None or asked == other
    ]


def _things(state: GameState, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """What lies in a backpack and may change hands."""
    backpack = state.fighter(seat).backpack
    rows = [
        {"what": letter, "name": words.say(f"word.{letter}"), "sign": f"cube-{letter}", "most": n}
        for letter, n in zip(
            "WMT", (backpack.cubes.wood, backpack.cubes.metal, backpack.cubes.tooth), strict=True
        )
        if n
    ]
    for disc, n in Counter(backpack.discs).items():
        if disc == DISC:  # it goes with its card
            continue
        name = words.say("combat.disc-monk", n=1) if disc == MONK_DISC else words.component(disc)
        sign = "monk" if disc == MONK_DISC else "blueprint"
        rows.append({"what": f"disc:{disc}", "name": name, "sign": sign, "most": n})
    scrolls = [
        {"what": f"scroll:{card.id}", "name": words.component(card.id), "sign": "scroll", "most": 1}
        for card in state.scrolls_of(seat)
    ]
    return [*rows, *scrolls]


def offered(state: GameState, words: Words) -> str:
    """What the offer on the table holds, from both sides."""
    frame = next(frame for frame in reversed(state.agenda) if isinstance(frame, Bargain))
    assert frame.offer is not None, "somebody is asked to agree to it"
    return words.say(
        "game-page.trade-asked",
        name=words.seat(frame.seat),
        gives=_told(frame.offer.gives, words),
        takes=_told(frame.offer.takes, words),
    )


def _told(parcel: Parcel, words: Words) -> str:
    """The things of a parcel in words."""
    said = [words.cubes(parcel.cubes)] if parcel.cubes else []
    monks = parcel.discs.count(MONK_DISC)
    if monks:
        said.append(words.say("game-page.unused-monk", n=monks))
    said += [words.component(one) for one in (*parcel.discs, *parcel.scrolls) if one != MONK_DISC]
    return ", ".join(said) or words.say("game-page.trade-none")


def shared(state: GameState, answer: Answer, words: Words) -> str:
    """Who gets how many teeth, by name; empty for every other answer."""
    if not isinstance(answer, Share):
        return ""
    frame = next(frame for frame in reversed(state.agenda) if isinstance(frame, ShareTeeth))
    return ", ".join(
        f"{words.seat(seat)} {teeth}" for seat, teeth in zip(frame.seats, answer.teeth, strict=True)
    )

"""Makai Fuda on a page: gold, prizes, the field, the hand of whoever looks, and what may be played of it."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.kernel import Answer, Line
from fujikoro_nb.engine.makai_fuda.components import HAND, SECRET, Card
from fujikoro_nb.engine.makai_fuda.judge import ENOUGH, on_field, totals, winner
from fujikoro_nb.engine.makai_fuda.judge import winners as winners_of
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai, Play, PlayPrediction
from fujikoro_nb.odds.makai_fuda.seen import DEALS, best_of, makai_advice
from fujikoro_nb.texts import decimal
from fujikoro_nb.views.small.scene import Scene
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["makai_advised", "makai_card", "makai_label", "makai_view"]

MATCHES = HAND - 1
"""One card of each hand lies face down."""


def makai_view(scene: Scene) -> dict[str, Any]:
    """The table as these eyes see it; without eyes of a seat it holds no hand."""
    state: Makai = scene.state
    shown: dict[str, Any] = {
        "kind": "" if scene.question is None else scene.question.kind,
        "players": [_player(scene, seat) for seat in range(state.players)],
        "prizes": [
            {"kind": kind, "name": scene.words.thing(kind), "wins": state.wins[at], "chips": state.chips[at]}
            for at, kind in enumerate(state.kinds)
        ],
        "tournament": state.tournament,
        "tournaments": state.variants.tournaments,
        "enough": ENOUGH,
        "match": min(state.match + 1, MATCHES),
        "matches": MATCHES,
        "field": [_played(scene, one.card, int(one.seat), one.target) for one in state.field],
        "so_far": _so_far(scene),
        "last": [] if state.field else _last_match(scene),
        "result": None if state.field or (state.agenda and state.match) else _result(scene),
        "house": scene.words.say("house") if state.deck.mark == "house" else "",
        "hand": [],
        "answers": [],
    }
    if not state.agenda:
        shown["won"] = [int(seat) for seat in winners_of(state)]
    if scene.eyes >= 0 and scene.asked == scene.eyes:
        shown |= _own(scene)
    elif scene.eyes >= 0 and state.agenda and scene.is_own_phone:
        shown |= _held(scene)
    return shown


def _player(scene: Scene, seat: int) -> dict[str, Any]:
    state: Makai = scene.state
    return {
        "name": scene.words.seat(seat),
        "gold": state.gold[seat],
        "cards": len(state.hands[seat]),
        "backed": state.laid[seat] is not None,
        "start": seat == state.start_card,
        "leads": seat == state.leader and bool(state.agenda),
        "on": seat == scene.asked,
        "me": seat == scene.eyes,
        "bot": scene.table.chairs[seat].is_bot,
    }


def makai_card(scene: Scene, card: Card) -> dict[str, Any]:
    """What is drawn of a card."""
    return {
        "kind": card.kind,
        "strength": card.strength,
        "ability": scene.words.thing(card.ability) if card.ability else "",
        "name": _name(card, scene.words),
        "title": scene.words.thing(card.kind),
    }


def _name(card: Card, words: SmallWords) -> str:
    """What a card is called in a sentence."""
    if card.is_magic:
        return words.thing(card.kind)
    return words.say("card", kind=words.thing(card.kind), n=card.strength)


def _played(scene: Scene, card: Card, seat: int, target: str) -> dict[str, Any]:
    return {
        **makai_card(scene, card),
        "who": scene.words.seat(seat),
        "on": scene.words.thing(target) if target else "",
    }


def _so_far(scene: Scene) -> str:
    """Which monster wins the match as it lies now."""
    state: Makai = scene.state
    kind = winner(state.field, state.rulings)
    if kind is None:
        return ""
    return scene.words.say("so-far", kind=scene.words.thing(kind), n=totals(state.field)[kind])


def _last_match(scene: Scene) -> list[dict[str, Any]]:
    """The cards of the match that was judged last: open to everybody, and gone from the field at once."""
    found: list[dict[str, Any]] = []
    for line in reversed(scene.lines):
        for event in reversed(line.events):
            if event.kind in ("match-won", "no-winner", "tournament") and found:
                return found[::-1]
            if event.kind in ("played", "exchanged"):
                found.append(_of_line(scene, line))
    return found[::-1]


def _result(scene: Scene) -> dict[str, Any] | None:
    """What the newest tournament has come to: who won it, and what each had backed and gets for it.

    It stays until a card of the next one is played. None before the first has ended.
    """
    over = [(line, event) for line in scene.lines for event in line.events if event.kind == "tournament-over"]
    if not over:
        return None
    line, ended = over[-1]
    found = [scene.words.told(ended)]
    for shown in (event for event in line.events if event.kind == "revealed"):
        seat = dict(shown.data)["seat"]
        paid = [event for event in line.events if event.kind == "prize" and dict(event.data)["seat"] == seat]
        told = [one for event in (shown, *paid) if (one := scene.words.told(event)) is not None]
        found.append({"text": " ".join(one["text"] for one in told), "rule": told[-1]["rule"]})
    return {"title": scene.words.say("result", n=len(over)), "lines": [one for one in found if one]}


def _of_line(scene: Scene, line: Line) -> dict[str, Any]:
    """A card that was played, as its event says it."""
    event = next(one for one in line.events if one.kind in ("played", "exchanged"))
    data: dict[str, Any] = dict(event.data)
    dealt = scene.state.deck.dealt_to(scene.state.players)
    card = next(one for one in dealt if (one.kind, one.strength) == (data["kind"], data["strength"]))
    return _played(scene, card, data["seat"], data.get("target", ""))


def _own(scene: Scene) -> dict[str, Any]:
    """The hand, what may be played of it and what not, and the own card that lies face down."""
    state: Makai = scene.state
    is_match = scene.question is not None and scene.question.kind == "match"
    there = on_field(state.field)
    cards = []
    for card in _sorted(scene):
        ways: list[Answer] = []
        if not is_match:
            ways = [LayDown(card)]
        elif card.is_magic:
            ways = [Play(card, target) for target in (there or ("",))]
        else:
            ways = [Play(card)]
        why = scene.refusal(ways[0])
        shown = [
            {"text": scene.text(way), "label": makai_label(way, scene.words, state)}
            for way in ways
            if scene.refusal(way) is None
        ]
        cards.append({**makai_card(scene, card), "ways": shown, "why": why, "text": scene.text(ways[0])})
    told: dict[str, Any] = {"hand": cards, "backed": _backed(scene)}
    if is_match and state.variants.exchanges:
        way = PlayPrediction()
        told["answers"] = [
            {
                "text": scene.text(way),
                "label": makai_label(way, scene.words, state),
                "why": scene.refusal(way),
            }
        ]
    return told


def _held(scene: Scene) -> dict[str, Any]:
    """The same while another seat is asked: cards to look at."""
    cards = [{**makai_card(scene, card), "ways": [], "why": None, "text": ""} for card in _sorted(scene)]
    return {"hand": cards, "backed": _backed(scene)}


def _sorted(scene: Scene) -> list[Card]:
    state: Makai = scene.state
    return sorted(state.hands[scene.eyes], key=lambda one: (_row(state, one), one.strength))


def _backed(scene: Scene) -> dict[str, Any] | None:
    """The own card that lies face down."""
    laid = scene.state.laid[scene.eyes]
    return None if laid is None or laid == SECRET else makai_card(scene, laid)


def makai_advised(scene: Scene) -> dict[str, Any]:
    """Whom to back or what to play, tried in deals that these eyes cannot rule out; the best answer first."""
    assert scene.asked == scene.eyes, "whoever is asked has uncovered the hand"
    found = makai_advice(scene.state, scene.eyes)
    best = best_of(found)
    common = scene.words.common
    rows = [
        {
            "label": makai_label(one.answer, scene.words, scene.state),
            "says": common(
                "small-page.advice-row",
                share=f"{100 * one.share:.0f}",
                low=f"{100 * one.interval[0]:.0f}",
                high=f"{100 * one.interval[1]:.0f}",
                gold=decimal(one.gold, 1, common),
            ),
            "share": round(100 * one.share, 1),
            "best": one is best,
        }
        for one in sorted(found, key=lambda one: (one.lead, one.wins), reverse=True)
    ]
    return {"rows": rows, "assumes": common("small-page.advice-assumes", n=DEALS)}


def _row(state: Makai, card: Card) -> int:
    return len(state.kinds) if card.is_magic else state.kinds.index(card.kind)


def makai_label(answer: Answer, words: SmallWords, state: Makai) -> str:
    """What an answer does, as undo names it; one that only its seat may know is never given here for others."""
    match answer:
        case LayDown(card=card):
            return words.say("do-back", card=_name(card, words))
        case Play(card=card, target=target):
            if target:
                return words.say("do-support", card=_name(card, words), on=words.thing(target))
            return words.say("do-play", card=_name(card, words))
        case PlayPrediction():
            return words.say("do-exchange")
        case _:
            return words.say("do-secret")

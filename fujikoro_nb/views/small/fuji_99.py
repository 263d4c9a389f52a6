"""Fuji 99 on a page: the path, the bag, the sheet, the hand, and draw or stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fujikoro_nb.engine.fuji_99.components import CRISIS, DANGER, GOAL, MILESTONES, Cubes
from fujikoro_nb.engine.fuji_99.effects import WHEN
from fujikoro_nb.engine.fuji_99.state import (
    ActAgain,
    Draw,
    Fuji99,
    Held,
    NoMore,
    PlaceCubes,
    Step,
    Stop,
    Turn,
    Use,
)
from fujikoro_nb.engine.fuji_99.turn import danger, hand_value
from fujikoro_nb.engine.kernel import Answer, Seat
from fujikoro_nb.odds.fuji_99.seen import ASKED, GLANCE, CardAdvice, card_advice
from fujikoro_nb.texts import decimal
from fujikoro_nb.views.small.scene import Scene
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["fuji_99_label", "fuji_99_view"]

MOST_PLACINGS = 12
PERCENT = 100


def fuji_99_view(scene: Scene) -> dict[str, Any]:
    """Everything lies open, so everybody sees the same."""
    state: Fuji99 = scene.state
    seat = _turn_of(state)
    kind = "" if scene.question is None else scene.question.kind
    shown: dict[str, Any] = {
        "goal": GOAL,
        "milestones": [
            {"floor": floor, "cubes": cubes}
            for floor, cubes in zip(MILESTONES, state.milestones, strict=True)
        ],
        "players": [_player(scene, Seat(other), seat) for other in range(len(state.players))],
        "pagoda": state.pagoda,
        "pile": sum(state.pile),
        "discard": sum(state.discard),
        "house": scene.words.say("house") if state.deck.mark == "house" else "",
        "kind": kind,
    }
    if seat is None:
        winner = state.winner
        if winner is not None:
            shown["won"] = {"seat": int(winner), "book": state.players[winner].book}
        return shown
    player = state.players[seat]
    shown |= {
        "seat": int(seat),
        "from": player.floor,
        "to": state.movement,
        "bag": _cubes(player.bag),
        "drawn": _cubes(state.drawn),
        "red": state.sheet.red,
        "used": state.sheet.yellow,
        "danger": danger(state, seat),
        "limit": DANGER,
        "facing": player.facing,
        "value": hand_value(state, seat),
        "crisis": CRISIS,
    }
    is_answering = not scene.is_own_phone or scene.asked == scene.eyes
    advice = card_advice(state, looks=GLANCE) if is_answering and kind in ASKED else None
    uses = advice if kind == Step.EFFECT else None
    shown["hand"] = [_card(scene, held, place, uses) for place, held in enumerate(player.hand)]
    return shown | _asked(scene, seat, kind, advice) if is_answering else shown


def _turn_of(state: Fuji99) -> Seat | None:
    """Whose turn it is; nobody's once the game is over."""
    return next((frame.seat for frame in state.agenda if isinstance(frame, Turn)), None)


def _player(scene: Scene, seat: Seat, on: Seat | None) -> dict[str, Any]:
    state: Fuji99 = scene.state
    player = state.players[seat]
    is_there = seat == on or seat == state.winner
    return {
        "name": scene.words.seat(seat),
        "letter": _letters(scene.words.names)[seat],
        "colour": player.colour,
        "floor": state.movement if seat == state.winner else player.floor,
        "on": is_there,
        "bot": scene.table.chairs[seat].is_bot,
        "value": hand_value(state, seat),
        "cards": [scene.words.thing(state.card(held).key) for held in player.hand],
        "waiting": player.waiting,
        "bag": _cubes(player.bag),
    }


def _letters(names: Sequence[str]) -> list[str]:
    """One sign a seat: the first letter of its name, or its number where two would have the same."""
    first = [name[:1].upper() for name in names]
    return [
        one if one and first.count(one) == 1 else str(number) for number, one in enumerate(first, start=1)
    ]


def _cubes(cubes: Cubes) -> dict[str, int]:
    return {"T": cubes.clear, "Y": cubes.yellow, "R": cubes.red, "all": cubes.number}


def _card(scene: Scene, held: Held, place: int, uses: CardAdvice | None) -> dict[str, Any]:
    """A card of the hand; while cards are used also what its use promises."""
    card = scene.state.card(held)
    is_asked = uses is not None
    why = scene.refusal(Use(place)) if is_asked else None
    return {
        "key": card.key,
        "effect": card.effect,
        "name": scene.words.thing(card.key),
        "says": scene.words.say(f"says-{card.effect}"),
        "lasts": WHEN[card.effect] == "continuous",
        "value": card.value,
        "cost": card.cost,
        "clear": card.transparent,
        "cubes": held.cubes,
        "text": scene.text(Use(place)),
        "can": is_asked and why is None,
        "why": why,
        **_promised(scene, uses, Use(place)),
    }


def _promised(scene: Scene, uses: CardAdvice | None, answer: Answer) -> dict[str, Any]:
    """What an answer about the hand promises; nothing where it cannot be given."""
    worths = {} if uses is None else {one.answer: one.worth for one in uses.answers}
    if uses is None or answer not in worths:
        return {"floors": "", "best": False}
    return {"floors": _decimal(scene, worths[answer]), "best": uses.best.answer == answer}


def _asked(scene: Scene, seat: Seat, kind: str, advice: CardAdvice | None) -> dict[str, Any]:
    """The answers to what is asked, and how draws come out."""
    state: Fuji99 = scene.state
    say = scene.words.say
    if advice is not None and advice.draws:
        told = _draws(scene, advice)
        if kind == Step.DETERMINATION:
            told["stop"] = {
                "text": scene.text(Stop()),
                "label": say("do-stop", floor=state.movement),
                "floors": _decimal(scene, state.movement - state.players[seat].floor),
            }
            told["again"] = scene.text(ActAgain())
        return told
    if kind == Step.EFFECT:
        none = scene.refusal(NoMore())
        keep = {"text": scene.text(NoMore()), "label": say("do-keep"), "can": none is None, "why": none}
        keep |= _promised(scene, advice, NoMore())
        return {"answers": [keep]}
    if kind == Step.PAGODA:
        placings = [answer for answer in scene.game.options(state) if isinstance(answer, PlaceCubes)]
        return {
            "answers": [
                {
                    "text": scene.text(answer),
                    "label": fuji_99_label(answer, scene.words, state),
                    "can": True,
                    "why": None,
                }
                for answer in placings[:MOST_PLACINGS]
            ]
        }
    return {}


def _draws(scene: Scene, advice: CardAdvice) -> dict[str, Any]:
    """Draw or stop, and how many: each number with its chance to lose the turn, and the floors that it promises."""
    best, fewest = advice.best_draw, advice.draws[0].number
    return {
        "draws": [
            {
                "n": one.number,
                "text": scene.text(Draw(one.number)),
                "label": scene.words.say("do-draw", n=one.number),
                "bust": round(PERCENT * float(one.bust), 2),
                "crisis": round(PERCENT * one.crisis, 2),
                "lost": _decimal(scene, PERCENT * one.lost),
                "exactly": str(one.bust),
                "floors": _decimal(scene, one.worth),
                "best": one == best,
            }
            for one in advice.draws
        ],
        "draw_on": advice.best.answer != Stop(),
        "acts": advice.acts,
        "fewer": scene.text(Draw(fewest - 1)) if fewest > 1 else "",
        "fewer_n": fewest - 1,
    }


def _decimal(scene: Scene, number: float) -> str:
    return decimal(number, 1, scene.words.common)


def fuji_99_label(answer: Answer, words: SmallWords, state: Fuji99) -> str:
    """What an answer does, as undo names it; ``state`` is the one that it was given in."""
    match answer:
        case Draw(number=number):
            return words.say("do-draw", n=number)
        case Use(place=place):
            seat = _turn_of(state)
            assert seat is not None, "asked in a turn"
            return words.say("do-use", card=words.thing(state.card(state.players[seat].hand[place]).key))
        case ActAgain():
            return words.say("do-again")
        case Stop():
            return words.say("do-stop", floor=state.movement)
        case PlaceCubes(counts=counts):
            seat = _turn_of(state)
            assert seat is not None, "asked in a turn"
            hand = state.players[seat].hand
            named = [
                words.say("do-lay-on", n=n, card=words.thing(state.card(held).key))
                for n, held in zip(counts, hand, strict=True)
                if n
            ]
            return words.say("do-lay", what=", ".join(named))
        case _:
            return words.say("do-keep")

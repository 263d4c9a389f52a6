"""``fujikoro advise`` for Fuji 99: draw or stop, and how many; with hand and cards seen, or by the bag alone."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.content.small.owned import fuji_99_here
from fujikoro_nb.engine.fuji_99.components import (
    BOX,
    DANGER,
    GOAL,
    MILESTONES,
    MOST_PLAYERS,
    START,
    Cubes,
    Deck,
)
from fujikoro_nb.engine.fuji_99.effects import IMMEDIATE, WHEN
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.fuji_99.setup import FEWEST_PLAYERS, new_game
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Fuji99, Held, Race, Step, Stop, Turn, Use
from fujikoro_nb.engine.kernel import Answer, Illegal, Question, Seat, Unreadable, refuse
from fujikoro_nb.odds.fuji_99.seen import ASKED, CardAdvice, CardDraw, card_advice
from fujikoro_nb.odds.fuji_99.turn import Advice, advice, numbers
from fujikoro_nb.texts import say

_LETTERS = {"T": "clear", "Y": "yellow", "R": "red"}
_CUBES = re.compile(r"(?:[TYR][0-9]{1,2})+")
_CARD = re.compile(r"([a-z0-9-]{1,40})(?::([0-9]))?")


def read_cubes(text: str) -> Cubes:
    """Cubes from a text such as ``T6Y4R3``. Raises Unreadable, also where the box has fewer."""
    found = re.findall(r"([TYR])([0-9]+)", text)
    letters = [letter for letter, _ in found]
    if not _CUBES.fullmatch(text) or len(set(letters)) < len(letters):
        raise Unreadable("advise-cubes", text, 0)
    cubes = Cubes(**{_LETTERS[letter]: int(count) for letter, count in found})
    if cubes.clear > BOX.clear or cubes.yellow > BOX.yellow or cubes.red > BOX.red:
        raise Unreadable("advise-box", text, 0, clear=BOX.clear, yellow=BOX.yellow, red=BOX.red)
    return cubes


def fuji_99_reply(
    *,
    bag: str = "",
    sheet: str = "",
    gained: int = 0,
    floor: int = 0,
    number: int | None = None,
    hand: str | None = None,
    seen: str | None = None,
    floors: str = "",
    **others: Any,
) -> Reply:
    """Draw or stop, and how many; with ``hand`` or ``seen`` (also empty ones) the cards count as well.

    ``house`` marks that the bag and the limits are read as our ledger reads them.
    """
    held = read_cubes(bag)
    out = read_cubes(sheet) if sheet else Cubes()
    if not held.number:
        raise Unreadable("advise-cubes", bag, 0)
    if out.clear or out.yellow or out.red >= DANGER:
        raise Unreadable("advise-sheet", sheet, 0, most=DANGER - 1)
    if not 0 <= floor < GOAL or gained < 0 or floor + gained >= GOAL:
        raise Unreadable("advise-floor", str(floor + max(gained, 0)), 0, most=GOAL - 1)
    can = numbers(held)
    if number is not None and number not in can:
        refusal = refuse("fuji99.act.choose-number", number=number, fewest=can[0], most=can[-1])
        raise Illegal(refusal)
    if hand is not None or seen is not None:
        view = _view(held, out.red, gained, floor, hand or "", seen or "", floors)
        return _with_cards(view, number)
    told = advice(held, out=out.red, gained=gained, ahead=GOAL - floor)
    shown = [one for one in told.every if number in (None, one.number)]
    data: dict[str, Any] = {
        "game": FUJI_99.name,
        "gained": gained,
        "draw": [{"n": one.number, "bust": str(one.bust), "floors": round(one.floors, 9)} for one in shown],
        "best": told.best,
        "advice": "draw" if told.draws else "stop",
        "floors": round(told.floors, 9),
        "house": True,
    }
    lines = [
        say("advise.fuji99-number", n=one.number, bust=str(one.bust), floors=f"{one.floors:.2f}")
        for one in shown
    ]
    return Reply(GOOD, data, (*lines, _best(told), say("advise.fuji99-assumes")))


def _best(told: Advice) -> str:
    if told.draws:
        return say("advise.fuji99-draw", n=told.best, floors=f"{told.floors:.2f}")
    return say("advise.fuji99-stop", n=told.gained)


# ------------------------------------------------------------------ with cards


def _view(bag: Cubes, out: int, gained: int, floor: int, hand: str, seen: str, floors: str) -> Fuji99:
    """What somebody sees who may draw or stop with these cards in hand; others have been seen and are laid off."""
    deck = fuji_99_here() or fuji_99_deck()
    others = _floors(floors)
    state = new_game(deck, players=1 + len(others), first=0)
    left = [card.copies for card in deck.cards]
    held = tuple(_card(deck, left, word, is_held=True) for word in hand.split())
    pile_and_hand = tuple(left)
    for word in seen.split():
        _card(deck, left, word, is_held=False)
    there = floor + gained
    me = msgspec.structs.replace(
        state.players[0],
        floor=floor,
        bag=bag,
        hand=held,
        taken=(there >= MILESTONES[0], there >= MILESTONES[1]),
    )
    state = state.with_player(Seat(0), me)
    for seat, place in enumerate(others, start=1):
        state = state.with_player(Seat(seat), msgspec.structs.replace(state.players[seat], floor=place))
    step = Step.DETERMINATION if gained or out else Step.ACT
    return msgspec.structs.replace(
        state,
        agenda=(Race(Seat(0)), Turn(Seat(0), step)),
        movement=there,
        sheet=Cubes(red=out),
        pile=tuple(left),
        discard=tuple(map(int.__sub__, pile_and_hand, left)),
    )


def _floors(text: str) -> tuple[int, ...]:
    """Where the others stand; one of them on the start, when nobody says. Raises Unreadable."""
    words = text.split(",") if text else [str(START)]
    is_right = all(re.fullmatch("[0-9]{1,2}", word) and int(word) < GOAL for word in words)
    if not is_right or not FEWEST_PLAYERS <= len(words) + 1 <= MOST_PLAYERS:
        raise Unreadable("advise-floors", text, 0, most=GOAL - 1, players=MOST_PLAYERS - 1)
    return tuple(map(int, words))


def _card(deck: Deck, left: list[int], word: str, *, is_held: bool) -> Held:
    """A card that is still in ``left`` and is taken out of it. Raises Unreadable."""
    read = _CARD.fullmatch(word)
    known = {card.key: at for at, card in enumerate(deck.cards)}
    if read is None or read[1] not in known or (read[2] and not is_held):
        raise Unreadable("advise-fuji-card", word, 0, known=", ".join(known))
    at = known[read[1]]
    if not left[at] or (is_held and WHEN[deck.cards[at].effect] == IMMEDIATE):
        raise Unreadable("advise-fuji-gone", word, 0, n=deck.cards[at].copies)
    left[at] -= 1
    return Held(at, int(read[2] or 0))


def _with_cards(view: Fuji99, number: int | None) -> Reply:
    told = card_advice(view)
    shown = [one for one in told.draws if number in (None, one.number)]
    draws = isinstance(told.best.answer, ActAgain | Draw)
    data = {
        "game": FUJI_99.name,
        "gained": view.movement - view.players[0].floor,
        "draw": [_draw(one) for one in shown],
        "best": told.best_draw.number,
        "advice": "draw" if draws else "stop",
        "floors": round(told.best.worth, 9),
        **_counted(view, told),
    }
    return Reply(GOOD, data, (*map(_draw_line, shown), _best_line(told, view), *_assumed(view, told)))


def _draw(one: CardDraw) -> dict[str, Any]:
    return {
        "n": one.number,
        "bust": str(one.bust),
        "crisis": round(one.crisis, 9),
        "floors": round(one.worth, 9),
    }


def _draw_line(one: CardDraw) -> str:
    return say(
        "advise.fuji99-number-cards",
        n=one.number,
        bust=str(one.bust),
        crisis=f"{100 * one.crisis:.0f}",
        floors=f"{one.worth:.2f}",
    )


def _counted(view: Fuji99, told: CardAdvice) -> dict[str, Any]:
    """How far it was counted; ``whole``: to the end of every turn, and nothing that others draw is left out."""
    return {"acts": told.acts, "whole": told.is_whole, "house": view.deck.mark == "house"}


def _assumed(view: Fuji99, told: CardAdvice) -> list[str]:
    lines = [] if told.is_whole else [say("advise.fuji99-acts", n=told.acts)]
    return [*lines, say("advise.fuji99-house")] if view.deck.mark == "house" else lines


# ------------------------------------------------------------------ a saved game


def fuji_99_advised(view: Fuji99, seat: Seat, question: Question | None) -> Reply:
    """What this seat is asked: each answer with the floors that the turn ends with. Nothing is hidden in this game but
    the draws to come, which no view holds."""
    is_asked = question is not None and question.seat == seat
    data: dict[str, Any] = {
        "game": FUJI_99.name,
        "players": len(view.players),
        "player": int(seat) + 1,
        "asks": question.kind if question is not None and is_asked else None,
    }
    if question is None or not is_asked or question.kind not in ASKED:
        key = "advise.fuji99-no-matter" if is_asked else "advise.nothing-asked"
        data |= {"answers": [], "draw": [], "best": None, "house": view.deck.mark == "house"}
        return Reply(GOOD, data, (say(key, player=int(seat) + 1),))
    told = card_advice(view)
    data |= {
        "answers": [
            {"answer": _text(view, seat, one.answer), "floors": round(one.worth, 9)} for one in told.answers
        ],
        "draw": [_draw(one) for one in told.draws],
        "best": _text(view, seat, told.best.answer),
        **_counted(view, told),
    }
    lines = [*map(_draw_line, told.draws)]
    if question.kind == Step.EFFECT:
        lines += [_use_line(view, seat, one.answer, one.worth) for one in told.answers]
    return Reply(GOOD, data, (*lines, _best_line(told, view), *_assumed(view, told)))


def _text(view: Fuji99, seat: Seat, answer: Answer) -> str:
    """``draw 5``, ``again``, ``stop``, ``use lantern`` or ``keep``."""
    match answer:
        case Draw(number=number):
            return f"draw {number}"
        case Use(place=place):
            return f"use {view.card(view.players[seat].hand[place]).key}"
        case ActAgain():
            return "again"
        case Stop():
            return "stop"
        case _:
            return "keep"


def _use_line(view: Fuji99, seat: Seat, answer: Answer, worth: float) -> str:
    floors = f"{worth:.2f}"
    if isinstance(answer, Use):
        card = view.card(view.players[seat].hand[answer.place]).key
        return say("advise.fuji99-use", card=card, floors=floors)
    return say("advise.fuji99-keep", floors=floors)


def _best_line(told: CardAdvice, view: Fuji99) -> str:
    match told.best.answer:
        case Draw() | ActAgain():
            return say("advise.fuji99-draw", n=told.best_draw.number, floors=f"{told.best.worth:.2f}")
        case Stop():
            return say("advise.fuji99-stop", n=round(told.best.worth))
        case Use(place=place):
            frame = view.agenda[-1]
            assert isinstance(frame, Turn), "asked in a turn"
            return say("advise.fuji99-best-use", card=view.card(view.players[frame.seat].hand[place]).key)
        case _:
            return say("advise.fuji99-best-keep")

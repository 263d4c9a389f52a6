"""Answers of a group as short texts, which round-trip; what is not here has no short text.

first 2 | deal house-helmet-3               the first player, a gear card to begin with
dragon house-blue-1                         the dragon that walks next
chase I-4 | prowl I-2                       whom it heads for, where it goes
share 2 0 1                                 dragon teeth by fighter
fall-back II-3.1                            out of a fight that a dragon began
offer 1 WM;monk for T;~house-scroll-2       cubes, discs and scrolls for those of another seat; - for nothing
hear 1 | agree | agree NAME | decline       an offer of another seat, and what is said to one
"""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.engine.fujikoro.asked.fight import Share
from fujikoro_nb.engine.fujikoro.asked.group import (
    Agree,
    ChooseFirst,
    DealCard,
    Decline,
    FallBackTo,
    GoFor,
    Hear,
    MoveFirst,
    Offer,
    Parcel,
    StepTo,
)
from fujikoro_nb.engine.fujikoro.board.geometry import place, space
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Answer, Unreadable

_NOTHING, _FOR, _SCROLL, _AND = "-", "for", "~", ";"
_MOST = 40


def print_group_answer(answer: Answer) -> str:
    """The text of an answer; empty for another one, or for names that no text can hold."""
    words = _words_of(answer)
    is_plain = all(word and not set(word) & set(" \t\n\r\x0b\x0c") and word == word.strip() for word in words)
    text = " ".join(words) if words and is_plain else ""
    if not text:
        return ""
    verb, *rest = text.split()
    try:
        return text if parse_group_answer(text, verb, rest) == answer else ""
    except Unreadable:
        return ""


def _words_of(answer: Answer) -> tuple[str, ...]:
    match answer:
        case ChooseFirst(seat=seat):
            return "first", str(seat)
        case DealCard(card=name):
            return "deal", name
        case MoveFirst(dragon=name):
            return "dragon", name
        case GoFor(place=to):
            return "chase", to
        case StepTo(place=to):
            return "prowl", to
        case FallBackTo(space=to):
            return "fall-back", to
        case Share(teeth=teeth):
            return ("share", *map(str, teeth))
        case Hear(seat=seat):
            return "hear", str(seat)
        case Decline():
            return ("decline",)
        case Agree(replaces=names):
            return ("agree", *names)
        case Offer():
            parcels = (_parcel(answer.gives), _FOR, _parcel(answer.takes))
            return ("offer", str(answer.to), *parcels, *answer.replaces)
        case _:
            return ()


def _parcel(parcel: Parcel) -> str:
    cubes = parcel.cubes
    if min(cubes.wood, cubes.metal, cubes.tooth) < 0 or len(cubes) > _MOST:
        return ""
    things = (*parcel.discs, *(f"{_SCROLL}{name}" for name in parcel.scrolls))
    return _AND.join((str(cubes) or _NOTHING, *things))


def parse_group_answer(text: str, verb: str, words: Sequence[str]) -> Answer | None:
    """The answer that a verb and its words say; None where they are none of these. Raises Unreadable."""
    match verb, words:
        case "decline", []:
            return Decline()
        case "agree", _:
            return Agree(tuple(words))
        case "first", [word]:
            return ChooseFirst(_number(text, word, 5))
        case "hear", [word]:
            return Hear(_number(text, word, 5))
        case "deal", [word]:
            return DealCard(word)
        case "dragon", [word]:
            return MoveFirst(word)
        case "chase", [word]:
            return GoFor(place(word).id)
        case "prowl", [word]:
            return StepTo(place(word).id)
        case "fall-back", [word]:
            return FallBackTo(space(word).id)
        case "share", [_, *_]:
            return Share(tuple(_number(text, word, _MOST) for word in words))
        case "offer", [to, gives, word, takes, *names] if word == _FOR:
            parcels = _read_parcel(text, gives), _read_parcel(text, takes)
            return Offer(_number(text, to, 5), *parcels, tuple(names))
        case _:
            return None


def _read_parcel(text: str, word: str) -> Parcel:
    cubes, *things = word.split(_AND)
    if not all(things):
        raise Unreadable("answer-word", text, text.index(word), word=word)
    scrolls = tuple(one[1:] for one in things if one.startswith(_SCROLL))
    discs = tuple(one for one in things if not one.startswith(_SCROLL))
    return Parcel(Cubes() if cubes == _NOTHING else Cubes.parse(cubes), discs, scrolls)


def _number(text: str, word: str, most: int) -> int:
    if word.isascii() and word.isdigit() and word == str(int(word)) and int(word) <= most:
        return int(word)
    raise Unreadable("answer-word", text, text.index(word), word=word)

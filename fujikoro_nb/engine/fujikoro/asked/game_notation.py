"""Answers of the whole game as short texts. They round-trip; what is not here is a fight's text, or JSON.

start 2 | draw house-tile-i-1               chance: the start player, a component
monk scroll | forge WWMM                    a start monk, the first weapon
move | explore monk | rest                  an action, with the action monk instead of a disc
main | bonus | enough                       the parts of an action with a gear card
walk II-3.1 II-3.0 | halt                   the spaces to enter, one after the other
challenge | let-be | lay II-3.1             two samurai on one space
join II-3.1 | stay-out                      another one's dragon
place II-3 | turn 4                         where the new tile goes, and how it lies
take monk | blueprints NAME NAME            what is gathered
scroll NAME | unseen                        a scroll on display, the top of the deck
add-scroll | replace NAME                   into a free slot, instead of another one
craft-nothing                               a rest without crafting; a craft itself is JSON
claim NAME gather | claim NAME move vp      a gear card, its action, a weapon card's side
no-card                                     none, or no further one
side vp | peek II                           a weapon card's side, the stack to look at
use house-scroll-7                          a scroll or an adventure token
pick I-1.3 | back move | back move monk     what it turns up, cools or brings back
lead 1 I-1.3                                another samurai, by seat, and where it walks
pass | quiet fight                          nothing in this window; or until one of that name opens
flee II-3.1 | revive temple-2               an eruption
leave | remain | hand-in monk | hand-in -   the rope, and the bonuses of the shogun

What a group says stands in `group_notation`, what single characters do in `character_notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.character_notation import (
    parse_character_answer,
    print_character_answer,
)
from fujikoro_nb.engine.fujikoro.asked.fight import Rolled
from fujikoro_nb.engine.fujikoro.asked.fight_notation import MAX_TEXT, parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    ArrangeWeapon,
    Challenge,
    ChoosePlace,
    DoPart,
    Drawn,
    DrawnSeat,
    Enough,
    Flee,
    Halt,
    HandIn,
    HandInNothing,
    Join,
    LayDown,
    Lead,
    LeaveMountain,
    LetBe,
    LookAt,
    Pick,
    PickSide,
    PlaceMonk,
    Revive,
    SlotScroll,
    StayBehind,
    StayOut,
    Take,
    TakeBack,
    TakeBlueprints,
    TakeScroll,
    TurnTile,
    Use,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.group_notation import parse_group_answer, print_group_answer
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard, CraftNothing, StopClaiming
from fujikoro_nb.engine.fujikoro.asked.scenario import parse_scene_answer, print_scene_answer
from fujikoro_nb.engine.fujikoro.board.geometry import place, space
from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Answer, NotBefore, Pass, Unreadable

_MONK = "monk"
_NOTHING = "-"
_BARE: Mapping[str, Answer] = {
    "main": DoPart("main"),
    "bonus": DoPart("bonus"),
    "enough": Enough(),
    "halt": Halt(),
    "challenge": Challenge(),
    "let-be": LetBe(),
    "stay-out": StayOut(),
    "unseen": TakeScroll(),
    "add-scroll": SlotScroll(),
    "pass": Pass(),
    "leave": LeaveMountain(),
    "remain": StayBehind(),
    "craft-nothing": CraftNothing(),
    "no-card": StopClaiming(),
}
_WORD_OF = {answer: word for word, answer in _BARE.items()}


def print_game_answer(answer: Answer) -> str:
    """The text of an answer; its JSON where there is no shorter one.

    >>> print_game_answer(Act("move", monk=True))
    'move monk'
    """
    text = _print_place(answer) or _print_name(answer) or print_group_answer(answer)
    text = text or print_character_answer(answer) or print_scene_answer(answer)
    if text:
        return text
    if not isinstance(answer, Rolled):  # its faces are known only where the dice are: a table types them
        try:
            return print_answer(answer)
        except (TypeError, ValueError):
            pass
    return msgspec.json.encode(answer).decode()


def _print_place(answer: Answer) -> str:
    """The text of an answer that names spaces; empty for another one, or for names that no text can hold."""
    match answer:
        case Walk(path=path) if path:
            words = ("walk", *path)
        case LayDown(space=to):
            words = ("lay", to)
        case Join(space=to, by=by) if by is UNSET:
            words = ("join", to)
        case ChoosePlace(place=to):
            words = ("place", to)
        case Pick(space=to):
            words = ("pick", to)
        case Lead(seat=seat, space=to):
            words = ("lead", str(seat), to)
        case Flee(space=to):
            words = ("flee", to)
        case Revive(temple=to):
            words = ("revive", to)
        case _:
            return ""
    return " ".join(words) if all(map(_is_word, words)) else ""


def _print_name(answer: Answer) -> str:
    match answer:
        case DrawnSeat(seat=number):
            return f"start {number}"
        case TurnTile(sixths=number):
            return f"turn {number}"
        case HandInNothing():
            return f"hand-in {_NOTHING}"
        case HandIn(category=category) if _is_word(category) and category != _NOTHING:
            return f"hand-in {category}"
        case TakeBack(field=field, monk=monk) if field in SLOTS:
            return f"back {field} {_MONK}" if monk else f"back {field}"
        case Act(field=field, monk=monk) if field in (*SLOTS, "rest"):
            return f"{field} {_MONK}" if monk else field
        case TakeBlueprints(blueprints=names) if names and all(map(_is_word, names)):
            return " ".join(("blueprints", *names))
        case ClaimCard(card=name, slot=slot, bonus=bonus) if _is_word(name) and slot in SLOTS:
            return " ".join(("claim", name, slot, *([bonus] if bonus else [])))
        case ArrangeWeapon(layout=layout) if not layout.occupied & ~SYMMETRIC.weapon.mask:
            return f"forge {print_gear(Gear(weapon=layout), GearKind.WEAPON, SYMMETRIC)}"
        case _:
            return _WORD_OF.get(answer, "") or _print_named(answer)


def _print_named(answer: Answer) -> str:
    """The text of an answer that says one name; empty for another one, or for a name that no text can hold."""
    match answer:
        case Drawn(id=name):
            verb = "draw"
        case PlaceMonk(spot=name):
            verb = "monk"
        case Use(item=name):
            verb = "use"
        case NotBefore(moment=name):
            verb = "quiet"
        case Take(what=name):
            verb = "take"
        case TakeScroll(card=name):
            verb = "scroll"
        case SlotScroll(replaces=name):
            verb = "replace"
        case PickSide(bonus=name):
            verb = "side"
        case LookAt(level=name):
            verb = "peek"
        case _:
            return ""
    return f"{verb} {name}" if _is_word(name) else ""


def parse_game_answer(text: str) -> Answer | None:
    """The answer that a short text says; None for JSON. Raises Unreadable.

    >>> parse_game_answer("walk I-1.4 I-1.0")
    Walk(path=('I-1.4', 'I-1.0'))
    """
    if text.lstrip().startswith("{"):
        return None
    if len(text) > MAX_TEXT:
        raise Unreadable("answer-too-long", text[:40], MAX_TEXT, length=len(text), max=MAX_TEXT)
    verb, *words = text.split() or [""]
    if verb in _BARE and not words:
        return _BARE[verb]
    if verb in (*SLOTS, "rest") and words in ([], [_MONK]):
        return Act(verb, bool(words))
    if verb == "walk" and words:
        return Walk(tuple(space(word).id for word in words))
    if (cards := _parse_cards(verb, words)) is not None:
        return cards
    if verb == "lead" and len(words) == 2:
        return Lead(_number(text, words[0], 5), space(words[1]).id)
    if verb == "back" and words and words[0] in SLOTS and words[1:] in ([], [_MONK]):
        return TakeBack(words[0], bool(words[1:]))
    reading = _READERS.get(verb)
    if reading is not None and len(words) == 1:
        return reading(text, words[0])
    told = (
        parse_group_answer(text, verb, words)
        or parse_character_answer(text, verb, words)
        or parse_scene_answer(verb, words)
    )
    if told is not None:
        return told
    if verb in _VERBS:
        raise Unreadable("answer-word", text, len(text), word=words[-1] if words else verb)
    return parse_answer(text)


def _parse_cards(verb: str, words: list[str]) -> Answer | None:
    if verb == "claim" and len(words) in (2, 3):
        return ClaimCard(*words)
    return TakeBlueprints(tuple(words)) if verb == "blueprints" and words else None


def _is_word(text: str) -> bool:
    return bool(text) and not text.isspace() and len(text.split()) == 1 and text == text.strip()


def _number(text: str, word: str, most: int) -> int:
    if word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= most:
        return int(word)
    raise Unreadable("answer-word", text, text.index(word), word=word)


_READERS: Mapping[str, Callable[[str, str], Answer]] = {
    "start": lambda text, word: DrawnSeat(_number(text, word, 5)),
    "turn": lambda text, word: TurnTile(_number(text, word, 5)),
    "draw": lambda text, word: Drawn(word),
    "monk": lambda text, word: PlaceMonk(word),
    "forge": lambda text, word: ArrangeWeapon(parse_gear(word, GearKind.WEAPON, SYMMETRIC).weapon),
    "lay": lambda text, word: LayDown(space(word).id),
    "join": lambda text, word: Join(space(word).id),
    "place": lambda text, word: ChoosePlace(place(word).id),
    "take": lambda text, word: Take(word),
    "scroll": lambda text, word: TakeScroll(word),
    "replace": lambda text, word: SlotScroll(word),
    "side": lambda text, word: PickSide(word),
    "peek": lambda text, word: LookAt(word),
    "pick": lambda text, word: Pick(space(word).id),
    "use": lambda text, word: Use(word),
    "quiet": lambda text, word: NotBefore(word),
    "flee": lambda text, word: Flee(space(word).id),
    "revive": lambda text, word: Revive(space(word).id),
    "hand-in": lambda text, word: HandInNothing() if word == _NOTHING else HandIn(word),
}

_VERBS = frozenset((*_BARE, *SLOTS, "rest", "walk", "blueprints", "claim", "lead", "back", *_READERS))

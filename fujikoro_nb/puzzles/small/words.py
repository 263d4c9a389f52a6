"""What puzzles on small games call answers, and what they say to each of them."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.engine.makai_fuda.components import LETTERS
from fujikoro_nb.puzzles.small import draw_or_stop, make_win
from fujikoro_nb.puzzles.small.makai import LETTER_OF
from fujikoro_nb.puzzles.small.puzzle import Asks, SmallPuzzle, Worth
from fujikoro_nb.puzzles.small.seats import NAMES
from fujikoro_nb.puzzles.small.things import thing
from fujikoro_nb.texts import decimal, refusal_sentence, say

_KINDS = {letter: kind for kind, letter in LETTER_OF.items()}


def answer_words(puzzle: SmallPuzzle, answer: str, *, language: str) -> str:
    """An answer as a person says it: a monster, a seat, a card, a number of cubes."""
    match puzzle.asks:
        case Asks.WINNER | Asks.BACK:
            return _capital(_monster(answer, language))
        case Asks.LEADER:
            return NAMES[int(answer)]
        case Asks.DRAW | Asks.ONCE:
            return _draw_words(puzzle, answer, language)
        case _:
            return _capital(_card_words(answer, language))


def _draw_words(puzzle: SmallPuzzle, answer: str, language: str) -> str:
    _, _, number = answer.partition(" ")
    if number:
        return _capital(say("fuji99-page.do-draw", language=language, n=int(number)))
    table = draw_or_stop.table_of(puzzle)
    return _capital(say("fuji99-page.do-stop", language=language, floor=table.to))


def _card_words(answer: str, language: str) -> str:
    """``play M>B`` in words."""
    name, _, letter = answer.removeprefix("play ").partition(">")
    card = _card(name, language)
    if letter:
        on = _monster(LETTERS[letter], language)
        return say("makai-page.do-support", language=language, card=card, on=on)
    return say("makai-page.do-play", language=language, card=card)


def _card(name: str, language: str) -> str:
    kind = _monster(_KINDS[name[0]], language)
    return say("makai-page.card", language=language, kind=kind, n=int(name[1:])) if name[1:] else kind


def _monster(kind: str, language: str) -> str:
    return str(thing("makai", kind, language))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def line_words(line: tuple[str, ...], *, language: str) -> str:
    """What is played one after the other, each with the name of its seat."""
    told = []
    for one in line:
        seat, _, answer = one.partition(" ")
        words = _card_words(answer, language)
        told.append(say("small-puzzle.plays", language=language, who=NAMES[int(seat)], what=words))
    return "; ".join(told)


def worth_sentence(puzzle: SmallPuzzle, worth: Worth, *, language: str) -> str:
    """What an answer comes to, in a sentence."""
    if worth.word == "refused":
        refusal = make_win.refusal_of(puzzle, worth.answer)
        assert refusal is not None, "the engine refused it when it was certified"
        return refused(refusal, language=language)
    return say(
        f"small-puzzle.worth-{worth.word}",
        language=language,
        kind=_capital(_monster(worth.kind, language)),
        wants=_monster(puzzle.wants, language),
        who=answer_words(puzzle, worth.answer, language=language),
        n=worth.n,
        floors=decimal(worth.floors, 2, lambda key: say(key, language=language)),
        lost=worth.lost,
        percent=_percent(worth.lost, language),
        line=line_words(worth.line, language=language),
    )


def _percent(fraction: str, language: str) -> str:
    above, _, below = fraction.partition("/")
    share = int(above or 0) / int(below or 1)
    return decimal(100 * share, 1, lambda key: say(key, language=language))


def refused(refusal: Refusal, *, language: str) -> str:
    """Why something may not be played, monsters by their names."""
    data = tuple((name, thing("makai", value, language)) for name, value in refusal.data)
    named = msgspec.structs.replace(refusal, data=data)
    return _capital(refusal_sentence(named, language=language))

"""What is asked, what a check of an answer says and why, and the hints; the prices are those of every puzzle."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, place
from fujikoro_nb.engine.kernel import Event, Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.dragons.book import DragonEntry
from fujikoro_nb.puzzles.dragons.enumerate import Way
from fujikoro_nb.puzzles.dragons.puzzle import DragonCertificate, DragonKind, DragonPuzzle, dragon_name
from fujikoro_nb.puzzles.dragons.questions import judged, question_of, ways_after
from fujikoro_nb.texts import dragon_called, event_sentence, refusal_sentence, say

_KNOWN = frozenset(one.id for one in PLACES)
_TOLD = ("dragon-walks", "dragon-stays", "dragon-attacks")
_NO_WAY = {
    True: ("never-safe", "coop.dragon.never-enters-safe"),
    False: ("never-hidden", "coop.dragon.only-explored-tiles"),
}
"""Why a dragon is never on a safe tile, or on one that is not explored."""
_NARROW = {HintKind.COLOUR: 3, HintKind.CUBE: 2}
"""Answers of which one is right, after the two dear hints."""


def check_dragons(
    puzzle: DragonPuzzle, certificate: DragonCertificate, text: str, *, language: str = "en"
) -> Feedback:
    """What the engine and the enumeration say to an answer. Raises Unreadable for a text that is none."""
    places = text.split()
    if not places or len(places) > len(puzzle.scene.tiles) or not set(places) <= _KNOWN:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    if text in certificate.right:
        return Feedback(Outcome.RIGHT, say(f"dragon-puzzle.right-{puzzle.kind}", language=language))
    refusal = question_of(puzzle).why_not(puzzle, text)
    if refusal is not None:
        named = msgspec.structs.replace(refusal, data=_called(puzzle, refusal.data, language))
        return Feedback(Outcome.ILLEGAL, refusal_sentence(named, language=language), refusal.rule)
    if puzzle.kind == DragonKind.WHERE and text not in puzzle.scene.tiles:
        key, rule = _NO_WAY[place(places[0]).level is None]
        return Feedback(Outcome.ILLEGAL, say(f"dragon-puzzle.{key}", language=language), rule)
    if len(places) != question_of(puzzle).taps(puzzle):
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    return _missed(puzzle, text, language)


def _missed(puzzle: DragonPuzzle, text: str, language: str) -> Feedback:
    """What goes otherwise than asked, as the engine tells it."""
    question = question_of(puzzle)
    every = ways_after(puzzle, text) if puzzle.kind != DragonKind.WHERE else _all_ways(puzzle)
    wrong = [way for way in every if not question.is_right(puzzle, (way,))]
    told = _telling(puzzle, (wrong or list(every))[0])
    if told is None:
        return Feedback(Outcome.NOT_GOAL, say("dragon-puzzle.miss", language=language))
    named = msgspec.structs.replace(told, data=_called(puzzle, told.data, language))
    key = "miss-may" if wrong and len(wrong) < len(every) else "miss-does"
    sentence = say(f"dragon-puzzle.{key}", language=language, told=event_sentence(named, language=language))
    return Feedback(Outcome.NOT_GOAL, sentence, told.rule)


def _all_ways(puzzle: DragonPuzzle) -> tuple[Way, ...]:
    return tuple(way for answer in judged(puzzle) for way in ways_after(puzzle, answer))


def _telling(puzzle: DragonPuzzle, way: Way) -> Event | None:
    """The event that says most: a fight, else the last thing that the dragon in question did."""
    told = [one for one in way.events if one.kind in _TOLD]
    fights = [one for one in told if one.kind == "dragon-attacks"]
    lair = next(at for at, colour in puzzle.scene.dragons.items() if colour == puzzle.colour)
    own = [one for one in told if dict(one.data)["dragon"] == dragon_name(lair)]
    return next(iter((*fights, *reversed(own))), None)


def _called(
    puzzle: DragonPuzzle, data: tuple[tuple[str, int | str], ...], language: str
) -> tuple[tuple[str, int | str], ...]:
    """Dragons by their colours."""
    names = {
        dragon_name(at): dragon_called(f"dragon-{colour}-1", language=language)
        for at, colour in puzzle.scene.dragons.items()
    }
    return tuple((key, names.get(str(value), value)) for key, value in data)


def statement(puzzle: DragonPuzzle, *, language: str = "en") -> str:
    """What is asked, in one sentence (need P1); the map is drawn beside it."""
    dragon = dragon_called(f"dragon-{puzzle.colour}-1", language=language)
    key = f"dragon-puzzle.statement-{puzzle.kind}"
    return say(key, language=language, dragon=dragon, to=puzzle.to, rounds=puzzle.rounds)


def answer_words(puzzle: DragonPuzzle, text: str, *, language: str = "en") -> str:
    """An answer as a person says it: a place, or the dragons one after the other."""
    names = [place_name(at, language=language) for at in text.split()]
    if puzzle.kind != DragonKind.ORDER:
        return ", ".join(names)
    return say("dragon-puzzle.then", language=language).join(
        dragon_called(f"dragon-{puzzle.scene.dragons[at]}-1", language=language)
        if at in puzzle.scene.dragons
        else at
        for at in text.split()
    )


def place_name(at: str, *, language: str = "en") -> str:
    """A place as the map calls it."""
    one = place(at)
    return say(f"map.{one.kind}", language=language, place=one.id, number=one.id.rpartition("-")[2])


def dragon_hint(entry: DragonEntry, kind: HintKind, *, language: str = "en") -> str:
    """The sentence of one hint."""
    puzzle, certificate = entry.puzzle, entry.certificate
    solution = certificate.right[0]
    match kind:
        case HintKind.TECHNIQUE:
            return say(f"dragon-thought.{entry.rated.hardest}", language=language)
        case HintKind.REGION if puzzle.kind == DragonKind.ORDER:
            last = answer_words(puzzle, solution.split()[-1], language=language)
            return say("dragon-puzzle.hint-last", language=language, dragon=last)
        case HintKind.REGION:
            level = place(solution.split()[0]).level
            key = "hint-level" if level else "hint-safe"
            return say(f"dragon-puzzle.{key}", language=language, level=level or "")
        case HintKind.SOLUTION:
            words = answer_words(puzzle, solution, language=language)
            return say("dragon-puzzle.hint-solution", language=language, answer=words)
        case _:
            some = _among(puzzle, certificate, _NARROW[kind])
            names = "; ".join(answer_words(puzzle, one, language=language) for one in some)
            return say("dragon-puzzle.hint-among", language=language, answers=names)


def _among(puzzle: DragonPuzzle, certificate: DragonCertificate, most: int) -> list[str]:
    """A right answer among wrong ones, in the order of the map; the wrong ones always the same."""
    wrong = [answer for answer in judged(puzzle) if answer not in certificate.right]
    near = sorted(wrong, key=lambda one: (sum(map(ord, one + puzzle.id)) % 7, one))[: most - 1]
    return sorted((certificate.right[0], *near))

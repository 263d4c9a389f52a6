"""What a check of an answer says, and the hints."""

from __future__ import annotations

from fujikoro_nb.engine.fuji_99.state import Step
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable
from fujikoro_nb.puzzles.small.makai import MakaiTable
from fujikoro_nb.puzzles.small.puzzle import LEVEL, Asks, SmallEntry, SmallPuzzle, Thought, Worth
from fujikoro_nb.puzzles.small.things import thing
from fujikoro_nb.puzzles.small.words import answer_words, worth_sentence
from fujikoro_nb.texts import say

_AMONG = {HintKind.COLOUR: 3, HintKind.CUBE: 2}
"""Answers of which one is right, after the two dear hints."""


def statement(puzzle: SmallPuzzle, *, language: str) -> str:
    """What is asked, in one sentence; the table stands beside it."""
    kind = thing("makai", puzzle.wants, language)
    return say(f"small-puzzle.asks-{puzzle.asks}{_more(puzzle)}", language=language, kind=kind)


def _more(puzzle: SmallPuzzle) -> str:
    """Of a card, that others play after it; of a single draw, that it may be left."""
    table = puzzle.table
    if puzzle.asks == Asks.PLAY and isinstance(table, MakaiTable):
        return "" if len(table.field.split()) == table.players - 1 else "-open"
    is_more = isinstance(table, FujiTable) and table.step == Step.DETERMINATION
    return "-more" if puzzle.asks == Asks.ONCE and is_more else ""


def check_small(entry: SmallEntry, text: str, *, language: str) -> Feedback:
    """What the engine says to an answer. Raises Unreadable for a text that is none."""
    worth = entry.certificate.of(text)
    if worth is None:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    sentence = worth_sentence(entry.puzzle, worth, language=language)
    return Feedback(_outcome(worth), sentence, worth.rule)


def _outcome(worth: Worth) -> Outcome:
    if worth.is_right:
        return Outcome.RIGHT
    return Outcome.ILLEGAL if worth.word == "refused" else Outcome.NOT_GOAL


def small_hint(entry: SmallEntry, kind: HintKind, *, language: str) -> str:
    """The sentence of one hint."""
    puzzle = entry.puzzle
    match kind:
        case HintKind.TECHNIQUE:
            return say(f"small-thought.{entry.rated.hardest}", language=language)
        case HintKind.REGION:
            return _also(entry, language)
        case HintKind.SOLUTION:
            words = answer_words(puzzle, entry.certificate.right[0].answer, language=language)
            return say("small-puzzle.hint-solution", language=language, answer=words)
        case _:
            some = _among(entry, _AMONG[kind])
            names = "; ".join(answer_words(puzzle, one, language=language) for one in some)
            return say("small-puzzle.hint-among", language=language, answers=names)


def _also(entry: SmallEntry, language: str) -> str:
    """What else has to be thought of, the easiest first."""
    others = [Thought(one) for one in entry.rated.themes if one != entry.rated.hardest]
    if not others:
        return say("small-puzzle.hint-alone", language=language)
    told = sorted(others, key=lambda one: LEVEL[one])
    also = " ".join(say(f"small-thought.{one}", language=language) for one in told)
    return say("small-puzzle.hint-also", language=language, also=also)


def _among(entry: SmallEntry, most: int) -> list[str]:
    """A right answer among wrong ones, in the order in which they are offered; the wrong ones always the same."""
    every = entry.certificate.every
    wrong = [one.answer for one in every if not one.is_right]
    near = sorted(wrong, key=lambda one: (sum(map(ord, one + entry.puzzle.id)) % 7, one))[: most - 1]
    some = {entry.certificate.right[0].answer, *near}
    return [one.answer for one in every if one.answer in some]

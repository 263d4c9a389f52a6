"""What a check of an answer says, its worth in words, and the hints; the prices are those of every puzzle."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.evenings.puzzle import COUNTED, EveningEntry, EveningProof, EveningPuzzle, Judged
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import decimal, say

_PER_CENT = 100
_AMONG = {HintKind.COLOUR: 3, HintKind.CUBE: 2}
"""Answers of which one is right, after the two dear hints."""


def statement(puzzle: EveningPuzzle, *, language: str = "en") -> str:
    """What is asked, in one sentence (need P1); the position is drawn beside it."""
    key = f"evening-puzzle.statement-{puzzle.goal}{'-round' if puzzle.rounds else ''}"
    return say(key, language=language, rounds=puzzle.rounds)


def worth_words(puzzle: EveningPuzzle, judged: Judged, *, language: str = "en") -> str:
    """What an answer comes to: a chance in per cent, or a number on average; that it is refused."""
    if not judged.worth:
        return say("evening-puzzle.refused", language=language)
    worth, spelt = Fraction(judged.worth), partial(say, language=language)
    if puzzle.goal in COUNTED:
        number = decimal(float(worth), 0 if worth.denominator == 1 else 1, spelt)
        return say(f"evening-puzzle.worth-{puzzle.goal}", language=language, worth=number)
    share = worth * _PER_CENT
    number = decimal(float(share), 0 if share.denominator == 1 else 1, spelt)
    return say("evening-puzzle.worth-chance", language=language, worth=number)


def check_evening(entry: EveningEntry, text: str, *, language: str = "en") -> Feedback:
    """What the certificate says to an answer. Raises Unreadable for a text that is none."""
    puzzle, certificate = entry.puzzle, entry.certificate
    if text not in puzzle.choices:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    judged = certificate.answers[text]
    if text in certificate.right:
        worth = worth_words(puzzle, judged, language=language)
        return Feedback(
            Outcome.RIGHT, say("evening-puzzle.right", language=language, worth=worth), judged.rule
        )
    if not judged.worth:
        title = title_of(judged.rule, language=language)
        words = say("evening-puzzle.not-allowed", language=language, rule=title)
        return Feedback(Outcome.ILLEGAL, words, judged.rule)
    worth = worth_words(puzzle, judged, language=language)
    return Feedback(Outcome.NOT_GOAL, say("evening-puzzle.less", language=language, worth=worth), judged.rule)


def evening_hint(entry: EveningEntry, kind: HintKind, *, language: str = "en") -> str:
    """The sentence of one hint; answers are named by whoever shows them."""
    match kind:
        case HintKind.TECHNIQUE:
            return say(f"evening-thought.{entry.rated.hardest}", language=language)
        case HintKind.REGION:
            answers = entry.certificate.answers
            rules = [answers[one].rule for one in (*entry.certificate.right, *answers) if answers[one].rule]
            title = title_of(rules[0], language=language)
            return say("evening-puzzle.hint-rule", language=language, rule=title)
        case _:
            best = entry.certificate.answers[entry.certificate.right[0]]
            words = worth_words(entry.puzzle, best, language=language)
            return say("evening-puzzle.hint-best", language=language, worth=words)


def among(entry: EveningEntry, kind: HintKind) -> tuple[str, ...]:
    """The answers that a hint leaves, in their order: a right one and wrong ones, always the same."""
    certificate, choices = entry.certificate, entry.puzzle.choices
    wrong = [one for one in choices if one not in certificate.right]
    near = sorted(wrong, key=lambda one: (sum(map(ord, one + entry.puzzle.id)) % 7, one))[: _AMONG[kind] - 1]
    return tuple(one for one in choices if one in (certificate.right[0], *near))


def about(entry: EveningEntry, *, language: str = "en") -> str:
    """What the proof says of the puzzle, in a sentence."""
    certificate = entry.certificate
    return say(
        f"evening-puzzle.about-{certificate.proof}",
        language=language,
        answers=len(certificate.right),
        every=len(certificate.answers),
        positions=certificate.positions,
    )


def is_unique(entry: EveningEntry) -> bool:
    """Whether one answer alone is right."""
    return entry.certificate.proof == EveningProof.UNIQUE

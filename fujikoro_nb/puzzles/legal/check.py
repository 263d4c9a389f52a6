"""What a check of an answer says, and the hints, of both kinds of puzzles on actions."""

from __future__ import annotations

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.legal.puzzle import ActCertificate, ActEntry, ActPuzzle, Thought
from fujikoro_nb.rulebook.rules import rules
from fujikoro_nb.rulebook.titles import title_of
from fujikoro_nb.texts import say

YES, NO = "yes", "no"


def answers(puzzle: ActPuzzle) -> tuple[str, ...]:
    """What can be answered: rules where one is asked for, else yes and no."""
    return puzzle.choices or (YES, NO)


def right_answer(puzzle: ActPuzzle, certificate: ActCertificate) -> str:
    """The right one of them."""
    if puzzle.choices:
        return certificate.rule
    return YES if certificate.is_legal else NO


def check_act(entry: ActEntry, text: str, *, language: str) -> Feedback:
    """Whether the answer is what the engine says. Raises Unreadable for a text that is none."""
    puzzle = entry.puzzle
    if text not in answers(puzzle):
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    is_right = text == right_answer(puzzle, entry.certificate)
    rule = entry.certificate.rule
    if puzzle.choices:
        # Another try goes on after a miss: why it is refused must not be told yet.
        key = "forbids-puzzle.right" if is_right else "forbids-puzzle.not-that"
        words = say(key, language=language, rule=title_of(text, language=language))
        return Feedback(Outcome.RIGHT, words, rule) if is_right else Feedback(Outcome.WRONG, words, text)
    words = say(f"legal-puzzle.{'right' if is_right else 'miss'}-{text}", language=language)
    if is_right:
        return Feedback(Outcome.RIGHT, words, rule)
    return Feedback(Outcome.WRONG, words, rule, is_last=True)


def answer_words(puzzle: ActPuzzle, text: str, *, language: str) -> str:
    """An answer as a person says it: a rule by its title."""
    if puzzle.choices:
        return title_of(text, language=language)
    return say(f"legal-puzzle.{text}", language=language)


_AMONG = {HintKind.COLOUR: 3, HintKind.CUBE: 2}
"""Rules of which one is right, after the two dear hints."""


def act_hint(entry: ActEntry, kind: HintKind, *, language: str) -> str:
    """The sentence of one hint."""
    puzzle, certificate = entry.puzzle, entry.certificate
    right = right_answer(puzzle, certificate)
    match kind:
        case HintKind.TECHNIQUE:
            return say(f"act-thought.{entry.rated.hardest}", language=language)
        case HintKind.REGION:
            return _also(entry, language)
        case HintKind.SOLUTION:
            words = answer_words(puzzle, right, language=language)
            return say("legal-puzzle.hint-solution", language=language, answer=words)
        case HintKind.CUBE if not puzzle.choices:
            rule = title_of(certificate.rule, language=language)
            return say("legal-puzzle.hint-rule", language=language, rule=rule)
        case _:
            near = [one for one in puzzle.choices or _beside(certificate.rule) if one != certificate.rule]
            some = (certificate.rule, *near[: _AMONG[kind] - 1])
            titles = sorted(title_of(one, language=language) for one in some)
            return say("legal-puzzle.hint-among", language=language, rules="; ".join(titles))


def _also(entry: ActEntry, language: str) -> str:
    """What else has to be looked at, without what the answer is."""
    told = [one for one in entry.rated.themes if one not in (str(entry.rated.hardest), str(Thought.ALLOWED))]
    if not told:
        return say("legal-puzzle.hint-alone", language=language)
    also = ", ".join(say(f"theme.{one}", language=language) for one in told)
    return say("legal-puzzle.hint-also", language=language, also=also)


def _beside(rule: str) -> list[str]:
    """Rules of the same chapter, those that come next first."""
    chapter = [one.id for one in rules(chapter=rule.partition(".")[0])]
    at = chapter.index(rule) if rule in chapter else 0
    return chapter[at:] + chapter[:at]

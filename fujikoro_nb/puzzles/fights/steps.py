"""How hard a fight puzzle is: thoughts as a person has them, easiest first, and whether they lead to the best.

The proof is the exact solver's; this only measures. A thought that leads away from the best answer is a trap, and a
puzzle that no thought solves has to be counted.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.puzzles.fights.puzzle import FightCertificate, FightPuzzle
from fujikoro_nb.puzzles.fights.questions import GUESS, question_of
from fujikoro_nb.puzzles.fights.thoughts import LEVEL, Thought

_BASE, _PER_LEVEL, _PER_STEP, _TRAP = 800, 150, 40, 100
_CLOSE = ((200, 200), (500, 100), (1000, 50))
"""The nearer the second best, the harder: what is added below so many hundredths of a point."""
_LOWEST, _HIGHEST = 800, 2000
_STARS = (1000, 1250, 1500, 1750)


class FightRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of steps, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


def rate_fight(puzzle: FightPuzzle, certificate: FightCertificate) -> FightRated:
    """The rating and what it rests on."""
    thoughts, traps = think(puzzle, certificate)
    hardest = max(thoughts, key=lambda thought: LEVEL[thought])
    rating = _BASE + _PER_LEVEL * LEVEL[hardest] + _PER_STEP * len(thoughts) + _TRAP * traps
    if certificate.gap is not None:
        rating += next((more for below, more in _CLOSE if certificate.gap < below), 0)
    else:
        share = certificate.value / 100
        rating += 8 * min(share, 100 - share)  # near even is the hardest to guess
    whole = min(_HIGHEST, max(_LOWEST, round(rating / 10) * 10))
    stars = 1 + sum(whole >= star for star in _STARS)
    themes = {str(hardest), question_of(puzzle).theme(puzzle)}
    return FightRated(
        rating=whole,
        difficulty=stars,
        hardest=hardest,
        steps=len(thoughts) + traps,
        themes=tuple(sorted(themes)),
    )


def think(puzzle: FightPuzzle, certificate: FightCertificate) -> tuple[tuple[Thought, ...], int]:
    """The thoughts that lead to a best answer, and how many would have led away."""
    question = question_of(puzzle)
    if question.mode == GUESS:
        return (Thought.ODDS,), 0
    best, left = set(certificate.best), [text for text, _ in certificate.worth]
    thoughts: list[Thought] = []
    traps = 0
    for thought, score in question.thoughts(puzzle):
        values = {text: score(puzzle, text) for text in left}
        top = max(values.values())
        kept = [text for text in left if values[text] == top]
        if len(kept) == len(left):
            continue
        if not best & set(kept):
            traps += 1
            continue
        thoughts.append(thought)
        left = kept
        if set(left) <= best:
            return tuple(thoughts), traps
    return (*thoughts, Thought.COUNT), traps

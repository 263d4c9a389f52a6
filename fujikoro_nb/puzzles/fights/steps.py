"""How hard a fight puzzle is: thoughts as a person has them, easiest first, and whether they lead to the best.

The proof is the exact solver's; this only measures. A thought that leads away from the best answer is a trap, and a
puzzle that no thought solves has to be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.odds import Foe, who_is_first
from fujikoro_nb.puzzles.fights.puzzle import (
    WAIT,
    FightCertificate,
    FightKind,
    FightPuzzle,
    faces,
    samurai_of,
)
from fujikoro_nb.puzzles.fights.scene import Moment, Scene, opened


class Thought(StrEnum):
    """One thought, as a theme and as the first hint."""

    WHOLE = "keep-it-whole"
    HITS = "keep-the-hits"
    WASTE = "waste-nothing"
    FEW = "pay-few-cubes"
    ALL = "roll-all"
    FIRST = "strike-first"
    POINTS = "points-or-peril"
    ODDS = "estimate"
    COUNT = "count-the-odds"


LEVEL = {
    Thought.WHOLE: 0.5,
    Thought.ALL: 0.5,
    Thought.WASTE: 1,
    Thought.FIRST: 1,
    Thought.HITS: 1.5,
    Thought.FEW: 1.5,
    Thought.POINTS: 2,
    Thought.ODDS: 2,
    Thought.COUNT: 3.5,
}
"""How hard a thought is to have. Start values by judgement."""

_BASE, _PER_LEVEL, _PER_STEP, _TRAP = 800, 150, 40, 100
_CLOSE = ((200, 200), (500, 100), (1000, 50))
"""The nearer the second best, the harder: what is added below so many hundredths of a point."""
_LOWEST, _HIGHEST = 800, 2000
_STARS = (1000, 1250, 1500, 1750)


class FightRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of steps, themes (PRODUCT P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


_Score = Callable[[FightPuzzle, str], Fraction] | Callable[[FightPuzzle, str], int]


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
    themes = {str(hardest), _theme(puzzle)}
    return FightRated(
        rating=whole,
        difficulty=stars,
        hardest=hardest,
        steps=len(thoughts) + traps,
        themes=tuple(sorted(themes)),
    )


def _theme(puzzle: FightPuzzle) -> str:
    """What kind of question it is."""
    if puzzle.kind == FightKind.ANSWER:
        return opened(puzzle.scene).asks
    return f"fight-{puzzle.kind}"


def think(puzzle: FightPuzzle, certificate: FightCertificate) -> tuple[tuple[Thought, ...], int]:
    """The thoughts that lead to a best answer, and how many would have led away."""
    if puzzle.kind == FightKind.ODDS:
        return (Thought.ODDS,), 0
    best, left = set(certificate.best), [text for text, _ in certificate.worth]
    thoughts: list[Thought] = []
    traps = 0
    for thought, score in _thoughts(puzzle):
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


def _thoughts(puzzle: FightPuzzle) -> Sequence[tuple[Thought, _Score]]:
    match puzzle.kind:
        case FightKind.WHOM:
            return ((Thought.POINTS, _rough_points),)
        case FightKind.MONK:
            return ((Thought.FIRST, _is_sent), (Thought.HITS, _monk_hits))
        case FightKind.ALLY:
            return ((Thought.HITS, _ally_hits),)
    by_question: dict[str, tuple[tuple[Thought, _Score], ...]] = {
        "lose-cubes": ((Thought.WHOLE, _cubes_left), (Thought.HITS, _hits_left)),
        "repair": ((Thought.WHOLE, _cubes_left), (Thought.HITS, _hits_left)),
        "pay-damage": ((Thought.WASTE, _absorbs), (Thought.FEW, _helmet_cubes)),
        "roll-dice": ((Thought.ALL, _dice),),
    }
    return by_question.get(opened(puzzle.scene).asks, ())


def mean_hits(moment: Moment) -> Fraction:
    """Mean hits of all usable weapons, every die rolled."""
    dice = faces()
    total = Fraction()
    for weapon in usable_weapons(moment.board, moment.state.rulings):
        for letter, count in zip("WMTG", most_dice(moment.board.gear, weapon), strict=True):
            total += Fraction(count * sum(face.hits for face in dice[letter].faces), 6)
    return total


def _after(puzzle: FightPuzzle, text: str) -> Moment:
    moment = opened(puzzle.scene)
    answer: Answer = moment.read(text)
    return moment.after(answer)


def _cubes_left(puzzle: FightPuzzle, text: str) -> int:
    after = _after(puzzle, text)
    return len(after.board.gear.weapon) - (5 if after.asks == "repair" else 0)


def _hits_left(puzzle: FightPuzzle, text: str) -> Fraction:
    return mean_hits(_after(puzzle, text))


def _absorbs(puzzle: FightPuzzle, text: str) -> int:
    return absorption(_after(puzzle, text).board.gear, GearKind.HELMET)


def _helmet_cubes(puzzle: FightPuzzle, text: str) -> int:
    return len(_after(puzzle, text).board.gear.helmet)


def _dice(puzzle: FightPuzzle, text: str) -> int:
    return len(text.split()[-1].replace("-", ""))


def _rough_points(puzzle: FightPuzzle, text: str) -> Fraction:
    """Points times a rough chance: hits a round against health, damage a round against the helmet."""
    if text == WAIT:
        return Fraction(1)
    foe = Foe.parse(text.removeprefix("attack "))
    moment = opened(puzzle.scene)
    hits, tooth = mean_hits(moment), Fraction(sum(face.hits for face in faces()["T"].faces), 6)
    absorbs = absorption(moment.board.gear, GearKind.HELMET)
    ours = foe.health / max(hits, Fraction(1, 2))
    theirs = 1 + absorbs / (tooth * foe.dice)
    if who_is_first(samurai_of(puzzle.scene), foe) != "samurai":
        theirs -= 1
    return foe.points * max(Fraction(0), min(Fraction(1), theirs / (2 * ours)))


def _is_sent(puzzle: FightPuzzle, text: str) -> int:
    return int(text != "keep")


def _monk_hits(puzzle: FightPuzzle, text: str) -> int:
    cube = text.split()[-1]
    return sum(face.hits for face in faces()[cube].faces) if cube in "WMT" else 0


def _ally_hits(puzzle: FightPuzzle, text: str) -> Fraction:
    ally = puzzle.allies[int(text.split()[1]) - 1]
    scene = Scene(foe="99/0/3", weapon=ally.weapon, helmet=ally.helmet)
    return mean_hits(opened(scene))

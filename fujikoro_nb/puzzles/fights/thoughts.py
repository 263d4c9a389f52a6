"""Thoughts about a fight as a person has them: each scores an answer, and the answers that score best are left."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction

from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.odds import Foe, who_is_first
from fujikoro_nb.puzzles.fights.puzzle import WAIT, FightPuzzle, faces, samurai_of
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

Score = Callable[[FightPuzzle, str], Fraction] | Callable[[FightPuzzle, str], int]
"""What an answer scores; what a thought has no number for is left by it."""


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


def cubes_left(puzzle: FightPuzzle, text: str) -> int:
    """Cubes left in the weapon; five fewer where it fell apart."""
    after = _after(puzzle, text)
    return len(after.board.gear.weapon) - (5 if after.asks == "repair" else 0)


def hits_left(puzzle: FightPuzzle, text: str) -> Fraction:
    """Mean hits of what is left."""
    return mean_hits(_after(puzzle, text))


def absorbs(puzzle: FightPuzzle, text: str) -> int:
    """What the helmet still absorbs."""
    return absorption(_after(puzzle, text).board.gear, GearKind.HELMET)


def helmet_cubes(puzzle: FightPuzzle, text: str) -> int:
    """Cubes left on the helmet."""
    return len(_after(puzzle, text).board.gear.helmet)


def dice(puzzle: FightPuzzle, text: str) -> int:
    """Dice rolled."""
    return len(text.split()[-1].replace("-", ""))


def rough_points(puzzle: FightPuzzle, text: str) -> Fraction:
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


def is_sent(puzzle: FightPuzzle, text: str) -> int:
    """Whether a monk goes."""
    return int(text != "keep")


def monk_hits(puzzle: FightPuzzle, text: str) -> int:
    """Hits on the die of a monk's cube."""
    cube = text.split()[-1]
    return sum(face.hits for face in faces()[cube].faces) if cube in "WMT" else 0


def ally_hits(puzzle: FightPuzzle, text: str) -> Fraction:
    """Mean hits of a companion."""
    ally = puzzle.allies[int(text.split()[1]) - 1]
    scene = Scene(foe="99/0/3", weapon=ally.weapon, helmet=ally.helmet)
    return mean_hits(opened(scene))

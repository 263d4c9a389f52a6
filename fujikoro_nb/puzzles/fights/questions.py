"""What puzzles ask of a fight: each kind of question is a value that whoever proves, rates, judges and shows it asks.

Guess the odds; a question of the fight itself (which cube, which repair, which payment, which dice); which dragon to
attack, or to wait; which monk to send; whom to ask along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.odds import Fighter, Foe, Goal, Monk, Situation, Worth, monks_of, solve
from fujikoro_nb.odds.joint import solve_joint
from fujikoro_nb.puzzles.fights.bound import allies_work, dragons_work, monks_work, one_work
from fujikoro_nb.puzzles.fights.puzzle import ALMOST, WAIT, FightKind, FightPuzzle, faces, samurai_of
from fujikoro_nb.puzzles.fights.scene import SEAT, Scene, opened
from fujikoro_nb.puzzles.fights.thoughts import (
    Score,
    Thought,
    absorbs,
    ally_hits,
    cubes_left,
    dice,
    helmet_cubes,
    hits_left,
    is_sent,
    monk_hits,
    rough_points,
)

OPTIONS, ANSWER, GUESS = "options", "answer", "guess"
LEAST_GAP = 150
"""Hundredths of a point by which the best answer has to lead."""
WORTH = Worth(wood=Fraction(1, 4), metal=Fraction(1, 2), tooth=Fraction(3, 4))
"""What lost cubes cost where victory points are weighed: a quarter, half, three quarters of a point."""

Values = list[tuple[str, int]]
"""Every answer with what it is worth."""
Thoughts = Sequence[tuple[Thought, Score]]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of question about a fight."""

    theme: Callable[[FightPuzzle], str]
    """Under which theme it is found."""
    work: Callable[[FightPuzzle], int]
    """The work that its proof takes; a bound, counted and not tried."""
    guess: Callable[[FightPuzzle], int] | None = None
    """What is guessed, in hundredths of a percentage point; None where one of some answers is chosen."""
    values: Callable[[FightPuzzle], Values] = lambda puzzle: []
    """Every answer with what it is worth; a guess has no answers to choose from."""
    thoughts: Callable[[FightPuzzle], Thoughts] = lambda puzzle: ()
    """Thoughts as a person has them, easiest first."""
    is_whole: Callable[[FightPuzzle], bool] = lambda puzzle: True
    """Whether a puzzle holds what is asked about."""
    is_own: bool = False
    """Whether it is the fight's own question, which an answer of the game answers."""
    unit: Literal["win", "points"] = "win"
    """What an answer's value counts: hundredths of fights won in 100, or of victory points."""
    proof: str = "win"
    """The key of the sentence about its proof."""
    almost: int = ALMOST
    """A legal answer that costs no more than this counts as well."""
    least_gap: int = LEAST_GAP
    """By how much the best answer of a drawn puzzle leads."""
    is_exact: bool = True
    """Solved with fractions."""

    @property
    def mode(self) -> Literal["options", "answer", "guess"]:
        """How it is answered: one of some answers, an answer to the fight's own question, or a guess."""
        if self.guess is not None:
            return "guess"
        return "answer" if self.is_own else "options"


def hundredths(chance: float | Fraction) -> int:
    """A chance as hundredths of a percentage point."""
    return round(chance * 10_000)


def _win(puzzle: FightPuzzle) -> int:
    """The chance to win alone, everything played best."""
    odds = solve(samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe), faces(), is_exact=True)
    return hundredths(odds.win)


def _answers(puzzle: FightPuzzle) -> Values:
    """Every answer to the question of the fight: the chance to win if all that follows is played best."""
    moment = opened(puzzle.scene)
    odds = solve(samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe), faces(), is_exact=True)
    decision = odds.decide(Situation.of(moment.state, SEAT, moment.asks))
    return [
        (print_answer(one.answer), hundredths(one.outcome.win))
        for one in decision.alternatives
        if moment.check(one.answer) is None
    ]


def _thoughts_of_answers(puzzle: FightPuzzle) -> Thoughts:
    by_question: dict[str, Thoughts] = {
        "lose-cubes": ((Thought.WHOLE, cubes_left), (Thought.HITS, hits_left)),
        "repair": ((Thought.WHOLE, cubes_left), (Thought.HITS, hits_left)),
        "pay-damage": ((Thought.WASTE, absorbs), (Thought.FEW, helmet_cubes)),
        "roll-dice": ((Thought.ALL, dice),),
    }
    return by_question.get(opened(puzzle.scene).asks, ())


def _dragons(puzzle: FightPuzzle) -> Values:
    """Victory points on average less what the lost cubes are worth; waiting brings nothing and costs nothing."""
    values = [(WAIT, 0)]
    for foe in puzzle.foes:
        read = Foe.parse(foe)
        worth = msgspec.structs.replace(WORTH, points=read.points)
        odds = solve(samurai_of(puzzle.scene), read, faces(), goal=Goal.POINTS, worth=worth, is_exact=True)
        values.append((f"attack {foe}", round(odds.start[0] * 100)))
    return values


def _monks(puzzle: FightPuzzle) -> Values:
    """The chance to win with each monk and cube, and with none."""
    samurai, foe = samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe)
    every: list[Monk | None] = [None, *monks_of(samurai, foe)]
    return [
        (monk_text(monk), hundredths(solve(samurai, foe, faces(), monk=monk, is_exact=True).win))
        for monk in every
    ]


def monk_text(monk: Monk | None) -> str:
    """A monk and its cube as text."""
    if monk is None:
        return "keep"
    return f"send {monk.source} {monk.cube or '-'}"


def _allies(puzzle: FightPuzzle) -> Values:
    """The chance that the dragon falls, with each companion, everybody playing on to the end."""
    samurai, foe = samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe)
    values = []
    for number, ally in enumerate(puzzle.allies, 1):
        other = samurai_of(Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet))
        joint = solve_joint((Fighter(samurai), Fighter(other)), foe, faces())
        values.append((f"ask {number}", hundredths(joint.win)))
    return values


QUESTIONS = {
    FightKind.ODDS: Question(
        guess=_win, theme=lambda puzzle: "fight-odds", work=one_work, proof="odds", almost=0
    ),
    FightKind.ANSWER: Question(
        is_own=True,
        theme=lambda puzzle: opened(puzzle.scene).asks,
        work=one_work,
        values=_answers,
        thoughts=_thoughts_of_answers,
        is_whole=lambda puzzle: opened(puzzle.scene).question is not None,
    ),
    FightKind.WHOM: Question(
        theme=lambda puzzle: "fight-whom",
        work=dragons_work,
        values=_dragons,
        thoughts=lambda puzzle: ((Thought.POINTS, rough_points),),
        is_whole=lambda puzzle: bool(puzzle.foes),
        unit="points",
        proof="points",
        almost=0,
        least_gap=LEAST_GAP // 5,
    ),
    FightKind.MONK: Question(
        theme=lambda puzzle: "fight-monk",
        work=monks_work,
        values=_monks,
        thoughts=lambda puzzle: ((Thought.FIRST, is_sent), (Thought.HITS, monk_hits)),
    ),
    FightKind.ALLY: Question(
        theme=lambda puzzle: "fight-ally",
        work=allies_work,
        values=_allies,
        thoughts=lambda puzzle: ((Thought.HITS, ally_hits),),
        is_whole=lambda puzzle: bool(puzzle.allies),
        proof="joint",
        is_exact=False,
    ),
}
"""Every kind of question; the kinds are tags in links, so they never change."""


def question_of(puzzle: FightPuzzle) -> Question:
    """What a puzzle asks."""
    return QUESTIONS[puzzle.kind]

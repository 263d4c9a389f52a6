"""Puzzles on fights: what is asked, what every answer is worth by the exact solver, and the certificate (PRODUCT P12).

Four kinds: guess the odds; a question of the fight itself (which cube, which repair, which payment, which dice); which
dragon to attack, or to wait; which monk to send, or whom to ask along.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds import Fighter, Foe, Goal, Monk, OddsError, Samurai, Situation, Worth, monks_of, solve
from fujikoro_nb.odds.joint import solve_joint
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.fights.scene import SEAT, Scene, faces_hash, house_dice, opened
from fujikoro_nb.texts import say

MAX_CODE = 1200
MAX_ALTERNATIVES = 60
WITHIN = 500
"""A guess is right within five points (PRODUCT P12); values are hundredths of a point."""
ALMOST = 150
"""A legal answer that costs no more than this counts, and the better one is shown (PRODUCT P5)."""
WAIT = "wait"
WORTH = Worth(wood=Fraction(1, 4), metal=Fraction(1, 2), tooth=Fraction(3, 4))
"""What lost cubes cost where victory points are weighed: a quarter, half, three quarters of a point."""


class FightKind(StrEnum):
    """What is asked."""

    ODDS = "odds"
    ANSWER = "answer"
    WHOM = "whom"
    MONK = "monk"
    ALLY = "ally"


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who could come along."""

    weapon: str
    helmet: str


class FightPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fight and a question about it."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    kind: FightKind
    scene: Scene
    foes: Annotated[tuple[str, ...], msgspec.Meta(max_length=4)] = ()
    """Dragons to choose from."""
    allies: Annotated[tuple[Companion, ...], msgspec.Meta(max_length=4)] = ()


class FightProof(StrEnum):
    """What the solver has shown."""

    ODDS = "odds"
    """The chance itself."""
    BEST = "best"
    """The best answer, and the gap to the second."""


class FightCertificate(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A proof in numbers: hundredths of a percentage point, or of a victory point where dragons are compared.

    It holds for the dice faces with this hash and for no others.
    """

    proof: FightProof
    value: int
    second: int | None = None
    worth: tuple[tuple[str, int], ...] = ()
    """Every answer with its value, the best first."""
    faces: str
    is_exact: bool = True
    """Computed with fractions; False: with floating point, whose error is far below one hundredth."""

    @property
    def best(self) -> tuple[str, ...]:
        """All answers with the best value."""
        return tuple(text for text, value in self.worth if value == self.value)

    @property
    def answers(self) -> int:
        """How many answers are right."""
        return len(self.best) or 1

    @property
    def solution(self) -> str:
        """A right answer as text."""
        return self.best[0] if self.worth else guess_text(round(self.value / 100))

    @property
    def gap(self) -> int | None:
        """How far the second best value lies behind."""
        return None if self.second is None else self.value - self.second

    def value_of(self, text: str) -> int | None:
        """The value of an answer; None when it is none of the legal ones."""
        return dict(self.worth).get(text)


def guess_text(percent: int) -> str:
    """A guess as text."""
    return f"guess {percent}"


def faces() -> dict[str, Die]:
    """The dice by colour, as the solver wants them."""
    return {die.material: die for die in house_dice()}


def holds(certificate: FightCertificate) -> bool:
    """Whether the certificate speaks of the dice in use."""
    return certificate.faces == faces_hash(house_dice())


def certify_fight(puzzle: FightPuzzle) -> FightCertificate | None:
    """The certificate by exact solving, or None when there is nothing to choose. Raises OddsError if too large."""
    if puzzle.kind == FightKind.ODDS:
        odds = solve(samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe), faces(), is_exact=True)
        return FightCertificate(
            proof=FightProof.ODDS, value=_hundredths(odds.win), faces=faces_hash(house_dice())
        )
    values = {
        FightKind.ANSWER: _answers,
        FightKind.WHOM: _dragons,
        FightKind.MONK: _monks,
        FightKind.ALLY: _allies,
    }[puzzle.kind](puzzle)
    if not 2 <= len(values) <= MAX_ALTERNATIVES:
        return None
    ranked = sorted(values, key=lambda one: (-one[1], one[0]))
    best = ranked[0][1]
    second = next((value for _, value in ranked if value < best), None)
    if second is None:
        return None
    return FightCertificate(
        proof=FightProof.BEST,
        value=best,
        second=second,
        worth=tuple(ranked),
        faces=faces_hash(house_dice()),
        is_exact=puzzle.kind != FightKind.ALLY,
    )


def samurai_of(scene: Scene) -> Samurai:
    """The samurai before the fight."""
    return Samurai.of(scene.board)


def _hundredths(chance: float | Fraction) -> int:
    return round(chance * 10_000)


def _answers(puzzle: FightPuzzle) -> list[tuple[str, int]]:
    """Every answer to the question of the fight: the chance to win if all that follows is played best."""
    moment = opened(puzzle.scene)
    odds = solve(samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe), faces(), is_exact=True)
    decision = odds.decide(Situation.of(moment.state, SEAT, moment.asks))
    return [
        (print_answer(one.answer), _hundredths(one.outcome.win))
        for one in decision.alternatives
        if moment.check(one.answer) is None
    ]


def _dragons(puzzle: FightPuzzle) -> list[tuple[str, int]]:
    """Victory points on average less what the lost cubes are worth; waiting brings nothing and costs nothing."""
    values = [(WAIT, 0)]
    for foe in puzzle.foes:
        read = Foe.parse(foe)
        worth = msgspec.structs.replace(WORTH, points=read.points)
        odds = solve(samurai_of(puzzle.scene), read, faces(), goal=Goal.POINTS, worth=worth, is_exact=True)
        values.append((f"attack {foe}", round(odds.start[0] * 100)))
    return values


def _monks(puzzle: FightPuzzle) -> list[tuple[str, int]]:
    """The chance to win with each monk and cube, and with none."""
    samurai, foe = samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe)
    every: list[Monk | None] = [None, *monks_of(samurai, foe)]
    return [
        (monk_text(monk), _hundredths(solve(samurai, foe, faces(), monk=monk, is_exact=True).win))
        for monk in every
    ]


def monk_text(monk: Monk | None) -> str:
    """A monk and its cube as text."""
    if monk is None:
        return "keep"
    return f"send {monk.source} {monk.cube or '-'}"


def _allies(puzzle: FightPuzzle) -> list[tuple[str, int]]:
    """The chance that the dragon falls, with each companion, everybody playing on to the end."""
    samurai, foe = samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe)
    values = []
    for number, ally in enumerate(puzzle.allies, 1):
        other = samurai_of(Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet))
        joint = solve_joint((Fighter(samurai), Fighter(other)), foe, faces())
        values.append((f"ask {number}", _hundredths(joint.win)))
    return values


def fight_statement(puzzle: FightPuzzle, *, language: str = "en") -> str:
    """What is asked, in one sentence (PRODUCT P1); the fight is drawn beside it."""
    if puzzle.kind == FightKind.ANSWER:
        return say(f"fight-puzzle.statement-{opened(puzzle.scene).asks}", language=language)
    return say(f"fight-puzzle.statement-{puzzle.kind}", language=language)


def encode_fight(puzzle: FightPuzzle) -> str:
    """The puzzle as what a link carries (PRODUCT P6)."""
    return to_code(puzzle)


def decode_fight(code: str) -> FightPuzzle:
    """The puzzle of a link, played up to its question. Raises Unreadable."""
    puzzle = from_code(FightPuzzle, code, max_length=MAX_CODE)
    if puzzle is None:
        raise Unreadable("puzzle-code", code, 0)
    return validated_fight(puzzle)


def validated_fight(puzzle: FightPuzzle) -> FightPuzzle:
    """The puzzle itself, when its fight can be. Raises Unreadable."""
    try:
        samurai_of(puzzle.scene).checked()
        moment = opened(puzzle.scene)
        for foe in puzzle.foes:
            Foe.parse(foe)
        for ally in puzzle.allies:
            samurai_of(Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet)).checked()
    except (Illegal, OddsError, ValueError, KeyError) as error:
        raise Unreadable("puzzle-board", puzzle.scene.weapon, 0) from error
    asked = {FightKind.WHOM: puzzle.foes, FightKind.ALLY: puzzle.allies}.get(puzzle.kind, True)
    if not asked or (puzzle.kind == FightKind.ANSWER and moment.question is None):
        raise Unreadable("puzzle-code", puzzle.id, 0)
    return puzzle

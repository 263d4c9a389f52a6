"""A fight puzzle solved, and one out of a link: checked, and small enough to be solved while a page waits."""

from __future__ import annotations

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds import Foe, OddsError
from fujikoro_nb.puzzles.code import from_code
from fujikoro_nb.puzzles.fights.bound import MAX_DICE, MAX_WORK
from fujikoro_nb.puzzles.fights.puzzle import FightCertificate, FightProof, FightPuzzle, samurai_of
from fujikoro_nb.puzzles.fights.questions import question_of
from fujikoro_nb.puzzles.fights.scene import Scene, faces_hash, house_dice, opened

MAX_CODE = 1200
MAX_ALTERNATIVES = 60


def certify_fight(puzzle: FightPuzzle) -> FightCertificate | None:
    """The certificate by exact solving, or None when there is nothing to choose. Raises OddsError if too large."""
    question = question_of(puzzle)
    if question.guess is not None:
        return FightCertificate(
            proof=FightProof.ODDS, value=question.guess(puzzle), faces=faces_hash(house_dice())
        )
    values = question.values(puzzle)
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
        is_exact=question.is_exact,
    )


def is_quickly_proved(puzzle: FightPuzzle) -> bool:
    """Whether the solver needs less than a second for a puzzle that `decode_fight` has read."""
    foes = [Foe.parse(text) for text in (puzzle.scene.foe, *puzzle.foes)]
    return max(foe.dice for foe in foes) <= MAX_DICE and work_of(puzzle) <= MAX_WORK


def work_of(puzzle: FightPuzzle) -> int:
    """The work of all fights that a proof needs; a bound, counted and not tried."""
    return question_of(puzzle).work(puzzle)


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
        opened(puzzle.scene)
        for foe in puzzle.foes:
            Foe.parse(foe)
        for ally in puzzle.allies:
            samurai_of(Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet)).checked()
    except (Illegal, OddsError, ValueError, KeyError) as error:
        raise Unreadable("puzzle-board", puzzle.scene.weapon, 0) from error
    if not question_of(puzzle).is_whole(puzzle):
        raise Unreadable("puzzle-code", puzzle.id, 0)
    return puzzle

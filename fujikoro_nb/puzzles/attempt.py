"""One attempt at a puzzle: hints and their prices, wrong checks, what is left of the worth, and the feedback."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of, column_row, grow
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles.goal import misses
from fujikoro_nb.puzzles.position import craft
from fujikoro_nb.puzzles.prove import Certificate, Proof, value_of
from fujikoro_nb.puzzles.puzzle import Best, Outcome, Puzzle, keeps_given
from fujikoro_nb.puzzles.steps import Rated
from fujikoro_nb.texts import refusal_sentence, say


class HintKind(StrEnum):
    """The ladder of hints, cheapest first (PRODUCT P4)."""

    TECHNIQUE = "technique"
    REGION = "region"
    COLOUR = "colour"
    CUBE = "cube"
    SOLUTION = "solution"


PRICE = {
    HintKind.TECHNIQUE: 2,
    HintKind.REGION: 10,
    HintKind.COLOUR: 15,
    HintKind.CUBE: 30,
    HintKind.SOLUTION: 100,
}
"""Per cent of the puzzle's worth."""

MISS_PRICE = 30
"""Per cent for a wrong check."""
SECOND_BEST = 50
"""Per cent of what is left for a right answer that is not the best one."""


class Hint(msgspec.Struct, frozen=True):
    """What a hint says and the cells it shows; ``cubes`` are (column, row, letter) to lay down."""

    kind: HintKind
    sentence: str
    cells: tuple[tuple[int, int], ...] = ()
    cubes: tuple[tuple[int, int, str], ...] = ()


class Feedback(msgspec.Struct, frozen=True):
    """What a check says: outcome, sentence, the rule it rests on, and the cells it is about (PRODUCT P5)."""

    outcome: Outcome
    sentence: str
    rule: str = ""
    marks: Mask = 0

    @property
    def is_right(self) -> bool:
        """Whether the puzzle is solved by this."""
        return self.outcome in (Outcome.RIGHT, Outcome.RIGHT_BUT)


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hints taken, wrong checks made, and how it ended: empty while it goes on."""

    hints: tuple[HintKind, ...] = ()
    misses: int = 0
    ended: str = ""

    @property
    def worth(self) -> int:
        """Per cent of the puzzle's worth that a right check brings now, 0-100."""
        price = sum(PRICE[hint] for hint in self.hints) + MISS_PRICE * self.misses
        left = max(0, 100 - price)
        return left * SECOND_BEST // 100 if self.ended == Outcome.RIGHT_BUT else left


def with_hint(attempt: Attempt, hint: HintKind) -> Attempt:
    """The attempt with a hint taken; the same hint is paid once, the solution ends it."""
    if hint in attempt.hints:
        return attempt
    ended = "shown" if hint == HintKind.SOLUTION and not attempt.ended else attempt.ended
    return msgspec.structs.replace(attempt, hints=(*attempt.hints, hint), ended=ended)


def with_check(attempt: Attempt, feedback: Feedback) -> Attempt:
    """The attempt after a check; once it has ended nothing changes any more."""
    if attempt.ended:
        return attempt
    if feedback.is_right:
        return msgspec.structs.replace(attempt, ended=str(feedback.outcome))
    return msgspec.structs.replace(attempt, misses=attempt.misses + 1)


def solution_of(puzzle: Puzzle, certificate: Certificate) -> Layout:
    """The answer that the certificate carries."""
    position = puzzle.position
    return parse_gear(certificate.solution, position.kind, position.limits).layout(position.kind)


def hint(
    puzzle: Puzzle, certificate: Certificate, rated: Rated, kind: HintKind, *, language: str = "en"
) -> Hint:
    """The text and the cells of one hint."""
    given = puzzle.position.layout
    new = solution_of(puzzle, certificate).without(given.occupied)
    match kind:
        case HintKind.TECHNIQUE:
            return Hint(kind, say(f"technique.{rated.hardest}", language=language))
        case HintKind.REGION:
            near = grow(new.occupied) & puzzle.position.area & ~given.occupied
            return Hint(kind, say("puzzle.hint-region", language=language), _places(near))
        case HintKind.COLOUR:
            return _colour(new, language)
        case HintKind.CUBE:
            cell, cube = next(iter(new))
            column, row = column_row(cell)
            word = say(f"word.{cube}", language=language)
            sentence = say("puzzle.hint-cube", language=language, cube=word, row=row, column=column)
            return Hint(kind, sentence, ((column, row),), ((column, row, str(cube)),))
        case HintKind.SOLUTION:
            cubes = tuple((*column_row(cell), str(cube)) for cell, cube in new)
            sentence = say("puzzle.hint-solution", language=language)
            return Hint(kind, sentence, _places(new.occupied), cubes)


def _colour(new: Layout, language: str) -> Hint:
    """The row of the rarest cube: half of a place."""
    rarest = min(new.cubes, key=lambda material: (new.cubes.count(material), material))
    row = next(column_row(cell)[1] for cell, cube in new if cube == rarest)
    word = say(f"word.{rarest}", language=language)
    return Hint(HintKind.COLOUR, say("puzzle.hint-colour", language=language, cube=word, row=row))


def _places(mask: Mask) -> tuple[tuple[int, int], ...]:
    return tuple(column_row(cell) for cell in cells_of(mask))


def check(puzzle: Puzzle, certificate: Certificate, layout: Layout, *, language: str = "en") -> Feedback:
    """What the engine and the goal say to a drawing."""
    position = puzzle.position
    if not keeps_given(puzzle, layout):
        sentence = say("puzzle.given-moved", language=language)
        return Feedback(Outcome.NOT_GOAL, sentence, marks=position.layout.occupied)
    crafted = craft(position, layout)
    if crafted.refusal is not None:
        sentence = refusal_sentence(crafted.refusal, language=language)
        return Feedback(Outcome.ILLEGAL, sentence, crafted.refusal.rule, crafted.marks)
    missing = misses(puzzle.goal, position, crafted)
    if missing:
        return Feedback(Outcome.NOT_GOAL, missing[0].sentence(language=language), missing[0].rule)
    if puzzle.uses_all and crafted.backpack:
        sentence = say("puzzle.cubes-left", language=language, n=len(crafted.backpack))
        return Feedback(Outcome.NOT_GOAL, sentence)
    return _right(puzzle, certificate, layout, language)


def _right(puzzle: Puzzle, certificate: Certificate, layout: Layout, language: str) -> Feedback:
    if certificate.proof == Proof.BEST and certificate.value is not None:
        value = value_of(puzzle, layout)
        if value != certificate.value:
            key = "puzzle.better-cubes" if puzzle.best == Best.CUBES else "puzzle.better-initiative"
            sentence = say(key, language=language, value=value, best=certificate.value)
            return Feedback(Outcome.RIGHT_BUT, sentence, marks=0)
        return Feedback(Outcome.RIGHT, say("puzzle.right-best", language=language))
    key = f"puzzle.right-{certificate.proof}"
    return Feedback(Outcome.RIGHT, say(key, language=language, answers=certificate.answers))


def in_hand(puzzle: Puzzle, layout: Layout) -> Cubes:
    """The cubes that a drawing leaves in the hand."""
    placed = layout.cubes.surplus_over(puzzle.position.layout.cubes)
    return puzzle.position.cubes.surplus_over(placed)

"""What a check of a drawing says, and what a hint shows; the prices are those of every puzzle."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of, column_row, grow
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind, Outcome
from fujikoro_nb.puzzles.crafting.goal import misses
from fujikoro_nb.puzzles.crafting.position import craft
from fujikoro_nb.puzzles.crafting.prove import Certificate, Proof, value_of
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, keeps_given
from fujikoro_nb.puzzles.crafting.steps import Rated
from fujikoro_nb.texts import refusal_sentence, say


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

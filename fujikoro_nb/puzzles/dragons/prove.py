"""A puzzle on the dragons' step enumerated, and one out of a link: checked, small enough to be played out."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, PlaceKind, place
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles.code import from_code
from fujikoro_nb.puzzles.dragons.enumerate import TooMany
from fujikoro_nb.puzzles.dragons.puzzle import DragonCertificate, DragonKind, DragonProof, DragonPuzzle
from fujikoro_nb.puzzles.dragons.questions import judged

MAX_CODE = 1200
_TO = (DragonKind.LURE, DragonKind.ORDER, DragonKind.CHOICE)
"""Questions about a tile."""
_PLACES = frozenset(one.id for one in PLACES)
_SPACES = frozenset(one.id for one in SPACES)


def right_answers(puzzle: DragonPuzzle, rulings: Rulings = ADOPTED) -> tuple[tuple[str, ...], int]:
    """The right answers, and how many there are to choose from. Raises TooMany."""
    every = judged(puzzle, rulings)
    return tuple(answer for answer, is_right in every.items() if is_right), len(every)


def certify_dragons(puzzle: DragonPuzzle) -> DragonCertificate | None:
    """The certificate by playing out every answer; None when there is nothing to choose, or nothing sure."""
    try:
        right, answers = right_answers(puzzle)
    except TooMany:
        return None
    if not right or len(right) == answers:
        return None
    if puzzle.kind == DragonKind.WHERE and len(right) > 1:
        return None  # it could be here or there: no answer is sure
    proof = DragonProof.UNIQUE if len(right) == 1 else DragonProof.ANY
    return DragonCertificate(proof=proof, right=right, answers=answers)


def decode_dragons(code: str) -> DragonPuzzle:
    """The puzzle of a link, its scene laid out. Raises Unreadable."""
    puzzle = from_code(DragonPuzzle, code, max_length=MAX_CODE)
    if puzzle is None:
        raise Unreadable("puzzle-code", code, 0)
    return validated_dragons(puzzle)


def validated_dragons(puzzle: DragonPuzzle) -> DragonPuzzle:
    """The puzzle itself, when its scene can be. Raises Unreadable."""
    scene = puzzle.scene
    known = {one for one in scene.tiles if one in _PLACES and place(one).kind == PlaceKind.VOLCANO}
    colours = list(scene.dragons.values())
    is_whole = (
        len(known) == len(scene.tiles)
        and set(scene.samurai) <= _SPACES
        and set(scene.dragons) <= known
        and set(scene.tokens) <= set(scene.dragons)
        and len(set(colours)) == len(colours)
        and puzzle.colour in colours
        and (not puzzle.to or puzzle.to in known)
        and bool(puzzle.to) == (puzzle.kind in _TO)
    )
    if not is_whole:
        raise Unreadable("puzzle-code", puzzle.id, 0)
    try:
        right_answers(puzzle)
    except (Illegal, TooMany) as error:
        raise Unreadable("puzzle-code", puzzle.id, 0) from error
    return puzzle

"""A solver that works as a person does: rule out places for the cards, easiest thought first.

It does not find answers that the proof would not; it measures how hard they are to find. Its techniques are the
puzzle's themes, the hardest one and the number of steps make the start rating (needs P3, P6).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from itertools import combinations, product

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, cells_of, column_row, grow, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import places, turns
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles.crafting.prove import Certificate, agree, answers
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle


class Technique(StrEnum):
    """One thought that brings a solver on, the easiest first."""

    FIT = "fit"
    """The cards can lie in only a few places, and looking at them is enough."""
    ANCHOR = "only-place"
    """A cube that is not in the hand has to be one that lies there already."""
    COUNT = "count-the-hand"
    """A place that asks for more cubes of a kind than the hand holds."""
    TURN = "one-orientation"
    """Only one quarter turn of the card is left."""
    WOOD = "least-wood"
    """Wood that no card asks for makes the weapon usable."""
    CONNECT = "connect"
    """The cubes that are left have to join the pieces."""
    CROSS = "cross-the-line"
    """The weapon has to reach over the line between the parts."""
    STRETCH = "stretch"
    """Every loose cube makes the weapon longer."""
    SHARED = "shared-cells"
    """One cube serves two cards."""
    SAVE = "save-cubes"
    """Several answers work; one of them needs fewer cubes."""
    TRIAL = "trial"
    """No thought decides; the places that are left have to be tried."""


LEVEL = {
    Technique.FIT: 0,
    Technique.ANCHOR: 0.5,
    Technique.COUNT: 1,
    Technique.TURN: 1.5,
    Technique.WOOD: 2,
    Technique.CONNECT: 2.5,
    Technique.CROSS: 2.5,
    Technique.STRETCH: 3,
    Technique.SHARED: 3.5,
    Technique.SAVE: 4,
    Technique.TRIAL: 4.5,
}
"""How hard a technique is to see. Start values by judgement; the ladder's results would move ratings, not these."""

_BASE, _PER_LEVEL, _PER_STEP = 800, 150, 40
_LOWEST, _HIGHEST = 800, 2000
_STARS = (1000, 1250, 1500, 1750)


class Step(msgspec.Struct, frozen=True):
    """One thought: the technique, the card it is about, and how many places it rules out."""

    technique: Technique
    card: str = ""
    ruled_out: int = 0


class Rated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How hard a puzzle is: start rating 800-2000, difficulty 1-5, hardest technique, number of steps, themes."""

    rating: int
    difficulty: int
    hardest: Technique
    steps: int
    themes: tuple[str, ...]


class _Board(msgspec.Struct, frozen=True):
    """What the solver has in mind: the puzzle, and the places still open to each card."""

    puzzle: Puzzle
    given: Layout
    spots: tuple[tuple[Layout, ...], ...]

    def loose(self, spot: Layout) -> int:
        """Cubes of the hand that this place leaves over."""
        return len(self.puzzle.position.cubes) - len(self.given | spot) + len(self.given)


_Filter = Callable[[_Board, int, Layout], bool]


def solve(puzzle: Puzzle) -> tuple[Step, ...]:
    """The thoughts in the order in which a person would have them; the puzzle must have an answer."""
    board = _start(puzzle)
    steps: list[Step] = []
    while (thought := _next(board)) is not None:
        board, step = thought
        steps.append(step)
        steps.extend(_turn_step(puzzle, board, step))
    steps.extend(_last_steps(board))
    return tuple(steps) or (Step(Technique.FIT),)


def rate(puzzle: Puzzle, certificate: Certificate) -> Rated:
    """Rating, difficulty and themes."""
    steps = solve(puzzle)
    hardest = max((step.technique for step in steps), key=lambda technique: LEVEL[technique])
    # every cube that has to be put down is a step as well
    placed = len(
        parse_gear(certificate.solution, puzzle.position.kind, puzzle.position.limits).layout(
            puzzle.position.kind
        )
    ) - len(puzzle.position.layout)
    count = len(steps) + placed
    rating = _BASE + _PER_LEVEL * LEVEL[hardest] + _PER_STEP * (count - 2)
    rating = int(round(min(_HIGHEST, max(_LOWEST, rating)), -1))
    difficulty = 1 + sum(rating >= star for star in _STARS)
    return Rated(
        rating=rating, difficulty=difficulty, hardest=hardest, steps=count, themes=_themes(puzzle, steps)
    )


def _themes(puzzle: Puzzle, steps: tuple[Step, ...]) -> tuple[str, ...]:
    found = {str(step.technique) for step in steps}
    found.add(str(puzzle.position.kind))
    if puzzle.goal.hands == 2:
        found.add("two-handed")
    if len(puzzle.position.cards) > 1:
        found.add("two-cards")
    return tuple(sorted(found))


def _start(puzzle: Puzzle) -> _Board:
    position = puzzle.position
    given = position.layout
    cards = position.cards if puzzle.goal.match else ()
    spots = tuple(
        tuple(spot.cubes for spot in places(card.layout, position.area) if agree(given, spot.cubes))
        for card in cards
    )
    return _Board(puzzle, given, spots)


def _next(board: _Board) -> tuple[_Board, Step] | None:
    """The easiest thought that rules a place out."""
    for technique, keeps in _FILTERS:
        for index, spots in enumerate(board.spots):
            kept = tuple(spot for spot in spots if keeps(board, index, spot))
            if len(kept) < len(spots) and kept:
                changed = (*board.spots[:index], kept, *board.spots[index + 1 :])
                card = board.puzzle.position.cards[index].id
                return (
                    msgspec.structs.replace(board, spots=changed),
                    Step(technique, card, len(spots) - len(kept)),
                )
    return None


def _turn_step(puzzle: Puzzle, board: _Board, step: Step) -> tuple[Step, ...]:
    """A thought that leaves a card one quarter turn is seen as such, once."""
    index = next(i for i, card in enumerate(puzzle.position.cards) if card.id == step.card)
    pattern = puzzle.position.cards[index].layout
    before, after = len(turns(pattern)), _turns_left(board.spots[index])
    if before > 1 and after == 1 and step.technique in (Technique.ANCHOR, Technique.COUNT):
        return (Step(Technique.TURN, step.card),)
    return ()


def _turns_left(spots: tuple[Layout, ...]) -> int:
    return len({_corner(spot) for spot in spots})


def _corner(spot: Layout) -> frozenset[tuple[int, int, str]]:
    places_ = [(*column_row(cell), str(cube)) for cell, cube in spot]
    left, top = min(place[0] for place in places_), min(place[1] for place in places_)
    return frozenset((column - left, row - top, cube) for column, row, cube in places_)


def _has_anchor(board: _Board, index: int, spot: Layout) -> bool:
    """A material that the hand lacks has to lie there already."""
    lacking = [material for material in MATERIALS if not board.puzzle.position.cubes.count(material)]
    new = spot.without(board.given.occupied).cubes
    return not any(new.count(material) for material in lacking)


def _is_affordable(board: _Board, index: int, spot: Layout) -> bool:
    return board.puzzle.position.cubes.covers(spot.without(board.given.occupied).cubes)


def _can_connect(board: _Board, index: int, spot: Layout) -> bool:
    position = board.puzzle.position
    if position.kind != GearKind.WEAPON:
        return True
    return _gap(board.given.occupied | spot.occupied, _allowed_pieces(board.puzzle)) <= board.loose(spot)


def _allowed_pieces(puzzle: Puzzle) -> int:
    return 2 if puzzle.position.is_unlocked and puzzle.goal.hands != 2 else 1


def _gap(occupied: Mask, allowed: int) -> int:
    """Cubes that it takes at least to join the pieces until no more than ``allowed`` are left."""
    found = [tuple(column_row(cell) for cell in cells_of(piece)) for piece in pieces(occupied)]
    if len(found) <= allowed:
        return 0
    between = sorted(
        (min(abs(a[0] - b[0]) + abs(a[1] - b[1]) - 1 for a, b in product(one, other)), i, j)
        for (i, one), (j, other) in combinations(enumerate(found), 2)
    )
    group = list(range(len(found)))
    total, left = 0, len(found)
    for distance, i, j in between:
        if left > allowed and group[i] != group[j]:
            total, left = total + distance, left - 1
            group = [group[i] if member == group[j] else member for member in group]
    return total


def _can_cross(board: _Board, index: int, spot: Layout) -> bool:
    """For a two-handed weapon the cubes reach the other part, or enough are left over to do so."""
    if board.puzzle.goal.hands != 2:
        return True
    area = board.puzzle.position.limits.weapon
    occupied = board.given.occupied | spot.occupied
    if occupied & area.left and occupied & area.right:
        return True
    columns = [column_row(cell)[0] for cell in cells_of(occupied)]
    missing = (
        area.left_columns + 1 - max(columns) if occupied & area.left else min(columns) - area.left_columns
    )
    return missing <= board.loose(spot)


def _shares(board: _Board, index: int, spot: Layout) -> bool:
    """Both cards together cost no more than the hand holds."""
    if len(board.spots) < 2:
        return True
    hand = board.puzzle.position.cubes
    others = [spots for other, spots in enumerate(board.spots) if other != index]
    return any(
        all(agree(one, two) for one, two in combinations((spot, *partners), 2))
        and hand.covers(_union((spot, *partners)).without(board.given.occupied).cubes)
        for partners in product(*others)
    )


def _union(layouts: tuple[Layout, ...]) -> Layout:
    total = Layout()
    for layout in layouts:
        total = total | layout
    return total


_FILTERS: tuple[tuple[Technique, _Filter], ...] = (
    (Technique.ANCHOR, _has_anchor),
    (Technique.COUNT, _is_affordable),
    (Technique.CONNECT, _can_connect),
    (Technique.CROSS, _can_cross),
    (Technique.SHARED, _shares),
)


def _last_steps(board: _Board) -> list[Step]:
    """What is left when no place can be ruled out: loose cubes to place, values to compare, places to try."""
    puzzle = board.puzzle
    right = answers(puzzle)
    fitting = [combo for combo in product(*board.spots) if right and _holds_all(right[0], combo)]
    loose = len(right[0]) - len(board.given | _union(fitting[0])) if fitting else 0
    steps = []
    if loose and puzzle.position.kind == GearKind.WEAPON:
        steps.extend(_loose_steps(puzzle, right))
    if puzzle.best == Best.CUBES:
        steps.append(Step(Technique.SAVE))
    if puzzle.best == Best.INITIATIVE:
        steps.append(Step(Technique.STRETCH))
    combos = [combo for combo in product(*board.spots) if _is_possible(board, combo)]
    open_ = len(combos)
    good = sum(1 for combo in combos if any(_holds_all(layout, combo) for layout in right))
    if good and open_ > good:
        steps.extend([Step(Technique.TRIAL)] * min(6, math.ceil(math.log2(open_ / good))))
    return steps


def _is_possible(board: _Board, combo: tuple[Layout, ...]) -> bool:
    """No two cards ask for different cubes on a cell, and the hand pays for all of them together."""
    if not all(agree(one, other) for one, other in combinations(combo, 2)):
        return False
    return board.puzzle.position.cubes.covers(_union(combo).without(board.given.occupied).cubes)


def _holds_all(layout: Layout, combo: tuple[Layout, ...]) -> bool:
    return all(layout.only(spot.occupied) == spot for spot in combo)


def _loose_steps(puzzle: Puzzle, right: tuple[Layout, ...]) -> list[Step]:
    steps = [Step(Technique.CONNECT)]
    if puzzle.goal.hands == 2:
        steps.append(Step(Technique.CROSS))
    if puzzle.goal.usable and puzzle.position.cubes.wood:
        steps.append(Step(Technique.WOOD))
    return steps


def region(puzzle: Puzzle, solution: Layout) -> tuple[Cell, ...]:
    """The cells among which the cubes of the hand go: those of the answer and their free neighbours."""
    new = solution.occupied & ~puzzle.position.layout.occupied
    near = grow(new) & puzzle.position.area & ~puzzle.position.layout.occupied
    return tuple(cells_of(near))

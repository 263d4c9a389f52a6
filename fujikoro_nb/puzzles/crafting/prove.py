"""Proofs: all answers of a puzzle, by search, and the certificate that follows from them (need P2)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, product

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, cells_of, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import places, turns
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import initiative
from fujikoro_nb.puzzles.crafting.position import Position, craft
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, is_answer

MAX_ANSWERS = 400
"""A puzzle with more answers is none; the search stops there."""
MAX_LOOSE = 4
"""Cubes that no card asks for; with more the search would take minutes."""


MAX_LAYERS = 20_000
MAX_CHECKED = 60_000
"""Drawings that one search looks at: some seconds; no puzzle of ours needs a tenth of it."""


class TooManyAnswers(ValueError):
    """The search was stopped: the puzzle leaves too much open."""


class Proof(StrEnum):
    """What the search has shown."""

    UNIQUE = "unique"
    """One answer, up to turning and shifting the whole when nothing is given."""
    ANY = "any"
    """Several answers, each counts the same."""
    BEST = "best"
    """Answers are measured; the best value and the gap to the second are stated."""


class Certificate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A proof in numbers. ``answers`` counts the right ones, for ``best`` those with the best value."""

    proof: Proof
    answers: int
    solution: str
    """One of the answers, in gear notation."""
    value: int | None = None
    second: int | None = None
    """The next best value; None when there is no other."""

    @property
    def gap(self) -> int | None:
        """How far the second best value lies behind the best."""
        return None if self.value is None or self.second is None else abs(self.value - self.second)


def certify(puzzle: Puzzle, *, most: int = MAX_ANSWERS) -> Certificate | None:
    """The certificate, or None when the puzzle has no answer. Raises TooManyAnswers beyond ``most`` drawings."""
    if puzzle.best is not None:
        return _certify_best(puzzle, most)
    found = answers(puzzle, most=most)
    if not found:
        return None
    shapes = {canonical(puzzle.position, layout) for layout in found}
    proof = Proof.UNIQUE if len(shapes) == 1 else Proof.ANY
    return Certificate(proof=proof, answers=len(shapes), solution=_text(puzzle, found[0]))


def _certify_best(puzzle: Puzzle, most: int) -> Certificate | None:
    values: dict[int, list[Layout]] = {}
    for layout in answers(puzzle, most=most):
        values.setdefault(value_of(puzzle, layout), []).append(layout)
    if not values:
        return None
    order = sorted(values, reverse=puzzle.best == Best.INITIATIVE)
    best = values[order[0]]
    return Certificate(
        proof=Proof.BEST,
        answers=len({canonical(puzzle.position, layout) for layout in best}),
        solution=_text(puzzle, best[0]),
        value=order[0],
        second=order[1] if len(order) > 1 else None,
    )


def value_of(puzzle: Puzzle, layout: Layout) -> int:
    """The number by which right answers are compared: cubes from the hand, or initiative."""
    if puzzle.best == Best.CUBES:
        return len(layout) - len(puzzle.position.layout)
    return initiative(craft(puzzle.position, layout).gear, puzzle.position.limits)


def answers(puzzle: Puzzle, *, most: int = MAX_ANSWERS) -> tuple[Layout, ...]:
    """All answers; when cubes are saved, those of which no cube is superfluous. Raises TooManyAnswers."""
    hand = puzzle.position.cubes
    if puzzle.uses_all:
        return tuple(_answers_with(puzzle, hand, most))
    found: list[Layout] = []
    for size in range(len(hand) + 1):
        for used in _heaps(hand, size):
            for layout in _answers_with(puzzle, used, most):
                if not any(_holds(layout, smaller) for smaller in found):
                    found.append(layout)
                    _bound(found, most)
    return tuple(found)


def _holds(layout: Layout, smaller: Layout) -> bool:
    return layout.only(smaller.occupied) == smaller


def _bound(found: list[Layout], most: int) -> None:
    if len(found) > most:
        raise TooManyAnswers


def _heaps(hand: Cubes, size: int) -> Iterator[Cubes]:
    """Every heap of this size out of the hand."""
    for wood, metal in product(range(hand.wood + 1), range(hand.metal + 1)):
        tooth = size - wood - metal
        if 0 <= tooth <= hand.tooth:
            yield Cubes(wood, metal, tooth)


def _answers_with(puzzle: Puzzle, used: Cubes, bound: int) -> list[Layout]:
    """Answers that place exactly these cubes: the cards first, then whatever is left, on every set of cells."""
    position = puzzle.position
    given, area = position.layout, position.area
    most = _most_pieces(puzzle)
    seen: set[Layout] = set()
    found: list[Layout] = []
    checked = 0
    for start in _with_cards(puzzle, given, area):
        placed = start.cubes - given.cubes
        if not used.covers(placed):
            continue
        loose = used - placed
        if len(loose) > MAX_LOOSE:
            raise TooManyAnswers
        for layout in _with_loose(start, loose, area, most):
            if layout not in seen:
                seen.add(layout)
                checked += 1
                if checked > MAX_CHECKED:
                    raise TooManyAnswers
                if is_answer(puzzle, layout):
                    found.append(layout)
                    _bound(found, bound)
    return found


def _with_cards(puzzle: Puzzle, given: Layout, area: Mask) -> Iterator[Layout]:
    """The given cubes with every card laid somewhere, each union once."""
    layers = {given}
    if puzzle.goal.match:
        for card in puzzle.position.cards:
            spots = [placement.cubes for placement in places(card.layout, area)]
            layers = {layer | spot for layer in layers for spot in spots if agree(layer, spot)}
            if len(layers) > MAX_LAYERS:
                raise TooManyAnswers
    yield from sorted(layers, key=lambda layout: (len(layout), layout.wood, layout.metal, layout.tooth))


def agree(one: Layout, other: Layout) -> bool:
    """Whether two layouts ask for no different cubes on one cell."""
    both = one.occupied & other.occupied
    return one.only(both) == other.only(both)


def _most_pieces(puzzle: Puzzle) -> int:
    """More connected pieces than this are never an answer (craft.weapon.two-max, craft.weapon.connected)."""
    position = puzzle.position
    if position.kind != GearKind.WEAPON:
        return position.area.bit_count()
    return 1 if not position.is_unlocked or puzzle.goal.hands == 2 else 2


def _with_loose(start: Layout, loose: Cubes, area: Mask, most: int) -> Iterator[Layout]:
    free = tuple(cells_of(area & ~start.occupied))
    for chosen in combinations(free, len(loose)):
        occupied = start.occupied | sum(1 << cell for cell in chosen)
        if len(pieces(occupied)) <= most:
            yield from _coloured(start, chosen, loose)


def _coloured(start: Layout, cells: tuple[Cell, ...], cubes: Cubes) -> Iterator[Layout]:
    """Every way to put these cubes on these cells."""
    if not cells:
        yield start
        return
    for material in MATERIALS:
        if cubes.count(material):
            rest = cubes - Cubes.one(Material(material))
            yield from _coloured(start.with_cube(cells[0], material), cells[1:], rest)


def canonical(position: Position, layout: Layout) -> Layout:
    """The same for answers that count as one: turned and shifted wholes where nothing is given."""
    if position.given.strip(".:/|"):
        return layout
    if position.kind == GearKind.WEAPON and position.is_unlocked:
        return layout  # the line between the parts does not turn with the cubes
    return min((turn.layout for turn in turns(layout)), key=lambda turn: (turn.wood, turn.metal, turn.tooth))


def _text(puzzle: Puzzle, layout: Layout) -> str:
    position = puzzle.position
    gear = craft(position, layout).gear
    return print_gear(gear, position.kind, position.limits)

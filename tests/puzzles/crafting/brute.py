"""Puzzles answered by trying everything: the oracle for small ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, cells_of
from fujikoro_nb.engine.fujikoro.gear.hand import placements_of_hand
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, initiative
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.position import craft
from fujikoro_nb.puzzles.crafting.prove import canonical
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, is_answer


def brute_force(puzzle: Puzzle) -> frozenset[Layout]:
    """All answers that use the whole hand, found without looking at cards or pieces."""
    position = puzzle.position
    free = tuple(cells_of(position.area & ~position.layout.occupied))
    return frozenset(
        layout
        for chosen in combinations(free, len(position.hand))
        for layout in _coloured(position.layout, chosen, position.cubes)
        if is_answer(puzzle, layout)
    )


def _coloured(start: Layout, cells: tuple[Cell, ...], cubes: Cubes) -> Iterator[Layout]:
    """Every way to put these cubes on these cells."""
    if not cells:
        yield start
        return
    for material in MATERIALS:
        if cubes.count(material):
            yield from _coloured(start.with_cube(cells[0], material), cells[1:], cubes - Cubes.one(material))


def drawings(entry: CraftingEntry) -> int:
    """How many ways the hand can be laid, legal or not: free cells times the orders of its cubes."""
    position = entry.puzzle.position
    free = position.area.bit_count() - len(position.layout)
    ways, left = comb(free, len(position.hand)), len(position.hand)
    for count in Counter(position.hand).values():
        ways, left = ways * comb(left, count), left - count
    return ways


def by_the_engine(puzzle: Puzzle) -> frozenset[Layout]:
    """All answers of which no cube is superfluous, by the engine's own search for placements."""
    position = puzzle.position
    cards = [card for card in house_pack().gear_cards if card.id in {offer.id for offer in position.cards}]
    added = placements_of_hand(
        Gear().with_layout(position.kind, position.layout),
        position.kind,
        position.cubes,
        cards,
        position.limits,
        is_unlocked=position.is_unlocked,
        is_usable=bool(puzzle.goal.usable),
        only_fewest=False,
    )
    return frozenset(position.layout | one for one in added)


Numbers = tuple[int, int | None, int | None]
"""How many answers are right, the best value and the second."""


def numbers_of(entry: CraftingEntry, found: frozenset[Layout]) -> Numbers:
    """Counted from all answers."""
    puzzle, position = entry.puzzle, entry.puzzle.position
    if puzzle.best is None:
        return len({canonical(position, one) for one in found}), None, None
    is_saving = puzzle.best == Best.CUBES
    given = len(position.layout)
    worth = {
        one: given - len(one) if is_saving else initiative(craft(position, one).gear, position.limits)
        for one in found
    }
    best, second = sorted(set(worth.values()), reverse=True)[:2]
    count = len({canonical(position, one) for one, value in worth.items() if value == best})
    return (count, -best, -second) if is_saving else (count, best, second)


def numbers_told(entry: CraftingEntry) -> Numbers:
    """As they are certified."""
    proof = entry.certificate
    return proof.answers, proof.value, proof.second

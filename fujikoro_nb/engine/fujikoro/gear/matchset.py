"""Many cards against one gear: gearcard.match.contains and magic.match.contains for a whole strip at once.

All turns of all patterns share one tree of tests. A test shifts one material's plane and keeps the anchors at which
that cube is there, for all offsets at once; patterns that agree on a cube share the test, and a branch without
anchors left is dropped with everything below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_ROWS, STRIDE, Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.match import Placement, Turn, has_mirror, shifted, turns
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings

Card: TypeAlias = GearCard | Blueprint
"""Both are matched alike."""

_FAR = MAX_ROWS * STRIDE
"""Planes are moved up so far that a test may look back to any cell by a shift to the right."""


class _Test(msgspec.Struct, frozen=True):
    """One cube relative to the anchor cube: which plane, and by how much the moved-up plane is shifted back."""

    plane: int
    shift: int


class _Orientation(msgspec.Struct, frozen=True):
    """One turn of one card, seen from its anchor cube."""

    card: int
    turn: int
    root: int
    """The plane of the anchor cube: the rarest material on real gear that the pattern has."""
    tests: frozenset[_Test]
    corner: int
    """Distance of the anchor cube from the top left of the pattern."""
    anchors: Mask
    """Where the anchor cube may lie so that the whole pattern is on the board."""


# A node: plane, shift, children, and the (card, turn) pairs that are complete here with their anchors' masks.
_Leaf: TypeAlias = tuple[int, int, Mask, int]
_Node: TypeAlias = tuple[int, int, tuple["_Node", ...], tuple[_Leaf, ...]]


def _seen_from_anchor(card: int, number: int, turn: Turn) -> _Orientation:
    planes = (turn.layout.wood, turn.layout.metal, turn.layout.tooth)
    root = 2 if planes[2] else 1 if planes[1] else 0
    corner = next(cells_of(planes[root]))
    tests = frozenset(
        _Test(plane, cell - corner + _FAR)
        for plane, cells in enumerate(planes)
        for cell in cells_of(cells)
        if (plane, cell) != (root, corner)
    )
    return _Orientation(card, number, root, tests, corner, turn.anchors << corner)


def _tree(orientations: Sequence[tuple[_Orientation, frozenset[_Test]]]) -> tuple[_Node, ...]:
    """Nodes for orientations with tests left: the most shared test first, then the rest."""
    nodes: list[_Node] = []
    rest = [pair for pair in orientations if pair[1]]
    while rest:
        counted = Counter(test for _, tests in rest for test in tests)
        best = max(counted, key=lambda test: (counted[test], test.plane, -test.shift))
        below = [(one, tests - {best}) for one, tests in rest if best in tests]
        rest = [pair for pair in rest if best not in pair[1]]
        nodes.append((best.plane, best.shift, _tree(below), _leaves(below)))
    return tuple(nodes)


def _leaves(orientations: Sequence[tuple[_Orientation, frozenset[_Test]]]) -> tuple[_Leaf, ...]:
    return tuple((one.card, one.turn, one.anchors, one.corner) for one, tests in orientations if not tests)


class CardSet:
    """A compiled set of cards of one gear kind, or of patterns that one layout is held against.

    Compiling 24 cards takes a few milliseconds and asking takes microseconds, so keep it while the strip stays.
    """

    def __init__(self, cards: Iterable[Card], *, rulings: Rulings = ADOPTED) -> None:
        self.cards: tuple[Card, ...] = tuple(cards)
        mirrored = has_mirror(rulings)
        self._turns = [turns(card.pattern, with_mirror=mirrored) for card in self.cards]
        seen = [
            _seen_from_anchor(index, number, turn)
            for index, several in enumerate(self._turns)
            for number, turn in enumerate(several)
        ]
        self._roots = tuple(
            (root, _tree(here), _leaves(here))
            for root in (2, 1, 0)
            if (here := [(one, one.tests) for one in seen if one.root == root])
        )

    def __len__(self) -> int:
        return len(self.cards)

    def matching_ids(self, layout: Layout) -> tuple[str, ...]:
        """The ids of the cards that the layout contains, in the order of the set."""
        found = {leaf[0] for leaf, _ in self._fitting(layout)}
        return tuple(self.cards[index].id for index in sorted(found)) if found else ()

    def matches(self, layout: Layout) -> tuple[tuple[str, Placement], ...]:
        """Every card that the layout contains and where it lies: `match.placements` of each card, in the same order."""
        fitting = sorted((leaf[0], leaf[1], anchors >> leaf[3]) for leaf, anchors in self._fitting(layout))
        return tuple(
            (self.cards[card].id, Placement(shifted(self._turns[card][turn].layout, corner)))
            for card, turn, corners in fitting
            for corner in cells_of(corners)
        )

    def _fitting(self, layout: Layout) -> list[tuple[_Leaf, Mask]]:
        """The orientations that fit, each with the cells of its anchor cube."""
        planes = (layout.wood << _FAR, layout.metal << _FAR, layout.tooth << _FAR)
        starts = (layout.wood, layout.metal, layout.tooth)
        found: list[tuple[_Leaf, Mask]] = []
        pending: list[tuple[Mask, tuple[_Node, ...]]] = []
        for root, nodes, leaves in self._roots:
            anchors = starts[root]
            if anchors:
                if nodes:
                    pending.append((anchors, nodes))
                if leaves:
                    found.extend((leaf, anchors & leaf[2]) for leaf in leaves if anchors & leaf[2])
        while pending:
            anchors, nodes = pending.pop()
            for plane, shift, below, leaves in nodes:
                still = anchors & planes[plane] >> shift
                if still:
                    if below:
                        pending.append((still, below))
                    if leaves:
                        found.extend((leaf, still & leaf[2]) for leaf in leaves if still & leaf[2])
        return found

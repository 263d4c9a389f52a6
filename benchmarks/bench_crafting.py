"""Crafting: matching, solving, counting, repairing; each beside its peer in the same run.

    python benchmarks/bench_crafting.py

FUJIKORO_SOAK=1 takes more cases; tests/soak/test_solver_equals_cpsat.py proves all optima. Nothing is written.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Sequence
from itertools import islice

import networkx as nx
import numpy as np
from _cases import as_pattern, crafting_case, random_cards, random_layout
from _cpsat import Weapon
from _table import Row, against_limit, against_peer, best_of, median, percentile, show, timed
from numpy.lib.stride_tricks import sliding_window_view

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, rectangle
from fujikoro_nb.engine.fujikoro.gear.hand import count_minimal
from fujikoro_nb.engine.fujikoro.gear.lay import laid
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.matchset import CardSet
from fujikoro_nb.engine.fujikoro.gear.near import one_away
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.shapes import count_connected_sets
from fujikoro_nb.engine.fujikoro.gear.solve import Craft, cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear

IS_FULL = os.environ.get("FUJIKORO_SOAK") == "1"
GOLDEN = (40, 67, 166, 429, 1156, 3182, 8824, 24359, 66512, 178928, 472454, 1219413)
WEAPON = GearKind.WEAPON


# ---- matching


def numpy_matcher(cards: Sequence[GearCard]) -> Callable[[Layout], list[str]]:
    """One comparison of all windows a card and turn: the straightforward way with arrays."""
    wanted = [
        (card.id, [array(t.layout)[: t.rows, : t.columns] for t in turns(card.pattern)]) for card in cards
    ]

    def check(layout: Layout) -> list[str]:
        board = array(layout)[:5, :8]
        return [name for name, several in wanted if any(fits(board, one) for one in several)]

    def fits(board: np.ndarray, one: np.ndarray) -> bool:
        if one.shape[0] > board.shape[0] or one.shape[1] > board.shape[1]:
            return False
        windows = sliding_window_view(board, one.shape)
        return bool(((windows == one) | (one == 0)).all(axis=(2, 3)).any())

    return check


def array(layout: Layout) -> np.ndarray:
    board = np.zeros((5, 10), dtype=np.int8)
    for column, row, material in as_pattern(layout):
        board[row, column] = material + 1
    return board


def networkx_matcher(cards: Sequence[GearCard]) -> Callable[[Layout], list[str]]:
    """Subgraphs of the graph of neighbours, whose edges say right or down; patterns must be connected."""
    wanted = [(card.id, [graph(turn.layout) for turn in turns(card.pattern)]) for card in cards]
    same_cube = nx.algorithms.isomorphism.categorical_node_match("cube", None)
    same_way = nx.algorithms.isomorphism.categorical_edge_match("way", None)

    def check(layout: Layout) -> list[str]:
        whole = graph(layout)
        return [
            name
            for name, several in wanted
            if any(
                nx.algorithms.isomorphism.DiGraphMatcher(
                    whole, one, node_match=same_cube, edge_match=same_way
                ).subgraph_is_monomorphic()
                for one in several
            )
        ]

    return check


def graph(layout: Layout) -> nx.DiGraph:
    drawing = nx.DiGraph()
    cubes = {(column, row): material for column, row, material in as_pattern(layout)}
    for (column, row), material in cubes.items():
        drawing.add_node((column, row), cube=material)
    for column, row in cubes:
        for way, other in (("right", (column + 1, row)), ("down", (column, row + 1))):
            if other in cubes:
                drawing.add_edge((column, row), other, way=way)
    return drawing


def matching(cards: Sequence[GearCard], title: str) -> list[Row]:
    dice = random.Random(1)
    # As many cubes as a legal grid can hold, and patterns planted in half of them so that there is something to find.
    gears = [
        planted(dice, cards) if index % 2 else random_layout(dice, 8, 5, 16, connected=True)
        for index in range(60)
    ]
    ours, arrays, graphs = CardSet(cards), numpy_matcher(cards), networkx_matcher(cards)
    for gear in gears:
        found = list(ours.matching_ids(gear))
        assert found == arrays(gear) == graphs(gear), "the peers do the same work"
    assert any(ours.matching_ids(gear) for gear in gears)
    time_ours = best_of(20, lambda: [ours.matching_ids(gear) for gear in gears]) / len(gears)
    time_arrays = best_of(3, lambda: [arrays(gear) for gear in gears]) / len(gears)
    time_graphs = best_of(1, lambda: [graphs(gear) for gear in gears]) / len(gears)
    full = [random_layout(dice, 8, 5, 40, connected=True) for _ in range(60)]
    time_full = best_of(20, lambda: [ours.matching_ids(gear) for gear in full]) / len(full)
    return [
        against_limit(f"match {title}, 16 cubes", time_ours, 20e-6),
        against_limit(f"match {title}, all 40 cells full", time_full, 20e-6),
        against_peer(f"match {title}, 16 cubes", time_ours, "numpy", time_arrays, at_least=50),
        against_peer(f"match {title}, 16 cubes", time_ours, "networkx", time_graphs, at_least=500),
    ]


def planted(dice: random.Random, cards: Sequence[GearCard]) -> Layout:
    card = dice.choice(cards)
    turn = dice.choice(turns(card.pattern))
    around = random_layout(dice, 8, 5, 16, connected=True)
    return around.without(turn.layout.occupied) | turn.layout


# ---- solving


def solving(cards: Sequence[GearCard], wanted: int, goal: float, title: str = "") -> list[Row]:
    cases = 200 if IS_FULL else 25
    ours, theirs, cold = [], [], []
    proven = 0
    for seed in range(cases):
        gear, backpack, chosen, is_usable = crafting_case(seed, cards, wanted)
        # CP-SAT knows nothing of the case before, so neither may we: patterns are laid anew each time.
        laid.cache_clear()
        patterns = [as_pattern(card.pattern) for card in chosen]

        def solve() -> Craft | None:
            return cheapest_craft(gear, WEAPON, chosen, backpack, SYMMETRIC, is_usable=is_usable)  # noqa: B023

        def model() -> object:
            peer = Weapon(patterns, counts(gear.weapon.cubes), counts(backpack), is_usable=is_usable)  # noqa: B023
            try:
                return peer.solve(is_quick=True)
            except TimeoutError as error:
                return error

        cold.append(timed(solve)[0])
        time_ours, craft = timed(solve)
        time_theirs, cost = timed(model)
        if not isinstance(cost, TimeoutError):
            proven += 1
            assert cost == (craft and (craft.cost.wasted, craft.cost.taken, craft.cost.value)), seed
        ours.append(time_ours)
        theirs.append(time_theirs)
    number = "one card" if wanted == 1 else "two cards"
    name = f"cheapest craft from 15 cubes, {number}{title}, {proven} of {cases} costs proven equal"
    return [
        against_peer(
            f"{name}; patterns laid anew", median(cold), "CP-SAT, median", median(theirs), at_least=goal
        ),
        against_peer(f"{name}; patterns kept", median(ours), "CP-SAT, median", median(theirs), at_least=goal),
    ]


def counts(cubes: Cubes) -> tuple[int, int, int]:
    return cubes.wood, cubes.metal, cubes.tooth


def counting(cards: Sequence[GearCard], title: str) -> Row:
    times = []
    for seed in range(200 if IS_FULL else 80):
        gear, backpack, chosen, is_usable = crafting_case(seed, cards, 1 + seed % 2)
        times.append(
            timed(lambda: count_minimal(gear, WEAPON, chosen, backpack, SYMMETRIC, is_usable=is_usable))[0]  # noqa: B023
        )
    return against_limit(
        f"count all minimal solutions, one or two {title} cards, p95", percentile(times, 95), 10e-3
    )


# ---- shapes


def shapes() -> list[Row]:
    area = rectangle(8, 5)
    time_count, found = timed(lambda: count_connected_sets(area, 12))
    assert found == GOLDEN
    dice = random.Random(3)
    broken = [Gear(weapon=random_layout(dice, 8, 5, 20, connected=True)) for _ in range(20)]
    times = [timed(lambda: sum(1 for _ in repairs(gear, SYMMETRIC)))[0] for gear in broken]  # noqa: B023
    full = Gear(weapon=Layout(metal=area))
    return [
        against_limit(
            "connected sets of 1 to 12 cells in 5 x 8: 1,975,530, each size right", time_count, 0.5
        ),
        against_limit("all repairs of 20 connected cubes, slowest of 20", max(times), 0.5),
        against_limit(
            "first 100 repairs of a full grid",
            best_of(3, lambda: list(islice(repairs(full, SYMMETRIC), 100))),
            0.05,
        ),
    ]


def near(cards: Sequence[GearCard]) -> Row:
    dice = random.Random(4)
    gears = [Gear(weapon=random_layout(dice, 5, 5, 8, connected=True)) for _ in range(40)]
    run = best_of(5, lambda: [one_away(gear, WEAPON, cards, SYMMETRIC) for gear in gears])
    return against_limit("one cube away, 24 cards", run / len(gears), 5e-3)


def main() -> int:
    """Print the table."""
    house = house_pack()
    random_ones = random_cards()
    weapons = [card for card in (*house.gear_cards, *house.blueprints) if card.kind == WEAPON]
    weapon_cards = [
        GearCard(card.id, WEAPON, card.pattern, "vp-or-peek", card.provenance) for card in weapons
    ]
    assert MATERIALS[0] == "W"
    rows = [
        *matching(random_ones, "24 random patterns of 4-7 cubes"),
        *solving(weapon_cards, 1, 20),
        *solving(weapon_cards, 2, 10),
        *solving(random_ones, 2, 10, " (random)"),
        counting(weapon_cards, "house"),
        counting(random_ones, "random"),
        near(random_ones),
        *shapes(),
    ]
    return show("Crafting", rows)


if __name__ == "__main__":
    sys.exit(main())

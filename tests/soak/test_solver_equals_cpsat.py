"""The solver and OR-tools' CP-SAT, which proves its optimum, agree on the cost of 1,000 seeded crafts."""

from __future__ import annotations

import pytest

from benchmarks._cases import as_pattern, crafting_case, random_cards
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon


def counts(cubes: Cubes) -> tuple[int, int, int]:
    return cubes.wood, cubes.metal, cubes.tooth


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize("wanted", [1, 2])
def test_solver_equals_cpsat(wanted: int, connected: bool) -> None:
    from benchmarks import _cpsat  # here, because only the soak has this peer installed

    cards = random_cards(seed=wanted, connected=connected)
    costs = set()
    for seed in range(250):
        gear, backpack, chosen, is_usable = crafting_case(seed, cards, wanted)
        craft = cheapest_craft(gear, GearKind.WEAPON, chosen, backpack, SYMMETRIC, is_usable=is_usable)
        ours = None if craft is None else (craft.cost.wasted, craft.cost.taken, craft.cost.value)
        patterns = [as_pattern(card.pattern) for card in chosen]
        peer = _cpsat.Weapon(patterns, counts(gear.weapon.cubes), counts(backpack), is_usable=is_usable)
        assert ours == peer.solve(), f"seed {seed}"
        costs.add(ours)
        if craft is not None:
            report = inspect_weapon(Gear(weapon=craft.layout), SYMMETRIC)
            assert report.is_legal
            assert all(contains(craft.layout, card.pattern) for card in chosen)
            assert not is_usable or all(weapon.is_usable for weapon in report.weapons)
    assert None in costs
    assert len(costs) > 20

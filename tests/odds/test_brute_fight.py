"""The brute force itself: closed forms by hand, and the ledger's examples of what it goes through."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.oracles.brute_fight import (
    Blueprints,
    BruteFight,
    Cubes,
    Faces,
    State,
    groups,
    irredundant_payments,
    minimal_repairs,
    rolls,
    to_stay_conscious,
)

FACES: dict[str, Faces] = {
    "W": ((1, True), *((1, False),) * 3, *((0, False),) * 2),
    "M": ((2, True), (2, False), (1, False), (1, False), (0, False), (0, False)),
    "T": ((3, True), (3, False), (2, False), (1, False), (0, False), (0, False)),
    "G": ((4, False), (3, False), (2, False), (2, False), (1, False), (0, False)),
}


def cubes(rows: str) -> Cubes:
    """Rows apart by ``/``, parts by ``:``."""
    return frozenset(
        (column, row, letter)
        for row, line in enumerate(rows.split("/"), 1)
        for column, letter in enumerate(line.replace(":", ""), 1)
        if letter != "."
    )


def state(weapon: str, helmet: str, health: int, **magic: object) -> State:
    placed = {"weapon_magic": None, "helmet_magic": False} | magic
    return State(cubes(weapon), helmet=cubes(helmet), health=health, **placed)  # type: ignore[arg-type]


def test_two_wood_against_one_health_by_hand() -> None:
    # A roll of both misses with 1/9 and breaks nothing then; one white die misses with 1/3.
    # win = 8/9 + 1/9 * 1/3 * win; any fewer dice are worse.
    fight = BruteFight(FACES, 1)
    value = fight.samurai_first(state("WW", "", 1))
    assert value.win == value.conscious == Fraction(12, 13)
    # Each roll leaves 2 wood less 1/6 for each die, whoever ends the fight; 1/27 of the rounds only repeat.
    assert value.worth == (2 - Fraction(1, 3) - Fraction(2, 27)) / (1 - Fraction(1, 27)) == Fraction(43, 26)
    assert fight.dragon_first(state("WW", "", 1)).win == Fraction(1, 3) * Fraction(12, 13)


def test_without_a_weapon_one_may_leave_or_stay() -> None:
    away = BruteFight(FACES, 2).samurai_first(state("", "WMT", 3))
    assert (away.win, away.conscious, away.worth) == (0, 1, 6)  # nothing to win: leaving keeps the gear


def test_leaving_with_a_usable_weapon_is_not_offered() -> None:
    # The way out is to break a wood: 11/36 a round with both dice, while the dragon hits with 2/3.
    value = BruteFight(FACES, 1, goal=to_stay_conscious).samurai_first(state("WW", "", 100))
    broken = Fraction(11, 36) / (1 - Fraction(25, 36) * Fraction(1, 3))
    assert value.win < Fraction(1, 10**20) > value.conscious - broken > 0


@pytest.mark.rule("example.mitsuhide-break.start", "example.mitsuhide-break.third-wood")
def test_ledger_example_of_falling_apart() -> None:
    row = cubes("MWWWM:MMM")
    fight = BruteFight(FACES, 4)
    left = {
        frozenset("".join(sorted_row(kept, group)) for group in groups(kept))
        for kept, _ in fight._breakages(row, None, groups(row)[0], (1, 0, 0))
    }
    both = {"WWMMMM"}
    assert left == {
        frozenset(both),  # column 2: the loose M goes
        frozenset({"M", "MMM"}),  # column 2: the main piece is cut at the border
        frozenset({"WMMMM"}),
        frozenset({"MW", "MMM"}),
        frozenset({"MWW", "MMM"}),
        frozenset({"MMMM"}),
    }


def sorted_row(kept: Cubes, group: frozenset[tuple[int, int]]) -> list[str]:
    return [letter for column, row, letter in sorted(kept) if (column, row) in group]


def test_repairs_are_inclusion_minimal() -> None:
    places = frozenset({(1, 1), (3, 1), (6, 1)})
    assert set(minimal_repairs(places, "symmetric", True)) == {
        frozenset({(1, 1), (6, 1)}),
        frozenset({(3, 1), (6, 1)}),
    }
    assert set(minimal_repairs(places, "symmetric", False)) == {frozenset({(1, 1)}), frozenset({(3, 1)})}


@pytest.mark.rule("combat.helmet.choice", "combat.helmet.magic-order")
def test_payments_hold_no_superfluous_cube() -> None:
    def paid(helmet: str, has_magic: bool, hits: int) -> list[str]:
        return sorted(
            "".join(sorted(letter for _, _, letter in gone)) + "G" * magic
            for gone, magic in irredundant_payments(cubes(helmet), has_magic, hits)
        )

    assert paid("WWM", False, 2) == ["M", "WW"]
    assert paid("M", True, 2) == ["G", "M"]
    assert paid("MM", True, 6) == ["MG", "MG"]
    assert paid("WWM", False, 5) == []


def test_weights_of_rolls_are_those_of_all_faces() -> None:
    found = rolls((FACES["W"], FACES["M"]), (1, 1))
    assert sum(found.values()) == 36
    assert found[3, (1, 1)] == 1
    assert found[0, (0, 0)] == 4


def test_split_weapon_keeps_the_magic_where_its_cube_lies() -> None:
    bridge = cubes("..WWW:WW")
    fight = BruteFight(FACES, 2, blueprints=Blueprints(weapon=cubes("WW")))
    (whole,) = groups(bridge)
    grids = dict(fight._breakages(bridge, (3, 1), whole, (1, 0, 0)))
    assert grids[cubes("..WW.:WW")] == (3, 1)  # the piece under the cube is the magical one
    assert grids[cubes("...WW:WW")] == (4, 1)  # its own cube broke off: the first cube of the weapon takes it
    lost = BruteFight(FACES, 2)._breakages(bridge, (3, 1), whole, (1, 0, 0))
    assert {place for _, place in lost} == {None}  # magic.loss.no-blueprint-any-cube


@pytest.mark.parametrize("weapon", ["WWM", "WW.../.....:WW"])
def test_laws(weapon: str) -> None:
    fight, forced = BruteFight(FACES, 2), BruteFight(FACES, 2, is_all_dice=True)
    before = Fraction(1)
    for health in range(1, 4):
        here = state(weapon, "WM", health)
        free = fight.samurai_first(here)
        assert forced.samurai_first(here).win <= free.win <= before
        assert fight.dragon_first(here).win <= free.win <= free.conscious
        before = free.win


def test_a_monk_hits_first_and_costs_its_part() -> None:
    fight = BruteFight(FACES, 2)
    here = state("..WWW:MM", "W", 2)
    sent = fight.with_monk(here, "T", is_weapon_monk=True)
    weak = [fight.samurai_first(state("..WWW", "W", health)).win for health in (2, 1)]
    assert sent.win == (3 + 2 * weak[0] + weak[1]) / 6
    assert fight.with_monk(here, None, is_weapon_monk=False) == fight.samurai_first(here)

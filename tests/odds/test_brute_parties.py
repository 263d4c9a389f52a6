"""Joint fights and duels against every face of every die, in fractions."""

from __future__ import annotations

from itertools import product

import pytest

from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.odds import Fighter, Foe, Samurai, solve_duel, solve_joint
from fujikoro_nb.odds.duel import reference
from tests.odds.fights import FACES, ODD_FACES, dice, layout
from tests.oracles import brute_parties
from tests.oracles.brute_parties import Brute
from tests.support.sampling import sample

PLACES = {
    "WW": [(1, 1), (2, 1)],
    "WWM": [(1, 1), (2, 1), (3, 1)],
    "WWMT": [(1, 1), (2, 1), (1, 2), (2, 2)],
    "": [],
}
"""Where the cubes of the weapons lie: nothing that breaks off leaves a choice."""
INITIATIVE = {"WW": 2, "WWM": 3, "WWMT": 2, "": 0}  # combat.init.length
FAMILIES = {"even": FACES, "odd": ODD_FACES}
BRUTES = {name: Brute(faces) for name, faces in FAMILIES.items()}


def samurai(weapon: str, helmet: str) -> Samurai:
    """The same gear for the solver."""
    cubes = frozenset((*place, letter) for place, letter in zip(PLACES[weapon], weapon, strict=True))
    worn = frozenset((1 + n % 4, 1 + n // 4, letter) for n, letter in enumerate(helmet))
    return Samurai(Gear(weapon=layout(cubes), helmet=layout(worn)))


ARMS = [("WW", ""), ("WW", "WW"), ("WWM", "MM"), ("WWM", "W"), ("WWMT", "T"), ("WWMT", "WWW"), ("", "MM")]


@pytest.mark.rule("duel.rules-base", "duel.tie", "duel.defeat", "duel.surrender", "duel.draw-guard")
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("surrenders", [True, False])
@pytest.mark.parametrize("pair", sample(product(ARMS, repeat=2), 14))
def test_duels_without_choice(
    pair: tuple[tuple[str, str], tuple[str, str]], family: str, *, surrenders: bool
) -> None:
    (mover, helmet), (stander, other) = pair
    first = 0 if INITIATIVE[mover] > INITIATIVE[stander] else 1  # duel.tie
    expected = BRUTES[family].duel(
        (brute_parties.Fighter(mover, helmet), brute_parties.Fighter(stander, other)),
        first=first,
        surrenders=surrenders,
    )
    odds = solve_duel(
        samurai(mover, helmet),
        samurai(stander, other),
        dice(FAMILIES[family]),
        all_dice=True,
        surrenders=surrenders,
    )
    assert odds.first == ("stander" if first else "mover")
    for found, key in (
        (odds.mover, "0"),
        (odds.stander, "1"),
        (odds.drawn, "drawn"),
        (odds.by_surrender, "surrender"),
    ):
        assert found == pytest.approx(float(expected.get(key, 0)), rel=0, abs=1e-11)


PARTIES = [
    (("WW", ""), ("WW", "")),
    (("WW", "W"), ("WWM", "MM")),
    (("WWMT", "T"), ("WW", "WW")),
    (("WWM", "W"), ("", "MMM")),
    (("", "W"), ("WWMT", "M")),
]


@pytest.mark.rule(
    "combat.init.descending",
    "combat.dragon.all",
    "combat.defeat",
    "combat.retreat.optional",
    "combat.win.reward",
)
@pytest.mark.parametrize(
    ("dragon", "party", "can_leave", "family"),
    sample(
        product(
            [(1, 1, 1), (3, 2, 2), (5, 0, 1), (4, 9, 2)],
            PARTIES,
            [(True, True), (False, True), (False, False)],
            FAMILIES,
        ),
        48,
    ),
)
def test_joint_fights_without_choice(
    party: tuple[tuple[str, str], ...],
    can_leave: tuple[bool, bool],
    dragon: tuple[int, int, int],
    family: str,
) -> None:
    health, initiative, white = dragon
    seats = sorted((0, 1), key=lambda seat: -INITIATIVE[party[seat][0]])
    before = [seat for seat in seats if INITIATIVE[party[seat][0]] > initiative]  # combat.init.tie-dragon
    order = (*before, -1, *(seat for seat in seats if seat not in before))
    expected = BRUTES[family].joint(
        tuple(brute_parties.Fighter(*one) for one in party), health, white, order, can_leave
    )
    odds = solve_joint(
        [Fighter(samurai(*one), can_leave=leaves) for one, leaves in zip(party, can_leave, strict=True)],
        Foe(health, initiative, white),
        dice(FAMILIES[family]),
        all_dice=True,
    )
    assert odds.win == pytest.approx(float(expected.get("win", 0)), rel=0, abs=1e-11)
    for seat, one in enumerate(odds.fighters):
        assert one.rewarded == pytest.approx(float(expected.get((seat, "rewarded"), 0)), rel=0, abs=1e-11)
        assert one.knocked_out == pytest.approx(float(expected.get((seat, "down"), 0)), rel=0, abs=1e-11)
        assert one.retreat == pytest.approx(float(expected.get((seat, "left"), 0)), rel=0, abs=1e-11)


def test_a_duel_is_prepared_against_the_weapons_that_can_be_used() -> None:
    # A single metal beside the weapon is no weapon: nobody will roll it.
    other = samurai("WW", "W")
    cubes = other.gear.weapon.with_cube(cell_at(8, 5), "M")  # type: ignore[arg-type]
    beside = Samurai(Gear(weapon=cubes, helmet=Layout(wood=1)))
    box = dice(FACES)
    foes = [reference(samurai("WWM", "W"), one, box, None, True, None).foe for one in (other, beside)]
    assert foes[0] == foes[1]
    # 2 x 4/6 mean hits against 9/6 of a white die: one die
    assert foes[0] == Foe(2, 0, 1, points=0)

"""What a bot of a group builds and looks for on its ways: wood that lets metal in, and tiles that it has to uncover."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots.crafts import best_craft
from fujikoro_nb.bots.goals import EXPLORE, GATHER
from fujikoro_nb.bots.together.aims import WAY_ALONE, aims
from fujikoro_nb.bots.together.plan import Plan
from fujikoro_nb.bots.together.routes import camp, costs, next_unknown
from fujikoro_nb.bots.together.worth import GROUP, lacked_wood
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.rest import Craft
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, PlaceKind, place
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import fighting_weapons
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seat
from tests.support.gear_positions import board
from tests.support.groups import group

BLUEPRINT = next(one for one in house_pack().blueprints if one.kind == GearKind.HELMET)
FULL = "WMMM/WMMM"
"""A weapon that is full for one hand and has just the wood for it."""
WORN = {"weapon": FULL, "helmet": "MMMM/MMMM", "sandals": "MM/M.", "monks": ("weapon",)}


def _weapons(gear: Board) -> list[tuple[int, int, bool]]:
    """Hands, cubes and whether it strikes, of each weapon after the best craft."""
    state = group(gear, mode=SOLO).state
    crafted = best_craft(
        msgspec.structs.replace(state, agenda=(*state.agenda, Craft(Seat(0)))), Seat(0), GROUP
    )
    assert crafted is not None and crafted.craft.kind == GearKind.WEAPON
    after = gear.gear.with_layout(GearKind.WEAPON, crafted.craft.layout)
    return [
        (one.hands, one.cubes, one.is_usable) for one in fighting_weapons(after, gear.limits, rulings=ADOPTED)
    ]


@pytest.mark.parametrize(
    ("weapon", "monks", "lacked"),
    [
        ("", (), 2),
        ("WMMM", (), 1),
        (FULL, (), 0),
        (FULL, ("weapon",), 1),
        ("WWMMM:MM/MM...:...", ("weapon",), 1),
    ],
)
def test_wood_that_a_weapon_lacks(weapon: str, monks: tuple[str, ...], lacked: int) -> None:
    """Two for one hand, three for two (craft.weapon.usable.one-handed, craft.weapon.usable.two-handed)."""
    assert lacked_wood(board(weapon=weapon, monks=monks)) == lacked


def test_a_full_weapon_goes_on_over_the_edge_for_two_hands() -> None:
    """One cube more would be none that a hand may hold; with the third wood four more cubes strike."""
    assert _weapons(board(**WORN, lower="WMMM")) == [(2, 12, True)]


def test_a_second_weapon_is_begun_where_it_strikes_more() -> None:
    """Of two wood and six metal twelve cubes in two hands use four only."""
    stocked = board(**WORN | {"monks": ("weapon", "backpack")}, lower="WWMMMM", upper="MM")
    assert _weapons(stocked) == [(1, 8, True), (1, 8, True)]


def test_wood_that_lets_metal_in_does_not_give_way_to_it() -> None:
    """The backpack is full of metal that finds no place: wood is gathered, and kept."""
    full = board(weapon=FULL, lower="MMMMMM", monks=("weapon",))
    plan = Plan(group(full, mode=SOLO).state)
    assert any(goal.kind == GATHER and goal.at == "centre" for goal in aims(plan, Seat(0)))
    kept = board(weapon=FULL, lower="WMMMMM", monks=("weapon",))
    assert GROUP.board(kept, ADOPTED) > GROUP.board(full, ADOPTED)


@pytest.mark.parametrize("boards", [1, 2])
def test_who_is_alone_waits_where_cubes_are(boards: int) -> None:
    """A bridge is as good a place to meet as another; nobody comes to meet one who is alone."""
    gears = [board() for _ in range(boards)]
    game = group(
        *gears, mode=SOLO if boards == 1 else COOP, tiles={"II-2": "......."}, at=("bridge-1.a",) * boards
    )
    assert (place(camp(Plan(game.state))).kind == PlaceKind.BRIDGE) is (boards > 1)


def test_tiles_that_have_to_be_uncovered_anyway_are_no_detour() -> None:
    """From temple to temple: by the third ring, where the white dragon lies, or through land that is known in part."""
    inner = dict.fromkeys(("II-8", "I-4"), ".......")
    state = group(board(), mode=SOLO, tiles=inner, at=("temple-2",)).state
    here, there = PlaceId("temple-2"), PlaceId("temple-1")
    assert Plan(state).sought == {"II", "III"}
    inside = next_unknown(state, here, costs(state, there))
    assert inside is not None and place(inside).level == "I"
    way = next_unknown(state, here, costs(state, there, sought={"III"}), sought={"III"})
    assert way is not None and place(way).level == "III"


@pytest.mark.parametrize(("helmet", "is_strong"), [("MMMM/MMMM", True), ("W", False)])
def test_one_alone_looks_around_on_its_ways_when_it_is_strong(helmet: str, is_strong: bool) -> None:
    inner = dict.fromkeys(("II-8", "I-4"), ".......")
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet=helmet, monks=("weapon",))
    game = group(gear, mode=SOLO, tiles=inner, at=("temple-2",))
    plan = Plan(msgspec.structs.replace(game.state, temples=((BLUEPRINT,), (), ())))
    urged = {
        place(PlaceId(goal.thing)).level
        for goal in aims(plan, Seat(0))
        if goal.kind == EXPLORE and goal.worth > WAY_ALONE
    }
    assert ("III" in urged) is is_strong

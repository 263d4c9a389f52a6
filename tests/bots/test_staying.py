"""Where a bot of a group stays, and what for: cubes that still make gear better, and never apart from a meeting."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots.goals import EXPLORE, GATHER
from fujikoro_nb.bots.together.aims import OUT_ALONE, SEEK, SEEK_ALONE, WAY_ALONE, aims, ground_worth
from fujikoro_nb.bots.together.clock import LEAST, LEAST_ALONE, care
from fujikoro_nb.bots.together.plan import LAST_LIFE, Phase, Plan, life_worth, spoils
from fujikoro_nb.bots.together.play import _Eyes
from fujikoro_nb.bots.together.strength import Forecast
from fujikoro_nb.bots.together.worth import GROUP, better, wanted
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId, space
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seat
from tests.support.gear_positions import board
from tests.support.groups import group

PACK = house_pack()
WHITE = next(dragon for dragon in PACK.dragons if dragon.colour == "white")
WEAPON = next(one for one in PACK.blueprints if one.id == "house-blueprint-weapon-1")
CENTRE, THIRD = SpaceId("centre"), PlaceId("III-1")

WOODEN = board(weapon="WWWWW:WWW/WWWW.:...", helmet="WWWW/WWWW", sandals="WW/W.", monks=("weapon",))
METAL = board(weapon="WWWMM:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="WW/W.", monks=("weapon",))
STRONG = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))


def _stock(gear: Board, **more: object) -> float:
    """What the cubes of the central tile are worth there to who is alone."""
    plan = Plan(group(gear, mode=SOLO, **more).state)
    return max(
        (goal.worth for goal in aims(plan, Seat(0)) if goal.kind == GATHER and goal.at == CENTRE), default=0.0
    )


def test_metal_is_wanted_for_the_places_of_wood() -> None:
    """Gear that is full of wood is not done: 9 of 12 in the weapon (three it cannot do without) and 8 in the helmet."""
    assert wanted(WOODEN) == wanted(METAL) == 0
    assert better(WOODEN) == 9 + 8
    assert better(METAL) == 0
    assert _stock(WOODEN) > _stock(METAL) + 1


def test_wood_that_waits_takes_no_place_from_metal() -> None:
    """A backpack full of wood must not hide that metal is missing."""
    full = msgspec.structs.replace(WOODEN, backpack=board(lower="WWWW").backpack)
    assert _stock(full) == pytest.approx(_stock(WOODEN), abs=0.3)
    assert GROUP.board(board(lower="M"), ADOPTED) > GROUP.board(board(lower="W"), ADOPTED)


def test_cubes_for_a_blueprint_are_worth_more() -> None:
    """Weapon 1 wants two of each: who lacks them gathers where they are."""
    gear = board(helmet="WWWW/WWWW", sandals="WW/W.")
    assert _stock(msgspec.structs.replace(gear, blueprints=(WEAPON,))) > _stock(gear)


def test_one_alone_leaves_in_time_for_the_next_temple() -> None:
    """With one of three blueprints it stays only so long; there are cubes at the next temple as well."""
    one = msgspec.structs.replace(WOODEN, blueprints=(WEAPON,))
    last = OUT_ALONE[1] - 1
    assert _stock(one, round_number=last) > _stock(one, round_number=last + 1) + 1


def test_one_alone_goes_on_to_the_last_temple_before_it_looks_around() -> None:
    """The later it is, the more it would like to find exit and white dragon: the way to a blueprint grows with that."""
    helmet, sandals = (
        next(one for one in PACK.blueprints if one.kind == kind) for kind in ("helmet", "sandals")
    )
    two = msgspec.structs.replace(STRONG, blueprints=(WEAPON, helmet))
    state = group(two, mode=SOLO, tiles={"I-2": "......."}, round_number=20).state
    state = msgspec.structs.replace(state, temples=((), (sandals,), ()))
    found = {goal.thing: goal.worth for goal in aims(Plan(state), Seat(0)) if goal.kind == EXPLORE}
    assert max(found, key=lambda at: found[at]) == "I-4", found
    others = [worth for at, worth in found.items() if at.startswith("II-")]
    assert others and max(others) > WAY_ALONE, "it looks around as well"


def test_one_alone_spares_its_gear_and_its_first_life() -> None:
    """Nobody else strikes until it is mended, and half of all lives are its own."""
    red = next(dragon for dragon in PACK.dragons if dragon.colour == "red")
    fights = []
    for boards, more in (((STRONG, board()), {}), ((STRONG,), {"mode": SOLO})):
        plan = Plan(group(*boards, tiles={"I-2": "......."}, dragons={"I-2": red}, **more).state)
        even = Forecast(0.8, (0.2,))
        fights.append((plan, spoils(plan, (Seat(0),), red, even)))
    (others, net), (alone, net_alone) = fights
    assert net_alone < net
    assert life_worth(others, Seat(0)) < life_worth(alone, Seat(0)) < LAST_LIFE


def test_one_alone_looks_for_the_white_dragon_later() -> None:
    """Gear that is good enough to look for it with others is not for who meets it alone."""
    fair = board(weapon="WWWWW:WWM/MMM..:...", helmet="WWWW/MMMM", monks=("weapon",))
    with_others = Plan(group(fair, board(), round_number=28 - SEEK - 1).state)
    alone = Plan(group(fair, mode=SOLO, round_number=33 - SEEK_ALONE - 1).state)
    assert ground_worth(with_others, Seat(0), THIRD) > 3 * ground_worth(alone, Seat(0), THIRD)
    late = Plan(group(fair, mode=SOLO, round_number=33 - SEEK_ALONE).state)
    assert ground_worth(late, Seat(0), THIRD) > 3 * ground_worth(alone, Seat(0), THIRD)


def test_dangers_count_more_for_who_is_alone() -> None:
    assert care(Plan(group(board(), mode=SOLO, round_number=33).state), Seat(0)) == LEAST_ALONE > LEAST


def test_who_could_win_together_does_not_wait_apart() -> None:
    """Hidden in three places nobody is seen and no dragon goes away: all but those at the meeting place move on."""
    magical = msgspec.structs.replace(
        STRONG, gear=msgspec.structs.replace(STRONG.gear.with_magic(GearKind.WEAPON, 0), helmet_magic=True)
    )
    tiles = {"I-2": ".......", "I-3": ".......", "II-4": "......."}
    state = group(magical, magical, magical, tiles=tiles, dragons={"I-2": WHITE}, round_number=10).state
    apart = state.moved(Seat(2), SpaceId("temple-1"))
    assert Plan(apart).phase == Phase.MEET
    here = _Eyes(apart, Seat(0))
    assert here.camp is not None
    for seat, at in ((Seat(0), CENTRE), (Seat(2), SpaceId("temple-1"))):
        waits = _Eyes(apart, seat).danger(at, False)
        assert (waits > 0) is (space(at).place != here.camp), (at, here.camp, waits)
    weak = group(board(), board(), board(), tiles=tiles, dragons={"I-2": WHITE}, round_number=10).state
    assert _Eyes(weak, Seat(0)).camp is None

"""Bonuses, leftovers and ties, by the ledger's examples."""

from __future__ import annotations

import pytest

from tests.oracles.lava import cubes_of
from tests.oracles.scene import gear, player, scene
from tests.oracles.scoring import bonus_items, claim, claims, final_scores, leftovers, winners

MAGICAL = gear("MMT", magic=True, blueprint="MM")


def out(palace="big", escaped=1, **more):
    """A player who has escaped."""
    return player(None, palace=palace, escaped=escaped, **more)


def points(position, seat=0):
    return {category: value for category, _, value in claims(position, seat)}


def test_categories_of_the_big_palace():
    """bonus.big.categories"""
    rich = out(helmet=MAGICAL, weapon=MAGICAL, sandals=MAGICAL, monks={"scroll": 1})
    assert set(points(scene(rich))) == {"helmet", "weapon", "sandals", "monk", "tooth"}
    assert points(scene(out(backpack_teeth=1)))["tooth"] == 4


def test_small_palace():
    """bonus.small.categories: 5 for a magical helmet; no tooth."""
    one = out("small", helmet=MAGICAL, monks={"backpack": 2}, backpack_teeth=3)
    assert points(scene(one)) == {"helmet": 5, "monk": 5}


def test_places_are_shared():
    """bonus.space.single: B's monk in the small palace leaves no place for A's."""
    position = scene(out("small", 2, monks={"backpack": 1}), out("small", 1, monks={"scroll": 1}), active=1)
    after = claim(position, 1, ("monk", "scroll"))
    assert after["players"][1]["vp"] == 5
    assert claims({**after, "active": 0, "claimed_this_turn": False}, 0) == []


def test_highest_free_place():
    """bonus.space.highest: monk row 5, 4, 3, the 5 taken: 4."""
    position = scene(out(monks={"backpack": 1}), palaces={"big": {"monk": [4, 3]}, "small": {}})
    assert points(position) == {"monk": 4}
    after = claim(position, 0, ("monk", "backpack"))
    assert after["palaces"]["big"]["monk"] == [3]
    assert after["players"][0]["monks"] == {"backpack": 0}


def test_last_place_takes_any_number():
    """bonus.space.dark: 3 for a blueprint, 1 for a monk or tooth."""
    position = scene(out(helmet=MAGICAL, monks={"action": 1}), palaces={"big": {}, "small": {}})
    assert points(position) == {"helmet": 3, "monk": 1, "tooth": 1}
    after = claim(position, 0, ("monk", "action"))
    assert after["players"][0]["vp"] == 1
    assert after["palaces"]["big"]["monk"] == []


def test_one_claim_in_the_own_turn():
    """bonus.one-per-turn: from the turn of the escape on; a second one is refused."""
    position = scene(out(monks={"backpack": 2}), out("big", 2, monks={"backpack": 2}))
    assert claims(position, 1) == []
    after = claim(position, 0, ("monk", "backpack"))
    assert claims(after, 0) == []
    assert claims(scene(player(monks={"backpack": 2})), 0) == []
    with pytest.raises(KeyError):
        claim(after, 0, ("monk", "backpack"))


def test_condition_of_gear():
    """bonus.gear.condition: magical helmet + blueprint, disc moved; not when the blueprint was stolen."""
    position = scene(out(helmet=MAGICAL))
    after = claim(position, 0, ("helmet", "blueprint"))
    assert after["players"][0]["vp"] == 9
    assert after["players"][0]["placed"] == ["helmet"]
    assert "helmet" not in points({**after, "claimed_this_turn": False})
    assert "helmet" not in points(scene(out(helmet=gear("MM", magic=True, lost="MM"))))
    assert "helmet" not in points(scene(out(helmet=gear("MM", blueprint="MM"))))


def test_monks_and_teeth_from_anywhere():
    """bonus.monk.anywhere, bonus.tooth.anywhere"""
    one = out(monks={"scroll": 1, "backpack": 2}, weapon=gear("WWT"), backpack_teeth=1)
    assert bonus_items(one) == [
        ("monk", "scroll"),
        ("monk", "backpack"),
        ("monk", "backpack"),
        ("tooth", "backpack"),
        ("tooth", "weapon"),
    ]
    after = claim(scene(one), 0, ("tooth", "weapon"))
    assert sorted(cubes_of(after["players"][0]["weapon"]).values()) == ["W", "W"]


def test_no_side_effects():
    """bonus.no-side-effects: a tooth out of the magical helmet's pattern; helmet still claimed."""
    one = out(helmet=gear("MTM", magic=True, blueprint="MTM"))
    after = claim(scene(one), 0, ("tooth", "helmet"))
    assert after["players"][0]["helmet"]["cubes"] == ["M.M"]
    assert points({**after, "claimed_this_turn": False})["helmet"] == 9


def test_leftovers():
    """end.leftovers: big palace, 2 monks 1 tooth: 3; small palace: none. end.leftovers.not-escaped."""
    things = {"monks": {"backpack": 2}, "backpack_teeth": 1}
    assert leftovers(out("big", **things)) == 3
    assert leftovers(out("small", **things)) == 0
    assert leftovers(player(**things)) == 0


def test_leftover_gear():
    """end.leftovers.gear: blueprint with magical helmet 3, helmet not magical 0, disc placed already 0."""
    assert leftovers(out(helmet=gear("MM", magic=True, blueprint="MM"))) == 3
    assert leftovers(out(helmet=gear("MM", blueprint="MM"))) == 0
    assert leftovers(out(helmet=gear("MM", magic=True, blueprint="MM"), placed=["helmet"])) == 0


def test_escaping_is_not_required():
    """end.winner: A 41 inside, B 40 escaped: A."""
    assert winners(scene(player(vp=41), out(vp=40))) == [0]
    assert final_scores(scene(player(vp=41), out(vp=40, monks={"scroll": 1}))) == [41, 41]


def test_earliest_escape_wins_a_tie():
    """end.tie: A, B 40 each, B escaped earlier: B; in 001 both have merely escaped."""
    position = scene(out(escaped=2, vp=40), out(escaped=1, vp=40), player(vp=40))
    assert winners(position) == [1]
    assert winners(position, tie="escaped") == [0, 1]
    assert winners(scene(player(vp=40), out(vp=40)), tie="escaped") == [1]


def test_shared_first_place():
    """end.tie.none-escaped: A, B 35, both inside: a tie."""
    assert winners(scene(player(vp=35), player(vp=35), out(vp=34))) == [0, 1]

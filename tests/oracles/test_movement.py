"""Steps and paths, by the ledger's examples.

From the central tile one walks on to I-1.4 or I-1.5; from I-1.4 to the middle I-1.0 and so to I-1.1.
"""

from __future__ import annotations

import pytest

from tests.oracles.movement import asked, faults, is_legal, legal_paths, most_steps, next_steps, walk
from tests.oracles.scene import gear, player, scene

PLAIN = "......."


def alone(cubes="", tile=PLAIN, *, magic=False, blueprint=None, who="", **more):
    """One samurai on the central tile, I-1 revealed."""
    sandals = gear(cubes, magic=magic, blueprint=blueprint)
    return scene(player(who=who, sandals=sandals), tiles={"I-1": tile}, **more)


def with_other(space, cubes="", tile=PLAIN, *, conscious=True, **more):
    """The same with a second samurai."""
    return scene(player(sandals=gear(cubes)), player(space, conscious=conscious), tiles={"I-1": tile}, **more)


ONE, TWO, THREE = ["I-1.4"], ["I-1.4", "I-1.0"], ["I-1.4", "I-1.0", "I-1.1"]
FOUR = [*THREE, "I-1.2"]


def lava_on(*numbers):
    """I-1 with lava on these spaces."""
    return "".join("L" if number in numbers else "." for number in range(7))


def test_two_steps():
    """move.steps.base: a path of 2 plain spaces, not of 3."""
    assert is_legal(alone(), 0, TWO)
    assert faults(alone(), 0, THREE) == ["move.steps.sandals"]
    assert faults(alone(), 0, []) == ["move.steps.base"]


def test_complete_sandals_give_a_third():
    """move.steps.sandals: WWM, not MM; move.steps.sandals-magic-not-cube: nor MM with magic."""
    assert is_legal(alone("WWM"), 0, THREE)
    assert faults(alone("WWM"), 0, FOUR) == ["move.steps.base"]
    assert faults(alone("MM"), 0, THREE) == ["move.steps.sandals"]
    assert faults(alone("MM", magic=True, blueprint="MM"), 0, THREE) == ["move.steps.sandals"]


def test_never_end_on_lava():
    """move.end.not-lava, move.lava.cost: lava, plain costs 5; plain, lava is refused."""
    assert walk(alone("MMM", lava_on(4)), 0, TWO)["damage"] == 5
    assert is_legal(alone("MMM", lava_on(4)), 0, TWO)
    assert faults(alone("MMM", lava_on(0)), 0, TWO) == ["move.end.not-lava"]


def test_two_lava_steps():
    """move.lava.pay-after: MMM+magic may take lava, lava, plain; MMM may not."""
    tile = lava_on(4, 0)
    assert is_legal(alone("MMM", tile, magic=True, blueprint="MMM"), 0, THREE)
    assert walk(alone("MMM", tile, magic=True), 0, THREE)["lava"] == ["I-1.4", "I-1.0"]
    assert faults(alone("MMM", tile), 0, THREE) == ["move.lava.affordable"]
    magical = alone("MMM", tile, magic=True, blueprint="MMM")
    assert faults(magical, 0, THREE, lava_payment="each-step") == ["move.lava.affordable"]


@pytest.mark.parametrize(("cubes", "legal"), [("WTM", True), ("WWM", False), ("TT", True), ("TM", True)])
def test_lava_must_be_covered(cubes, legal):
    """move.lava.affordable, move.lava.incomplete-ok, move.lava.value-table"""
    assert is_legal(alone(cubes, lava_on(4)), 0, TWO) is legal


def test_tooth_of_two_does_not_cover():
    """move.lava.value-table, the French figure."""
    assert faults(alone("TM", lava_on(4)), 0, TWO, tooth_value=2) == ["move.lava.affordable"]


def test_burning_sandals_do_not_shorten_the_move():
    """move.sandals.extra-step-kept: MMM, lava, plain, plain."""
    assert is_legal(alone("MMM", lava_on(4)), 0, THREE)


def test_numbers_are_lava_once_they_have_erupted():
    """map.lava.printed"""
    tile = "....3.."
    assert walk(alone("", tile, erupted=[1, 2]), 0, ONE)["lava"] == []
    assert faults(alone("", "3......", erupted=[1, 2, 3]), 0, TWO) == [
        "move.lava.affordable",
        "move.end.not-lava",
    ]


def test_lava_is_entered_only_with_a_way_on():
    """move.end.not-lava: a step onto lava with no step left, or with no firm ground beyond, is not offered."""
    position = alone("MMM", lava_on(4, 5))
    assert next_steps(position, 0, []) == ["I-1.4", "I-1.5"]
    assert next_steps(position, 0, ["I-1.4"]) == ["I-1.0", "I-1.3", "centre"]
    assert next_steps(alone("MMM", lava_on(0)), 0, ["I-1.4", "I-1.3"]) == ["I-1.2", "I-1.4"]
    assert next_steps(alone("WWW", lava_on(4, 5)), 0, []) == []


def test_dragon_stops_the_move():
    """move.dragon.stop: the first space of its tile ends the movement."""
    position = alone("WWM", dragons=["I-1"])
    assert walk(position, 0, ONE) == {
        "space": "I-1.4",
        "entered": ["I-1.4"],
        "stop": "dragon",
        "asked": [],
        "lava": [],
        "damage": 0,
        "back": "centre",
    }
    assert faults(position, 0, TWO) == ["move.dragon.stop"]
    assert legal_paths(position, 0) == [["I-1.4"], ["I-1.5"]]


def test_dragon_tile_is_not_entered_on_lava():
    """move.dragon.entry-not-lava: only lava beside us, sandals MMM."""
    position = alone("MMM", lava_on(4, 5), dragons=["I-1"])
    assert legal_paths(position, 0) == []
    assert "move.dragon.entry-not-lava" in faults(position, 0, ONE)


def test_retreat_walks_back_over_lava():
    """combat.retreat.where, combat.retreat.lava-origin: X, lava, dragon tile: back on X."""
    tiles = {"I-1": lava_on(4), "I-2": PLAIN}
    position = scene(player(sandals=gear("MMM")), tiles=tiles, dragons=["I-2"])
    gone = walk(position, 0, ["I-1.4", "I-2.6"])
    assert (gone["stop"], gone["back"], gone["damage"]) == ("dragon", "centre", 5)
    plain = scene(player(), tiles={"I-1": PLAIN, "I-2": PLAIN}, dragons=["I-2"])
    assert walk(plain, 0, ["I-1.4", "I-2.6"])["back"] == "I-1.4"


def test_refugee_on_a_dragon_tile():
    """final.eruption.no-dragon: the next own step on that tile meets the dragon; retreat is where it stood."""
    position = scene(player("I-1.0"), tiles={"I-1": PLAIN}, dragons=["I-1"])
    gone = walk(position, 0, ["I-1.1"])
    assert (gone["stop"], gone["back"]) == ("dragon", "I-1.0")
    assert faults(position, 0, ["I-1.4", "centre"]) == ["move.dragon.stop"]
    leaving = scene(player("I-1.4"), tiles={"I-1": PLAIN}, dragons=["I-1"])
    assert walk(leaving, 0, ["centre"])["stop"] == "end"


def test_one_yes_is_enough():
    """move.samurai.elect: asked are the mover, then the other. move.combat-ends-move."""
    position = with_other("I-1.4", "WWM")
    assert asked(position, 0, "I-1.4") == [0, 1]
    gone = walk(position, 0, THREE, fights=[1])
    assert (gone["stop"], gone["space"], gone["asked"]) == ("duel", "I-1.4", [[1, [0, 1]]])


def test_both_decline():
    """move.samurai.continue: B on the first of three spaces, both decline: two more. map.capacity.two: or end there."""
    position = with_other("I-1.4", "WWM")
    assert is_legal(position, 0, THREE)
    assert walk(position, 0, THREE)["space"] == "I-1.1"
    assert is_legal(position, 0, ONE)


def test_interrupted_move_pays_for_what_was_entered():
    """move.lava.interrupted: lava, plain with B who fights, further lava planned: 5."""
    position = scene(
        player(who="masako", sandals=gear("TTTTT")), player("I-1.0"), tiles={"I-1": lava_on(4, 1)}
    )
    assert walk(position, 0, FOUR)["damage"] == 10
    assert walk(position, 0, FOUR, fights=[2])["damage"] == 5


def test_unconscious_is_ignored():
    """move.samurai.unconscious-ignored"""
    position = with_other("I-1.4", conscious=False)
    assert asked(position, 0, "I-1.4") == []
    assert is_legal(position, 0, TWO)


def test_leave_and_come_back():
    """move.duel.reenter: the second step asks; sharing at the start asks nobody."""
    position = scene(player("I-1.0"), player("I-1.0"), tiles={"I-1": PLAIN})
    assert walk(position, 0, ["I-1.1", "I-1.0"])["asked"] == [[2, [0, 1]]]
    assert walk(position, 0, ["I-1.1"])["asked"] == []


def test_full_space():
    """map.capacity.two, map.capacity.unconscious: neither entered nor crossed."""
    for conscious in [True, False]:
        position = scene(
            player(), player("I-1.4"), player("I-1.4", conscious=conscious), tiles={"I-1": PLAIN}
        )
        assert faults(position, 0, ONE) == ["map.capacity.two"]
        assert faults(position, 0, TWO) == ["map.capacity.two"]


def test_safe_tiles_hold_everybody_and_nobody_fights():
    """map.capacity.safe-exempt, map.safe-tiles"""
    position = scene(player("I-1.4"), player(), player(), tiles={"I-1": PLAIN})
    assert is_legal(position, 0, ["centre"])
    assert asked(position, 0, "centre") == []
    assert faults(position, 0, ["centre"], safe_room="two") == ["map.capacity.two"]


def test_bridge():
    """map.safe-tiles: no combat on a bridge; by the shorter lists there is."""
    position = scene(player("II-2.1"), player("bridge-1.a"), tiles={"II-2": PLAIN})
    assert is_legal(position, 0, ["bridge-1.a"])
    assert asked(position, 0, "bridge-1.a") == []
    assert asked(position, 0, "bridge-1.a", safe_tiles="without-bridges") == [0, 1]


def test_temple_is_two_steps_across():
    """map.space.central-temple: onto it and off at the far side."""
    position = scene(player("III-4.3"), tiles={"III-4": PLAIN, "III-5": PLAIN})
    assert is_legal(position, 0, ["temple-1", "III-5.1"])


def test_unexplored():
    """map.unexplored, move.revealed-only"""
    assert faults(alone(), 0, ["I-2.5"]) == ["move.revealed-only"]


def test_steps_go_to_neighbours_across_seams():
    """map.adjacency"""
    position = scene(player("I-1.1"), tiles={"I-1": PLAIN, "II-2": PLAIN})
    assert is_legal(position, 0, ["II-2.5"])
    assert faults(position, 0, ["I-1.4"]) == ["map.adjacency"]


def test_bonus_step():
    """move.bonus.one-step, move.bonus.no-lava-end, move.bonus.combat"""
    position = alone("WWM")
    assert legal_paths(position, 0, bonus=True) == [["I-1.4"], ["I-1.5"]]
    assert faults(position, 0, TWO, bonus=True) == ["move.bonus.one-step"]
    assert faults(alone("MMM", lava_on(4)), 0, ONE, bonus=True) == ["move.bonus.no-lava-end"]
    assert walk(alone(dragons=["I-1"]), 0, ONE)["stop"] == "dragon"
    assert walk(with_other("I-1.4"), 0, ONE, fights=[1])["stop"] == "duel"


def test_peaceful():
    """variant.peaceful, variant.peaceful.joint-dragons: no question, but two to a space and dragons as ever."""
    position = with_other("I-1.4", peaceful=True)
    assert asked(position, 0, "I-1.4") == []
    assert walk(alone(dragons=["I-1"], peaceful=True), 0, ONE)["stop"] == "dragon"


def test_dragon_before_samurai():
    """move.dragon.stop: on a dragon's tile the dragon is met, whoever stands there."""
    position = with_other("I-1.4", dragons=["I-1"])
    gone = walk(position, 0, ONE)
    assert (gone["stop"], gone["asked"]) == ("dragon", [])
    assert asked(position, 0, "I-1.4") == []


def test_who_cannot_move():
    """combat.defeat.safe, escape.no-actions"""
    assert faults(scene(player(conscious=False)), 0, ONE) == ["combat.defeat.safe"]
    assert legal_paths(scene(player(None, palace="big", escaped=1)), 0) == []


@pytest.mark.parametrize(
    ("who", "cubes", "steps"),
    [
        ("", "", 2),
        ("", "WWW", 3),
        ("masako", "WWW", 3),
        ("masako", "WWWW", 3),
        ("masako", "WWWWW", 4),
        ("daisuke", "", 3),
        ("daisuke", "WWW", 4),
    ],
)
def test_steps_of_characters(who, cubes, steps):
    """char.masako.move, char.masako.sandals-five, char.daisuke.move-three"""
    one = player(who=who, sandals=gear(cubes))
    assert most_steps(one) == steps
    assert most_steps(one, bonus=True) == 1


def test_masako_in_english():
    """char.masako.move: five spaces with full sandals in 000."""
    assert most_steps(player(who="masako", sandals=gear("WWWWW")), masako_steps=5) == 5
    assert most_steps(player(who="masako", sandals=gear("WWWW")), masako_steps=5) == 3


def test_daisuke_sneaks():
    """char.daisuke.sneak: crosses a dragon tile and ends beyond without combat; ends on it: combat."""
    tiles = {"I-1": PLAIN, "I-2": PLAIN}
    position = scene(player("I-1.2", who="daisuke"), player("I-2.6"), tiles=tiles, dragons=["I-2"])
    crossing = ["I-1.3", "I-2.6", "centre"]
    assert is_legal(position, 0, crossing)
    assert walk(position, 0, crossing)["stop"] == "end"
    assert walk(position, 0, crossing)["asked"] == []
    assert walk(position, 0, crossing[:2])["stop"] == "dragon"


def test_daisuke_asks_only_where_he_ends():
    """char.daisuke.sneak: on a samurai's space he passes unasked."""
    position = scene(player(who="daisuke"), player("I-1.4"), tiles={"I-1": PLAIN})
    assert walk(position, 0, TWO, fights=[1])["stop"] == "end"
    assert walk(position, 0, ONE, fights=[1])["stop"] == "duel"


def test_daisuke_needs_room():
    """char.daisuke.sneak-capacity"""
    position = scene(player(who="daisuke"), player("I-1.4"), player("I-1.4"), tiles={"I-1": PLAIN})
    assert faults(position, 0, TWO) == ["map.capacity.two"]


def test_daisuke_goes_back_to_where_he_entered():
    """char.daisuke.combat-origin: enters the tile from P, goes one further, stops: retreat to P."""
    position = scene(player(who="daisuke"), tiles={"I-1": PLAIN}, dragons=["I-1"])
    assert walk(position, 0, THREE)["back"] == "centre"
    over_lava = scene(player(who="daisuke", sandals=gear("MMM")), tiles={"I-1": lava_on(4)}, dragons=["I-1"])
    assert is_legal(over_lava, 0, TWO)


def test_open_tile_counts_paths():
    """By hand: a samurai in a lone tile's middle has 6 first steps; each petal goes on to 2 petals and back."""
    position = scene(player("III-1.0"), tiles={"III-1": PLAIN})
    fixed = {"bridge-1", "bridge-2", "bridge-3", "temple-1", "temple-2", "temple-3"}
    paths = [path for path in legal_paths(position, 0) if path[-1].split(".")[0] not in fixed]
    assert len([path for path in paths if len(path) == 1]) == 6
    assert len([path for path in paths if len(path) == 2]) == 6 * 3

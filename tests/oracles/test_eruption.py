"""Eruptions, by the ledger's examples. The middle I-1.0 borders the six petals; I-1.4 and I-1.5 the central tile."""

from __future__ import annotations

import pytest

from tests.oracles.eruption import choices, choose, erupt, erupting_spaces, outcomes, victims
from tests.oracles.lava import after_action, cubes_of
from tests.oracles.mountain import TEMPLES
from tests.oracles.scene import gear, player, scene

PLAIN = "......."
ISLAND = "3LLLLLL"
"""A middle that erupts with 3, lava all around it."""


def erupting(*players, tile=PLAIN, marker=0, **more):
    """A position in the Final Chapter on one tile."""
    return scene(*players, tiles={"I-1": tile}, marker=marker, erupted=[1, 2], **more)


def left(position, seat):
    sandals = position["players"][seat]["sandals"]
    return "".join(sorted(cubes_of(sandals).values())) + "G" * sandals["magic"]


def play(position, number, *answers):
    """The eruption after these answers; a payment is written in letters, G for magic."""
    now = erupt(position, number)
    for answer in answers:
        if now["must"] == "pay":
            cubes = cubes_of(now["players"][now["victim"]]["sandals"])
            answer = next(
                payment
                for payment in choices(now)
                if "".join(sorted("G" if item == "magic" else cubes[item] for item in payment)) == answer
            )
        now = choose(now, answer)
    return now


def ends(position, number):
    """Where the samurai are after each outcome, each once."""
    return sorted({tuple(one["space"] for one in after["players"]) for after in outcomes(position, number)})


def test_every_revealed_space_with_the_number():
    """final.event.lava"""
    position = scene(tiles={"I-1": ".2.3.2.", "II-1": "2LLLLLL"}, marker=0)
    assert erupting_spaces(position, 2) == ["I-1.1", "I-1.5", "II-1.0"]


def test_five_points_and_a_neighbour():
    """final.eruption.damage: MMM, plain neighbour: 3 metal gone, samurai on the neighbour."""
    position = erupting(player("I-1.0", sandals=gear("MMM")), tile="3.LLLLL")
    after = play(position, 3, "MMM", "I-1.1")
    assert (after["victim"], left(after, 0), after["players"][0]["space"]) == (None, "", "I-1.1")
    assert ends(position, 3) == [("I-1.1",)]


def test_nobody_there_no_harm():
    position = erupting(player("I-1.1", sandals=gear("MMM")), tile="3......")
    assert victims(position, 3) == []
    assert [one["players"] for one in outcomes(position, 3)] == [position["players"]]


def test_chain_over_lava():
    """final.eruption.chain: TTT+magic fitting TT pays magic+T, steps onto lava, pays T+T, steps to firm ground."""
    sandals = gear("TTT", magic=True, blueprint="TT")
    position = erupting(player("I-1.0", sandals=sandals), tile=ISLAND)
    after = play(position, 3, "GT", "I-1.4", "TT", "centre")
    assert (after["victim"], left(after, 0), after["players"][0]["space"]) == (None, "", "centre")


def test_chain_that_cannot_be_paid():
    """final.eruption.chain: TTT without magic: T left, 3 of 5; samurai dies. final.eruption.death-sandals"""
    position = erupting(player("I-1.0", sandals=gear("TTT")), tile=ISLAND)
    now = play(position, 3, "TT", "I-1.4")
    assert (now["must"], left(now, 0)) == ("temple", "")
    assert ends(position, 3) == [(temple,) for temple in TEMPLES]


def test_separate_portions():
    """final.eruption.separate-payments: TTM+magic, pattern TT: magic+M, then T+T; MMM+magic never twice."""
    survivor = erupting(player("I-1.0", sandals=gear("TTM", magic=True, blueprint="TT")), tile=ISLAND)
    assert play(survivor, 3, "GM", "I-1.5", "TT", "centre")["players"][0]["space"] == "centre"
    for pattern in ["M", "MM", "MMM"]:
        lost = erupting(player("I-1.0", sandals=gear("MMM", magic=True, blueprint=pattern)), tile=ISLAND)
        assert ends(lost, 3) == [(temple,) for temple in TEMPLES]


def test_lava_is_laid_first():
    """final.eruption.place-first: no flight onto a space that erupts in the same event."""
    position = erupting(player("I-1.0", sandals=gear("MMM")), tile="33.LLLL")
    assert choices(play(position, 3, "MMM")) == ["I-1.2"]


def test_firm_ground_goes_before_lava():
    """final.eruption.damage, final.eruption.chain: lava only without firm ground that has room."""
    free = erupting(player("I-1.0", sandals=gear("MMM")), tile="3.LLLLL")
    assert choices(play(free, 3, "MMM")) == ["I-1.1"]
    full = erupting(
        player("I-1.0", sandals=gear("MMM")),
        player("I-1.1"),
        player("I-1.1", conscious=False),
        tile="3.LLLLL",
    )
    assert choices(play(full, 3, "MMM")) == ["I-1.2", "I-1.3", "I-1.4", "I-1.5", "I-1.6"]


def test_no_duel_and_no_dragon():
    """final.eruption.no-duel, final.eruption.no-dragon: both refuges are simply taken."""
    position = erupting(
        player("I-1.4", sandals=gear("MMM")), player("I-1.3"), tile="L..." + "3LL", dragons=["I-1"]
    )
    assert choices(play(position, 3, "MMM")) == ["I-1.3", "centre"]
    assert play(position, 3, "MMM", "I-1.3")["victim"] is None


def test_death():
    """final.eruption.death: without sandals to a temple of choice; never to save cubes."""
    position = erupting(player("I-1.0"), tile="3......")
    assert choices(erupt(position, 3)) == TEMPLES
    assert ends(position, 3) == [(temple,) for temple in TEMPLES]
    rich = erupting(player("I-1.0", sandals=gear("MMM")), tile="3......")
    assert erupt(rich, 3)["must"] == "pay"
    assert not any(space[0] in TEMPLES for space in ends(rich, 3))


def test_death_costs_the_sandals_and_nothing_else():
    """final.eruption.death-sandals: MM (4): sandals empty, the rest unchanged."""
    before = player("I-1.0", sandals=gear("MM"), helmet=gear("MM"), vp=17, backpack_teeth=2)
    after = outcomes(erupting(before, tile="3......"), 3)[0]["players"][0]
    assert after == {**before, "space": after["space"], "sandals": gear("..")}


def test_unconscious():
    """final.eruption.unconscious: temple, sandals kept, standing."""
    position = erupting(player("I-1.0", sandals=gear("MMM"), conscious=False), tile="3......")
    for after in outcomes(position, 3):
        assert after["players"][0]["conscious"]
        assert left(after, 0) == "MMM"
    assert ends(position, 3) == [(temple,) for temple in TEMPLES]


@pytest.mark.parametrize(("marker", "first"), [(0, 0), (1, 1), (2, 0)])
def test_order_of_victims(marker, first):
    """final.eruption.order: A and B, a refuge with one place left: the first takes it, the other finds only lava."""
    position = erupting(
        player("I-1.0", sandals=gear("MMM")),
        player("I-1.0", sandals=gear("MMM")),
        player("I-1.1"),
        tile="3.LLLLL",
        marker=marker,
    )
    second = 1 - first
    assert victims(position, 3) == [first, second]
    after = play(position, 3, "MMM", "I-1.1", "MMM", "I-1.2", "temple-2")
    assert after["players"][first]["space"] == "I-1.1"
    assert after["players"][second]["space"] == "temple-2"


def test_golden_eruption():
    """Two on one space, one refuge with one place, a chain onto lava, and a third who is unconscious."""
    position = erupting(
        player("I-1.0", sandals=gear("MMM")),
        player("I-1.0", sandals=gear("TTM", magic=True, blueprint="TT")),
        player("I-1.3", conscious=False),
        player("I-1.1"),
        tile="3.L3LLL",
    )
    after = play(position, 3, "MMM", "I-1.1", "GM", "I-1.4", "TT", "centre", "temple-3")
    assert [one["space"] for one in after["players"]] == ["I-1.1", "centre", "temple-3", "I-1.1"]
    assert [left(after, seat) for seat in range(4)] == ["", "", "", ""]


def test_magic_waits_for_the_next_action():
    """magic.eruption-restore: MMM+magic fits MM, paid magic+M: back when an action ends, not before."""
    position = erupting(player("I-1.0", sandals=gear("MMM", magic=True, blueprint="MM")), tile="3......")
    after = play(position, 3, "GM", "I-1.1")
    assert left(after, 0) == "MM"
    assert after_action(after["players"][0]["sandals"])["magic"]


def test_a_tooth_of_two():
    """move.lava.value-table, the French figure: TM does not cover a portion."""
    position = erupting(player("I-1.0", sandals=gear("TM")), tile="3......")
    assert erupt(position, 3)["must"] == "pay"
    assert erupt(position, 3, tooth_value=2)["must"] == "temple"


def test_full_temple_in_the_other_reading():
    """map.capacity.safe-exempt: fleeing needs room on the central tile only if two is the limit everywhere."""
    position = erupting(player("I-1.4", sandals=gear("MMM")), player(), player(), tile="LLLL3LL")
    assert choices(play(position, 3, "MMM")) == ["centre"]
    now = erupt(position, 3, safe_room="two")
    now = choose(now, choices(now)[0], safe_room="two")
    assert choices(now, safe_room="two") == ["I-1.0", "I-1.3", "I-1.5"]


def test_revival_in_the_other_reading():
    """map.capacity.safe-exempt: where two is the limit everywhere, a temple with two revives nobody else."""
    guests = [player("temple-1"), player("temple-1")]
    position = erupting(player("I-1.2"), *guests, tile="LL3LLLL")
    assert choices(erupt(position, 3)) == TEMPLES
    assert choices(erupt(position, 3, safe_room="two"), safe_room="two") == ["temple-2", "temple-3"]


def test_a_wrong_answer_is_refused():
    position = erupting(player("I-1.0"), tile="3......")
    with pytest.raises(ValueError, match="not a choice"):
        choose(erupt(position, 3), "centre")

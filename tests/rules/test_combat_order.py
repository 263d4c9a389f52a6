"""Chapter "combat", who strikes when, and who may leave."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import RETREAT, STAY, Fight, dragon, dragon_fight, lose, pay, roll, send, take
from tests.support.gear_positions import WEAPON, adopted_but, blueprint, board

OPEN = ("weapon",)

LENGTHS = {
    2: "WW",
    3: "WWM",
    4: "WWMM",
    5: "WWMMM",
    6: "WWWMM:M",
    7: "WWWMM:MM",
    8: "WWWMM:MMM",
    9: "WWMMM+G@1,1",
    12: "WWWMM:MMM+G@1,1",
}
"""A weapon for each initiative: its length, and four more under the green cube."""


def samurai(initiative: int, *, monk: bool = False, helmet: str = "TTTT", lower: str = "") -> Board:
    """Somebody with this initiative, and perhaps a monk to send from the scroll spot."""
    spots = (*OPEN, "scroll") if monk else OPEN
    return board(weapon=LENGTHS[initiative], helmet=helmet, monks=spots, lower=lower)


def order_of(
    *initiatives: int, against: int, attacker: int = 0, sent: tuple[int, ...] = (), rulings: Rulings = ADOPTED
) -> list[int | str]:
    """The order of fighters with these initiatives; some send a monk that only shouts."""
    party = [samurai(initiative, monk=seat in sent) for seat, initiative in enumerate(initiatives)]
    enemy = dragon(f"12/{against}/3")
    fight = dragon_fight(*party, dragon=enemy, attacker=attacker, monks=True, rulings=rulings)
    while fight.asked == "send-monk":
        seat = fight.asked_seat
        fight.play(send("scroll") if seat in sent else fight.options()[0])
    return fight.order


@pytest.mark.rule("combat.init.descending")
def test_combat_init_descending() -> None:
    """A 5, dragon 7, B 9: B, dragon, A."""
    assert order_of(5, 9, against=7) == [1, "dragon", 0]


@pytest.mark.rule("combat.init.descending")
def test_combat_init_descending_is_how_they_are_asked() -> None:
    fight = dragon_fight(samurai(5), samurai(9), samurai(3), dragon=dragon("60/4/3"))
    asked = []
    for _ in range(8):
        asked.append(fight.asked_seat)
        fight.play("T: 0 0 0" if fight.asked == "roll" else roll("left"))
    assert asked == [1, 0, -1, 2, 1, 0, -1, 2]
    assert fight.said("round", "round") == [1, 2]


@pytest.mark.rule("combat.init.dragon")
def test_combat_init_dragon() -> None:
    """The number on the figure, whatever its colour or health."""
    assert order_of(8, against=9) == ["dragon", 0]
    assert order_of(8, against=7) == [0, "dragon"]
    fight = dragon_fight(samurai(8), dragon=dragon("5/9/3", colour="blue"))
    assert fight.order == ["dragon", 0]
    fight = dragon_fight(samurai(8), dragon=dragon("40/7/5", colour="red"))
    assert fight.order == [0, "dragon"]


@pytest.mark.rule("example.init-7-vs-8")
def test_example_init_7_vs_8() -> None:
    assert order_of(7, against=8) == ["dragon", 0]


@pytest.mark.rule("combat.init.tie-dragon")
def test_combat_init_tie_dragon() -> None:
    """A 8, dragon 8: the dragon, as defender."""
    assert order_of(8, against=8) == ["dragon", 0]
    assert order_of(8, 8, against=8, attacker=1) == ["dragon", 1, 0]


@pytest.mark.rule("combat.init.tie-samurai")
def test_combat_init_tie_samurai() -> None:
    """Attacker seat 2 and joiner seat 3, both 6: 2, 3; the other way round it is 3, 2."""

    def tied(attacker: int, rulings: Rulings = ADOPTED) -> list[int | str]:
        party = [samurai(6) for _ in range(4)]
        joiner = 5 - attacker
        fight = dragon_fight(
            *party, dragon=dragon("12/3/3"), attacker=attacker, joiners=(joiner,), rulings=rulings
        )
        return fight.order[:-1]

    assert tied(2) == [2, 3]
    assert tied(3) == [3, 2]
    last = adopted_but("combat.init.tie-samurai", "active-last")
    assert tied(2, last) == [3, 2]


@pytest.mark.rule("combat.init.tie-samurai")
def test_combat_init_tie_samurai_goes_round_the_table() -> None:
    """From the attacker clockwise; 001 begins with the player to the attacker's left."""
    assert order_of(6, 6, 6, 6, against=3, attacker=2) == [2, 3, 0, 1, "dragon"]
    last = adopted_but("combat.init.tie-samurai", "active-last")
    assert order_of(6, 6, 6, 6, against=3, attacker=2, rulings=last) == [3, 0, 1, 2, "dragon"]


@pytest.mark.rule("combat.init.monk-first")
def test_combat_init_monk_first() -> None:
    """A 3 with a monk, dragon 9, B 12: A, B, dragon."""
    assert order_of(3, 12, against=9, sent=(0,)) == [0, 1, "dragon"]
    assert order_of(3, 12, against=9) == [1, "dragon", 0]


@pytest.mark.rule("combat.init.monk-ties")
def test_combat_init_monk_ties() -> None:
    """Attacker A 6, B 8, C 6, all sent: B, A, C, dragon. A sits at seat 1, so C's seat 0 is the last in turn order."""
    assert order_of(6, 6, 8, against=12, attacker=1, sent=(0, 1, 2)) == [2, 1, 0, "dragon"]


@pytest.mark.rule("combat.init.fixed")
def test_combat_init_fixed() -> None:
    """A's weapon shrinks from 5 to 2 in round 1; in round 2 A still strikes before the dragon's 4."""
    fight = dragon_fight(samurai(5), dragon=dragon("60/4/3"))
    fight.play(roll("left", "MMM"), "M: 2* 2* 2*", lose((3, 1), (4, 1), (5, 1)), "T: 0 0 0")
    assert (fight.order, fight.asked, fight.asked_seat) == ([0, "dragon"], "roll-dice", 0)
    assert len(fight.happened("order-fixed")) == 1


@pytest.mark.rule("combat.init.fixed")
def test_combat_init_fixed_after_the_monks_losses() -> None:
    """The weapon monk takes the right weapon of 4 and magic along: 8 becomes 4, behind B's 6."""
    two = "WWMM.:.W/.....:.W/.....:.M/.....:.M+G@7,1"
    mine = board(weapon=two, monks=OPEN, blueprints=(blueprint(WEAPON, "W/W/M/M"),))
    fight = dragon_fight(mine, samurai(6, monk=True), dragon=dragon("12/12/3"), monks=True)
    fight.play(send("weapon"), send("scroll"))
    assert fight.gear().weapon.occupied.bit_count() == 4
    assert fight.order == [1, 0, "dragon"]


# ---- leaving


def broken_fighter(*others: Board, rulings: Rulings = ADOPTED, health: int = 12) -> Fight:
    """Seat 0 has rolled WWMM and lost a wood: WMM is left."""
    fight = dragon_fight(
        board(weapon="WWMM", helmet="TT"), *others, dragon=dragon(f"{health}/2/3"), rulings=rulings
    )
    while fight.asked_seat != 0:
        fight.play(roll("left"))
    return fight.play(roll("left", "WW"), "W: 0* 1", lose((1, 1)))


@pytest.mark.rule("combat.retreat.when")
def test_combat_retreat_when() -> None:
    """The roll leaves only WMM: the fight may be left at once; nothing is lost by it."""
    fight = broken_fighter()
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("withdraw", 0, "combat.retreat.when")
    before = fight.board()
    fight.play(RETREAT)
    assert fight.is_over
    assert fight.board() == before
    assert [event.rule for event in fight.happened("retreated")] == ["combat.retreat.when"]
    assert fight.state.stands(Seat(0)) == "retreated"


@pytest.mark.rule("combat.retreat.when")
def test_combat_retreat_when_a_weapon_is_still_usable() -> None:
    fight = dragon_fight(board(weapon="WWM"), dragon=dragon("12/2/3"))
    assert fight.refused(RETREAT) == "combat.retreat.when"
    fight.play(roll("left", "W"), "W: 1")
    assert (fight.asked_seat, fight.refused(RETREAT)) == (-1, "combat.retreat.when")
    pair = dragon_fight(board(weapon="WWM:.../...../.....:WWT", monks=OPEN), dragon=dragon("12/2/3"))
    pair.play(roll("left", "WW"), "W: 0* 1", lose((1, 1)))
    assert (pair.asked, pair.refused(RETREAT)) == ("roll-dice", "combat.retreat.when")
    pair.play(roll("right", "W"), "W: 1")
    assert (pair.asked_seat, pair.refused(RETREAT)) == (-1, "combat.retreat.when")


@pytest.mark.rule("combat.retreat.when")
def test_combat_retreat_when_not_after_the_dragon_or_before_the_own_turn() -> None:
    fight = dragon_fight(board(weapon="WWM", helmet="TT"), dragon=dragon("12/9/3"))
    assert fight.refused(RETREAT) == "combat.retreat.when"
    fight.play("T: 3 0 0", pay("T"))
    assert (fight.asked, fight.refused(RETREAT)) == ("roll-dice", "combat.retreat.when")


@pytest.mark.rule("combat.retreat.when")
def test_combat_retreat_when_the_others_fight_on() -> None:
    fight = broken_fighter(board(weapon="WWM", helmet="TT"))
    fight.play(RETREAT, roll("left"), "T: 3 0 0")
    assert (fight.fighters, fight.asked, fight.asked_seat) == ([1], "pay-damage", 1)
    fight.play(pay("T"))
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("combat.retreat.no-dice")
def test_combat_retreat_no_dice() -> None:
    """Who stayed makes an empty attack in round 2 and may leave after it, not in the dragon's turn."""
    fight = broken_fighter().play(STAY)
    assert (fight.asked_seat, fight.refused(RETREAT)) == (-1, "combat.retreat.when")
    fight.play("T: 3 0 0")
    assert fight.refused(RETREAT) == "combat.retreat.when"
    fight.play(pay("T"))
    assert (fight.asked, fight.asked_seat) == ("withdraw", 0)
    assert [event.rule for event in fight.happened("attack-empty")] == ["combat.retreat.no-dice"]
    assert fight.refused(roll("left", "W")) == "combat.attack.usable"
    fight.play(RETREAT)
    assert fight.is_over


@pytest.mark.rule("combat.retreat.optional")
def test_combat_retreat_optional() -> None:
    """Who stays without a weapon is a target, and rewarded when the dragon falls."""
    fight = broken_fighter(board(weapon="WW", helmet="T"), health=2)
    assert fight.refused(STAY) is None
    fight.play(STAY, "T: 3 0 0", pay("T"), pay("T"), roll("left", "WW"), "W: 1 0")
    assert fight.happened("dragon-defeated")
    fight.play(take(), take())
    assert [fight.state.score(Seat(seat)) for seat in (0, 1)] == [7, 7]
    assert [str(fight.board(seat).backpack.cubes) for seat in (0, 1)] == ["T", "T"]


@pytest.mark.rule("combat.retreat.optional")
def test_combat_retreat_optional_must() -> None:
    """001's first example reads as if one had to leave."""
    fight = broken_fighter(rulings=adopted_but("combat.retreat.optional", "must"))
    assert fight.options() == [RETREAT]
    assert fight.refused(STAY) == "combat.retreat.optional"
    assert set(broken_fighter().options()) == {STAY, RETREAT}

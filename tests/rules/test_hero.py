"""Heroic monks: who may send which, what is thrown, what it costs, and what it does to the order."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import RepairWeapon, SendMonk, StowThings, ThrowCube
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.support.fights import (
    KEEP,
    Fight,
    dragon,
    dragon_fight,
    lose,
    mend,
    pay_at,
    roll,
    send,
    take,
    throw,
)
from tests.support.gear_positions import HELMET, WEAPON, blueprint, board, contents, layout_of

GREEN = dragon("12/9/4")
DECIDE_FIRST = ADOPTED.with_reading("combat.hero.resolve-each", "decide-first")


def sources(fight: Fight) -> set[str]:
    """The places from which a monk may be sent now."""
    return {answer.source for answer in fight.options() if isinstance(answer, SendMonk)}


def with_pack(here: Board, backpack: Backpack) -> Board:
    """The board with another backpack."""
    return msgspec.structs.replace(here, backpack=backpack)


@pytest.mark.rule("combat.hero.when")
def test_combat_hero_when() -> None:
    fight = dragon_fight(board(weapon="WWM", discs=("monk",)), dragon=GREEN, monks=True)
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("send-monk", 0, "combat.hero.when")
    assert fight.options() == [KEEP, send("lower-area")]
    assert "order-fixed" not in fight.kinds()


@pytest.mark.rule("combat.hero.when")
def test_combat_hero_when_not_against_the_legendary_dragon() -> None:
    white = dragon("60/9/6", colour="white")
    fight = dragon_fight(board(weapon="WWM", helmet="MM", discs=("monk",)), dragon=white, monks=True)
    assert fight.asked == "roll"
    assert fight.refused(send("lower-area")) == "combat.hero.when"


@pytest.mark.rule("combat.hero.when")
def test_combat_hero_when_one_monk_a_samurai_and_only_before_the_order() -> None:
    fight = dragon_fight(board(weapon="WWM", discs=("monk",), monks=("action",)), dragon=GREEN, monks=True)
    fight.play(send("action"))
    assert fight.asked == "roll-dice"
    assert fight.refused(send("lower-area")) == "combat.hero.when"
    assert len(fight.happened("monk-sent")) == 1


@pytest.mark.rule("combat.hero.when")
def test_combat_hero_when_may() -> None:
    fight = dragon_fight(board(weapon="WWM", monks=("action",)), dragon=GREEN, monks=True).play(KEEP)
    assert fight.board().monk_spots == ("action",)
    assert fight.order == ["dragon", 0]


@pytest.mark.rule("combat.hero.order")
def test_combat_hero_order() -> None:
    monks = [board(weapon="WW", discs=("monk",)) for _ in range(4)]
    fight = dragon_fight(*monks, dragon=GREEN, attacker=2, joiners=(0, 3), monks=True)
    asked = []
    for _ in range(3):
        asked.append(fight.asked_seat)
        fight.play(KEEP)
    assert asked == [2, 3, 0]
    assert fight.asked == "roll"


def two_with_monks(*, rulings: Rulings = ADOPTED) -> Fight:
    """Two samurai, each with an action monk and a wood, against a dragon with one health."""
    boards = [board(weapon="WW", lower="W", monks=("action",)) for _ in range(2)]
    return dragon_fight(*boards, dragon=dragon("1/9/4"), monks=True, rulings=rulings)


@pytest.mark.rule("combat.hero.resolve-each", "combat.hero.kill")
def test_combat_hero_resolve_each_one_by_one() -> None:
    fight = two_with_monks().play(send("action"), throw("W"), "W: 1")
    assert fight.kinds().count("monk-sent") == 1
    assert fight.board(1).monk_spots == ("action",)
    assert fight.board(0).monk_spots == ()
    fight.play(take(), take())
    assert fight.is_over
    assert fight.said("reward", "points") == [7, 7]


@pytest.mark.rule("combat.hero.resolve-each")
def test_combat_hero_resolve_each_wholly_before_the_next_decides() -> None:
    boards = [board(weapon="WW", lower="W", monks=("action",)) for _ in range(2)]
    fight = dragon_fight(*boards, dragon=GREEN, monks=True).play(send("action"))
    assert (fight.asked, fight.asked_seat) == ("throw-cube", 0)
    fight.play(throw("W"))
    assert fight.asked == "roll"
    fight.play("W: 1")
    assert (fight.asked, fight.asked_seat) == ("send-monk", 1)
    assert (fight.health, fight.board(0).monk_spots) == (11, ())


@pytest.mark.rule("combat.hero.resolve-each")
def test_combat_hero_resolve_each_decide_first() -> None:
    fight = two_with_monks(rulings=DECIDE_FIRST).play(send("action"), throw("W"))
    assert (fight.asked, fight.asked_seat) == ("send-monk", 1)
    assert fight.board(0).monk_spots == ("action",)
    fight.play(send("action"), throw("W"), "W: 1", "W: 0")
    assert fight.board(0).monk_spots == fight.board(1).monk_spots == ()
    assert fight.play(take(), take()).is_over


@pytest.mark.rule("combat.hero.source")
def test_combat_hero_source_any_monk_on_the_board() -> None:
    here = board(weapon="WWM", monks=("scroll", "backpack"), lower="M")
    here = with_pack(here, Backpack(contents("M", "monk"), contents("", "monk")))
    fight = dragon_fight(here, dragon=GREEN, monks=True)
    assert sources(fight) == {"scroll", "backpack", "lower-area", "upper-area"}
    assert fight.refused(send("weapon")) == "combat.hero.source"
    assert fight.refused(send("action")) == "combat.hero.source"


@pytest.mark.rule("combat.hero.source")
def test_combat_hero_source_action_monk_on_a_field() -> None:
    here = msgspec.structs.replace(board(weapon="WWM", monks=("action",)), action_monk_field="move", discs=2)
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("action"))
    after = fight.board()
    assert (after.monk_spots, after.action_monk_field, after.pool) == ((), "", 2)


@pytest.mark.rule("combat.hero.resource")
def test_combat_hero_resource() -> None:
    fight = dragon_fight(board(weapon="WWM", monks=("action",), lower="TW"), dragon=GREEN, monks=True)
    fight.play(send("action"))
    assert fight.options() == [throw("W"), throw("T")]
    assert fight.refused(throw("M")) == "combat.hero.resource"
    fight.play(throw("T"))
    assert str(fight.board().backpack.lower.cubes) == "W"
    assert fight.asked_about() == {"wood": 0, "metal": 0, "tooth": 1, "magic": 0}


@pytest.mark.rule("combat.hero.resource")
def test_combat_hero_resource_is_compulsory() -> None:
    fight = dragon_fight(board(weapon="WWM", monks=("action",), lower="W"), dragon=GREEN, monks=True)
    fight.play(send("action"))
    assert fight.asked == "throw-cube"
    assert fight.refused(KEEP) == "combat.hero.resource"
    assert fight.options() == [throw("W")]


@pytest.mark.rule("combat.hero.resource")
def test_combat_hero_resource_also_from_the_upper_area_that_is_lost() -> None:
    here = board(weapon="WWM", monks=("backpack",), upper="MM")
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("backpack"))
    assert fight.options() == [throw("M", "upper")]
    fight.play(throw("M", "upper"))
    assert str(fight.board().backpack.upper.cubes) == "M"
    assert fight.play("M: 1").health == 11


@pytest.mark.rule("combat.hero.roll")
@pytest.mark.parametrize(("cube", "face", "left"), [("W", "W: 1", 11), ("M", "M: 2", 10), ("T", "T: 3", 9)])
def test_combat_hero_roll(cube: str, face: str, left: int) -> None:
    fight = dragon_fight(board(weapon="WWM", monks=("action",), lower="WMT"), dragon=GREEN, monks=True)
    fight.play(send("action"), throw(cube), face)
    assert fight.health == left


@pytest.mark.rule("combat.hero.no-break")
def test_combat_hero_no_break() -> None:
    here = board(weapon="WWM", monks=("action",), lower="M")
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("action"), throw("M"), "M: 2*")
    assert fight.health == 10
    assert fight.asked == "roll-dice"
    assert fight.gear().weapon == here.gear.weapon
    assert "teeth" not in fight.kinds()


@pytest.mark.rule("combat.hero.no-resource")
def test_combat_hero_no_resource() -> None:
    fight = dragon_fight(board(weapon="WWM", monks=("action",)), dragon=GREEN, monks=True)
    fight.play(send("action"))
    assert "rolled" not in fight.kinds()
    assert (fight.health, fight.order) == (12, [0, "dragon"])
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.hero.kill")
def test_combat_hero_kill() -> None:
    boards = [board(weapon="WW", lower="W", monks=("action",)) for _ in range(3)]
    fight = dragon_fight(*boards, dragon=dragon("1/9/4"), monks=True)
    fight.play(KEEP, send("action"), throw("W"), "W: 1", take(), take(), take())
    assert fight.is_over
    assert fight.state.defeated == ("dragon",)
    assert fight.said("dragon-defeated", "winners") == ["0 1 2"]
    assert fight.state.scores == (7, 7, 7)
    assert fight.board(2).monk_spots == ("action",)
    assert "order-fixed" not in fight.kinds()


@pytest.mark.rule("combat.hero.gone")
@pytest.mark.parametrize("spot", ["action", "scroll", "weapon", "backpack"])
def test_combat_hero_gone(spot: str) -> None:
    fight = dragon_fight(board(weapon="WWM", monks=(spot,)), dragon=GREEN, monks=True).play(send(spot))
    after = fight.board()
    assert (after.monk_spots, after.backpack.discs) == ((), ())
    assert not after.is_weapon_grid_open
    assert after.upper_spaces == 0


@pytest.mark.rule("combat.hero.gone", "combat.hero.source")
def test_combat_hero_gone_from_the_backpack_only_that_one() -> None:
    here = board(weapon="WWM", monks=("action",), discs=("monk", "monk"))
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("lower-area"))
    assert (fight.board().monk_spots, fight.board().backpack.discs) == (("action",), ("monk",))


@pytest.mark.rule("combat.hero.lose-action")
def test_combat_hero_lose_action() -> None:
    here = msgspec.structs.replace(board(weapon="WWM", monks=("action",)), discs=1)
    assert here.pool == 2
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("action"))
    assert (fight.board().pool, fight.board().discs) == (1, 1)
    assert fight.said("action-monk-gone", "discs") == [1]


@pytest.mark.rule("combat.hero.lose-weapon")
def test_combat_hero_lose_weapon() -> None:
    here = board(weapon="..WWW:MMM", monks=("weapon",))
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("weapon"))
    assert fight.gear().weapon == layout_of(WEAPON, "..WWW")
    assert fight.asked == "roll-dice"
    assert fight.refused(roll("left", "WWW")) is None
    assert fight.refused(roll("left", "WWWM")) == "combat.attack.dice"


@pytest.mark.rule("combat.hero.lose-weapon")
def test_combat_hero_lose_weapon_with_nothing_there() -> None:
    here = board(weapon="..WWW", monks=("weapon",))
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("weapon"))
    assert fight.gear().weapon == layout_of(WEAPON, "..WWW")
    assert [event.rule for event in fight.happened("right-part-closed")] == ["combat.hero.lose-weapon"]
    assert fight.happened("right-part-lost") == []


@pytest.mark.rule("combat.hero.lose-weapon")
def test_combat_hero_lose_weapon_magic_is_judged() -> None:
    here = board(weapon="..WWW:MMM+G@3,1", monks=("weapon",), blueprints=(blueprint(WEAPON, "MMM"),))
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("weapon"))
    assert fight.gear().weapon_magic is None
    assert [event.rule for event in fight.happened("magic-lost")] == ["magic.loss.immediate"]


@pytest.mark.rule("combat.hero.lose-weapon")
def test_combat_hero_lose_weapon_not_where_the_grid_is_open_anyway() -> None:
    here = board(weapon="..WWW:MMM", monks=("weapon",), who="masako")
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("weapon"))
    assert len(fight.gear().weapon) == 6


@pytest.mark.rule("combat.hero.lose-weapon-strip")
def test_combat_hero_lose_weapon_strip() -> None:
    here = board(weapon="MWWWM:MMM/.WMMM", monks=("weapon",))
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("weapon"))
    assert (fight.asked, fight.asked_rule) == ("repair", "combat.hero.lose-weapon-strip")
    removed = {answer.cells.bit_count() for answer in fight.options() if isinstance(answer, RepairWeapon)}
    assert min(removed) == 1
    assert fight.refused(mend((1, 1), (2, 1))) == "craft.weapon.fix-minimal"
    assert fight.refused(mend()) == "craft.weapon.one-handed.max-cubes"
    fight.play(mend((1, 1)))
    assert len(fight.gear().weapon) == 8
    assert [event.rule for event in fight.happened("weapon-mended")] == ["combat.hero.lose-weapon-strip"]
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.hero.lose-weapon-strip", "combat.init.fixed")
def test_combat_hero_lose_weapon_strip_before_the_order() -> None:
    """Eight long before the loss, four after: the joiner's five comes first."""
    here = board(weapon="MWWWM:MMM/.WMMM", monks=("weapon",))
    other = board(weapon="WWMMM", monks=("action",))
    fight = dragon_fight(here, other, dragon=GREEN, monks=True)
    fight.play(send("weapon"), mend((1, 1)), send("action"))
    assert fight.order == [1, 0, "dragon"]


PLAN = blueprint(HELMET, "MM", "helmet-plan")


def with_upper(lower: str = "W") -> Board:
    """A metal, a monk and a helmet blueprint in the upper area, the helmet magical."""
    here = board(weapon="WWM", helmet="MMW+G", monks=("backpack",), blueprints=(PLAN,))
    return with_pack(here, Backpack(contents(lower), contents("M", "monk", "helmet-plan")))


@pytest.mark.rule("combat.hero.lose-backpack")
def test_combat_hero_lose_backpack() -> None:
    fight = dragon_fight(with_upper(), dragon=GREEN, monks=True)
    fight.play(send("backpack"), throw("W"), "W: 0")
    after = fight.board()
    assert after.backpack == Backpack()
    assert (after.blueprints, after.monk_spots) == ((), ())
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.hero.lose-backpack")
def test_combat_hero_lose_backpack_keeps_the_lower_area_and_moves_nothing() -> None:
    fight = dragon_fight(with_upper("WM"), dragon=GREEN, monks=True)
    moved = StowThings(Backpack(contents("WMM", "helmet-plan", "monk")))
    assert fight.refused(moved) == "backpack.rearrange"
    fight.play(send("backpack"))
    assert fight.refused(moved) == "backpack.rearrange"
    fight.play(throw("W"), "W: 0")
    assert fight.board().backpack == Backpack(contents("M"))
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.hero.lost-blueprint")
def test_combat_hero_lost_blueprint() -> None:
    fight = dragon_fight(with_upper(), dragon=dragon("12/1/4"), monks=True)
    fight.play(send("backpack"), throw("W"), "W: 0")
    assert fight.board().blueprints == ()
    assert fight.gear().helmet_magic
    fight.play(roll("left"), "T: 1 0 0 0")
    fight.play(pay_at((3, 1)))
    assert not fight.gear().helmet_magic
    assert [event.rule for event in fight.happened("magic-lost")] == ["magic.loss.no-blueprint-any-cube"]


@pytest.mark.rule("combat.hero.lost-blueprint", "magic.restore.condition")
def test_combat_hero_lost_blueprint_never_comes_back() -> None:
    fight = dragon_fight(with_upper(), dragon=dragon("2/1/4"), monks=True)
    fight.play(send("backpack"), throw("W"), "W: 0", roll("left"), "T: 1 0 0 0", pay_at((3, 1)))
    fight.play(roll("left", "WW"), "W: 1 1", take())
    assert fight.is_over
    assert not fight.gear().helmet_magic


@pytest.mark.rule("backpack.rearrange")
def test_backpack_rearrange_never_when_the_backpack_monk_went() -> None:
    fight = dragon_fight(with_upper("WM"), dragon=GREEN, monks=True)
    fight.play(send("backpack"), throw("W"), "W: 0")
    assert fight.asked == "roll-dice"


@pytest.mark.rule("backpack.rearrange")
def test_backpack_rearrange_after_a_cube_was_thrown() -> None:
    here = board(weapon="WWM", monks=("action", "backpack"), lower="W", upper="M")
    fight = dragon_fight(here, dragon=GREEN, monks=True)
    fight.play(send("action"), throw("W"), "W: 0")
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("stow", 0, "backpack.rearrange")
    fight.play(StowThings(Backpack(contents("M"))))
    assert fight.board().backpack == Backpack(contents("M"))
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.hero.gone")
def test_a_fight_with_a_monk_from_beginning_to_end() -> None:
    here = board(weapon="WWT", lower="T", discs=("monk",))
    fight = dragon_fight(here, dragon=dragon("6/9/4"), monks=True)
    fight.play(send("lower-area"), throw("T"), "T: 3", roll("left", "T"), "T: 0*", lose((3, 1)))
    assert (fight.health, str(fight.gear().weapon.cubes)) == (3, "WW")
    assert fight.board().backpack == Backpack()
    fight.play("T: 0 0 0 0", roll("left", "WW"), "W: 1 1", "T: 0 0 0 0", roll("left", "WW"), "W: 1 0", take())
    assert fight.is_over
    assert (fight.state.scores, fight.state.defeated) == ((7,), ("dragon",))
    assert fight.board().backpack == Backpack(contents("T"))


@pytest.mark.rule("combat.hero.resource")
def test_combat_hero_resource_area_is_said() -> None:
    here = board(weapon="WWM", monks=("backpack", "action"), lower="W", upper="W")
    fight = dragon_fight(here, dragon=GREEN, monks=True).play(send("action"))
    assert fight.options() == [throw("W"), throw("W", "upper")]
    assert fight.refused(ThrowCube(throw("W").cube, "middle")) == "combat.hero.resource"
    fight.play(throw("W", "upper"))
    assert fight.board().backpack == Backpack(contents("W"))

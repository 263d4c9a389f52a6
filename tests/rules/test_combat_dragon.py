"""Chapter "combat", the dragon: its health, its turn, what helmets take, how a fight ends and what it brings."""

from __future__ import annotations

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Seat
from tests.support.fights import (
    KEEP,
    RETREAT,
    STAY,
    Fight,
    arena,
    dragon,
    dragon_fight,
    duel,
    lose,
    pay,
    pay_at,
    roll,
    take,
)
from tests.support.gear_positions import HELMET, adopted_but, blueprint, board, with_gear

FIRST = "12/20/3"
"""A dragon that strikes before everybody."""

LAST = "12/0/3"
"""One that strikes after everybody who has a weapon."""


def again(state: ArenaState, enemy: Dragon) -> Fight:
    """The next fight of seat 0 with this dragon; no monk is sent."""
    fight = Fight(begin_dragon_fight(state, enemy, Seat(0)))
    return fight.play(KEEP) if fight.asked == "send-monk" else fight


def ended_in_retreat(fight: Fight) -> ArenaState:
    """Seat 0 takes one hit off the dragon, breaks its weapon WW and leaves."""
    fight.play(roll("left", "WW"), "W: 0* 1", lose((1, 1)), RETREAT)
    assert fight.is_over
    return fight.state


# ---- health


@pytest.mark.rule("combat.health.start")
def test_combat_health_start() -> None:
    """Green dragon 12, tokens 2: health 10. Another dragon's tokens do not count."""
    mine = board(weapon="WW")
    fight = dragon_fight(mine, dragon=dragon(LAST), tokens={"dragon": 2, "another": 5})
    assert fight.health == 10
    assert dragon_fight(mine, dragon=dragon(LAST)).health == 12


@pytest.mark.rule("combat.damage-tokens")
def test_combat_damage_tokens() -> None:
    """3 laid outside combat: both next fights begin with 3 less."""
    enemy = dragon(LAST)
    fight = dragon_fight(board(weapon="WW"), dragon=enemy, tokens={"dragon": 3})
    assert fight.health == 9
    state = ended_in_retreat(fight)
    assert again(state, enemy).health == 9
    assert again(state, dragon(LAST, name="another")).health == 12


@pytest.mark.rule("combat.health.reset")
def test_combat_health_reset() -> None:
    """A dragon of 12 brought to 1 is at 12 again when the next fight begins."""
    enemy = dragon(LAST)
    fight = dragon_fight(board(weapon="WWMMM/...T/...T"), dragon=enemy)
    fight.play(roll("left", "WWMMMTT"), "W: 0* 1, M: 2 2 0, T: 3 3")
    assert fight.health == 1
    fight.play(lose((1, 1)), RETREAT)
    assert fight.is_over
    assert again(fight.state, enemy).health == 12


@pytest.mark.rule("combat.health.over-30")
def test_combat_health_over_30() -> None:
    """The legendary dragon has 60, with four players; the track's 30 is no bound."""
    legend = dragon("60/10/6", colour="white")
    party = [board(weapon="WW", helmet="TTTT") for _ in range(4)]
    fight = dragon_fight(*party, dragon=legend)
    assert fight.health == 60
    white = [one for one in house_pack().dragons if one.colour == "white"]
    assert [one.health for one in white] == [60] * len(white)
    assert white


@pytest.mark.rule("combat.health.stat-by-count")
@pytest.mark.parametrize(
    ("players", "colour", "reading", "health"),
    [
        (2, "white", "any-dragon", 40),
        (2, "white", "legendary-only", 40),
        (2, "green", "any-dragon", 40),
        (2, "green", "legendary-only", 60),
        (3, "white", "any-dragon", 60),
        (4, "green", "any-dragon", 60),
        (6, "white", "legendary-only", 60),
    ],
)
def test_combat_health_stat_by_count(players: int, colour: str, reading: str, health: int) -> None:
    """With two players the two-player value, where one is printed; also when only one of them fights."""
    enemy = dragon("60/10/6", colour=colour, two=40)
    rulings = adopted_but("combat.health.stat-by-count", reading)
    alone = dragon_fight(board(weapon="WW"), dragon=enemy, players=players, rulings=rulings)
    assert alone.health == health
    plain = dragon("60/10/6", colour=colour)
    assert dragon_fight(board(weapon="WW"), dragon=plain, players=players, rulings=rulings).health == 60
    party = [board(weapon="WW") for _ in range(players)]
    assert dragon_fight(*party, dragon=enemy, joiners=(), rulings=rulings).health == health


# ---- the dragon's turn


@pytest.mark.rule("combat.dragon.dice")
@pytest.mark.parametrize(("colour", "dice"), [("blue", 3), ("green", 4), ("red", 5), ("white", 6)])
def test_combat_dragon_dice(colour: str, dice: int) -> None:
    """White dice only, as many as the colour says; so have all dragons of the house pack."""
    enemies = [one for one in house_pack().dragons if one.colour == colour]
    assert enemies
    for enemy in enemies:
        fight = dragon_fight(board(), dragon=enemy)
        assert fight.asked_about() == {"wood": 0, "metal": 0, "tooth": dice, "magic": 0}
        assert fight.asked_rule == "combat.dragon.dice"


@pytest.mark.rule("combat.dragon.roller")
def test_combat_dragon_roller() -> None:
    """Its turn asks Chance for the dice and nobody for a decision."""
    fight = dragon_fight(board(helmet="W"), dragon=dragon(FIRST))
    assert (fight.asked, fight.asked_seat) == ("roll", CHANCE)
    assert fight.choice().total == 6**3  # type: ignore[attr-defined]
    fight.play("T: 1 0 0")
    assert (fight.asked, fight.asked_seat) == ("pay-damage", 0)


@pytest.mark.rule("combat.dragon.all")
def test_combat_dragon_all() -> None:
    """6 hits, A and B fight: 6 each, in full; C stands beside."""
    party = [board(weapon="WW", helmet="TTT"), board(weapon="WW", helmet="MMMM"), board(helmet="TT")]
    fight = dragon_fight(*party, dragon=dragon(FIRST), joiners=(1,))
    fight.play("T: 3 3 0")
    assert (fight.asked_seat, fight.asked_about()) == (0, {"damage": 6})
    fight.play(pay("TT"))
    assert (fight.asked_seat, fight.asked_about()) == (1, {"damage": 6})
    fight.play(pay("MMM"))
    assert [str(fight.gear(seat).helmet.cubes) for seat in range(3)] == ["T", "M", "TT"]


@pytest.mark.rule("combat.dragon.all")
def test_combat_dragon_all_without_hits_nobody_pays() -> None:
    fight = dragon_fight(board(weapon="WW", helmet="T"), dragon=dragon(FIRST)).play("T: 0 0 0")
    assert fight.asked == "roll-dice"


@pytest.mark.rule("combat.dragon.teeth")
def test_combat_dragon_teeth() -> None:
    """A symbol is a tooth for each samurai in the fight, before the damage, and also for who goes down."""
    rules = (board(weapon="WW", helmet="TT"), board(weapon="WW", helmet="W"), board(helmet="TT"))
    fight = dragon_fight(*rules, dragon=dragon(FIRST), joiners=(1,))
    fight.play("T: 0* 3 0")
    assert (fight.asked, fight.asked_seat) == ("stow", 0)
    fight.play(take())
    assert (fight.asked, fight.asked_seat) == ("stow", 1)
    fight.play(take())
    assert (fight.asked, fight.asked_seat) == ("pay-damage", 0)
    fight.play(pay("T"), pay("W"))
    assert fight.fighters == [0]
    assert [str(fight.board(seat).backpack.cubes) for seat in range(3)] == ["T", "T", ""]


@pytest.mark.rule("combat.dragon.teeth")
@pytest.mark.parametrize(("dice", "teeth"), [("T: 0 1 2", 0), ("T: 0* 1 2", 1), ("T: 0* 0* 2", 2)])
def test_combat_dragon_teeth_one_a_symbol(dice: str, teeth: int) -> None:
    party = (board(weapon="WW", helmet="TT"), board(weapon="WW", helmet="TT"))
    fight = dragon_fight(*party, dragon=dragon(FIRST)).play(dice)
    if teeth:
        fight.play(take(), take())
    assert fight.asked == "pay-damage"
    assert [fight.board(seat).backpack.cubes.tooth for seat in (0, 1)] == [teeth, teeth]


# ---- helmets


@pytest.mark.rule("combat.helmet.absorb")
def test_combat_helmet_absorb() -> None:
    """WMM, 3 hits: W and M go, M stays; of MM the surplus is lost."""
    fight = dragon_fight(board(weapon="WW", helmet="WMM"), dragon=dragon(FIRST)).play("T: 3 0 0")
    assert set(fight.options()) == {
        pay_at((1, 1), (2, 1)),
        pay_at((1, 1), (3, 1)),
        pay_at((2, 1), (3, 1)),
    }
    assert fight.refused(pay_at((2, 1))) == "combat.helmet.absorb"
    rest = fight.copy().play(pay_at((2, 1), (3, 1)))
    assert str(rest.gear().helmet.cubes) == "W"
    fight.play(pay("WM"))
    assert str(fight.gear().helmet.cubes) == "M"
    assert fight.fighters == [0]


@pytest.mark.rule("combat.helmet.absorb")
@pytest.mark.parametrize(
    ("helmet", "hits"), [("W", "1 0 0"), ("M", "2 0 0"), ("T", "3 0 0"), ("W+G", "3 2 0")]
)
def test_combat_helmet_absorb_values(helmet: str, hits: str) -> None:
    """Wood 1, metal 2, tooth 3, magic 4: what covers exactly is survival, one hit more is not."""
    fight = dragon_fight(board(weapon="WW", helmet=helmet), dragon=dragon(FIRST)).play(f"T: {hits}")
    fight.play(fight.options()[0])
    assert fight.fighters == [0]
    one_more = {"1 0 0": "2 0 0", "2 0 0": "3 0 0", "3 0 0": "3 1 0", "3 2 0": "3 3 0"}[hits]
    other = dragon_fight(board(weapon="WW", helmet=helmet), dragon=dragon(FIRST)).play(f"T: {one_more}")
    other.play(other.options()[0])
    assert other.is_over


@pytest.mark.rule("combat.helmet.choice")
def test_combat_helmet_choice() -> None:
    """M and magic, 2 hits: paying the magic is legal, 2 points are wasted."""
    fight = dragon_fight(board(weapon="WW", helmet="M+G"), dragon=dragon(FIRST)).play("T: 2 0 0")
    assert set(fight.options()) == {pay_at((1, 1)), pay_at(magic=True)}
    assert fight.refused(pay_at((1, 1), magic=True)) == "combat.helmet.choice"
    fight.play(pay("G"))
    assert str(fight.gear().helmet.cubes) == "M"
    assert not fight.gear().helmet_magic


@pytest.mark.rule("combat.helmet.choice")
def test_combat_helmet_choice_no_cube_in_vain() -> None:
    """WWM, 2 hits: W+W or M, never all three, nor W+M."""
    fight = dragon_fight(board(weapon="WW", helmet="WWM"), dragon=dragon(FIRST)).play("T: 2 0 0")
    assert set(fight.options()) == {pay_at((1, 1), (2, 1)), pay_at((3, 1))}
    assert fight.refused(pay_at((1, 1), (2, 1), (3, 1))) == "combat.helmet.choice"
    assert fight.refused(pay_at((1, 1), (3, 1))) == "combat.helmet.choice"


@pytest.mark.rule("combat.helmet.magic-order")
def test_combat_helmet_magic_order() -> None:
    """MM and magic, pattern MM, 6 hits: magic and M pay together, 4+2, although one M alone would not carry it."""
    mine = board(weapon="WW", helmet="MM+G", blueprints=(blueprint(HELMET, "MM"),))
    fight = dragon_fight(mine, dragon=dragon(FIRST)).play("T: 3 3 0")
    assert set(fight.options()) == {pay_at((1, 1), magic=True), pay_at((2, 1), magic=True)}
    fight.play(pay("MG"))
    assert str(fight.gear().helmet.cubes) == "M"
    assert (fight.gear().helmet_magic, fight.fighters) == (False, [0])
    assert not fight.happened("magic-lost")


@pytest.mark.parametrize(
    "answer", [PayDamage(-1), PayDamage(1 << 200), PayDamage(0), PayDamage(1, magic=True), PayDamage(2**63)]
)
@pytest.mark.rule("combat.helmet.absorb")
def test_hostile_payments_are_refused(answer: PayDamage) -> None:
    fight = dragon_fight(board(weapon="WW", helmet="WMM"), dragon=dragon(FIRST)).play("T: 3 0 0")
    assert fight.refused(answer) is not None


# ---- down


@pytest.mark.rule("combat.defeat")
def test_combat_defeat() -> None:
    """Helmet value 6: 6 hits leave it empty and its owner awake, 7 hits knock out."""
    mine = board(weapon="WW", helmet="WMT")
    awake = dragon_fight(mine, dragon=dragon(FIRST)).play("T: 3 3 0", pay("WMT"))
    assert not awake.gear().helmet
    assert (awake.fighters, awake.state.stands(Seat(0))) == ([0], "conscious")
    down = dragon_fight(mine, dragon=dragon(FIRST)).play("T: 3 3 1")
    assert down.options() == [pay_at((1, 1), (2, 1), (3, 1))]
    assert down.refused(pay_at((1, 1), (3, 1))) == "combat.helmet.absorb"
    down.play(pay("WMT"))
    assert not down.gear().helmet
    assert (down.is_over, down.state.stands(Seat(0))) == (True, "knocked-out")
    assert [event.rule for event in down.happened("knocked-out")] == ["combat.defeat"]


@pytest.mark.rule("combat.defeat")
def test_combat_defeat_takes_the_magic_too() -> None:
    mine = board(weapon="WW", helmet="M+G", blueprints=(blueprint(HELMET, "M"),))
    fight = dragon_fight(mine, dragon=dragon(FIRST)).play("T: 3 3 1", pay("MG"))
    assert (fight.is_over, fight.gear().helmet_magic) == (True, False)


@pytest.mark.rule("combat.defeat.no-loot")
def test_combat_defeat_no_loot() -> None:
    """B goes down: backpack, weapon, monks and points are as before."""
    victim = board(weapon="WW", helmet="W", lower="WMT", monks=("scroll",), discs=("monk",))
    fight = dragon_fight(board(weapon="WW", helmet="TT"), victim, dragon=dragon(FIRST))
    fight.play("T: 3 0 0", pay("T"), pay("W"))
    after = fight.board(1)
    assert fight.state.stands(Seat(1)) == "knocked-out"
    assert (after.backpack, after.gear.weapon, after.monk_spots) == (
        victim.backpack,
        victim.gear.weapon,
        victim.monk_spots,
    )
    assert fight.state.score(Seat(1)) == 0


@pytest.mark.rule("combat.defeat.safe")
def test_combat_defeat_safe() -> None:
    """B is unconscious: it cannot join, begin a fight, or be attacked."""
    state = arena(board(weapon="WW"), board(weapon="WW"), standing=("conscious", "knocked-out"))
    enemy = dragon(LAST)
    for attacker, joiners in ((0, (Seat(1),)), (1, ())):
        with pytest.raises(Illegal) as error:
            begin_dragon_fight(state, enemy, Seat(attacker), joiners)
        assert [refusal.rule for refusal in error.value.refusals] == ["combat.defeat.safe"]
    for mover, stander in ((0, 1), (1, 0)):
        with pytest.raises(Illegal) as error:
            begin_duel(state, Seat(mover), Seat(stander))
        assert [refusal.rule for refusal in error.value.refusals] == ["combat.defeat.safe"]
    assert Fight(begin_dragon_fight(state, enemy, Seat(0))).asked_seat == 0


@pytest.mark.rule("combat.defeat.safe")
def test_combat_defeat_safe_in_the_same_fight() -> None:
    """The next roll of the dragon does not strike who lies on the ground."""
    party = (board(weapon="WW", helmet="TT"), board(weapon="WW", helmet="W"))
    fight = dragon_fight(*party, dragon=dragon(FIRST)).play("T: 3 0 0", pay("T"), pay("W"))
    fight.play(roll("left"), "T: 0* 3 0")
    assert (fight.asked, fight.asked_seat) == ("stow", 0)
    fight.play(take())
    assert (fight.asked, fight.asked_seat) == ("pay-damage", 0)
    fight.play(pay("T"))
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 0)


@pytest.mark.parametrize(
    ("gear", "rule"),
    [
        ({"weapon": "WW.WW"}, "craft.weapon.one-per-part"),
        ({"weapon": "WWW:.WW"}, "craft.weapon.right-only"),
        ({"weapon": "...WW:WW"}, "monk.spot.weapon"),
        ({"helmet": "TTTT/TTTT/T"}, "craft.helmet.size"),
        ({"sandals": "WW/WW"}, "craft.sandals.size"),
    ],
)
def test_nobody_fights_with_illegal_gear(gear: dict[str, str], rule: str) -> None:
    state = arena(board(**gear), board(weapon="WW"))  # type: ignore[arg-type]
    with pytest.raises(Illegal) as error:
        begin_dragon_fight(state, dragon(LAST), Seat(0))
    assert rule in [refusal.rule for refusal in error.value.refusals]
    with pytest.raises(Illegal):
        begin_duel(state, Seat(1), Seat(0))
    assert begin_dragon_fight(state, dragon(LAST), Seat(1)).agenda


@pytest.mark.parametrize("magic", [{"weapon_magic": 40}, {"helmet_magic": True}, {"sandals_magic": True}])
def test_nobody_fights_with_a_green_cube_on_nothing(magic: dict[str, object]) -> None:
    state = arena(with_gear(board(weapon="WW"), **magic))
    with pytest.raises(Illegal) as error:
        begin_dragon_fight(state, dragon(LAST), Seat(0))
    assert [refusal.rule for refusal in error.value.refusals] == ["magic.carrier-destroyed"]


@pytest.mark.rule("combat.end")
def test_combat_end() -> None:
    """A retreats, B goes down: the fight is over, the dragon stays, nobody wins anything."""
    party = (board(weapon="WWMM", helmet="TT"), board(weapon="WW", helmet="W"))
    fight = dragon_fight(*party, dragon=dragon("12/3/3"))
    fight.play(roll("left", "W"), "W: 0*", lose((1, 1)), RETREAT, "T: 3 0 0")
    assert (fight.fighters, fight.happened("combat-over")) == ([1], [])
    fight.play(pay("W"))
    assert fight.is_over
    assert len(fight.happened("combat-over")) == 1
    assert fight.state.defeated == ()
    assert [fight.state.score(Seat(seat)) for seat in (0, 1)] == [0, 0]
    assert [str(fight.board(seat).backpack.cubes) for seat in (0, 1)] == ["", ""]


@pytest.mark.rule("combat.end")
def test_combat_end_not_while_somebody_is_left() -> None:
    """Round after round, also when nobody can hurt the dragon."""
    fight = dragon_fight(board(weapon="W", helmet="T"), dragon=dragon(FIRST))
    for _ in range(5):
        fight.play("T: 0 0 0", STAY)
    assert fight.said("round", "round") == [1, 2, 3, 4, 5]
    assert not fight.happened("combat-over")


# ---- won


@pytest.mark.rule("combat.win")
def test_combat_win() -> None:
    """Health 1, 4 hits: the dragon is removed at once, and whoever would have attacked later does not."""
    party = (board(weapon="WWMM"), board(weapon="WWM"), board(weapon="WW"))
    fight = dragon_fight(*party, dragon=dragon("1/0/3"))
    assert fight.order == [0, 1, 2, "dragon"]
    fight.play(roll("left", "WWMM"), "W: 1 1, M: 1 1")
    assert fight.state.defeated == ("dragon",)
    assert fight.asked == "stow"
    fight.play(take(), take(), take())
    assert fight.is_over
    assert len(fight.happened("attacks")) == 1
    assert not fight.happened("dragon-strikes")


@pytest.mark.rule("combat.win")
def test_combat_win_drops_the_second_weapon() -> None:
    mine = board(weapon="WWM:.../...../.....:WWT", monks=("weapon",))
    fight = dragon_fight(mine, dragon=dragon("2/0/3")).play(roll("left", "WW"), "W: 1 1")
    assert (fight.asked, fight.happened("dragon-defeated") != []) == ("stow", True)


@pytest.mark.rule("combat.win")
def test_combat_win_exactly_zero_and_not_before() -> None:
    """Health 2: one hit is not enough, two are."""
    one = dragon_fight(board(weapon="WW"), dragon=dragon("2/0/3")).play(roll("left", "WW"), "W: 1 0")
    assert not one.happened("dragon-defeated")
    two = dragon_fight(board(weapon="WW"), dragon=dragon("2/0/3")).play(roll("left", "WW"), "W: 1 1")
    assert two.happened("dragon-defeated")


@pytest.mark.rule("combat.win.reward")
@pytest.mark.parametrize(("colour", "points"), [("blue", 5), ("green", 7), ("red", 10), ("white", 15)])
def test_combat_win_reward(colour: str, points: int) -> None:
    """The full points and a tooth each for A and B; nothing for C, who was knocked out earlier, nor for D outside."""
    party = (
        board(weapon="WWMMM", helmet="TT"),
        board(weapon="WW", helmet="TT"),
        board(helmet="W"),
        board(helmet="TT"),
    )
    enemy = next(one for one in house_pack().dragons if one.colour == colour)
    assert enemy.victory_points == points
    short = dragon("1/20/3", colour=colour, points=enemy.victory_points)
    fight = dragon_fight(*party, dragon=short, joiners=(1, 2))
    fight.play("T: 3 0 0", pay("T"), pay("T"), pay("W"), roll("left", "W"), "W: 1", take(), take())
    assert fight.is_over
    assert [fight.state.score(Seat(seat)) for seat in range(4)] == [points, points, 0, 0]
    assert [str(fight.board(seat).backpack.cubes) for seat in range(4)] == ["T", "T", "", ""]
    assert fight.said("reward", "seat") == [0, 1]


def full_backpack_won(lower: str, discs: tuple[str, ...] = ()) -> Fight:
    """Seat 0 has just won a dragon tooth with this in the lower area."""
    mine = board(weapon="WW", lower=lower, discs=discs)
    return dragon_fight(mine, dragon=dragon("1/0/3")).play(roll("left", "W"), "W: 1")


@pytest.mark.rule("combat.win.tooth-room")
def test_combat_win_tooth_room() -> None:
    """Six spaces full of cubes: drop W and keep the tooth, or forfeit it."""
    fight = full_backpack_won("WWWMMM")
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("stow", 0, "combat.win.tooth-room")
    kept = fight.copy().play(take("W"))
    assert str(kept.board().backpack.cubes) == "WWMMMT"
    given_up = [answer for answer in fight.options() if answer.left]  # type: ignore[attr-defined]
    assert len(given_up) == 1
    fight.play(*given_up)
    assert str(fight.board().backpack.cubes) == "WWWMMM"
    assert fight.said("forfeited", "cubes") == ["T"]


@pytest.mark.rule("combat.win.tooth-room")
def test_combat_win_tooth_room_discs_cannot_go() -> None:
    fight = full_backpack_won("", discs=("a", "b", "c", "d", "e", "f"))
    assert len(fight.options()) == 1
    fight.play(fight.options()[0])
    assert str(fight.board().backpack.cubes) == ""
    assert fight.happened("forfeited")


@pytest.mark.rule("combat.win.tooth-room")
def test_combat_win_tooth_room_free() -> None:
    """With a space free the tooth comes in and nothing is thrown for it."""
    fight = full_backpack_won("WWWMM")
    assert all(not answer.left and not answer.thrown for answer in fight.options())  # type: ignore[attr-defined]
    fight.play(take())
    assert str(fight.board().backpack.cubes) == "WWWMMT"


# ---- magic


@pytest.mark.rule("magic.restore.condition", "example.mitsuhide-magic-helmet")
def test_magic_restore_condition() -> None:
    """Two hits paid with magic; the dragon falls; the blueprint is kept and the helmet fits: magic is back."""
    mine = board(weapon="WW", helmet="MM+G", blueprints=(blueprint(HELMET, "MM"),))
    fight = dragon_fight(mine, dragon=dragon("1/20/3")).play("T: 2 0 0", pay("G"))
    assert not fight.gear().helmet_magic
    fight.play(roll("left", "W"), "W: 1")
    assert not fight.gear().helmet_magic
    fight.play(take())
    assert (fight.is_over, fight.gear().helmet_magic) == (True, True)
    assert str(fight.gear().helmet.cubes) == "MM"


@pytest.mark.rule("magic.restore.condition")
@pytest.mark.parametrize("case", ["the blueprint is gone", "the helmet no longer fits", "nobody had one"])
def test_magic_restore_condition_not_met(case: str) -> None:
    plan = blueprint(HELMET, "MM")
    mine = board(
        weapon="WW",
        helmet="MM+G",
        blueprints=(plan,) if case == "the helmet no longer fits" else (),
        lost=(plan,) if case == "the blueprint is gone" else (),
    )
    dice, paid = ("T: 3 3 0", pay("MG")) if plan in mine.blueprints else ("T: 2 0 0", pay("G"))
    fight = dragon_fight(mine, dragon=dragon("1/20/3")).play(dice, paid)
    fight.play(roll("left", "W"), "W: 1", take())
    assert (fight.is_over, fight.gear().helmet_magic) == (True, False)


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
@pytest.mark.parametrize(("reading", "stays"), [("any-cube", False), ("no-longer-matches", True)])
def test_magic_loss_no_blueprint_any_cube_in_a_fight(reading: str, stays: bool) -> None:
    """Helmet MMW and magic, blueprint MM stolen earlier, 1 hit paid with W."""
    mine = board(weapon="WW", helmet="MMW+G", lost=(blueprint(HELMET, "MM"),))
    rulings: Rulings = ADOPTED.with_reading("magic.loss.no-blueprint-any-cube", reading)
    fight = dragon_fight(mine, dragon=dragon(FIRST), rulings=rulings).play("T: 1 0 0", pay("W"))
    assert fight.gear().helmet_magic is stays


@pytest.mark.rule("combat.helmet.absorb")
def test_combat_helmet_absorb_in_a_duel_too() -> None:
    fight = duel(board(weapon="WWW", helmet="T"), board(weapon="WW", helmet="WMM"))
    fight.play(roll("left", "WWW"), "W: 1 1 1")
    assert (fight.asked_seat, fight.asked_about()) == (1, {"damage": 3})
    assert fight.refused(pay_at((2, 1))) == "combat.helmet.absorb"
    fight.play(pay("WM"))
    assert str(fight.gear(1).helmet.cubes) == "M"

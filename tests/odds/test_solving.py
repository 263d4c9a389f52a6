"""The solver against brute force in fractions, against closed forms, and its own laws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, PayDamage, Retreat, RollDice, Stay
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.odds import (
    FightOdds,
    Foe,
    Monk,
    OddsError,
    Samurai,
    Situation,
    Worth,
    best_monk,
    monks_of,
    solve,
    what_if,
    who_is_first,
)
from fujikoro_nb.texts import say
from tests.odds.fights import FACES, GOALS, Case, dice, layout, odds_sentence, random_case, told, two_wood
from tests.oracles.brute_fight import (
    _NEVER,
    VALUE,
    Blueprints,
    BruteFight,
    Value,
    irredundant_payments,
    mixed,
)
from tests.support.sampling import examples, sample

BOX = dice(FACES)


def solved(case: Case, *, is_exact: bool = True) -> FightOdds:
    return solve(
        case.samurai, case.foe, case.faces, goal=case.goal, all_dice=case.all_dice, is_exact=is_exact
    )


@pytest.mark.rule(
    "combat.attack.fewer",
    "combat.attack.two-weapons",
    "combat.break.split",
    "combat.break.magic",
    "combat.helmet.choice",
    "combat.retreat.when",
    "combat.init.tie-dragon",
)
@pytest.mark.parametrize("seed", sample(range(60), 16))
def test_solver_equals_brute_force_bit_by_bit(seed: int) -> None:
    case = random_case(f"solver {seed}")
    odds = solved(case)
    for first, value in (
        ("samurai", case.brute.samurai_first(case.state)),
        ("dragon", case.brute.dragon_first(case.state)),
    ):
        found = odds.at(case.foe.health, first=first)
        assert told(found, case.worth) == tuple(value)


@pytest.mark.parametrize("seed", sample(range(30), 8))
def test_one_solve_gives_every_damaged_state(seed: int) -> None:
    case = random_case(f"damaged {seed}")
    odds = solved(case)
    for health in range(1, case.foe.health):
        value = case.brute.samurai_first(case.state._replace(health=health))
        found = odds.at(health, first="samurai")
        assert told(found, case.worth) == tuple(value)


@pytest.mark.parametrize("seed", sample(range(30), 8))
def test_floats_equal_fractions(seed: int) -> None:
    case = random_case(f"floats {seed}")
    exact, floats = solved(case).outcome, solved(case, is_exact=False).outcome
    # Only the first number of the goal is optimal to the last digit: chances closer than the tolerance are equal.
    part = "win" if case.goal == "win" else "conscious"
    if case.goal != "points":
        assert float(getattr(floats, part)) == pytest.approx(
            float(getattr(exact, part)), rel=2e-12, abs=1e-14
        )
    else:
        points = [7 * float(one.win) - float(one.lost) for one in (exact, floats)]
        assert points[0] == pytest.approx(points[1], abs=1e-10)


def test_two_wood_in_closed_form() -> None:
    # A roll of two wood misses with 1/9 and then breaks nothing; one white die misses with 1/6.
    samurai, foe = two_wood(1)
    odds = solve(samurai, foe, BOX, is_exact=True)
    assert odds.first == "samurai"
    assert odds.win == Fraction(8, 9) / (1 - Fraction(1, 54)) == odds.conscious
    assert odds.retreat == 0
    assert odds.at(1, first="dragon").win == Fraction(1, 6) * odds.win


@pytest.mark.rule("combat.retreat.when")
def test_without_a_weapon_one_leaves_at_once_unless_the_dragon_is_first() -> None:
    samurai = Samurai(Gear(helmet=Layout(tooth=1)))
    odds = solve(samurai, Foe(9, 5, 1), BOX, is_exact=True)
    assert odds.first == "dragon"
    # The tooth is lost by any hit of 1 to 3, and nobody is knocked out.
    assert (odds.win, odds.conscious) == (0, 1)
    assert odds.outcome.lost == 3 * Fraction(5, 6)
    assert odds.at(9, first="samurai").lost == 0
    assert [one.answer for one in odds.decision.alternatives] == [Retreat(), Stay()]


@pytest.mark.rule(
    "combat.hero.roll", "combat.hero.lose-weapon", "combat.hero.lose-weapon-strip", "combat.hero.no-break"
)
@pytest.mark.parametrize("seed", sample(range(12), 5))
def test_monks_equal_brute_force(seed: int) -> None:
    case = random_case(f"monk {seed}")
    samurai = msgspec.structs.replace(
        case.samurai, monk_spots=("weapon", "action"), backpack=Backpack(Contents(Cubes(1, 1, 1)))
    )
    for monk in monks_of(samurai, case.foe):
        value = case.brute.with_monk(
            case.state, str(monk.cube) if monk.cube else None, is_weapon_monk=monk.source == "weapon"
        )
        odds = solve(
            samurai, case.foe, case.faces, goal=case.goal, all_dice=case.all_dice, monk=monk, is_exact=True
        )
        assert told(odds.outcome, case.worth) == tuple(value)


@pytest.mark.rule("combat.hero.no-resource", "combat.init.monk-first")
def test_a_monk_with_nothing_to_throw_only_goes_first() -> None:
    samurai, foe = two_wood(2, initiative=9, monk_spots=("action",))
    assert who_is_first(samurai, foe) == "dragon"
    shouting = solve(samurai, foe, BOX, monk=Monk("action"))
    assert shouting.outcome == solve(samurai, foe, BOX, first="samurai").outcome
    best, other = best_monk(samurai, foe, BOX)
    assert (best.monk, other.monk, best.cost) == (Monk("action"), None, 0)
    assert other.cost == pytest.approx((shouting.win - solve(samurai, foe, BOX).win) * 100)


@pytest.mark.rule("combat.hero.lost-blueprint", "combat.hero.lose-backpack")
def test_backpack_monk_takes_the_blueprint_along() -> None:
    pattern = Layout(metal=1)
    # One hit on M and W with magic: with the blueprint, magic stays while the M does; without, any cube takes it.
    samurai = Samurai(
        Gear(weapon=Layout(wood=0b11), helmet=Layout(wood=2, metal=1), helmet_magic=True),
        patterns=((GearKind.HELMET, pattern),),
        upper_blueprints=((GearKind.HELMET, pattern),),
        backpack=Backpack(upper=Contents(discs=("helmet-a",))),
        monk_spots=("backpack",),
    )
    foe = Foe(3, 9, 2)
    with_blueprint = solve(samurai, foe, BOX, first="samurai", is_exact=True)
    without = solve(samurai, foe, BOX, monk=Monk("backpack"), is_exact=True)
    assert without.samurai.deciding(GearKind.HELMET) == ((pattern,), False)
    assert without.samurai.backpack == Backpack()
    assert without.win < with_blueprint.win


def test_samurai_of_a_board_knows_what_lies_in_the_upper_area() -> None:
    from fujikoro_nb.engine.fujikoro.board.player import Board

    blueprint = Blueprint("helmet-a", GearKind.HELMET, Layout(metal=1), Provenance.HOUSE)
    board = Board(
        backpack=Backpack(upper=Contents(discs=("helmet-a",))),
        monk_spots=("backpack",),
        blueprints=(blueprint,),
    )
    samurai = Samurai.of(board)
    assert samurai.upper_blueprints == ((GearKind.HELMET, Layout(metal=1)),)
    assert not samurai.is_unlocked


# ---- decisions


@pytest.mark.parametrize("seed", sample(range(25), 7))
def test_every_roll_is_worth_what_brute_force_says(seed: int) -> None:
    case = random_case(f"roll {seed}")
    odds = solved(case)
    usable = case.brute._usable(case.state.weapon)
    if not usable:
        assert odds.decision.best.answer == Retreat()
        return
    values: dict[object, Value] = {}
    for weapon in usable:
        others = tuple(one for one in usable if one != weapon)
        is_left, is_right = min(weapon)[0] <= 5, max(weapon)[0] > 5
        part = "both" if is_left and is_right else "left" if is_left else "right"
        for chosen in case.brute._dice(case.state, weapon):
            forms = case.brute._roll_forms(case.state, weapon, others, chosen, _NEVER)
            best = max((value for value, _ in forms), key=GOALS[case.goal])
            values[RollDice(part, *chosen.values())] = best
    assert len(odds.decision.alternatives) == len(values)
    top = max(GOALS[case.goal](value)[0] for value in values.values())
    for one in odds.decision.alternatives:
        value = values[one.answer]
        found = one.outcome
        assert told(found, case.worth) == tuple(value)
        scale = 1 if case.goal == "points" else 100
        assert one.cost == (top - GOALS[case.goal](value)[0]) * scale
    # Doing the best now and ever after is worth what the start is worth.
    assert odds.decision.best.outcome == odds.at(case.foe.health, first="samurai")


@pytest.mark.rule("combat.helmet.choice", "combat.defeat")
@pytest.mark.parametrize("seed", sample(range(25), 7))
def test_every_payment_is_worth_what_brute_force_says(seed: int) -> None:
    case = random_case(f"pay {seed}")
    odds = solved(case)
    for damage in (1, 2, 3, 5):
        decision = odds.decide(Situation("pay-damage", case.samurai.gear, case.foe.health, damage=damage))
        paid = list(irredundant_payments(case.state.helmet, case.state.helmet_magic, damage))
        answers = {PayDamage(layout(cubes).occupied, magic) for cubes, magic in paid}
        everything = {PayDamage(case.samurai.gear.helmet.occupied, case.samurai.gear.helmet_magic)}
        assert {one.answer for one in decision.alternatives} == (answers or everything)
        best = case.brute._hit(case.state, damage)
        found = decision.best.outcome
        assert told(found, case.worth) == tuple(best)


@pytest.mark.rule("combat.break.per-symbol", "combat.break.split")
@pytest.mark.parametrize("seed", sample(range(25), 7))
def test_every_broken_cube_is_worth_what_brute_force_says(seed: int) -> None:
    case = random_case(f"lose {seed}")
    odds = solved(case)
    usable = case.brute._usable(case.state.weapon)
    if len(usable) != 1:
        return
    weapon = usable[0]
    wood = [cube for cube in case.state.weapon if cube[:2] in weapon and cube[2] == "W"]
    is_left, is_right = min(weapon)[0] <= 5, max(weapon)[0] > 5
    part = "both" if is_left and is_right else "left" if is_left else "right"
    situation = Situation(
        "lose-cubes", case.samurai.gear, case.foe.health, parts=(), rolling=part, broken=(1, 0, 0)
    )
    decision = odds.decide(situation)
    for column, row, letter in wood:
        kept = case.brute._repaired(case.state.weapon - {(column, row, letter)})
        values = []
        for cubes in kept:
            for magic in case.brute._magic_places(case.state.weapon, case.state.weapon_magic, cubes):
                after = case.state._replace(weapon=cubes, weapon_magic=magic)
                values.append(case.brute._attack(after, (), _NEVER)[0][0])
        best = max(values, key=GOALS[case.goal])
        one = decision.of(LoseCubes(1 << cell_at(column, row)))
        assert one is not None
        found = told(one.outcome, case.worth)
        assert found == tuple(best)
    assert len(decision.alternatives) == len(wood)


@pytest.mark.rule("example.mitsuhide-break.start", "combat.break.split")
def test_losing_is_worth_its_best_repair() -> None:
    gear = parse_gear("MWWWM:MMM", GearKind.WEAPON, SYMMETRIC)
    odds = solve(Samurai(gear), Foe(9, 3, 2), BOX, is_exact=True)
    losing = odds.decide(Situation("lose-cubes", gear, 5, parts=(), rolling="both", broken=(1, 0, 0)))
    assert len(losing.alternatives) == 3  # the columns 2, 3 and 4 of the ledger
    for one in losing.alternatives:
        assert isinstance(one.answer, LoseCubes)
        broken = gear.with_layout(GearKind.WEAPON, gear.weapon.without(one.answer.cells))
        mending = odds.decide(Situation("repair", broken, 5, parts=(), rolling="both", before=gear))
        assert len(mending.alternatives) == 2  # the ledger's two outcomes of each
        assert mending.best.outcome == one.outcome
        assert mending.best.cost == 0 <= mending.alternatives[1].cost
    unhurt = odds.decide(Situation("lose-cubes", gear, 0, parts=(), rolling="both", broken=(1, 0, 0)))
    assert {one.outcome.win for one in unhurt.alternatives} == {1}  # the roll that kills breaks as well


@pytest.mark.rule("magic.split-carrier")
def test_where_the_green_cube_goes_is_a_decision() -> None:
    # Two wood, the carrier, two wood: without the carrier two weapons, and the pattern fits both.
    gear = parse_gear("...WW:MWW+G@6,1", GearKind.WEAPON, SYMMETRIC)
    samurai = Samurai(gear, patterns=((GearKind.WEAPON, Layout(wood=1)),))
    odds = solve(samurai, Foe(6, 3, 2), BOX, is_exact=True)
    losing = odds.decide(Situation("lose-cubes", gear, 6, parts=(), rolling="both", broken=(0, 1, 0)))
    assert isinstance(losing.best.answer, LoseCubes)
    bare = gear.with_layout(GearKind.WEAPON, gear.weapon.without(losing.best.answer.cells))
    places = (cell_at(4, 1), cell_at(7, 1))
    placing = odds.decide(
        Situation("place-magic", bare.without_magic(GearKind.WEAPON), 6, parts=(), places=places)
    )
    assert {one.answer for one in placing.alternatives} == {PlaceMagic("left"), PlaceMagic("right")}
    assert placing.best.outcome.win == losing.best.outcome.win


@pytest.mark.rule("char.tomoe.sandals-as-weapon")
def test_sandals_that_fight_are_rolled_and_broken() -> None:
    tomoe = CHARACTERS["tomoe"]
    gear = msgspec.structs.replace(
        parse_gear("WW", GearKind.WEAPON, tomoe), sandals=Layout(wood=0b11), helmet=Layout(metal=1)
    )
    odds = solve(Samurai(gear, tomoe), Foe(3, 1, 1), BOX)
    parts = {one.answer.part for one in odds.decision.alternatives if isinstance(one.answer, RollDice)}
    assert parts == {"left", "sandals"}
    assert odds.distributions.health[0] == pytest.approx(odds.win, abs=1e-9)
    losing = odds.decide(
        Situation("lose-cubes", gear, 2, parts=("left",), rolling="sandals", broken=(1, 0, 0))
    )
    assert {one.answer for one in losing.alternatives} == {LoseCubes(1), LoseCubes(2)}
    barefoot = msgspec.structs.replace(gear, sandals=Layout())
    assert solve(Samurai(barefoot, tomoe), Foe(3, 1, 1), BOX).win < odds.win


# ---- laws


@settings(max_examples=examples(25), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_laws(seed: int) -> None:
    case = random_case(f"law {seed}")
    wins = []
    for goal in ("win", "conscious"):
        odds = solve(case.samurai, case.foe, case.faces, goal=goal)
        part = {"win": "win", "conscious": "conscious"}[goal]
        for first in ("samurai", "dragon"):
            values = [getattr(odds.at(health, first=first), part) for health in range(1, case.foe.health + 1)]
            assert all(more <= less + 1e-12 for less, more in pairwise(values))
        start = odds.outcome
        assert start.win + start.retreat + start.knocked_out == pytest.approx(1, abs=1e-12)
        assert min(start.win, start.retreat, start.knocked_out) >= -1e-12
        all_dice = solve(case.samurai, case.foe, case.faces, goal=goal, all_dice=True).outcome
        assert getattr(start, part) >= getattr(all_dice, part) - 1e-12
        harder = msgspec.structs.replace(case.foe, dice=case.foe.dice + 1)
        worse = solve(case.samurai, harder, case.faces, goal=goal).outcome
        assert getattr(worse, part) <= getattr(start, part) + 1e-12
        wins.append(start.win)
    assert wins[0] >= wins[1] - 1e-12  # who plays for the win wins most


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_forwards_equals_backwards(seed: int) -> None:
    case = random_case(f"forward {seed}")
    odds = solved(case, is_exact=False)
    found = odds.distributions
    for chances in (found.rounds, found.health, found.wood_lost, found.metal_lost, found.teeth_gained):
        assert sum(chances) == pytest.approx(1, abs=1e-9)
    assert found.health[0] == pytest.approx(sum(found.won_in)) == pytest.approx(odds.win, abs=1e-9)
    lost = sum(
        VALUE[letter] * number * chance
        for letter, chances in zip("WMT", (found.wood_lost, found.metal_lost, found.tooth_lost), strict=True)
        for number, chance in enumerate(chances)
    )
    assert lost == pytest.approx(odds.outcome.lost, abs=1e-8)


def test_rounds_in_closed_form() -> None:
    samurai, foe = two_wood(1)
    found = solve(samurai, foe, BOX, all_dice=True).distributions
    for number in range(1, 6):
        assert found.won_in[number] == pytest.approx(Fraction(8, 9) / 54 ** (number - 1), rel=1e-12)
    # A tooth for the win, one for a broken symbol of a roll that knocks out (3* is the only such face).
    assert found.teeth_gained[0] == pytest.approx((Fraction(1, 9) * Fraction(4, 6)) / (1 - Fraction(1, 54)))


# ---- one more cube


def test_what_if_is_the_solved_fight_with_one_more_cube() -> None:
    gear = Gear(weapon=layout(frozenset({(1, 1, "W"), (2, 1, "W")})), helmet=Layout(wood=1))
    foe = Foe(4, 2, 1)
    found = what_if(Samurai(gear), foe, BOX)
    assert found.now == solve(Samurai(gear), foe, BOX).outcome
    for place in found.places:
        odds = solve(place.samurai, foe, BOX)
        assert place.outcome == odds.outcome
        assert place.gain == pytest.approx((odds.win - found.now.win) * 100)
    ends = [place.outcome.win for place in found.places]
    assert ends == sorted(ends, reverse=True)
    wood = {
        cell
        for place in found.places
        if place.material == "W" and place.kind == "weapon"
        for cell in place.cells
    }
    # (3,1), (1,2), (2,2) lengthen it; cells apart in the left part would be a second weapon there.
    assert {cell_at(3, 1), cell_at(1, 2), cell_at(2, 2)} <= wood
    assert cell_at(1, 4) not in wood
    assert found.best(Material.TOOTH) is not None


# ---- what is refused


def test_every_refusal_has_its_sentence() -> None:
    samurai, foe = two_wood(3)
    odds = solve(samurai, foe, BOX)
    harmless = BOX | {"T": dice({"T": ((0, False),) * 6})["T"]}
    legendary = msgspec.structs.replace(foe, is_legendary=True)
    holder = msgspec.structs.replace(samurai, monk_spots=("action",), backpack=Backpack(Contents(Cubes(1))))
    other = Gear(weapon=Layout(wood=0b1110))
    attempts: list[Callable[[], object]] = [
        lambda: Foe.parse("12-9-4"),
        lambda: Foe.parse("0/9/4"),
        lambda: Foe.parse("12/9/0"),
        lambda: Foe(12, 100, 4).checked(),
        lambda: solve(samurai, foe, {"W": BOX["W"]}),
        lambda: solve(samurai, foe, harmless),
        lambda: solve(samurai, foe, BOX | {"M": msgspec.structs.replace(BOX["M"], faces=BOX["M"].faces[:5])}),
        lambda: odds.at(4),
        lambda: odds.decide(Situation("roll-dice", other, 3)),
        lambda: odds.decide(Situation("pay-damage", Gear(helmet=Layout(wood=1)), 3, damage=1)),
        lambda: odds.decide(Situation("lose-cubes", samurai.gear, 3, rolling="right", broken=(1, 0, 0))),
        lambda: solve(samurai, legendary, BOX, monk=Monk("action")),
        lambda: solve(samurai, foe, BOX, monk=Monk("weapon")),
        lambda: solve(holder, foe, BOX, monk=Monk("action")),
        lambda: solve(holder, foe, BOX, monk=Monk("action", Material.TOOTH)),
    ]
    keys = []
    for attempt in attempts:
        with pytest.raises(OddsError) as caught:
            attempt()
        keys.append(caught.value.key)
        assert odds_sentence(caught.value)
    assert keys == [
        "foe-text",
        "foe-health",
        "foe-dice",
        "foe-initiative",
        "dice-missing",
        "dice-harmless",
        "dice-faces",
        "state-health",
        "state-unknown",
        "state-unknown",
        "weapon-rolled",
        "monk-legendary",
        "monk-spot",
        "monk-throw",
        "monk-cube",
    ]
    with pytest.raises(Illegal):
        solve(Samurai(Gear(weapon=Layout(wood=0b101))), foe, BOX)
    assert solve(samurai, foe, BOX).outcome == odds.outcome  # nothing was changed by it


def test_too_large_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fujikoro_nb.odds.solving.MAX_BYTES", 2_000)  # plain Python
    monkeypatch.setattr("fujikoro_nb.odds.solving.MAX_STATES", 20)  # the compiled kernel
    samurai, foe = two_wood(9)
    with pytest.raises(OddsError) as caught:
        solve(
            msgspec.structs.replace(samurai, gear=Gear(weapon=Layout(wood=0b111), helmet=Layout(7))), foe, BOX
        )
    assert caught.value.key == "too-large"
    assert say("odds.too-large", max=20)


def test_progress_may_cancel() -> None:
    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        assert 0 < share <= 1
        raise Enough

    samurai, foe = two_wood(3)
    with pytest.raises(Enough):
        solve(samurai, foe, BOX, progress=stop)
    assert solve(samurai, foe, BOX).win > 0


def test_texts_of_methods_policies_and_errors_exist() -> None:
    samurai, foe = two_wood(2)
    for goal in GOALS:
        for all_dice in (False, True):
            odds = solve(samurai, foe, BOX, goal=goal, all_dice=all_dice)
            assert say(f"odds.{odds.method}")
            assert say(f"odds.{odds.policy}")
            assert say(f"odds.{odds.error}")
    assert say(f"odds.{solve(samurai, foe, BOX, is_exact=True).error}")


def test_worth_decides_which_cube_pays() -> None:
    # Either cube takes the one hit; what is kept afterwards is what the weights say.
    samurai = Samurai(Gear(helmet=Layout(wood=1, metal=2)))
    for worth, paid in ((Worth(), 1), (Worth(wood=5, metal=1), 2)):
        odds = solve(samurai, Foe(5, 9, 1), BOX, worth=worth)
        decision = odds.decide(Situation("pay-damage", samurai.gear, 5, damage=1))
        assert decision.best.answer == PayDamage(paid, magic=False)


def test_a_broken_family_of_faces_changes_the_odds() -> None:
    # The broken face is data: on a face without hits it breaks when it misses, and two wood can be lost for nothing.
    samurai, foe = two_wood(1)
    blank = BOX | dice({"W": ((0, True), *((1, False),) * 4, (0, False))})
    brute = BruteFight(
        {**FACES, "W": ((0, True), *((1, False),) * 4, (0, False))}, 1, blueprints=Blueprints()
    )
    from tests.odds.test_brute_fight import state

    assert solve(samurai, foe, blank, is_exact=True).win == brute.samurai_first(state("WW", "", 1)).win
    assert mixed([], 1).win == 0

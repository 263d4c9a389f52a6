"""Joint fights and duels: closed forms, exact against sampled, and samples that do not depend on who computes them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import order_by_initiative
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.odds import (
    Fighter,
    Foe,
    Monk,
    OddsError,
    Samurai,
    sample,
    solve,
    solve_duel,
    solve_joint,
    whom_to_ask,
)
from fujikoro_nb.texts import say
from tests.odds.fights import FACES, dice, layout, odds_sentence, two_wood

BOX = dice(FACES)
BRAVE = Samurai(
    Gear(
        weapon=layout(
            frozenset({(1, 1, "W"), (2, 1, "W"), (2, 2, "M"), (3, 1, "T"), (7, 1, "W"), (7, 2, "W")})
        ),
        helmet=Layout(wood=1, metal=2, tooth=4),
    )
)
WEAK = Samurai(
    Gear(weapon=layout(frozenset({(1, 1, "W"), (2, 1, "W"), (3, 1, "M")})), helmet=Layout(metal=1))
)


@pytest.mark.rule(
    "combat.init.monk-first", "combat.init.monk-ties", "combat.init.tie-samurai", "example.joint-fight.order"
)
def test_order_of_the_ledger() -> None:
    """Fighters stand in turn order, the attacker first; -1 is the dragon here."""

    def order_of(initiatives: list[int], senders: list[bool], dragon: int, last: str = "") -> list[int]:
        rulings = ADOPTED.with_reading("combat.init.tie-samurai", "active-last") if last else ADOPTED
        order = order_by_initiative(initiatives, senders, dragon, rulings=rulings)
        return [-1 if place == DRAGON else place for place in order]

    assert order_of([8, 8], [False, True], 9) == [1, -1, 0]  # example.joint-fight.order
    assert order_of([8, 8], [False, False], 9) == [-1, 0, 1]
    assert order_of([6, 8, 6], [True, True, True], 9) == [1, 0, 2, -1]  # combat.init.monk-ties
    assert order_of([5, 9], [False, False], 7) == [1, -1, 0]  # combat.init.descending
    assert order_of([8], [False], 8) == [-1, 0]  # combat.init.tie-dragon
    # combat.init.tie-samurai: rulebook 001 begins at the active player's left
    assert order_of([8, 8, 8], [False] * 3, 9, "active-last") == [-1, 1, 2, 0]
    assert order_of([8, 8, 8], [True, True, False], 9, "active-last") == [1, 0, -1, 2]
    assert order_of([8, 9], [False] * 2, 1, "active-last") == [1, 0, -1]
    assert order_of([9, 8], [False] * 2, 1, "active-last") == [0, 1, -1]


@pytest.mark.rule("combat.init.tie-samurai")
@pytest.mark.parametrize("is_fixed", [True, False])
def test_who_goes_last_among_equals_by_the_tables_reading(is_fixed: bool) -> None:
    """A bare attacker leaves in its first turn, so it is rewarded only where its equal has won before.

    Nobody has length, so four is added to both: before the dragon of three. Two wood hit at least once with 8/9.
    """
    armed, foe = two_wood(1, initiative=3)
    bare = Samurai()
    for reading, chance in (("active-first", 0), ("active-last", 8 / 9)):
        rulings = ADOPTED.with_reading("combat.init.tie-samurai", reading)
        party = [
            Fighter(msgspec.structs.replace(bare, rulings=rulings), boost=4 + armed.initiative),
            Fighter(msgspec.structs.replace(armed, rulings=rulings), boost=4),
        ]
        drawn = sample(party, foe, BOX, fights=2000, is_fixed=is_fixed, all_dice=True)
        assert drawn.fighters[0].rewarded == pytest.approx(chance, abs=0.03)
        exact = solve_joint(party, foe, BOX, all_dice=True)
        assert exact.fighters[0].rewarded == pytest.approx(chance, abs=1e-12)


@pytest.mark.rule("combat.init.descending", "combat.init.tie-dragon")
def test_added_initiative_decides_who_is_first() -> None:
    """Two lengths and a dragon of nine: seven more only tie, eight more go before it.

    Each misses with 1/9; the white die spares all with 1/6. So p = 1/6 (80/81 + p/81) behind the dragon, and
    p = 8/9 + 1/54 (8/9 + p/9) with one of them before it.
    """
    samurai, foe = two_wood(1, initiative=9)
    for boosts, win in (
        ((0, 0), 16 / 97),
        ((7, 0), 16 / 97),
        ((8, 0), 88 / 97),
        ((0, 8), 88 / 97),
        ((8, 8), 96 / 97),
    ):
        party = [Fighter(samurai, boost=boost) for boost in boosts]
        assert solve_joint(party, foe, BOX, all_dice=True).win == pytest.approx(win, rel=1e-12)
        sampled = sample(party, foe, BOX, fights=4000, is_fixed=True, all_dice=True)
        assert sampled.win == pytest.approx(win, abs=0.03)


@pytest.mark.rule("combat.dragon.all")
def test_two_against_one_health_in_closed_form() -> None:
    # Both miss with 1/81 and break nothing then; the white die spares both with 1/6 or strikes both down.
    samurai, foe = two_wood(1)
    odds = solve_joint([Fighter(samurai), Fighter(samurai)], foe, BOX, all_dice=True)
    win = Fraction(80, 81) / (1 - Fraction(1, 81 * 6))
    assert odds.win == pytest.approx(win, rel=1e-12)
    for one in odds.fighters:
        assert one.rewarded == pytest.approx(win, rel=1e-12)
        assert one.knocked_out == pytest.approx(1 - win, rel=1e-12)


@pytest.mark.rule("combat.hero.kill", "combat.win.reward")
def test_a_monk_that_kills_rewards_all_present() -> None:
    samurai, foe = two_wood(
        1, initiative=9, monk_spots=("action",), backpack=Backpack(Contents(Cubes(wood=1)))
    )
    party = [Fighter(samurai, Monk("action", Material.WOOD)), Fighter(samurai)]
    odds = solve_joint(party, foe, BOX, all_dice=True)
    # The thrown die kills with 4/6; then the sender attacks, then the dragon, then the other one.
    spared = Fraction(1, 6)
    miss = Fraction(1, 9)
    later = miss * spared * miss
    win = Fraction(4, 6) + Fraction(2, 6) * (Fraction(8, 9) + miss * spared * Fraction(8, 9)) / (1 - later)
    assert odds.win == pytest.approx(win, rel=1e-12)


@pytest.mark.rule("combat.retreat.optional")
def test_who_stays_keeps_the_right_to_the_reward() -> None:
    foe = Foe(6, 4, 2)
    bare = Fighter(Samurai(Gear(helmet=Layout(tooth=0b111))))
    leaves = solve_joint([Fighter(BRAVE), bare], foe, BOX)
    stays = solve_joint([Fighter(BRAVE), msgspec.structs.replace(bare, can_leave=False)], foe, BOX)
    assert leaves.win == pytest.approx(stays.win, rel=1e-12)  # without a weapon one adds nothing
    assert stays.fighters[1].retreat == pytest.approx(0, abs=1e-12)
    assert stays.fighters[1].rewarded > leaves.fighters[1].rewarded


@pytest.mark.parametrize("can_leave", [True, False])
@pytest.mark.parametrize("party", [(WEAK, WEAK), (BRAVE, WEAK), (WEAK, BRAVE, WEAK)])
def test_exact_equals_sampled(party: tuple[Samurai, ...], can_leave: bool) -> None:
    fighters = [Fighter(one, can_leave=can_leave) for one in party]
    foe = Foe(9, 4, 2)
    exact = solve_joint(fighters, foe, BOX)
    fights = 20_000
    drawn = sample(fighters, foe, BOX, fights=fights, seed=5, is_fixed=True)
    pairs = [(exact.win, drawn.win)]
    for one, other in zip(exact.fighters, drawn.fighters, strict=True):
        pairs += [(one.rewarded, other.rewarded), (one.knocked_out, other.knocked_out)]
        assert one.rewarded + one.knocked_out + one.retreat == pytest.approx(1, abs=1e-9)
        assert one.rewarded <= exact.win + 1e-12
    for chance, share in pairs:
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / fights) ** 0.5 + 1e-9
    assert exact.uncertainty < 1e-9


def test_one_samurai_looking_at_the_health_plays_as_solved() -> None:
    # The other one has no weapon, no helmet and leaves at once: the first fights as if alone.
    foe = Foe(7, 4, 2)
    alone = solve(BRAVE, foe, BOX)
    fights = 20_000
    drawn = sample([Fighter(BRAVE), Fighter(Samurai())], foe, BOX, fights=fights, seed=2)
    for chance, share in ((alone.win, drawn.win), (alone.knocked_out, drawn.fighters[0].knocked_out)):
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / fights) ** 0.5
    assert drawn.fighters[0].rewarded == drawn.win


def test_samples_do_not_depend_on_the_workers() -> None:
    fighters = [Fighter(WEAK), Fighter(BRAVE)]
    foe = Foe(8, 3, 2)
    here = sample(fighters, foe, BOX, fights=1_300, seed=9)
    shares: list[float] = []
    with ThreadPoolExecutor(3) as threads:
        assert (
            sample(fighters, foe, BOX, fights=1_300, seed=9, executor=threads, progress=shares.append) == here
        )
    assert shares == [1 / 3, 2 / 3, 1]
    with ProcessPoolExecutor(2) as processes:
        assert sample(fighters, foe, BOX, fights=1_300, seed=9, executor=processes) == here
    assert sample(fighters, foe, BOX, fights=1_300, seed=10) != here


def test_a_cancelled_sample_leaves_everything_usable() -> None:
    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough

    fighters = [Fighter(WEAK), Fighter(WEAK)]
    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(Enough):
            sample(fighters, Foe(8, 3, 2), BOX, fights=5_000, executor=threads, progress=stop)
        assert sample(fighters, Foe(8, 3, 2), BOX, fights=10, executor=threads).fights == 10


def test_whom_to_ask_prefers_the_better_ally() -> None:
    foe = Foe(9, 4, 2)
    found = whom_to_ask(Fighter(WEAK), [Fighter(WEAK), Fighter(BRAVE)], foe, BOX)
    assert [one.ally for one in found] == [1, 0]
    both = solve_joint([Fighter(WEAK), Fighter(BRAVE)], foe, BOX)
    assert found[0].odds == both
    alone = solve(WEAK, foe, BOX).win
    assert found[0].gain == pytest.approx((both.fighters[0].rewarded - alone) * 100)


@pytest.mark.rule("duel.tie", "duel.defeat")
def test_duel_in_closed_form() -> None:
    # No helmets: any hit ends it. Both miss with 1/9 and then break nothing.
    samurai, _ = two_wood(1)
    odds = solve_duel(samurai, samurai, BOX, all_dice=True)
    assert odds.first == "stander"  # duel.tie
    assert odds.stander == pytest.approx(Fraction(8, 9) / (1 - Fraction(1, 81)), rel=1e-12)
    assert odds.mover == pytest.approx(1 - odds.stander, abs=1e-12)


@pytest.mark.rule("duel.draw-guard", "duel.surrender")
def test_duel_without_weapons_is_drawn_or_surrendered() -> None:
    bare = Samurai(Gear(helmet=Layout(wood=1)))
    assert solve_duel(bare, bare, BOX).drawn == 1
    yielded = solve_duel(bare, bare, BOX, surrenders=True)
    assert (yielded.mover, yielded.stander, yielded.by_surrender) == (1, 0, 1)  # the stander attacks first


@pytest.mark.parametrize("surrenders", [True, False])
def test_duel_chances_sum_to_one_and_more_helmet_helps(surrenders: bool) -> None:
    odds = solve_duel(WEAK, BRAVE, BOX, surrenders=surrenders)
    assert odds.mover + odds.stander + odds.drawn == pytest.approx(1, abs=1e-9)
    assert odds.by_surrender <= odds.mover + odds.stander
    assert (odds.by_surrender > 0) is surrenders
    assert odds.drawn == 0 or not surrenders


def test_duel_hits_beyond_any_dragon_are_absorbed_by_a_large_helmet() -> None:
    # Twelve points in the helmet against at most four hits a turn: one turn never knocks out.
    armoured = Samurai(Gear(weapon=Layout(wood=0b11), helmet=Layout(tooth=0b1111)))
    odds = solve_duel(armoured, armoured, BOX, all_dice=True)
    assert odds.mover + odds.stander + odds.drawn == pytest.approx(1, abs=1e-9)
    assert odds.drawn > 0


def test_refusals_and_texts() -> None:
    samurai, foe = two_wood(2)
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: solve_joint([Fighter(samurai)], foe, BOX), "fighters"),
        (lambda: sample([Fighter(samurai)] * 7, foe, BOX), "fighters"),
        (lambda: sample([Fighter(samurai)] * 2, foe, BOX, fights=0), "fights"),
    ]
    for attempt, key in attempts:
        with pytest.raises(OddsError) as caught:
            attempt()
        assert caught.value.key == key
        assert odds_sentence(caught.value)
    for goal in ("win", "conscious", "points"):
        found = [
            solve_joint([Fighter(samurai)] * 2, foe, BOX, goal=goal),
            sample([Fighter(samurai)] * 2, foe, BOX, goal=goal, fights=10),
        ]
        for odds in found:
            assert say(f"odds.{odds.method}", fights=odds.fights)
            assert say(f"odds.{odds.policy}")
            assert say(f"odds.{odds.error}", percent=1)
    for surrenders in (True, False):
        duel = solve_duel(samurai, samurai, BOX, surrenders=surrenders)
        assert say(f"odds.{duel.method}")
        assert say(f"odds.{duel.policy}")

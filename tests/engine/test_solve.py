"""The cheapest craft and all minimal solutions against trying everything on a small board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.hand import (
    count_minimal,
    minimal_crafts,
    motion_class,
    placements_of_hand,
)
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.matchset import Card
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern, print_gear
from fujikoro_nb.engine.fujikoro.gear.solve import Cost, Craft, cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.oracles.matchset import (
    SMALL,
    Pattern,
    added_sets,
    card,
    cheapest,
    counted,
    cubes_of,
    is_all_usable,
    layout_of,
    orientations,
    places_of,
    random_layout,
)
from tests.support.gear_positions import board, craft_refusal
from tests.support.gear_positions import craft as craft_of

WEAPON, HELMET, SANDALS = GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS
ANY_PLACE = ADOPTED.with_reading("craft.weapon.hand-type", "any-place")
BLOCK = [(column, row) for row in range(1, 3) for column in range(1, 4)]


def heap(dice: random.Random, number: int) -> Cubes:
    return Cubes.parse("".join(dice.choices("WMT", (3, 3, 1), k=number)))


def assert_sound(
    craft: Craft,
    gear: Gear,
    kind: GearKind,
    cards: Sequence[Card],
    backpack: Cubes,
    limits: BoardLimits,
    *,
    is_usable: bool = False,
    is_unlocked: bool = True,
) -> None:
    """The craft is what it says: legal, matching, and every cube accounted for."""
    after = gear.with_layout(kind, craft.layout)
    report = inspect(after, kind, limits, is_unlocked=is_unlocked)
    assert report.is_legal
    assert not is_usable or all(weapon.is_usable for weapon in report.weapons)
    assert len(craft.placements) == len(cards)
    for each, spot in zip(cards, craft.placements, strict=True):
        assert craft.layout.only(spot.cells) == spot.cubes
        assert contains(spot.cubes, each.pattern)
        assert len(spot.cubes) == len(each.pattern)
    assert backpack.covers(craft.taken)
    assert gear.layout(kind).cubes + craft.taken - craft.returned == craft.layout.cubes
    assert (craft.wasted is not None) == bool(craft.returned)  # craft.waste, craft.waste.single
    if craft.wasted is not None:
        assert craft.returned == craft.stored + Cubes.one(craft.wasted)
    value = craft.taken.wood + 2 * craft.taken.metal + 3 * craft.taken.tooth
    assert (backpack - craft.taken + craft.stored).covers(craft.thrown)
    assert craft.cost == Cost(int(bool(craft.returned)), len(craft.thrown), len(craft.taken), value)


def compare(seed: int, kind: GearKind, number: int) -> tuple[int, int, int, int] | None:
    dice = random.Random(f"{kind} {number} {seed}")
    places = places_of(kind, SMALL)
    present = random_layout(dice, places, 0)
    while True:
        candidate = random_layout(dice, places, dice.randint(0, 5 if kind == HELMET else 4))
        if inspect(Gear().with_layout(kind, candidate), kind, SMALL).is_legal:
            present = candidate
            break
    gear, backpack = Gear().with_layout(kind, present), heap(dice, dice.randint(2, 9))
    cards = [
        card(random_layout(dice, BLOCK, dice.randint(1, 4 - number)), kind, str(i)) for i in range(number)
    ]
    is_usable, capacity = dice.random() < 0.4, dice.choice([None, None, 2, 3, 4])
    found = cheapest_craft(gear, kind, cards, backpack, SMALL, is_usable=is_usable, capacity=capacity)
    wanted = cheapest(
        counted(present.cubes),
        counted(backpack),
        [cubes_of(each.pattern) for each in cards],
        kind,
        SMALL,
        is_usable=is_usable,
        capacity=capacity,
    )
    assert (None if found is None else msgspec.structs.astuple(found.cost)) == wanted
    if found is not None:
        assert_sound(found, gear, kind, cards, backpack, SMALL, is_usable=is_usable)
        assert found == cheapest_craft(
            gear, kind, cards, backpack, SMALL, is_usable=is_usable, capacity=capacity
        )
        room_used = len(backpack) - found.cost.taken + len(found.stored) - len(found.thrown)
        assert capacity is None or room_used <= capacity
        assert not found.thrown or room_used == capacity, "thrown away although there was room"
    return wanted


@pytest.mark.parametrize(
    ("kind", "number", "cases"), [(WEAPON, 1, 50), (WEAPON, 2, 25), (HELMET, 2, 25), (SANDALS, 1, 25)]
)
def test_cheapest_craft_equals_trying_all(kind: GearKind, number: int, cases: int) -> None:
    answers = Counter(
        None if wanted is None else wanted[0]
        for wanted in (compare(seed, kind, number) for seed in range(cases))
    )
    assert len(answers) == 3, answers  # some need no waste, some one cube, some cannot be done


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "number"), [(WEAPON, 1), (WEAPON, 2), (HELMET, 2), (SANDALS, 2)])
def test_cheapest_craft_equals_trying_all_large(kind: GearKind, number: int) -> None:
    for seed in range(1000, 1400):
        compare(seed, kind, number)


def test_cheapest_craft_is_sound_for_every_character() -> None:
    """Real boards: what comes back is legal and adds up, whoever asks."""
    dice = random.Random(12)
    block = [(column, row) for row in range(1, 4) for column in range(1, 4)]
    crafts = 0
    for _ in range(150):
        limits = dice.choice(list(CHARACTERS.values()))
        kind = dice.choice([WEAPON, WEAPON, HELMET])
        is_usable, is_unlocked = dice.random() < 0.5, dice.random() < 0.7
        left = [place for place in places_of(kind, limits) if place[0] <= 4 and place[1] <= 2]
        present = random_layout(dice, left, dice.randint(0, 8))
        gear, backpack = Gear().with_layout(kind, present), heap(dice, dice.randint(4, 14))
        cards = [
            card(random_layout(dice, block, dice.randint(2, 5)), kind) for _ in range(dice.randint(1, 2))
        ]
        craft = cheapest_craft(
            gear, kind, cards, backpack, limits, is_unlocked=is_unlocked, is_usable=is_usable
        )
        if craft is not None:
            crafts += 1
            assert_sound(
                craft, gear, kind, cards, backpack, limits, is_usable=is_usable, is_unlocked=is_unlocked
            )
    assert crafts > 60


# ---- by hand


def test_what_lies_right_costs_nothing_and_stays() -> None:
    gear = parse_gear("WMM/.T", WEAPON, SYMMETRIC)
    craft = cheapest_craft(gear, WEAPON, [card(parse_pattern("WMM"))], Cubes(5, 5, 5), SYMMETRIC)
    assert craft is not None
    assert craft.layout == gear.weapon
    assert (craft.cost, craft.wasted) == (Cost(0, 0, 0, 0), None)


def test_one_cube_away_adds_that_cube_and_moves_nothing() -> None:
    gear = parse_gear("WM.../.M", WEAPON, SYMMETRIC)
    craft = cheapest_craft(gear, WEAPON, [card(parse_pattern("WMT/.M"))], Cubes(2, 2, 1), SYMMETRIC)
    assert craft is not None
    assert craft.layout.without(1 << 2) == gear.weapon
    assert craft.cost == Cost(0, 0, 1, 3)


@pytest.mark.rule("craft.rearrange")
def test_rearranging_is_free() -> None:
    """Two one-handed weapons become one two-handed weapon, no cube out, no waste."""
    gear = parse_gear("WMMMM:.../...../.....:WMM", WEAPON, SYMMETRIC)
    craft = cheapest_craft(gear, WEAPON, [card(parse_pattern("WMMMMMM/W"))], Cubes(), SYMMETRIC)
    assert craft is not None
    assert craft.cost == Cost(0, 0, 0, 0)
    assert [weapon.hands for weapon in inspect(Gear(weapon=craft.layout), WEAPON, SYMMETRIC).weapons] == [2]


@pytest.mark.rule("example.takeko-craft.twelve")
def test_takeko_on_the_symmetric_board() -> None:
    """6W5M becomes 3W8M1T from a backpack of T and MMM: three wood out, one of them wasted, twelve cubes."""
    gear = parse_gear("WWWWW:WMM/MMM", WEAPON, SYMMETRIC)
    assert gear.weapon.cubes == Cubes(6, 5, 0)
    pattern = parse_pattern("WWWT/MMMM/MMMM")
    craft = cheapest_craft(gear, WEAPON, [card(pattern)], Cubes.parse("TMMM"), SYMMETRIC)
    assert craft is not None
    assert (str(craft.taken), str(craft.returned), craft.wasted, str(craft.stored)) == (
        "MMMT",
        "WWW",
        "W",
        "WW",
    )
    assert craft.layout.cubes == Cubes(3, 8, 1)


def test_a_weapon_is_never_larger_than_its_part() -> None:
    """Sixteen cubes lie there and fifteen fit into the right part; the tooth is the only cube that the gear lacks."""
    takeko = character("takeko")
    assert takeko.weapon.right.bit_count() == 15
    gear = parse_gear("MWWMM:MMM/MMWMM:MMW", WEAPON, takeko)
    wanted, backpack = [card(parse_pattern("M.M/WWW/..T"))], Cubes.parse("WWMMMT")
    craft = cheapest_craft(gear, WEAPON, wanted, backpack, takeko, is_usable=True, capacity=6)
    assert craft is not None
    assert_sound(craft, gear, WEAPON, wanted, backpack, takeko, is_usable=True)
    assert (str(craft.taken), craft.cost) == ("T", Cost(1, 0, 1, 3))


@pytest.mark.rule("craft.capacity-final")
def test_craft_capacity_final_ledger() -> None:
    """A full backpack, four cubes into the weapon and three out: two stored after one is wasted."""
    gear = parse_gear("WWWWW:WMM/MMM", WEAPON, SYMMETRIC)
    wants = [card(parse_pattern("WWWT/MMMM/MMMM"))]
    full = Cubes.parse("TMMMWW")
    craft = cheapest_craft(gear, WEAPON, wants, full, SYMMETRIC, capacity=6)
    assert craft is not None
    assert len(full) - len(craft.taken) + len(craft.stored) == 4


@pytest.mark.rule("backpack.discard.resources")
def test_room_in_the_backpack_decides() -> None:
    """The only craft returns three wood, wastes one and stores two of them, or throws away what has no room."""
    gear = parse_gear("WW/W", SANDALS, SYMMETRIC)
    wants = [card(parse_pattern("MM/M"), SANDALS)]
    for capacity, thrown in ((None, ""), (2, ""), (1, "W"), (0, "WW")):
        craft = cheapest_craft(gear, SANDALS, wants, Cubes(metal=3), SYMMETRIC, capacity=capacity)
        assert craft is not None
        assert str(craft.thrown) == thrown
        assert craft.cost == Cost(1, len(thrown), 3, 6)


@pytest.mark.rule("backpack.discard.resources", "craft.capacity-final")
def test_a_full_backpack_gives_way_to_what_comes_out_of_the_gear() -> None:
    """Sixteen cubes become a weapon of twelve: one is wasted, and three of nine find no room beside six teeth."""
    gear = parse_gear("WWWW.:.WW/MMMM.:.WW/.....:.WW/.....:.WW", WEAPON, SYMMETRIC)
    pattern, full = card(parse_pattern("WWWWWW/MMMMWW")), Cubes(tooth=6)
    craft = cheapest_craft(gear, WEAPON, [pattern], full, SYMMETRIC, capacity=6)
    assert craft is not None
    assert_sound(craft, gear, WEAPON, [pattern], full, SYMMETRIC)
    assert (craft.cost, str(craft.returned), str(craft.thrown)) == (Cost(1, 3, 0, 0), "WWWW", "WWW")
    here = board(weapon=print_gear(gear, WEAPON, SYMMETRIC), lower="TTTTTT", monks=("weapon",))
    after = print_gear(Gear(weapon=craft.layout), WEAPON, SYMMETRIC)
    left = str(full + craft.stored - craft.thrown)
    answer = craft_of(here, WEAPON, after, lower=left, waste=str(craft.wasted), thrown=str(craft.thrown))
    assert craft_refusal(here, answer) is None


def test_cubes_are_taken_rather_than_thrown_away() -> None:
    """A backpack with one cube too many: it goes into the gear where there is room for it."""
    wants = [card(parse_pattern("M"), HELMET)]
    craft = cheapest_craft(Gear(), HELMET, wants, Cubes(6, 1, 0), SYMMETRIC, capacity=5)
    assert craft is not None
    assert (str(craft.taken), str(craft.thrown), craft.cost) == ("WM", "", Cost(0, 0, 2, 3))


def test_two_weapons_with_a_gap() -> None:
    """A blueprint that shows two one-handed weapons; the gap may stay open or be filled."""
    pattern = parse_pattern("WW..MM/WW..MM")
    craft = cheapest_craft(Gear(), WEAPON, [card(pattern)], Cubes(9, 9, 9), SYMMETRIC)
    assert craft is not None
    assert craft.cost == Cost(0, 0, 8, 12)
    assert len(inspect(Gear(weapon=craft.layout), WEAPON, SYMMETRIC).weapons) == 2
    usable = cheapest_craft(Gear(), WEAPON, [card(pattern)], Cubes(9, 9, 9), SYMMETRIC, is_usable=True)
    assert usable is not None
    assert usable.cost == Cost(
        0, 0, 10, 14
    )  # two wood for the metal weapon, or two that join both and one more
    assert is_all_usable(cubes_of(usable.layout), WEAPON, SYMMETRIC)
    tomoe = cheapest_craft(
        Gear(), WEAPON, [card(pattern)], Cubes(9, 9, 9), character("tomoe"), is_unlocked=False
    )
    assert tomoe is not None
    assert (
        cheapest_craft(Gear(), WEAPON, [card(pattern)], Cubes(9, 9, 9), SYMMETRIC, is_unlocked=False) is None
    )


def test_two_cards_share_what_they_can() -> None:
    cards = [card(parse_pattern("WMT"), name="a"), card(parse_pattern("MT/.W"), name="b")]
    craft = cheapest_craft(Gear(), WEAPON, cards, Cubes(9, 9, 9), SYMMETRIC)
    assert craft is not None
    assert craft.cost.taken == 4


def test_a_ruling_lets_a_large_weapon_stay_in_one_part() -> None:
    """craft.weapon.hand-type: under the other reading nine cubes in the left part are a two-handed weapon."""
    gear, wants = parse_gear("WWW/MMM/MMM", WEAPON, SYMMETRIC), [card(parse_pattern("WWW/MMM/MMM"))]
    moved = cheapest_craft(gear, WEAPON, wants, Cubes(), SYMMETRIC, is_usable=True)
    stayed = cheapest_craft(gear, WEAPON, wants, Cubes(), SYMMETRIC, is_usable=True, rulings=ANY_PLACE)
    assert moved is not None
    assert stayed is not None
    assert moved.cost == stayed.cost == Cost(0, 0, 0, 0)
    assert stayed.layout == gear.weapon != moved.layout


def test_a_card_of_another_kind_is_out_of_reach() -> None:
    wants = [card(parse_pattern("W"), HELMET)]
    assert cheapest_craft(Gear(), WEAPON, wants, Cubes(1), SYMMETRIC) is None
    assert placements_of_hand(Gear(), WEAPON, Cubes(1), wants, SYMMETRIC) == ()


# ---- all minimal solutions


def irredundant(solutions: Sequence[Pattern]) -> set[Pattern]:
    kept: list[Pattern] = []
    for one in solutions:  # smallest first
        if not any(smaller < one for smaller in kept):
            kept.append(one)
    return set(kept)


@pytest.mark.parametrize(("kind", "number", "cases"), [(WEAPON, 1, 12), (WEAPON, 2, 14), (HELMET, 1, 8)])
def test_placements_of_hand_equal_trying_all(kind: GearKind, number: int, cases: int) -> None:
    several = 0
    for seed in range(cases):
        dice = random.Random(f"hand {kind} {number} {seed}")
        places = places_of(kind, SMALL)
        fixed = random_layout(dice, places, dice.randint(0, 3))
        gear, hand = Gear().with_layout(kind, fixed), heap(dice, 4)
        cards = [
            card(random_layout(dice, BLOCK, dice.randint(1, 4 - number)), kind, str(i)) for i in range(number)
        ]
        is_usable = dice.random() < 0.4
        everything = added_sets(
            cubes_of(fixed),
            counted(hand),
            [cubes_of(each.pattern) for each in cards],
            kind,
            SMALL,
            is_usable=is_usable,
        )
        minimal = irredundant(everything)
        fewest = {one for one in minimal if len(one) == len(everything[0])}
        for only_fewest, wanted in ((False, minimal), (True, fewest)):
            found = placements_of_hand(
                gear, kind, hand, cards, SMALL, is_usable=is_usable, only_fewest=only_fewest
            )
            assert {cubes_of(one) for one in found} == wanted
            assert len(found) == len(wanted)
            sizes = [len(one) for one in found]
            assert sizes == sorted(sizes)
        several += len(minimal) > 1
    assert several >= 2


def turned_group(cubes: Pattern) -> Pattern:
    return min(orientations(cubes), key=sorted)


def groups(cubes: Pattern) -> list[Pattern]:
    gear = Gear(weapon=layout_of(cubes))
    return [cubes_of(gear.weapon.only(weapon.cells)) for weapon in inspect(gear, WEAPON, SMALL).weapons]


def test_count_minimal_equals_trying_all() -> None:
    counts = set()
    for seed in range(12):
        dice = random.Random(f"count {seed}")
        backpack = heap(dice, 4)
        cards = [
            card(random_layout(dice, BLOCK, dice.randint(2, 3)), name=str(i)) for i in range(1 + seed % 2)
        ]
        everything = added_sets(
            frozenset(),
            counted(backpack),
            [cubes_of(one.pattern) for one in cards],
            WEAPON,
            SMALL,
            is_usable=False,
        )
        fewest = {one for one in everything if len(one) == len(everything[0])}
        classes = {frozenset(Counter(map(turned_group, groups(one))).items()) for one in fewest}
        assert count_minimal(Gear(), WEAPON, cards, backpack, SMALL) == len(classes)
        assert count_minimal(Gear(), WEAPON, cards, backpack, SMALL, up_to_motion=False) == len(fewest)
        found = minimal_crafts(Gear(), WEAPON, cards, backpack, SMALL)
        assert {cubes_of(one) for one in found} <= fewest
        assert len({motion_class(one, WEAPON) for one in found}) == len(classes)
        counts.add(len(classes))
    assert {0, 1} < counts


def test_count_minimal_by_hand() -> None:
    """A row of three has one way; two dominoes that share a metal lie in a row, or round the corner either way."""
    row = [card(parse_pattern("WMT"))]
    assert count_minimal(Gear(), WEAPON, row, Cubes(1, 1, 1), SYMMETRIC) == 1
    pair = [card(parse_pattern("WM"), name="a"), card(parse_pattern("MT"), name="b")]
    assert count_minimal(Gear(), WEAPON, pair, Cubes(1, 1, 1), SYMMETRIC) == 3
    assert count_minimal(Gear(), WEAPON, pair, Cubes(1, 1, 0), SYMMETRIC) == 0
    # The gear's own cubes count like those of the backpack.
    gear = parse_gear("TM", WEAPON, SYMMETRIC)
    assert count_minimal(gear, WEAPON, pair, Cubes(1), SYMMETRIC) == 3
    # 15 places for a row of three in 3 x 5, 3 x 5 in 5 x 5 each way: on the whole grid both directions add up.
    across, down = 2 * (8 - 2) * 5, 2 * 8 * (5 - 2)
    assert count_minimal(Gear(), WEAPON, row, Cubes(1, 1, 1), SYMMETRIC, up_to_motion=False) == across + down


@pytest.mark.rule("craft.weapon.one-handed.max-cubes")
def test_wood_for_a_usable_weapon_counts_towards_its_limit() -> None:
    """Seven cubes without wood need two more to be usable in one hand: nine, so the weapon goes into both parts."""
    pattern = card(parse_pattern("TM/MMM/.M/.T"))
    gear = parse_gear("...../..WW/..MM/.WWWT/.MWMT", WEAPON, SYMMETRIC)
    craft = cheapest_craft(gear, WEAPON, [pattern], Cubes.parse("WWMMMMM"), SYMMETRIC, is_usable=True)
    assert craft is not None
    assert_sound(craft, gear, WEAPON, [pattern], Cubes.parse("WWMMMMM"), SYMMETRIC, is_usable=True)

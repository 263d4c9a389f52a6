"""What holds for every fight, whoever fights, whatever is rolled or answered; checked along random walks."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.fight import (
    Duel,
    KeepMonk,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Rolled,
    SendMonk,
    Stay,
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    Stow,
    StowThings,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.board.stowing import Stowed, check_stowing, stowings
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, mask_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME, ArenaAnswer
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.kernel import Answer, ChanceOptions, Event, Illegal, Refusal, Seat
from fujikoro_nb.rulebook.rules import rule as rule_of
from fujikoro_nb.texts import event_sentence, refusal_sentence
from tests.oracles import gear as oracle
from tests.support.fights import DICE, dragon, dragon_fight, duel, lose, roll
from tests.support.gear_positions import blueprint, board
from tests.support.sampling import examples
from tests.support.strategies import boards, drawing_of, heaps, layouts, rulings

LAW = settings(
    max_examples=examples(40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
STATE = msgspec.json.Decoder(ArenaState)
ANSWER = msgspec.json.Decoder(ArenaAnswer)
ID = re.compile(r"[a-z]+(\.[a-z0-9-]+)+")
MOST_LISTED = 600
"""Longer options are sampled; a roll of a dozen dice has more outcomes than a test can list."""

Walked = tuple[ArenaState, Answer, tuple[Event, ...]]


WEAPONS = (
    "MWWWM:MMM",
    "WWMMT",
    "WWWMM/M.T",
    "...WW:MWW",
    "WMWWT:.../...../.....:WWT",
    "WWM:.../W..../.....:.WW/.....:.M",
    "MWM/WWW/MW",
    "..MMW:WTW",
)
HELMETS = ("", "W", "WMT", "MM/MM", "TTTT", "WWM/.TT", "MTMT/MTM")


@st.composite
def armed(draw: st.DrawFn) -> Board:
    """A board with something to fight with, magic on any of it, and a backpack that is nearly full."""
    weapon, helmet = draw(st.sampled_from(WEAPONS)), draw(st.sampled_from(HELMETS))
    pattern = draw(st.sampled_from(["WW", "WM", "W", "WWM", "MM"]))
    kinds = [kind for kind in (GearKind.WEAPON, GearKind.HELMET) if draw(st.booleans())]
    plans = [blueprint(kind, pattern, f"plan-{kind}") for kind in kinds]
    owned = [plan for plan in plans if draw(st.booleans())]
    here = board(
        weapon=weapon,
        helmet=helmet,
        lower=str(draw(heaps(4))),
        upper=str(draw(heaps(3))),
        discs=draw(st.lists(st.sampled_from(["monk", "scroll"]), max_size=1)),
        monks=("weapon", "backpack"),
        blueprints=tuple(owned),
        lost=tuple(plan for plan in plans if plan not in owned),
    )
    gear = here.gear
    if draw(st.booleans()):
        gear = gear.with_magic(GearKind.WEAPON, draw(st.sampled_from(list(cells_of(gear.weapon.occupied)))))
    if helmet and draw(st.booleans()):
        gear = gear.with_magic(GearKind.HELMET)
    return msgspec.structs.replace(here, gear=gear)


@st.composite
def fights(draw: st.DrawFn) -> ArenaState:
    """One to three boards about to fight a dragon, or two in a duel; some stand beside."""
    bits = draw(st.integers(0, 15))
    fighters = draw(st.lists(st.one_of(armed(), armed(), boards()), min_size=1, max_size=3))
    seats = tuple(_with_monks(one, bits) for one in fighters)
    state = ArenaState(boards=seats, dice=DICE, rulings=draw(rulings()))
    order = draw(st.permutations([Seat(seat) for seat in range(len(seats))]))
    first, others = order[0], order[1:]
    is_duel = draw(st.booleans())
    if others and is_duel:
        return begin_duel(state, Seat(first), Seat(others[0]))
    colour = draw(st.sampled_from(["blue", "green", "red", "white"]))
    numbers = f"{draw(st.integers(1, 20))}/{draw(st.integers(0, 12))}/{draw(st.integers(1, 4))}"
    joiners = tuple(Seat(seat) for seat in others if draw(st.booleans()))
    return begin_dragon_fight(state, dragon(numbers, colour=colour), Seat(first), joiners)


def _with_monks(one: Board, bits: int) -> Board:
    """The board with monks on further spots and the discs of its blueprints in the backpack, if there is room."""
    spots = tuple(spot for bit, spot in enumerate(MONK_SPOTS) if spot in one.monk_spots or bits >> bit & 1)
    lower = one.backpack.lower
    plans = tuple(plan.id for plan in one.blueprints)[: one.limits.backpack_lower - len(lower)]
    contents = Contents(lower.cubes, (*lower.discs, *plans))
    return msgspec.structs.replace(
        one, monk_spots=spots, backpack=msgspec.structs.replace(one.backpack, lower=contents)
    )


def walk(start: ArenaState, dice: random.Random) -> Iterator[Walked]:
    """Random legal answers until nothing is asked; each state with its answer and what came of it."""
    step = FIGHT_GAME.start(start)
    opening = step.events
    for number in range(2_000):
        question = FIGHT_GAME.question(step.state)
        if question is None:
            break
        options = FIGHT_GAME.options(step.state)
        if isinstance(options, ChanceOptions):
            answer = options.outcome(dice.randrange(options.total))
        elif question.kind == "withdraw" and number > 60:
            answer = Retreat()  # a fight of two who never give up would go on for ever
        else:
            answer = dice.choice(list(options))
        before, step = step.state, FIGHT_GAME.step(step.state, answer)
        yield before, answer, opening + step.events
        opening = ()
    else:
        raise AssertionError("a fight without an end")
    yield step.state, Stay(), opening


def hostile(state: ArenaState, dice: random.Random) -> list[Answer]:
    """Answers of every kind: near the right one, at the wrong moment, negative, huge."""
    seat = int(getattr(state.agenda[-1], "seat", getattr(state.agenda[-1], "winner", 0)))
    here = state.boards[max(seat, 0)]
    masks = [0, -1, 1, 2**63, -(2**63), 1 << 200, here.gear.weapon.occupied, here.gear.helmet.occupied]
    for layout in (here.gear.weapon, here.gear.helmet, here.gear.sandals):
        there = list(cells_of(layout.occupied))
        picked = (dice.sample(there, dice.randint(0, len(there))) for _ in range(4))
        masks += [sum(1 << cell for cell in cells) for cells in picked]
    found: list[Answer] = [Stay(), Retreat(), KeepMonk(), StealNothing(), Rolled()]
    for mask in masks:
        found += [LoseCubes(mask), RepairWeapon(mask), PayDamage(mask), PayDamage(mask, magic=True)]
    for part in ("left", "right", "both", "sandals", ""):
        found.append(PlaceMagic(part))
        for _ in range(3):
            found.append(RollDice(part, *(dice.choice([0, 0, 1, 2, 3, -1, 10**30]) for _ in range(4))))
    found += [SendMonk(source) for source in (*MONK_SPOTS, "lower-area", "upper-area", "", "nowhere")]
    found += [StealMonk(spot) for spot in (*MONK_SPOTS, "", "nowhere")]
    found += [StealBlueprint(name) for name in ("plan-helmet", "plan-weapon", "plan-sandals", "monk", "")]
    for material in MATERIALS:
        found.append(StealCube(material))
        found += [ThrowCube(material, area) for area in ("lower", "upper", "")]
    counts = [tuple(dice.choice([0, 1, 2, -1]) for _ in range(dice.randint(0, 5))) for _ in range(8)]
    found += [Rolled(*dice.sample(counts, 4)) for _ in range(4)]
    pack = here.backpack
    heaps_of = [Cubes(), Cubes(wood=1), Cubes(tooth=1), Cubes(metal=-1), Cubes(tooth=10**30), pack.cubes]
    for _ in range(8):
        lower = Contents(pack.lower.cubes + dice.choice(heaps_of), pack.lower.discs)
        upper = Contents(
            dice.choice([pack.upper.cubes, *heaps_of]), dice.choice([pack.upper.discs, ("monk",)])
        )
        found.append(StowThings(Backpack(lower, upper), dice.choice(heaps_of), dice.choice(heaps_of)))
        found.append(StowThings(Backpack(upper, lower), dice.choice(heaps_of)))
    return found


seeds = st.integers(0, 2**32)


@LAW
@given(fights(), seeds)
def test_law_options_and_check_agree(start: ArenaState, seed: int) -> None:
    dice = random.Random(seed)
    for state, _, _ in walk(start, dice):
        if FIGHT_GAME.question(state) is None:
            break
        options = FIGHT_GAME.options(state)
        assert options.is_complete
        assert len(options) > 0
        listed = list(options) if len(options) <= MOST_LISTED else []
        assert len(set(listed)) == len(listed)
        for answer in listed[:60]:
            assert FIGHT_GAME.check(state, answer) is None, answer
        for answer in hostile(state, dice):
            is_legal = FIGHT_GAME.check(state, answer) is None
            assert (answer in options) == is_legal, answer
            assert not listed or (answer in listed) == is_legal, answer
        assert "no answer" not in options


@LAW
@given(fights(), seeds)
def test_law_step_is_a_function_and_refusals_change_nothing(start: ArenaState, seed: int) -> None:
    dice = random.Random(seed)
    for state, answer, _ in walk(start, dice):
        if FIGHT_GAME.question(state) is None:
            break
        assert FIGHT_GAME.step(state, answer) == FIGHT_GAME.step(state, answer)
        frozen = msgspec.json.encode(state)
        for other in hostile(state, dice)[::7]:
            refusal = FIGHT_GAME.check(state, other)
            if refusal is not None:
                with pytest.raises(Illegal) as error:
                    FIGHT_GAME.step(state, other)
                assert error.value.refusals == (refusal,)
        assert msgspec.json.encode(state) == frozen


@LAW
@given(fights(), seeds)
def test_law_json_round_trip(start: ArenaState, seed: int) -> None:
    for state, answer, _ in walk(start, random.Random(seed)):
        again = STATE.decode(msgspec.json.encode(state))
        assert (again, hash(again)) == (state, hash(state))
        assert ANSWER.decode(msgspec.json.encode(answer)) == answer
        assert FIGHT_GAME.question(again) == FIGHT_GAME.question(state)
        assert FIGHT_GAME.check(again, answer) == FIGHT_GAME.check(state, answer)


def cubes_of(state: ArenaState) -> Counter[str]:
    """All resource cubes on all boards."""
    heaps_there = (
        heap
        for one in state.boards
        for heap in (*(one.gear.layout(kind).cubes for kind in GearKind), one.backpack.cubes)
    )
    return Counter("".join(map(str, heaps_there)))


def discs_of(state: ArenaState) -> int:
    """All monks and discs, those on the way into a backpack among them."""
    lying = sum(len(one.backpack.discs) + len(one.monk_spots) for one in state.boards)
    return lying + sum(len(frame.discs) for frame in state.agenda if isinstance(frame, Stow))


def green_of(state: ArenaState) -> int:
    """All green cubes, one whose place is being chosen among them."""
    lying = sum(one.gear.is_magical(kind) for one in state.boards for kind in GearKind)
    return lying + sum(bool(getattr(frame, "places", ())) for frame in state.agenda)


LOST = {
    "cubes-broken": "cubes",
    "weapon-mended": "cubes",
    "paid": "cubes",
    "paid-with-magic": "cubes",
    "helmet-lost": "cubes",
    "right-part-lost": "cubes",
    "thrown": "cubes",
    "cube-thrown": "cube",
    "upper-area-lost": "cubes",
    "cube-stolen": "cube",
}
"""What leaves a board, by kind of event; a stolen cube comes back on another one when it is stowed."""


@LAW
@given(fights(), seeds)
def test_law_conserved(start: ArenaState, seed: int) -> None:
    """Cubes, discs and green cubes: whatever comes or goes is said by an event."""
    steps = list(walk(start, random.Random(seed)))
    state = start
    for index, (before, _, events) in enumerate(steps[:-1]):
        state = steps[index + 1][0]
        base = start if index == 0 else before
        change: Counter[str] = Counter()
        discs = green = 0
        for event in events:
            said = dict(event.data)
            if event.kind in LOST:
                change.subtract(str(said[LOST[event.kind]]))
            elif event.kind == "cubes-stowed":
                change.update(str(said["cubes"]))
            discs -= (event.kind == "monk-gone") + (
                int(said["discs"]) if event.kind == "upper-discs-lost" else 0
            )
            green += (event.kind == "magic-gained") - (
                event.kind in ("magic-lost", "paid-with-magic", "paid-with-magic-alone")
            )
        after = cubes_of(base)
        after.update(change)
        assert +after == cubes_of(state), events
        assert min(after.values(), default=0) >= 0
        assert discs_of(state) == discs_of(base) + discs, events
        assert green_of(state) == green_of(base) + green, events
        assert state.rulings == start.rulings


@LAW
@given(fights(), seeds)
def test_law_every_fight_is_over_once(start: ArenaState, seed: int) -> None:
    kinds = Counter(event.kind for _, _, events in walk(start, random.Random(seed)) for event in events)
    is_duel = any(isinstance(frame, Duel) for frame in start.agenda)
    assert kinds["combat-over"] == (not is_duel)
    assert kinds["duel-over"] + kinds["duel-drawn"] == is_duel
    assert kinds["order-fixed"] + kinds["duel-order"] <= 1
    assert kinds["reward"] == 0 or kinds["dragon-defeated"] == 1


@LAW
@given(fights(), seeds)
def test_law_everything_cites_a_rule_and_has_a_sentence(start: ArenaState, seed: int) -> None:
    dice = random.Random(seed)
    for state, _, events in walk(start, dice):
        cited: list[Event | Refusal] = list(events)
        question = FIGHT_GAME.question(state)
        if question is not None:
            assert rule_of(question.rule).id == question.rule
            refusals = (FIGHT_GAME.check(state, answer) for answer in hostile(state, dice)[::5])
            cited += [refusal for refusal in refusals if refusal is not None]
        for one in cited:
            assert ID.fullmatch(one.rule), one
            assert rule_of(one.rule).id == one.rule
            sentence = event_sentence(one) if isinstance(one, Event) else refusal_sentence(one)
            assert sentence.endswith("."), one


@LAW
@given(fights(), seeds)
def test_law_weights_are_the_faces(start: ArenaState, seed: int) -> None:
    """The weights of a roll of n dice sum to 6 to the n; every number leads to an outcome of the list."""
    dice = random.Random(seed)
    for state, _, _ in walk(start, dice):
        question = FIGHT_GAME.question(state)
        if question is None or question.kind != "roll":
            continue
        options = FIGHT_GAME.options(state)
        assert isinstance(options, ChanceOptions)
        thrown = sum(int(count) for _, count in question.data)
        assert options.total == 6**thrown
        if len(options) <= 3_000:
            assert sum(map(options.weight, options)) == options.total
        if options.total <= 1_300:
            found = Counter(map(options.outcome, range(options.total)))
            assert found == {answer: options.weight(answer) for answer in options}


@LAW
@given(fights(), seeds)
def test_law_seats_that_do_not_fight_keep_their_boards(start: ArenaState, seed: int) -> None:
    """Only the magic check at the end touches them, and it only adds magic."""
    frame = start.agenda[-1]
    inside = (frame.mover, frame.stander) if isinstance(frame, Duel) else frame.fighters  # type: ignore[union-attr]
    outside = [seat for seat in range(len(start.boards)) if seat not in inside]
    assume(outside)
    *_, (last, _, _) = walk(start, random.Random(seed))
    for seat in outside:
        before, after = start.boards[seat], last.boards[seat]
        assert msgspec.structs.replace(before, gear=Gear()) == msgspec.structs.replace(after, gear=Gear())
        for kind in GearKind:
            assert before.gear.layout(kind) == after.gear.layout(kind)
            assert before.gear.is_magical(kind) <= after.gear.is_magical(kind)


# ---- options against everything that could be answered


def _parts_of(cubes: Cubes) -> Iterator[Cubes]:
    for counts in product(range(cubes.wood + 1), range(cubes.metal + 1), range(cubes.tooth + 1)):
        yield Cubes(*counts)


def _splits(discs: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for bits in product((0, 1), repeat=len(discs)):
        yield (
            tuple(sorted(disc for disc, bit in zip(discs, bits, strict=True) if not bit)),
            tuple(sorted(disc for disc, bit in zip(discs, bits, strict=True) if bit)),
        )


@settings(LAW, max_examples=examples(60))
@given(
    heaps(4),
    heaps(3),
    st.lists(st.sampled_from(["monk", "scroll", "plan"]), max_size=3),
    heaps(2),
    st.sampled_from([(), ("monk",)]),
    st.booleans(),
    st.booleans(),
    st.integers(1, 6),
)
def test_law_stowings_are_what_check_allows(
    low: Cubes,
    high: Cubes,
    discs: list[str],
    new: Cubes,
    new_discs: tuple[str, ...],
    must_take: bool,
    is_open: bool,
    spaces: int,
) -> None:
    """Every backpack, heap thrown and heap left that these things could make, legal exactly when listed."""
    here = board(discs=discs, monks=("backpack",) if is_open else ())
    limits = msgspec.structs.replace(here.limits, backpack_lower=spaces, backpack_upper=3)
    upper = Contents(high) if is_open else Contents()
    here = msgspec.structs.replace(here, limits=limits, backpack=Backpack(Contents(low, tuple(discs)), upper))
    assume(len(here.backpack.lower) <= spaces and len(upper) <= 3)
    assume(spaces + 3 * is_open >= len(discs) + len(new_discs) + len(new) * must_take)
    listed = list(stowings(here, new, new_discs, must_take=must_take))
    assert len(set(listed)) == len(listed) > 0
    pool, everything = here.backpack.cubes + new, here.backpack.discs + new_discs
    allowed = set()
    for thrown, left in product(_parts_of(here.backpack.cubes), _parts_of(new)):
        if not pool.covers(thrown + left):
            continue
        kept = pool - thrown - left
        for below, (lower_discs, upper_discs) in product(_parts_of(kept), _splits(everything)):
            pack = Backpack(Contents(below, lower_discs), Contents(kept - below, upper_discs))
            stowed = Stowed(pack, thrown, left)
            if check_stowing(here, new, new_discs, stowed, must_take=must_take) is None:
                allowed.add(stowed)
                assert len(pack.lower) <= spaces
                assert len(pack.upper) <= 3 * is_open
    assert allowed == set(listed)


@settings(LAW, max_examples=examples(120))
@given(layouts(mask_of(*product(range(1, 5), range(1, 3))), most=6), st.booleans(), st.integers(1, 14))
def test_law_payments_are_the_irredundant_sets(helmet: object, has_magic: bool, damage: int) -> None:
    """combat.helmet.choice over all subsets of cells: enough, and not enough without any one cube."""
    here = board(weapon="WW")
    gear = msgspec.structs.replace(here.gear, helmet=helmet, helmet_magic=has_magic and bool(helmet))
    fight = dragon_fight(msgspec.structs.replace(here, gear=gear), dragon=dragon("12/20/5"))
    values = {1 << cell: oracle.VALUE[str(material)] for cell, material in gear.helmet}
    if gear.helmet_magic:
        values[0] = oracle.VALUE["G"]
    hits = [3] * (damage // 3) + [damage % 3] * bool(damage % 3)
    fight.play("T: " + " ".join(map(str, hits + [0] * (5 - len(hits)))))
    wanted = set()
    subsets = chain.from_iterable(combinations(values, size) for size in range(len(values) + 1))
    for paid in subsets:
        total = sum(values[cube] for cube in paid)
        is_needed = all(total - values[cube] < damage for cube in paid)
        if total >= damage and is_needed:
            wanted.add(PayDamage(sum(paid), 0 in paid))
    if sum(values.values()) < damage:
        wanted = {PayDamage(sum(values), 0 in values)}
    assert set(fight.options()) == wanted


@settings(LAW, max_examples=examples(80))
@given(st.one_of(armed(), boards()), seeds)
def test_law_losses_and_repairs_are_what_brute_force_finds(one: Board, seed: int) -> None:
    """Any cubes of the colours that broke, then any removal that is legal and minimal by inclusion."""
    dice = random.Random(seed)
    one = msgspec.structs.replace(one, gear=msgspec.structs.replace(one.gear, sandals=Gear().sandals))
    one = msgspec.structs.replace(one, gear=one.gear.without_magic(GearKind.SANDALS))
    fight = dragon_fight(one, dragon=dragon("99/0/1"))
    assume(fight.asked == "roll-dice")
    drawing = drawing_of(one.gear.weapon)
    groups = [
        group for group in oracle.weapons(drawing) if oracle.is_usable(drawing, group, one.limits.character)
    ]
    group = dice.choice(groups)
    sides = oracle.parts(group)
    part = "both" if len(sides) == 2 else next(iter(sides))
    letter = dice.choice([drawing[place] for place in sorted(group)])
    same = sorted(place for place in group if drawing[place] == letter)
    count = dice.randint(1, min(3, len(same)))
    symbol = "2*" if letter == "M" else "0*"
    fight.play(roll(part, letter * count), f"{letter}: " + " ".join([symbol] * count))
    losses = {lose(*places) for places in combinations(same, count)}
    assert set(fight.options()) == losses
    fight.play(dice.choice(sorted(losses, key=lambda answer: answer.cells)))
    rest = drawing_of(fight.gear().weapon)
    unlocked, who = "weapon" in one.monk_spots, one.limits.character
    if oracle.is_weapon_legal(rest, who=who, unlocked=unlocked):
        assert fight.asked != "repair"
        return
    legal: list[set[oracle.Place]] = []
    for size in range(len(rest) + 1):
        for places in combinations(sorted(rest), size):
            left = {place: cube for place, cube in rest.items() if place not in places}
            is_minimal = not any(smaller <= set(places) for smaller in legal)
            if is_minimal and oracle.is_weapon_legal(left, who=who, unlocked=unlocked):
                legal.append(set(places))
    assert fight.asked == "repair"
    assert set(fight.options()) == {RepairWeapon(mask_of(*places)) for places in legal}


@pytest.mark.parametrize(
    "text", [b"{}", b'{"type":"RollDice"}', b'{"type":"RollDice","part":"left","wood":-1}']
)
def test_an_answer_of_the_wrong_kind_never_reaches_the_rules(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        ANSWER.decode(text)


def test_two_who_never_give_up_end_in_a_draw() -> None:
    """duel.draw-guard keeps the walks finite."""
    fight = duel(board(weapon="W"), board(weapon="W"))
    while fight.asked == "withdraw":
        fight.play(Stay())
    assert fight.is_over
    assert fight.happened("duel-drawn")

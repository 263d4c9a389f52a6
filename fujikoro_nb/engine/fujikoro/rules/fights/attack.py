"""A samurai's attack turn: weapon after weapon is rolled and breaks, then perhaps a retreat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import (
    Attack,
    Boost,
    Duel,
    FoeFight,
    LoseCubes,
    RepairWeapon,
    Retreat,
    RollDice,
    Stay,
    Suffer,
    Throw,
    fight_of,
    hurt,
    with_fight,
)
from fujikoro_nb.engine.fujikoro.asked.foes import (
    goes_on_for,
    shut_in_rule,
    staying_rule,
    told_hit,
    withdrawing_rule,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, fighting_weapons
from fujikoro_nb.engine.fujikoro.rules.characters.slip import who_slips
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import (
    check_mending,
    check_place,
    judge_magic,
    kind_of,
    magic_placed,
    mended,
    mending_refusal,
    mendings,
    parts_at,
    usable_weapons,
    without_cells,
)
from fujikoro_nb.engine.fujikoro.rules.fights.dice import broken_of, hits_of, reaching
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import decided
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import out_of_fight
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
    replace_top,
)

A = TypeVar("A", bound=Arena)


@cites("combat.attack.split-no-extra")
def begin_attack(state: A, seat: Seat) -> Outcome[A]:
    """The attack turn of this seat: the weapons that attack are those usable now."""
    parts = tuple(weapon.part for weapon in usable_weapons(state.fighter(seat), state.rulings))
    events = () if parts else (event("attack-empty", "combat.retreat.no-dice", seat=int(seat)),)
    return push(state, Attack(seat, parts)), events


class AttackRules(FrameRules[A], Generic[A]):
    """Asks for the dice, the cubes that break, the mending, the place of the magic, and whether to retreat."""

    def question(self, state: A, frame: Attack) -> Question | None:
        step = _step(state, frame)
        if step is None or state.is_hostile(frame.seat):
            return None
        kind, rule = step
        data = (
            tuple(zip(("wood", "metal", "tooth"), frame.broken, strict=True)) if kind == "lose-cubes" else ()
        )
        return Question(frame.seat, kind, rule, frame.name, data)

    def check(self, state: A, frame: Attack, answer: Answer) -> Refusal | None:
        step = _step(state, frame)
        assert step is not None, "checked only while a question is pending"
        board = state.fighter(frame.seat)
        match step[0], answer:
            case "roll-dice" | "withdraw", RollDice():
                return _check_roll(board, frame, answer, state.rulings)
            case "lose-cubes", LoseCubes():
                return _check_loss(board, frame, answer, state.rulings)
            case "repair", RepairWeapon():
                return check_mending(board, answer, state.rulings)
            case "place-magic", PlaceMagic():
                return check_place(board, frame.places, answer, state.rulings)
            case "withdraw", Stay():
                return refuse("combat.retreat.optional", "must") if _must_retreat(state, frame.seat) else None
            case "withdraw", Retreat():
                is_way = state.can_retreat(frame.seat)
                return None if is_way else refuse(shut_in_rule(fight_of(state)), "none")
            case _:
                return not_asked(state, answer, self.question(state, frame))

    @cites("combat.break.split", "combat.retreat.optional")
    def options(self, state: A, frame: Attack) -> Options:
        step = _step(state, frame)
        assert step is not None, "asked only while a question is pending"
        board = state.fighter(frame.seat)
        match step[0]:
            case "roll-dice":
                return Complete(tuple(_rolls(board, frame, state.rulings)))
            case "lose-cubes":
                return Complete(tuple(losses(board, frame, state.rulings)))
            case "repair":
                return Complete(tuple(mendings(board, state.rulings)))
            case "place-magic":
                return Complete(tuple(map(PlaceMagic, parts_at(board, frame.places, state.rulings))))
            case _:
                stays = () if _must_retreat(state, frame.seat) else (Stay(),)
                return Complete((*stays, Retreat()) if state.can_retreat(frame.seat) else stays)

    def answered(self, state: A, frame: Attack, answer: Answer) -> Outcome[A]:
        board = state.fighter(frame.seat)
        match answer:
            case RollDice():
                return _rolled(state, frame, answer)
            case LoseCubes():
                board = without_cells(board, kind_of(frame.rolling), answer.cells)
                state = replace_top(
                    state.with_fighter(frame.seat, board), msgspec.structs.replace(frame, broken=(0, 0, 0))
                )
                lost = board_cubes(state, frame.seat, frame, answer.cells)
                return state, (
                    event("cubes-broken", "combat.break.per-symbol", seat=int(frame.seat), cubes=lost),
                )
            case RepairWeapon():
                state, lost = mended(state, frame.seat, answer)
                return state, (
                    event("weapon-mended", "combat.break.split", seat=int(frame.seat), cubes=lost),
                )
            case PlaceMagic():
                state, placed = magic_placed(state, frame.seat, frame.places, answer)
                return replace_top(state, msgspec.structs.replace(frame, places=())), placed
            case Retreat():
                return _withdrawn(state, frame)
            case _:
                rule = staying_rule(fight_of(state))
                return replace_top(state, msgspec.structs.replace(frame, is_done=True)), (
                    event("stayed", rule, seat=int(frame.seat)),
                )

    @cites("combat.break.immediate", "combat.attack.hits", "char.daisuke.retreat-any-roll")
    def advance(self, state: A, frame: Attack) -> Outcome[A] | None:
        if state.is_hostile(frame.seat) and _step(state, frame) is not None:
            return self.answered(state, frame, self._decided(state, frame))
        if frame.roll is not None:
            hits = hits_of(state, frame.roll, has_void_hits=frame.has_void_hits) + frame.extra
            broken = broken_of(state, frame.roll)
            resolved = msgspec.structs.replace(
                frame,
                roll=None,
                has_void_hits=False,
                extra=0,
                shields=(),
                broken=broken,
                slips=who_slips(state, frame.seat) or UNSET,
            )
            return strike(replace_top(state, resolved), frame.seat, hits, frame.shields)
        if frame.before is not None:
            # combat.break.magic: once, after everything that broke or fell off.
            board = state.fighter(frame.seat)
            judged = judge_magic(frame.before, board, kind_of(frame.rolling), frame.seat, state.rulings)
            resolved = msgspec.structs.replace(frame, before=None, rolling="", places=judged.places)
            return replace_top(state.with_fighter(frame.seat, judged.board), resolved), judged.events
        if frame.slips is not UNSET:
            resolved = msgspec.structs.replace(frame, slips=UNSET)
            return push(replace_top(state, resolved), *map(Slip, reversed(frame.slips))), ()
        return None

    @cites("scenario.7.solo.hostile-decisions")
    def _decided(self, state: A, frame: Attack) -> Answer:
        """What a fighter answers whom nobody plays."""
        answers = self.options(state, frame)
        assert isinstance(answers, Complete), "a fight can be listed"
        board, kind = state.fighter(frame.seat), kind_of(frame.rolling)
        return decided(board, kind, tuple(answers), 0, state.rulings)


def board_cubes(state: Arena, seat: Seat, frame: Attack, cells: Mask) -> str:
    """The cubes that lay on these cells before the roll, as letters."""
    assert frame.before is not None, "cubes break in a roll"
    return str(frame.before.layout(kind_of(frame.rolling)).only(cells).cubes)


def strike(state: A, seat: Seat, hits: int, shields: tuple[Boost, ...] = ()) -> Outcome[A]:
    """The hits of a roll: from the health of a dragon or monk at once, or for the opponent's helmet."""
    fight = fight_of(state)
    if isinstance(fight, FoeFight):
        fight = hurt(state, fight, seat, hits)
        state, caught = with_fight(state, fight).caught(is_turn_over=False)
        return state, (told_hit(fight, seat, hits), *caught)
    victim = fight.other(seat)
    damage, shielded = reaching(state, victim, hits, shields)
    if not damage:
        return state, shielded
    struck = event("samurai-hit", "duel.rules-base", seat=int(victim), hits=damage)
    return push(state, Suffer(victim, damage)), (*shielded, struck)


@cites("combat.break.immediate", "combat.attack.usable", "combat.retreat.when", "duel.surrender")
def _step(state: Arena, frame: Attack) -> tuple[str, str] | None:
    """What is asked now, and by which rule."""
    board = state.fighter(frame.seat)
    if frame.roll is not None:
        return None
    if any(frame.broken):
        return "lose-cubes", "combat.break.per-symbol"
    if frame.before is not None:
        # combat.break.immediate: before any further roll
        return ("repair", "combat.break.split") if mending_refusal(board, state.rulings) else None
    if frame.places:
        return "place-magic", "magic.split-carrier"
    if frame.slips is not UNSET:
        return None
    fight = fight_of(state)
    if not goes_on_for(fight, frame.seat) or frame.is_done:
        return None
    if _rollable(board, frame, state.rulings):
        return "roll-dice", "combat.attack.dice"
    if usable_weapons(board, state.rulings):
        return None
    return "withdraw", withdrawing_rule(fight)


def _rollable(board: Board, frame: Attack, rulings: Rulings) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in usable_weapons(board, rulings) if weapon.part in frame.parts)


@cites("setup.supply.size", "magic.value.weapon", "magic.weapon.own-roll-only")
def most_dice(gear: Gear, weapon: Weapon) -> tuple[int, int, int, int]:
    """The dice a weapon may roll at most: one a cube of its colour, and the magic die if the green cube is on it."""
    cubes = gear.layout(kind_of(weapon.part)).only(weapon.cells).cubes
    return cubes.wood, cubes.metal, cubes.tooth, int(weapon.is_magical)


@cites("combat.attack.fewer", "combat.attack.two-weapons", "scenario.6.coop.fewer-dice")
def _rolls(board: Board, frame: Attack, rulings: Rulings) -> Iterator[RollDice]:
    for weapon in _rollable(board, frame, rulings):
        wood, metal, tooth, magic = (range(most, -1, -1) for most in most_dice(board.gear, weapon))
        for dice in product(wood, metal, tooth, magic):
            yield RollDice(weapon.part, *dice)


def _check_roll(board: Board, frame: Attack, answer: RollDice, rulings: Rulings) -> Refusal | None:
    weapons = {weapon.part: weapon for weapon in fighting_weapons(board.gear, board.limits, rulings=rulings)}
    weapon = weapons.get(answer.part)
    if weapon is None:
        return refuse("combat.attack.usable", "no-weapon", part=answer.part)
    if not weapon.is_usable:
        needs = board.limits.two_handed_wood if weapon.hands == 2 else board.limits.one_handed_wood
        return refuse("combat.attack.usable", wood=weapon.wood, needs=needs.value)
    if weapon.part not in frame.parts:
        return refuse("combat.attack.split-no-extra", part=answer.part)
    most = most_dice(board.gear, weapon)
    if answer.magic > most[3]:
        return refuse("magic.weapon.own-roll-only", part=answer.part)
    if min(answer.dice) < 0 or any(dice > allowed for dice, allowed in zip(answer.dice, most, strict=True)):
        together = [
            sum(column)
            for column in zip(*(most_dice(board.gear, one) for one in weapons.values()), strict=True)
        ]
        if all(0 <= dice <= allowed for dice, allowed in zip(answer.dice, together, strict=True)):
            return refuse("combat.attack.two-weapons", part=answer.part)
        return refuse(
            "combat.attack.dice", "too-many", part=answer.part, wood=most[0], metal=most[1], tooth=most[2]
        )
    return None


def _rolled(state: A, frame: Attack, answer: RollDice) -> Outcome[A]:
    rest = tuple(part for part in frame.parts if part != answer.part)
    rolls = event(
        "attacks",
        "combat.attack.dice",
        seat=int(frame.seat),
        part=answer.part,
        dice=sum(answer.dice),
    )
    if not any(answer.dice):
        return replace_top(state, msgspec.structs.replace(frame, parts=rest)), (
            event("attack-held-back", "combat.attack.fewer", seat=int(frame.seat), part=answer.part),
        )
    before = state.fighter(frame.seat).gear
    rolling = msgspec.structs.replace(frame, parts=rest, rolling=answer.part, before=before)
    return push(replace_top(state, rolling), Throw(answer.dice)), (rolls,)


def _rolled_weapon(board: Board, frame: Attack, rulings: Rulings) -> tuple[Weapon, Layout]:
    weapons = fighting_weapons(board.gear, board.limits, rulings=rulings)
    weapon = next(one for one in weapons if one.part == frame.rolling)
    return weapon, board.gear.layout(kind_of(weapon.part))


def _check_loss(board: Board, frame: Attack, answer: LoseCubes, rulings: Rulings) -> Refusal | None:
    weapon, layout = _rolled_weapon(board, frame, rulings)
    if answer.cells < 0 or answer.cells & ~layout.occupied:
        return refuse("combat.break.per-symbol", "empty-cell")
    if answer.cells & ~weapon.cells:
        return refuse("combat.break.same-weapon", part=weapon.part)
    cubes = layout.only(answer.cells).cubes
    if (cubes.wood, cubes.metal, cubes.tooth) != frame.broken:
        wood, metal, tooth = frame.broken
        return refuse("combat.break.per-symbol", wood=wood, metal=metal, tooth=tooth)
    return None


@cites("example.joint-fight.takeko-breaks", "example.mitsuhide-break.start")
def losses(board: Board, frame: Attack, rulings: Rulings) -> Iterator[LoseCubes]:
    """Every choice of the cubes that break of the rolled weapon."""
    weapon, layout = _rolled_weapon(board, frame, rulings)
    planes = (layout.wood, layout.metal, layout.tooth)
    choices = (
        combinations(tuple(cells_of(plane & weapon.cells)), count)
        for plane, count in zip(planes, frame.broken, strict=True)
    )
    for chosen in product(*choices):
        yield LoseCubes(sum(1 << cell for group in chosen for cell in group))


def _must_retreat(state: Arena, seat: Seat) -> bool:
    has_foe = isinstance(fight_of(state), FoeFight)
    is_forced = has_foe and state.rulings.reading("combat.retreat.optional") == "must"
    return is_forced and state.can_retreat(seat)


def _withdrawn(state: A, frame: Attack) -> Outcome[A]:
    state = replace_top(state, msgspec.structs.replace(frame, is_done=True))
    fight = fight_of(state)
    if isinstance(fight, Duel) and state.is_hostile(fight.other(frame.seat)):
        withdrawn = event("retreated", "scenario.7.solo.loss-costs-life", seat=int(frame.seat))
    elif isinstance(fight, Duel):
        withdrawn = event("surrendered", "duel.surrender", seat=int(frame.seat))
    else:
        withdrawn = event("retreated", "combat.retreat.when", seat=int(frame.seat))
    state, events = out_of_fight(state, frame.seat)
    return state, (withdrawn, *events)

"""One samurai against a dragon, solved by trying everything, in exact fractions: slow, plain and independent.

Gear is a set of (column, row, letter); what is legal comes from `tests.oracles.gear`, which was written from the ledger
and uses none of the engine's masks. Breakage, repairs, payments and magic are found here by going through all subsets.

Why self-loops are the only cycles: during a fight no cube, no magic and no point of the dragon's health ever comes
back (magic returns only afterwards, magic.restore.condition), so what a round leaves is a part of what it began with.
A cycle of several positions would have to give something back; a cycle therefore keeps everything, that is, it leads
from the start of a round to the start of the next one with no hit, no breakage and no payment. Such a round happens
with a probability p < 1 under any choice, because the dragon has at least one die with at least one hit. A policy that
makes the same choices in that round each time is worth (all other ways out) / (1 - p); the best of these is optimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from tests.oracles import gear as oracle
from tests.oracles.gear import Place

Cube = tuple[int, int, str]
"""1-based column and row, and W, M or T."""

Cubes = frozenset[Cube]

Faces = tuple[tuple[int, bool], ...]
"""Six pairs of hits and whether the face shows the broken weapon."""

VALUE = {"W": 1, "M": 2, "T": 3}
MAGIC_ABSORBS = 4


class Value(NamedTuple):
    """What a position is worth: two chances, and the expected worth of the cubes in the gear at the end."""

    win: Fraction
    conscious: Fraction
    worth: Fraction


Goal = Callable[[Value], tuple[Fraction, ...]]
"""What to compare, first things first; linear in the value, else mixing and choosing would not commute."""

Form = tuple[Value, Fraction]
"""Worth of everything but the repeated round, and the chance that the round only repeats."""


def to_win(value: Value) -> tuple[Fraction, ...]:
    """The chance to win, then to end conscious, then the worth of cubes kept."""
    return value.win, value.conscious, value.worth


def to_stay_conscious(value: Value) -> tuple[Fraction, ...]:
    """The chance to end conscious, then to win, then the worth of cubes kept."""
    return value.conscious, value.win, value.worth


def for_points(points: int, weight: Fraction = Fraction(1)) -> Goal:
    """Points for the dragon plus the weighted worth of the cubes kept, then as `to_win`."""
    return lambda value: (points * value.win + weight * value.worth, value.win, value.conscious)


class State(NamedTuple):
    """What a fight can change."""

    weapon: Cubes
    weapon_magic: Place | None
    helmet: Cubes
    helmet_magic: bool
    health: int


class Blueprints(NamedTuple):
    """Patterns of the blueprints owned; None when there is none, or none any more. A group may own more of a kind."""

    weapon: Cubes | None = None
    helmet: Cubes | None = None
    more_weapons: tuple[Cubes, ...] = ()
    more_helmets: tuple[Cubes, ...] = ()


NO_BLUEPRINTS = Blueprints()


class BruteFight:
    """All that stays the same in a fight, and the values of its positions."""

    def __init__(
        self,
        faces: Mapping[str, Faces],
        dragon_dice: int,
        *,
        blueprints: Blueprints = NO_BLUEPRINTS,
        is_unlocked: bool = True,
        who: str = "symmetric",
        is_all_dice: bool = False,
        goal: Goal = to_win,
        can_leave: bool = True,
        slips: str = "",
    ) -> None:
        """``can_leave``: who has no usable weapon has somewhere to go.

        ``slips``: after whose rolls the samurai may leave as well, ``own`` or ``any`` (char.daisuke.retreat-any-roll).
        """
        assert dragon_dice >= 1, "without dragon dice a round may repeat for ever"
        assert any(hits for hits, _ in faces["T"]), "a dragon that never hits may let a round repeat for ever"
        self.faces = faces
        self.dragon = dragon_hits(faces["T"], dragon_dice)
        self.blueprints = blueprints
        self.is_unlocked = is_unlocked
        self.who = who
        self.is_all_dice = is_all_dice
        self.goal = goal
        self.can_leave = can_leave
        self.slips = slips
        self._turns: dict[State, Value] = {}
        self._attacks: dict[tuple[State, tuple[frozenset[Place], ...]], Value] = {}
        self._broken: dict[object, tuple[tuple[Cubes, Place | None], ...]] = {}

    # ---- what is asked

    def samurai_first(self, state: State) -> Value:
        """The best that the samurai can get when the next attack is theirs."""
        if state not in self._turns:
            forms = self._attack(state, self._usable(state.weapon), state)
            self._turns[state] = self._best(scaled(rest, 1 / (1 - again)) for rest, again in forms)
        return self._turns[state]

    def dragon_first(self, state: State) -> Value:
        """The same when the dragon attacks next (combat.init.tie-dragon)."""
        return self._best(
            added(rest, scaled(self.samurai_first(state), again)) if again else rest
            for rest, again in self._dragon(state, state)
        )

    def with_monk(self, state: State, thrown: str | None, *, is_weapon_monk: bool) -> Value:
        """The same when a monk was sent: thrown cube, one die, the ability lost, samurai first (combat.hero.order)."""
        faces = self.faces[thrown] if thrown else ((0, False),) * 6
        ways = []
        for hits, _ in faces:  # combat.hero.no-break
            hurt = state._replace(health=state.health - hits)
            ways.append(
                (1, self._best(self._after_hero(one) for one in self._stripped(hurt, is_weapon_monk)))
            )
        return mixed(ways, 6)

    # ---- the samurai's turn

    def _attack(self, state: State, weapons: tuple[frozenset[Place], ...], start: State) -> list[Form]:
        """The forms of every choice from here on; a single one unless this round has not changed anything yet."""
        if state != start and (state, weapons) in self._attacks:
            return [(self._attacks[state, weapons], Fraction(0))]
        forms = list(self._attack_forms(state, weapons, start))
        if state == start:
            return forms
        best = self._best(rest for rest, _ in forms)
        self._attacks[state, weapons] = best
        return [(best, Fraction(0))]

    def _attack_forms(
        self, state: State, weapons: tuple[frozenset[Place], ...], start: State
    ) -> Iterator[Form]:
        if state.health <= 0:
            yield self._end(state, is_win=True), Fraction(0)
            return
        if not weapons:
            if self.can_leave and not self._usable(
                state.weapon
            ):  # combat.retreat.when, combat.retreat.optional
                yield self._end(state, is_win=False), Fraction(0)
            yield from self._dragon(state, start)
            return
        for weapon in weapons:  # combat.attack.two-weapons: the owner chooses the order
            others = tuple(other for other in weapons if other != weapon)
            for dice in self._dice(state, weapon):
                yield from self._roll_forms(state, weapon, others, dice, start)

    def _roll_forms(
        self,
        state: State,
        weapon: frozenset[Place],
        others: tuple[frozenset[Place], ...],
        dice: Mapping[str, int],
        start: State,
    ) -> Iterator[Form]:
        ways: list[tuple[int, Value]] = []
        total = 6 ** sum(dice.values())
        unchanged = 0
        for (hits, broken), weight in rolls(self._key(dice), tuple(dice.values())).items():
            if hits == 0 and not any(broken):
                unchanged = weight
            else:
                hurt = state._replace(health=max(0, state.health - hits))
                ways.append((weight, self._after_roll(hurt, weapon, others, broken)))
        if not unchanged:
            yield mixed(ways, total), Fraction(0)
            return
        for rest, again in self._attack(state, others, start):
            yield mixed([*ways, (unchanged, rest)], total), again * unchanged / total
        if self.slips and any(dice.values()):
            yield mixed([*ways, (unchanged, self._end(state, is_win=False))], total), Fraction(0)

    def _after_roll(
        self,
        state: State,
        weapon: frozenset[Place],
        others: tuple[frozenset[Place], ...],
        broken: Sequence[int],
    ) -> Value:
        """The best choice of broken cubes and of a repair; the roll that kills breaks as well."""
        values = []
        for cubes, magic in self._breakages(state.weapon, state.weapon_magic, weapon, broken):
            after = state._replace(weapon=cubes, weapon_magic=magic)
            usable = self._usable(cubes)
            left = tuple(piece for piece in usable if any(piece <= other for other in others))
            # Nothing can equal this start: there was a hit or a break, so the form is a plain value.
            values.append(self._attack(after, left, _NEVER)[0][0])
            if self.slips and after.health > 0:
                values.append(self._end(after, is_win=False))
        return self._best(values)

    def _dice(self, state: State, weapon: frozenset[Place]) -> Iterator[dict[str, int]]:
        """combat.attack.dice, combat.attack.fewer: any number of each colour, none included."""
        letters = [letter for column, row, letter in state.weapon if (column, row) in weapon]
        most = {letter: letters.count(letter) for letter in "WMT"}
        most["G"] = int(state.weapon_magic in weapon)
        if self.is_all_dice:
            yield most
            return
        for counts in product(*(range(count + 1) for count in most.values())):
            yield dict(zip(most, counts, strict=True))

    def _key(self, dice: Mapping[str, int]) -> tuple[Faces, ...]:
        return tuple(self.faces.get(letter, ((0, False),) * 6) for letter in dice)

    def _usable(self, cubes: Cubes) -> tuple[frozenset[Place], ...]:
        return usable_weapons(cubes, self.who)

    def _breakages(
        self, cubes: Cubes, magic: Place | None, weapon: frozenset[Place], broken: Sequence[int]
    ) -> tuple[tuple[Cubes, Place | None], ...]:
        """Every weapon grid that the owner may be left with."""
        key = (cubes, magic, weapon, tuple(broken))
        if key not in self._broken:
            rolled = [cube for cube in cubes if cube[:2] in weapon]
            by_colour = (
                combinations([cube for cube in rolled if cube[2] == letter], count)
                for letter, count in zip("WMT", broken, strict=False)
            )
            found = {kept for lost in product(*by_colour) for kept in self._repaired(cubes.difference(*lost))}
            self._broken[key] = tuple(
                (kept, place)
                for kept in sorted(found, key=sorted)
                for place in self._magic_places(cubes, magic, kept)
            )
        return self._broken[key]

    def _repaired(self, cubes: Cubes) -> list[Cubes]:
        return [
            frozenset(cube for cube in cubes if cube[:2] in places)
            for places in minimal_repairs(
                frozenset((column, row) for column, row, _ in cubes), self.who, self.is_unlocked
            )
        ]

    def _magic_places(self, before: Cubes, magic: Place | None, after: Cubes) -> list[Place | None]:
        """Where the green cube may lie now; None when it is gone or never was."""
        if magic is None or before == after:
            return [magic]
        if not fits_one(after, self.blueprints.weapon, *self.blueprints.more_weapons):
            return [None]  # magic.loss.immediate; without a blueprint any lost cube takes it
        carrier = next(group for group in groups(before) if magic in group)
        heirs = [group for group in groups(after) if group & carrier]
        for heir in heirs:
            if magic in heir:
                return [magic]  # magic.split-carrier: it lies on a cube and goes with it
        # Its cube is gone, its weapon is not: it moves to the first cube of what is left, row by row.
        return [min(heir, key=lambda place: place[::-1]) for heir in heirs] or [None]

    # ---- the dragon's turn

    def _dragon(self, state: State, start: State) -> list[Form]:
        """A single form, or two where the samurai may leave after a roll that changes nothing."""
        ways: list[tuple[int, Value]] = []
        again = 0
        total = sum(self.dragon.values())
        for hits, weight in self.dragon.items():
            if hits == 0 and state == start:
                again = weight
            elif hits == 0:
                ways.append((weight, self._struck(state)))
            else:
                ways.append((weight, self._hit(state, hits)))
        forms = [(mixed(ways, total), Fraction(again, total))]
        if self.slips == "any" and again:
            forms.append((mixed([*ways, (again, self._end(state, is_win=False))], total), Fraction(0)))
        return forms

    def _struck(self, state: State) -> Value:
        """After the dragon's roll, which left this."""
        values = [self.samurai_first(state)]
        if self.slips == "any":
            values.append(self._end(state, is_win=False))
        return self._best(values)

    def _hit(self, state: State, hits: int) -> Value:
        """Every irredundant payment; or knocked out, the whole helmet lost (combat.defeat)."""
        values = []
        for paid, is_magic_paid in irredundant_payments(state.helmet, state.helmet_magic, hits):
            helmet = state.helmet - paid
            has_magic = state.helmet_magic and not is_magic_paid
            if has_magic and paid:
                owned = (self.blueprints.helmet, *self.blueprints.more_helmets)
                has_magic = bool(helmet) and fits_one(helmet, *owned)
            values.append(self._struck(state._replace(helmet=helmet, helmet_magic=has_magic)))
        if values:
            return self._best(values)
        gear = sum(VALUE[letter] for _, _, letter in state.weapon)
        return Value(Fraction(0), Fraction(0), Fraction(gear))

    # ---- ends

    def _end(self, state: State, *, is_win: bool) -> Value:
        gear = sum(VALUE[letter] for _, _, letter in state.weapon | _apart(state.helmet))
        return Value(Fraction(is_win), Fraction(1), Fraction(gear))

    def _stripped(self, state: State, is_weapon_monk: bool) -> list[State]:
        """combat.hero.lose-weapon, combat.hero.lose-weapon-strip."""
        if not is_weapon_monk:
            return [state]
        left = frozenset(cube for cube in state.weapon if cube[0] <= oracle.LEFT_COLUMNS)
        return [
            state._replace(weapon=kept, weapon_magic=place)
            for kept in self._repaired(left)
            for place in self._magic_places(state.weapon, state.weapon_magic, kept)
        ]

    def _after_hero(self, state: State) -> Value:
        return self._end(state, is_win=True) if state.health <= 0 else self.samurai_first(state)

    def _best(self, values: Iterable[Value]) -> Value:
        return max(values, key=self.goal)


_NEVER = State(frozenset(), None, frozenset(), helmet_magic=False, health=-1)


def _apart(helmet: Cubes) -> Cubes:
    """Helmet cubes at places that no weapon has, so that both can be one set."""
    return frozenset((-column, -row, letter) for column, row, letter in helmet)


# ---- geometry, from the oracle


def groups(cubes: Cubes) -> list[frozenset[Place]]:
    """The weapons on a grid."""
    return [frozenset(group) for group in oracle.weapons(drawing(cubes))]


def drawing(cubes: Cubes) -> dict[Place, str]:
    """A set of cubes as the oracle wants it."""
    return {(column, row): letter for column, row, letter in cubes}


def fits(cubes: Cubes, pattern: Cubes | None) -> bool:
    """Whether cubes contain the pattern of an owned blueprint."""
    return pattern is not None and oracle.contains(drawing(cubes), drawing(pattern))


def fits_one(cubes: Cubes, *patterns: Cubes | None) -> bool:
    """Whether cubes contain one of several patterns."""
    return any(fits(cubes, pattern) for pattern in patterns)


@cache
def usable_weapons(cubes: Cubes, who: str) -> tuple[frozenset[Place], ...]:
    """Weapons with enough wood."""
    return tuple(group for group in groups(cubes) if oracle.is_usable(drawing(cubes), set(group), who))


@cache
def minimal_repairs(places: frozenset[Place], who: str, is_unlocked: bool) -> tuple[frozenset[Place], ...]:
    """Every legal set left by a removal of which no smaller part would do (craft.weapon.fix-minimal)."""
    found: list[frozenset[Place]] = []
    for removed in range(len(places) + 1):
        for lost in combinations(sorted(places), removed):
            kept = places.difference(lost)
            is_in_vain = any(kept < other for other in found)  # a larger set that stays is a smaller removal
            if not is_in_vain and oracle.is_weapon_legal(
                dict.fromkeys(kept, "M"), who=who, unlocked=is_unlocked
            ):
                found.append(kept)
    return tuple(found)


def irredundant_payments(helmet: Cubes, has_magic: bool, hits: int) -> Iterator[tuple[Cubes, bool]]:
    """Every set of cubes that covers the hits and would not without any one of them (combat.helmet.choice)."""
    items: list[Cube | None] = [*sorted(helmet), *([None] if has_magic else [])]
    for size in range(1, len(items) + 1):
        for paid in combinations(items, size):
            values = [VALUE[one[2]] if one else MAGIC_ABSORBS for one in paid]
            if sum(values) >= hits and all(sum(values) - value < hits for value in values):
                yield frozenset(one for one in paid if one), None in paid


# ---- dice


def dragon_hits(faces: Faces, dice: int) -> dict[int, int]:
    """Weight of each number of hits; its broken faces only give teeth."""
    weights: dict[int, int] = {}
    for rolled in product(faces, repeat=dice):
        hits = sum(hits for hits, _ in rolled)
        weights[hits] = weights.get(hits, 0) + 1
    return weights


@cache
def rolls(faces: tuple[Faces, ...], counts: tuple[int, ...]) -> dict[tuple[int, tuple[int, ...]], int]:
    """Weight of each (hits, broken by colour): every face of every die, one colour after the other."""
    weights: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for die, count in zip(faces, counts, strict=True):
        longer: dict[tuple[int, tuple[int, ...]], int] = {}
        for rolled in product(die, repeat=count):
            more, broken = sum(hits for hits, _ in rolled), sum(is_broken for _, is_broken in rolled)
            for (hits, before), weight in weights.items():
                key = (hits + more, (*before, broken))
                longer[key] = longer.get(key, 0) + weight
        weights = longer
    return weights


# ---- arithmetic


def mixed(ways: Sequence[tuple[int, Value]], total: int) -> Value:
    """The weighted sum over ``total``. One common denominator, because adding fractions one by one is slow."""

    def mean(index: int) -> Fraction:
        together: dict[Fraction, int] = {}
        for weight, value in ways:
            together[value[index]] = together.get(value[index], 0) + weight
        common = math.lcm(*(number.denominator for number in together))
        parts = (
            number.numerator * (common // number.denominator) * weight for number, weight in together.items()
        )
        return Fraction(sum(parts), common * total)

    return Value(mean(0), mean(1), mean(2))


def scaled(value: Value, factor: Fraction) -> Value:
    """A value times a number."""
    return Value(*(part * factor for part in value))


def added(value: Value, other: Value) -> Value:
    """The sum."""
    return Value(*(first + second for first, second in zip(value, other, strict=True)))

"""What can become of a samurai's weapons in a fight, lumped: positions that fight on alike are one class.

A *state* is what lies there: cells still occupied (sandals that fight lie beyond the weapon grid), where the magic
cubes lie. A *class* is a set of states with the same dice to roll and, for each number of broken cubes, the same
classes and losses to choose from. Classes are made bottom-up, a state after everything that is left of it, so equal
descriptions are equal futures: lumping is exact. Leaving out a state because another has more cubes would be wrong:
fewer cubes can be better, where a repair or the handle is at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import fits_any, loss_rule
from fujikoro_nb.engine.fujikoro.gear.repair import maximal_legal_sets
from fujikoro_nb.engine.fujikoro.gear.shapes import weapon_rules
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.odds.dicetable import NO_BREAKS, Breaks, DiceVector
from fujikoro_nb.odds.progress import Progress
from fujikoro_nb.odds.weapon_states import (
    DEAD,
    SANDALS,
    SANDALS_SHIFT,
    WEAPON_CELLS,
    Class,
    Losses,
    Mark,
    Option,
    Plan,
    Rest,
    Roll,
    State,
    TooManyStates,
)

MAX_ENTRIES = 400_000
"""Half-broken weapons kept in mind while classes are found, with all that hangs on them about 400 bytes each."""

LAID_OUT = 0.1
"""Share of the work, as reported, until all classes are found."""

_REPORT, _HALF = 64, 16_384
"""A report after so many half-broken weapons; after how many of them half of the classes are deemed found."""


class _Rolled:
    """Rolls of a weapon in one part, with the same weapons to follow and the same magic: what breaks leads where."""

    def __init__(
        self, part: Mask, others: tuple[Mask, ...], region: Mask, before: State, planes: tuple[Mask, ...]
    ) -> None:
        self.part, self.others, self.region, self.before, self.planes = part, others, region, before, planes
        self.bits: dict[Breaks, dict[tuple[Mask, Cell], int]] = {}


class Arms:
    """All that can become of one samurai's weapons, found on demand and lumped.

    ``nodes`` is in the order in which values can be computed: each one only leads to earlier ones and itself.
    """

    def __init__(
        self,
        gear: Gear,
        limits: BoardLimits,
        *,
        is_unlocked: bool,
        patterns: tuple[Layout, ...] = (),
        is_owned: bool = True,
        sandals_patterns: tuple[Layout, ...] = (),
        are_sandals_owned: bool = True,
        rulings: Rulings = ADOPTED,
        max_nodes: int = 200_000,
        progress: Progress | None = None,
    ) -> None:
        """``progress`` is called while classes are found; how many there are is not known before."""
        self._progress = progress
        self.limits, self.rulings = limits, rulings
        self.patterns, self.is_owned = patterns, is_owned and bool(patterns)
        self._sandals_patterns = sandals_patterns
        self._are_sandals_owned = are_sandals_owned and bool(sandals_patterns)
        self.rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
        sandals = gear.sandals if limits.are_sandals_a_weapon else Layout()
        self.planes = tuple(
            weapon | worn << SANDALS_SHIFT
            for weapon, worn in (
                (gear.weapon.wood, sandals.wood),
                (gear.weapon.metal, sandals.metal),
                (gear.weapon.tooth, sandals.tooth),
            )
        )
        self.start = State(
            gear.weapon.occupied | sandals.occupied << SANDALS_SHIFT,
            -1 if gear.weapon_magic is None else gear.weapon_magic,
            bool(sandals) and gear.sandals_magic,
        )
        self.max_nodes = max_nodes
        self.nodes: list[Class | Rest | None] = [None]
        self._class_of: dict[State, int] = {}
        self._kept: dict[State, Losses] = {}
        self._by_plan: dict[tuple[object, ...], int] = {}
        self._signatures: dict[Plan, tuple[object, ...]] = {}
        self._weapons: dict[tuple[Mask, Cell], tuple[Weapon, ...]] = {}
        self._repaired: dict[Mask, tuple[Mask, ...]] = {}
        self._fits: dict[Mask, bool] = {}
        self._options: list[Option] = []
        self._bit_of: dict[tuple[int, Losses], int] = {}
        self._rolls: dict[tuple[Mask, tuple[Mask, ...], bool, Mask], _Rolled] = {}
        self._entries = 0
        self._rest_marks: dict[int, Mark] = {}
        self._class_states: dict[int, State] = {}
        self._in_order: dict[tuple[Option, ...], tuple[Option, ...]] = {}

    # ---- what is asked

    def class_of(self, state: State) -> int:
        """The node of a state at the start of an attack turn; `DEAD` without a usable weapon."""
        node = self._class_of.get(state)
        if node is None:
            node = self._class_of[state] = self._new_class(state)
        return node

    def known(self, state: State) -> int:
        """The node of a state met before. Raises KeyError."""
        return self._class_of[state] if state in self._class_of or self.usable(state) else DEAD

    def node_of(self, state: State, parts: Sequence[Mask]) -> int:
        """The node of a state when only the weapons in these parts are still to roll in this turn."""
        pending = tuple(
            part for part, cells, _ in self.usable(state) if any(not cells & ~one for one in parts)
        )
        owner = self.class_of(state)
        if not pending:
            return owner
        plan = self.plan(state, pending)
        key = ("rest", owner, self._signature(plan))
        node = self._by_plan.get(key)
        if node is None:
            node = self._by_plan[key] = self._added(Rest(len(self.nodes), owner, plan))
        mark = (1, state.cells, state.magic, sum(parts))
        self._rest_marks[node] = min(self._rest_marks.get(node, mark), mark)
        return node

    def usable(self, state: State) -> tuple[tuple[Mask, Mask, DiceVector], ...]:
        """The weapons that may be rolled: the part each lies in, its cells, and the most dice it rolls."""
        found: list[tuple[Mask, Mask, DiceVector]] = []
        weapons = self.weapons(state)
        for weapon in weapons:
            if weapon.is_usable:
                dice = self._dice(weapon.cells, weapon.is_magical)
                found.append((self._part(weapon, weapons), weapon.cells, dice))
        worn = state.cells >> SANDALS_SHIFT
        wood = (self.planes[0] >> SANDALS_SHIFT & worn).bit_count()
        # char.tomoe.sandals-as-weapon: connected, with wood for one hand
        if worn and wood >= self.limits.one_handed_wood.value and len(pieces(worn)) == 1:
            cells = worn << SANDALS_SHIFT
            found.append((SANDALS, cells, self._dice(cells, state.has_sandals_magic)))
        return tuple(found)

    def weapons(self, state: State) -> tuple[Weapon, ...]:
        """The weapons on the grid."""
        key = (state.cells & WEAPON_CELLS, state.magic)
        found = self._weapons.get(key)
        if found is None:
            magic = None if state.magic < 0 else state.magic
            gear = Gear(weapon=self.layout(key[0]), weapon_magic=magic)
            found = self._weapons[key] = weapons_of(gear, self.limits, rulings=self.rulings)
        return found

    def kept(self, state: State) -> Losses:
        """The cubes that are left, and the magic that is left or comes back after the fight."""
        found = self._kept.get(state)
        if found is None:
            wood, metal, tooth = ((plane & state.cells).bit_count() for plane in self.planes)
            magic = int(state.magic >= 0 or (self.is_owned and self._does_fit(state.cells & WEAPON_CELLS)))
            worn = state.cells >> SANDALS_SHIFT
            does_return = self._are_sandals_owned and bool(worn) and self._sandals_fit(worn)
            magic += int(state.has_sandals_magic or does_return)
            found = self._kept[state] = (wood, metal, tooth, magic)
        return found

    def check(self, state: State) -> None:
        """Raises KeyError for a state that cannot come out of the start."""
        if self.usable(state) and state not in self._class_of:
            raise KeyError(state)

    def after_loss(self, state: State, lost: Mask, part: Mask) -> Iterator[State]:
        """Every way to repair, and to carry the magic on, when these cubes of the weapon in ``part`` are off."""
        magic = -1 if state.magic >= 0 and lost >> state.magic & 1 else state.magic
        yield from self._mended(state, state.cells & ~lost, magic, self._region(state), part)

    def repairs_of(self, cells: Mask) -> tuple[Mask, ...]:
        """Every maximal legal rest of some cells; the cells themselves where they are legal."""
        weapon = cells & WEAPON_CELLS
        found = self._repaired.get(weapon)
        if found is None:
            found = self._repaired[weapon] = tuple(maximal_legal_sets(weapon, self.rules))
        return found

    def description(self) -> object:
        """Equal for arms that fight alike: what makes the classes, in the order in which they were met."""
        start = self.class_of(self.start)
        return start, tuple((type(one), self._signature(one.plan)) for one in self.nodes if one is not None)

    # ---- an order that does not depend on how nodes are numbered

    def in_order(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """Which of equally good options is taken: the first. Less wood lost, then less metal, fewer teeth, less magic,
        then the node with the first position.
        """
        if len(options) == 1:
            return options
        found = self._in_order.get(options)
        if found is None:
            ordered = sorted(options, key=lambda option: (option[1], self.mark(option[0])))
            found = self._in_order[options] = tuple(ordered)
        return found

    def mark(self, node: int) -> Mark:
        """The place of a node in that order."""
        if node == DEAD:
            return ()
        if node in self._rest_marks:
            return self._rest_marks[node]
        return 0, *_position(self._first_state(node))

    def settle(self) -> None:
        """Where two weapons roll the same dice, name them in the order of the first position of their class."""
        for node, known in enumerate(self.nodes):
            if isinstance(known, Class):
                dice = [roll.dice for roll in known.plan.rolls]
                if len(set(dice)) < len(dice):
                    self.nodes[node] = Class(node, self._whole_plan(self._first_state(node)))

    def _first_state(self, node: int) -> State:
        if len(self._class_states) < len(self.nodes) - 1 - len(self._rest_marks):
            self._class_states.clear()
            for state, number in self._class_of.items():
                other = self._class_states.get(number, state)
                if _position(state) <= _position(other):
                    self._class_states[number] = state
            self._class_states.pop(DEAD, None)
        return self._class_states[node]

    # ---- classes

    def _new_class(self, state: State) -> int:
        if not self.usable(state):
            return DEAD
        plan = self._whole_plan(state)
        key = ("turn", self._signature(plan))
        node = self._by_plan.get(key)
        if node is None:
            node = self._by_plan[key] = self._added(Class(len(self.nodes), plan))
        return node

    def _added(self, node: Class | Rest) -> int:
        if len(self.nodes) >= self.max_nodes:
            raise TooManyStates(len(self.nodes))
        # Making a node may have made others: it takes its number only when everything it leads to has one.
        assert node.node == len(self.nodes), "a node is numbered after what it leads to"
        self.nodes.append(node)
        return node.node

    def _whole_plan(self, state: State) -> Plan:
        usable = sorted(self.usable(state), key=lambda one: (one[2], one[0]))
        return self.plan(state, tuple(part for part, _, _ in usable))

    def plan(self, state: State, pending: tuple[Mask, ...]) -> Plan:
        """What may be rolled and what may come of it, when the weapons in these parts are still to roll."""
        dice_of = {part: dice for part, _, dice in self.usable(state)}
        kept = self.kept(state)
        rolls = []
        for part in pending:
            others = tuple(other for other in pending if other != part)
            rolled = self._rolled(state, part, others)
            then = self.plan(state, others) if others else None
            options: list[tuple[Breaks, tuple[Option, ...]]] = []
            wood, metal, tooth, _ = dice_of[part]
            for breaks in product(range(wood + 1), range(metal + 1), range(tooth + 1)):
                if breaks != NO_BREAKS:
                    bits = self._broken(state.cells, state.magic, breaks, rolled)
                    options.append((breaks, self._chosen(bits, kept)))
            rolls.append(Roll(part, dice_of[part], tuple(options), then))
        return Plan(tuple(rolls))

    def _signature(self, plan: Plan) -> tuple[object, ...]:
        """What makes two plans alike: everything but where the cubes lie; the order of weapons does not count."""
        parts = [
            (roll.dice, roll.options, self._signature(roll.then) if roll.then else ()) for roll in plan.rolls
        ]
        return tuple(sorted(parts)) if len(parts) > 1 else tuple(parts)

    def _chosen(self, bits: int, kept: Losses) -> tuple[Option, ...]:
        options = []
        while bits:
            low = bits & -bits
            bits ^= low
            node, left = self._options[low.bit_length() - 1]
            w, m, t, g = left
            options.append((node, (kept[0] - w, kept[1] - m, kept[2] - t, kept[3] - g)))
        return tuple(sorted(options))

    # ---- breakage: sets of options as bits, found by taking off one cube at a time

    def forget(self) -> None:
        """Let go of what was only needed to find the classes."""
        self._rolls.clear()
        self._entries = 0
        self._progress = None

    def _rolled(self, state: State, part: Mask, others: tuple[Mask, ...]) -> _Rolled:
        """What is known of rolls like this one."""
        region = self._region(state)
        key = (part, others, state.has_sandals_magic, region)
        found = self._rolls.get(key)
        if found is None:
            before = State(0, 0 if region else -1, state.has_sandals_magic)
            planes = tuple(plane & part for plane in self.planes)
            found = self._rolls[key] = _Rolled(part, others, region, before, planes)
        return found

    def _broken(self, cells: Mask, magic: Cell, breaks: Breaks, rolled: _Rolled) -> int:
        """Bits of the options when these cubes have still to go."""
        known = rolled.bits.get(breaks)
        if known is None:
            known = rolled.bits[breaks] = {}
        key = (cells, magic)
        found = known.get(key)
        if found is not None:
            return found
        wood, metal, tooth = breaks
        if wood:
            colour, less = 0, (wood - 1, metal, tooth)
        elif metal:
            colour, less = 1, (0, metal - 1, tooth)
        elif tooth:
            colour, less = 2, (0, 0, tooth - 1)
        else:
            known[key] = found = self._end(cells, magic, rolled)
            return found
        found = 0
        rest = cells & rolled.planes[colour]
        while rest:
            cell = rest & -rest
            rest ^= cell
            place = -1 if magic >= 0 and cell >> magic & 1 else magic
            found |= self._broken(cells ^ cell, place, less, rolled)
        known[key] = found
        self._entries += 1
        if self._entries % _REPORT == 0:
            if self._entries > MAX_ENTRIES:
                raise TooManyStates(self._entries)
            if self._progress is not None:
                self._progress(self._entries / (self._entries + _HALF))
        return found

    def _end(self, cells: Mask, magic: Cell, rolled: _Rolled) -> int:
        """Bits of the options after the last broken cube is off."""
        bits = 0
        for after in self._mended(rolled.before, cells, magic, rolled.region, rolled.part):
            option = (self.node_of(after, rolled.others), self.kept(after))
            number = self._bit_of.get(option)
            if number is None:
                number = self._bit_of[option] = len(self._options)
                self._options.append(option)
            bits |= 1 << number
        return bits

    def _mended(self, before: State, cells: Mask, magic: Cell, region: Mask, part: Mask) -> Iterator[State]:
        """Repair, then judge magic once; ``region`` is where the weapon under the green cube lay."""
        if part == SANDALS:
            worn = cells >> SANDALS_SHIFT
            yield State(cells, magic, before.has_sandals_magic and self._stays(GearKind.SANDALS, worn))
            return
        worn = cells & SANDALS
        for weapon in self.repairs_of(cells):
            if before.magic < 0 or not self._stays(GearKind.WEAPON, weapon):
                yield State(weapon | worn, -1, before.has_sandals_magic)
                continue
            for place in self._places(weapon, magic, region):
                yield State(weapon | worn, place, before.has_sandals_magic)

    def _places(self, weapon: Mask, magic: Cell, region: Mask) -> tuple[Cell, ...]:
        """Where the green cube may lie now (magic.split-carrier, magic.carrier-destroyed); -1 when it is gone."""
        is_free = self.rulings.reading("magic.split-carrier") == "owner-chooses"
        is_there = magic >= 0 and bool(weapon >> magic & 1)
        if is_there and not is_free:
            return (magic,)
        heirs = [piece for piece in pieces(weapon) if piece & region]
        return tuple(
            magic if is_there and heir >> magic & 1 else (heir & -heir).bit_length() - 1 for heir in heirs
        ) or (-1,)

    def _stays(self, kind: GearKind, cells: Mask) -> bool:
        """Whether magic stays on gear that has just lost cubes."""
        if kind == GearKind.WEAPON:
            if self.is_owned:
                return bool(cells) and self._does_fit(cells)
            gear, patterns = Gear(weapon=self.layout(cells)), self.patterns
        else:
            if self._are_sandals_owned:
                return bool(cells) and self._sandals_fit(cells)
            gear = Gear(sandals=self.layout(cells << SANDALS_SHIFT, SANDALS_SHIFT))
            patterns = self._sandals_patterns
        lost = next(iter(patterns), None)
        rule = loss_rule(gear, kind, lost, is_owned=False, has_lost_cubes=True, rulings=self.rulings)
        return rule is None

    def _does_fit(self, cells: Mask) -> bool:
        found = self._fits.get(cells)
        if found is None:
            gear = Gear(weapon=self.layout(cells))
            found = self._fits[cells] = fits_any(gear, GearKind.WEAPON, self.patterns, rulings=self.rulings)
        return found

    def _sandals_fit(self, cells: Mask) -> bool:
        gear = Gear(sandals=self.layout(cells << SANDALS_SHIFT, SANDALS_SHIFT))
        return fits_any(gear, GearKind.SANDALS, self._sandals_patterns, rulings=self.rulings)

    # ---- geometry

    def layout(self, cells: Mask, shift: int = 0) -> Layout:
        """The cubes on these cells; ``shift`` takes those of the sandals back to their own grid."""
        wood, metal, tooth = ((plane & cells) >> shift for plane in self.planes)
        return Layout(wood, metal, tooth)

    def _dice(self, cells: Mask, is_magical: bool) -> DiceVector:
        wood, metal, tooth = ((plane & cells).bit_count() for plane in self.planes)
        return wood, metal, tooth, int(is_magical)

    def _part(self, weapon: Weapon, weapons: tuple[Weapon, ...]) -> Mask:
        """All weapon cells for a weapon alone, else its part of the grid."""
        if len(weapons) == 1:
            return WEAPON_CELLS
        return self.limits.weapon.left if weapon.part == "left" else self.limits.weapon.right

    def _region(self, state: State) -> Mask:
        """The part of the weapon under the green cube; 0 without one."""
        if state.magic < 0:
            return 0
        weapons = self.weapons(state)
        return next(self._part(weapon, weapons) for weapon in weapons if weapon.is_magical)


def _position(state: State) -> tuple[Mask, Cell, bool]:
    return state.cells, state.magic, state.has_sandals_magic

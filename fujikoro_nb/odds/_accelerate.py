"""The optional compiled kernel behind `solve`: same positions, same values to 1e-12, other arrangement in memory.

`accelerated` gives what `Arms`, `Armour` and `Solution` give, or None where plain Python has to do the work: no kernel
installed, or a fight that the kernel does not take.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from time import perf_counter
from typing import Any, Protocol, TypeVar, overload

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, grow
from fujikoro_nb.engine.fujikoro.gear.match import placements
from fujikoro_nb.odds.dicetable import Weights
from fujikoro_nb.odds.fight import Aim, Outcome
from fujikoro_nb.odds.flat import FlatFight
from fujikoro_nb.odds.flatten import Maker
from fujikoro_nb.odds.helmets import Armour, HelmetClass, HelmetState
from fujikoro_nb.odds.numbers import Triple, float_of
from fujikoro_nb.odds.progress import Progress, part_of
from fujikoro_nb.odds.slipping import Staying
from fujikoro_nb.odds.weapon_states import DEAD, Class, Mark, Plan, Rest, Roll, State, TooManyStates
from fujikoro_nb.odds.weapons import LAID_OUT, Arms

T = TypeVar("T")

MODULE = "fujikoro_accelerator"
SWITCH = "FUJIKORO_ACCELERATOR"

INTERFACE = 2
"""What the kernel is called with; the installed one has to say the same number."""
"""Environment variable; 0 keeps to plain Python."""

MAX_DICE = 16
_TURN, _ENTRY, _UNARMED = 0, 1, 2
_LEFT, _RIGHT, _EITHER = 1, 2, 3
_SLICE = 0.05
"""Seconds between two reports of progress."""


@cache
def kernel_module() -> Any:
    """The installed kernel, or None: also when it is one of another time, which speaks otherwise."""
    if os.environ.get(SWITCH) == "0" or find_spec(MODULE) is None:
        return None
    kernel = import_module(MODULE)
    return kernel if getattr(kernel, "INTERFACE", None) == INTERFACE else None


class SolvedFight(Protocol):
    """What everything that reads a solved fight may ask; `Solution`, `KernelSolution` and `SlippingSolution` answer."""

    @property
    def fight(self) -> FlatFight:
        """Health, goal and the values of the ends."""

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""

    def at_entry(self, node: int, helmet: int, health: int) -> Triple:
        """The value after the attack."""

    def before_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon rolls next, also without a usable weapon."""

    def after_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon has rolled, of leaving or of going on."""

    def better(self, value: Triple) -> Triple:
        """The better of this and leaving after an own roll."""

    def slips_after_roll(self, node: int, stage: int, helmet: int, health: int) -> bool:
        """Whether the samurai leaves after an own roll, with this still to roll in the turn; -1: with nothing."""

    def slips_after_dragon(self, node: int, helmet: int, health: int) -> bool:
        """Whether it leaves after the dragon's roll."""

    @property
    def picks(self) -> Sequence[Sequence[int]]:
        """By node, at ``place * stages + stage``: the chosen index."""

    def place(self, helmet: int, health: int) -> int:
        """Where a helmet and a health stand."""


class KernelSolution(Staying):
    """All values of a fight, in the kernel's memory."""

    def __init__(self, kernel: Any, fight: FlatFight) -> None:
        self.kernel, self.fight = kernel, fight
        self.picks: Sequence[Sequence[int]] = _Picks(kernel, fight)

    def place(self, helmet: int, health: int) -> int:
        """Where a helmet and a health stand, as in `Solution`."""
        return helmet * self.fight.health + self.fight.health - health

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""
        return self._read(node, helmet, health, _TURN)

    def at_entry(self, node: int, helmet: int, health: int) -> Triple:
        """The value after the attack, before the dragon's roll; for a rest of a turn, of going on."""
        return self._read(node, helmet, health, _ENTRY)

    def before_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon rolls next, also without a usable weapon."""
        return self._read(node, helmet, health, _ENTRY if node else _UNARMED)

    def _read(self, node: int, helmet: int, health: int, when: int) -> Triple:
        one, two, three = self.kernel.value(node, helmet, health, when)
        return one, two, three


class _Lazy(Sequence[T]):
    """A sequence whose items are made when they are asked for."""

    def __init__(self, length: int, made: Callable[[int], T]) -> None:
        self._length, self._made = length, made
        self._known: dict[int, T] = {}

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        index %= self._length
        if index not in self._known:
            self._known[index] = self._made(index)
        return self._known[index]


class _Picks(_Lazy[Sequence[int]]):
    """The chosen indices, as in `Solution.picks`."""

    def __init__(self, kernel: Any, fight: FlatFight) -> None:
        super().__init__(len(fight.nodes), self._of_node)
        self._kernel, self._fight = kernel, fight

    def _of_node(self, node: int) -> Sequence[int]:
        flat = self._fight.nodes[node]
        assert flat is not None, "nothing is rolled without a weapon"
        stages, health = len(flat.stages), self._fight.health

        def pick(index: int) -> int:
            place, stage = divmod(index, stages)
            helmet, gone = divmod(place, health)
            picked: int = self._kernel.pick(node, helmet, health - gone, stage)
            return picked

        return _Lazy(stages * health * self._kernel.helmet_count, pick)


def _described(kernel: Any, node: int) -> Class | Rest | None:
    """A node as `Arms` describes it; where its weapons lie is not kept. Of options that lead to one node, the best."""
    is_turn, owner, stages, rolls = kernel.describe(node)
    if not stages:
        return None

    def plan(stage: int, count: int) -> Plan:
        return Plan(tuple(roll(stage, number) for number in range(count)))

    def roll(stage: int, number: int) -> Roll:
        dice, then = kernel.roll(node, stage, number)
        every = list(product(*(range(count + 1) for count in dice[:3])))
        options = tuple(
            ((breaks[0], breaks[1], breaks[2]), tuple(kernel.options(node, stage, number, broken)))
            for broken, breaks in enumerate(every)
            if broken
        )
        return Roll(0, dice, options, None if then < 0 else plan(then, 1))

    whole = plan(0, rolls)
    return Class(node, whole) if is_turn else Rest(node, owner, whole)


class KernelArms(Arms):
    """Arms whose nodes are numbered by the kernel; only positions of the fight are known."""

    @classmethod
    def of(cls, arms: Arms, kernel: Any, nodes: int) -> KernelArms:
        """The same arms; nothing must have been numbered before."""
        assert len(arms.nodes) == 1, "numbers of the kernel are other numbers"
        own = cls.__new__(cls)
        own.__dict__.update(arms.__dict__)
        own._kernel, own._marks = kernel, {}
        own.nodes = _Lazy(nodes, lambda node: _described(kernel, node))  # type: ignore[assignment]
        own.forget()
        own._index = {cell: index for index, cell in enumerate(cells_of(arms.start.cells))}
        return own

    _kernel: Any
    _index: Mapping[int, int]
    _marks: dict[int, Mark]

    def class_of(self, state: State) -> int:
        """The node of a state of this fight. Raises KeyError for any other."""
        return self._number(state, 0)

    def known(self, state: State) -> int:
        """The same; what cannot be rolled is one node whether it was met or not."""
        return self._number(state, 0) if self.usable(state) else DEAD

    def check(self, state: State) -> None:
        """Raises KeyError for a state that cannot come out of the start."""
        self.known(state)

    def node_of(self, state: State, parts: Sequence[Mask]) -> int:
        """The node of a state when only the weapons in these parts are still to roll in this turn."""
        others = 0
        for part in parts:
            is_left, is_right = bool(part & self.limits.weapon.left), bool(part & self.limits.weapon.right)
            others |= _LEFT * is_left | _RIGHT * is_right
        pending = [part for part, cells, _ in self.usable(state) if any(not cells & ~one for one in parts)]
        return self._number(state, others if pending else 0)

    def mark(self, node: int) -> Mark:
        """The place of a node among equally good ones, as in `Arms`."""
        found = self._marks.get(node)
        if found is None:
            found = self._marks[node] = () if node == DEAD else self._kernel.first(node)
        return found

    def settle(self) -> None:
        """The kernel has done so."""

    def _number(self, state: State, others: int) -> int:
        cells = local_mask(state.cells, self._index)
        magic = -1 if state.magic < 0 else self._index[state.magic]
        node: int = self._kernel.node(cells, magic, others)
        return node


class KernelArmour(Armour):
    """A heap of cubes whose classes are numbered by the kernel: every smaller heap is one."""

    @classmethod
    def of(cls, armour: Armour) -> KernelArmour:
        """The same helmet."""
        own = cls.__new__(cls)
        own.__dict__.update(armour.__dict__)
        wood, metal, tooth = own._counts(own.start.cells)
        own.classes = _Lazy((wood + 1) * (metal + 1) * (tooth + 1), own._described)  # type: ignore[assignment]
        return own

    def _described(self, number: int) -> HelmetClass:
        """What hits do to a heap."""
        _, metals, teeth = self._counts(self.start.cells)
        wood, rest = divmod(number, (metals + 1) * (teeth + 1))
        metal, tooth = divmod(rest, teeth + 1)
        start = self._counts(self.start.cells)
        gone = start[0] - wood, start[1] - metal, start[2] - tooth
        state = HelmetState(self.start.cells & ~self._some_cells(self.start.cells, gone))
        kept = self.kept(state)
        answers = []
        absorbs = min(self.absorbs(state), self.most_hits)
        for hits in range(1, absorbs + 1):
            lefts = [left for _, _, left in self.after_hits(state, hits)]
            losses = [
                (kept[0] - one[0], kept[1] - one[1], kept[2] - one[2], kept[3] - one[3])
                for one in map(self.kept, lefts)
            ]
            answers.append(
                tuple(sorted({(self.known(one), less) for one, less in zip(lefts, losses, strict=True)}))
            )
        return HelmetClass(absorbs, kept, tuple(answers))

    def class_of(self, state: HelmetState) -> int:
        """The number of a state."""
        return self.known(state)

    def known(self, state: HelmetState) -> int:
        """The number of a state. Raises KeyError for one that this helmet cannot become."""
        if state.cells & ~self.start.cells or state.has_magic:
            raise KeyError(state)
        wood, metal, tooth = self._counts(state.cells)
        _, metals, teeth = self._counts(self.start.cells)
        return (wood * (metals + 1) + metal) * (teeth + 1) + tooth


def local_mask(mask: Mask, index: Mapping[int, int]) -> int:
    """A mask over the board as one over the cubes of the start, in board order."""
    found = 0
    for cell in cells_of(mask):
        found |= 1 << index[cell]
    return found


def accelerated(
    arms: Arms,
    armour: Armour,
    maker: Maker,
    faces: Mapping[str, Die],
    hits: Weights,
    *,
    health: int,
    aim: Aim,
    all_dice: bool,
    max_states: int,
    progress: Progress | None,
) -> tuple[Arms, Armour, SolvedFight] | None:
    """The solved fight, or None for plain Python. ``arms`` and ``armour`` are fresh; ``hits``: the dragon's weights.

    Raises TooManyStates.
    """
    module = kernel_module()
    if module is None or not _is_taken(arms, module.MAX_CELLS):
        return None
    kernel = module.Kernel(*_boiled_down(arms, module, aim, max_states // health))
    try:
        nodes: int = kernel.graph()
    except module.TooLarge:
        raise TooManyStates(max_states) from None
    if progress is not None:
        progress(LAID_OUT)
    worn, helmets = _helmets(kernel, armour, maker, hits)
    if nodes * helmets * health > max_states:
        raise TooManyStates(nodes * helmets * health)
    win, left, out = (
        aim.triple(Outcome(won, awake, 0.0)) for won, awake in ((1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
    )
    named = KernelArms.of(arms, kernel, nodes)
    fight = FlatFight(
        health=health,
        nodes=_Lazy(nodes, lambda node: (one := named.nodes[node]) and maker.node(one)),  # type: ignore[arg-type]
        helmets=(),
        win=win,
        left=left,
        knocked_out=out,
        loss_part=aim.loss_part,
    )
    most = [(plane & arms.start.cells).bit_count() for plane in arms.planes]
    kernel.begin(
        [[(face.hits, face.is_broken) for face in faces[letter].faces] for letter in "WMTG"],
        [*most, int(arms.start.magic >= 0)],
        health=health,
        loss_part=aim.loss_part,
        all_dice=all_dice,
        ends=(win, left, out),
    )
    _solve(kernel, nodes, part_of(progress, LAID_OUT, 1.0))
    return named, worn, KernelSolution(kernel, fight)


def _is_taken(arms: Arms, max_cells: int) -> bool:
    """Weapons on the grid alone, two-handed by place, within the kernel's room."""
    limits = arms.limits
    is_by_place = arms.rulings.reading("craft.weapon.hand-type") == "both-parts"
    takes_hands = limits.only_hands is None and is_by_place and not limits.are_sandals_a_weapon
    return takes_hands and 0 < arms.start.cells.bit_count() <= max_cells


def _boiled_down(arms: Arms, module: Any, aim: Aim, max_nodes: int) -> tuple[Any, list[int]]:
    """What the kernel needs to know of the weapons."""
    cells = arms.start.cells
    index = {cell: number for number, cell in enumerate(cells_of(cells))}
    rules, limits = arms.rules, arms.limits
    boiled = module.Arms()
    boiled.cells = len(index)
    boiled.one, boiled.each, boiled.both = rules.one, rules.each, rules.both
    boiled.wood_one, boiled.wood_both = limits.one_handed_wood.value, limits.two_handed_wood.value
    boiled.magic = -1 if arms.start.magic < 0 else index[arms.start.magic]
    boiled.is_owned = arms.is_owned
    reading = arms.rulings.reading("magic.loss.no-blueprint-any-cube")
    boiled.stays_by_fit = bool(arms.patterns) and (arms.is_owned or reading == "no-longer-matches")
    boiled.is_carrier_free = arms.rulings.reading("magic.split-carrier") == "owner-chooses"
    boiled.max_nodes = max(2, max_nodes)
    boiled.left, boiled.right = (local_mask(part & cells, index) for part in (rules.left, rules.right))
    for colour, plane in enumerate(arms.planes):
        boiled.colour[colour] = local_mask(plane & cells, index)
    for cell, number in index.items():
        boiled.near[number] = local_mask(grow(1 << cell) & cells, index)
    for number, worth in enumerate((aim.worth.wood, aim.worth.metal, aim.worth.tooth, aim.worth.magic)):
        boiled.worth[number] = float_of(worth)
    fits: list[int] = []
    layout = arms.layout(cells)
    for pattern in arms.patterns:
        fits += (local_mask(one.cells, index) for one in placements(pattern, layout, rulings=arms.rulings))
    return boiled, fits


def _helmets(kernel: Any, armour: Armour, maker: Maker, hits: Weights) -> tuple[Armour, int]:
    """The helmet laid out: by the kernel where cells do not matter, else by Python."""
    total = sum(hits)
    if armour.are_cells_alike:
        size = [(plane & armour.start.cells).bit_count() for plane in armour.planes]
        chances = [weight / total for weight in hits]
        return KernelArmour.of(armour), kernel.heap(
            size, armour.values[:3], chances, can_prune=armour.can_prune
        )
    armour.class_of(armour.start)
    answers = list(maker.answers(armour, hits))
    return armour, kernel.helmets(
        [(one.spared, one.knocked_out, one.loss) for one in answers], [one.options for one in answers]
    )


def _solve(kernel: Any, nodes: int, progress: Progress | None) -> None:
    """All nodes; with a report between slices of time, which may raise to cancel."""
    if progress is None:
        kernel.solve(1, nodes)
        return
    done, step = 1, 1
    while done < nodes:
        start = perf_counter()
        kernel.solve(done, done + step)
        done = min(nodes, done + step)
        progress(done / nodes)
        step = step * 2 if perf_counter() - start < _SLICE else max(1, step // 2)
    if nodes == 1:
        progress(1.0)

"""Perft: walk every answer from a named position and count what is reached.

A ``.perft`` file holds blocks of ``name value`` lines, divided by empty lines; ``#`` begins a remark:

    id, mode          the position's name; ``crafting``, or ``fight`` or ``board`` (their lines: `fights`, `boards`)
    helmet, sandals   COLUMNSxROWS of the area, then the gear in notation
    weapon            LEFT+RIGHTxROWS of the grid, then the gear in notation
    backpack, upper   cubes; monks on spots; card and blueprint: kind and pattern, one a line
    answers           ``all`` (every answer, found by trying) or ``menu`` (the engine's own listing)
    depth N           decision, chance, terminal leaves, raw, unique states, then ``verified`` or ``regression``: why
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TypeVar

from fujikoro_nb.engine.fujikoro.asked.rest import Craft, CraftGear, CraftingState, CraftNothing
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import Area, BoardLimits, GearKind, WeaponArea
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.kernel import CHANCE, Answer, ChanceOptions, Game, Seat, State

BONUS = {GearKind.HELMET: "wood", GearKind.WEAPON: "vp-or-peek", GearKind.SANDALS: "step"}


@dataclass(frozen=True)
class Counts:
    """The five numbers of one depth."""

    decision: int = 0
    chance: int = 0
    terminal: int = 0
    raw: int = 0
    unique: int = 0


@dataclass
class Position:
    """One block of a file."""

    name: str = ""
    answers: str = "menu"
    lines: dict[str, list[str]] = field(default_factory=dict)
    depths: dict[int, Counts] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)

    def start(self) -> CraftingState:
        """The state at the rest's first question."""

        def sized(kind: str) -> tuple[list[int], str]:
            size, _, drawing = self.lines[kind][0].partition(" ")
            return [int(number) for number in size.replace("+", "x").split("x")], drawing.strip()

        (helmet, worn), (sandals, feet), (weapon, hands) = sized("helmet"), sized("sandals"), sized("weapon")
        limits = BoardLimits(
            helmet=Area(*helmet), sandals=Area(*sandals), weapon=WeaponArea(weapon[0], weapon[1], weapon[2])
        )
        gear = Gear(
            parse_gear(hands, GearKind.WEAPON, limits).weapon,
            parse_gear(worn, GearKind.HELMET, limits).helmet,
            parse_gear(feet, GearKind.SANDALS, limits).sandals,
        )
        cards, plans = [], []
        for number, text in enumerate([*self.lines.get("card", []), *self.lines.get("blueprint", [])]):
            kind, pattern = GearKind(text.split()[0]), parse_pattern(text.split()[1])
            if number < len(self.lines.get("card", [])):
                cards.append(GearCard(f"card-{number}", kind, pattern, BONUS[kind], Provenance.OWNER))
            else:
                plans.append(Blueprint(f"plan-{number}", kind, pattern, Provenance.OWNER))
        board = Board(
            limits=limits,
            gear=gear,
            backpack=Backpack(self._heap("backpack"), self._heap("upper")),
            monk_spots=tuple(self.lines.get("monks", [""])[0].split()),
            blueprints=tuple(plans),
        )
        state = CraftingState(boards=(board,), display=tuple(cards))
        return REST_GAME.start(rest(state, Seat(0))).state

    def _heap(self, name: str) -> Contents:
        return Contents(Cubes.parse(self.lines.get(name, [""])[0]))


def read(path: Path) -> list[Position]:
    """Every position of a file."""
    positions = [Position()]
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if not line.strip() and positions[-1].name:
            positions.append(Position())
        name, _, value = text.partition(" ")
        here = positions[-1]
        if name == "id":
            here.name = value
        elif name == "answers":
            here.answers = value
        elif name == "depth":
            depth, numbers, source = value.split(" ", 1)[0], value.split()[1:6], value.split(None, 6)[6]
            here.depths[int(depth)] = Counts(*map(int, numbers))
            here.sources[int(depth)] = source
        elif name:
            here.lines.setdefault(name, []).append(value.strip())
    return [position for position in positions if position.name]


def every_craft(state: CraftingState) -> Iterator[Answer]:
    """All legal crafts, found by trying every drawing, every division of the backpack and every waste."""
    yield CraftNothing()
    board = state.boards[0]
    for kind in GearKind:
        pool = board.gear.layout(kind).cubes + board.backpack.cubes
        cells = list(cells_of(board.limits.area_mask(kind)))
        for letters in product([None, *MATERIALS], repeat=len(cells)):
            layout = EMPTY
            for cell, material in zip(cells, letters, strict=True):
                layout = layout if material is None else layout.with_cube(cell, material)
            if not pool.covers(layout.cubes):
                continue
            left = pool - layout.cubes
            for wasted, lower, upper in product([None, *MATERIALS], _heaps(left), _heaps(left)):
                waste = Cubes() if wasted is None else Cubes.one(wasted)
                if left.covers(lower + upper + waste):
                    thrown = left - lower - upper - waste
                    backpack = Backpack(Contents(lower), Contents(upper))
                    craft = CraftGear(kind, layout, backpack, wasted, thrown)
                    if REST_GAME.check(state, craft) is None:
                        yield craft


def _heaps(most: Cubes) -> Iterator[Cubes]:
    for counts in product(range(most.wood + 1), range(most.metal + 1), range(most.tooth + 1)):
        yield Cubes(*counts)


def answers_of(state: CraftingState, how: str) -> list[Answer]:
    """The answers to walk."""
    if how == "all" and isinstance(state.agenda[-1], Craft):
        return list(every_craft(state))
    return list(REST_GAME.options(state))


S = TypeVar("S", bound=State)

AnswersOf = Callable[[S], Iterable[Answer]]
"""The answers to walk from a state; usually a game's own options."""


def walk(game: Game[S], state: S, depth: int, answers: AnswersOf[S]) -> Iterator[tuple[S, int]]:
    """Every leaf with the weight of its path; a game that ends earlier is a leaf where it ends.

    Under a question of chance each answer multiplies the weight by its own; elsewhere every answer weighs one.
    """
    question = game.question(state)
    if depth == 0 or question is None:
        yield state, 1
        return
    options = game.options(state) if question.seat == CHANCE else None
    for answer in answers(state):
        weight = options.weight(answer) if isinstance(options, ChanceOptions) else 1
        for leaf, more in walk(game, game.step(state, answer).state, depth - 1, answers):
            yield leaf, weight * more


def counted(game: Game[S], state: S, depth: int, answers: AnswersOf[S]) -> Counts:
    """The five numbers of any game on the kernel."""
    kinds: Counter[str] = Counter()
    unique: set[S] = set()
    raw = 0
    for leaf, weight in walk(game, state, depth, answers):
        question = game.question(leaf)
        kinds["terminal" if question is None else "chance" if question.seat == CHANCE else "decision"] += 1
        raw += weight
        unique.add(leaf)
    return Counts(kinds["decision"], kinds["chance"], kinds["terminal"], raw, len(unique))


def counted_per_answer(game: Game[S], state: S, depth: int, answers: AnswersOf[S]) -> str:
    """What to compare when a number is wrong."""
    return "\n".join(
        f"{answer}: {counted(game, game.step(state, answer).state, depth - 1, answers)}"
        for answer in answers(state)
    )


def count(state: CraftingState, depth: int, how: str) -> Counts:
    """The five numbers of a rest."""
    return counted(REST_GAME, state, depth, lambda here: answers_of(here, how))


def per_first_answer(state: CraftingState, depth: int, how: str) -> str:
    """What to compare when a rest's number is wrong."""
    return counted_per_answer(REST_GAME, state, depth, lambda here: answers_of(here, how))

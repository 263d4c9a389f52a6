"""What a lesson on crafting can end with: new positions from a seed, each with an answer (need T5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, Mask, cells_of, column_row, grow, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains, places
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon, weapons_of
from fujikoro_nb.learning.crafting.task import PRACTICE, CraftingTask
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.prove import TooManyAnswers, answers
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle

KINDS = ("reach", "card", "two-hands")
"""What checks test: wood and length, a turned card, a weapon across the line."""

_PATTERNS = ("WM/.M/.T", "MW/M./T.", "WMM/T..", ".WM/MT.", "TM/.M/.W", "MM./.WT")
"""House patterns that differ from their mirror image, so that only turning helps."""


@lru_cache(maxsize=128)
def check(kind: str, seed: int) -> CraftingTask:
    """One task of a kind, the same for the same seed; another seed gives another."""
    source = random.Random(f"fujikoro check {kind} {seed}")
    draw = {"reach": _reach, "card": _card, "two-hands": _two_hands}[kind]
    return next(task for task in draw(source) if task is not None)


def _weapon(source: random.Random, start: Mask, area: Mask, letters: str) -> Layout:
    """A connected weapon of these cubes that begins in ``start``."""
    layout, reachable = EMPTY, start
    for letter in source.sample(letters, len(letters)):
        cell = source.choice(list(cells_of(reachable & area & ~layout.occupied)))
        layout = layout.with_cube(cell, Material(letter))
        reachable = grow(layout.occupied)
    return layout


def _text(layout: Layout) -> str:
    return print_gear(Gear(weapon=layout), GearKind.WEAPON, SYMMETRIC)


def _reach(source: random.Random) -> Iterator[CraftingTask | None]:
    """One wood short, and one cell short: the wood has to go to one end."""
    while True:
        given = _weapon(source, rectangle(4, 3), SYMMETRIC.weapon.left, "WMMMM"[: source.choice((3, 4, 5))])
        weapon = weapons_of(Gear(weapon=given), SYMMETRIC)[0]
        goal = Goal(weapons=1, usable=1, initiative=weapon.length + 1)
        position = Position(given=_text(given), hand="WMT")
        yield _solved("reach", position, goal, best=Best.CUBES, slots=(("initiative", weapon.length + 1),))


def _card(source: random.Random) -> Iterator[CraftingTask | None]:
    """A turned card with two of its cubes missing, beside a cube that does not belong to it."""
    while True:
        pattern = parse_pattern(source.choice(_PATTERNS))
        spot = source.choice(list(places(pattern, SYMMETRIC.weapon.left))).cubes
        missing = source.sample(list(cells_of(spot.occupied)), 2)
        free = list(cells_of(grow(spot.occupied) & SYMMETRIC.weapon.left & ~spot.occupied))
        whole = spot.with_cube(source.choice(free), Material.WOOD)
        given = whole.without(sum(1 << cell for cell in missing))
        report = inspect_weapon(Gear(weapon=given), SYMMETRIC, is_unlocked=False)
        if not report.is_legal or contains(given, pattern):
            yield None
            continue
        hand = "".join(str(spot.at(cell)) for cell in missing)
        offer = Offer(id=PRACTICE, pattern=_pattern_text(pattern))
        yield _solved("card", Position(given=_text(given), hand=hand, cards=(offer,)), Goal(match=True))


def _pattern_text(pattern: Layout) -> str:
    return next(text for text in _PATTERNS if parse_pattern(text) == pattern)


def _two_hands(source: random.Random) -> Iterator[CraftingTask | None]:
    """A usable weapon near the line; the third wood and a metal have to cross it."""
    while True:
        start = rectangle(1, 5, first_column=source.choice((4, 5)))
        letters = "WWMMM"[: source.choice((4, 5))]
        given = _weapon(source, start, SYMMETRIC.weapon.left, letters)
        position = Position(given=_text(given), hand="WM", is_unlocked=True)
        yield _solved("two-hands", position, Goal(weapons=1, hands=2, usable=1))


def _solved(
    kind: str,
    position: Position,
    goal: Goal,
    *,
    best: Best | None = None,
    slots: tuple[tuple[str, int], ...] = (),
) -> CraftingTask | None:
    """The task with one of its answers, or None when it has none or is solved from the start."""
    try:
        found = answers(Puzzle(id=kind, position=position, goal=goal, best=best))
    except TooManyAnswers:
        return None
    given = position.layout
    if not found or found[0] == given:
        return None
    new = found[0].without(given.occupied)
    right = tuple((str(cube), *column_row(cell)) for cell, cube in new)
    return CraftingTask(id=kind, position=position, goal=goal, right=right, finish=True, slots=slots)

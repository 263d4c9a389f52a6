"""A task of crafting: a start, a goal that the engine judges, and a right and a wrong path of taps on the board."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, Mask, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.worn import Weapon, initiative
from fujikoro_nb.learning.lesson import Judged, Outcome, Task
from fujikoro_nb.puzzles.crafting.goal import Goal, misses
from fujikoro_nb.puzzles.crafting.position import Craft, Offer, Position, craft
from fujikoro_nb.texts import refusal_sentence, say

Tap = tuple[str, int, int]
"""A cube letter, or ``.`` to take a cube off, on a 1-based column and row."""


PRACTICE = "practice"
"""The id of a card that a lesson has made up."""


class CraftingTask(Task, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks a learner to craft, with a way to do it."""

    position: Position
    goal: Goal
    right: tuple[Tap, ...]
    places: int | None = None
    """Judged as soon as so many cubes are laid; None: when the hand is empty."""
    finish: bool = False
    """Judged when the learner says so, because less or more than the right number of cubes can be laid."""
    removable: bool = False
    """Whether the given cubes may be taken off."""


class CraftingStep(CraftingTask, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task that teaches one rule, with a path that goes wrong."""

    rule: str
    wrong: tuple[Tap, ...]
    wrong_outcome: Outcome


class JudgedDrawing(Judged, frozen=True, kw_only=True):
    """What a drawing is worth, with the cells that it is about and what the backpack holds afterwards."""

    marks: Mask = 0
    backpack: Cubes = Cubes()


def lay(layout: Layout, taps: tuple[Tap, ...]) -> Layout:
    """The layout after a row of taps."""
    for cube, column, row in taps:
        cell = cell_at(column, row)
        layout = layout.without(1 << cell) if cube == "." else layout.with_cube(cell, Material(cube))
    return layout


def top_left(layout: Layout) -> Layout:
    """The same cubes pushed into the corner, as a card is drawn."""
    cells = [column_row(cell) for cell in cells_of(layout.occupied)]
    column, row = min(place[0] for place in cells), min(place[1] for place in cells)
    corner = EMPTY
    for cell, cube in layout:
        at_column, at_row = column_row(cell)
        corner = lay(corner, ((str(cube), at_column - column + 1, at_row - row + 1),))
    return corner


def laid(task: CraftingTask, layout: Layout) -> int:
    """How many cubes of the hand lie on the board."""
    return len(layout.cubes.surplus_over(task.position.layout.cubes))


def is_done(task: CraftingTask, layout: Layout) -> bool:
    """Whether the drawing is to be judged by itself, without a word from the learner."""
    if task.finish or layout == task.position.layout:
        return False
    return laid(task, layout) >= (len(task.position.hand) if task.places is None else task.places)


def is_on_the_way(task: CraftingTask, layout: Layout) -> bool:
    """Whether every change so far belongs to the task's own answer."""
    given, target = task.position.layout, lay(task.position.layout, task.right)
    cells = cells_of(given.occupied | target.occupied | layout.occupied)
    return all(layout.at(cell) in (given.at(cell), target.at(cell)) for cell in cells)


def judge(
    task: CraftingTask, layout: Layout, *, right: str = "", rule: str = "", language: str = "en"
) -> JudgedDrawing:
    """What the engine and the goal say to a finished drawing.

    ``right`` and ``rule`` are what to say when it is right: the template's key in ``texts``, and the rule practised.
    """
    given = task.position.layout
    if not task.removable and layout.only(given.occupied) != given:
        return JudgedDrawing(
            outcome=Outcome.OTHER,
            sentence=say("lesson.given-moved", language=language),
            marks=given.occupied,
        )
    return _judged(task, craft(task.position, layout), right, rule, language)


def judge_at_table(
    task: CraftingTask,
    layout: Layout,
    *,
    card: str = "",
    right: str = "",
    rule: str = "",
    language: str = "en",
) -> JudgedDrawing:
    """The same goal for what lies on a learner's real board (need T7).

    Nothing is given there and nothing is in the hand, so only the gear counts. A card is one that the learner drew
    from the table: house cards never match at a real box.
    """
    position = task.position
    name = say("lesson.card-own", language=language)
    cards = (Offer(name, card, Provenance.OWNER),) if card and position.cards else ()
    real = Position(
        kind=position.kind, hand=str(layout.cubes)[:12], is_unlocked=position.is_unlocked, cards=cards
    )
    goal = msgspec.structs.replace(task.goal, backpack="", cubes=_at_most_real(task.goal.cubes, layout))
    crafted = craft(real, layout)
    if len(layout) > len(real.hand):  # more than a backpack ever held: only the gear is judged
        crafted = msgspec.structs.replace(crafted, refusal=next(iter(crafted.report.refusals), None))
    return _judged(msgspec.structs.replace(task, position=real, goal=goal), crafted, right, rule, language)


def _called(position: Position, language: str) -> Position:
    """The practice card by what the page calls it."""
    name = say("lesson.card-practice", language=language)
    cards = tuple(
        msgspec.structs.replace(card, id=name) if card.id == PRACTICE else card for card in position.cards
    )
    return msgspec.structs.replace(position, cards=cards)


def _at_most_real(wanted: int | None, layout: Layout) -> int | None:
    """A full weapon is full on a real board too; a smaller count belongs to the screen's cubes."""
    return wanted if wanted is not None and wanted >= 8 else None


def _judged(task: CraftingTask, crafted: Craft, right: str, rule: str, language: str) -> JudgedDrawing:
    if crafted.refusal is not None:
        sentence = refusal_sentence(crafted.refusal, language=language)
        return JudgedDrawing(
            outcome=Outcome.REFUSED,
            sentence=sentence,
            rule=crafted.refusal.rule,
            marks=crafted.marks,
            backpack=crafted.backpack,
        )
    missing = misses(task.goal, _called(task.position, language), crafted)
    if missing:
        sentence = missing[0].sentence(language=language)
        return JudgedDrawing(
            outcome=Outcome.OTHER, sentence=sentence, rule=missing[0].rule, backpack=crafted.backpack
        )
    sentence = say(right, language=language, **_numbers(task, crafted)) if right else ""
    return JudgedDrawing(outcome=Outcome.RIGHT, sentence=sentence, rule=rule, backpack=crafted.backpack)


def _numbers(task: CraftingTask, crafted: Craft) -> dict[str, Any]:
    """What a sentence of praise may count; the biggest weapon stands for the gear."""
    limits = task.position.limits
    none = Weapon(cells=0, hands=1, part="left", cubes=0, wood=0, length=0, is_usable=False, is_magical=False)
    weapon = max(crafted.report.weapons, key=lambda weapon: weapon.cubes, default=none)
    most = limits.two_handed_cubes if weapon.hands == 2 else limits.one_handed_cubes
    return {
        "cubes": weapon.cubes,
        "max": most.value,
        "wood": weapon.wood,
        "length": weapon.length,
        "initiative": initiative(crafted.gear, limits),
    }

"""Crafting as a kind of lessons: the answer is what lies on the weapon grid, in gear notation."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.learning.crafting.checks import KINDS, check
from fujikoro_nb.learning.crafting.task import (
    CraftingStep,
    CraftingTask,
    JudgedDrawing,
    Tap,
    judge,
    lay,
)
from fujikoro_nb.learning.lesson import Lesson, LessonKind


class Crafting:
    """Cubes out of the hand, onto a board."""

    name = "crafting"
    shape = Lesson[CraftingStep]
    checks = KINDS

    def check(self, kind: str, seed: int) -> CraftingTask:
        """A new position."""
        return check(kind, seed)

    def right(self, task: CraftingTask) -> tuple[str, ...]:
        """The drawing after the right taps; others may be right as well."""
        return (_text(task, task.right),)

    def wrong(self, step: CraftingStep) -> str:
        """The drawing after the wrong taps."""
        return _text(step, step.wrong)

    def judge(
        self, task: CraftingTask, answer: str, *, right: str, rule: str, language: str
    ) -> JudgedDrawing:
        """What the game says to a drawing. Raises Unreadable or Illegal for what is none."""
        layout = drawing(task, answer)
        return judge(task, layout, right=right, rule=rule, language=language)


def drawing(task: CraftingTask, text: str) -> Layout:
    """The cubes of a drawing. Raises Unreadable or Illegal."""
    position = task.position
    return parse_gear(text, position.kind, position.limits).layout(position.kind)


def _text(task: CraftingTask, taps: tuple[Tap, ...]) -> str:
    position = task.position
    gear = Gear().with_layout(position.kind, lay(position.layout, taps))
    return print_gear(gear, position.kind, position.limits)


KIND: LessonKind = Crafting()

"""What checks of small games share: every single answer of a position, and which of them are right."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.small.task import Answers, SmallTask, judge_small


def options_of(task: SmallTask) -> list[Answers]:
    """Every answer that the learner can give now, by itself."""
    state = task.table.start()
    return [(task.table.printed(one),) for one in task.game.options(state)]


def with_right(task: SmallTask, ways: Iterable[Answers], *, most: int) -> SmallTask | None:
    """The task with the right ones of these ways, or None when there are none, too many, or nothing else."""
    every = list(dict.fromkeys(ways))
    right = tuple(
        way for way in every if judge_small(task, way, right="", language="en").outcome == Outcome.RIGHT
    )
    if not 1 <= len(right) <= most or len(right) == len(every):
        return None
    return msgspec.structs.replace(task, right=right)

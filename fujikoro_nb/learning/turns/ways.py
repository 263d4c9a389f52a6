"""The walks that a drawn task offers, and which of them are right."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.task import Answers, TurnTask, as_texts, judge_turn, play


def walks_of(task: TurnTask) -> list[Answers]:
    """A walk to each space that can be reached, the shortest one."""
    shortest: dict[str, Answers] = {}
    begun = play(task.start, ("move",)).state
    for answer in game_of(begun).options(begun):
        if isinstance(answer, Walk):
            texts = as_texts(task.start, answer)
            end = answer.path[-1]
            if end not in shortest or len(texts[1]) < len(shortest[end][1]):
                shortest[end] = texts
    return list(shortest.values())


def with_right(task: TurnTask, ways: list[Answers], *, most: int) -> TurnTask | None:
    """The task with the right ones of these ways, or None when there are none or too many."""
    right = tuple(way for way in ways if judge_turn(task, way, language="en").outcome == Outcome.RIGHT)
    if not 1 <= len(right) <= most or len(right) == len(ways):
        return None
    return msgspec.structs.replace(task, right=right)

"""The checks of lessons on maps: what is not right is never taken for it, and what is best is so by another count."""

from __future__ import annotations

from itertools import combinations

import pytest

from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.checks import KINDS, turn_check
from fujikoro_nb.learning.turns.goal import SEAT
from fujikoro_nb.learning.turns.task import judge_turn
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.views.learn.turns_lesson import choices

VALUE = {"W": 1, "M": 2, "T": 3}
"""Points that a cube absorbs (move.lava.value-table), and the most hits of its die (combat.dice.limits)."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_right_is_said_with_its_rule(kind: str) -> None:
    for seed in (1, 2):
        task = turn_check(kind, seed)
        offered = {(text,) for text in (*choices(task.start), "rest", "gather", "explore")} - set(task.right)
        for way in offered:
            judged = judge_turn(task, way)
            assert judged.outcome != Outcome.RIGHT, (seed, way)
            assert judged.outcome == Outcome.IDLE or has_rule(judged.rule)


def test_the_fewest_dice_are_those_that_hit_most() -> None:
    for seed in range(1, 9):
        task = turn_check("dice", seed)
        health = int(task.game.dragons["I-2"].split()[1].split("/")[0])
        hits = sorted((VALUE[letter] for letter in task.game.seats[SEAT].weapon), reverse=True)
        fewest = next(n for n in range(1, len(hits) + 1) if sum(hits[:n]) >= health)
        ((attack,),) = task.right
        assert len(attack.split()[-1]) == fewest


def test_as_many_cubes_stay_as_can() -> None:
    for seed in range(1, 9):
        task = turn_check("keep", seed)
        cubes = task.game.seats[SEAT].sandals.replace("/", "")
        paying = next(
            n
            for n in range(1, len(cubes) + 1)
            if any(sum(map(VALUE.__getitem__, some)) >= 5 for some in combinations(cubes, n))
        )
        assert {len(pay.split()) - 1 for (pay,) in task.right} == {paying}


def test_a_full_backpack_keeps_the_six_best() -> None:
    for seed in range(1, 9):
        task = turn_check("full", seed)
        heap = task.game.things["I-1.0"].split()[1]
        best = sorted(task.game.seats[SEAT].lower + heap, key=VALUE.__getitem__, reverse=True)[:6]
        assert sorted(task.goal.backpack) == sorted(best)

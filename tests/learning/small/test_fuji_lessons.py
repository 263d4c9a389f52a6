"""Lessons of Fuji 99: their tables are whole, and what their checks call right is so by counting it out."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from fujikoro_nb.engine.fuji_99.game import is_whole
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.small.checks import small_check
from fujikoro_nb.learning.small.fuji_checks import DRAWN
from fujikoro_nb.learning.small.task import SmallTask, judge_small, play
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable, read_cubes

SEEDS = range(1, 9)
COSTS = {"step3": 1, "facedown": 1, "unred": 1, "lantern": 1, "cont3": 1, "tens": 2, "catch": 2, "catch5": 3}
VALUES = {"step3": 1, "facedown": 2, "unred": 2, "lantern": 3, "cont3": 3, "tens": 4, "catch": 5, "catch5": 6}
STEPS = [
    pytest.param(step, id=f"{one.id}-{step.id}")
    for one in LESSONS
    if one.game == "fuji99"
    for step in lesson_of(one.id).steps
]


@pytest.mark.parametrize("step", STEPS)
def test_every_cube_and_card_is_somewhere_once(step: SmallTask) -> None:
    assert is_whole(step.table.start())
    assert is_whole(play(step, step.right[0]).state)


@pytest.mark.parametrize("step", STEPS)
def test_the_two_ways_of_a_step_end_differently(step: Any) -> None:
    right, wrong = play(step, step.right[0]), play(step, step.wrong)
    assert right.refusal is None and right.events
    assert (wrong.refusal is None) == (step.wrong_outcome == Outcome.OTHER)
    assert wrong.refusal is not None or wrong.state != right.state


@pytest.mark.parametrize("kind", DRAWN)
def test_checks_are_whole_tables_and_differ_by_seed(kind: str) -> None:
    tasks = [small_check(kind, seed) for seed in SEEDS]
    assert all(is_whole(task.table.start()) for task in tasks)
    assert len({task.table for task in tasks}) > len(tasks) / 2
    for task in tasks:
        assert all(
            judge_small(task, way, right="", language="en").outcome == Outcome.RIGHT for way in task.right
        )


def table_of(task: SmallTask) -> FujiTable:
    assert isinstance(task.table, FujiTable)
    return task.table


def bag_of(table: FujiTable) -> tuple[int, int]:
    """Cubes that are not red, and red ones, in the bag of the next draw."""
    bag, drawn = read_cubes(table.bag), read_cubes(table.drawn)
    return bag.clear + bag.yellow + drawn.clear + drawn.yellow, bag.red


def lost(safe: int, red: int, number: int, out: int) -> float:
    """Every draw counted out one by one: the share of those that bring the danger to three."""
    every = list(combinations([0] * safe + [1] * red, number))
    return sum(sum(one) + out >= 3 for one in every) / len(every)


@pytest.mark.rule("fuji99.danger.three-red")
def test_as_many_as_the_chance_allows() -> None:
    for seed in SEEDS:
        task = small_check("chance", seed)
        (safe, red), out = bag_of(table_of(task)), table_of(task).red
        percent = int(dict(task.slots)["percent"])
        fine = [n for n in range(5, safe + red + 1) if 100 * lost(safe, red, n, out) <= percent]
        assert task.right == ((f"draw {max(fine)}",),), seed


def test_the_second_lesson_asks_only_for_chances_that_it_has_taught() -> None:
    """One red cube in a bag of so many: the chance is the number drawn by the number of cubes."""
    for seed in SEEDS:
        assert bag_of(table_of(small_check("chance", seed)))[1] == 1, seed


def test_five_are_safe_enough_or_not() -> None:
    taught = {0: 100 * 5 / 143, 1: 100 * 5 / 33, 2: 100 * 5 / 11}
    for seed in SEEDS:
        task = small_check("below", seed)
        table = table_of(task)
        share = 100 * lost(*bag_of(table), 5, table.red)
        percent = int(dict(task.slots)["percent"])
        assert (share < percent) == (taught[table.red] < percent), "what the lesson says tells it, unreckoned"
        is_safe = share < int(dict(task.slots)["percent"])
        assert (task.right[0][0] == "again") == is_safe, seed


@pytest.mark.rule("fuji99.danger.count", "fuji99.danger.immediate-face-down-three")
def test_danger_is_red_cubes_and_face_down_cards() -> None:
    seen = set()
    for seed in range(1, 20):
        task = small_check("danger", seed)
        table = table_of(task)
        seen.add((table.red, table.facing))
        assert (task.right == (("stop",),)) == (table.red + table.facing == 2), seed
    assert any(facing for _, facing in seen) and len(seen) > 3


@cache
def floors(safe: int, red: int, out: int, gained: int, ahead: int) -> float:
    """Most floors on average: stop, or draw and go on; red cubes stay out, nothing else does."""
    if gained >= ahead:
        return ahead
    return max(
        float(gained),
        *(drawing(safe, red, out, gained, ahead, number) for number in range(5, safe + red + 1)),
    )


@cache
def drawing(safe: int, red: int, out: int, gained: int, ahead: int, number: int) -> float:
    """The same of one draw."""
    total = 0.0
    for reds in range(min(red, number, 2 - out) + 1):
        ways = comb(red, reds) * comb(safe, number - reds)
        if ways:
            total += ways * floors(safe, red - reds, out + reds, gained + number, ahead)
    return total / comb(safe + red, number)


def test_what_brings_most_floors() -> None:
    for seed in SEEDS:
        task = small_check("best", seed)
        table = table_of(task)
        (safe, red), gained, ahead = bag_of(table), (table.to or 0) - table.floor, 99 - table.floor
        on = max(drawing(safe, red, table.red, gained, ahead, n) for n in range(5, safe + red + 1))
        assert (task.right[0][0] == "again") == (on > gained), seed
        other = small_check("most", seed)
        table = table_of(other)
        (safe, red), gained, ahead = bag_of(table), (table.to or 0) - table.floor, 99 - table.floor
        each = {n: drawing(safe, red, table.red, gained, ahead, n) for n in range(5, safe + red + 1)}
        near = {(f"draw {n}",) for n, worth in each.items() if worth > max(each.values()) - 0.5}
        assert set(other.right) == near, seed
        assert other.right[0] == (f"draw {max(each, key=lambda n: each[n])}",)


@pytest.mark.rule("fuji99.crisis.seven")
def test_the_card_that_has_to_go_before_crisis() -> None:
    for seed in SEEDS:
        task = small_check("crisis", seed)
        hand, yellow = table_of(task).hand, read_cubes(table_of(task).drawn).yellow
        coming = VALUES[str(dict(task.slots)["card"])]
        assert coming == dict(task.slots)["value"]
        assert sum(VALUES[key] for key in hand) + coming >= 7
        saving = [
            place
            for place, key in enumerate(hand)
            if COSTS[key] <= yellow and sum(VALUES[one] for one in hand) - VALUES[key] + coming < 7
        ]
        assert [way[0] for way in task.right] == [f"use {place}" for place in saving], seed


@pytest.mark.rule("fuji99.effect.pay-yellow")
def test_what_can_be_paid() -> None:
    for seed in SEEDS:
        task = small_check("payable", seed)
        hand, yellow = table_of(task).hand, read_cubes(table_of(task).drawn).yellow
        can = [f"use {place}" for place, key in enumerate(hand) if COSTS[key] <= yellow]
        assert [way[0] for way in task.right] == can, seed


@pytest.mark.rule("fuji99.card.next-ten", "fuji99.card.catch-up")
def test_the_farthest_card() -> None:
    for seed in SEEDS:
        task = small_check("farthest", seed)
        table = table_of(task)
        at, drawn = table.to or 0, read_cubes(table.drawn)
        ahead = min((floor for floor in table.others if floor > at), default=at)
        reach = {
            "step3": at + 3,
            "lantern": at + drawn.clear,
            "tens": (at // 10 + 1) * 10,
            "catch": ahead,
            "catch5": ahead + 5 if ahead > at else at,
        }
        to = {
            place: min(reach.get(key, at), 99)
            for place, key in enumerate(table.hand)
            if COSTS[key] <= drawn.yellow
        }
        assert task.right[0][0] == f"use {max(to, key=lambda place: to[place])}", seed

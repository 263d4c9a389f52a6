"""Lessons of Makai Fuda: their tables are whole, and their checks are right by another telling of the game."""

from __future__ import annotations

from typing import Any

import pytest

from fujikoro_nb.engine.makai_fuda.components import LETTERS
from fujikoro_nb.engine.makai_fuda.game import is_whole
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.small.checks import small_check
from fujikoro_nb.learning.small.makai_checks import DRAWN
from fujikoro_nb.learning.small.task import SmallTask, judge_small, play
from fujikoro_nb.learning.small.ways import options_of
from tests.oracles.small_games import match_winner, may_play

SEEDS = range(1, 9)
STEPS = [
    pytest.param(step, id=f"{one.id}-{step.id}")
    for one in LESSONS
    if one.game == "makai"
    for step in lesson_of(one.id).steps
]


@pytest.mark.parametrize("step", STEPS)
def test_every_card_is_somewhere_once(step: SmallTask) -> None:
    state = step.table.start()
    assert is_whole(state)
    assert len({len(hand) for hand in state.hands}) <= 2


@pytest.mark.parametrize("step", STEPS)
def test_the_rule_of_a_step_makes_the_difference(step: Any) -> None:
    """The wrong way is refused by the rule, or ends otherwise than the right one."""
    right, wrong = play(step, step.right[0]), play(step, step.wrong)
    assert right.refusal is None and right.events
    if step.wrong_outcome == Outcome.REFUSED:
        assert wrong.refusal is not None and wrong.refusal.rule.split(".")[1] in ("play", "predict")
    else:
        assert right.events != wrong.events or step.right[0] != step.wrong
        assert wrong.refusal is None


@pytest.mark.parametrize("kind", DRAWN)
def test_checks_are_whole_tables_and_differ_by_seed(kind: str) -> None:
    tasks = [small_check(kind, seed) for seed in SEEDS]
    assert all(is_whole(task.table.start()) for task in tasks)
    assert len({task.table for task in tasks}) == len(tasks)
    for task in tasks:
        for way in options_of(task):
            is_right = judge_small(task, way, right="", language="en").outcome == Outcome.RIGHT
            assert is_right == (way in task.right), (kind, way)


def naive(word: str) -> tuple[str, int, str, str]:
    """A card in other words: kind, strength, ability, and what a Magic supports."""
    name, _, on = word.partition(">")
    kind = LETTERS.get(name[0], "magic")
    strength = 0 if kind == "magic" else int(name[1:])
    ability = "boss" if name == "R9" else "poison" if name in ("B3", "G3", "Y4") else ""
    return kind, strength, ability, LETTERS.get(on, "")


@pytest.mark.parametrize("kind", ["winner", "tie", "support", "boss", "claim"])
def test_the_named_monster_wins_by_another_telling(kind: str) -> None:
    for seed in SEEDS:
        task = small_check(kind, seed)
        for (way,) in task.right:
            words = [*task.table.field.split(), way.removeprefix("play ")]
            cards = [naive(word) for word in words]
            field = [(seat, card[:3], card[3]) for seat, card in enumerate(cards)]
            assert match_winner(field, last_card=False) == dict(task.slots)["kind"], (seed, words)


@pytest.mark.parametrize("kind", ["allowed", "weakest"])
def test_what_is_allowed_is_so_by_another_telling(kind: str) -> None:
    for seed in SEEDS:
        task = small_check(kind, seed)
        hand = [naive(word)[:3] for word in task.table.hand.split()]
        there = [naive(word)[0] for word in task.table.field.split() if not word.startswith("M")]
        may = {card for card, _ in may_play(hand, there)}
        right = {naive(way.removeprefix("play "))[:3] for (way,) in task.right}
        if kind == "allowed":
            assert right == may, seed
        else:
            monsters = [card for card in may if card[0] != "magic"]
            assert right == {min(monsters, key=lambda card: card[1])}, seed
            is_new = any(card[0] not in there for card in hand if card[0] != "magic")
            says = "must-play-new-monster" if is_new else "free-when-all-types-present"
            assert task.rule == f"makai.play.{says}", (seed, "the reason is the rule that decided here")

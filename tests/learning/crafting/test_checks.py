"""The three checks at the end: new positions, an answer each, the same for the same seed (need T5)."""

from __future__ import annotations

import pytest

from fujikoro_nb.learning.crafting.task import judge, lay
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.texts import say
from tests.support.lessons import checks_of


@pytest.mark.parametrize("seed", range(1, 25))
def test_checks_can_be_answered_and_are_not_answered_yet(seed: int) -> None:
    for task in checks_of("crafting", seed):
        assert judge(task, lay(task.position.layout, task.right)).outcome == Outcome.RIGHT
        assert judge(task, task.position.layout).outcome != Outcome.RIGHT
        assert judge(task, task.position.layout).outcome != Outcome.REFUSED


def test_checks_are_on_new_positions() -> None:
    taught = {step.position.layout for step in lesson_of("crafting").steps}
    for seed in range(1, 25):
        assert not taught & {task.position.layout for task in checks_of("crafting", seed)}


def test_checks_repeat_for_a_seed_and_differ_between_seeds() -> None:
    assert checks_of("crafting", 3) == checks_of("crafting", 3)
    positions = {tuple(task.position for task in checks_of("crafting", seed)) for seed in range(1, 13)}
    assert len(positions) == 12


def test_checks_have_their_sentences() -> None:
    for task in checks_of("crafting", 1):
        assert say(f"lesson-crafting.check-{task.id}-do", **dict(task.slots))


def test_check_reach_needs_the_wood() -> None:
    """The metal and the tooth in hand reach far enough, but leave the weapon unusable."""
    task = checks_of("crafting", 1)[0]
    (_, column, row) = task.right[0]
    for cube in "MT":
        judged = judge(task, lay(task.position.layout, ((cube, column, row),)))
        assert (judged.outcome, judged.rule) == (Outcome.OTHER, "craft.weapon.usable.one-handed")

"""Lesson 03: what needs T1-T5 ask, step by step, judged by the engine."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.fighting.checks import KINDS, fight_check
from fujikoro_nb.learning.fighting.task import FightStep, FightTask, judge_answer
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import GOAL_WORDS, STEP_WORDS, Outcome
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import has
from tests.support.lessons import checks_of

LESSON = lesson_of("fighting")
STEPS = {step.id: step for step in LESSON.steps}
each_step = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.id)


def words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


def test_goal_of_the_game_has_at_most_75_words() -> None:
    assert words(LESSON.goal_of_the_game()) <= GOAL_WORDS


def test_lesson_takes_five_to_eight_minutes() -> None:
    """Ten steps and three checks; 150 words a minute to read, 15 s to act and look at each."""
    assert 7 <= len(LESSON.steps) <= 12
    read = words(
        LESSON.goal_of_the_game(), *(text for step in LESSON.steps for text in LESSON.sentences(step))
    )
    assert 5 <= read / 150 + (len(LESSON.steps) + 3) * 0.25 <= 8


@each_step
def test_step_has_at_most_60_words(step: FightStep) -> None:
    assert words(*LESSON.sentences(step)) <= STEP_WORDS


def test_step_has_exactly_one_new_rule() -> None:
    rules = [step.rule for step in LESSON.steps]
    assert all(has_rule(rule) for rule in rules)
    assert len(set(rules)) == len(rules)


@each_step
def test_step_asks_for_one_action_with_a_choice(step: FightStep) -> None:
    """Never only "next": a question of the engine with at least two answers, or several dragons."""
    if step.foes:
        assert len(step.foes) >= 2
        return
    question = step.moment.question
    assert question is not None
    assert question.seat == 0
    assert len(FIGHT_GAME.options(step.moment.state)) >= 2


@each_step
def test_step_right_path(step: FightStep) -> None:
    for answer in step.right:
        judged = judge_answer(step, answer, right=f"lesson-fighting.{step.id}-right", rule=step.rule)
        assert judged.outcome == Outcome.RIGHT
        assert judged.rule == step.rule
        assert judged.sentence


@each_step
def test_step_right_answers_are_all_right_answers(step: FightStep) -> None:
    """What the lesson names as right is what the engine and the goal find right among all answers."""
    if step.foes:
        every = [f"attack {foe}" for foe in step.foes]
    else:
        every = [print_answer(each) for each in FIGHT_GAME.options(step.moment.state)]
    right = {text for text in every if judge_answer(step, text).outcome == Outcome.RIGHT}
    assert set(step.right) <= right
    if step.id != "fewer":  # there any two dice that kill will do
        assert right == set(step.right)


@each_step
def test_step_wrong_path_says_why_with_a_rule(step: FightStep) -> None:
    judged = judge_answer(step, step.wrong)
    assert judged.outcome == step.wrong_outcome
    assert judged.outcome in (Outcome.OTHER, Outcome.REFUSED)
    assert judged.sentence.strip(" .").lower() not in ("", "wrong", "no")
    assert has_rule(judged.rule)


@each_step
def test_step_has_three_hints(step: FightStep) -> None:
    assert all(has(f"lesson-fighting.{step.id}-{hint}") for hint in ("nudge", "where", "title"))
    assert step.right, "the third hint shows the right path"


@pytest.mark.parametrize(
    ("name", "answer", "rule"),
    [
        ("first", "attack 9/4/3", "combat.init.tie-dragon"),
        ("dice", "attack left WWT", "combat.attack.dice"),
        ("break", "lose 2,1", "combat.break.per-symbol"),
        ("repair", "repair 2,1 4,1 5,1", "craft.weapon.fix-minimal"),
        ("retreat", "stay", "combat.retreat.when"),
        ("helmet", "pay 1,1 2,1", "combat.helmet.absorb"),
        ("needed", "pay 1,1 2,1", "combat.helmet.choice"),
        ("fewer", "attack left WWMM", "combat.attack.fewer"),
    ],
)
def test_step_action_needs_its_rule(name: str, answer: str, rule: str) -> None:
    assert judge_answer(STEPS[name], answer).rule == rule


def test_repair_of_the_wrong_piece_leaves_nothing_that_fights() -> None:
    judged = judge_answer(STEPS["repair"], "repair 1,1 2,1")
    assert (judged.outcome, judged.rule) == (Outcome.OTHER, "combat.attack.usable")


def test_answer_that_is_none_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        judge_answer(STEPS["dice"], "dance")
    with pytest.raises(Unreadable):
        judge_answer(STEPS["first"], "attack 1/1/3")


def test_answer_to_another_question_is_refused_by_the_engine() -> None:
    judged = judge_answer(STEPS["dice"], "retreat")
    assert judged.outcome == Outcome.REFUSED
    assert judged.rule


# ---- the three checks


def test_checks_are_the_same_for_a_seed_and_others_for_another() -> None:
    assert checks_of("fighting", 3) == checks_of("fighting", 3)
    assert len({msgspec.json.encode(checks_of("fighting", seed)) for seed in range(1, 11)}) == 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(1, 13))
def test_check_has_right_and_wrong_answers_and_is_no_step(kind: str, seed: int) -> None:
    task = fight_check(kind, seed)
    assert all(judge_answer(task, text).outcome == Outcome.RIGHT for text in task.right)
    assert any(judge_answer(task, text).outcome != Outcome.RIGHT for text in _all(task))
    assert task.scene not in {step.scene for step in LESSON.steps}
    assert has(f"lesson-fighting.check-{kind}-do")


def _all(task: FightTask) -> list[str]:
    if task.foes:
        return [f"attack {foe}" for foe in task.foes]
    return [print_answer(each) for each in FIGHT_GAME.options(task.moment.state)]

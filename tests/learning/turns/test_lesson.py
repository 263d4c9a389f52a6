"""Lesson 01: what needs T1-T5 ask, step by step, judged by the engine."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import GOAL_WORDS, STEP_WORDS, Outcome
from fujikoro_nb.learning.turns.checks import turn_check
from fujikoro_nb.learning.turns.goal import SEAT
from fujikoro_nb.learning.turns.task import (
    TurnStep,
    acts_of,
    as_texts,
    judge_turn,
    play,
)
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, has
from tests.support.lessons import checks_of, words

LESSON = lesson_of("first-turns")
STEPS = {step.id: step for step in LESSON.steps}
each_step = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_goal_of_the_game_has_at_most_75_words(language: str) -> None:
    assert words(LESSON.goal_of_the_game(language=language)) <= GOAL_WORDS


@each_language
@each_step
def test_step_has_at_most_60_words(step: TurnStep, language: str) -> None:
    assert words(*LESSON.sentences(step, language=language)) <= STEP_WORDS


def test_lesson_takes_at_most_ten_minutes() -> None:
    """Needs T5, T8: 150 words a minute to read, 20 s to act and look at each of ten steps and three checks."""
    assert 8 <= len(LESSON.steps) <= 10
    read = words(
        LESSON.goal_of_the_game(), *(text for step in LESSON.steps for text in LESSON.sentences(step))
    )
    assert 5 <= read / 150 + (len(LESSON.steps) + 3) / 3 <= 10


def test_step_has_exactly_one_new_rule() -> None:
    rules = [step.rule for step in LESSON.steps]
    assert all(has_rule(rule) for rule in rules)
    assert len(set(rules)) == len(rules)


@each_step
def test_step_asks_the_learner_for_an_action(step: TurnStep) -> None:
    """Never only "next": a question of the engine to the learner, not answered yet."""
    question = GAME.question(step.start)
    assert question is not None
    assert question.seat == SEAT
    assert question.kind in ("act", "turn-tile")
    assert judge_turn(step, ()).outcome == Outcome.IDLE


@each_step
def test_step_right_path(step: TurnStep) -> None:
    for way in step.right:
        judged = judge_turn(step, way, right=f"lesson-first-turns.{step.id}-right")
        assert judged.outcome == Outcome.RIGHT
        assert judged.rule == step.rule
        assert judged.sentence
        for number in range(len(way)):
            assert judge_turn(step, way[:number]).outcome in (Outcome.IDLE, Outcome.RIGHT)


@each_step
def test_step_wrong_path_says_why_with_a_rule(step: TurnStep) -> None:
    judged = judge_turn(step, step.wrong)
    assert judged.outcome == step.wrong_outcome
    assert judged.outcome in (Outcome.OTHER, Outcome.REFUSED)
    assert judged.sentence.strip(" .").lower() not in ("", "wrong", "no")
    assert has_rule(judged.rule)


def test_both_wrong_outcomes_occur() -> None:
    assert {step.wrong_outcome for step in LESSON.steps} == {Outcome.OTHER, Outcome.REFUSED}


@each_step
def test_step_has_three_hints(step: TurnStep) -> None:
    assert all(has(f"lesson-first-turns.{step.id}-{hint}") for hint in ("nudge", "where", "title", "right"))
    assert step.right, "the third hint shows the right path"


@pytest.mark.parametrize(
    ("name", "answers", "rule"),
    [
        ("walk", ("move", "walk I-1.5 I-1.0 I-1.1"), "move.steps.sandals"),
        ("walk", ("move", "walk I-6.2 II-1.4"), "move.revealed-only"),
        ("gather", ("explore",), "explore.where"),
        ("where", ("explore", "place I-3"), "explore.where"),
        ("two", ("gather",), "gather.what"),
        ("forced", ("move",), "turn.rest.forced"),
        ("forced", ("gather",), "turn.rest.forced"),
        ("dragon", ("move", "walk I-2.1 I-2.0"), "move.dragon.stop"),
    ],
)
def test_what_is_not_allowed_names_its_rule(name: str, answers: tuple[str, ...], rule: str) -> None:
    judged = judge_turn(STEPS[name], answers)
    assert (judged.outcome, judged.rule) == (Outcome.REFUSED, rule)


def test_tokens_that_can_be_reached_beside_the_right_one_do_not_count() -> None:
    """Of all walks of the first step only those to the token two steps away are right."""
    step = STEPS["walk"]
    begun = play(step.start, ("move",)).state
    walks = [one for one in GAME.options(begun) if isinstance(one, Walk)]
    right = {
        one.path[-1] for one in walks if judge_turn(step, as_texts(step.start, one)).outcome == Outcome.RIGHT
    }
    assert right == {"I-1.0"}
    assert {"I-1.5", "I-1.0", "centre", "I-6.0"} <= {one.path[-1] for one in walks}


def test_orientation_has_two_right_answers_of_six() -> None:
    """The samurai's space touches two spaces of the new tile."""
    right = [
        sixths
        for sixths in range(6)
        if judge_turn(STEPS["orient"], (f"turn {sixths}",)).outcome == Outcome.RIGHT
    ]
    assert right == [4, 5]


def test_exploring_scores_what_the_ledger_says() -> None:
    """explore.vp: level II one point, level III two; the step begins with 3 points."""
    scores = [
        judge_turn(STEPS["points"], ("explore", f"place {where}", "turn 0")).after.samurai[SEAT].score
        for where in ("II-4", "III-4")
    ]
    assert scores == [3 + 1, 3 + 2]


def test_walk_from_a_tap_is_a_whole_move() -> None:
    start = STEPS["walk"].start
    assert as_texts(start, Walk(("I-1.5",))) == ("move", "walk I-1.5", "halt")
    assert as_texts(start, Walk(("I-1.5", "I-1.0"))) == ("move", "walk I-1.5 I-1.0")
    assert acts_of(as_texts(start, Walk(("I-1.5",)))) == ("move",)


def test_answer_that_is_none_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        judge_turn(STEPS["walk"], ("dance",))


# ---- the three checks


def test_checks_are_the_same_for_a_seed_and_others_for_another() -> None:
    assert checks_of("first-turns", 3) == checks_of("first-turns", 3)
    assert len({msgspec.json.encode(checks_of("first-turns", seed)) for seed in range(1, 11)}) == 10


@pytest.mark.parametrize("kind", LESSON.checks)
@pytest.mark.parametrize("seed", range(1, 13))
def test_check_has_right_and_wrong_answers_and_is_no_step(kind: str, seed: int) -> None:
    task = turn_check(kind, seed)
    assert all(judge_turn(task, way).outcome == Outcome.RIGHT for way in task.right)
    assert judge_turn(task, ()).outcome == Outcome.IDLE
    wrong = [("rest",), ("explore",), ("gather",), ("move", "halt")]
    outcomes = {judge_turn(task, way).outcome for way in wrong}
    assert Outcome.RIGHT not in outcomes
    assert outcomes & {Outcome.OTHER, Outcome.REFUSED}
    assert task.game not in [step.game for step in LESSON.steps]
    assert has(f"lesson-first-turns.check-{kind}-do")

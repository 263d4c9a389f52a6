"""Lesson 02: what needs T1-T4 and T7 ask, step by step, judged by the engine."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftingState
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.learning.crafting.task import CraftingStep, is_done, judge, judge_at_table, lay
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import GOAL_WORDS, STEP_WORDS, Outcome
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, has, say

LESSON = lesson_of("crafting")
STEPS = {step.id: step for step in LESSON.steps}
each_step = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.id)


def words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


def drawing(step: CraftingStep, taps: object) -> Layout:
    return lay(step.position.layout, taps)  # type: ignore[arg-type]


def test_goal_of_the_game_has_at_most_75_words() -> None:
    assert GOAL_WORDS == 75
    assert words(LESSON.goal_of_the_game()) <= GOAL_WORDS


def test_lesson_takes_five_to_eight_minutes() -> None:
    """Ten steps and three checks; 150 words a minute to read, 15 s to act and look at each."""
    assert 7 <= len(LESSON.steps) <= 10
    read = words(
        LESSON.goal_of_the_game(), *(text for step in LESSON.steps for text in LESSON.sentences(step))
    )
    minutes = read / 150 + (len(LESSON.steps) + 3) * 0.25
    assert 5 <= minutes <= 8


@each_step
def test_step_has_at_most_60_words(step: CraftingStep) -> None:
    assert STEP_WORDS == 60
    assert words(*LESSON.sentences(step)) <= STEP_WORDS


def test_step_has_exactly_one_new_rule() -> None:
    rules = [step.rule for step in LESSON.steps]
    assert all(has_rule(rule) for rule in rules)
    assert len(set(rules)) == len(rules)


@each_step
def test_step_is_never_only_next(step: CraftingStep) -> None:
    """The start is not right already, and nothing is judged before the learner has acted."""
    start = step.position.layout
    assert judge(step, start).outcome != Outcome.RIGHT
    assert not is_done(step, start)
    assert step.right


@each_step
def test_step_right_path(step: CraftingStep) -> None:
    layout = drawing(step, step.right)
    judged = judge(step, layout, right=f"lesson-crafting.{step.id}-right", rule=step.rule)
    assert judged.outcome == Outcome.RIGHT
    assert judged.rule == step.rule
    assert judged.sentence
    assert step.finish or is_done(step, layout)


@each_step
def test_step_wrong_path_says_why_with_a_rule(step: CraftingStep) -> None:
    judged = judge(step, drawing(step, step.wrong))
    assert judged.outcome == step.wrong_outcome
    assert judged.outcome in (Outcome.OTHER, Outcome.REFUSED)
    assert judged.sentence.strip(" .").lower() not in ("", "wrong", "no")
    assert judged.rule


@each_step
def test_step_has_three_hints(step: CraftingStep) -> None:
    assert all(has(f"lesson-crafting.{step.id}-{hint}") for hint in ("nudge", "where"))
    assert step.right, "the third hint shows the right path"


NEEDS = {
    "connected": [("M", 4, 3), ("M", 5, 4)],  # over a corner
    "one-per-part": [("M", 1, 2)],  # the gap stays open
    "two-wood": [("T", 1, 3)],  # not the wood
    "length": [("M", 2, 4), ("M", 3, 4)],  # the other side grows
    "eight": [("M", 5, 3), ("M", 4, 2), ("M", 1, 2)],  # all three
    "card": [("M", 4, 3), ("T", 5, 3)],  # the mirror image
    "cross": [("M", 7, 3)],  # one cell from the line
    "three-wood": [("M", 2, 3)],  # not the wood
}
"""Drawings close to the right one that fail by the step's own rule."""


@pytest.mark.parametrize("name", NEEDS)
def test_step_action_needs_its_rule(name: str) -> None:
    step = STEPS[name]
    assert judge(step, drawing(step, NEEDS[name])).rule == step.rule


def test_step_right_part_needs_the_monk() -> None:
    step = STEPS["right-part"]
    locked = msgspec.structs.replace(step, position=msgspec.structs.replace(step.position, is_unlocked=False))
    judged = judge(locked, drawing(step, step.right))
    assert (judged.outcome, judged.rule) == (Outcome.REFUSED, "craft.weapon.right-only")


def test_step_with_two_weapons_names_the_rule_of_two() -> None:
    """Step 8 is about a second weapon, not about a weapon on the right alone."""
    assert list(STEPS).index("right-part") == 7
    assert STEPS["right-part"].rule == "craft.weapon.two-max"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_made_up_card_is_called_what_the_page_calls_it(language: str) -> None:
    step = STEPS["card"]
    judged = judge(step, drawing(step, step.wrong), language=language)
    assert say("lesson.card-practice", language=language) in judged.sentence


def test_step_waste_needs_its_rule() -> None:
    """Keeping both cubes that came out is refused by the game itself."""
    step = STEPS["waste"]
    board = Board(gear=Gear(weapon=step.position.layout))
    state = REST_GAME.start(rest(CraftingState(boards=(board,)), Seat(0))).state
    both = Backpack(Contents(Cubes.parse("WM")))
    refusal = REST_GAME.check(state, CraftGear(step.position.kind, drawing(step, step.right), both))
    assert refusal is not None
    assert refusal.rule == step.rule


def test_step_waste_keeps_the_metal_and_loses_one_cube() -> None:
    step = STEPS["waste"]
    assert judge(step, drawing(step, step.right)).backpack == Cubes.parse("M")
    assert judge(step, drawing(step, step.wrong)).backpack == Cubes()


def test_given_cubes_stay() -> None:
    step = STEPS["connected"]
    judged = judge(step, drawing(step, [(".", 2, 3)]))
    assert judged.outcome == Outcome.OTHER
    assert judged.sentence


def test_more_cubes_than_the_hand_are_refused() -> None:
    step = STEPS["connected"]
    judged = judge(step, drawing(step, [("T", 4, 3), ("T", 5, 3)]))
    assert (judged.outcome, judged.rule) == (Outcome.REFUSED, "craft.from-backpack")


@pytest.mark.parametrize(
    ("name", "real", "outcome"),
    [
        ("connected", "WWM/M", Outcome.RIGHT),
        ("connected", "WW./..M", Outcome.REFUSED),
        ("two-wood", "WMM", Outcome.OTHER),
        ("length", "WWMM", Outcome.RIGHT),
        ("eight", "WWMMM/MMM", Outcome.RIGHT),
        ("eight", "WWMM", Outcome.OTHER),
        ("waste", "WWM", Outcome.RIGHT),
    ],
)
def test_at_the_table_the_real_board_is_judged(name: str, real: str, outcome: Outcome) -> None:
    assert judge_at_table(STEPS[name], parse_pattern(real)).outcome == outcome


def test_at_the_table_sixteen_cubes_are_judged_too() -> None:
    gear = lay(Layout(), tuple(("W", column, row) for column in (1, 2, 3, 4) for row in (1, 2)))
    gear |= lay(Layout(), tuple(("W", column, row) for column in (7, 8) for row in (1, 2, 3, 4)))
    assert judge_at_table(STEPS["right-part"], gear).outcome == Outcome.RIGHT


def test_at_the_table_only_the_owners_card_matches() -> None:
    step = STEPS["card"]
    practice = step.position.cards[0].layout
    assert judge_at_table(step, practice, card="MMM").outcome == Outcome.OTHER
    assert judge_at_table(step, parse_pattern("WWMMM"), card="MMM").outcome == Outcome.RIGHT

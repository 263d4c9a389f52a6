"""Lesson 04, together or alone: what needs T1-T5 ask, step by step, and its three checks, judged by the engine."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.board.geometry import neighbour_places, place, space
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import GOAL_WORDS, STEP_WORDS, Outcome
from fujikoro_nb.learning.turns.checks import turn_check
from fujikoro_nb.learning.turns.goal import ALLY, SEAT, lairs_of
from fujikoro_nb.learning.turns.task import (
    Answers,
    TurnStep,
    TurnTask,
    as_texts,
    judge_turn,
    play,
)
from fujikoro_nb.texts import LANGUAGES, dragon_called
from tests.support.lessons import checks_of, words

LESSON = lesson_of("together")
STEPS = {step.id: step for step in LESSON.steps}
each_step = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def walks(task: TurnTask) -> list[Answers]:
    """Every walk of the last action."""
    begun = play(task.start, ("move",)).state
    options = game_of(begun).options(begun)
    return [as_texts(task.start, answer) for answer in options if isinstance(answer, Walk)]


def end(way: Answers) -> str:
    return next(word for word in way if word.startswith("walk ")).split()[-1]


def far(one: str, other: str) -> int:
    """Tiles between two places, by steps over the whole board: counted apart from the engine's own formula."""
    edge, seen, steps = {place(one).id}, {place(one).id}, 0
    while place(other).id not in edge:
        edge = {to for at in edge for to in neighbour_places(at)} - seen
        seen |= edge
        steps += 1
    return steps


@each_language
def test_goal_and_steps_are_short(language: str) -> None:
    assert words(LESSON.goal_of_the_game(language=language)) <= GOAL_WORDS
    for step in LESSON.steps:
        assert words(*LESSON.sentences(step, language=language)) <= STEP_WORDS, step.id


def test_lesson_takes_at_most_ten_minutes() -> None:
    """Needs T5: 150 words a minute to read, 20 s to act and look at each of ten steps and three checks."""
    assert len(LESSON.steps) <= 10
    read = words(
        LESSON.goal_of_the_game(), *(text for step in LESSON.steps for text in LESSON.sentences(step))
    )
    assert 5 <= read / 150 + (len(LESSON.steps) + 3) / 3 <= 10


@pytest.mark.rule("coop.final.lava-events", "coop.rounds.limit")
def test_the_lesson_tells_the_lava_and_the_last_round_of_the_board() -> None:
    """Lava opens five of the eight rounds after the twentieth; the last one is 28, alone 33."""
    (track,) = [one.values for one in house_pack().records.board_numbers if one.of == "coop-track"]
    assert [*map(bool, track)] == [True] * 5 + [False] * 3
    assert last_of(STEPS["won"].start) == 28
    for language, five in (("en", "next five rounds"), ("fr", "cinq suivantes"), ("de", "nächsten fünf")):
        assert five in LESSON.sentences(STEPS["lives"], language=language)[0]
        told = LESSON.sentences(STEPS["won"], language=language)[0]
        assert "28" in told and "33" in told


@each_step
def test_step_asks_the_learner_and_is_idle_until_the_last_answer(step: TurnStep) -> None:
    question = game_of(step.start).question(step.start)
    assert question is not None
    assert question.seat == SEAT
    for way in step.right:
        assert judge_turn(step, way, right=f"lesson-together.{step.id}-right").outcome == Outcome.RIGHT
        for number in range(len(way)):
            assert judge_turn(step, way[:number]).outcome == Outcome.IDLE


def test_first_step_is_about_two_tiles() -> None:
    """Of all walks those are right that end two tiles from the dragon: it goes one."""
    step = STEPS["round"]
    right = {end(way) for way in walks(step) if judge_turn(step, way).outcome == Outcome.RIGHT}
    assert right == {end(way) for way in walks(step) if far(space(end(way)).place, "I-1") == 2}
    assert right


@pytest.mark.parametrize(("space_id", "goes"), [("I-5.5", "I-6"), ("II-9.2", "I-1"), ("I-4.5", "I-1")])
def test_it_comes_for_the_nearest(space_id: str, goes: str) -> None:
    """From I-5 two tiles away it comes to I-6; at three tiles, as far as the ally, the group still chooses; I-4 has two
    ways that are equally long."""
    step = STEPS["nearest"]
    way = next(way for way in walks(step) if end(way) == space_id)
    judged = judge_turn(step, way)
    assert lairs_of(judged.after) == {"blue": goes}
    assert (judged.outcome == Outcome.RIGHT) == (goes == "I-6")


def test_who_walks_first_takes_the_tile() -> None:
    first = judge_turn(STEPS["order"], ("dragon dragon-I-1",)).after
    other = judge_turn(STEPS["order"], ("dragon dragon-II-3",)).after
    assert lairs_of(first) == {"blue": "I-2", "red": "II-3"}
    assert lairs_of(other) == {"blue": "I-1", "red": "I-2"}


def test_a_lost_life_is_the_last_one_and_a_way_out_the_victory() -> None:
    lost, won = STEPS["lives"], STEPS["won"]
    after = play(lost.start, lost.wrong).state.party
    assert after is not None
    assert (after.lives, after.outcome) == ((0, 2), "lost-life")
    after = play(won.start, won.right[0]).state.party
    assert after is not None
    assert after.outcome == "won"


def test_the_ally_takes_what_it_is_given_and_stows_it() -> None:
    step = STEPS["trade"]
    after = play(step.start, step.right[0]).state
    assert [str(after.fighter(seat).backpack.cubes) for seat in (SEAT, ALLY)] == ["M", "WT"]


def test_what_is_not_allowed_names_its_rule() -> None:
    for name, answers, rule in [
        ("trade", ("offer 1 T for -",), "coop.trade.same-space"),
        ("trade", ("move", "walk I-1.3 I-2.1", "offer 1 W for -"), "coop.trade.only-backpack"),
        ("teeth", ("share 2 1",), "coop.combat.teeth-from-dice-shared"),
        ("order", ("dragon dragon-I-3",), "coop.dragon.order-by-players"),
    ]:
        judged = judge_turn(STEPS[name], answers)
        assert (judged.outcome, judged.rule) == (Outcome.REFUSED, rule)


@each_language
def test_what_happened_calls_dragons_by_colour(language: str) -> None:
    judged = judge_turn(STEPS["round"], STEPS["round"].wrong, language=language)
    told = " ".join(text for text, _ in judged.happened).lower()
    assert dragon_called("dragon-blue-1", language=language).lower() in told
    assert "dragon-i-1" not in told


# ---- the three checks


def test_checks_are_the_same_for_a_seed_and_others_for_another() -> None:
    assert checks_of("together", 3) == checks_of("together", 3)
    assert len({msgspec.json.encode(checks_of("together", seed)) for seed in range(1, 7)}) == 6


@pytest.mark.parametrize("seed", range(1, 9))
def test_drawing_a_dragon_to_a_place(seed: int) -> None:
    """Right is exactly who is nearer to it than the ally, and from where the place is its only step nearer."""
    task = turn_check("lure", seed)
    to = dict(task.slots)["place"]
    right = [way for way in walks(task) if judge_turn(task, way).outcome == Outcome.RIGHT]
    assert {end(way) for way in right} == {end(way) for way in task.right}
    assert judge_turn(task, ("move", "halt")).outcome != Outcome.RIGHT
    for way in task.right:
        after = judge_turn(task, way).after
        assert lairs_of(after) == {"blue": to}
        assert to not in {space(one.space).place for one in after.samurai}


@pytest.mark.parametrize("seed", range(1, 9))
def test_where_no_dragon_comes(seed: int) -> None:
    task = turn_check("wake", seed)
    assert set(task.game.tokens.values()) <= {"awake", "asleep"}
    walker = task.game.dragons.keys() - {at for at, token in task.game.tokens.items() if token == "asleep"}
    (lair,) = walker
    for way in walks(task):
        stands = place(space(end(way)).place)
        is_right = judge_turn(task, way).outcome == Outcome.RIGHT
        if is_right and stands.kind == "volcano":
            assert far(stands.id, lair) > 1, "a dragon that walks reaches the tiles beside its own"


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_gift_is_what_the_blueprint_lacks(seed: int) -> None:
    task = turn_check("gift", seed)
    lacks = str(dict(task.slots)["cubes"])
    assert task.game.seats[1].blueprints.split()[1] == task.game.seats[1].lower + lacks
    for way in task.right:
        assert way[-1] == f"offer 1 {lacks} for -"
        other = "W" if lacks != "W" else "M"
        assert judge_turn(task, (*way[:-1], f"offer 1 {other} for -")).outcome == Outcome.OTHER

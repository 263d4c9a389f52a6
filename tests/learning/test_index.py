"""One list of lessons: what every place that shows them takes from it, and what each lesson owes (needs T1-T5)."""

from __future__ import annotations

import datetime
import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb import paths
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, ListedLesson, kind_of, lesson_of, listed
from fujikoro_nb.learning.lesson import CHECKS, GOAL_WORDS, STEP_WORDS, Outcome
from fujikoro_nb.learning.run import Run
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.serve.server import offer_for
from fujikoro_nb.serve.spoken import titles
from fujikoro_nb.texts import LANGUAGES, Catalogue, say
from fujikoro_nb.widgets import HelperPage
from tools.build_pages import APPS, made

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "fujikoro_nb"
each_lesson = pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.id)
each_step = pytest.mark.parametrize(
    ("one", "number"),
    [(one, number) for one in LESSONS for number in range(len(lesson_of(one.id).steps))],
    ids=lambda value: value.id if isinstance(value, ListedLesson) else str(value),
)


def test_every_lesson_is_listed_once() -> None:
    there = {
        path.name.removesuffix(".yaml").replace("_", "-")
        for path in (files("fujikoro_nb.learning") / "lessons").iterdir()
    }
    assert sorted(there) == sorted(one.id for one in LESSONS)
    for word in ("id", "page", "notebook"):
        assert len({getattr(one, word) for one in LESSONS}) == len(LESSONS)
    with pytest.raises(KeyError):
        listed("dancing")


@each_lesson
def test_a_lesson_is_what_its_entry_says(one: ListedLesson) -> None:
    lesson, kind = lesson_of(one.id), kind_of(one.id)
    assert (lesson.id, kind.name) == (one.id, one.kind)
    assert set(lesson.checks) <= set(kind.checks)


@each_lesson
def test_what_is_checked_was_taught(one: ListedLesson) -> None:
    """Each check begins with a rule of this lesson; what else it tests was taught here or in a lesson before."""
    own = {step.rule for step in lesson_of(one.id).steps}
    before = LESSONS[: LESSONS.index(one)]
    known = own | {step.rule for each in before for step in lesson_of(each.id).steps}
    for check, rules in lesson_of(one.id).checks.items():
        assert rules[0] in own, check
        assert set(rules) <= known, check


def test_a_second_lesson_of_a_kind_has_checks_of_its_own() -> None:
    """Which of its kind's checks it ends with, and with which rules, its own file says."""
    first = lesson_of("fighting")
    checks = {
        "payment": ("combat.helmet.absorb",),
        "loss": ("combat.break.per-symbol",),
        "order": ("combat.init.length",),
    }
    second = msgspec.structs.replace(first, id="another", checks=checks)
    run = Run(
        kind=kind_of("fighting"),
        lesson=second,
        progress=going.go_to(going.start("another", len(second.steps)), 99),
        today=datetime.date(2026, 1, 1),
    )
    assert run.pending.id == "payment"
    assert [run.kind_of(number) for number in range(CHECKS)] == list(checks)


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_has_its_words_in_every_language(one: ListedLesson, language: str) -> None:
    lesson = lesson_of(one.id)
    own = ["title", "alone", "goal", "passed-title", "passed", *(["play"] if one.is_for_play else [])]
    own += [f"check-{check}-{part}" for check in lesson.checks for part in ("title", "do")]
    parts = ("title", "rule", "do", "nudge", "where", "right")
    own += [f"{step.id}-{part}" for step in lesson.steps for part in parts]
    tile = f"helper.lesson-{one.page}"
    there = set(Catalogue(language).keys())
    assert {*(f"lesson-{one.id}.{key}" for key in own), tile, f"{tile}-about"} - there == set()


@each_lesson
def test_goal_and_rules_of_a_lesson(one: ListedLesson) -> None:
    lesson = lesson_of(one.id)
    assert len(lesson.goal_of_the_game().split()) <= GOAL_WORDS
    rules = [step.rule for step in lesson.steps]
    assert all(has_rule(rule) for rule in rules)
    assert len(set(rules)) == len(rules), "a step teaches one new rule"


@each_step
def test_both_paths_of_a_step(one: ListedLesson, number: int) -> None:
    lesson, kind = lesson_of(one.id), kind_of(one.id)
    step = lesson.steps[number]
    assert len(" ".join(lesson.sentences(step)).split()) <= STEP_WORDS
    praise = f"lesson-{one.id}.{step.id}-right"
    assert kind.right(step)
    for answer in kind.right(step):
        judged = kind.judge(step, answer, right=praise, rule=step.rule, language="en")
        assert (judged.outcome, judged.rule) == (Outcome.RIGHT, step.rule)
        assert judged.sentence
    judged = kind.judge(step, kind.wrong(step), right=praise, rule=step.rule, language="en")
    assert judged.outcome == step.wrong_outcome
    assert judged.outcome in (Outcome.OTHER, Outcome.REFUSED)
    assert judged.sentence
    assert has_rule(judged.rule)


@each_lesson
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_checks_of_a_lesson_have_right_answers(one: ListedLesson, seed: int) -> None:
    kind = kind_of(one.id)
    for name in lesson_of(one.id).checks:
        task = kind.check(name, seed)
        assert task.id == name
        assert kind.check(name, seed) == task
        for answer in kind.right(task):
            judged = kind.judge(task, answer, right="", rule="", language="en")
            assert judged.outcome == Outcome.RIGHT


# ---- who reads the list


NAMED_FOR_EARLIER_NOTEBOOKS = {"widgets/learn/lesson_page.py"}
"""Where a lesson's name is a default, since a page once was called after it."""


def test_nobody_else_lists_lessons() -> None:
    """No file of the package names a lesson's page, or the one lesson whose name is no other word."""
    words = re.compile("|".join(["first-turns", *(f"lesson-{one.page}" for one in LESSONS)]))
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".js", ".mjs") and words.search(path.read_text(encoding="utf-8"))
    }
    assert found - {"learning/index.py"} == NAMED_FOR_EARLIER_NOTEBOOKS


def test_pages_beside_the_helper_are_fresh() -> None:
    beside = {
        path.name
        for pattern in ("lesson-*.ipynb", "puzzles*.ipynb", "first-game.ipynb", "storm.ipynb")
        for path in APPS.glob(pattern)
    }
    assert beside == {path.name for path in made()}
    for path, text in made().items():
        assert path.read_text(encoding="utf-8") == text, "run: .venv/bin/python -m tools.build_pages"


def test_notebooks_are_the_lessons_and_the_game() -> None:
    folder = paths.notebooks("tutorial")
    numbered = {path.stem for path in folder.glob("[0-9][0-9]_*.ipynb")}
    assert numbered == {"00_learn_and_solve", *(one.notebook for one in LESSONS), "98_first_game", "99_play"}
    for one in LESSONS:
        assert f'lesson(\\"{one.id}\\"' in (folder / f"{one.notebook}.ipynb").read_text(encoding="utf-8")


def test_servers_offer_every_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    table = offer_for("table", host="127.0.0.1", port=0)
    learn = offer_for("learn", host="127.0.0.1", port=0)
    for one in LESSONS:
        assert f"lesson-{one.page}.ipynb" in table.beside
        assert f"{one.notebook}.ipynb" in learn.notebooks
        assert say(f"lesson-{one.id}.title", language="en") in titles()


def test_home_leads_to_every_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    page = HelperPage(lessons="voila/render/lesson-")
    assert [each["kind"] for each in page.elsewhere] == [f"lesson-{one.page}" for one in LESSONS]
    assert [each["url"] for each in page.elsewhere] == [
        f"voila/render/lesson-{one.page}.ipynb" for one in LESSONS
    ]

"""What a lesson's page shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.grid import cell_at
from fujikoro_nb.engine.fujikoro.notation import parse_pattern, print_pattern
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome, is_done, judge, lay
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.widgets._lesson_flow import HINTS, LessonFlow

if TYPE_CHECKING:
    from fujikoro_nb.widgets.lesson_page import LessonPage

SEAL = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


def shown_marks(page: LessonPage) -> list[dict[str, Any]]:
    """The cubes of the right path that are not there yet."""
    target = lay(page.task.position.layout, page.task.right)
    marks = []
    for cube, column, row in page.task.right:
        cell = cell_at(column, row)
        if target.at(cell) != page.layout.at(cell):
            is_off = cube == "."
            look = {"style": "hint" if is_off else "near", "text": "" if is_off else f"+{cube}"}
            marks.append({"kind": "weapon", "cells": [[column, row]], **look})
    return marks


def view(page: LessonPage) -> dict[str, Any]:
    task, step = page.task, page.step
    return {
        "kind": "step" if step else "check",
        "id": task.id,
        **_head(page),
        "rule": None if step is None or page.is_at_table else new_rule(page, step.rule),
        "card": _card(page),
        "hand": _hand(page),
        "backpack": _backpack(page),
        "verdict": _verdict(page),
        "actions": _actions(page),
        "hints": _hint_buttons(page),
        "hint": _hint_sentence(page),
        "cost": page.say("lesson.check-cost") if step is None and page.finished is None else "",
        "alone": page.text("alone") if step and not page.progress.at else "",
        "table": page.progress.at_table if step else None,
        "skip": step is not None,
        "undo": _undo_label(page),
        "due": len(going.due(page.progress, page.today)) if step and not page.progress.at else 0,
    }


def new_rule(page: LessonFlow, rule: str) -> dict[str, str]:
    """The rule that the step teaches, by its id and by what the rulebook says."""
    return {"id": rule, "statement": entry(rule).wording(page.language).says}


def _head(page: LessonPage) -> dict[str, Any]:
    task, step, progress = page.task, page.step, page.progress
    if step is None:
        number = len(progress.results) - (page.finished is not None)
        return {
            "bar": bar(["done"] * number, going.CHECKS),
            "count": page.say("lesson.check-of", check=number + 1, checks=going.CHECKS),
            "title": page.text(f"check-{task.id}-title"),
            "goal": "",
            "text": page.say("lesson.check-intro") if not number else "",
            "do": page.text(f"check-{task.id}-do", **dict(task.slots)),
        }
    rule, do = page.lesson.sentences(step, language=page.language)
    if page.is_at_table:
        rule = page.say("lesson.table-card" if page.asks_for_card else "lesson.table-intro")
        do = page.say("lesson.table-do", task=do) if not page.asks_for_card else ""
    states = ["" if letter == "-" else "done" for letter in progress.done]
    steps = len(page.lesson.steps)
    return {
        "bar": [*states[: progress.at], "now", *states[progress.at + 1 :]],
        "count": page.say("lesson.step-of", step=progress.at + 1, steps=steps),
        "title": page.text(f"{step.id}-title"),
        "goal": "" if progress.at else page.text("goal"),
        "text": rule,
        "do": do,
    }


def _card(page: LessonPage) -> dict[str, Any] | None:
    cards = page.task.position.cards
    if not cards or (page.is_at_table and not page.own_card):
        return None
    pattern = parse_pattern(page.own_card) if page.own_card else cards[0].layout
    return {
        "name": page.say("lesson.card-own" if page.own_card else "lesson.card-practice"),
        "mark": "" if page.own_card else page.say("lesson.house"),
        "house": not page.own_card,
        "pattern": print_pattern(pattern),
    }


def _hand(page: LessonPage) -> list[dict[str, Any]]:
    """The cubes to choose from: letter, and how many are left (None: as many as you like)."""
    if page.finished is not None:
        return []
    if page.is_at_table:
        return [{"letter": letter, "left": None} for letter in "WMT."]
    left = page.grid.cubes_left or Cubes()
    start = page.task.position.cubes
    shown = [cube for cube in MATERIALS if start.count(cube) or (page.task.removable and left.count(cube))]
    buttons: list[dict[str, Any]] = [{"letter": str(cube), "left": left.count(cube)} for cube in shown]
    return [*buttons, {"letter": ".", "left": None}] if page.task.removable else buttons


def _backpack(page: LessonPage) -> str:
    """What a craft that takes cubes out brings, as it stands."""
    if not page.task.removable or page.is_at_table:
        return ""
    judged = judge(page.task, page.layout, language=page.language)
    out = page.task.position.layout.cubes.surplus_over(page.layout.cubes)
    kept = judged.backpack
    lost = out.surplus_over(kept)
    return page.say("lesson.backpack-line", kept=_named(page, kept), lost=_named(page, lost))


def _named(page: LessonPage, cubes: Cubes) -> str:
    names = [page.say(f"lesson.word-{cube}") for cube in cubes]
    return ", ".join(names) if names else page.say("lesson.nothing")


def _verdict(page: LessonPage) -> dict[str, Any] | None:
    judged = page.judged
    if judged is None:
        return None
    seal = SEAL[judged.outcome]
    sentence = judged.sentence
    if page.finished is not None and judged.outcome == Outcome.RIGHT:
        sentence = page.say("lesson.check-right")
    refused = "refused-more" if page.is_at_table or is_done(page.task, page.layout) else "refused-now"
    more = {"but": "lesson.other-more", "no": f"lesson.{refused}"}.get(seal, "")
    if page.finished is not None:
        more = ""
    return {
        "seal": seal,
        "word": page.say(f"lesson.seal-{seal}"),
        "sentence": sentence,
        "rule": judged.rule,
        "more": page.say(more) if more else "",
    }


def _actions(page: LessonPage) -> list[dict[str, Any]]:
    judged = page.judged
    if page.finished is not None:
        last = len(page.progress.results) == going.CHECKS
        on = action(page, "next", "check-result" if last else "check-next", main=True)
        if judged is None or judged.outcome == Outcome.RIGHT or page.shows_answer:
            return [on]
        return [action(page, "show-answer", "hint-show"), on]
    if page.asks_for_card:
        return [action(page, "own-card", "table-card-done", main=True)]
    if judged is None:
        if page.is_at_table:
            return [action(page, "is-right", "table-judge", main=True)]
        return [action(page, "finish", "finish", main=True)] if page.task.finish else []
    if judged.outcome == Outcome.RIGHT:
        last = page.progress.at == len(page.lesson.steps) - 1
        return [action(page, "next", "to-checks" if last else "next", main=True)]
    if judged.outcome == Outcome.OTHER:
        return [action(page, "keep", "keep"), action(page, "again", "again", main=True)]
    return [action(page, "put-back", "put-back-last" if page.is_at_table else "put-back", main=True)]


def action(page: LessonFlow, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
    return {"act": act, "label": page.say(f"lesson.{key}"), "main": main}


def _hint_buttons(page: LessonPage) -> list[dict[str, Any]]:
    if page.finished is not None:
        return []
    names = HINTS if page.step else HINTS[-1:]
    return [
        {
            "number": HINTS.index(name) + 1,
            "label": page.say(f"lesson.hint-{name}"),
            "on": page.progress.hints == HINTS.index(name) + 1,
        }
        for name in names
        if not (name == "show" and page.is_at_table)
    ]


def _hint_sentence(page: LessonPage) -> str:
    if page.shows_answer:
        return page.say("lesson.answer-shown")
    number = page.progress.hints
    if not number or page.finished is not None:
        return ""
    if number == len(HINTS):
        is_off = any(cube == "." for cube, _, _ in page.task.right)
        return page.say("lesson.shown-off" if is_off else "lesson.shown")
    return page.text(f"{page.task.id}-{HINTS[number - 1]}")


def _undo_label(page: LessonPage) -> str:
    if page.finished is not None:
        return ""
    if page.grid.undo_label:
        return str(page.grid.undo_label)
    if page.step is not None and page.progress.at:
        return page.say("lesson.undo-step", step=page.progress.at)
    return ""


def result(page: LessonFlow) -> dict[str, Any]:
    """The page after the three checks."""
    progress = page.progress
    passed = going.has_passed(progress)
    right = sum(letter != "m" for letter in progress.results)
    key = "passed" if passed else "failed"
    counts = {"right": right, "checks": going.CHECKS}
    actions = [action(page, "restart", "restart")]
    if not passed:
        actions = [
            action(page, "steps", "back-to-steps"),
            action(page, "other-checks", "other-checks", main=True),
        ]
    return {
        "kind": "result",
        "id": key,
        "bar": bar(["done"] * going.CHECKS, going.CHECKS),
        "count": "",
        "title": page.text("passed-title") if passed else page.say("lesson.failed-title"),
        "text": page.text("passed", **counts) if passed else page.say("lesson.failed", **counts),
        "seal": "ok" if passed else "but",
        "word": page.say("lesson.seal-passed" if passed else "lesson.seal-failed"),
        "results": [_check_result(page, number) for number in range(len(progress.results))],
        "actions": actions,
        "undo": "",
    }


def _check_result(page: LessonFlow, number: int) -> dict[str, Any]:
    """One check on the result page; a missed one with the rules that it tested."""
    kind, letter = page.kind_of(number), page.progress.results[number]
    title, word = page.text(f"check-{kind}-title"), page.say(f"lesson.result-{letter}")
    return {
        "text": page.say("lesson.result-line", title=title, result=word),
        "rules": list(page.rules_of_checks[kind]) if letter == "m" else [],
    }


def bar(states: list[str], length: int) -> list[str]:
    rest = length - len(states)
    return [*states, *(["now"] if rest else []), *([""] * (rest - 1))]

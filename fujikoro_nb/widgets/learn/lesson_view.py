"""What the page of a lesson on crafting shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_pattern
from fujikoro_nb.learning.lesson import is_done, judge, lay
from fujikoro_nb.widgets.learn.lesson_flow import HINTS
from fujikoro_nb.widgets.learn.lesson_parts import (
    action,
    actions,
    frame,
    hint_buttons,
    hint_sentence,
    undo_label,
    verdict,
)

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.lesson_page import LessonPage


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
    """What its front end draws."""
    return {
        **frame(page),
        **(_head_at_table(page) if page.is_at_table else {}),
        "card": _card(page),
        "hand": _hand(page),
        "backpack": _backpack(page),
        "verdict": _verdict(page),
        "actions": actions(page, _asked(page), _back(page)),
        "hints": _hint_buttons(page),
        "hint": _hint_sentence(page),
        "table": page.progress.at_table if page.step else None,
        "undo": undo_label(page, str(page.grid.undo_label)),
    }


def _head_at_table(page: LessonPage) -> dict[str, Any]:
    """What a step says where the learner's real board is judged."""
    _, do = page.lesson.sentences(page.step, language=page.language)
    return {
        "rule": None,
        "text": page.say("lesson.table-card" if page.asks_for_card else "lesson.table-intro"),
        "do": page.say("lesson.table-do", task=do) if not page.asks_for_card else "",
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
    refused = "refused-more" if page.is_at_table or is_done(page.task, page.layout) else "refused-now"
    more = {"but": "lesson.other-more", "no": f"lesson.{refused}"}
    return verdict(page, check_right=page.say("lesson.check-right"), more=more)


def _asked(page: LessonPage) -> list[dict[str, Any]]:
    if page.asks_for_card:
        return [action(page, "own-card", "table-card-done", main=True)]
    if page.is_at_table:
        return [action(page, "is-right", "table-judge", main=True)]
    return [action(page, "finish", "finish", main=True)] if page.task.finish else []


def _back(page: LessonPage) -> dict[str, Any]:
    return action(page, "put-back", "put-back-last" if page.is_at_table else "put-back", main=True)


def _hint_buttons(page: LessonPage) -> list[dict[str, Any]]:
    """At the table nothing can be shown."""
    buttons = hint_buttons(page)
    return buttons[: len(HINTS) - 1] if page.is_at_table else buttons


def _hint_sentence(page: LessonPage) -> str:
    is_off = any(cube == "." for cube, _, _ in page.task.right)
    shown = page.say("lesson.shown-off" if is_off else "lesson.shown")
    return hint_sentence(page, shown=shown, answer=page.say("lesson.answer-shown"))

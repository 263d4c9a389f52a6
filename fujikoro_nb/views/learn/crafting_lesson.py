"""What the page of a lesson on crafting shows beside the board, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_pattern
from fujikoro_nb.learning.crafting.task import CraftingTask, is_done, judge, lay
from fujikoro_nb.learning.run import HINTS, Run
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.at_table import laid
from fujikoro_nb.views.learn.laid_out import Line, line, rows_said
from fujikoro_nb.views.learn.lesson import (
    action,
    actions,
    frame,
    hint_buttons,
    hint_sentence,
    undo_label,
    verdict,
)


class OnBoard(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the board and in the hand; ``undo`` names the last change, ``own_card`` is drawn from a table."""

    layout: Layout
    left: Cubes
    undo: str
    own_card: str


def is_at_table(run: Run) -> bool:
    """Whether the learner's real board is judged."""
    return run.progress.at_table and run.step is not None


def asks_for_card(run: Run, own_card: str) -> bool:
    """Whether the learner first draws a card that lies on the table."""
    return is_at_table(run) and bool(run.pending.position.cards) and not own_card


def shown_marks(task: CraftingTask, layout: Layout) -> list[dict[str, Any]]:
    """The cubes of the right path that are not there yet."""
    target = lay(task.position.layout, task.right)
    marks = []
    for cube, column, row in task.right:
        cell = cell_at(column, row)
        if target.at(cell) != layout.at(cell):
            is_off = cube == "."
            look = {"style": "hint" if is_off else "near", "text": "" if is_off else f"+{cube}"}
            marks.append({"kind": "weapon", "cells": [[column, row]], **look})
    return marks


def crafting_view(run: Run, board: OnBoard) -> dict[str, Any]:
    """What its front end draws."""
    at_table = is_at_table(run)
    back = action(run, "put-back", "put-back-last" if at_table else "put-back", main=True)
    buttons = hint_buttons(run)
    return {
        **frame(run),
        **(_head_at_table(run, board) if at_table else {}),
        "card": _card(run, board),
        "hand": _hand(run, board),
        "backpack": _backpack(run, board),
        "verdict": _verdict(run, board),
        "actions": actions(run, _asked(run, board), back),
        "hints": buttons[: len(HINTS) - 1] if at_table else buttons,  # at the table nothing can be shown
        "hint": _hint_sentence(run),
        "table": run.progress.at_table if run.step else None,
        "screen_only": run.say("laid.check") if run.progress.at_table and run.step is None else "",
        "undo": undo_label(run, board.undo),
    }


def _head_at_table(run: Run, board: OnBoard) -> dict[str, Any]:
    """What a step says where the learner's real board is judged."""
    _, do = run.lesson.sentences(run.step, language=run.language)
    asks = asks_for_card(run, board.own_card)
    return {
        "rule": None,
        "text": run.say("lesson.table-card" if asks else "lesson.table-intro"),
        "do": run.say("lesson.table-do", task=do) if not asks else "",
        "laid": laid(run, _laid(run), about="laid.about-gear"),
    }


def _laid(run: Run) -> list[Line]:
    """What lies on the board before the craft, and what is in the hand."""
    position, say = run.pending.position, run.say
    words = Words((), say, run.language)
    given, hand = position.layout, position.cubes
    board = rows_said(given, words) if given else say("laid.empty")
    lines = [line(say(f"widgets.{position.kind}"), board)]
    if position.is_unlocked:
        lines.append(line(say("laid.board"), say("laid.right-open")))
    return [*lines, line(say("laid.in-hand"), words.cubes(hand))]


def _card(run: Run, board: OnBoard) -> dict[str, Any] | None:
    cards, own = run.pending.position.cards, board.own_card
    if not cards or (is_at_table(run) and not own):
        return None
    pattern = parse_pattern(own) if own else cards[0].layout
    return {
        "name": run.say("lesson.card-own" if own else "lesson.card-practice"),
        "mark": "" if own else run.say("lesson.house"),
        "house": not own,
        "pattern": print_pattern(pattern),
    }


def _hand(run: Run, board: OnBoard) -> list[dict[str, Any]]:
    """The cubes to choose from: letter, and how many are left (None: as many as you like)."""
    if run.finished is not None:
        return []
    if is_at_table(run):
        return [{"letter": letter, "left": None} for letter in "WMT."]
    task, left = run.pending, board.left
    start = task.position.cubes
    shown = [cube for cube in MATERIALS if start.count(cube) or (task.removable and left.count(cube))]
    buttons: list[dict[str, Any]] = [{"letter": str(cube), "left": left.count(cube)} for cube in shown]
    return [*buttons, {"letter": ".", "left": None}] if task.removable else buttons


def _backpack(run: Run, board: OnBoard) -> str:
    """What a craft that takes cubes out brings, as it stands."""
    task: CraftingTask = run.pending
    if not task.removable or is_at_table(run):
        return ""
    kept = judge(task, board.layout, language=run.language).backpack
    out = task.position.layout.cubes.surplus_over(board.layout.cubes)
    lost = out.surplus_over(kept)
    return run.say("lesson.backpack-line", kept=_named(run, kept), lost=_named(run, lost))


def _named(run: Run, cubes: Cubes) -> str:
    names = [run.say(f"lesson.word-{cube}") for cube in cubes]
    return ", ".join(names) if names else run.say("lesson.nothing")


def _verdict(run: Run, board: OnBoard) -> dict[str, Any] | None:
    refused = "refused-more" if is_at_table(run) or is_done(run.pending, board.layout) else "refused-now"
    more = {"but": "lesson.other-more", "no": f"lesson.{refused}"}
    return verdict(run, check_right=run.say("lesson.check-right"), more=more)


def _asked(run: Run, board: OnBoard) -> list[dict[str, Any]]:
    if asks_for_card(run, board.own_card):
        return [action(run, "own-card", "table-card-done", main=True)]
    if is_at_table(run):
        return [action(run, "is-right", "table-judge", main=True)]
    return [action(run, "finish", "finish", main=True)] if run.pending.finish else []


def _hint_sentence(run: Run) -> str:
    is_off = any(cube == "." for cube, _, _ in run.pending.right)
    shown = run.say("lesson.shown-off" if is_off else "lesson.shown")
    return hint_sentence(run, shown=shown, answer=run.say("lesson.answer-shown"))

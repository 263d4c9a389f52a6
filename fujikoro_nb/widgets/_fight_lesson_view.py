"""What the page of a lesson on fights shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.puzzles.fight_scene import Moment
from fujikoro_nb.widgets._fight_scene_view import asking, label, scene_view
from fujikoro_nb.widgets._lesson_flow import HINTS
from fujikoro_nb.widgets._lesson_view import SEAL, action, bar, new_rule

if TYPE_CHECKING:
    from fujikoro_nb.widgets.fight_lesson import FightLesson

DO = {"roll-dice": "roll", "lose-cubes": "lose", "repair": "repair", "pay-damage": "pay"}


def view(page: FightLesson) -> dict[str, Any]:
    step = page.step
    return {
        "kind": "step" if step else "check",
        "id": page.task.id,
        **_head(page),
        "rule": None if step is None else new_rule(page, step.rule),
        "scene": _scene(page),
        "verdict": _verdict(page),
        "actions": _actions(page),
        "hints": _hint_buttons(page),
        "hint": _hint_sentence(page),
        "cost": page.say("lesson.check-cost") if step is None and page.finished is None else "",
        "alone": page.text("alone") if step and not page.progress.at else "",
        "table": None,
        "skip": step is not None,
        "undo": _undo_label(page),
        "due": len(going.due(page.progress, page.today)) if step and not page.progress.at else 0,
    }


def _head(page: FightLesson) -> dict[str, Any]:
    task, progress, lesson = page.task, page.progress, page.lesson
    if page.step is None:
        number = len(progress.results) - (page.finished is not None)
        return {
            "bar": bar(["done"] * number, going.CHECKS),
            "count": page.say("lesson.check-of", check=number + 1, checks=going.CHECKS),
            "title": page.text(f"check-{task.id}-title"),
            "goal": "",
            "text": page.say("lesson.check-intro") if not number else "",
            "do": page.text(f"check-{task.id}-do", **dict(task.slots)),
        }
    rule, do = lesson.sentences(task, language=page.language)
    states = ["" if letter == "-" else "done" for letter in progress.done]
    return {
        "bar": [*states[: progress.at], "now", *states[progress.at + 1 :]],
        "count": page.say("lesson.step-of", step=progress.at + 1, steps=len(lesson.steps)),
        "title": page.text(f"{task.id}-title"),
        "goal": "" if progress.at else page.text("goal"),
        "text": rule,
        "do": do,
    }


def _scene(page: FightLesson) -> dict[str, Any]:
    """The fight as it is asked, or as it stands after a legal answer."""
    task, judged = page.task, page.judged
    after: Moment | None = judged.after if judged is not None else None
    if after is None:
        shown = scene_view(task.scene, task.moment, page.say, foes=task.foes)
        return {**shown, "ask": asking(task.moment, page.draft, page.say, foes=task.foes), "happened": []}
    scene = task.scene
    shown = scene_view(scene, after, page.say, foes=task.foes)
    ask = asking(task.moment, page.draft, page.say, foes=task.foes) if task.foes else {"mode": ""}
    happened = [{"text": sentence, "rule": rule} for sentence, rule in judged.happened]
    return {**shown, "roll": [], "ask": {**ask, "off": True}, "happened": happened}


def _verdict(page: FightLesson) -> dict[str, Any] | None:
    judged = page.judged
    if judged is None:
        return None
    seal = SEAL[judged.outcome]
    is_check = page.finished is not None
    sentence = page.text("check-right") if is_check and page.is_right else judged.sentence
    more = page.say("lesson.other-more") if seal == "but" and not is_check else ""
    return {
        "seal": seal,
        "word": page.say(f"lesson.seal-{seal}"),
        "sentence": sentence,
        "rule": judged.rule,
        "more": more,
    }


def _actions(page: FightLesson) -> list[dict[str, Any]]:
    if page.finished is not None:
        last = len(page.progress.results) == going.CHECKS
        on = action(page, "next", "check-result" if last else "check-next", main=True)
        if page.is_right or page.shows_answer:
            return [on]
        return [action(page, "show-answer", "hint-show"), on]
    judged = page.judged
    if judged is None:
        key = "choose" if page.task.foes else DO.get(page.task.moment.asks, "choose")
        word = page.say(f"fight-task.do-{key}")
        return [{"act": "answer", "label": word, "main": True, "off": not page.draft}]
    if judged.outcome == Outcome.RIGHT:
        last = page.progress.at == len(page.lesson.steps) - 1
        return [action(page, "next", "to-checks" if last else "next", main=True)]
    again = action(page, "again", "again", main=True)
    return [action(page, "keep", "keep"), again] if judged.outcome == Outcome.OTHER else [again]


def _hint_buttons(page: FightLesson) -> list[dict[str, Any]]:
    if page.finished is not None:
        return []
    names = HINTS if page.step else HINTS[-1:]
    on = page.progress.hints
    return [
        {"number": number, "label": page.say(f"lesson.hint-{name}"), "on": on == number}
        for number, name in enumerate(HINTS, 1)
        if name in names
    ]


def _hint_sentence(page: FightLesson) -> str:
    shown = label(page.task.right[0], page.say)
    if page.shows_answer:
        return page.say("fight-task.answer-shown", answer=shown)
    number = page.progress.hints
    if not number or page.finished is not None:
        return ""
    if number == len(HINTS):
        return page.say("fight-task.shown", answer=shown)
    return page.text(f"{page.task.id}-{HINTS[number - 1]}")


def _undo_label(page: FightLesson) -> str:
    if page.finished is not None:
        return ""
    if page.draft:
        return page.say("fight-task.undo-choice")
    if page.step is not None and page.progress.at:
        return page.say("lesson.undo-step", step=page.progress.at)
    return ""

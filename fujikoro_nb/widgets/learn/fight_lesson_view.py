"""What the page of a lesson on fights shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.puzzles.fight_scene import Moment
from fujikoro_nb.views.fight.scene import asking, label, scene_view
from fujikoro_nb.widgets.learn.lesson_parts import actions, frame, hint_sentence, undo_label, verdict

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.fight_lesson import FightLesson

DO = {"roll-dice": "roll", "lose-cubes": "lose", "repair": "repair", "pay-damage": "pay"}


def view(page: FightLesson) -> dict[str, Any]:
    """What its front end draws."""
    answer = label(page.task.right[0], page.say)
    own = page.say("fight-task.undo-choice") if page.draft else ""
    return {
        **frame(page),
        "scene": _scene(page),
        "verdict": verdict(page, check_right=page.text("check-right"), more={"but": "lesson.other-more"}),
        "actions": actions(page, _asked(page)),
        "hint": hint_sentence(
            page,
            shown=page.say("fight-task.shown", answer=answer),
            answer=page.say("fight-task.answer-shown", answer=answer),
        ),
        "undo": undo_label(page, own),
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


def _asked(page: FightLesson) -> list[dict[str, Any]]:
    key = "choose" if page.task.foes else DO.get(page.task.moment.asks, "choose")
    word = page.say(f"fight-task.do-{key}")
    return [{"act": "answer", "label": word, "main": True, "off": not page.draft}]

"""What the page of a lesson on fights shows, as plain data."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.learning.fighting.task import FightTask, JudgedAnswer
from fujikoro_nb.learning.run import Run
from fujikoro_nb.puzzles.fights.scene import faces_of, last_roll
from fujikoro_nb.views.fight.scene import asking, label, rolled_view, scene_view
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, undo_label, verdict

DO = {"roll-dice": "roll", "lose-cubes": "lose", "repair": "repair", "pay-damage": "pay"}


def fighting_view(run: Run, draft: str) -> dict[str, Any]:
    """What its front end draws; ``draft`` is the answer as it stands."""
    answer = label(run.pending.right[0], run.say)
    own = run.say("fight-task.undo-choice") if draft else ""
    return {
        **frame(run),
        "open_faces": run.pending.moment.asks == "roll-dice" and not run.pending.foes,
        "scene": _scene(run, draft),
        "verdict": verdict(
            run, check_right=run.say("fight-task.check-right"), more={"but": "lesson.other-more"}
        ),
        "actions": actions(run, _asked(run, draft)),
        "hint": hint_sentence(
            run,
            shown=run.say("fight-task.shown", answer=answer),
            answer=run.say("fight-task.answer-shown", answer=answer),
        ),
        "undo": undo_label(run, own),
    }


def _scene(run: Run, draft: str) -> dict[str, Any]:
    """The fight as it is asked, or as it stands after a legal answer."""
    task: FightTask = run.pending
    after = run.judged.after if isinstance(run.judged, JudgedAnswer) else None
    if run.judged is None or after is None:
        shown = scene_view(task.scene, task.moment, run.say, foes=task.foes)
        return {**shown, "ask": asking(task.moment, draft, run.say, foes=task.foes), "happened": []}
    shown = scene_view(task.scene, after, run.say, foes=task.foes)
    ask = asking(task.moment, draft, run.say, foes=task.foes) if task.foes else {"mode": ""}
    dice = last_roll(task.moment, task.scene)
    if after.rolled is not None:
        dice = faces_of(after, after.rolled)
    happened = [{"text": sentence, "rule": rule} for sentence, rule in run.judged.happened]
    return {**shown, "roll": rolled_view(dice), "ask": {**ask, "off": True}, "happened": happened}


def _asked(run: Run, draft: str) -> list[dict[str, Any]]:
    task: FightTask = run.pending
    key = "choose" if task.foes else DO.get(task.moment.asks, "choose")
    word = run.say(f"fight-task.do-{key}")
    return [{"act": "answer", "label": word, "main": True, "off": not draft}]

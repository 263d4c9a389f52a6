"""What the page of a lesson on fights shows, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.components import Face
from fujikoro_nb.learning.fighting.task import FightTask, JudgedAnswer
from fujikoro_nb.learning.run import Run
from fujikoro_nb.odds import Foe
from fujikoro_nb.puzzles.fights.scene import faces_of, last_roll
from fujikoro_nb.views.fight.scene import asking, label, rolled_view, scene_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.at_table import at_table
from fujikoro_nb.views.learn.laid_out import Line, board_said, joined, line
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, undo_label, verdict

DO = {"roll-dice": "roll", "lose-cubes": "lose", "repair": "repair", "pay-damage": "pay"}


def fighting_view(run: Run, draft: str) -> dict[str, Any]:
    """What its front end draws; ``draft`` is the answer as it stands."""
    answer = label(run.pending.right[0], run.say)
    own = run.say("fight-task.undo-choice") if draft else ""
    return {
        **frame(run),
        **at_table(run, lambda: _laid(run), about="laid.about-fight", turn="laid.turn-fight"),
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


def _laid(run: Run) -> list[Line]:
    """The dragon and the board as the fight stands when the learner is asked, and the dice that lie there."""
    task: FightTask = run.pending
    moment, say = task.moment, run.say
    foes = [Foe.parse(one) for one in task.foes or (task.scene.foe,)]
    if moment.fight is not None and not task.foes:
        foes = [msgspec.structs.replace(foes[0], health=max(0, moment.fight.health))]
    mark = say("chosen.mark-token")
    lines = [
        line(
            say("laid.dragon-name"),
            say("laid.foe", health=foe.health, initiative=foe.initiative, dice=foe.dice),
            mark,
        )
        for foe in foes
    ]
    words = Words((), say, run.language)
    board = joined(words, board_said(moment.board, words))
    lines.append(line(say("laid.board"), board or say("laid.empty")))
    if moment.board.is_weapon_grid_open:
        lines.append(line(say("widgets.weapon"), say("laid.right-open")))
    dice = [_die(colour, face, run) for colour, face in last_roll(moment, task.scene)]
    if dice:
        lines.append(line(say("laid.rolled"), ", ".join(dice), say("chosen.mark-die")))
    return lines


def _die(colour: str, face: Face, run: Run) -> str:
    key = "combat.face-broken" if face.is_broken else "combat.face"
    return run.say("laid.die", die=run.say(f"combat.die-{colour}"), face=run.say(key, hits=face.hits))


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

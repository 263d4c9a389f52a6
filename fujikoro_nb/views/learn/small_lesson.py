"""What the page of a lesson on a small game shows: that game's own table, without what it would give away."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.run import Run
from fujikoro_nb.learning.small.task import Played, SmallTask, asked, begun
from fujikoro_nb.play.seats import Table
from fujikoro_nb.play.small import chairs_of
from fujikoro_nb.puzzles.small.seats import LEARNER, NAMES
from fujikoro_nb.views.learn.at_table import at_table
from fujikoro_nb.views.learn.laid_small import laid_small
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, undo_label, verdict
from fujikoro_nb.views.small.boards import BOARDS
from fujikoro_nb.views.small.scene import Scene, happened
from fujikoro_nb.views.small.words import SmallWords


def is_live(run: Run) -> bool:
    """Whether the learner may still answer in this task."""
    is_judged = run.judged is not None and run.judged.outcome in (Outcome.RIGHT, Outcome.OTHER)
    return run.finished is None and not run.is_over and not is_judged


def small_view(run: Run, played: Played, given: tuple[str, ...]) -> dict[str, Any]:
    """What its front end draws; ``given`` are the answers so far, ``played`` the table after them."""
    task: SmallTask = run.pending
    way = shown_way(task, run.language)
    return {
        **frame(run),
        **at_table(
            run,
            lambda: laid_small(begun(task).state, words_of(task, run.language)),
            about="laid.about-cards",
            turn="laid.turn-cards",
        ),
        "small": _table(run, played),
        "verdict": verdict(
            run, check_right=run.say("small-task.check-right"), more={"but": "lesson.other-more"}
        ),
        "actions": actions(run, []),
        "hint": hint_sentence(
            run,
            shown=run.say("small-task.shown", way=way),
            answer=run.say("small-task.answer-shown", way=way),
        ),
        "undo": undo_label(run, run.say("small-task.undo") if given else ""),
    }


def words_of(task: SmallTask, language: str) -> SmallWords:
    """What a task's game calls things and seats."""
    return SmallWords(task.name, NAMES, language)


def shown_way(task: SmallTask, language: str) -> str:
    """A right way in words."""
    words, played, said = words_of(task, language), begun(task), []
    for text in task.right[0]:
        answer = task.table.read(text)
        said.append(BOARDS[task.name].label(answer, words, played.state))
        step = task.game.step(played.state, answer) if asked(task, played) is not None else None
        played = played if step is None else Played(step.state)
    return words.common("small-task.then").join(said)


def _table(run: Run, played: Played) -> dict[str, Any]:
    """The table through the learner's eyes; every answer looks as if it could be given: the engine says which can."""
    task: SmallTask = run.pending
    question, words = task.game.question(played.state), words_of(task, run.language)
    names = NAMES[: task.table.seats]
    lines = (*task.table.before(), *played.lines)
    scene = Scene(
        game=task.game,
        state=task.game.view_for(played.state, LEARNER),
        question=question,
        lines=lines,
        table=Table(chairs_of(names, ["person"] * len(names))),
        eyes=LEARNER,
        words=words,
        whys={},
        is_own_phone=True,
    )
    is_asked = is_live(run) and asked(task, played) is not None
    table = BOARDS[task.name].view(scene)
    return {
        "game": task.name,
        "at": len(lines),
        "asked": question.kind if is_asked and question is not None else "",
        "own": True,
        "mine": is_asked,
        "needs_curtain": False,
        "table": _tried(table, scene, task) if is_asked else _unadvised(table),
        "shows": list(task.shows),
        "happened": happened(scene, len(task.table.before())) if played.lines else [],
    }


def _tried(table: dict[str, Any], scene: Scene, task: SmallTask) -> dict[str, Any]:
    """Nothing says beforehand what cannot be given, and nothing is advised."""
    label, words = BOARDS[task.name].label, scene.words
    hand = []
    for card in table.get("hand", []):
        one = {**card, "why": None, "can": True, "floors": "", "best": False}
        if card.get("why") and not card.get("ways", True):
            answer = scene.game.from_text(card["text"])
            one["ways"] = [{"text": card["text"], "label": label(answer, words, scene.state)}]
        hand.append(one)
    answers: list[Answer] = [task.table.read(text) for text in task.table.offers(scene.state)]
    rows = [
        {
            "text": scene.text(one),
            "label": label(one, words, scene.state),
            "can": True,
            "why": None,
            "floors": "",
            "best": False,
            "main": False,
        }
        for one in answers
    ]
    rows = rows or [{**one, "main": False} for one in table.get("answers") or []]
    return {**table, "hand": hand, "draws": None, "stop": None, "answers": rows}


def _unadvised(table: dict[str, Any]) -> dict[str, Any]:
    """What is judged already, without what cards of the hand would be worth."""
    hand = [{**card, "floors": "", "best": False} for card in table.get("hand", [])]
    return {**table, "hand": hand} if hand else table

"""What the page of the lesson on turns shows beside the map, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.board import SLOTS
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns import SEAT, Answers
from fujikoro_nb.widgets._lesson_flow import HINTS
from fujikoro_nb.widgets._lesson_view import SEAL, action, bar, new_rule

if TYPE_CHECKING:
    from fujikoro_nb.widgets.turn_lesson import TurnLessonPage

ACTIONS = ("explore", "gather", "rest")
"""Actions with a button; a move is a tap on the map."""

SIXTHS = 6
"""explore.orient"""


def view(page: TurnLessonPage) -> dict[str, Any]:
    step = page.step
    return {
        "kind": "step" if step else "check",
        "id": page.task.id,
        **_head(page),
        "rule": None if step is None else new_rule(page, step.rule),
        "turn": _turn(page),
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


def _head(page: TurnLessonPage) -> dict[str, Any]:
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


def _turn(page: TurnLessonPage) -> dict[str, Any]:
    """The turn as it stands: what the samurai has, and the ways to go on."""
    samurai, board = page.state.samurai[SEAT], page.state.fighter(SEAT)
    is_live = page.is_live
    judged = page.judged
    happened = judged.happened if judged is not None else ()
    return {
        "pool": board.pool,
        "spent": sum(samurai.fields),
        "discs": page.say("turn-task.discs", ready=board.pool, all=board.pool + sum(samurai.fields)),
        "cubes": str(board.backpack.cubes),
        "backpack": page.say("turn-task.backpack"),
        "points": page.say("turn-task.points", points=samurai.score),
        "buttons": _buttons(page) if is_live else [],
        "spaces": _spaces(page) if is_live else [],
        "happened": [{"text": sentence, "rule": rule} for sentence, rule in happened],
    }


def _buttons(page: TurnLessonPage) -> list[dict[str, Any]]:
    asks, offer = page.asks, page.map.offer
    row = next((one for one in page.map.reach["rows"] if offer and offer.space in one["spaces"]), None)
    if asks == "turn-tile":
        return [
            _button(page, "turn", "turn-left", by=-1),
            _button(page, "turn", "turn-right", by=1),
            _button(page, "lay", "lay", main=True),
        ]
    if asks == "place":
        go = _button(page, "go", "go-place", main=row is not None, off=row is None)
        return [{**go, "label": row["go"] if row else go["label"]}]
    if asks != "act":
        return []
    go = _button(page, "go", "go-move", main=row is not None, off=row is None)
    go = {**go, "label": row["go"] if row else go["label"], "discs": _spent(page, "move")}
    takes = [
        {**_button(page, "take", action, action=action), "discs": _spent(page, action)} for action in ACTIONS
    ]
    return [go, *takes]


def _spent(page: TurnLessonPage, field: str) -> int:
    """Discs that lie on the field of an action; a rest has none."""
    fields = page.state.samurai[SEAT].fields
    return fields[SLOTS.index(field)] if field in SLOTS else 0


def _button(
    page: TurnLessonPage, act: str, key: str, *, main: bool = False, off: bool = False, **fields: Any
) -> dict[str, Any]:
    return {
        "key": key,
        "act": act,
        "fields": fields,
        "label": page.say(f"turn-task.{key}"),
        "main": main,
        "off": off,
        "discs": 0,
    }


def _spaces(page: TurnLessonPage) -> list[dict[str, Any]]:
    """Where the map can be tapped, for those who do not tap."""
    return [
        {
            "space": row["spaces"][0],
            "name": row["name"],
            "about": ", ".join(filter(None, (row["text"], row["price"]))),
            "on": page.map.selected in row["spaces"],
        }
        for row in page.map.reach["rows"]
    ]


def _verdict(page: TurnLessonPage) -> dict[str, Any] | None:
    judged = page.judged
    if judged is None:
        return None
    seal = SEAL[judged.outcome]
    is_check = page.finished is not None
    return {
        "seal": seal,
        "word": page.say(f"lesson.seal-{seal}"),
        "sentence": page.text("check-right") if is_check and page.is_right else judged.sentence,
        "rule": judged.rule,
        "more": page.say("lesson.other-more") if seal == "but" and not is_check else "",
    }


def _actions(page: TurnLessonPage) -> list[dict[str, Any]]:
    if page.finished is not None:
        last = len(page.progress.results) == going.CHECKS
        on = action(page, "next", "check-result" if last else "check-next", main=True)
        if page.is_right or page.shows_answer:
            return [on]
        return [action(page, "show-answer", "hint-show"), on]
    judged = page.judged
    if judged is None:
        return []
    if judged.outcome == Outcome.RIGHT:
        last = page.progress.at == len(page.lesson.steps) - 1
        return [action(page, "next", "to-checks" if last else "next", main=True)]
    again = action(page, "again", "again", main=True)
    return [action(page, "keep", "keep"), again] if judged.outcome == Outcome.OTHER else [again]


def _hint_buttons(page: TurnLessonPage) -> list[dict[str, Any]]:
    if page.finished is not None:
        return []
    names = HINTS if page.step else HINTS[-1:]
    on = page.progress.hints
    return [
        {"number": number, "label": page.say(f"lesson.hint-{name}"), "on": on == number}
        for number, name in enumerate(HINTS, 1)
        if name in names
    ]


def _hint_sentence(page: TurnLessonPage) -> str:
    shown = _way(page, page.task.right[0])
    if page.shows_answer:
        return page.say("turn-task.answer-shown", way=shown)
    number = page.progress.hints
    if not number or page.finished is not None:
        return ""
    if number == len(HINTS):
        return page.say("turn-task.shown", way=shown)
    return page.text(f"{page.task.id}-{HINTS[number - 1]}")


def _way(page: TurnLessonPage, answers: Answers) -> str:
    """A row of answers as a person does them on this page."""
    said = []
    for answer in answers:
        verb, *words = answer.split()
        match verb:
            case "walk" | "place":
                said.append(page.say(f"turn-task.way-{verb}", space=words[-1]))
            case "turn":
                sixths = -int(words[0]) % SIXTHS
                key = "turn" if sixths else "lay"
                said.append(page.say(f"turn-task.way-{key}", sixths=sixths))
            case "explore" | "gather" | "rest":
                said.append(page.say("turn-task.way-press", button=page.say(f"turn-task.{verb}")))
    return ", ".join(said)


def _undo_label(page: TurnLessonPage) -> str:
    if page.finished is not None:
        return ""
    if page.answers:
        return page.say("turn-task.undo-done")
    if page.step is not None and page.progress.at:
        return page.say("lesson.undo-step", step=page.progress.at)
    return ""

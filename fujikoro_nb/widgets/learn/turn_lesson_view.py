"""What the page of the lesson on turns shows beside the map, as plain data; every sentence is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.learning.turns import SEAT, Answers
from fujikoro_nb.widgets.learn.lesson_parts import actions, frame, hint_sentence, undo_label, verdict

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.turn_lesson import TurnLessonPage

ACTIONS = ("explore", "gather", "rest")
"""Actions with a button; a move is a tap on the map."""

SIXTHS = 6
"""explore.orient"""


def view(page: TurnLessonPage) -> dict[str, Any]:
    """What its front end draws."""
    way = _way(page, page.task.right[0])
    own = page.say("turn-task.undo-done") if page.answers else ""
    return {
        **frame(page),
        "turn": _turn(page),
        "verdict": verdict(page, check_right=page.text("check-right"), more={"but": "lesson.other-more"}),
        "actions": actions(page, []),
        "hint": hint_sentence(
            page,
            shown=page.say("turn-task.shown", way=way),
            answer=page.say("turn-task.answer-shown", way=way),
        ),
        "undo": undo_label(page, own),
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

"""A lesson on turns without a browser: what its page is sent, and steps played up to one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fujikoro_nb.learning.turns.task import Answers
from fujikoro_nb.views.learn.turns_lesson import choices

ON_MAP = ("walk", "place", "join", "lay", "flee", "revive")
"""Answers that are a tap on the map."""

PARTS = ("main", "bonus")
"""What a move with a gear card is asked first: it has a button then."""


def send(page: Any, act: str, **fields: object) -> None:
    """What a browser sends."""
    page._handle_custom_msg({"act": act, **fields}, ())


def enter(page: Any, answers: Answers) -> None:
    """Answers as the page gives them: taps on the map, and buttons."""
    for answer, following in zip(answers, (*answers[1:], ""), strict=True):
        verb, *words = answer.split()
        if verb == "move" and following in PARTS:
            send(page, "take", action=verb)
        elif answer in choices(page.desk.state):
            send(page, "choose", text=answer)
        elif verb in ON_MAP:
            page.map.selected = f"{words[-1]}.0" if verb == "place" else words[-1]
            send(page, "go")
        elif verb == "turn":
            for _ in range(int(words[0])):
                send(page, "turn", by=1)
            send(page, "lay")
        elif verb == "dragon":
            page.map.selected = f"{words[0].removeprefix('dragon-')}.0"
            send(page, "go")
        elif verb not in ("move", "halt"):
            send(page, "take", action=verb)


def play_to(page: Any, steps: Iterable[Any], name: str) -> None:
    """The right way through the steps before this one."""
    for step in steps:
        if step.id == name:
            break
        enter(page, step.right[0])
        send(page, "next")
    assert page.view["id"] == name

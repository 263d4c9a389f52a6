"""A lesson on a small game without a browser: what its page is sent."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.learning.small.task import Answers
from tests.support.turn_lessons import send


def enter(page: Any, answers: Answers) -> None:
    """Answers as the table sends them."""
    for text in answers:
        task = page.desk.task
        answer = task.game.to_text(task.table.read(text))
        send(page, "choose", text=answer, at=page.view["small"]["at"])

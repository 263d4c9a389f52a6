"""A lesson on a small game without a browser: what its page is sent."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.makai_fuda.state import Play
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.small.task import Answers, SmallTask, judge_small
from fujikoro_nb.learning.small.ways import options_of
from tests.support.turn_lessons import send


def enter(page: Any, answers: Answers) -> None:
    """Answers as the table sends them."""
    for text in answers:
        task = page.desk.task
        answer = task.game.to_text(task.table.read(text))
        send(page, "choose", text=answer, at=page.view["small"]["at"])


def missed(task: SmallTask) -> Answers:
    """An answer that is legal and not right; where every legal one is right, a monster that may not be played."""
    for way in options_of(task):
        if judge_small(task, way, right="", language="en").outcome == Outcome.OTHER:
            return way
    state = task.table.start()
    barred = (task.table.printed(Play(card)) for card in state.hands[0] if not card.is_magic)
    return next((text,) for text in barred if (text,) not in task.right)

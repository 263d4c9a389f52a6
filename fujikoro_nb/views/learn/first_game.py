"""The first game with a coach, as plain data: what the coach says, and the game looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fujikoro_nb.bots.bot import Choice
from fujikoro_nb.bots.counsel import Judged
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.kernel import Line, Question
from fujikoro_nb.learning.first_game import TURNS
from fujikoro_nb.play.guided import LEARNER, Guided, Noted
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["COSTLY", "counsel_view", "is_costly", "nudge_view", "points_said", "review_view"]

COSTLY = 0.9
"""From so many points on the coach speaks up before an answer is given, and the review names it."""
RISKY = 50
"""So does a fight that is won less often."""
MOST = 3
"""Decisions that a review names."""


def is_costly(judged: Judged | Noted) -> bool:
    """Whether an answer throws much away. Whoever walks into a fight risks the fight, whatever else is near."""
    if judged.percent is not None:
        return judged.percent < RISKY
    return judged.loss >= COSTLY


def points_said(judged: Judged | Noted, words: Words) -> str:
    """What an answer gives away: the odds of a fight, or points in whole numbers."""
    if judged.percent is not None:
        return words.say("first-game.guide-risks", percent=judged.percent)
    return words.say("first-game.guide-costs", n=max(1, round(judged.loss)))


def _done(choice: Choice, words: Words) -> str:
    """What the coach would do, and its reason where that says more."""
    return words.say("first-game.guide-in-your-place", why=words.why(choice.why))


def nudge_view(judged: Judged, words: Words) -> dict[str, Any]:
    """What the coach says before an answer that throws much away is given."""
    return {
        "kind": "nudge",
        "text": points_said(judged, words),
        "why": _done(judged.better, words),
        "rule": _rule_of(judged.better.answer),
    }


def counsel_view(choice: Choice, question: Question, words: Words) -> dict[str, Any]:
    """What the coach would answer, for whoever asks."""
    return {
        "kind": "counsel",
        "text": capital(words.answer(choice.answer)),
        "why": _done(choice, words),
        "rule": _rule_of(choice.answer) or question.rule,
    }


def _rule_of(answer: object) -> str:
    return _RULES.get(answer.field, "") if isinstance(answer, Act) else ""


_RULES = {
    "move": "move.steps.base",
    "explore": "explore.announce",
    "gather": "gather.what",
    "rest": "turn.rest.returns-all",
}
"""What stands behind an action, as its card of twenty seconds says first."""


def review_view(session: GameSession, guided: Guided, words: Words) -> dict[str, Any]:
    """Twelve turns looked at again: points, how often the coach would have done the same, and what cost most."""
    state, lines = session.state, session.lines
    costly = sorted((one for one in guided.noted if is_costly(one)), key=_weight, reverse=True)[:MOST]
    alike = sum(not is_costly(one) for one in guided.noted)
    mine, other = state.samurai[LEARNER], state.samurai[1]
    return {
        "title": words.say("first-game.guide-review", turns=TURNS),
        "points": words.say(
            "first-game.guide-review-points", name=words.seat(1), mine=mine.score, theirs=other.score
        ),
        "alike": words.say("first-game.guide-review-alike", n=alike, all=len(guided.noted)),
        "costly": [_costly_row(one, session, lines, words) for one in sorted(costly, key=lambda one: one.at)],
    }


def _weight(note: Noted) -> float:
    return note.loss if note.percent is None else (RISKY - note.percent) / 10


def _costly_row(note: Noted, session: GameSession, lines: Sequence[Line], words: Words) -> dict[str, Any]:
    better = session.game.from_text(note.better)
    return {
        "title": words.say("first-game.guide-turn", turn=note.turn),
        "did": words.say("first-game.guide-did", what=_did(note, lines, words)),
        "cost": points_said(note, words),
        "better": words.say("first-game.guide-better", what=words.answer(better)),
        "rule": _rule_of(better) or lines[note.at].question.rule,
    }


def _did(note: Noted, lines: Sequence[Line], words: Words) -> str:
    """The answer, and of a move where it went."""
    line = lines[note.at]
    after = lines[note.at + 1] if note.at + 1 < len(lines) else None
    if line.entry.answer == Act("move") and after is not None and isinstance(after.entry.answer, Walk):
        line = after
    return words.given(line)


def text_of(choice: Choice) -> str:
    """The coach's answer as the game's short text."""
    return print_game_answer(choice.answer)

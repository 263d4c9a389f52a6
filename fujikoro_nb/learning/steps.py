"""A lesson as code: its steps and checks, and what the engine says to an answer, to be shown in a notebook.

>>> tried = Steps("together").tried(5, "dragon dragon-I-1")
>>> tried.outcome
<Outcome.RIGHT: 'right'>
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from fujikoro_nb.learning.index import kind_of, lesson_of
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.texts import say


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a step or a check, and what came of it."""

    title: str
    answer: str
    judged: Judged
    language: str = "en"

    @property
    def outcome(self) -> Outcome:
        """Right; legal, but not what is practised; not allowed; or not finished."""
        return self.judged.outcome

    @property
    def rule(self) -> str:
        """The rule behind it."""
        return self.judged.rule

    def _repr_html_(self) -> str:
        """What was answered, the verdict, and what happened, each with its rule."""
        seal = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}.get(self.outcome)
        word = say(f"lesson.seal-{seal}", language=self.language) if seal else "…"
        rows = [(word, self.judged.sentence, self.rule), *(("", *one) for one in self.judged.happened)]
        cells = "".join(
            f"<tr><th>{escape(first)}</th><td style='text-align:left'>{escape(text)}</td>"
            f"<td><code>{escape(rule)}</code></td></tr>"
            for first, text, rule in rows
        )
        caption = f"{escape(self.title)}: <code>{escape(self.answer)}</code>"
        return f"<table><caption style='text-align:left'>{caption}</caption>{cells}</table>"


class Steps:
    """The steps of a lesson, counted from 1, and its checks; an answer is a text as the lesson's file has it."""

    def __init__(self, lesson: str, *, language: str = "en") -> None:
        self._lesson, self._kind, self._language = lesson_of(lesson), kind_of(lesson), language

    def tried(self, number: int, answer: str) -> Tried:
        """What comes of an answer to a step. Raises IndexError, Unreadable."""
        step = self._lesson.steps[number - 1]
        title = self._lesson.text(f"{step.id}-title", language=self._language)
        praise = f"lesson-{self._lesson.id}.{step.id}-right"
        return self._tried(title, step, answer, praise, step.rule)

    def check(self, kind: str, answer: str = "", *, seed: int = 1) -> Tried:
        """What comes of an answer to a check; without one, of its first right answer. Raises Unreadable."""
        task = self._kind.check(kind, seed)
        rule = self._lesson.checks[kind][0]
        slots = task.said(language=self._language)
        title = self._lesson.text(f"check-{kind}-do", language=self._language, **slots)
        praise = f"lesson-{self._lesson.id}.check-{kind}-title"
        return self._tried(title, task, answer or self._kind.right(task)[0], praise, rule)

    def _tried(self, title: str, task: Any, answer: str, praise: str, rule: str) -> Tried:
        judged = self._kind.judge(task, answer, right=praise, rule=rule, language=self._language)
        return Tried(title=title, answer=answer, judged=judged, language=self._language)

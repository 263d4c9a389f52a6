"""What all lessons have in common: steps with one new rule each, and what is said of an answer.

An answer has one of three outcomes (need T3): right; legal, but not what the step practises; not allowed, with the
engine's own sentence and rule. Until something is finished it has none.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec

from fujikoro_nb.texts import say

STEP_WORDS = 60
GOAL_WORDS = 75


OUR_CARDS = "cards"


class Outcome(StrEnum):
    """The three outcomes, and ``idle`` while the learner is still at it."""

    IDLE = "idle"
    RIGHT = "right"
    OTHER = "other"
    REFUSED = "refused"


class Task(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks a learner to do."""

    id: str
    slots: tuple[tuple[str, int | str], ...] = ()
    """Data that its sentences need."""
    ours: str = ""
    """The numbers that it takes for granted and no booklet prints: their rule, or their name among the chosen, or
    `OUR_CARDS` for what cards of ours show and do."""

    def said(self, *, language: str) -> dict[str, int | str]:
        """That data as a language says it."""
        return dict(self.slots)


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is worth: outcome, the sentence to say, its rule."""

    outcome: Outcome
    sentence: str = ""
    rule: str = ""
    happened: tuple[tuple[str, str], ...] = ()
    """Sentences of the engine's events, each with its rule."""


S = TypeVar("S", bound=Task)
Check = Annotated[str, msgspec.Meta(max_length=20)]
"""A kind of check, as browsers keep it."""


CHECKS = 3
"""Checks at the end of a lesson."""


class Lesson(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """The steps and checks of one lesson; its sentences are in the table ``lesson-<id>``."""

    id: str
    checks: Annotated[
        dict[Check, Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]],
        msgspec.Meta(min_length=CHECKS, max_length=CHECKS),
    ]
    """What is checked at its end, out of what its kind can check, each with the rules of the steps that it tests; the
    first one is what is said of a right answer."""
    steps: Annotated[tuple[S, ...], msgspec.Meta(min_length=1)]
    is_for_table: bool = True
    """Whether its steps can be laid out on a real board (need T7); how, the engine's position says."""

    def text(self, key: str, *, language: str = "en", **data: Any) -> str:
        """One of the lesson's sentences."""
        return say(f"lesson-{self.id}.{key}", language=language, **data)

    def goal_of_the_game(self, *, language: str = "en") -> str:
        """What the game is about, at most 75 words (need T1)."""
        return self.text("goal", language=language)

    def sentences(self, step: Task, *, language: str = "en") -> tuple[str, str]:
        """The new rule and what to do, together at most 60 words (need T2)."""
        return (
            self.text(f"{step.id}-rule", language=language),
            self.text(f"{step.id}-do", language=language),
        )


class LessonKind(Protocol):
    """One kind of lessons: what its file holds, its checks, and what the engine says to an answer.

    An answer is a text: what the browser keeps of it as well. Every room says ``KIND: LessonKind = ...``, by which the
    type checker finds what a kind lacks.
    """

    @property
    def name(self) -> str:
        """Its room here, by which `index` lists it."""

    @property
    def shape(self) -> Any:
        """``Lesson[Step]``: what the file of a lesson is read as. A step is a task with ``rule``, ``wrong_outcome``."""

    @property
    def checks(self) -> tuple[str, ...]:
        """The kinds of checks that its lessons can end with."""

    def check(self, kind: str, seed: int) -> Any:
        """The check of a kind that a seed gives, the same every time."""

    def right(self, task: Any) -> tuple[str, ...]:
        """The right answers that a task names, the shown one first."""

    def wrong(self, step: Any) -> str:
        """An answer of a step that goes wrong."""

    def judge(self, task: Any, answer: str, *, right: str, rule: str, language: str) -> Judged:
        """What the engine and the goal say. ``right`` and ``rule``: the key of what to say when it is right, and of
        which rule. Raises Unreadable for a text that is no answer.
        """

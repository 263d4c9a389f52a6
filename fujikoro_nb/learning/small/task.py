"""A task of a small game: a position, answers that its engine plays, and what has to come of them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from fujikoro_nb.engine.games import game_named
from fujikoro_nb.engine.kernel import (
    Answer,
    Entry,
    Event,
    Game,
    Line,
    Question,
    Refusal,
)
from fujikoro_nb.learning.happened import has_happened
from fujikoro_nb.learning.lesson import Judged, Outcome, Task
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable
from fujikoro_nb.puzzles.small.makai import MakaiTable
from fujikoro_nb.puzzles.small.seats import LEARNER
from fujikoro_nb.puzzles.small.things import thing
from fujikoro_nb.texts import refusal_sentence, say

Answers = tuple[str, ...]
"""What is answered one after the other, each as its table prints it."""

SmallTable = MakaiTable | FujiTable


class SmallGoal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What has to come of the answers; what is empty is not asked."""

    gives: Answers = ()
    """The last answer is one of these."""
    happens: tuple[str, ...] = ()
    """What happens, by the kind of event, each perhaps with some of its data: ``match-won kind=blue``."""
    never: tuple[str, ...] = ()
    """The same of what must not happen."""

    def is_met(self, answers: Answers, events: tuple[Event, ...]) -> bool:
        """Whether all of it has come."""
        return (
            (not self.gives or answers[-1] in self.gives)
            and all(has_happened(one, events) for one in self.happens)
            and not any(has_happened(one, events) for one in self.never)
        )


class SmallTask(Task, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks, with the ways to do it, the shown one first."""

    rule: str
    table: SmallTable
    goal: SmallGoal
    right: Annotated[tuple[Answers, ...], msgspec.Meta(min_length=1)]
    replies: Answers = ()
    """What chance and the others answer afterwards, in this order; without them they are not asked."""
    shows: tuple[str, ...] = ()
    """Parts of the table that are shown besides what is always seen."""
    miss: str
    """What to say when it is legal and not right, by its key."""

    def said(self, *, language: str) -> dict[str, int | str]:
        """Monsters and cards by their names."""
        return {name: thing(self.name, value, language) for name, value in self.slots}

    @property
    def game(self) -> Game[Any]:
        """The game that it belongs to."""
        return game_named(self.name)

    @property
    def name(self) -> str:
        """The game's name."""
        return str(self.table.__struct_config__.tag)


class SmallStep(SmallTask, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task that teaches one rule, with answers that go wrong."""

    wrong: Answers
    wrong_outcome: Outcome


class Played(msgspec.Struct, frozen=True):
    """A table after some answers; ``refusal`` says why the last one was not given."""

    state: Any
    lines: tuple[Line, ...] = ()
    """One an answer, of everybody and of chance."""
    refusal: Refusal | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(one for line in self.lines for one in line.events)


class JudgedSmall(Judged, frozen=True, kw_only=True):
    """What the answers are worth, with the table as it stands then."""

    played: Played


def begun(task: SmallTask) -> Played:
    """The table that the learner sees first."""
    return Played(task.table.start())


def play(task: SmallTask, answers: Answers) -> Played:
    """The table after these answers, up to the first that is refused. Raises Unreadable."""
    played, replies = begun(task), task.replies
    for text in answers:
        played = _answered(task.game, played, task.table.read(text))
        if played.refusal is not None:
            return played
        played, replies = _replied(task, played, replies)
    return played


def asked(task: SmallTask, played: Played) -> Question | None:
    """The question to the learner; None when somebody else is asked, or nobody."""
    question = task.game.question(played.state)
    return question if question is not None and question.seat == LEARNER else None


def _answered(game: Game[Any], played: Played, answer: Answer) -> Played:
    refusal = game.check(played.state, answer)
    if refusal is not None:
        return msgspec.structs.replace(played, refusal=refusal)
    question = game.question(played.state)
    assert question is not None, "checked"
    step = game.step(played.state, answer)
    line = Line(question, Entry(question.seat, answer), step.events)
    return Played(step.state, (*played.lines, line))


def _replied(task: SmallTask, played: Played, replies: Answers) -> tuple[Played, Answers]:
    """Everybody else has answered, as far as there are replies: the first that can be given, and then those behind."""
    while (question := task.game.question(played.state)) is not None and question.seat != LEARNER:
        for number, text in enumerate(replies):
            then = _answered(task.game, played, task.table.read(text))
            if then.refusal is None:
                played, replies = then, replies[number + 1 :]
                break
        else:
            break
    return played, replies


def judge_small(task: SmallTask, answers: Answers, *, right: str, language: str) -> JudgedSmall:
    """What the engine and the goal say. ``right``: the key of what to say when they are right. Raises Unreadable."""
    played = play(task, answers)
    if played.refusal is not None:
        named = _named(task.name, played.refusal, language)
        sentence = refusal_sentence(named, language=language)
        return JudgedSmall(
            outcome=Outcome.REFUSED,
            sentence=sentence[:1].upper() + sentence[1:],
            rule=played.refusal.rule,
            played=played,
        )
    if answers and task.goal.is_met(answers, played.events):
        praise = say(right, language=language) if right else ""
        return JudgedSmall(outcome=Outcome.RIGHT, sentence=praise, rule=task.rule, played=played)
    if any(way[: len(answers)] == answers for way in task.right):
        return JudgedSmall(outcome=Outcome.IDLE, played=played)
    sentence = say(task.miss, language=language)
    return JudgedSmall(outcome=Outcome.OTHER, sentence=sentence, rule=task.rule, played=played)


def _named(game: str, refusal: Refusal, language: str) -> Refusal:
    data = tuple((name, thing(game, value, language)) for name, value in refusal.data)
    return msgspec.structs.replace(refusal, data=data)

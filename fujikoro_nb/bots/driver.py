"""Plays a session to its end with one bot a seat; the session's dealer answers for chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from fujikoro_nb.bots.bot import Bot, Choice
from fujikoro_nb.engine.kernel import CHANCE, Event, Question, Session

MOST_TURNS = 1000
"""A game that takes longer is broken off."""

ENDED_BY_TURNS = "turns"
ENDED_BY_RULES = "end"
TURN_BEGINS, TURN_OVER = "turn", "turn-over"


class Played(msgspec.Struct, frozen=True):
    """How a game of bots went. ``ended_by`` is ``end``, or ``turns`` when it was broken off."""

    turns: int
    decisions: int
    """Answers that a bot chose, forced ones not among them."""
    ended_by: str


def play_out(
    session: Session[Any],
    bots: Sequence[Bot],
    *,
    most_turns: int = MOST_TURNS,
    turn: str = TURN_OVER,
    hear: Callable[[Question, Choice], None] | None = None,
) -> Played:
    """Let the bots answer until the game is over or so many turns are.

    ``turn`` is the kind of event that ends what counts as a turn in this game. ``hear`` is told each choice before it
    is played. The session needs a dealer. Raises Illegal when a bot gives an answer that the rules refuse.
    """
    turns = turns_over(session.events, turn)
    decisions = 0
    while (question := session.question) is not None:
        if turns >= most_turns:
            return Played(turns, decisions, ENDED_BY_TURNS)
        if question.seat == CHANCE:
            turns += turns_over(session.deal(), turn)
            continue
        choice = bots[question.seat].choose(session.game, session.view_for(question.seat), question)
        if hear is not None:
            hear(question, choice)
        turns += turns_over(session.play(choice.answer), turn)
        decisions += 1
    return Played(turns, decisions, ENDED_BY_RULES)


def turns_over(events: Iterable[Event], turn: str = TURN_OVER) -> int:
    """How many turns ended in these events."""
    return sum(event.kind == turn for event in events)


def begun_turns(events: Sequence[Event]) -> list[Event]:
    """The events with which a turn begins; not those of who has left, whose turns are over as they begin."""
    following = (*(event.kind for event in events[1:]), "")
    return [
        event
        for event, after in zip(events, following, strict=False)
        if event.kind == TURN_BEGINS and after != TURN_OVER
    ]

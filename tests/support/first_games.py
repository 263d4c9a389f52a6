"""Twelve turns of the first game, as the coach plays them, but for one answer."""

from __future__ import annotations

from functools import cache

from fujikoro_nb.bots.counsel import Counsel
from fujikoro_nb.learning.first_game import TURNS
from fujikoro_nb.play.bots import bots_of
from fujikoro_nb.play.guided import LEARNER, Guided, Noted, begin_first_game, kept_guided, turns_over
from fujikoro_nb.play.seats import dealt


@cache
def twelve_turns() -> bytes:
    """The save: the second action is a move, which gives a point away against a rest that builds."""
    session, table = begin_first_game("You", "Tame bot")
    players = {LEARNER: Counsel(), **bots_of(table)}
    guided, acts = Guided(), 0
    while True:
        question = dealt(session, table).question
        assert question is not None, "twelve turns do not end a game"
        if turns_over(session) == TURNS and question.seat == LEARNER:
            break
        answer = players[question.seat].choose(session.game, session.view_for(question.seat), question).answer
        if question.seat == LEARNER and question.kind == "act":
            acts += 1
            note = Noted(len(session.lines), turns_over(session) + 1, 0.0, session.game.to_text(answer))
            if acts == 2:
                note = Noted(note.at, note.turn, 1.0, note.better)
                answer = session.game.from_text("move")
            guided = guided.with_note(note)
        session.play(answer)
    kept_guided(session, guided)
    return session.save()

"""The tile that somebody has looked at: no page tells it to others, and learning it cannot be taken back unmarked."""

from __future__ import annotations

import json

import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Act, DoPart, Enough, LookAt
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import OwnedCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Seat, Seeded, Session
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.log import log_view
from fujikoro_nb.views.game.words import Words
from tests.support.game_positions import realm
from tests.support.gear_positions import board


def looked(*seats: int, seed: int = 3) -> Session[GameState]:
    """Seats 0 and 1 have a card that looks; those named have looked at the first stack, one action each."""
    seer = board(cards=(OwnedCard("staff", GearKind.WEAPON, "explore", "peek"),))
    session = Session(GAME, realm(seer, seer).state, dealer=Seeded(seed), auto_deal=True)
    for seat in seats:
        while session.question is not None and session.question.seat != seat:
            rest = Act("rest") if session.question.kind == "act" else next(iter(session.options))
            session.play(rest)
        session.play(Act("explore"))
        session.play(DoPart("bonus"))
        session.play(LookAt("I"))
        session.play(Enough())
    return session


@pytest.mark.rule("gearcard.bonus.peek")
def test_no_slice_of_the_log_names_a_tile_that_was_looked_at() -> None:
    """A page shows the last lines only, so any line may be the first one."""
    for seats in ((0,), (0, 1)):
        session = looked(*seats)
        (peeked,) = session.state.peeked
        assert peeked.tile is not None and peeked.seats == seats
        assert any(line.entry.seat == CHANCE for line in session.lines)
        for language in LANGUAGES:
            words = Words(
                ["A", "B"], lambda key, lang=language, **data: say(key, language=lang, **data), language
            )
            for first in range(len(session.lines)):
                for last in range(first, len(session.lines)):
                    told = log_view(
                        session.lines[first : last + 1], words, session.state.colours, {}, first=first
                    )
                    said = json.dumps(told, ensure_ascii=False).lower()
                    assert words.component(peeked.tile.id).lower() not in said, (first, last)
                    assert peeked.tile.id not in said


@pytest.mark.rule("gearcard.bonus.peek")
def test_undo_past_a_tile_that_only_another_seat_knew_is_a_fork() -> None:
    """Seat 1 draws what seat 0 has looked at: certain for the engine, news for seat 1."""
    session = looked(0)
    while session.question is not None and session.question.seat == 0:
        session.play(Act("rest") if session.question.kind == "act" else next(iter(session.options)))
    session.play(Act("explore"))
    if session.question is not None and session.question.kind == "part":
        session.play(DoPart("main"))
    (peeked,) = GAME.view_for(session.state, Seat(1)).peeked
    assert peeked.tile is None, "it does not know the tile"
    session.play(next(iter(session.options)))
    undone = session.undo()
    assert undone is not None and undone.is_fork
    session.play(list(session.options)[1])
    assert session.is_fork


@pytest.mark.rule("gearcard.bonus.peek")
def test_undo_past_a_look_at_what_another_seat_knew_is_a_fork() -> None:
    """Also the second seat that looks at a stack learns something."""
    session = looked(0, 1)
    session.undo()  # enough
    undone = session.undo()
    assert undone is not None and isinstance(undone.entry.answer, LookAt) and undone.is_fork
    session.play(LookAt("II"))
    assert session.is_fork

"""Puzzles made of a move: a way is judged by its end and by the lava on it, and a move without a way is no way."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots import bots_of, new_session
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seat, Seeded, Session, Unreadable
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.review.mistakes import Mistake, Puzzle, Verdict, decode, encode, judged
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.game_review import parts_said
from tests.support.game_positions import realm
from tests.support.gear_positions import board

DRY = Walk((SpaceId("I-1.0"), SpaceId("I-1.5")))
WET = Walk((SpaceId("I-1.6"), SpaceId("I-1.5")))
MOVE = Part("act", Act("move"))


def asked_to_move() -> GameSession:
    """On one side of a tile; its middle is dry, one space beside it is lava already."""
    game = realm(board(sandals="TT/TT"), board(), tiles={"I-1": "......L"}, at=("I-1.1",))
    return Session(GAME, game.state, dealer=Seeded("ways"))


def verdict(done: tuple[Part, ...], good: tuple[Part, ...], *answers: Answer) -> Verdict:
    """What these answers are where this was done and that is better."""
    session = asked_to_move()
    puzzle = Puzzle(Mistake("", 1, ("",), (("",),)), session, Table((), "1"), 0, Seat(0), (good,), done)
    for answer in answers:
        session.play(answer)
    return judged(puzzle, session)


def way(walk: Answer) -> tuple[Part, ...]:
    return MOVE, Part("walk", walk)


def test_the_same_end_over_lava_is_another_way() -> None:
    assert asked_to_move().state.is_lava(WET.path[0])
    assert verdict(way(WET), way(DRY), Act("move"), WET) == "same"
    assert verdict(way(Halt()), way(DRY), Act("move"), WET) == "other"
    assert verdict(way(WET), way(DRY), Act("move"), DRY) == "right"


def test_a_move_that_goes_nowhere_begins_no_way() -> None:
    assert verdict(way(WET), way(DRY), Act("move")) == "open"
    assert verdict(way(WET), way(DRY), Act("move"), Halt()) == "other"
    assert verdict(way(Halt()), way(DRY), Act("move"), Halt()) == "same"


def test_of_a_plan_that_leaves_the_way_open_every_way_is_one() -> None:
    assert verdict((Part("act", Act("explore")),), (MOVE,), Act("move"), DRY) == "right"


def test_a_code_that_begins_in_between_is_no_mistake() -> None:
    """What only comes in between says nothing; it is still told without a fault where somebody writes it."""
    session = new_session(players=2, seed="between")
    bots = bots_of(["random"], players=2, seed=1)
    while (question := session.question) is not None and question.kind != "stow":
        if question.seat == CHANCE:
            session.deal()
        else:
            session.play(bots[question.seat].choose(GAME, session.view_for(question.seat), question).answer)
    answer = next(iter(session.options))
    text = f"stow {GAME.to_text(answer)}"
    code = encode(Mistake(session.save(has_snapshots=False).decode(), 1, (text,), ((text,),)))
    with pytest.raises(Unreadable):
        decode(code)
    words = Words(("A", "B"), lambda key, /, **data: say(key, **data), "en")
    assert parts_said((Part("stow", answer),), words)

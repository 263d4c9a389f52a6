"""What the plan for points thinks of answers, and the tame bot beside whom one learns."""

from __future__ import annotations

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.bots.counsel import WEIGHED, Counsel, Judged
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board
from tests.support.treasures import RED, furnished


def judged(game: Realm, said: str, then: str = "") -> Judged:
    """What is thought of an answer, and of the walk that is chosen with it."""
    question = GAME.question(game.state)
    assert question is not None
    walk = game.meant(then) if then else None
    found = Counsel().judged(GAME, GAME.view_for(game.state, question.seat), question, game.meant(said), walk)
    assert found is not None
    return found


def on_own_scroll() -> Realm:
    game = realm(board(), board(), tiles={"I-1": "......."}, at=("I-1.1",))
    return furnished(game, things={"I-1.1": RED})


def test_a_scroll_that_is_left_lying_gives_points_away() -> None:
    """gather.scroll.vp: three points at once. Whoever walks off and comes back has them an action or two later."""
    left = judged(on_own_scroll(), "move", "walk I-1.2")
    assert 1 < left.loss <= 4
    assert left.better.answer == Act("gather")
    assert judged(on_own_scroll(), "gather").loss == 0


def test_a_walk_into_a_dragon_says_how_often_it_is_won() -> None:
    game = realm(board(), board(), tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")})
    assert judged(game, "move", "walk I-1.5").percent == 0
    game.play("move")
    assert judged(game, "walk I-1.5").percent == 0


def test_what_cannot_be_compared_is_not_judged() -> None:
    game = new_session(players=2, seed=7)
    question = game.question
    assert question is not None
    assert question.kind not in WEIGHED
    answer = next(iter(game.options))
    assert Counsel().judged(GAME, game.view_for(question.seat), question, answer) is None


def test_its_own_choice_gives_nothing_away() -> None:
    session, counsel, compared = new_session(players=2, seed="counsel"), Counsel(), 0
    while compared < 24 and (question := session.question) is not None:
        view = session.view_for(question.seat)
        answer = counsel.choose(GAME, view, question).answer
        found = counsel.judged(GAME, view, question, answer)
        if found is not None:
            compared += 1
            assert found.loss == 0, GAME.to_text(answer)
        session.play(answer)
    assert compared == 24


def test_the_tame_bot_gathers_and_never_looks_for_a_fight() -> None:
    session = new_session(players=2, seed="tame")
    play_out(session, bots_of(["tame"], players=2, seed=1), most_turns=30)
    kinds = {event.kind for line in session.lines for event in line.events}
    assert {"gathers", "explored"} <= kinds
    assert not {"dragon-attacked", "duel-order", "duel-over"} & kinds

"""A game for a script is the game of the page: the same table, the same deal, the same save."""

from __future__ import annotations

import random

import pytest

import fujikoro_nb as fk
from fujikoro_nb.content import empty_pack
from fujikoro_nb.play.seats import GameSession, Table, begin, dealt, opened


def played(game: GameSession, answers: int = 12) -> GameSession:
    """After so many answers of a random bot."""
    bot = fk.RandomBot(random.Random(1))
    for _ in range(answers):
        question = game.question
        assert question is not None
        game.play(bot.choose(game.game, game.view_for(question.seat), question).answer)
    return game


def test_a_script_gets_the_game_of_the_page() -> None:
    script = played(fk.new_game(seats=("Aki", "Bo", "Chie"), seed=7))
    _, table = opened(script.save())
    assert [chair.name for chair in table.chairs] == ["Aki", "Bo", "Chie"]
    assert table.seed == "7" and not table.is_real_box and table.dice == "dealer"
    page = dealt(begin(table, owned=empty_pack("mine", "owner")), table)
    assert page.setting == script.setting
    answered = [
        line.entry for line in script.lines if not line.entry.automatic and line.entry.seat != fk.CHANCE
    ]
    assert len(answered) == 12
    for entry in answered:
        page.play(entry.answer)
        dealt(page, table)
    assert page.state == script.state


def test_the_seed_decides_and_without_one_games_differ() -> None:
    assert fk.new_game(seed="a").state == fk.new_game(seed="a").state
    assert fk.new_game().dealer != fk.new_game().dealer


@pytest.mark.parametrize("seats", [1, 7])
def test_too_few_and_too_many_are_refused(seats: int) -> None:
    with pytest.raises(fk.Illegal) as caught:
        fk.new_game(seats=seats)
    assert caught.value.refusals[0].rule == "setup.players.count"


def test_a_save_goes_on_by_itself() -> None:
    """Dealt by itself as before; and what was dealt is undone with the answer that led to it."""
    game = played(fk.new_game(seed=7))
    again = fk.load_game(game.save())
    assert again.state == game.state and again.undoable == game.undoable
    assert played(again, 20).state == played(game, 20).state


def test_a_real_box_is_not_dealt_by_itself() -> None:
    chairs = opened(fk.new_game(seed=7).save())[1].chairs
    session = begin(Table(chairs, "7", is_real_box=True), owned=empty_pack("mine", "owner"))
    again = fk.load_game(session.save())
    assert again.question == session.question and again.question is not None
    assert again.question.seat == fk.CHANCE

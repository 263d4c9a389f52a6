"""What the game page says of a fight with a monk: how it stands, what leaving it means, and the card after it."""

from __future__ import annotations

from functools import partial

import pytest

from fujikoro_nb.bots import bots_of, new_session
from fujikoro_nb.engine.fujikoro.asked.fight import MonkFight
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.facts import facts_of
from fujikoro_nb.views.game.people import fight_view
from fujikoro_nb.views.game.primers import asked_as
from fujikoro_nb.views.game.result import results_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.picture import map_picture
from fujikoro_nb.views.map.reach import reach_of
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board

MET = {"tiles": {"I-1": "......."}, "scene": {"monks": ("I-1.4",)}}


def words_of(game: Realm, language: str = "en") -> Words:
    return Words(["Ann", "Bo"], partial(say, language=language), language, game.state.dice)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_fight_with_a_monk_stands(language: str) -> None:
    game = realm(board(weapon="WWM"), board(), scenario=4, **MET).play("move", "walk I-1.4")
    seen = fight_view(game.state, words_of(game, language))
    assert [one["is_on"] for one in seen["order"]] == [True, False]
    assert (seen["dragon"]["health"], seen["dragon"]["most"], seen["dragon"]["symbol"]) == (4, 4, "monk")
    game.play("roll W 0 0 0 0", "attack left WWM", "roll W 1 1, M 1")
    assert fight_view(game.state, words_of(game, language))["dragon"]["health"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_leaving_a_monk_means(language: str) -> None:
    """Back where one came from; or aside, from one who came."""
    game = realm(board(), board(), scenario=4, **MET).play("move", "walk I-1.4", "roll W 0 0 0 0")
    question = GAME.question(game.state)
    assert question is not None and question.kind == "withdraw"
    assert asked_as(game.state, question) == "withdraw-monk", "no card on dragons explains it"
    told = facts_of(game.state, question, words_of(game, language))
    assert [one["rule"] for one in told] == [
        "scenario.4.competitive.monk-stats",
        "combat.retreat.where",
        "combat.retreat.no-dice",
    ]


def test_monks_are_on_the_map_and_pointed_at() -> None:
    """The first player's question where a monk goes is answered by a tap."""
    tiles = {"I-1": "L......"}
    known = {"tiles": tiles, "at": ("I-1.4", "centre"), "scene": {"monks": ("I-1.1",)}}
    game = realm(scenario=4, **known)
    assert words_of(game).ground(game.state, "I-1.1") == "a monk to fight"
    assert "monk" in [one["kind"] for one in map_picture(game.state)["spaces"]["I-1.1"]["pieces"]]
    for _ in range(2):
        while game.asked in ("act", "walk"):
            game.play(
                "halt" if game.asked == "walk" else "move" if game.board(game.seat or 0).pool else "rest"
            )
        while game.asked in ("craft", "claim"):
            game.play("craft-nothing" if game.asked == "craft" else "no-card")
        if game.asked == "monk-step":
            break
    assert game.asked == "monk-step"
    assert [offer.space for offer in reach_of(game.state).offers] == ["I-1.2", "I-1.6"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_after_a_fight_with_a_monk(language: str) -> None:
    """Along a game of bots: a card for each fight, with the monk's dice under his name."""
    session = new_session(players=3, seed=7, scenario=4)
    bots = bots_of(["heuristic", "random", "heuristic"], players=3, seed=7)
    begun = 0
    for _ in range(700):
        if session.question is None or begun > 5:
            break
        seat = session.question.seat
        session.deal() if seat < 0 else session.play(
            bots[seat].choose(GAME, GAME.view_for(session.state, seat), session.question).answer
        )
        begun += any(isinstance(frame, MonkFight) for frame in session.state.agenda)
    words = Words(["A", "B", "C"], partial(say, language=language), language, session.state.dice)
    colours = [samurai.colour for samurai in session.state.samurai]
    cards = results_view(session.lines, 0, words, colours=colours, persons=[Seat(0), Seat(1), Seat(2)])
    monk = say("game-page.the-monk", language=language)
    assert any(turn["name"] == monk for card in cards for row in card["rounds"] for turn in row["turns"])

"""What the game page tells of a fight or a duel before anybody walks into it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.odds import Foe, OddsError, Samurai, solve, solve_duel
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.fight.odds import percents
from fujikoro_nb.views.game import chances, duel
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.fights import dragon
from tests.support.game_pages import answered, send
from tests.support.game_pages import begin as begin_page
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board
from tests.widgets.playing.test_game_fights import answer, at_table

BOTH = {"I-1": "D......", "I-2": "D......"}
FOES = {"I-1": dragon("4/2/2"), "I-2": dragon("9/9/4")}
OWN = board(weapon="WWM", helmet="MW")


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def between_dragons() -> Realm:
    return realm(OWN, board(), tiles=BOTH, dragons=FOES)


def shares(*chances: float) -> list[str]:
    return percents(chances, less="<1", more=">99")


def odds_in_words(text: str, language: str = "en") -> str:
    """What the odds say of the dragon ``text`` for whoever carries OWN."""
    faces = {die.material: die for die in realm().state.dice}
    odds = solve(Samurai.of(OWN), Foe.parse(text), faces, all_dice=True)
    win, leave, down = shares(float(odds.win), float(odds.retreat), float(odds.knocked_out))
    return say("game-page.ahead-alone", language=language, win=win, leave=leave, down=down)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_dragon_in_reach_has_its_chances_before_a_move_is_begun(language: str) -> None:
    page = at_table(between_dragons(), language=language)
    assert page.asked["kind"] == "act"
    assert set(page.ahead) == {"I-1", "I-2"}
    for place, foe in (("I-1", "4/2/2"), ("I-2", "9/9/4")):
        assert page.ahead[place]["text"].startswith(odds_in_words(foe, language)), page.ahead
        assert page.ahead[place]["share"] is None


def test_rows_of_a_walk_name_the_dragon_whose_chances_stand_beside_them() -> None:
    page = at_table(between_dragons(), "move")
    rows = {row["at"]: row["dragon"] for row in page.asked["rows"] if row["at"]}
    assert {at: where for at, where in rows.items() if where} == {
        at: str(space(at).place) for at in rows if space(at).place in BOTH
    }
    assert set(page.ahead) == {"I-1", "I-2"}
    answer(page, "walk I-1.4")
    assert page.ahead == {}, "the walk is over"


def test_no_dragon_within_the_steps_of_a_move_nothing_to_tell() -> None:
    far = realm(OWN, board(), tiles={"III-1": "D......"}, dragons={"III-1": dragon("4/2/2")})
    assert at_table(far).ahead == {}


def test_lost_cubes_are_told_with_the_chances_and_none_are_not() -> None:
    """A dragon with one health falls to almost every first attack, before it strikes."""
    page = at_table(between_dragons(), "move")
    assert "cubes of your gear are lost" in page.ahead["I-1"]["text"]
    easy = at_table(realm(OWN, board(), tiles={"I-1": "D......"}, dragons={"I-1": dragon("1/0/2")}), "move")
    assert "are lost" not in easy.ahead["I-1"]["text"]


def test_chances_come_after_the_question_and_a_tap_does_not_wait_for_them() -> None:
    heard: list[tuple[str, bool]] = []

    async def play() -> None:
        page, chance = begin_page(GamePage(), "person person", seed="3"), random.Random(1)
        while not page.ahead:
            answered(page, chance)
        there = asyncio.Event()

        def told(change: Any) -> None:
            texts = [one["text"] for one in change.new.values()]
            is_pending = say("game-page.chances-come") in texts
            heard.append((page.asked["kind"], is_pending))
            if not is_pending:
                there.set()

        assert say("game-page.chances-come") in [one["text"] for one in page.ahead.values()]
        page.observe(told, names="ahead")
        send(page, "why-not", on=True)
        assert page.why_not, "what is tapped is answered while the chances are still worked out"
        await asyncio.wait_for(there.wait(), 60)

    asyncio.run(play())
    assert heard[-1][1] is False


def test_chances_found_once_are_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_table(between_dragons())

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("these are known")

    monkeypatch.setattr(chances, "solve", never)
    answer(page, "move")
    send(page, "choose", text="walk I-1.4", at=page.asked["at"])
    assert odds_in_words("4/2/2").split(":")[1] in page.chances[0]["text"]


# ---- what cannot be worked out


@pytest.mark.parametrize("language", LANGUAGES)
def test_fight_too_large_says_so_in_one_sentence(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: Any, **__: Any) -> None:
        raise OddsError("too-large", max=1)

    monkeypatch.setattr(chances, "solve", too_large)
    monkeypatch.setattr(duel, "solve_duel", too_large)
    page = at_table(between_dragons(), "move", language=language)
    why = say("game-page.chance-none", language=language)
    assert page.ahead["I-1"]["text"] == why
    send(page, "choose", text="walk I-1.4", at=page.asked["at"])
    assert [line["text"] for line in page.chances] == [why]
    page = at_table(before_duel(), "move", "walk I-1.4", language=language)
    assert [line["text"] for line in page.chances] == [why]


# ---- duels


def before_duel() -> Realm:
    both = board(weapon="WWM", helmet="M"), board(weapon="WWMM", helmet="W")
    return realm(*both, tiles={"I-1": "......."}, at=("centre", "I-1.4"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_duel_question_tells_each_of_the_two_their_own_chances(language: str) -> None:
    page = at_table(before_duel(), "move", "walk I-1.4", language=language)
    faces = {die.material: die for die in realm().state.dice}
    mover, stander = (Samurai.of(one) for one in before_duel().state.boards)
    odds = solve_duel(mover, stander, faces, all_dice=True)
    seats = []
    for _ in range(2):
        seats.append(page.asked["seat"])
        own, other = (odds.mover, odds.stander) if page.asked["seat"] == 0 else (odds.stander, odds.mover)
        win, lose, drawn = shares(own, other, 1 - own - other)
        text = say("game-page.chance-duel", language=language, win=win, lose=lose, drawn=drawn)
        assert page.chances == [{"text": text, "rule": "duel.rules-base"}]
        if len(seats) == 1:
            answer(page, "let-be")
    assert seats == [0, 1]


def test_duel_of_two_without_weapons_has_no_winner() -> None:
    """duel.draw-guard: neither can hurt the other, and nobody surrenders."""
    both = board(helmet="M"), board(helmet="W")
    game = realm(*both, tiles={"I-1": "......."}, at=("centre", "I-1.4"))
    page = at_table(game, "move", "walk I-1.4")
    assert page.chances[0]["text"].endswith("win 0 %, lose 0 %, no winner 100 %.")

"""Beside a game a character is its limits: who chooses one, or is refused by one's limit, hears so."""

from __future__ import annotations

import json

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE, SYMMETRIC
from fujikoro_nb.helper.characters_told import so_far
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.cast import character_view
from fujikoro_nb.widgets import CraftGrid, HelperPage, ScorePage

TOLD = say("characters.so-far")
COMMANDS = {
    "gear": ("gear", "WWM", "--kind", "weapon"),
    "odds": ("odds", "--weapon", "WWM", "--dragon", "6/3/2"),
    "illegal odds": ("odds", "--weapon", "WWM", "--helmet", "WWWW", "--dragon", "6/3/2"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_said_to_be_its_limits(language: str) -> None:
    assert so_far(SYMMETRIC.character, language=language) == ""
    told = {so_far(who.upper(), language=language) for who in CHARACTERS if who != SYMMETRIC.character}
    assert told == {say("characters.so-far", language=language)}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_for_a_character_says_so_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = COMMANDS[command]
    main([*words, "--character", "daisuke", "--json"])
    told = capsys.readouterr()
    assert told.err.count(TOLD) == 1
    assert TOLD not in json.dumps(json.loads(told.out))
    main([*words, "--json"])
    assert TOLD not in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_by_a_characters_limit_says_so(language: str) -> None:
    grid = CraftGrid(language=language, character="daisuke", helmet="WWWW")
    assert grid.verdict["rule"] == "char.daisuke.helmet-three"
    assert grid.verdict["so_far"] == say("characters.so-far", language=language)
    other = CraftGrid(language=language, character="daisuke", weapon="M.M")
    assert other.verdict["seal"] != "ok"
    assert not other.verdict["rule"].startswith("char.")
    assert other.verdict["so_far"] == ""
    assert CraftGrid(language=language, helmet="W" * 3).verdict["so_far"] == ""


def test_the_helper_says_so_where_a_character_is_chosen() -> None:
    page = HelperPage(language="de")
    assert page.board["so_far"] == ""
    assert page.board["card"] is None
    page.act_character(name="tomoe")
    assert page.board["so_far"] == say("characters.so-far", language="de")
    assert page.board["card"] == character_view(PEOPLE["tomoe"], "de")
    page.act_character(name="symmetric")
    assert page.board["so_far"] == ""


def test_other_refusals_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    main(["setup", "--mode", "competitive", "--players", "9"])
    assert TOLD not in "".join(capsys.readouterr())
    grid = CraftGrid(character="daisuke", helmet="WWWW")
    assert TOLD not in grid.verdict["sentence"], "it stands beside it"


def test_a_refusal_of_who_plays_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    """That is a rule of the game, and it is played."""
    main(["setup", "--mode", "competitive", "--players", "4", "--option", "daisuke"])
    assert TOLD not in "".join(capsys.readouterr())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_page_says_so_of_every_character_that_can_be_chosen(language: str) -> None:
    page = ScorePage(language=language)
    told = {one["id"]: one["so_far"] for one in page.view["table"]["characters"]}
    assert told.pop(SYMMETRIC.character) == ""
    assert set(told) == set(CHARACTERS) - {SYMMETRIC.character}
    assert set(told.values()) == {say("characters.so-far", language=language)}

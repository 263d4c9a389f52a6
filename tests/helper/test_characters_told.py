"""Characters are half played: who chooses one, or is refused by one's rule, hears how far; nobody else does."""

from __future__ import annotations

import json

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.helper.characters_told import so_far
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets import CraftGrid, HelperPage

TOLD = "So far only a character's limits of gear and backpack are played."
COMMANDS = {
    "gear": ("gear", "WWM", "--kind", "weapon"),
    "odds": ("odds", "--weapon", "WWM", "--dragon", "6/3/2"),
    "illegal odds": ("odds", "--weapon", "WWM", "--helmet", "WWWW", "--dragon", "6/3/2"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_said_to_be_half_played(language: str) -> None:
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
    page.act_character(name="tomoe")
    assert page.board["so_far"] == say("characters.so-far", language="de")
    page.act_character(name="symmetric")
    assert page.board["so_far"] == ""

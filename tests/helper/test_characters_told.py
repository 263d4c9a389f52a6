"""Characters are half played: who chooses one, or is refused by one's rule, hears how far; nobody else does."""

from __future__ import annotations

import json

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.characters_told import so_far
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Person
from fujikoro_nb.helper.setup.lists import setup_list
from fujikoro_nb.helper.setup.sentences import told_step
from fujikoro_nb.texts import LANGUAGES, error_sentence, say
from fujikoro_nb.widgets import CraftGrid, HelperPage, ScorePage

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


CHOSEN_WRONGLY = {
    "char.general.unique": ("competitive", 2, ("tomoe", "tomoe")),
    "option.asymmetric.all-or-none": ("competitive", 4, ("daisuke",)),
    "solo.setup.daisuke-impossible": ("solo", 1, ("daisuke",)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", CHOSEN_WRONGLY)
def test_a_refusal_about_who_plays_a_character_says_so(rule: str, language: str) -> None:
    mode, players, options = CHOSEN_WRONGLY[rule]
    with pytest.raises(Illegal) as caught:
        setup_list(mode, players, options)
    assert caught.value.refusals[0].rule == rule
    told = say("characters.so-far", language=language)
    assert error_sentence(caught.value, language=language).endswith(f" {told}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_does_one_by_an_evening(language: str) -> None:
    twice = [Person("Aiko", "", "tomoe"), Person("Botan", "", "tomoe")]
    with pytest.raises(Illegal) as caught:
        new_evening(twice)
    assert caught.value.refusals[0].rule == "char.general.unique"
    told = say("characters.so-far", language=language)
    assert error_sentence(caught.value, language=language).endswith(f" {told}")


def test_other_refusals_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    main(["setup", "--mode", "competitive", "--players", "9"])
    assert TOLD not in "".join(capsys.readouterr())
    grid = CraftGrid(character="daisuke", helmet="WWWW")
    assert TOLD not in grid.verdict["sentence"], "it stands beside it"


def test_a_command_that_refuses_a_character_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    main(["setup", "--mode", "competitive", "--players", "4", "--option", "daisuke"])
    assert "".join(capsys.readouterr()).count(TOLD) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setup_list_with_characters_says_so_once(language: str) -> None:
    steps = [
        told_step(step, language=language)
        for step in setup_list("competitive", 2, ("tomoe", "daisuke")).steps
    ]
    note = say("setup.note-so-far", language=language)
    assert note.startswith(say("characters.so-far", language=language))
    assert [note for step in steps for note in step["notes"]].count(note) == 1
    plain = [told_step(step, language=language) for step in setup_list("competitive", 2).steps]
    assert note not in [each for step in plain for each in step["notes"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_page_says_so_of_every_character_that_can_be_chosen(language: str) -> None:
    page = ScorePage(language=language)
    told = {one["id"]: one["so_far"] for one in page.view["table"]["characters"]}
    assert told.pop(SYMMETRIC.character) == ""
    assert set(told) == set(CHARACTERS) - {SYMMETRIC.character}
    assert set(told.values()) == {say("characters.so-far", language=language)}

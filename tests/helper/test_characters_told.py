"""Where a character differs beyond the limits of its gear, every page that asks for it says so."""

from __future__ import annotations

import json

import pytest

from fujikoro_nb import rulebook
from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import NOBODY, PEOPLE, SYMMETRIC
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.helper.characters_told import (
    CRAFTING,
    ESCAPING,
    FIGHTING,
    WALKING,
    differs,
    fights_otherwise,
)
from fujikoro_nb.odds import Samurai
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.cast import character_view
from fujikoro_nb.views.fight.board import board_of
from fujikoro_nb.views.gear.link import GearLink
from fujikoro_nb.widgets import CraftGrid, HelperPage

COMMANDS = {
    "gear": (CRAFTING, ("gear", "WWM", "--kind", "weapon")),
    "odds": (FIGHTING, ("odds", "--weapon", "WWM", "--dragon", "6/3/2")),
    "illegal odds": (FIGHTING, ("odds", "--weapon", "WWM", "--helmet", "WWWW", "--dragon", "6/3/2")),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_difference_is_a_rule_of_that_character(language: str) -> None:
    seen = set()
    for who, one in PEOPLE.items():
        for topics in (CRAFTING, FIGHTING, WALKING, ESCAPING):
            found = differs(who.upper(), topics, language=language)
            assert all(each.rule in one.told and rulebook.has_rule(each.rule) for each in found)
            assert all(len(each.text.split()) <= 20 for each in found)
            seen |= {each.rule.rpartition(".")[2] for each in found}
    assert seen == {*CRAFTING, *FIGHTING, *WALKING, *ESCAPING}, "nothing is listed for nobody"
    assert differs(SYMMETRIC.character, FIGHTING, language=language) == ()


def test_what_a_table_decided_is_said_as_it_plays_it() -> None:
    own = ADOPTED.with_reading("char.daisuke.retreat-any-roll", "own-roll")
    told = [one.text for one in differs("daisuke", FIGHTING, rulings=own)]
    assert say("reading.char.daisuke.retreat-any-roll/own-roll") in told
    assert say("characters.char.daisuke.retreat-any-roll") not in told


def test_what_the_odds_make_of_leaving_is_said() -> None:
    alone = [one.text for one in fights_otherwise("daisuke")]
    joint = [one.text for one in fights_otherwise("daisuke", is_joint=True)]
    assert say("characters.slips-by-goal") in alone and say("characters.stays-together") in joint
    assert fights_otherwise("tomoe") == differs("tomoe", FIGHTING)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_for_a_character_says_it_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    topics, words = COMMANDS[command]
    said = [one.text for one in differs("daisuke", topics)]
    main([*words, "--character", "daisuke", "--json"])
    told = capsys.readouterr()
    assert [told.err.count(text) for text in said] == [1] * len(said)
    assert not any(text in json.dumps(json.loads(told.out)) for text in said)
    main([*words, "--json"])
    assert not any(text in capsys.readouterr().err for text in said)


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_the_command_line_reckons_with_leaving(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "odds",
        "--weapon",
        "WWMM",
        "--helmet",
        "MT",
        "--dragon",
        "5/4/4",
        "--goal",
        "conscious",
        "--json",
    ]
    chances = []
    for who in ("symmetric", "daisuke"):
        main([*words, "--character", who])
        chances.append(json.loads(capsys.readouterr().out)["conscious"])
    assert chances[1] > chances[0] + 0.1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gear_page_says_what_crafting_is_like(language: str) -> None:
    grid = CraftGrid(language=language, character="masako", weapon="WWM")
    texts = [one["text"] for one in grid.verdict["differs"]]
    assert texts == [say("characters.char.masako.double-craft", language=language)]
    assert CraftGrid(language=language, helmet="W" * 3).verdict["differs"] == []


def test_the_helper_tells_every_page_who_plays() -> None:
    page = HelperPage(language="de")
    assert page.board["card"] is None
    page.act_character(name="daisuke")
    assert page.board["card"] == character_view(PEOPLE["daisuke"], "de")
    shown = {tool.tool: [one["rule"] for one in tool.differs] for tool in (page.now, page.escape)}
    assert shown["now"] == [one.rule for one in differs("daisuke", WALKING)]
    assert shown["escape"] == [one.rule for one in differs("daisuke", ESCAPING)]
    assert [one["rule"] for one in page.fight.mine["differs"]] == [
        one.rule for one in fights_otherwise("daisuke")
    ]
    page.act_character(name="symmetric")
    assert page.now.differs == page.escape.differs == page.fight.mine["differs"] == []


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_a_fight_that_is_played_asks_who_may_leave() -> None:
    for who in ("symmetric", *PEOPLE):
        board = board_of(GearLink(character=who))
        assert board.character == PEOPLE.get(who, NOBODY)
        assert Samurai.of(board).slips == (who == "daisuke",) * 2

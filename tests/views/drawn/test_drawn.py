"""What a cell of a notebook shows of a value: drawings that stand by themselves, tables, and nothing loaded before."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from IPython.core.interactiveshell import InteractiveShell

import fujikoro_nb as fk
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.drawn.formats import FORMATS, HTML, SVG
from fujikoro_nb.views.drawn.grids import card_html, gear_svg, pattern_svg
from fujikoro_nb.views.drawn.mountain import mountain_svg
from fujikoro_nb.views.drawn.numbers import odds_html, state_html

GEAR = msgspec.structs.replace(
    fk.parse_gear("WWM/..M+G@1,1", fk.GearKind.WEAPON, SYMMETRIC),
    helmet=fk.parse_pattern("MW/.M"),
    helmet_magic=True,
)
DICE = {die.material: die for die in fk.house_pack().dice}
SVG_NAME = "{http://www.w3.org/2000/svg}"


def letters(svg: str) -> list[str]:
    """All words of a drawing; raises when it is no well-formed one."""
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG_NAME}text")]


def values() -> dict[str, Any]:
    samurai, foe = fk.Samurai(gear=GEAR), fk.Foe.parse("6/9/3")
    session = fk.new_game(seats=2, seed=3)
    duel = fk.solve_duel(samurai, samurai, DICE)
    fighters = [fk.Fighter(samurai), fk.Fighter(samurai)]
    return {
        "Gear": GEAR,
        "Layout": GEAR.helmet,
        "Board": Board(gear=GEAR, limits=SYMMETRIC),
        "GearCard": fk.house_pack().gear_cards[0],
        "Blueprint": fk.house_pack().blueprints[0],
        "GameState": session.state,
        "Session": session,
        "FightOdds": fk.solve(samurai, foe, DICE),
        "DuelOdds": duel,
        "JointOdds": fk.solve_joint(fighters, fk.Foe.parse("9/9/3"), DICE),
    }


def test_every_value_is_shown_in_its_form() -> None:
    shell = InteractiveShell()
    fk.load_ipython_extension(shell)
    shown = values()
    assert {name for _, name in FORMATS} == set(shown)
    for (module, name), (form, _) in FORMATS.items():
        assert isinstance(shown[name], getattr(import_module(module), name))
        made, _ = shell.display_formatter.format(shown[name])
        assert made[form].startswith(("<svg", "<table", "<figure")), name
        if form == SVG:
            ElementTree.fromstring(made[SVG])
    assert {form for form, _ in FORMATS.values()} == {HTML, SVG}


def test_a_cube_has_its_letter_where_it_lies() -> None:
    assert sorted(one for one in letters(gear_svg(GEAR)) if len(one) == 1) == sorted("WWMM" + "MWM" + "GG")
    assert letters(pattern_svg(GEAR.helmet)) == ["M", "W", "M"]
    assert letters(pattern_svg(EMPTY)) == []


def test_the_mountain_names_what_is_hidden_and_marks_what_is_there() -> None:
    state = lesson_of("whole-fight").steps[0].start
    said = letters(mountain_svg(state))
    hidden = {one.id for one in PLACES if one.kind == "volcano" and state.tile_on(one.id) is None}
    assert hidden <= set(said)
    assert {"B9", "G9", "1", "2"} <= set(said)
    assert len(ElementTree.fromstring(mountain_svg(state)).findall(f"{SVG_NAME}polygon")) == 7 * len(PLACES)
    lava = lesson_of("cards-scrolls").steps[6].start
    assert letters(mountain_svg(lava)).count("L") == 6


def test_house_cards_wear_their_mark_and_others_do_not() -> None:
    card = fk.house_pack().gear_cards[0]
    assert "⌂" in card_html(card)
    own = msgspec.structs.replace(card, id="<b>mine</b>", provenance=Provenance.OWNER)
    assert "⌂" not in card_html(own)
    assert "<b>mine</b>" not in card_html(own)
    assert "&lt;b&gt;mine" in card_html(own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_say_each_chance_once_and_they_add_up(language: str) -> None:
    odds = fk.solve(fk.Samurai(gear=GEAR), fk.Foe.parse("6/9/3"), DICE)
    said = odds_html(odds, language=language)
    assert f"{100 * float(odds.win):.1f} %" in said
    shares = [float(one.split("<")[0].removesuffix(" %")) for one in said.split("text-align:right'>")[1:]]
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_a_game_is_its_map_and_who_has_what() -> None:
    state = fk.new_game(seats=3, seed=1).state
    said = state_html(state)
    assert said.count("<tr>") == 1 + 3
    assert said.startswith("<svg")
    mark = say("chosen.mark-token")
    assert mark not in said
    assert mark in state_html(lesson_of("whole-fight").steps[0].start), "dragons' numbers are ours"


def test_importing_it_in_a_notebook_loads_no_drawing() -> None:
    code = (
        "import sys\n"
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "import fujikoro_nb as fk\n"
        "assert 'fujikoro_nb.views.drawn.grids' not in sys.modules\n"
        "gear = fk.Gear(helmet=fk.parse_pattern('WM'))\n"
        "made, _ = shell.display_formatter.format(gear)\n"
        "assert made['image/svg+xml'].startswith('<svg')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

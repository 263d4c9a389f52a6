"""What the game page tells beside its questions: names, reasons, the numbers of a fight, results, points."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.grid import mask_of
from fujikoro_nb.engine.fujikoro.rules.fight import LoseCubes, PayDamage, StealBlueprint
from fujikoro_nb.engine.kernel import Entry, Line, Question, Seat, event
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets._game_words import Words
from fujikoro_nb.widgets.game_page import GamePage
from tests.widgets.test_game_page import answered, begin, send


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def spoken(language: str) -> Words:
    def told(key: str, /, **data: Any) -> str:
        return say(key, language=language, **data)

    return Words(["Ann", "Ben"], told, language)


def asked_for(kind: str, players: str = "person person") -> GamePage:
    """A page whose pending question is of this kind."""
    page, chance = begin(GamePage(), players), random.Random(5)
    while page.asked["kind"] != kind:
        answered(page, chance)
    return page


# ---- names


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_piece_is_called_by_its_id(language: str) -> None:
    pack, words = house_pack(), spoken(language)
    for kind in ("tiles", "resource_tokens", "dragons", "scrolls", "gear_cards", "blueprints"):
        names = [words.component(one.id) for one in getattr(pack, kind)]
        assert len(set(names)) == len(names)
        assert not any(re.search(r"house|-i+-\d", name) for name in names), names
    tile = event("tile-drawn", "explore.level-by-ring", seat=0, tile="house-tile-ii-5")
    assert "II" in words.told(tile)["text"]
    assert "house" not in words.told(tile)["text"]
    assert "house" not in words.answer(StealBlueprint(pack.blueprints[0].id))


def given(answer: LoseCubes | PayDamage, kind: str, cubes: str) -> Line:
    seat = Seat(0)
    question = Question(seat, "lose-cubes", "combat.break.per-symbol", "Attack")
    happened = event(kind, "combat.break.per-symbol", seat=0, cubes=cubes)
    return Line(question, Entry(seat, answer), (happened,))


def test_cubes_that_came_off_are_told_by_material() -> None:
    words, cells = spoken("en"), mask_of((2, 1), (3, 1), (1, 2))
    assert words.answer(LoseCubes(cells)) == "lose row 1, columns 2, 3; row 2, column 1"
    assert words.given(given(LoseCubes(cells), "cubes-broken", "WWM")) == "lose 2 wood, 1 metal"
    assert words.given(given(PayDamage(cells), "paid", "TMM")) == "pay 2 metal, 1 tooth"
    paid = given(PayDamage(cells, magic=True), "paid-with-magic", "W")
    assert words.given(paid) == "pay 1 wood and the green cube"


# ---- reasons


def test_far_space_of_a_walk_is_refused_with_its_own_rule() -> None:
    page = asked_for("walk")
    page.map.set_state({"selected": "III-9.3"})
    assert page.chosen == {}
    assert page.refused["rule"] == "move.revealed-only"
    assert "III-9.3" not in page.refused["text"]
    assert page.map.about["refusal"] == page.refused["text"]


def test_space_that_no_move_reaches_is_refused_with_the_rule_while_the_action_is_asked() -> None:
    page = asked_for("act")
    page.map.set_state({"selected": "III-9.3"})
    assert page.refused["rule"] == "move.revealed-only"


def test_space_at_a_question_that_the_map_cannot_answer_repeats_the_question() -> None:
    page = begin(GamePage(), "person person")
    assert page.asked["kind"] == "place-monk"
    page.map.set_state({"selected": "III-9.3"})
    assert page.refused["rule"] == page.asked["rule"]
    assert page.asked["text"] in page.refused["text"]


def test_list_that_lacks_nothing_says_so_with_its_rule() -> None:
    page = begin(GamePage(), "person person")
    send(page, "why-not", on=True)
    assert page.why_not == {"rows": [], "rule": "setup.player.start-monks"}


# ---- the bench


def test_bench_says_which_rule_is_against_what_lies_there() -> None:
    page = begin(GamePage(), "person person")
    while page.asked["kind"] != "first-weapon":
        answered(page, random.Random(5))
    page.grid.weapon = ""
    assert not page.bench["can"]
    assert page.bench["refused"]["rule"] == "setup.player.start-weapon"
    assert page.bench["refused"]["text"]


def test_cube_of_which_none_is_left_is_refused_with_a_sentence_and_the_rule() -> None:
    page = asked_for("first-weapon")
    grid = page.grid
    grid._handle_custom_msg({"act": "none-left", "material": "W"}, ())
    assert "wood" in grid.notice
    assert grid.notice_rule == "craft.from-backpack"
    grid.weapon = ""
    grid._handle_custom_msg({"act": "clear", "kind": "weapon"}, ())
    assert (grid.notice, grid.notice_rule) == ("", "")
    grid._handle_custom_msg({"act": "none-left", "material": "W"}, ())
    assert grid.notice == "", "there are two in hand again"

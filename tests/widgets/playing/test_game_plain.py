"""Plain words on the game page: what an answer gives up, where cubes go, which cards can be built now and why not."""

from __future__ import annotations

from typing import Any

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.components import EffectKind
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.texts import LANGUAGES, has, say
from fujikoro_nb.views.fight.labels import answer_label
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.fights import dragon
from tests.support.game_ends import answer, page_of
from tests.support.game_positions import realm
from tests.support.gear_positions import backpack, board, card
from tests.widgets.playing.test_game_cards import at_bench, builds, resting

PLAIN = {f"I-{n}": "......." for n in range(1, 7)}
COMPLETE = board(sandals="WW/W")


def rows(page: GamePage) -> dict[str, dict[str, Any]]:
    return {row["text"]: row for row in page.asked["rows"]}


# ---- staying


@pytest.mark.parametrize("language", LANGUAGES)
def test_staying_says_what_it_gives_up(language: str) -> None:
    """move.steps.sandals: a third step in complete sandals, which nobody has to take."""
    page = page_of(realm(COMPLETE, board(), tiles=PLAIN).state, language=language)
    answer(page, "move")
    assert rows(page)["halt"]["about"] == say("game-page.about-halt-at-once", language=language)
    answer(page, "walk I-1.4 I-1.0")
    assert page.asked["text"] == say("question.walk", language=language, steps=1)
    assert rows(page)["halt"]["about"] == say("game-page.about-halt", language=language, n=1)


def test_walk_back_to_where_one_stands_is_listed_only_where_it_differs_from_staying() -> None:
    """move.duel.reenter: stepping back in asks for a fight with whoever stands there; with nobody it is a stay."""
    alone = page_of(realm(board(), board(), tiles=PLAIN, at=("I-1.0", "I-4.0")).state)
    answer(alone, "move")
    assert "I-1.0" not in [row["at"] for row in alone.asked["rows"]]
    both = page_of(realm(board(), board(), tiles=PLAIN, at=("I-1.0", "I-1.0")).state)
    answer(both, "move")
    (back,) = [row for row in both.asked["rows"] if row["at"] == "I-1.0"]
    assert say("game-page.about-back") in back["about"]
    answer(both, back["text"])
    assert both.asked["kind"] == "meet"


# ---- scrolls and tokens


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_quiet_is_said_as_something_that_happens(language: str) -> None:
    for moment in ("gathered", "rest", "before-join", "fight", "rolled"):
        said = say(f"game-page.moment-{moment}", language=language)
        assert len(said.split()) > 1, "a clause, not a name"
        assert said in say("game-page.did-not-before", language=language, moment=said)
    assert has("game-page.about-not-before", language=language)


def test_window_says_what_each_no_means() -> None:
    token = next(
        one for one in house_pack().adventure_tokens if one.effects[0].kind == EffectKind.DRAGON_DAMAGE
    )
    game = realm(
        board(weapon="WWM"),
        board(),
        tiles={"I-1": "D......"},
        dragons={"I-1": dragon("9/1/2")},
        adventures={0: (token,)},
    )
    page = page_of(game.state)
    answer(page, "move")
    answer(page, "walk I-1.4")
    while page.asked["kind"] != "window":
        answer(page, page.asked["rows"][0]["text"])
    shown = rows(page)
    assert shown["pass"]["about"] == "you are asked again as soon as one of them can be used"
    assert shown["quiet rest"]["label"] == "Do not ask again until somebody rests"
    assert shown["quiet rest"]["about"] == "nothing is used now either"


# ---- the backpack


@pytest.mark.parametrize("language", LANGUAGES)
def test_cubes_go_into_the_backpack_and_its_two_areas_are_named_where_both_are_used(language: str) -> None:
    def told(key: str, /, **data: Any) -> str:
        return say(key, language=language, **data)

    lower = answer_label(StowThings(backpack("WWM")), told)
    both = answer_label(StowThings(backpack("WW", "M")), told)
    assert lower == told(
        "combat.stow-all", things=", ".join((told("combat.some-W", n=2), told("combat.some-M", n=1)))
    )
    assert both.startswith(told("combat.stow-lower", things=told("combat.some-W", n=2)))
    assert told("combat.stow-upper", things=told("combat.some-M", n=1)) in both
    for word in ("below", "above", "unten:", "oben:", "en bas", "en haut"):
        assert word not in f"{lower} {both}".lower()


# ---- cards to build


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_cannot_be_built_say_what_is_missing(language: str) -> None:
    def told(key: str, **data: object) -> str:
        return say(f"game-page.{key}", language=language, **data)

    cards = (
        card("now", GearKind.WEAPON, "WWM"),
        card("metals", GearKind.WEAPON, "WWMMM"),
        card("wide", GearKind.WEAPON, "WWWMMM"),
    )
    page = at_bench(resting(board(lower="WWM"), cards), language)
    rows = {row["id"]: row for row in builds(page, "weapon")}
    assert [rows[name]["can"] for name in ("now", "metals", "wide")] == [True, False, False]
    two = say("combat.some-M", language=language, n=2)
    assert rows["metals"]["about"] == told("build-lacks", cubes=two)
    assert rows["wide"]["about"].startswith(told("build-lacks", cubes="|").split("|")[0])
    rich = at_bench(resting(board(lower="WWWMMM"), cards), language)
    rows = {row["id"]: row for row in builds(rich, "weapon")}
    assert not rows["wide"]["can"], "six columns, and the left part has five"
    assert rows["wide"]["about"] == told("build-right-part")

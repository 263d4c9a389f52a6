"""Actions on which a gear card lies, and cards on the crafting board, as the game page tells them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board, OwnedCard
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import event
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_ends import answer, page_of
from tests.support.game_positions import realm
from tests.support.gear_positions import blueprint, board

HELMET = next(card for card in house_pack().gear_cards if card.kind == GearKind.HELMET)
TITLE = {"en": "wood", "fr": "bois", "de": "Holz"}
"""What the bonus of the card below brings."""

INSIDE = {"I-1": ".......", **{f"I-{n}": "......." for n in range(2, 7)}}


def with_card(field: str) -> Board:
    return board(cards=(OwnedCard(HELMET.id, GearKind.HELMET, field, "wood"),), monks=("action",))


def abouts(page: GamePage) -> dict[str, str]:
    return {row["text"]: row["about"] for row in page.asked["rows"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_exploring_where_nothing_is_left_promises_only_the_bonus(language: str) -> None:
    """explore.where: on the central tile every place beside is revealed; gearcard.bonus.either-both."""
    state = realm(with_card("explore"), board(), tiles=INSIDE).state
    page = page_of(state, language=language)
    rows = abouts(page)
    assert rows["explore"] == rows["explore monk"]
    assert TITLE[language] in rows["explore"]


def test_exploring_where_a_place_is_bare_promises_a_tile() -> None:
    rows = abouts(page_of(realm(with_card("explore"), board(), tiles={"I-1": "......."}).state))
    assert rows["explore"] == "a new tile beside you, and its points"


def test_gathering_where_nothing_lies_promises_only_the_bonus() -> None:
    """gather.what: nothing lies on a plain space."""
    state = realm(with_card("gather"), board(), tiles={"I-1": "......."}, at=("I-1.0",)).state
    assert abouts(page_of(state))["gather"].startswith("nothing you can gather here: only the bonus")


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_of_an_action_name_the_card_and_its_bonus(language: str) -> None:
    page = page_of(realm(with_card("move"), board()).state, language=language)
    name, bonus = page._game.words.component(HELMET.id), page.say("game-page.bonus-wood")
    enough = {"en": "enough", "fr": "assez", "de": "genug"}[language]
    answer(page, "move")
    assert page.asked["kind"] == "part"
    assert name in page.asked["text"]
    assert bonus in page.asked["text"]
    assert enough not in page.asked["text"]
    answer(page, "main")
    assert page.asked["kind"] == "part"
    assert name in page.asked["text"]
    assert enough in page.asked["text"]


def test_action_after_the_bonus_may_be_left() -> None:
    page = page_of(realm(with_card("move"), board(lower="")).state)
    answer(page, "move")
    answer(page, "bonus")
    if page.asked["kind"] == "stow":
        answer(page, page.asked["choices"][0]["text"])
    assert page.asked["text"].endswith("Also the action itself (move), or enough?")


# ---- the crafting board


def at_bench(state: GameState, language: str = "en") -> GamePage:
    page = page_of(state, language=language)
    answer(page, "rest")
    while page.asked["kind"] != "craft":
        answer(page, page.asked["rows"][-1]["text"])
    return page


HELMETS = tuple(card for card in house_pack().gear_cards if card.kind == GearKind.HELMET)


def resting(here: Board, cards: tuple[GearCard, ...] = HELMETS) -> GameState:
    """Seat 0 may rest; these cards lie on display."""
    state = realm(here, board()).state
    samurai = msgspec.structs.replace(state.samurai[0], fields=(1, 0, 0))
    return msgspec.structs.replace(state.with_samurai(0, samurai), display=cards)  # type: ignore[arg-type]


def builds(page: GamePage, kind: str) -> list[dict[str, Any]]:
    page._handle_custom_msg({"act": "bench-kind", "kind": kind}, ())
    rows: list[dict[str, Any]] = page.bench["builds"]
    return rows


def test_cards_that_can_be_built_stand_first_with_their_bonus() -> None:
    page = at_bench(resting(board(lower="WWM")))
    rows = builds(page, "helmet")
    able = [row["can"] for row in rows]
    assert True in able
    assert False in able
    assert able == sorted(able, reverse=True)
    bonus = {card.id: card.bonus for card in page.session.state.display}  # type: ignore[union-attr]
    assert [row["bonus"] for row in rows] == [page.say(f"game-page.bonus-{bonus[row['id']]}") for row in rows]


@pytest.mark.parametrize("kind", GearKind)
def test_card_is_built_with_every_piece_magical(kind: GearKind) -> None:
    """magic.split-carrier: only the green cube of a weapon lies on a stated cube."""
    here = board(
        weapon="WWM+G@1,1",
        helmet="W+G",
        sandals="W+G",
        lower="WWMMT",
        blueprints=(
            blueprint(GearKind.WEAPON, "WWM"),
            blueprint(GearKind.HELMET, "W"),
            blueprint(GearKind.SANDALS, "W"),
        ),
    )
    cards = tuple(card for card in house_pack().gear_cards if card.kind == kind)
    page = at_bench(resting(here, cards))
    card = next(row["id"] for row in builds(page, str(kind)) if row["can"])
    page._handle_custom_msg({"act": "bench-build", "card": card}, ())
    assert page.bench["can"]
    assert page.grid.gear.is_magical(kind)
    assert (page.grid.gear.weapon_magic is None) == (kind != GearKind.WEAPON)
    assert next(row["fits"] for row in page.bench["builds"] if row["id"] == card)


def lay(page: GamePage, material: str, column: int) -> None:
    act = {"act": "paint", "kind": "weapon", "material": material, "cells": [[column, 1]]}
    page.grid._handle_custom_msg({**act, "stroke": "", "client": "a", "seq": column}, ())


@pytest.mark.parametrize("kind", ["helmet", "sandals", "weapon"])
def test_every_kind_comes_onto_the_board_where_all_are_magical(kind: str) -> None:
    """The green cube of a weapon lies on one of its cubes; that of a helmet is worn on none."""
    gear = {"weapon": "WWM+G@2,1", "helmet": "MM+G", "sandals": "WW+G"}
    here = board(**gear, lower="WM")
    page = at_bench(resting(here))
    builds(page, kind)
    assert (page.notice, page.bench["kind"]) == ("", kind)
    laid = page.grid.gear
    assert laid.layout(GearKind(kind)) == here.gear.layout(GearKind(kind))
    assert laid.is_magical(GearKind(kind))


def test_lacking_cube_is_told_only_until_something_else_is_done() -> None:
    page = at_bench(resting(board(lower="WM")))
    grid = page.grid

    def lack() -> None:
        grid._handle_custom_msg({"act": "none-left", "material": "T"}, ())
        assert "tooth" in grid.notice

    lack()
    grid.set_state({"chosen": "M"})
    assert (grid.notice, grid.notice_rule) == ("", "")
    lack()
    page._handle_custom_msg({"act": "bench-kind", "kind": "sandals"}, ())
    assert grid.notice == ""
    page._handle_custom_msg({"act": "bench-kind", "kind": "weapon"}, ())
    lack()
    lay(page, "M", 1)
    assert grid.notice == ""
    lack()
    grid.weapon = ""
    assert grid.notice == ""


def test_locked_cell_is_refused_before_a_lacking_cube() -> None:
    """monk.spot.weapon: the right part is open with a monk on the weapon spot."""
    page = at_bench(resting(board(lower="WM")))
    lay(page, "T", 7)
    assert page.grid.notice_rule == "monk.spot.weapon"
    lay(page, "T", 2)
    assert page.grid.notice_rule == "craft.from-backpack"


# ---- the log


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawn_tile_is_called_a_tile_once(language: str) -> None:
    drawn = event("tile-drawn", "explore.level-by-ring", tile="house-tile-ii-5")
    page = page_of(realm().state, language=language)
    said = page._game.words.told(drawn)["text"].lower()
    name = page._game.words.component("house-tile-ii-5").lower()
    assert name in said
    assert name.split()[0] not in said.replace(name, "")

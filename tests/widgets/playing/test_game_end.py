"""The end of a game on its page: the Final Chapter's lines, what a hand-in brings, and where the points came from."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Bonus
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import BOTS
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.game.end import over_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.rules.test_escape import RICH, at_palace
from tests.support.game_ends import NAMES, answer, final_chapter, over, page_of

HEMMED_IN = ".LLLLLL"
"""A tile with lava all around its middle."""


# ---- the Final Chapter


def test_final_chapter_says_turns_and_the_quickest_way_out() -> None:
    """escape.rope: the marked player has as many turns as the track has spaces left (final.advance)."""
    page = page_of(final_chapter())
    assert page.asked["kind"] == "act"
    said = [
        {
            "text": "Final Chapter: Aiko has 4 own turns left, this one included.",
            "rule": "final.trigger",
        },
        {"text": "By the rope on the central tile: possible in this turn.", "rule": "escape.rope"},
    ]
    assert page.final[:2] == said
    answer(page, "move")
    assert (page.asked["kind"], page.final[:2]) == ("walk", said)


def test_final_chapter_says_when_no_walk_leads_out() -> None:
    """move.lava.cost: without sandals nobody crosses lava."""
    page = page_of(final_chapter(HEMMED_IN))
    assert page.final[1] == {"text": "Walking and resting alone leads to no exit.", "rule": "escape.rope"}


def test_final_chapter_is_told_while_others_move_too() -> None:
    page = page_of(final_chapter(), first=BOTS[0])
    assert page.asked["part"] == "bot"
    assert [line["rule"] for line in page.final] == ["final.trigger", "bonus.big.categories"]
    assert "Botan" in page.final[1]["text"]


def test_nothing_is_said_of_the_final_chapter_before_it() -> None:
    assert page_of(msgspec.structs.replace(final_chapter(marker=None), countdown=0)).final == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_final_chapter_speaks_every_language(language: str) -> None:
    page = page_of(final_chapter(), language=language)
    assert "Aiko" in page.final[0]["text"]
    assert "4" in page.final[0]["text"]


# ---- handing in


def brought(state: GameState) -> dict[str, str]:
    page = page_of(state)
    assert page.asked["kind"] == "hand-in"
    return {row["text"]: row["about"] for row in page.asked["rows"]}


def test_hand_in_rows_say_what_they_bring_in_the_small_palace() -> None:
    """bonus.small.categories: five points each, nothing for teeth."""
    five = "brings 5 points now"
    assert brought(at_palace(RICH, palace="small").state) == {
        "hand-in weapon": five,
        "hand-in helmet": five,
        "hand-in sandals": five,
        "hand-in monk": five,
        "hand-in -": "",
    }


def test_hand_in_rows_count_the_places_that_are_taken() -> None:
    """bonus.space.dark: the last place for teeth in the big palace takes any number, one point each."""
    state = at_palace(RICH).state
    for _ in range(9):
        tooth = Bonus(Seat(1), "big", "tooth", 0)
        state = msgspec.structs.replace(state, bonuses=(*state.bonuses, tooth))
    assert brought(state)["hand-in tooth"] == "brings 1 point now"


# ---- the end


def told(state: GameState) -> dict[str, Any]:
    return over_view(state, Words(NAMES, GamePage().say, "en"))


def test_end_says_where_points_came_from() -> None:
    """end.leftovers: at the lowest values: 3 + 3 + 3 for gear, 3 monks and 2 teeth at 1 each; one monk is handed in."""
    state = over(RICH, Board(RICH.limits), scores=(50, 20), escapes=(("big", 1), ("", 0)))
    bonus = Bonus(Seat(0), "big", "monk", 6)
    first, second = told(msgspec.structs.replace(state, bonuses=(bonus,)))["ranks"]
    assert (first["place"], first["name"], first["points"], first["tie"]) == (1, "Aiko", 50, {})
    assert first["parts"] == "On the mountain 31, handed in 6, left over 13"
    assert (second["place"], second["name"], second["points"]) == (2, "Botan", 20)
    assert second["parts"] == "On the mountain 20, handed in 0, left over 0"


def test_end_says_which_rule_decides_a_tie() -> None:
    """end.tie: who left first is ahead."""
    plain = (Board(RICH.limits),) * 3
    state = over(*plain, scores=(30, 30, 10), escapes=(("small", 2), ("small", 1), ("", 0)))
    shown = told(state)
    ranks = shown["ranks"]
    assert [(rank["place"], rank["name"]) for rank in ranks] == [(1, "Botan"), (2, "Aiko"), (3, "Chie")]
    assert [rank["tie"].get("rule") for rank in ranks] == ["end.tie", "end.tie", None]
    assert shown["text"] == "Botan wins with 30 points."


def test_end_says_that_a_place_is_shared() -> None:
    """end.tie.none-escaped: the engine reports a shared first place."""
    plain = (Board(RICH.limits),) * 2
    ranks = told(over(*plain, scores=(30, 30), escapes=(("", 0), ("", 0))))["ranks"]
    assert [rank["place"] for rank in ranks] == [1, 1]
    assert {rank["tie"]["rule"] for rank in ranks} == {"end.tie.none-escaped"}

"""A group's game on its page: begun, played to its end by whoever the page asks, told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import answered, begin

MOST_ANSWERS = 4000


def whole(players: str, mode: str, seed: str, language: str = "en") -> tuple[GamePage, list[dict[str, Any]]]:
    """A game to its end, answered with what the page offers, and everything that was asked."""
    page = begin(GamePage(language=language), players, mode=mode, seed=seed)
    chance = random.Random(seed)
    asked = []
    for _ in range(MOST_ANSWERS):
        if page.asked["part"] == "over":
            return page, asked
        asked.append(dict(page.asked))
        answered(page, chance)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("players", "mode", "seed"),
    [
        ("person", "solo", "3"),
        ("person", "coop", "5"),
        ("person person", "coop", "8"),
        ("person person person", "coop", "11"),
        ("person person person person person person", "coop", "6"),
    ],
)
def test_whole_games_of_a_group(players: str, mode: str, seed: str) -> None:
    """Every question is drawn and answered on the page; the end says how the group fared."""
    page, asked = whole(players, mode, seed)
    over = page.asked
    assert over["outcome"] in ("won", "lost-life", "lost-time")
    assert over["text"] and over["rule"].startswith("coop.")
    assert len(over["goals"]) == 4 and over["story"], "what was played for, and what became of it"
    assert page.points == [], "nobody counts points here"
    assert {one["kind"] for one in asked} >= {"first-player", "first-card", "act"}
    for one in asked:
        assert bool(one["together"]) == (one["kind"] in TOGETHER), one["kind"]


TOGETHER = ("first-player", "first-card", "dragon-order", "dragon-target", "dragon-step", "share-teeth")

"""What stands below an action and below the end of a move: its steps, and whether a way out is stood on."""

from __future__ import annotations

from functools import partial

import pytest

from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.group import goals_view
from fujikoro_nb.views.game.question import rows_of
from fujikoro_nb.views.game.words import Words
from tests.support.game_positions import Realm
from tests.support.gear_positions import board
from tests.support.groups import group

EXIT = {"I-1": ".......", "II-1": "X......"}


def about(game: Realm, text: str, language: str = "en") -> str:
    """What is said below this answer."""
    question = GAME.question(game.state)
    assert question is not None
    words = Words(["Ayame", "Botan"], partial(say, language=language), language)
    listed, _ = rows_of(game.state, question, GAME.options(game.state), words)
    return next(str(row["about"]) for row in listed if row["text"] == text)


@pytest.mark.parametrize(("sandals", "steps"), [("", 2), ("WM", 2), ("W/M/T", 3)])
def test_a_move_says_how_many_steps_these_sandals_give(sandals: str, steps: int) -> None:
    """move.steps.base, move.steps.sandals: not both numbers, of which one is somebody else's."""
    game = group(board(sandals=sandals), board())
    for language in LANGUAGES:
        said = about(game, "move", language)
        assert [one for one in said.split() if one.isdigit()] == [str(steps)], said


@pytest.mark.parametrize(("is_beaten", "is_told"), [(True, True), (False, False)])
def test_who_stands_on_the_open_exit_is_told_so(is_beaten: bool, is_told: bool) -> None:
    """coop.goal.escape-after-legendary: a shut exit is no way out."""
    for at, is_there in (("II-1.0", True), ("II-1.1", False)):
        game = group(board(), board(), tiles=EXIT, at=(at, "centre"), legend=is_beaten).play("move")
        assert ("way out" in about(game, "halt")) == (is_told and is_there), at


def test_goals_of_one_alone_speak_of_nobody_else() -> None:
    said = {}
    for players, more in ((1, {"mode": SOLO}), (2, {})):
        words = Words(["Ayame", "Botan"], partial(say, language="en"), "en")
        said[players] = [str(one["text"]) for one in goals_view(group(players=players, **more).state, words)]
    assert not any(word in text for text in said[1] for word in ("Everybody", "each"))
    assert any("Everybody" in text for text in said[2])

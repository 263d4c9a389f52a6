"""What a page says of the two countdowns of scenario 3: the first one by its name, and that it has begun."""

from __future__ import annotations

from functools import partial

import pytest

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO, Mode
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.people import status_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.scene import scene_said
from tests.support.game_positions import realm
from tests.support.gear_positions import board

LAST = 8
"""Spaces of the track (final.track.length)."""


@pytest.mark.rule("scenario.3.competitive.lava-phase-trigger")
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_countdown_is_told_as_what_it_is(language: str) -> None:
    """With 10 points the one of lava runs, with 30 the real one begins anew; what is over is not called unbegun."""
    words = Words(("Aki", "Bo"), partial(say, language=language), language)

    def told(points: int, **more: object) -> str:
        game = realm(board(), board(), scenario=3, **more)  # type: ignore[arg-type]
        return str(status_view(game.state.award(Seat(0), points)[0], words, ())["countdown_said"])

    tell = partial(say, language=language)
    assert told(9) == tell("game-page.countdown-off")
    assert told(10) == tell("game-page.countdown-warm", n=LAST)
    running = {"marker": 0, "scores": (12, 0), "scene": {"is_warm": True}}
    assert told(0, countdown=3, **running) == tell("game-page.countdown-warm", n=LAST - 3)
    assert told(0, countdown=LAST, **running) == tell("game-page.countdown-cooled")
    assert told(18, countdown=3, **running) == tell("game-page.countdown-on", n=LAST)


@pytest.mark.parametrize(
    ("scenario", "mode", "rule"),
    [
        (3, COMPETITIVE, "scenario.3.competitive.lava-phase-trigger"),
        (3, COOP, "scenario.3.coop.lava-phase"),
        (8, SOLO, "scenario.8.solo.goal-fifty"),
        (0, COMPETITIVE, ""),
    ],
)
def test_a_game_says_which_scenario_it_is_and_what_that_changes(scenario: int, mode: Mode, rule: str) -> None:
    """Three lines, as on the start panel; a game without any says nothing."""
    told = scene_said(scenario, mode, "en")
    assert (rule in {line["rule"] for line in told["lines"]}) if rule else told == {}
    if rule:
        assert told["name"].startswith(f"Scenario {scenario}: ")
        assert len(told["lines"]) == 3

"""Ten thousand seeded games of each small game: its laws along every one of them. `FUJIKORO_GAMES` says how many."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

import pytest

from tests.laws.fuji_99_games import cubes_cards_and_milestones_along
from tests.laws.makai_games import cards_prizes_and_views_along
from tests.soak.spread import PROCESSES, Spread

GAMES = int(os.environ.get("FUJIKORO_GAMES", "10000"))
ALONG: Mapping[str, Callable[[int], int]] = {
    "fuji99": cubes_cards_and_milestones_along,
    "makai": cards_prizes_and_views_along,
}


def walked(job: tuple[str, int]) -> tuple[str, int]:
    """One game; its answers. Whatever is raised names the seed."""
    game, seed = job
    try:
        return game, ALONG[game](seed)
    except Exception as error:
        error.add_note(f"in game {seed} of {game}")
        raise


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_laws_along_small_games(spread: Spread) -> None:
    jobs = [(game, seed) for game in ALONG for seed in range(GAMES)]
    games = list(spread.done(walked, jobs, what="games"))
    for name in ALONG:
        answers = [number for game, number in games if game == name]
        spread.say(f"{name}: laws along {len(answers):,} games, {sum(answers):,} answers, none broken")
        assert len(answers) == GAMES
    spread.say(f"{spread.took()} in {PROCESSES} processes")

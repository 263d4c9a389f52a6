"""Whole games alone and of three people at one phone, by taps from the start panel to the end: won and lost.

What is tapped is what a heuristic bot answers. A game takes some minutes: the page lets no answer pass that nobody has
had the time to read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fujikoro_nb.engine.fujikoro.board.party import LOST_LIFE, LOST_TIME, WON
from fujikoro_nb.play.seats import GameSession, load_game
from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import ready
from tests.browser.servers import Server
from tests.browser.whole_games import begun, bots_game, play_whole
from tests.soak.spread import Spread

MOST_GAMES = 80
GAME = "voila/render/game.ipynb"
ASKED = {
    1: {"act", "walk", "craft", "dragon-order"},
    3: {"act", "walk", "craft", "dragon-order", "share-teeth"},
}
"""Questions without which a game shows too little."""


def first_ending(outcome: str, players: int) -> tuple[int, GameSession]:
    """The seed of the first of these games that bots end so and that asks enough, and that game."""
    for seed in range(1, MOST_GAMES + 1):
        session = bots_game(seed, players=players)
        party = session.state.party
        kinds = {line.question.kind for line in session.lines if not line.entry.automatic}
        if party is not None and party.outcome == outcome and kinds >= ASKED[players]:
            return seed, session
    raise AssertionError("bots end no game so")


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
@pytest.mark.parametrize(
    ("players", "outcome"),
    [(1, WON), (1, LOST_LIFE), (1, LOST_TIME), (3, WON), (3, LOST_LIFE)],
)
def test_a_whole_game_is_played_by_taps(
    table: Server,
    visits: Callable[..., Visit],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    players: int,
    outcome: str,
) -> None:
    """What is kept at the end is the game that the bots played, and the page tells how it ended."""
    seed, session = first_ending(outcome, players)
    visit = visits(**PHONE)
    tab = ready(visit.open(f"{table.origin}/{GAME}"))
    begun(tab, seed, players=players)
    spread = Spread(capsys, tmp_path / "kept")
    counts = Counter(play_whole(tab, session))
    tab.wait_for_selector(".fk-game[data-asked=over]", state="attached")
    seal = tab.locator(".fk-group-over .seal")
    expect(seal).to_contain_text("Won" if outcome == WON else "Lost")
    expect(tab.locator("main > .fk-notice")).to_be_hidden()
    with tab.expect_download() as kept:
        tab.locator("[data-key=keep-game]").tap()
    path = tmp_path / "kept.json"
    kept.value.save_as(path)
    assert load_game(path.read_bytes()).state == session.state
    assert visit.errors == []
    spread.say(
        f"seed {seed}, {players} at one phone, {outcome}: {counts.total()} answers to {len(counts)} sorts of "
        f"questions; {spread.took()}"
    )

"""Scenarios on the game's page, tapped on a phone: each one whole in the long runs, the last turns of two always."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.game_pages import GAME, kind_of, ready
from tests.browser.servers import Server
from tests.browser.tapped_games import Player, Told, before_the_end, begin_scenario
from tests.browser.widget_pages import Stage
from tests.soak.spread import Spread

CAUGHT = Told(6, "coop", 2, "e0", frozenset({"captured"}))
OWN = Told(1, "competitive", 2, "e20", frozenset({"has-to-fight", "loot-gathered", "waits-to-leave"}))
GAMES = (
    OWN,
    Told(2, "competitive", 2, "e5", frozenset({"dragons-stir", "figure-taken", "stands-up"})),
    Told(3, "competitive", 2, "e4", frozenset({"lava-phase", "final-chapter"})),
    Told(3, "coop", 2, "e3", frozenset({"early-eruption", "token-goes-back"})),
    Told(4, "competitive", 2, "e4", frozenset({"monk-fights", "monk-beaten"})),
    Told(5, "competitive", 2, "e4", frozenset({"final-chapter"})),
    Told(5, "coop", 2, "e3", frozenset({"dragon-defeated"})),
    CAUGHT,
    Told(7, "solo", 1, "e10", frozenset({"guard-met"})),
    Told(8, "solo", 1, "e26", frozenset({"dragon-defeated"})),
)
"""With seeds whose games have what the scenario is about."""
SEAL = ".fk-ask .fk-group-over.verdict"


def look(player: Player, kind: str) -> None:
    """At each question: nothing leaves the phone, nothing was refused, and no text lacks what it tells."""
    tab = player.tab
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390, kind
    assert tab.locator("[data-part=refused], [data-part=bench-refused]").count() == 0, player.told.texts[-1:]
    shown = tab.locator(".fk-play").inner_text()
    assert not [word for word in ("null", "undefined", "NaN", "[object") if word in shown], kind


def events_of(player: Player) -> set[str]:
    return {event.kind for line in player.session.lines for event in line.events}


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_scenario_is_played_whole_by_taps(
    served: Callable[..., Server],
    phone: Visit,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    game: Told,
) -> None:
    """From the start panel of the served page to the last card, each answer with a finger."""
    tab = phone.open(served("table").url)
    tab.locator(".fk-elsewhere a[href*='game.ipynb']").first.tap()
    tab.wait_for_url("**/voila/render/game.ipynb")
    begin_scenario(ready(tab), game)
    kind_of(tab)
    player, spread = Player(tab, seed=game.seed), Spread(capsys, tmp_path / "kept")
    answers = player.play(see=look).count
    assert player.session.question is None
    assert game.events <= events_of(player)
    expect(tab.locator(".fk-ask")).to_contain_text(
        say("game-page.ranking") if game.mode == "competitive" else say("game-group.story")
    )
    assert phone.errors == []
    party = player.session.state.party
    ended = "scored" if party is None else party.outcome
    spread.say(
        f"scenario {game.scenario}, {game.mode}, seed {game.seed}: {answers} answers, {ended}; {spread.took()}"
    )


@pytest.mark.parametrize(("game", "answers"), [(OWN, 9), (CAUGHT, 7)], ids=["1", "6"])
def test_the_last_turns_of_a_scenario_by_taps(
    phone_stage: Stage, tmp_path: Path, game: Told, answers: int
) -> None:
    """Who leaves in scenario 1 waits on the rope; who catches the dragon in 6 has won, and sees it in green."""
    path = tmp_path / "scenario.json"
    path.write_bytes(before_the_end(game, answers=answers).save(has_snapshots=False))
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("input[type=file]").set_input_files(path)
    tab.wait_for_selector(".fk-game[data-stage=play]")
    player = Player(tab, seed=game.seed)
    assert player.play(see=look).count >= answers - 3
    assert player.session.question is None
    if game is CAUGHT:
        expect(tab.locator(f"{SEAL}.ok")).to_be_visible()
        expect(tab.locator(f"{SEAL}.no")).to_have_count(0)
    else:
        expect(tab.locator(".fk-ranks li")).to_have_count(2)
        assert "waits-to-leave" in events_of(player)
    assert phone_stage.errors == []

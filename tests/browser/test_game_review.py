"""A game looked at again in a Chromium: bar and Stop, the figure, and a mistake kept and solved on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.review.mistakes import decode
from tests.browser.game_pages import at, kind_of, moved_on
from tests.browser.widget_pages import Stage

GAME = """
from fujikoro_nb.widgets import GamePage
from fujikoro_nb.widgets.guided import review
review.WORLDS = 2
GamePage()
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.json"
    session = new_session(players=2, seed="page", seats=["Aki", "Bo"])
    play_out(session, bots_of(["heuristic"], players=2, seed="page"), most_turns=4)
    path.write_bytes(session.save())
    return path


def kept_code(tab: Page) -> str:
    """The code of the game's mistake that the browser kept last."""
    kept = tab.evaluate(
        "JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('fujikoro-mistakes'))[1])"
    )
    return str(next(one["code"] for one in kept if one["kind"] == "game"))


def solve(tab: Page, code: str) -> None:
    """The best known plan by taps, as far as it is asked for: of a way to its end any path counts."""
    for text in decode(code).mistake.good[0]:
        if tab.locator("[data-part=mistake]").get_attribute("data-verdict") != "open":
            return
        kind, _, given = text.partition(" ")
        assert kind_of(tab) == kind
        was, body = at(tab), tab.locator(".fk-do-body")
        end = given.split()[-1]
        row = body.locator(f"[data-key='row-{given}'], [data-key^='row-{kind} '][data-key$=' {end}']").first
        is_looked_at = row.get_attribute("aria-pressed") is not None
        row.tap()
        if is_looked_at:
            body.locator("[data-key=answer]").tap()
        moved_on(tab, was)


def test_a_game_is_looked_at_again_on_a_phone(phone_stage: Stage, game: Path) -> None:
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("input[type=file]").set_input_files(game)
    tab.wait_for_selector(".fk-game[data-stage=play]")
    kind_of(tab)
    look = tab.locator("[data-part=look-back]")
    expect(look).to_be_hidden()
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=to-review]").click()
    expect(look).to_have_attribute("data-state", "working")
    expect(look.locator("progress")).to_be_visible()
    look.locator("[data-key=review-stop]").click()
    expect(look).to_be_hidden()
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=to-review]").click()
    tab.wait_for_selector("[data-part=look-back][data-state=done]", timeout=120_000)
    tab.wait_for_selector(".fk-look-plot[data-points]")
    expect(look.locator("h2")).to_have_text("Review for Aki")
    assert str(look.locator(".fk-look-figure").get_attribute("aria-label")).startswith("Chance to win")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look.locator("[data-key=review-numbers]").click()
    expect(look.locator("tbody tr").first).to_be_visible()
    keep = look.locator("[data-key=review-keep-0]")
    keep.click()
    expect(keep).to_have_text("Kept")
    look.locator("[data-key=review-open-0]").click()
    mistake = tab.locator("[data-part=mistake]")
    expect(mistake).to_have_attribute("data-verdict", "open")
    expect(look).to_be_hidden()
    mistake.locator("[data-key=mistake-show]").click()
    expect(mistake).to_contain_text("Better:")
    mistake.locator("[data-key=mistake-leave]").click()
    expect(look).to_have_attribute("data-state", "done")
    last = look.locator("[data-key^=review-keep-]").last
    last.tap()
    expect(last).to_have_text("Kept")
    look.locator("[data-key^=review-open-]").last.tap()
    expect(mistake).to_have_attribute("data-verdict", "open")
    solve(tab, kept_code(tab))
    expect(mistake).to_have_attribute("data-verdict", "right")
    expect(mistake.locator("[data-key=mistake-again]")).to_have_count(0)
    mistake.locator("[data-key=mistake-leave]").tap()
    expect(mistake).to_be_hidden()
    expect(look).to_have_attribute("data-state", "done")
    look.locator("[data-key=review-close]").click()
    expect(look).to_be_hidden()
    kind_of(tab)
    assert not phone_stage.errors

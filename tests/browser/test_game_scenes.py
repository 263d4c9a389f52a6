"""Scenarios on the start panel in a Chromium: chosen by taps and keys, told in three lines, refused with the reason."""

from __future__ import annotations

from playwright.sync_api import expect

from fujikoro_nb.texts import say
from tests.browser.game_pages import GAME, answer, asked, small
from tests.browser.widget_pages import Stage


def test_a_scenario_is_chosen_on_a_phone(phone_stage: Stage) -> None:
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    chosen, card = tab.locator("[data-key=scenario]"), tab.locator("[data-part=scene]")
    begin, refused = tab.locator("[data-key=begin]"), tab.locator("[data-part=refused-scenario]")
    expect(card).to_have_count(0)
    chosen.tap()
    row = tab.locator("li", has=tab.locator("[data-key=scenario-6]"))
    expect(row.locator("button")).to_be_disabled()
    expect(row.locator("[data-rule='scenario.general.modes']")).to_be_visible()
    assert small(tab) == []
    tab.locator("[data-key=scenario-1]").tap()
    expect(chosen).to_be_focused()
    expect(tab.locator("[data-key=scenario-3]")).to_be_hidden()
    expect(card.locator("svg.fk-tale-map polygon")).to_have_count(37)
    expect(card.locator(".fk-tale-lines [data-rule]")).to_have_count(3)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.locator("[data-key=hasCast-true]").tap()
    cast = tab.locator("[data-part=refused-cast]")
    expect(cast.locator("[data-rule='scenario.1.competitive.symmetric-only']")).to_be_visible()
    tab.locator("[data-key=hasCast-false]").tap()
    tab.locator("[data-key=peaceful]").check()
    expect(tab.locator("[data-part=refused-peaceful] [data-rule='variant.peaceful']")).to_be_visible()
    tab.locator("[data-key=peaceful]").uncheck()
    expect(begin).to_be_enabled()
    tab.locator("[data-key=mode-coop]").tap()
    expect(refused.locator("[data-rule='scenario.general.modes']")).to_be_visible()
    expect(begin).to_be_disabled()
    chosen.tap()
    tab.locator("[data-key=scenario-6]").tap()
    expect(refused).to_have_count(0)
    tab.locator("[data-key=seed]").fill("7")
    begin.tap()
    asked(tab, "first-player")
    assert phone_stage.errors == []


def test_a_scenario_is_chosen_by_keys(stage: Stage) -> None:
    tab = stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("[data-key=scenario]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-key=scenario-0]")).to_be_visible()
    tab.keyboard.press("Tab")
    expect(tab.locator("[data-key=scenario-0]")).to_be_focused()
    tab.locator("[data-key=scenario-3]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-key=scenario]")).to_be_focused()
    expect(tab.locator("[data-part=scene] [data-rule='scenario.3.competitive.real-final']")).to_be_visible()
    assert stage.errors == []


def test_a_ronin_reads_points_beside_the_hearts(phone_stage: Stage) -> None:
    """The points are what is played for; before the countdown there are no rounds to count."""
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("[data-key=mode-solo]").tap()
    tab.locator("[data-key=scenario]").tap()
    tab.locator("[data-key=scenario-8]").tap()
    tab.locator("[data-key=seed]").fill("7")
    tab.locator("[data-key=begin]").tap()
    asked(tab, "first-player")
    answer(tab)
    seat = tab.locator(".fk-seats li")
    expect(seat.locator("b.num")).to_have_text("0")
    expect(seat.locator(".fk-hearts")).to_be_visible()
    track = tab.locator(".fk-game-track-box")
    expect(track).to_contain_text(say("game-page.countdown-off"))
    expect(track.locator(".fk-rounds")).to_have_count(0)
    expect(tab.locator(".fk-goals-brief")).to_contain_text("0/50")
    scene = tab.locator("[data-part=scene-now]")
    scene.locator("summary").tap()
    expect(scene.locator("[data-rule='scenario.8.solo.goal-fifty']")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone_stage.errors == []

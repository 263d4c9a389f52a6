"""Characters on a game's page in a Chromium: chosen by taps and keys, refused at once, shown on the boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fujikoro_nb.texts import say
from tests.browser.game_pages import GAME, answer, asked, small
from tests.browser.widget_pages import Stage


def test_each_seat_chooses_a_character_on_a_phone(phone_stage: Stage) -> None:
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    refused, begin = tab.locator("[data-part=refused-cast]"), tab.locator("[data-key=begin]")
    expect(tab.locator("[data-key=cast-0]")).to_have_count(0)
    tab.locator("[data-key=hasCast-true]").tap()
    names = [tab.locator(f"[data-key=cast-{seat}]").input_value() for seat in range(3)]
    assert len(set(names)) == 3
    assert small(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.locator("[data-key=cast-0]").select_option(names[1])  # a bot has it, and swaps
    expect(tab.locator("[data-key=cast-1]")).to_have_value(names[0])
    expect(refused).to_have_count(0)
    tab.locator("[data-key=cast-0]").select_option("")
    tab.locator("[data-key=cast-0]").select_option(names[2])  # whoever had none gives none away
    expect(tab.locator("[data-key=cast-2]")).not_to_have_value("")
    expect(refused).to_have_count(0)
    tab.locator("[data-key=cast-1]").select_option(names[2])  # a person's is not taken away
    expect(refused.locator("[data-rule='char.general.unique']")).to_be_visible()
    expect(begin).to_be_disabled()
    tab.locator("[data-key=cast-1]").select_option("")
    expect(refused.locator("[data-rule='option.asymmetric.all-or-none']")).to_be_visible()
    tab.locator("[data-key=cast-1]").select_option("daisuke")
    expect(refused).to_have_count(0)
    tab.locator("[data-key=count-1]").tap()
    tab.locator("[data-key=mode-solo]").tap()
    tab.locator("[data-key=cast-0]").select_option("daisuke")
    expect(refused.locator("[data-rule='solo.setup.daisuke-impossible']")).to_be_visible()
    expect(begin).to_be_disabled()
    tab.locator("[data-key=mode-competitive]").tap()
    tab.locator("[data-key=count-2]").tap()
    tab.locator("[data-key=cast-1]").select_option("tomoe")
    expect(refused).to_have_count(0)
    tab.locator("[data-key=cast-card-0]").tap()
    card = tab.locator("[data-cast=daisuke]")
    expect(card.locator("[data-rule='char.daisuke.setup']")).to_be_visible()
    expect(card.locator("[data-rule='char.daisuke.sneak']")).to_be_visible()
    tab.locator("[data-key=cast-1]").select_option("masako")
    expect(tab.locator("[data-key=cast-card-1]")).to_contain_text(say("cast.note-masako"))
    expect(card).to_be_visible()  # who reads goes on reading
    tab.locator("[data-key=cast-1]").select_option("tomoe")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.locator("[data-key=player-1]").select_option("random")
    tab.locator("[data-key=seed]").fill("7")
    begin.tap()
    asked(tab, "first-weapon")
    expect(tab.locator(".fk-seats .fk-seat-character")).to_have_text(" Daisuke")
    tab.locator(".fk-foot [data-tab=boards]").tap()
    tab.locator("[data-key=cast-of-0]").tap()
    expect(tab.locator(".fk-player [data-cast=daisuke]")).to_be_visible()
    expect(tab.locator(".fk-player.is-small .fk-cast-note")).to_contain_text("Tomoe.")
    assert phone_stage.errors == []


CUT = """() => [...document.querySelectorAll(".fk-seat-row select")].filter((one) => {
  const ink = document.createElement("canvas").getContext("2d"), look = getComputedStyle(one), arrow = 24;
  ink.font = look.font;
  const { width } = ink.measureText(one.selectedOptions[0].text);
  return width + parseFloat(look.paddingLeft) + arrow > one.clientWidth;
}).map((one) => one.selectedOptions[0].text)"""
"""JavaScript: what is chosen and does not stand whole in its list."""
BROKEN = """() => [...document.querySelectorAll(".fk-seat-name")].flatMap((name) => {
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""
"""JavaScript: the words of names that are broken over two lines."""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_names_of_bots_and_characters_stand_whole_on_a_phone(phone_stage: Stage, language: str) -> None:
    cell = GAME.replace("GamePage()", f"GamePage(language={language!r})")
    tab = phone_stage.show(cell, widget="fk-game[data-ready=true]")
    tab.locator("[data-key=hasCast-true]").tap()
    tab.locator("[data-key=name-0]").fill("Mia")
    tab.locator("[data-key=cast-0]").select_option("masako")
    tab.locator("[data-key=cast-1]").select_option("yoshihiro")
    tab.locator("[data-key=cast-2]").select_option("masatsura")
    for seat in (1, 2):
        tab.locator(f"[data-key=player-{seat}]").select_option("planner")
    assert tab.evaluate(CUT) == []
    tab.locator("[data-key=begin]").tap()
    expect(tab.locator(".fk-seats .fk-seat-character")).to_have_text(" Masako")
    assert tab.evaluate(BROKEN) == []
    assert phone_stage.errors == []


def test_a_character_is_chosen_and_read_by_keys(stage: Stage) -> None:
    tab = stage.show(GAME, widget="fk-game[data-ready=true]")
    tab.locator("[data-key=hasCast-true]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-key=hasCast-true]")).to_be_focused()
    tab.locator("[data-key=cast-0]").focus()
    tab.keyboard.press("m")
    expect(tab.locator("[data-key=cast-0]")).not_to_have_value("yoshihiro")
    tab.locator("[data-key=cast-card-2]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator(".fk-cast[open] .fk-cast-card")).to_be_visible()
    tab.locator("[data-key=hasCast-false]").click()
    expect(tab.locator("[data-key=colour-0]")).to_be_visible()
    tab.locator("[data-key=begin]").click()
    assert answer(tab) == "place-monk"
    expect(tab.locator(".fk-seat-character")).to_have_count(0)
    assert stage.errors == []

"""A link to a rule says what the rule is called, in the page's language; its id stands on the card that it opens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.rulebook.titles import titles
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.test_combat_panel_fight import asked, begin, choose, open_fight, ready, tap_faces
from tests.browser.test_evening_pages import OVER, show
from tests.browser.test_languages import misnamed
from tests.browser.widget_pages import BOXES, Stage

WIDTH = 390
LINKS = ".fk-setup .rid:not(.fk-id)"


def shown(stage: Stage, language: str) -> Page:
    """The setup list: of all pages the one with most links, and with the longest titles."""
    cell = f"SetupPage(mode='coop', players=2, language={language!r})"
    tab = stage.show(f"from fujikoro_nb.widgets import SetupPage\n{cell}", widget="fk-setup")
    tab.locator(".fk-setup [data-key='boards.asymmetric']").click()
    tab.locator("[data-choice=hero]").wait_for()
    return tab


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_are_titles_and_fit_a_phone(phone_stage: Stage, language: str) -> None:
    tab = shown(phone_stage, language)
    assert misnamed(tab, language) == []
    links = tab.locator(LINKS)
    texts = links.all_inner_texts()
    assert len(texts) > 20
    assert max(map(len, texts)) > 30  # long ones are among them
    name = say("setup-page.rule-link", language=language, rule=texts[0])
    expect(links.first).to_have_attribute("aria-label", name)
    assert texts[0] in name  # what is seen can be said to a page that listens (WCAG 2.5.3)
    boxes = links.evaluate_all(BOXES)
    assert all(left >= 0 and left + width <= WIDTH for left, _, width, _ in boxes)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_the_card_has_title_and_id(phone_stage: Stage) -> None:
    tab = shown(phone_stage, "de")
    link = tab.locator(LINKS).first
    rule = str(link.get_attribute("data-rule"))
    assert link.get_attribute("href") == f"?rule={rule}"
    link.tap()
    card = tab.locator("[data-part=rule]")
    expect(card.locator(".fk-rule-name")).to_have_text(titles("de")[rule])
    expect(card.locator(".rid.fk-id")).to_have_text(rule)
    tab.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(link).to_be_focused()
    assert phone_stage.errors == []


def ids_in(tab: Page) -> list[str]:
    """Ids of rules that somebody reads on the page, opened parts and all."""
    tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    words = set(re.findall(r"[a-z0-9]+(?:[.-][a-z0-9]+)+", tab.locator("body").inner_text()))
    return sorted(words & set(titles()))


def test_where_people_read_no_rule_is_an_id(stage: Stage) -> None:
    """The log of a fight, the last page of an evening, a scenario that is read out."""
    tab = begin(ready(choose(open_fight(stage), 8, 1)))
    tab.locator("[data-key=answer]").click()
    asked(tab, "roll")
    tap_faces(tab, "W-1*", "W-0", "M-2", "T-1")
    tab.locator("[data-key=answer]").click()
    expect(tab.locator("[data-part=log] > ol > li, [data-part=log] li").first).to_be_attached()
    assert ids_in(tab) == []
    for last in ("ScorePage(evening=evening)", "ScorePage(evening=new_evening(people, mode='coop'))"):
        assert ids_in(show(stage, OVER + last)) == []
    cell = "SetupPage(mode='competitive', players=3, options=('scenario-5',))"
    tab = stage.show(f"from fujikoro_nb.widgets import SetupPage\n{cell}", widget="fk-setup")
    expect(tab.locator("[data-step^=scenario-5]")).to_contain_text(
        "Read out scenario 5: Survival of the Fittest"
    )
    assert tab.locator("[data-step^=scenario-5] .fk-setup-read p").count() >= 2
    assert ids_in(tab) == []
    assert stage.errors == []

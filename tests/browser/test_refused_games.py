"""Games that nobody can play, on the start panel of a phone: each choice says beside it why not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.play.seats import MOST_SEATS
from fujikoro_nb.texts import LANGUAGES, refusal_sentence
from tests.browser.widget_pages import Stage
from tests.support.refused_games import REFUSED

GAME = "from fujikoro_nb.widgets import GamePage\nGamePage(language={!r})"


def can_be_chosen(asked: Asked) -> bool:
    """Whether the panel's choices allow it: six seats, one scenario of those there are."""
    return (
        asked.players <= MOST_SEATS
        and len(asked.scenarios) < 2
        and all(number <= len(SCENARIOS) for number in asked.scenarios)
    )


CHOSEN = [
    pytest.param(asked, rule, marks=pytest.mark.rule(rule), id=f"{rule} {number}")
    for number, (asked, rule) in enumerate(REFUSED)
    if can_be_chosen(asked)
]


def test_what_is_left_out_is_no_choice_of_the_panel() -> None:
    """Seven people, two scenarios, a ninth one."""
    left_out = [asked for asked, _ in REFUSED if not can_be_chosen(asked)]
    assert {(one.players, len(one.scenarios)) for one in left_out} == {(7, 0), (2, 1), (2, 2)}
    assert len(CHOSEN) + len(left_out) == len(REFUSED)


def choose(tab: Page, asked: Asked) -> Locator:
    """Tap this table together; where the reason is to stand."""
    tab.locator(f"[data-key=mode-{asked.mode}]").tap()
    tab.locator(f"[data-key=count-{asked.players}]").tap()
    if asked.characters:
        tab.locator("[data-key=hasCast-true]").tap()
        named = [*asked.characters, *[""] * (asked.players - len(asked.characters))]
        for seat, name in enumerate(named):
            tab.locator(f"[data-key=cast-{seat}]").select_option(name)
    for number in asked.scenarios:
        tab.locator("[data-key=scenario]").tap()
        row = tab.locator(f"[data-key=scenario-{number}]")
        if row.is_disabled():
            return tab.locator("li", has=row).locator(".fk-tale-why")
        row.tap()
    if asked.is_peaceful:
        tab.locator("[data-key=peaceful]").check()
        return tab.locator("[data-part=refused-peaceful]")
    return tab.locator(f"[data-part=refused-{'cast' if asked.characters else 'count'}]")


@pytest.mark.parametrize(("asked", "rule"), CHOSEN)
def test_why_not_stands_beside_the_choice(phone_stage: Stage, asked: Asked, rule: str) -> None:
    language = LANGUAGES[sum(map(ord, rule)) % len(LANGUAGES)]
    refusal = check_asked(asked)
    assert refusal is not None and refusal.rule == rule
    tab = phone_stage.show(GAME.format(language), widget="fk-game[data-ready=true]")
    why = choose(tab, asked)
    expect(why).to_be_visible()
    expect(why).to_contain_text(refusal_sentence(refusal, language=language))
    begin = tab.locator("[data-key=begin]")
    if "fk-tale-why" not in (why.get_attribute("class") or ""):
        expect(begin).to_be_disabled()
    link = why.locator(f"[data-rule='{rule}']")
    expect(link).to_be_visible()
    link.tap()
    expect(tab.locator(".fk-rule-card")).to_contain_text(rule)
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone_stage.errors == []

"""The quick questions in a Chromium: taps from home to the answer, rule cards, phone, keyboard, undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.helper.characters_told import ESCAPING, FIGHTING, WALKING, differs
from tests.browser.widget_pages import BOXES, HELPER, Stage

MOST_TAPS = 8
TARGET = 44
NOW = {
    "space": "token-up",
    "unexplored": "no",
    "lava": "yes",
    "beside": "samurai",
    "discs": "2",
    "backpack": "1",
    "sandals": "five",
}
ESCAPE = {
    "exit": "rope",
    "steps": "4",
    "way-lava": "1",
    "discs": "3",
    "sandals": "five",
    "countdown": "2",
    "marker": "first",
}


def show_helper(stage: Stage, link: str = "") -> Page:
    return stage.show(HELPER, widget="fk-helper[data-opened=true]", link=link)


def line(tab: Page, name: str) -> str:
    return f".fk-quick-lines:visible [data-line={name}]"


def tap(tab: Page, fact: str, value: str) -> None:
    chip = tab.locator(f".fk-quick:visible [data-key='{fact}.{value}']")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("tool", "facts", "name", "seal"), [("now", NOW, "gather", "ok"), ("escape", ESCAPE, "escape", "ok")]
)
def test_eight_taps_from_home_to_an_answer_without_if(
    phone_stage: Stage, tool: str, facts: dict[str, str], name: str, seal: str
) -> None:
    tab = show_helper(phone_stage)
    tab.locator(f".fk-more a[data-page={tool}]").click()
    expect(tab.locator(line(tab, name))).to_have_attribute("data-verdict", "but")
    for fact, value in facts.items():
        tap(tab, fact, value)
    assert 1 + len(facts) <= MOST_TAPS
    expect(tab.locator(line(tab, name))).to_have_attribute("data-verdict", seal, timeout=20_000)
    expect(tab.locator(f".fk-quick:visible fieldset[data-fact={next(iter(facts))}] .tag")).to_have_count(0)
    if tool == "now":
        expect(tab.locator(".fk-quick-lines:visible [data-verdict=but]")).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = tab.locator(".fk-quick:visible button").evaluate_all(BOXES)
    assert boxes
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes)
    assert phone_stage.errors == []


def test_rule_of_an_answer_opens_its_card(stage: Stage) -> None:
    tab = show_helper(stage, "page=now&table=unexplored.no,discs.2")
    tab.locator(f"{line(tab, 'explore')} [data-rule='explore.where']").first.click()
    card = tab.locator(".fk-rule-card")
    expect(card).to_contain_text("explore.where")
    tab.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert stage.errors == []


def test_keyboard_alone_answers_and_undoes(stage: Stage) -> None:
    tab = show_helper(stage, "page=now")
    chip = tab.locator(".fk-quick:visible [data-key='discs.0']")
    chip.focus()
    tab.keyboard.press("Space")
    expect(tab.locator(line(tab, "move"))).to_have_attribute("data-verdict", "no")
    expect(chip).to_be_focused()
    undo = tab.locator(".fk-undo-top")
    expect(undo).to_contain_text("Discs in my pool")
    tab.keyboard.press("Control+z")
    expect(tab.locator(line(tab, "move"))).to_have_attribute("data-verdict", "but")
    expect(undo).to_be_disabled()
    assert stage.errors == []


def test_facts_come_back_with_the_link(stage: Stage) -> None:
    tab = show_helper(
        stage, "page=escape&table=discs.3,exit.secret,steps.2,way-lava.0,countdown.3,marker.mine"
    )
    expect(tab.locator(".fk-quick:visible [data-key='exit.secret']")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(tab.locator(line(tab, "escape"))).to_have_attribute("data-verdict", "ok", timeout=20_000)
    expect(tab.locator(line(tab, "escape")).locator("[data-rule='escape.secret']")).to_be_visible()


@pytest.mark.parametrize("device", ["stage", "phone_stage"])
def test_score_and_gear_fill_what_they_know(device: str, request: pytest.FixtureRequest) -> None:
    """A tap on what is known says it oneself, a second one unsays it, and any other value can be tapped."""
    stage: Stage = request.getfixturevalue(device)
    tab = show_helper(stage, "page=score&sandals=MT/..")
    tab.locator("[data-key=open-0]").click()
    for total in (15, 30):
        tab.locator("[data-key=give-0-dragon-15]").click()
        expect(tab.locator("[data-seat='0'] [data-part=score]")).to_have_text(str(total))
    tab.locator("[data-key=next-turn]").click()
    expect(tab.locator(".fk-score-turn h2")).to_contain_text("Blue")
    tab.evaluate("location.hash = location.hash.replace('page=score', 'page=escape')")
    row = tab.locator(".fk-quick:visible fieldset[data-fact=countdown]")
    expect(row.locator(".tag")).to_have_text("from Score")
    chip = row.locator("[data-key='countdown.7']")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(tab.locator(".fk-quick:visible fieldset[data-fact=sandals] .tag")).to_have_text("from My gear")
    expect(tab.locator(".fk-quick:visible fieldset[data-fact=marker] .tag")).to_contain_text("Blue")
    expect(tab.locator(line(tab, "escape"))).to_contain_text("Own turns left: 7.", timeout=20_000)
    chip.click()
    expect(row.locator(".tag")).to_have_count(0)
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.click()
    expect(row.locator(".tag")).to_have_text("from Score")
    tap(tab, "countdown", "2")
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(tab.locator(line(tab, "escape"))).to_contain_text("Own turns left: 2.", timeout=20_000)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert stage.errors == []


def test_game_that_is_set_once_changes_what_is_asked(stage: Stage) -> None:
    """Together there is no marker to ask for, and only the secret exit; the sentence above the rows says so."""
    tab = show_helper(stage)
    tab.locator(".fk-set-once:visible select").first.select_option("coop")
    tab.locator(".fk-more a[data-page=escape]").click()
    expect(tab.locator("[data-part=about]:visible")).to_contain_text("secret exit")
    expect(tab.locator(".fk-quick:visible fieldset[data-fact=steps]")).to_have_count(1)
    expect(tab.locator(".fk-quick:visible fieldset[data-fact=marker]")).to_have_count(0)
    expect(tab.locator(".fk-quick:visible fieldset[data-fact=countdown]")).to_contain_text("8 or more")
    for fact, value in {"steps": "4", "way-lava": "0", "discs": "3", "countdown": "8"}.items():
        tap(tab, fact, value)
    notes = tab.locator(line(tab, "escape")).locator(".fk-quick-note")
    expect(notes.filter(has_text="the legendary dragon is dead")).to_have_count(1, timeout=20_000)
    assert stage.errors == []


def test_what_a_character_may_is_told_where_it_is_asked(phone_stage: Stage) -> None:
    """On all three pages of the helper, with its rule, and within a phone's width."""
    tab = show_helper(phone_stage, link="#character=daisuke&weapon=WWMM")
    for page, topics in (("now", WALKING), ("escape", ESCAPING), ("fight", FIGHTING)):
        tab.evaluate(f"location.hash = '#character=daisuke&weapon=WWMM&dragon=12/9/4&page={page}'")
        told = tab.locator(".fk-differs:visible")
        for one in differs("daisuke", topics):
            expect(told.locator("li", has_text=one.text).first).to_be_visible()
            expect(told.locator(f"[data-rule='{one.rule}']").first).to_be_visible()
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []

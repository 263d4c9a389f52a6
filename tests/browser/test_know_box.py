"""Know your box in a Chromium: reached from the setup list and from every mark, tapped, kept, left, undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.content.owner import OwnerPack
from tests.browser.widget_pages import HELPER, Stage

TEETH = "coop.combat.teeth-for-victory"
POISON = "makai.deck.poison-cards"
BOARD, CARDS = "not printed; your board says", "not printed; your cards say"
SMALL = """(all) => all.filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && (width < 44 || height < 44);
}).map((one) => one.outerHTML.slice(0, 120))"""
WIDE = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(autouse=True)
def store() -> Iterator[OwnerPack]:
    """Nobody has typed anything, before and after."""
    mine = OwnerPack()
    assert set(mine.folder.glob("owner-pack*")) == set(), "another test left an owner's pack"
    yield mine
    for path in mine.folder.glob("owner-pack*"):
        path.unlink()


@pytest.fixture(params=["laptop", "phone"])
def stage_of(request: pytest.FixtureRequest) -> Stage:
    found: Stage = request.getfixturevalue("stage" if request.param == "laptop" else "phone_stage")
    return found


def show(stage: Stage, link: str) -> Page:
    return stage.show(HELPER, widget="fk-helper[data-opened=true]", link=link)


def begin(stage: Stage) -> Page:
    """From the setup list, as somebody finds it."""
    tab = show(stage, "page=setup")
    tab.locator(".fk-setup [data-key=know-box]").click()
    expect(tab.locator(".fk-box h2")).to_have_text("Wood die: which face is broken?")
    return tab


def key(tab: Page, name: str) -> Locator:
    return tab.locator(f".fk-box [data-key='{name}']")


def go(tab: Page, stop: str, title: str) -> None:
    key(tab, f"go-{stop}").click()
    expect(tab.locator(".fk-box h2")).to_have_text(title)


METAL = "Metal die: tap each face"


def test_a_die_by_tapping_its_faces(stage_of: Stage, store: OwnerPack) -> None:
    tab = begin(stage_of)
    expect(tab.locator(".fk-box [data-part=ours]")).to_have_text("not printed; your die says")
    go(tab, "die-M", METAL)
    key(tab, "die-M.2").click()
    expect(key(tab, "die-M.2")).to_have_attribute("aria-label", "Face 3: 2 hits. Tap for the next number")
    expect(tab.locator(".fk-box [data-part=fit]")).to_contain_text(
        "7 hits so far; all faces together have 6."
    )
    expect(key(tab, "keep")).to_be_disabled()
    for _ in range(2):
        key(tab, "die-M.3").click()
    expect(key(tab, "die-M.3")).to_have_attribute("aria-label", "Face 4: 0 hits. Tap for the next number")
    key(tab, "die-M.1.broken").click()
    expect(key(tab, "die-M.1.broken")).to_have_attribute("aria-pressed", "true")
    expect(tab.locator(".fk-box [data-part=fit]")).to_contain_text("6 hits in all, one broken face.")
    key(tab, "keep").click()
    expect(tab.locator(".fk-box h2")).to_have_text("Tooth die: tap each face")
    die = store.load().pack.die("M")
    assert die is not None
    assert [face.hits for face in die.faces] == [2, 2, 2, 0, 0, 0]
    assert [face.is_broken for face in die.faces] == [False, True, False, False, False, False]
    undo = tab.locator(".fk-helper .fk-undo-top:visible, .fk-helper .foot .undo:visible")
    expect(undo).to_contain_text("Metal die kept")
    undo.click()
    expect(tab.locator(".fk-box h2")).to_have_text(METAL)
    assert store.load().pack.die("M") is None
    assert stage_of.errors == []


def test_by_keyboard_alone(stage: Stage, store: OwnerPack) -> None:
    tab = begin(stage)
    key(tab, "go-dragons").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator(".fk-box h2")).to_have_text("Dragons: the numbers of each token")
    key(tab, "colour-blue").focus()
    tab.keyboard.press("ArrowRight")
    expect(key(tab, "colour-green")).to_have_attribute("aria-checked", "true")
    key(tab, "dragon-green-1.0.+").focus()
    tab.keyboard.press("Space")
    expect(tab.locator("[data-field=dragon-green-1] .fk-box-value").first).to_have_text("12")
    expect(key(tab, "dragon-green-1.0.+")).to_be_focused()
    key(tab, "keep").focus()
    tab.keyboard.press("Enter")
    expect(key(tab, "token-dragon-green-2")).to_have_attribute("aria-checked", "true")
    assert [(one.colour, one.health) for one in store.load().pack.dragons] == [("green", 12)]
    assert stage.errors == []


STOPS = {
    "die-W": "Wood die: which face is broken?",
    "die-M": METAL,
    "die-T": "Tooth die: tap each face",
    "die-G": "Magic die: tap each face",
    "dragons": "Dragons: the numbers of each token",
    "countdown": "The countdown track",
    "boards": "Great palace and player board",
    "coop-board": "Co-op board and volcano tiles",
    "makai": "Makai Fuda: the deck",
    "fuji99": "Fuji 99: the cards",
}


def test_every_stop_fits_and_is_large_enough_for_a_finger(stage_of: Stage) -> None:
    tab = begin(stage_of)
    for stop, title in STOPS.items():
        go(tab, stop, title)
        expect(tab.locator(".fk-box [data-part=fit] .ok")).to_be_visible()
        assert tab.locator(".fk-box button").evaluate_all(SMALL) == [], stop
        assert tab.evaluate(WIDE), stop
        assert tab.locator(".fk-box [data-part=ours]").count() > 0, stop
    assert stage_of.errors == []


def test_a_round_that_was_left_goes_on(stage: Stage) -> None:
    tab = begin(stage)
    go(tab, "countdown", "The countdown track")
    key(tab, "countdown.3").click()
    expect(key(tab, "countdown.3")).to_have_attribute("aria-label", "Space 4: nothing. Tap for the next")
    kept = tab.wait_for_function(
        """() => Object.entries(localStorage)
        .find(([key, text]) => key.includes('know-box') && text.includes('[1,2,3,7,'))"""
    ).json_value()
    again = show(stage, "page=setup")  # in a page that the browser's store outlives
    again.evaluate("([key, text]) => localStorage.setItem(key, text)", kept)
    again.locator(".fk-setup [data-key=know-box]").click()
    expect(again.locator(".fk-box h2")).to_have_text("The countdown track")
    expect(key(again, "countdown.3")).to_have_attribute("aria-label", "Space 4: nothing. Tap for the next")
    assert stage.errors == []


# ---- the marks


def opened_rule(stage: Stage, rule: str) -> Page:
    tab = show(stage, f"page=rules&rule={rule}")
    expect(tab.locator(".fk-card")).to_have_attribute("data-card", rule)
    return tab


def test_the_answer_wears_the_mark_wherever_the_number_stands(stage_of: Stage) -> None:
    for rule, mark in ((TEETH, BOARD), (POISON, CARDS)):
        tab = opened_rule(stage_of, rule)
        for part in (".fk-question", ".verdict .say", ".fk-says"):
            expect(tab.locator(f".fk-card {part} svg[role=img]")).to_have_attribute("aria-label", mark)
        expect(tab.locator(".fk-card > [data-part=box]")).to_contain_text(mark)
        tab.emulate_media(media="print")
        expect(tab.locator(".fk-card > [data-part=box] b")).to_be_visible()
        tab.emulate_media(media="screen")
        assert tab.evaluate(WIDE)
    plain = opened_rule(stage_of, "combat.win.reward")
    expect(plain.locator(".fk-card .fk-ours, .fk-card .fk-ours-sign")).to_have_count(0)
    assert stage_of.errors == []


def test_every_line_of_a_list_wears_it(stage: Stage) -> None:
    tab = show(stage, "page=rules&at=chapter.makai")
    line = tab.locator(f".fk-browse [data-open='{POISON}']")
    expect(line.locator("[data-part=ours]")).to_have_text(CARDS)
    marked = tab.locator(".fk-browse .fk-line:has([data-part=ours])").evaluate_all(
        "(all) => all.map((one) => one.dataset.open)"
    )
    assert sorted(marked) == [
        "makai.deck.every-hand-can-predict",
        "makai.deck.forty-four-cards",
        "makai.deck.poison-cards",
        "makai.deck.single-boss",
        "makai.deck.three-player-deck",
    ]
    assert stage.errors == []


def test_the_mark_leads_to_where_the_number_is_typed_and_the_answer_follows(stage_of: Stage) -> None:
    tab = opened_rule(stage_of, TEETH)
    tab.locator(".fk-card [data-key=type-own]").click()
    expect(tab.locator(".fk-box h2")).to_have_text("Co-op board and volcano tiles")
    key(tab, "coop-teeth-blue.0.+").click()
    expect(tab.locator("[data-field=coop-teeth-blue] .fk-box-value")).to_have_text("2")
    key(tab, "keep").click()
    expect(tab.locator(".fk-box h2")).to_have_text("Makai Fuda: the deck")
    again = opened_rule(stage_of, TEETH)
    expect(again.locator(".fk-card .verdict .say")).to_have_text(
        "Blue 2, green 2, red 3, white 4, for all together."
    )
    expect(again.locator(".fk-card > [data-part=box]")).to_contain_text("from your box")
    expect(again.locator(".fk-card .fk-ours-sign")).to_have_count(0)
    assert stage_of.errors == []


def test_the_card_beside_a_list_wears_it_too(stage: Stage) -> None:
    tab = show(stage, "page=setup")
    tab.locator(".fk-setup [data-key='mode.coop']").click()
    step = tab.locator("[data-step=tiles-remove]")
    expect(step.locator("[data-part=ours]")).to_have_text("not printed; your box says")
    step.locator("[data-rule='coop.setup.remove-tiles']").click()
    card = tab.locator(".fk-rule-card")
    expect(card.locator("[data-part=box]")).to_contain_text("not printed; your box says")
    expect(card.locator(".say svg[role=img]")).to_have_attribute("aria-label", "not printed; your box says")
    assert stage.errors == []

"""The language is chosen once, in the browser, and everything that is seen follows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.rulebook.titles import titles
from fujikoro_nb.texts import LANGUAGES, Catalogue, say
from tests.browser.conftest import PHONE, Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import Stage

Serve = Callable[..., Server]
GEAR = "weapon=WWM..:...&helmet=MM../W...&unlocked=1&dragon=9/3/3"
OPENED = ".fk-helper[data-opened=true]"
OWN_NAMES = {"English", "Fuji Koro", "Makai Fuda", "Fuji 99"}

# Everything that a person sees or a screen reader says; the id on a rule's card is the same in every language.
VISIBLE = """() => {
  const found = [];
  const seen = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const isLeftOut = parent.closest("script, style, noscript, template, .rid.fk-id");
    if (!isLeftOut && seen(parent)) found.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
    if (!seen(element)) continue;
    found.push(...["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name) ?? ""));
  }
  return [document.title, ...found.map((text) => text.trim()).filter(Boolean)];
}"""

NEXT_CHANGE = """() => new Promise((done) => {
  const watch = new MutationObserver(() => end(true));
  const end = (has_changed) => { watch.disconnect(); done(has_changed); };
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  setTimeout(() => end(false), 5000);
})"""
"""Wait until something on the page changes; false when nothing does."""


@cache
def english_only(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Texts of the English catalogue that the other one nowhere says: whole ones, and longer ones round their slots."""
    english, other = Catalogue("en"), Catalogue(language)
    same = {other.template(key) for key in other.keys()}  # noqa: SIM118 - a catalogue is no mapping
    own = {english.template(key) for key in english.keys()} - same  # noqa: SIM118
    plain = {text for text in own if "{" not in text and len(text) > 1}
    filled = []
    for text in own - plain:
        parts = re.split(r"\{[^}]*\}", text)
        if len(re.findall(r"[A-Za-z]{2,}", " ".join(parts))) >= 3:
            filled.append(".*".join(map(re.escape, parts)))
    return frozenset(plain), re.compile("|".join(f"(?:{one})" for one in filled), re.DOTALL)


def left_in_english(tab: Page, language: str) -> list[str]:
    plain, filled = english_only(language)
    shown = [text for text in tab.evaluate(VISIBLE) if text not in OWN_NAMES]
    assert len(shown) > 5
    return [text for text in shown if text in plain or filled.fullmatch(text)]


RULES = """[...document.querySelectorAll('.rid:not(.fk-id)')]
  .map(({ dataset, textContent }) => [dataset.rule, textContent])"""


def misnamed(tab: Page, language: str) -> list[list[str]]:
    """Links to a rule that say something else than its title in this language."""
    return [[rule, text] for rule, text in tab.evaluate(RULES) if text != titles(language)[rule]]


def speaks(tab: Page, language: str) -> None:
    """Nothing that is seen is English, at the latest when the page has come to rest."""
    while (left_in_english(tab, language) or misnamed(tab, language)) and tab.evaluate(NEXT_CHANGE):
        pass
    assert left_in_english(tab, language) == []
    assert misnamed(tab, language) == []


def opened(tab: Page) -> Page:
    tab.wait_for_selector(OPENED)
    return tab


def choose(tab: Page, language: str) -> Page:
    """By the button on the helper's home."""
    tab.locator(f".fk-langs [data-lang={language}]").tap()
    expect(tab.locator("html")).to_have_attribute("lang", language)
    expect(tab.locator(".sky p")).to_have_text(say("helper.subtitle", language=language))
    return opened(tab)


def go(tab: Page, page: str, ready: str) -> None:
    tab.locator(f".six [data-page={page}], .foot [data-page={page}]").locator("visible=true").first.tap()
    tab.wait_for_selector(ready)


@pytest.fixture
def speakers(visits: Callable[..., Visit]) -> Callable[[str], Visit]:
    """A phone whose browser speaks a language."""

    def visit(locale: str) -> Visit:
        return visits(**PHONE, locale=locale)

    return visit


def test_home_gear_fight_refusal_and_rule_card_are_french(served: Serve, phone: Visit) -> None:
    tab = opened(phone.open(served("table").url))
    expect(tab.locator("html")).to_have_attribute("lang", "en")
    choose(tab, "fr")
    speaks(tab, "fr")
    go(tab, "gear", ".fk-helper[data-page=gear] .fk-slot[data-ready] .verdict .say")
    tab.locator(".fk-board-weapon .fk-cell").nth(0).tap()
    tab.locator(".fk-board-weapon .fk-cell").nth(6).tap()  # touches the first at a corner only
    expect(tab.locator(".fk-grid .verdict")).to_have_class(re.compile("no"))
    speaks(tab, "fr")
    tab.locator(".fk-grid .verdict .rid").first.tap()
    expect(tab.locator("[data-part=rule]")).to_be_visible()
    speaks(tab, "fr")
    tab.keyboard.press("Escape")
    go(tab, "fight", ".fk-fight[data-tab]")
    speaks(tab, "fr")
    assert phone.errors == []


def test_a_fight_in_play_is_german(served: Serve, speakers: Callable[[str], Visit]) -> None:
    phone = speakers("de-AT")
    tab = opened(phone.open(served("table").url + f"#page=fight&{GEAR}"))
    expect(tab.locator("html")).to_have_attribute("lang", "de")
    tab.wait_for_selector(".fk-fight[data-tab=odds] .fk-fight-chart, .fk-fight[data-tab=odds] .stack")
    speaks(tab, "de")
    tab.locator(".fk-fight-begin").first.tap()
    tab.wait_for_selector(".fk-fight[data-tab=play][data-asked]")
    speaks(tab, "de")
    assert phone.errors == []


def test_reload_keeps_the_choice_and_another_page_knows_it(served: Serve, phone: Visit) -> None:
    tab = choose(opened(phone.open(served("table").url)), "de")
    tab.reload()
    expect(opened(tab).locator(".sky p")).to_have_text(say("helper.subtitle", language="de"))
    tab.goto(served("table").url + "nowhere")
    expect(tab.locator("main p").first).to_have_text(say("serve.not-found", language="de"))
    speaks(tab, "de")


def test_a_link_chooses_and_is_kept(served: Serve, phone: Visit) -> None:
    url = served("table").url
    tab = opened(phone.open(f"{url}?lang=de#{GEAR}"))
    expect(tab.locator("html")).to_have_attribute("lang", "de")
    assert "lang=" not in tab.url
    tab.wait_for_function("location.hash.includes('weapon=WWM..:...')")
    tab.goto(url)
    expect(opened(tab).locator(".sky p")).to_have_text(say("helper.subtitle", language="de"))
    choose(tab, "en")
    tab.reload()
    expect(opened(tab).locator(".sky p")).to_have_text(say("helper.subtitle"))


HOSTILE = ("xx", "%3Cimg%20src=x%3E", "__proto__", "constructor", "de" * 2000, "", "DE")


def test_a_hostile_language_is_ignored(served: Serve, phone: Visit) -> None:
    for hostile in HOSTILE:
        tab = phone.open(f"{served('learn').url}?lang={hostile}")
        expect(tab.locator("html"), hostile[:20]).to_have_attribute("lang", "en")
        expect(tab.locator("h1"), hostile[:20]).to_have_text(say("serve.title-learn"))
        assert tab.locator("img").count() == 0, hostile
        assert "lang=" not in tab.url
        assert tab.evaluate("localStorage.getItem('fujikoro.lang')") is None, hostile
        assert tab.context.cookies() == [], hostile
        assert phone.errors == [], hostile


def test_what_lies_in_the_store_is_looked_at(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("learn").url)
    tab.evaluate("localStorage.setItem('fujikoro.lang', '<b>'); document.cookie = 'fujikoro-lang=zz'")
    tab.reload()
    expect(tab.locator("html")).to_have_attribute("lang", "en")
    assert phone.errors == []


def test_gear_undo_and_rulings_survive_the_choice(served: Serve, phone: Visit) -> None:
    tab = opened(phone.open(f"{served('table').url}#page=gear&{GEAR}"))
    tab.wait_for_selector(".fk-slot[data-ready] .verdict .say")
    tab.get_by_role("button", name="one metal more").tap()
    tab.wait_for_function("location.hash.includes('backpack=M')")
    tab.locator("header.top [data-page=home]").tap()
    choose(tab, "fr")
    tab.wait_for_function(
        "location.hash.includes('weapon=WWM..:...') && location.hash.includes('backpack=M')"
    )
    tab.locator(".six [data-page=gear]").tap()
    said = say("helper.change-backpack", language="fr", material=say("word.M", language="fr"))
    undo = tab.locator(".foot .undo")
    expect(undo).to_have_text(say("helper.undo", language="fr", what=said))
    undo.tap()
    tab.wait_for_function("!location.hash.includes('backpack')")
    assert phone.errors == []


def test_a_fight_goes_on_when_the_language_changes(served: Serve, phone: Visit) -> None:
    tab = opened(phone.open(f"{served('table').url}#page=fight&{GEAR}"))
    tab.locator(".fk-fight-begin").first.tap()
    tab.wait_for_selector(".fk-fight[data-tab=play][data-asked]")
    before = tab.locator(".fk-fight").get_attribute("data-at")
    tab.locator("header.top [data-page=home]").tap()
    choose(tab, "de")
    tab.locator(".six [data-page=fight]").tap()
    tab.wait_for_selector(f".fk-fight[data-tab=play][data-asked][data-at='{before}']")
    speaks(tab, "de")
    assert phone.errors == []


def widgets_made(visit: Visit) -> list[str | bytes]:
    """Every message from now on by which the kernel tells a page of another widget."""
    made: list[str | bytes] = []

    def hear(message: str | bytes) -> None:
        if ("comm_open" if isinstance(message, str) else b"comm_open") in message:  # type: ignore[operator]
            made.append(message)

    visit.tab.on("websocket", lambda socket: socket.on("framereceived", hear))
    return made


def test_another_language_makes_no_widget_and_leaves_a_person_where_they_were(
    served: Serve, page: Visit
) -> None:
    made = widgets_made(page)
    tab = opened(page.open(f"{served('table').url}#page=score&{GEAR}"))
    tab.wait_for_selector(".fk-slot[data-ready] [data-key=open-0]")
    tab.locator(".rail [data-page=log]").click()
    search = tab.locator(".fk-slot[data-ready] .fk-log input[type=search]")
    search.fill("helm")
    tab.locator(".rail [data-page=score]").click()
    opener = tab.locator("[data-key=open-0]")
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    tab.evaluate("scrollTo(0, 60)")
    opener.focus(timeout=5000)
    at = tab.evaluate("scrollY")
    assert made, "the page was made by such messages"
    made.clear()
    tab.evaluate("fujikoroLanguage.choose('de')")
    expect(tab.locator(".rail .logo")).to_contain_text(say("helper.rail", language="de"))
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(opener).to_be_focused()
    assert tab.evaluate("scrollY") == at
    tab.locator(".rail [data-page=log]").click()
    expect(search).to_have_value("helm")
    speaks(tab, "de")
    assert made == []
    assert page.errors == []


def test_a_game_goes_on_in_another_language_on_the_same_page(served: Serve, page: Visit) -> None:
    made = widgets_made(page)
    tab = opened(page.open(served("table").url))
    tab.locator(".fk-elsewhere [data-kind=game]").click()
    tab.wait_for_selector(".fk-game[data-stage=start]")
    together, friend = tab.locator("[data-key=mode-coop]"), tab.locator("[data-key=player-1]")
    together.click()
    friend.select_option("person")
    for language in ("de", "en"):
        tab.evaluate("(code) => fujikoroLanguage.choose(code)", language)
        expect(together).to_contain_text(say("game-page.mode-coop", language=language))
        expect(together).to_have_attribute("aria-pressed", "true")
        expect(friend).to_have_value("person")
    friend.select_option("heuristic")
    tab.locator("[data-key=mode-competitive]").click()
    tab.locator("[data-key=begin]").click()
    tab.wait_for_selector(".fk-game[data-stage=play][data-busy=false][data-part=rows]")
    at = tab.locator(".fk-game").get_attribute("data-at")
    made.clear()
    tab.evaluate("fujikoroLanguage.choose('fr')")
    expect(tab.locator(".fk-menu summary [aria-label]").first).to_have_attribute(
        "aria-label", say("game-page.menu", language="fr")
    )
    expect(tab.locator(".fk-game")).to_have_attribute("data-at", at or "")
    names = {say(f"game-page.colour-{one}") for one in SCROLL_COLOURS}  # nobody chose others when it began
    while set(left_in_english(tab, "fr")) - names and tab.evaluate(NEXT_CHANGE):
        pass
    assert set(left_in_english(tab, "fr")) <= names
    assert misnamed(tab, "fr") == []
    assert made == []
    assert page.errors == []


def laid(column: int, language: str) -> str:
    """What undo would take back, of metal laid in the first row."""
    metal = say("word.M", language=language)
    return say("craft-grid.change-laid", language=language, material=metal, row=1, column=column, kind="")


def test_a_lesson_goes_on_in_another_language_on_the_same_page(served: Serve, page: Visit) -> None:
    made = widgets_made(page)
    tab = page.open(served("learn").url)
    tab.locator(".fk-list a[href*='02_crafting']").click()
    tab.wait_for_selector(".fk-lesson[data-id] .fk-words h2")
    tab.locator(".fk-lesson [data-key=cube-M]").click()
    metal = tab.locator("[data-board=weapon] .fk-cell use[href='#fk-cube-M']").locator("visible=true")
    undo = tab.locator(".fk-undo-line [data-key=undo]")
    for column in (3, 4):
        tab.locator(f'[data-board=weapon] .fk-cell[data-row="1"][data-column="{column}"]').click()
        expect(undo).to_contain_text(laid(column, "en"))
    undo.click()
    expect(undo).to_contain_text(laid(3, "en"))
    assert made, "the page was made by such messages"
    made.clear()
    tab.locator("select.fk-lang").select_option("fr")
    expect(tab.locator("h1[data-fk-title]")).to_have_text(say("lesson-crafting.title", language="fr"))
    expect(undo).to_contain_text(laid(3, "fr"))
    expect(metal).to_have_count(1)
    expect(tab.locator(".fk-lesson [data-key=cube-M]")).to_have_attribute("aria-pressed", "true")
    undo.click()  # what was done before the change is undone after it
    expect(metal).to_have_count(0)
    speaks(tab, "fr")
    assert made == []
    assert page.errors == []


@pytest.mark.parametrize("name", ["01_crafting", "02_fights"])
def test_a_puzzle_goes_on_in_another_language_on_the_same_page(served: Serve, page: Visit, name: str) -> None:
    made = widgets_made(page)
    tab = page.open(served("puzzles").url)
    tab.locator(f".fk-list a[href*='{name}']").click()
    hint = tab.locator("[data-key=hint-technique]")
    hint.click()
    expect(hint).to_have_attribute("aria-pressed", "true")
    number = tab.locator(".fk-puzzle").get_attribute("data-id")
    english = tab.locator(".fk-statement").inner_text()
    made.clear()
    tab.locator("select.fk-lang").select_option("de")
    expect(tab.locator(".fk-statement")).not_to_have_text(english)
    expect(hint).to_have_attribute("aria-pressed", "true")
    expect(tab.locator(".fk-puzzle")).to_have_attribute("data-id", number or "")
    speaks(tab, "de")
    assert made == []
    assert page.errors == []


def test_a_rules_card_and_a_card_half_entered_come_back(served: Serve, page: Visit) -> None:
    tab = opened(page.open(f"{served('table').url}#page=gear&{GEAR}"))
    tab.wait_for_selector(".fk-slot[data-ready] .verdict .say")
    tab.locator(".fk-strip [data-act=add]").first.click()
    tab.locator(".fk-editor .fk-cell").nth(1).click()
    cubes = tab.locator(".fk-editor .fk-cell use[href='#fk-cube-W']")
    expect(cubes.locator("visible=true")).to_have_count(1)
    tab.locator(".fk-grid .rid").first.click()
    card = tab.locator("[data-part=rule]")
    expect(card).to_be_visible()
    english = card.inner_text()
    tab.evaluate("fujikoroLanguage.choose('de')")
    expect(tab.locator(".rail .logo")).to_contain_text(say("helper.rail", language="de"))
    expect(card).to_be_visible()
    expect(card).not_to_have_text(english)
    expect(cubes.locator("visible=true")).to_have_count(1)
    expect(tab.locator(".fk-editor h3")).to_have_text(say("card-strip.editor-new", language="de"))
    speaks(tab, "de")
    tab.keyboard.press("Escape")
    tab.locator(".fk-editor h3").click()  # a tap beside the card, if it had no focus
    expect(card).to_have_count(0)
    assert page.errors == []


def test_lesson_in_german_and_its_progress_survives(served: Serve, phone: Visit) -> None:
    tab = phone.open(f"{served('learn').url}?lang=de")
    expect(tab.locator("h1")).to_have_text(say("serve.title-learn", language="de"))
    speaks(tab, "de")
    tab.locator(".fk-list a[href*='02_crafting']").tap()
    tab.wait_for_selector(".fk-lesson[data-id] .fk-words h2")
    expect(tab.locator("h1[data-fk-title]")).to_have_text(say("lesson-crafting.title", language="de"))
    speaks(tab, "de")
    tab.locator(".fk-lesson [data-key=cube-M]").tap()
    for column in (3, 4):
        tab.locator(f'[data-board=weapon] .fk-cell[data-row="1"][data-column="{column}"]').tap()
    tab.locator(".fk-feedback .verdict").wait_for()
    speaks(tab, "de")
    cubes = tab.locator("[data-board=weapon] .fk-cell use")
    metal = tab.locator("[data-board=weapon] .fk-cell use[href='#fk-cube-M']")
    expect(metal).to_have_count(2)
    laid = cubes.evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    tab.locator("select.fk-lang").select_option("fr")
    expect(tab.locator("h1[data-fk-title]")).to_have_text(say("lesson-crafting.title", language="fr"))
    expect(tab.locator(".fk-undo-line, .fk-right-side").first).to_contain_text(
        say("craft-grid.undo", language="fr", what="")
    )
    expect(metal).to_have_count(2)
    assert cubes.evaluate_all("all => all.map((one) => one.getAttribute('href'))") == laid
    speaks(tab, "fr")
    assert phone.errors == []


@pytest.mark.parametrize("number", [1, 2])
def test_puzzles_are_german(served: Serve, phone: Visit, number: int) -> None:
    tab = phone.open(f"{served('puzzles').url}?lang=de")
    tab.locator(".fk-list a").nth(number).tap()
    tab.wait_for_selector(
        ".fk-puzzle [data-key=mode-daily], .fk-puzzle .verdict, .fk-puzzle .fk-actions button"
    )
    speaks(tab, "de")
    assert phone.errors == []


def test_the_fighting_lesson_is_french(served: Serve, phone: Visit) -> None:
    tab = phone.open(f"{served('learn').url}?lang=fr")
    tab.locator(".fk-list a").nth(3).tap()
    tab.wait_for_selector(".fk-lesson[data-id] .fk-words h2")
    speaks(tab, "fr")
    assert phone.errors == []


def test_a_server_may_begin_in_german(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("learn", "--lang", "de").url)
    expect(tab.locator("html")).to_have_attribute("lang", "de")
    speaks(tab, "de")
    select = tab.locator("select.fk-lang")
    expect(select).to_have_value("de")
    select.select_option("en")
    expect(tab.locator("h1")).to_have_text(say("serve.title-learn"))
    tab.reload()
    expect(tab.locator("h1")).to_have_text(say("serve.title-learn"))


def test_the_choice_is_big_enough_named_and_works_by_keyboard(served: Serve, page: Visit) -> None:
    tab = page.open(served("learn").url)
    select = tab.locator("select.fk-lang")
    assert select.locator("option").evaluate_all("all => all.map((one) => one.lang)") == ["en", "fr", "de"]
    expect(select).to_have_attribute("aria-label", say("serve.language"))
    box = select.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["width"] >= 44
    select.focus()
    tab.keyboard.press("ArrowDown")
    expect(tab.locator("h1")).to_have_text(say("serve.title-learn", language="fr"))
    assert page.errors == []


def test_without_a_choice_the_servers_pages_speak_the_browsers_language(
    served: Serve, speakers: Callable[[str], Visit]
) -> None:
    tab = speakers("fr-CH").open(served("puzzles").url)
    expect(tab.locator("html")).to_have_attribute("lang", "fr")
    expect(tab.locator("h1")).to_have_text(say("serve.title-puzzles", language="fr"))
    other = speakers("it-IT").open(served("puzzles").url)
    expect(other.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_undo_of_the_foot_is_never_cut(phone_stage: Stage, language: str) -> None:
    """The longest thing that a setup list can be undone of, whole on a phone, and what sticks to it stands above."""
    cell = f"from fujikoro_nb.widgets import HelperPage\nHelperPage(language={language!r})"
    tab = phone_stage.show(cell, widget="fk-helper[data-opened=true]", link="page=setup")
    titles = tab.locator(".fk-setup-step b")
    expect(titles.first).to_be_visible()
    names = titles.all_inner_texts()
    longest = max(range(len(names)), key=lambda at: len(names[at]))
    tab.locator(".fk-setup-step input").nth(longest).check()
    said = tab.locator(".foot .undo span")
    expect(said).to_contain_text(names[longest].partition(". ")[2])
    cut = "one => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
    assert max(said.evaluate(cut)) <= 1
    foot, text = tab.locator(".foot").bounding_box(), said.bounding_box()
    assert foot and text
    assert text["y"] >= foot["y"] and text["y"] + text["height"] <= foot["y"] + foot["height"]
    height = "parseFloat(getComputedStyle(document.querySelector('.fk-helper')).getPropertyValue('--fk-foot-height'))"
    assert abs(tab.evaluate(height) - foot["height"]) <= 1
    assert phone_stage.errors == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_books_of_puzzles_have_their_headers_in_the_language(
    served: Serve, phone: Visit, language: str
) -> None:
    for book in BOOKS:
        tab = phone.open(f"{served('table').url}voila/render/{book.page}.ipynb?lang={language}")
        key = book.page if book.game else f"puzzles-{book.kind}"
        title = say(f"page.{key}", language=language)
        expect(tab.locator("header.top h1")).to_have_text(title)
        expect(tab).to_have_title(title)
        tab.wait_for_selector(".fk-puzzle[data-id]")
        if language != "en":
            speaks(tab, language)
    assert phone.errors == []

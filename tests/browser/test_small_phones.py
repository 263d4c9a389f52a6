"""Makai Fuda on four phones: a host opens the table, each phone shows its own hand, and a whole game is played."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.boxes import misfits
from tests.browser.conftest import PHONE, Visit
from tests.browser.kernels import kernels_of
from tests.browser.readable import judged
from tests.browser.servers import Server
from tests.browser.widget_pages import DRAWN

NAMES = ("Aiko", "Ben", "Chloe", "Wilhelmina-Alexandra")
MINE = "[data-mine=true]"
UNDER_MARKS = """() => [...document.querySelectorAll(".fk-makai-pick")].flatMap((pick) => {
  const mark = pick.querySelector(".fk-makai-mark").getBoundingClientRect();
  return [...pick.querySelectorAll("text")].filter((text) => {
    const { right, top } = text.getBoundingClientRect();
    return right > mark.left + 1 && top < mark.bottom - 4;
  }).map((text) => `${pick.ariaLabel}: ${text.textContent}`);
})"""
"""What stands on a card under the mark that says whether it may be played."""


def opened_table(visit: Visit, server: Server) -> str:
    """The code of a table for four phones that a host opened, by taps from home; the shortest game there is."""
    tab = visit.open(server.url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    tab.locator(".fk-elsewhere [data-kind=small-games]").tap()
    tab.wait_for_selector(".fk-small-page[data-ready=true]")
    tab.locator("[data-key=game-makai]").tap()
    tab.locator("[data-key=count-4]").tap()
    expect(tab.locator("[data-key=phones]")).to_be_disabled()
    for seat, name in enumerate(NAMES):
        tab.locator(f"[data-key=name-{seat}]").fill(name)
        tab.locator(f"[data-key=player-{seat}]").select_option("person")
    tab.locator("[data-key=variants]").tap()
    tab.locator("[data-key=variant-tournaments]").select_option("1")
    tab.locator("[data-key=phones]").tap()
    panel = tab.locator("[data-part=phones]")
    expect(panel.locator(".fk-code-picture")).to_be_visible()
    fits(tab)
    expect(tab.locator(".fk-makai-card")).to_have_count(0)
    return str(panel.get_attribute("data-code"))


def fits(tab: Page) -> None:
    tab.evaluate(DRAWN)
    assert misfits(tab) == []
    judged(tab)


def sat(visit: Visit, server: Server, code: str, seat: int, language: str = "en") -> Page:
    tab = visit.open(f"{server.url}table/{code}/seat?lang={language}")
    tab.locator(f"[data-key=sit-{seat}]").click()
    expect(tab.locator(f".fk-small-seat[data-seat='{seat}']")).to_be_visible()
    return tab


def moved_on(tab: Page, was: int) -> None:
    tab.wait_for_function("(at) => Number(document.querySelector('.fk-small-seat').dataset.at) > at", arg=was)


def at(tab: Page) -> int:
    """How many answers the game has, those of chance and those without a choice among them."""
    return int(tab.locator(".fk-small-seat").get_attribute("data-at") or "")


def held(tabs: list[Page]) -> list[int]:
    return [tab.locator("[data-part=hand] .fk-makai-card").count() for tab in tabs]


def printed_and_begun_anew(tabs: list[Page]) -> None:
    """The sheet of the game that is over, and then another one: any phone begins it, and everybody keeps the seat."""
    with tabs[1].context.expect_page() as opened:
        tabs[1].locator("[data-key=print]").tap()
    sheet = opened.value
    expect(sheet.locator("[data-part=small]")).to_have_count(2)
    expect(sheet.locator("[data-part=small]").first).to_contain_text(NAMES[3])
    assert sheet.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    sheet.close()
    fits(tabs[2])
    tabs[2].locator("[data-key=again]").tap()
    for seat, tab in enumerate(tabs):
        expect(tab.locator("[data-part=hand] .fk-makai-card")).to_have_count(11)
        expect(tab.locator(f".fk-small-seat[data-seat='{seat}']")).to_be_visible()
        expect(tab.locator("[data-key=again]")).to_have_count(0)
        expect(tab.locator("[data-part=won]")).to_have_count(0)
    fits(tabs[0])


def test_four_phones_play_a_whole_makai_fuda(
    shared_table: Server, phone: Visit, visits: Callable[..., Visit]
) -> None:
    server = shared_table  # its kernels are counted, so nobody else's pages are there
    code = opened_table(phone, server)
    phones = [visits(**PHONE) for _ in NAMES]
    tabs = [sat(visit, server, code, seat) for seat, visit in enumerate(phones)]
    assert held(tabs) == [11] * 4
    began, steps = at(tabs[0]), 0
    while True:
        asked = [tab for tab in tabs if tab.locator(f".fk-small-seat{MINE}").count()]
        if not asked:
            break
        (tab,) = asked
        was = at(tab)
        assert all(other.locator("[data-key^=card-]").count() == 0 for other in tabs if other is not tab)
        assert tab.evaluate(UNDER_MARKS) == []
        tab.locator("[data-can=true]").first.tap()
        if steps in (0, 20):
            fits(tab)
        tab.locator("[data-key=way-0]").tap()
        for one in tabs:
            moved_on(one, was)
        steps += 1
        (now,) = {at(one) for one in tabs}
        assert sum(held(tabs)) == 44 - (now - began), "who has no choice, as with the last card, is not asked"
    assert held(tabs) == [0] * 4
    for tab in tabs:
        expect(tab.locator("[data-part=result] li")).to_have_count(5)  # the winner, and what each had backed
    named = tabs[0].locator(".fk-makai-field span[title='Wilhelmina-Alexandra']")
    expect(named).to_contain_text("Wilhelm…")
    for tab in tabs:
        expect(tab.locator("[data-part=won]")).to_be_visible()
        kept = tab.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert "way" not in kept
        assert "strength" not in kept
        assert f"fujikoro-seat-{code}" not in kept, "no answer waits in the browser's store"
    printed_and_begun_anew(tabs)
    assert len(kernels_of(server)) <= 2  # the host's page, and the one that waits for the next
    assert [visit.errors for visit in phones] == [[]] * 4


def test_a_phone_comes_back_and_another_takes_over_in_three_languages(
    shared_table: Server, phone: Visit, visits: Callable[..., Visit]
) -> None:
    server = shared_table
    code = opened_table(phone, server)
    tab = sat(visits(**PHONE), server, code, 0)
    asked = tab.locator(f".fk-small-seat{MINE}").count()
    names = tab.locator("[data-part=hand] .fk-makai-card").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )
    tab.reload()
    expect(tab.locator("[data-part=hand] .fk-makai-card")).to_have_count(len(names))
    for language in LANGUAGES:
        other = visits(**PHONE).open(f"{server.url}table/{code}/seat?lang={language}")
        other.locator("[data-key=sit-0]").click()
        expect(other.locator(".fk-seat-over")).to_contain_text(
            say("small-seat.over-about", language=language)
        )
        fits(other)
        expect(other.locator(".fk-makai-hand")).to_have_count(0)
    other.locator("[data-key=over-yes]").click()
    expect(other.locator("[data-part=hand] .fk-makai-card")).to_have_count(len(names))
    fits(other)
    expect(tab.locator("[data-part=who]")).to_be_visible()
    expect(tab.locator(".fk-makai-hand")).to_have_count(0)
    expect(tab.locator("[data-part=newest]")).to_contain_text("taken over")
    looks = visits(**PHONE).open(f"{server.url}table/{code}?lang=de")
    expect(looks.locator("[data-part=prizes]")).to_be_visible()
    expect(looks.locator("[data-part=who]")).to_be_hidden()
    fits(looks)
    assert asked in (0, 1)
    other.locator("[data-key=rules]").tap()
    other.locator("[data-key=find-rule]").fill("wer gewinnt nie")
    expect(other.locator(".fk-small-rules [role=status]")).to_be_visible()
    other.locator("[data-key=find-rule]").fill("GIFT")
    found = other.locator(".fk-small-rules li:visible a")
    assert 0 < found.count() < 20
    fits(other)
    found.first.tap()
    expect(other.locator(".fk-rule-card")).to_be_visible()
    fits(other)

"""The helper in a Chromium: opened, led from page to page, and to the page of its table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

READY = ".fk-helper[data-page={0}] section:not([hidden]) > .fk-slot[data-ready]"
STRIP = "[data-part=share-strip]"
MINE = f"{STRIP}.is-mine"


def opened(visit: Visit, url: str) -> Page:
    tab = visit.open(url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    return tab


def go(tab: Page, name: str) -> None:
    """By the rail, the foot or the tiles, whichever is there."""
    tab.evaluate(
        """(page) => [...document.querySelectorAll(`.fk-helper [data-page="${page}"]`)]
          .find((one) => one.matches("a, button")).click()""",
        name,
    )
    tab.wait_for_selector(READY.format(name) if name != "home" else ".fk-helper[data-page=home]")


def to_table(tab: Page) -> None:
    tab.locator(".fk-helper :is(.fk-more-pages, .rail) [data-page=table]").locator(
        "visible=true"
    ).first.click()
    expect(tab.locator("[data-part=share]")).to_be_visible()

"""The page of a game in a Chromium: begun, looked at and answered."""

from __future__ import annotations

from playwright.sync_api import Page

CHOSEN_FIRST = (
    "walk",
    "place",
    "join",
    "lay",
    "flee",
    "revive",
    "dragon-order",
    "dragon-target",
    "dragon-step",
    "fall-back",
)
"""Questions whose rows are looked at on the map before they are answered."""


GAME = "from fujikoro_nb.widgets import GamePage\nGamePage()"
"""The cell of a game's page on a stage."""


def small(tab: Page) -> list[str]:
    """What can be tapped and is too small for a finger."""
    found = tab.evaluate(
        """() => [...document.querySelectorAll(".fk-start button, .fk-start select, .fk-start summary")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return list(found)


def ready(tab: Page) -> Page:
    tab.wait_for_selector(".fk-game[data-ready=true]")
    return tab


def begin(tab: Page, seed: str = "7") -> Page:
    tab.locator("[data-key=player-1]").select_option("random")
    tab.locator("[data-key=player-2]").select_option("random")
    tab.locator("[data-key=seed]").fill(seed)
    tab.locator("[data-key=begin]").click()
    return asked(tab, "place-monk")


READ = ":has(.fk-do-body:not([data-fresh]))"
"""Of a page whose question may be answered: taps and keys just after it was drawn are not meant for it."""


def asked(tab: Page, kind: str) -> Page:
    tab.wait_for_selector(f".fk-game[data-busy=false][data-asked={kind}]{READ}")
    return tab


def kind_of(tab: Page) -> str:
    tab.wait_for_selector(f".fk-game[data-busy=false]:not([data-asked=''], [data-asked=bot]){READ}")
    return str(tab.locator(".fk-game").get_attribute("data-asked"))


def at(tab: Page) -> int:
    return int(tab.locator(".fk-game").get_attribute("data-at") or 0)


def answer(tab: Page, wish: str = "") -> str:
    """Answer by taps: the wished action if it is there, else the first answer; the kind of the question."""
    kind, was = kind_of(tab), at(tab)
    body = tab.locator(".fk-do-body")
    if body.locator("[data-key=bench-done]").count():
        body.locator("[data-key=bench-done]" if kind == "first-weapon" else "[data-key=nothing]").click()
    elif body.locator("[data-key^=row-]").count():
        wanted = body.locator(f"[data-key='row-{wish}']")
        (wanted if wish and wanted.count() else body.locator("[data-key^=row-]").first).click()
        if kind in CHOSEN_FIRST:
            body.locator("[data-key=answer]").click()
    else:
        while (more := body.locator("[data-part=share-teeth] [data-key$=-more]:enabled")).count():
            more.first.click()
        body.locator("button.btn.main").first.click()
    moved_on(tab, was)
    return kind


def moved_on(tab: Page, was: int) -> None:
    """The answer has come in; bots may still be playing."""
    tab.wait_for_function("(n) => Number(document.querySelector('.fk-game').dataset.at) !== n", arg=was)

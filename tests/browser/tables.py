"""Tables in a Chromium: written, looked at, and what each page shows of them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.game_pages import begin, ready
from tests.browser.servers import Server

Serve = Callable[..., Server]
GAME = "voila/render/game.ipynb"
STRIP = "[data-part=share-strip]"
MINE = f"{STRIP}.is-mine"


def write(visit: Visit, server: Server, name: str = "Ann", *, url: str = "") -> Page:
    """A page with a game on a table, reached by another address if one is given."""
    key = f"?token={server.token}" if server.token else ""
    tab = begin(ready(visit.open(url or f"{server.origin}/{GAME}{key}")))
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=to-share]").click()
    tab.locator("#fk-share-name").fill(name)
    tab.locator("[data-key=share]").click()
    expect(tab.locator(MINE)).to_contain_text(say("game-share.share-mine"))
    return tab


def code_of(tab: Page) -> str:
    """The code of the table that a page is at."""
    return tab.locator(f"{STRIP} b").inner_text()


def look_on(visit: Visit, url: str, code: str) -> Page:
    """A reader's page, drawn."""
    tab = visit.open(f"{url}table/{code}")
    tab.wait_for_selector(".fk-game-reader .fk-map[data-points]")
    return tab


def version(tab: Page) -> int:
    """The table's version that a reader's page shows."""
    return int(tab.evaluate("document.documentElement.dataset.fkVersion"))


def changed_at(tab: Page, selector: str, attribute: str) -> None:
    """From now on `window.fkChanged` is when this attribute last changed, in ms since 1970."""
    tab.evaluate(
        """([selector, name]) => {
          const look = () => { window.fkChanged = Date.now(); };
          const what = { attributes: true, attributeFilter: [name] };
          new MutationObserver(look).observe(document.querySelector(selector), what);
        }""",
        [selector, attribute],
    )

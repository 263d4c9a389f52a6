"""Every page can be read by everybody (needs H13, H14) and stays out of the way (need H16): axe-core judges names,
roles, contrast and order in both themes; sizes are measured; what pops up or sounds is counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import begin, ready
from tests.browser.readable import judged
from tests.browser.servers import Server
from tests.browser.tables import look_on, write
from tests.browser.test_helper_page import GEAR, PAGES, open_helper
from tests.browser.widget_pages import resized
from tests.support.sampling import sample

Serve = Callable[..., Server]
DRAWN_WHEN = {
    "gear": ".fk-grid .verdict",
    "fight": ".fk-fight[data-dice]",
    "map": ".fk-map[data-points='259']",
    "setup": ".fk-setup-step",
    "score": ".fk-score-row",
    "log": ".fk-log",
    "table": ".fk-share",
}
COUNTED = """window.fkPopped = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = () => window.fkPopped.push(name);
for (const name of ["Audio", "AudioContext", "Notification", "SpeechSynthesisUtterance"])
  window[name] = class {
    constructor() { window.fkPopped.push(name); }
    static requestPermission() { window.fkPopped.push(name); }
  };
for (const name of ["show", "showModal"])
  HTMLDialogElement.prototype[name] = function () { window.fkPopped.push(`dialog ${this.className}`); };
HTMLElement.prototype.showPopover = function () { window.fkPopped.push(`popover ${this.className}`); };
HTMLMediaElement.prototype.play = () => window.fkPopped.push("media");
navigator.vibrate = () => window.fkPopped.push("vibrate");"""
"""Before any script of a page: whatever would open, sound or shake is written down instead."""


def test_every_page_of_the_helper_can_be_read_and_nothing_pops_up(served: Serve, phone: Visit) -> None:
    phone.tab.add_init_script(COUNTED)
    tab = open_helper(phone, served("table").url, GEAR)
    for name in (*PAGES, "table"):
        tab.evaluate("(page) => { location.hash = `page=${page}&weapon=WWM..:...`; }", name)
        tab.wait_for_selector(f".fk-helper[data-page={name}]")
        if name in DRAWN_WHEN:
            tab.locator(DRAWN_WHEN[name]).first.wait_for()
        judged(tab)
        resized(tab, 1180, 820)  # a tablet on its side
        assert tab.evaluate("document.documentElement.scrollWidth") <= 1180, name
        resized(tab, 390, 844)
    assert tab.evaluate("window.fkPopped") == []
    assert tab.locator("audio, video, dialog[open], [autoplay]").count() == 0
    assert phone.errors == []


def test_a_game_can_be_read_and_nothing_pops_up(served: Serve, phone: Visit) -> None:
    phone.tab.add_init_script(COUNTED)
    tab = ready(phone.open(f"{served('table').url}voila/render/game.ipynb"))
    judged(tab)
    begin(tab)
    for board in ("do", "map", "boards", "log"):
        bar = tab.locator(f".fk-tabs [data-tab={board}]")
        if bar.count():
            bar.click()
        judged(tab)
    assert tab.evaluate("window.fkPopped") == []


def test_what_a_reader_sees_can_be_read(served: Serve, visits: Callable[..., Visit]) -> None:
    server = served("table")
    writer, reader = visits(), visits(**PHONE)
    reader.tab.add_init_script(COUNTED)
    tab = write(writer, server)
    other = look_on(reader, server.url, tab.locator("[data-part=share-strip] b").inner_text())
    judged(other)
    assert other.evaluate("window.fkPopped") == []


@pytest.mark.parametrize("app", ["learn", "puzzles"])
def test_lessons_and_puzzles_can_be_read(served: Serve, phone: Visit, app: str) -> None:
    tab = phone.open(served(app).url)
    links = tab.locator("main.fk-list a").evaluate_all("(all) => all.map((one) => one.href)")
    judged(tab)
    for link in sample(links, 3):
        phone.open(link)
        judged(tab)

"""Every page can be read by everybody (needs H13, H14) and stays out of the way (need H16): axe-core judges names,
roles, contrast and order in both themes; sizes are measured; what pops up or sounds is counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import begin, ready
from tests.browser.servers import Server
from tests.browser.tables import look_on, write
from tests.browser.test_helper_page import GEAR, PAGES, open_helper
from tests.browser.widget_pages import resized

Serve = Callable[..., Server]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
THEMES = ("light", "dark")
SMALLEST = 15
"""Pixels of a label."""
READ = 18
"""Pixels of what is read: sentences and what is asked."""
DRAWN_WHEN = {
    "gear": ".fk-grid .verdict",
    "fight": ".fk-fight[data-dice]",
    "map": ".fk-map[data-points='259']",
    "setup": ".fk-setup-step",
    "score": ".fk-score-row",
    "log": ".fk-log",
    "table": ".fk-share",
}
FAULTS = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
    `${id}: ${html.slice(0, 120)} ${[...any, ...all, ...none][0]?.message ?? ""}`));
}"""
SMALL = """([smallest, read]) => [...document.querySelectorAll("body *")].flatMap((one) => {
  if (one.closest("svg, .js-plotly-plot") || !one.checkVisibility({ visibilityProperty: true })) return [];
  const texts = [...one.childNodes].filter((node) => node.nodeType === 3);
  const text = texts.map((node) => node.textContent.trim()).join("");
  const box = one.getBoundingClientRect();
  if (!text || box.width < 2 || box.height < 2) return [];
  const size = parseFloat(getComputedStyle(one).fontSize);
  const isRead = one.matches("p.say, .fk-says, .fk-ask h2, .fk-answer, .fk-do-body button > b, .fk-words > p");
  return size < (isRead ? read : smallest) ? [`${size} px: ${one.className} ${text.slice(0, 60)}`] : [];
})"""
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


def judged(tab: Page) -> None:
    """In both themes nothing is wrong with what stands on the page, and it is large enough."""
    for theme in THEMES:
        tab.emulate_media(color_scheme=theme, reduced_motion="reduce")
        tab.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        tab.evaluate(AXE)
        assert tab.evaluate(FAULTS) == [], theme
    assert tab.evaluate(SMALL, [SMALLEST, READ]) == []


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
    for link in links:
        phone.open(link)
        judged(tab)

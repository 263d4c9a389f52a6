"""What makes a page readable for everybody: axe-core finds no fault in both themes, and nothing is too small."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
THEMES = ("light", "dark")
SMALLEST = 15
"""Pixels of a label."""
READ = 18
"""Pixels of what is read: sentences and what is asked."""
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


def judged(tab: Page) -> None:
    """In both themes nothing is wrong with what stands on the page, and it is large enough."""
    for theme in THEMES:
        tab.emulate_media(color_scheme=theme, reduced_motion="reduce")
        tab.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        tab.evaluate(AXE)
        assert tab.evaluate(FAULTS) == [], theme
    assert tab.evaluate(SMALL, [SMALLEST, READ]) == []

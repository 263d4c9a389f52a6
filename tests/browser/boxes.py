"""Whether everything on a page fits: no text wider than its box, nothing cut, nothing to scroll sideways.

`misfits(tab)` names what does not, as the page stands: its window, its theme and its language are the caller's.
"""

from __future__ import annotations

from playwright.sync_api import Page

MISFITS = """() => {
  const SLACK = 1.5; // pixels: letters lean over their box a little
  const found = new Set();
  const page = document.documentElement;
  const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].join(".")}`;
  const told = (what, one, text) => found.add(`${what}: ${name(one)} ${JSON.stringify(text.trim().slice(0, 70))}`);
  const clips = (how) => how === "hidden" || how === "clip";
  const scrolls = (how) => how === "auto" || how === "scroll";
  const isForEyes = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 2 && height > 2; // what only a screen reader reads is a dot
  };
  const isClear = (colour) => /, 0\\)$|transparent/.test(colour);
  const isPaper = (style) => parseFloat(style.borderLeftWidth) > 0 || !isClear(style.backgroundColor);
  const pen = document.createElement("canvas").getContext("2d");
  const widthOf = (text, style) => {
    pen.font = style.font;
    return pen.measureText(text).width;
  };

  if (page.scrollWidth > innerWidth) found.add(`scrolls sideways: ${page.scrollWidth} of ${innerWidth}`);

  // One line of a text, held against every box around it.
  function held(box, text, parent) {
    let isFree = false; // inside something that scrolls sideways
    let [isOwn, isCut] = [true, false];
    const high = (box.height - parseFloat(getComputedStyle(parent).lineHeight) || 0) / 2;
    const over = Math.max(high, 0) + 2;
    for (let one = parent; one && one !== page; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === "inline" || style.display === "contents") continue;
      const around = one.getBoundingClientRect();
      const isWider = !isFree && (box.right > around.right + SLACK || box.left < around.left - SLACK);
      const isHigher = box.bottom > around.bottom + over || box.top < around.top - over;
      if (scrolls(style.overflowX)) isFree = true;
      else if (isWider && clips(style.overflowX)) isCut = true;
      else if (isWider && (isOwn || isPaper(style))) told("wider than its box", one, text);
      if (isHigher && clips(style.overflowY)) isCut = true;
      else if (isHigher && isOwn && !scrolls(style.overflowY) && one !== document.body)
        told("higher than its box", one, text);
      if (isCut) {
        told("cut", one, text);
        return;
      }
      if (scrolls(style.overflowY)) return; // scrolled to
      isOwn = false;
      if (style.position === "fixed" || style.position === "absolute") break;
    }
    if (!isFree && (box.right > innerWidth + SLACK || box.left < -SLACK)) told("beside the window", parent, text);
  }

  const NO_TEXT = "svg, script, style, template, select, textarea, .js-plotly-plot";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: parent } = walk.currentNode;
    if (!data.trim() || !parent || parent.closest(NO_TEXT) || !isForEyes(parent)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) held(box, data, parent);
  }

  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || !isForEyes(one)) continue;
    const style = getComputedStyle(one);
    const isShort = style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1;
    const isClamped = style.webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2;
    if (isShort || isClamped) told("cut", one, one.textContent);
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + SLACK;
    if (one.matches("select")) {
      const text = one.selectedOptions[0]?.textContent ?? "";
      if (widthOf(text, style) > room) told("cut", one, text);
    } else if (one.matches("input:not([type=checkbox], [type=radio], [type=hidden], [type=file])")) {
      const text = one.value || one.placeholder;
      if (widthOf(text, style) > room && !one.matches("[data-long]")) told("cut", one, text);
    } else if (one.matches("svg text") && !one.closest(".js-plotly-plot, symbol")) {
      const [box, around] = [one, one.ownerSVGElement].map((each) => each.getBoundingClientRect());
      const isWider = box.right > around.right + 2 || box.left < around.left - 2;
      const isHigher = box.bottom > around.bottom + 3 || box.top < around.top - 3;
      const isShown = getComputedStyle(one.ownerSVGElement).overflow === "visible";
      if ((isWider || isHigher) && !isShown) told("cut", one, one.textContent);
    }
  }
  return [...found];
}"""
"""JavaScript that lists what does not fit. A field in which people write a link or a question may be longer than its
window (`data-long`)."""


def misfits(tab: Page) -> list[str]:
    """What does not fit, each with its element and its text."""
    found: list[str] = tab.evaluate(MISFITS)
    return found

"""The rules page on a phone: forty frequent questions walked from the home page, and how long each letter takes.

    python benchmarks/bench_rules_page.py            # a minute and a half

First table: taps, letters and seconds of each question, as tests/browser/test_rules_walk.py walks them, until an answer
is listed at all; then the same where only the lines above a phone's keyboard count. Second: from a
letter to the drawn list, from a tap to the drawn answer, both also with the processor slowed four times; the files that
bring the rulebook; the index that the page makes of it. Times of the page are those of its own clock, until the frame
with the change is handed over; the seconds of a walk are a machine's, which reads and thinks in no time.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _table import Row, against_limit, median, percentile, show
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fujikoro_nb.helper.rules_data import PARTS, packed, rules_data  # noqa: E402
from fujikoro_nb.rulebook.entries import LANGUAGES  # noqa: E402
from fujikoro_nb.widgets.base.widget import source_of  # noqa: E402
from tests.browser.conftest import PHONE  # noqa: E402
from tests.browser.rules_walk import (  # noqa: E402
    LEAST_SHARE,
    MOST_LETTERS,
    MOST_SECONDS,
    MOST_TAPS,
    Walk,
    frequent,
    walks,
)
from tests.browser.servers import start_server  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

LOOK_UP = 0.15
"""Seconds for what needs no kernel (need H2)."""
MOST_BYTES = 500_000
SLOWED = 4
INDEXED = 5
ABOVE_KEYBOARD = 4
"""Lines of the list that a phone shows while its keyboard is up."""

# Types every text letter by letter, opens the first line, and empties the box again.
MEASURE = """async (texts) => {
  const box = document.querySelector(".fk-rules input[type=search]");
  const { port1, port2 } = new MessageChannel();
  const drawn = () => new Promise((done) => {
    port1.onmessage = done;
    requestAnimationFrame(() => port2.postMessage(0)); // heard when this frame is made
  });
  const timed = async (act) => {
    const begun = performance.now();
    act();
    await drawn();
    return (performance.now() - begun) / 1000;
  };
  const type = (text) => () => {
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  const found = { letters: [], first: [], cards: [] };
  for (const text of texts) {
    for (let n = 1; n <= text.length; n += 1) {
      const taken = await timed(type(text.slice(0, n)));
      if (!document.querySelector(".fk-found [role=option]").checkVisibility()) throw new Error(`no list for ${text}`);
      found.letters.push(taken);
      if (n === 1) found.first.push(taken);
    }
    found.cards.push(await timed(() => document.querySelector(".fk-found [role=option]").click()));
    if (!document.querySelector(".fk-card .verdict").checkVisibility()) throw new Error(`no answer for ${text}`);
    await timed(type(""));
  }
  return found;
}"""
INDEX = """([language, times]) => Array.from({ length: times }, () => {
  const begun = performance.now();
  new RuleSearch(data).index(language);
  return (performance.now() - begun) / 1000;
})"""


@contextmanager
def phone(browser: Browser, *, slowed: int = 1) -> Iterator[Page]:
    """An empty tab of a phone whose processor is so many times slower."""
    context = browser.new_context(**PHONE)
    tab = context.new_page()
    context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    yield tab
    context.close()


def walked(browser: Browser, url: str, *, lines: int | None = None) -> list[Walk]:
    """All questions, in one page a language."""
    contexts = []

    def open_page(address: str) -> Page:
        contexts.append(browser.new_context(**PHONE))
        tab = contexts[-1].new_page()
        tab.goto(address)
        return tab

    found = list(walks(open_page, url, lines=lines))
    for context in contexts:
        context.close()
    return found


def page_times(browser: Browser, url: str, *, slowed: int) -> dict[str, list[float]]:
    """Every letter of every question in its own language, all three searched, nothing asked before."""
    found: dict[str, list[float]] = {"letters": [], "first": [], "cards": []}
    for language in LANGUAGES:
        with phone(browser, slowed=slowed) as tab:
            tab.goto(f"{url}?lang={language}#page=rules")
            tab.wait_for_selector(f".fk-rules[data-ready={language}][data-languages='{len(LANGUAGES)}']")
            texts = [question.type for question in frequent() if question.lang == language]
            for name, times in tab.evaluate(MEASURE, texts).items():
                found[name] += times
    return found


def index_times(browser: Browser, *, slowed: int) -> list[float]:
    """The first index of a page, in each language."""
    found: list[float] = []
    for language in LANGUAGES:
        with phone(browser, slowed=slowed) as tab:
            tab.add_script_tag(content=f"{source_of('rule_search.mjs')}\nglobalThis.RuleSearch = RuleSearch;")
            tab.evaluate("(data) => { globalThis.data = data; }", rules_data(language))
            found += tab.evaluate(INDEX, [language, INDEXED])
    return found


def print_walks(found: list[Walk]) -> None:
    print(f"{'':2}  {'question':56}  {'typed':6}  {'way':7}  taps  letters  place  seconds")
    for walk in found:
        print(
            f"{walk.question.lang:2}  {walk.question.ask:56}  {walk.question.type[: walk.letters]:6}  "
            f"{walk.way or 'none':7}  {walk.taps:4}  {walk.letters:7}  {walk.place:5}  {walk.seconds:7.2f}"
        )
    print()


def print_summary(title: str, found: list[Walk]) -> None:
    print(title)
    typed = [walk for walk in found if walk.way == "typed"]
    measures: dict[str, list[float]] = {
        "taps": [walk.taps for walk in found],
        "letters, of those typed": [walk.letters for walk in typed],
        "place in the list, of those typed": [walk.place for walk in typed],
        "seconds": [walk.seconds for walk in found],
    }
    for name, values in measures.items():
        print(f"  {name}: median {median(values):.3g}, worst {max(values):.3g}")
    browsed = sum(walk.way == "browsed" for walk in found)
    lost = len(found) - len(typed) - browsed
    print(f"  {len(typed)} typed, {browsed} looked up by the moment instead, {lost} not found")
    limits = f"{MOST_TAPS} taps, {MOST_LETTERS} letters, {MOST_SECONDS} s"
    print(f"  within {limits}: {within(found)} of {len(found)} (goal {LEAST_SHARE:.0%})\n")


def within(found: list[Walk]) -> int:
    return sum(walk.is_within for walk in found)


def rows_of(times: dict[str, list[float]], name: str, *, is_worst_judged: bool) -> list[Row]:
    """Against the limit; slowed down, one letter of hundreds that the machine was busy with is told, not judged."""
    letters, cards = times["letters"], times["cards"]
    usual = [
        against_limit(f"letter to drawn list{name}, median of {len(letters)}", median(letters), LOOK_UP),
        against_limit(f"letter to drawn list{name}, 95 %", percentile(letters, 95), LOOK_UP),
        against_limit(
            f"first letter to drawn list{name}, median of {len(times['first'])}",
            median(times["first"]),
            LOOK_UP,
        ),
        against_limit(f"tap to drawn answer{name}, median of {len(cards)}", median(cards), LOOK_UP),
        against_limit(f"tap to drawn answer{name}, 95 %", percentile(cards, 95), LOOK_UP),
    ]
    worst = [
        against_limit(f"letter to drawn list{name}, worst", max(letters), LOOK_UP),
        against_limit(f"first letter to drawn list{name}, worst", max(times["first"]), LOOK_UP),
        against_limit(f"tap to drawn answer{name}, worst", max(cards), LOOK_UP),
    ]
    return usual + (worst if is_worst_judged else [row._replace(goal="told", is_met=True) for row in worst])


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["FUJIKORO_DATA"] = folder
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        server = start_server(
            [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
        )
        try:
            found = walked(browser, server.url)
            above = walked(browser, server.url, lines=ABOVE_KEYBOARD)
            plain = page_times(browser, server.url, slowed=1)
            slow = page_times(browser, server.url, slowed=SLOWED)
        finally:
            server.stop()
        indexed = index_times(browser, slowed=1), index_times(browser, slowed=SLOWED)
        browser.close()
    print_walks(found)
    print_summary(f"{len(found)} frequent questions from home to the answer, any listed line", found)
    print_summary(f"the same, the first {ABOVE_KEYBOARD} lines only", above)
    sizes = {part: {language: len(packed(part, language)) for language in LANGUAGES} for part in PARTS}
    for language in LANGUAGES:
        others = sum(sizes["rule-texts"][other] for other in LANGUAGES if other != language)
        print(
            f"{language}: rules {sizes['rules'][language] / 1000:.0f} kB, "
            f"its texts for pages in other languages {sizes['rule-texts'][language] / 1000:.0f} kB "
            f"(limit {MOST_BYTES / 1000:.0f} kB a file); "
            f"a page loads {(sizes['rules'][language] + others) / 1000:.0f} kB in all, once"
        )
    print()
    code = show(
        "rules page",
        [
            *rows_of(plain, "", is_worst_judged=True),
            *rows_of(slow, f", CPU slowed {SLOWED}x", is_worst_judged=False),
            Row("first index of a language, median", median(indexed[0]), "", None, "told", True),
            Row(f"the same, CPU slowed {SLOWED}x", median(indexed[1]), "", None, "told", True),
        ],
    )
    is_short = all(within(some) >= LEAST_SHARE * len(some) for some in (found, above))
    is_small = all(size <= MOST_BYTES for files in sizes.values() for size in files.values())
    return code if is_short and is_small else 1


if __name__ == "__main__":
    sys.exit(main())

"""A tap on an answer in every book of puzzles, against a bare round trip in the same page: ratios, not times.

    python benchmarks/bench_puzzles.py                  # all books, about two minutes
    python benchmarks/bench_puzzles.py plans matches    # these

One book after the other is opened in a page, beside an anywidget that sends a number and gets it back; taps and bare
round trips take turns, so that a busy second hits both. A tap is over when the page shows what the kernel made of it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "benchmarks"))

from bench_page import APPS, ECHO, Row, new_tab, print_table, served  # noqa: E402

from fujikoro_nb.puzzles.index import BOOKS, kind_of  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

TAPS, WARM = 20, 2
WAIT_MS = 10_000
APPS["books"] = (
    ECHO
    + '''
from ipywidgets import VBox
from fujikoro_nb.widgets.learn.pages import puzzle_book

class Shelf(anywidget.AnyWidget):
    """The book that is asked for, opened below."""

    _esm = """export default { render({ model, el }) {
      const field = document.createElement("input");
      field.className = "shelf";
      field.onchange = () => { model.set("kind", field.value); model.save_changes(); };
      el.append(field);
    } };"""
    kind = traitlets.Unicode().tag(sync=True)

    @traitlets.observe("kind")
    def _open(self, change):
        box.children = (*box.children[:2], puzzle_book(change.new))

box = VBox([Echo(), Shelf()])
box'''
)
# Ends for sure: a tap that nothing answers is an error after a while.
TIMED = f"""([start, shown]) => new Promise((resolve, reject) => {{
  const read = () => eval(shown), before = read(), begun = performance.now();
  const late = setTimeout(() => {{ watch.disconnect(); reject(new Error(`no answer: ${{start}}`)); }}, {WAIT_MS});
  const watch = new MutationObserver(() => {{
    if (read() === before) return;
    watch.disconnect();
    clearTimeout(late);
    resolve(performance.now() - begun);
  }});
  watch.observe(document.body, {{ subtree: true, attributes: true, childList: true, characterData: true }});
  eval(start);
}})"""
ECHO_TAP = "document.querySelector('.echo').click()", "document.querySelector('.echo').dataset.back"
PAGE = "document.querySelector('.fk-puzzle')"
UNDO = f"{PAGE}.querySelector('[data-key=undo]').click()", f"{PAGE}.querySelector('[data-key=undo]').disabled"
KEY = "new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true })"


def tap_of(kind: str, turn: int) -> tuple[str, str]:
    """A tap on an answer and what it changes, both in JavaScript."""
    if kind == "crafting":
        press = f"{PAGE}.querySelector('[role=gridcell]').dispatchEvent({KEY})"
        return UNDO if turn % 2 else (press, UNDO[1])
    if kind == "plans":
        return UNDO if turn % 2 else (f"{PAGE}.querySelector('[data-key=stay]').click()", UNDO[1])
    if kind == "fights":  # drawn in SVG, where nothing has a click()
        cube = f"{PAGE}.querySelector('.fk-pick[data-cell]')"
        return (
            f"{cube}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))",
            f"{cube}.getAttribute('aria-checked')",
        )
    if (
        kind == "dragons"
    ):  # the list beside the map; the samurai is to stand on the map as well where the answer moves it
        place = f"{PAGE}.querySelectorAll(\"[data-key^='place-']\")[{turn % 2}]"
        own = f"{PAGE}.querySelector('.fk-piece-own')?.closest('[data-on]').dataset.on.split('.')[0]"
        return (
            f"{place}.click()",
            f"{place}.getAttribute('aria-pressed') === 'true' && {place}.dataset.key === `place-${{{own}}}`",
        )
    answer = f"{PAGE}.querySelectorAll(\"[data-key^='answer-']\")[{turn % 2}]"
    return f"{answer}.click()", f"{answer}.getAttribute('aria-pressed')"


def book_taps(tab: Page, kind: str) -> tuple[float, float]:
    """Medians in milliseconds: a tap in this book, and a bare round trip between its taps."""
    ids = "|".join(entry.puzzle.id for entry in kind_of(kind).book().entries)
    tab.locator(".shelf").fill(kind)
    tab.locator(".shelf").press("Enter")
    tab.wait_for_function(f"RegExp('^({ids})$').test(document.querySelector('.fk-puzzle')?.dataset.id)")
    if kind == "dragons":
        tab.locator(".fk-puzzle [data-key=places]").click()  # the list, beside the map
    tab.wait_for_function(
        "(shown) => { try { eval(shown); return true; } catch { return false; } }", arg=tap_of(kind, 0)[1]
    )
    for _ in range(2):  # what the page had to tell when it was drawn is answered before these
        tab.evaluate(TIMED, [*ECHO_TAP])
    taps, bare = [], []
    for turn in range(TAPS + WARM):
        tab.evaluate(TIMED, [*ECHO_TAP])  # nothing of the last tap is still on its way
        bare.append(float(tab.evaluate(TIMED, [*ECHO_TAP])))
        taps.append(float(tab.evaluate(TIMED, [*tap_of(kind, turn)])))
    return statistics.median(taps[WARM:]), statistics.median(bare[WARM:])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the table."""
    books = {book.kind: book.notebook.partition("_")[0] for book in BOOKS}
    parser = ArgumentParser(description="A tap in books of puzzles beside a bare round trip.")
    parser.add_argument(
        "books", nargs="*", metavar="BOOK", help=f"of {', '.join(books)}; all when none is named"
    )
    asked = parser.parse_args(arguments).books or list(books)
    if unknown := sorted({*asked} - {*books}):
        parser.error(f"no such book: {', '.join(unknown)}")
    rows, told = [], []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        with served("books", Path(name)) as url:
            tab = new_tab(browser)
            tab.set_default_timeout(60_000)
            tab.goto(url)
            for kind in asked:
                taken, bare = book_taps(tab, kind)
                limit = bare * 1.3 + 5
                rows.append(Row(f"tap in book {books[kind]}, {kind}", taken, "ms", "bare x 1.3 + 5", limit))
                told.append(f"{kind} {taken / bare:.2f} x {bare:.1f} ms")
                print(told[-1], file=sys.stderr)
        browser.close()
    print_table("Books of puzzles", rows)
    print(f"beside a bare round trip: {', '.join(told)}")


if __name__ == "__main__":
    main()

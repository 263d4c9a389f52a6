"""A tap on the answers of every book of puzzles, against a bare round trip in the same page: ratios, not times.

    python benchmarks/bench_puzzles.py         # about a minute

All books stand in one page beside an anywidget that sends a number and gets it back, and each is tapped in turn, so
that a busy second hits all of them. A tap is over when the page shows what the kernel made of it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "benchmarks"))

from bench_page import APPS, CLICKS, ECHO, Row, milliseconds, new_tab, print_table, served  # noqa: E402

from fujikoro_nb.puzzles.index import BOOKS  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

KINDS = [book.kind for book in BOOKS]
APPS["books"] = (
    f"{ECHO}from ipywidgets import VBox\nfrom fujikoro_nb.widgets.learn.pages import puzzle_book\n"
    f"VBox([Echo(), *map(puzzle_book, {KINDS!r})])"
)
ECHO_TAP = (
    "globalThis.before = document.querySelector('.echo').dataset.back; document.querySelector('.echo').click()",
    "document.querySelector('.echo').dataset.back !== globalThis.before",
)
CUBE, CHOICE = ".fk-pick[data-cell]", "[data-key^='answer-'], [data-key^='place-']"
"""What is tapped to answer: cubes of a fight, or one of several answers."""


def tap_of(number: int, kind: str, turn: int) -> tuple[str, str]:
    """A tap in the book that stands at this place, and when it is answered, both in JavaScript."""
    page = f"document.querySelectorAll('.fk-puzzle')[{number}]"
    if kind == "plans":
        key = "undo" if turn % 2 else "explore"
        press = f"{page}.querySelector('[data-key={key}]').click()"
        is_off = "true" if turn % 2 else "false"
        return press, f"{page}.querySelector('[data-key=undo]').disabled === {is_off}"
    if kind == "fights":  # drawn in SVG, where nothing has a click()
        cube = f"{page}.querySelectorAll('{CUBE}')[0]"
        press = f"{cube}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
        return press, f"{cube}.getAttribute('aria-checked') === '{'false' if turn % 2 else 'true'}'"
    answer = f'{page}.querySelectorAll("{CHOICE}")[{turn % 2}]'
    return f"{answer}.click()", f"{answer}.getAttribute('aria-pressed') === 'true'"


def book_taps(browser: Browser, folder: Path) -> dict[str, float]:
    """Medians in milliseconds: ``echo``, and a tap in each book by its kind; crafting is measured by `bench_page`."""
    with served("books", folder) as url:
        tab = new_tab(browser)
        tab.goto(url)
        tab.wait_for_function(f"document.querySelectorAll('.fk-puzzle[data-id]').length === {len(KINDS)}")
        tab.wait_for_selector(".echo")
        maps = tab.locator(".fk-map").count()
        tab.wait_for_function(f"document.querySelectorAll('.fk-map[data-points]').length === {maps}")
        taps = {
            kind: lambda turn, number=number, kind=kind: tap_of(number, kind, turn)
            for number, kind in enumerate(KINDS)
            if kind != "crafting"
        }
        times: dict[str, list[float]] = {name: [] for name in ("echo", *taps)}
        for turn in range(CLICKS):
            times["echo"].append(milliseconds(tab, *ECHO_TAP))
            for kind, tap in taps.items():
                times[kind].append(milliseconds(tab, *tap(turn)))
        tab.context.close()
    return {name: statistics.median(values[5:]) for name, values in times.items()}


def main() -> None:
    """Measure and print the table."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        times = book_taps(browser, Path(name))
        browser.close()
    limit = times["echo"] * 1.3 + 5
    number = {book.kind: book.notebook.partition("_")[0] for book in BOOKS}
    rows = [
        Row(f"tap on an answer of book {number[kind]}, {kind}", taken, "ms", "echo x 1.3 + 5", limit)
        for kind, taken in times.items()
        if kind != "echo"
    ]
    print_table("Books of puzzles", rows)
    print(f"bare round trip beside them: {times['echo']:.1f} ms")


if __name__ == "__main__":
    main()

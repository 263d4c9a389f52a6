"""Take the screenshots of the README: python tools/screenshots.py [NAME ...]

Starts the real server for each application, opens it in the test Chromium as a laptop, a phone and at night, and
writes docs/screenshots/NAME-VIEW.png. Look at each picture before it is committed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "screenshots"
sys.path.insert(0, str(ROOT))


class View(NamedTuple):
    """A screen to look through."""

    name: str
    width: int
    height: int
    scheme: str


VIEWS = (
    View("laptop", 1280, 900, "light"),
    View("phone", 390, 844, "light"),
    View("laptop-dark", 1280, 900, "dark"),
    View("phone-dark", 390, 844, "dark"),
)

GEAR = "#weapon=WWMM.:.../..MT.:..."
ILLEGAL = "#weapon=WWMMM:.../MMMM.:..."

SHOTS = {
    "home": ("table", ""),
    "gear": ("table", f"{GEAR}&helmet=WM/MM&sandals=T./M.&unlocked=1&page=gear"),
    "gear-illegal": ("table", f"{ILLEGAL}&page=gear"),
    "fight": ("table", f"{GEAR}&helmet=WMT/MW&dragon=9/6/3&page=fight"),
    "rules": ("table", "?rule=combat.helmet.absorb"),
    "rules-typing": ("table", "#page=rules&ask=tooth"),
    "rules-disagreements": ("table", "#page=rules&at=disagreements"),
    "map": ("table", "#page=map"),
    "lesson-turns": ("learn", "voila/render/01_first_turns.ipynb"),
    "lesson": ("learn", "voila/render/02_crafting.ipynb"),
    "lesson-fight": ("learn", "voila/render/03_fighting.ipynb"),
    "puzzles": ("puzzles", "voila/render/01_crafting.ipynb"),
    "puzzles-fight": ("puzzles", "voila/render/02_fights.ipynb"),
}
"""Name of the picture: the application and what follows its address."""


def main() -> int:
    """Take the pictures named on the command line, or all."""
    from playwright.sync_api import Browser, sync_playwright

    from tools.ensure_chromium import ensure
    from tools.js_tests import FLAGS

    OUT.mkdir(parents=True, exist_ok=True)
    wanted = {name: SHOTS[name] for name in sys.argv[1:] or SHOTS}
    servers: dict[str, tuple[subprocess.Popen[str], str]] = {}
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=str(ensure()), args=list(FLAGS))
        try:
            for name, (app, rest) in wanted.items():
                if app not in servers:
                    servers[app] = _serve(app)
                for view in VIEWS:
                    _take(browser, servers[app][1] + rest, name, view)
        finally:
            _stop_all([process for process, _ in servers.values()], browser.close)
    return 0


def _serve(app: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "fujikoro_nb.cli", app, "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None, "its output is a pipe"
    for line in process.stdout:
        _, is_open, address = line.strip().partition("Open ")
        if is_open:
            return process, address
    raise SystemExit(f"fujikoro {app} did not start")


def _take(browser: object, address: str, name: str, view: View) -> None:
    from playwright.sync_api import Browser

    assert isinstance(browser, Browser)
    context = browser.new_context(
        viewport={"width": view.width, "height": view.height},
        color_scheme="dark" if view.scheme == "dark" else "light",
        has_touch=view.width < 600,
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-fk-ready=true]", timeout=90_000)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=str(OUT / f"{name}-{view.name}.png"))
    print(f"docs/screenshots/{name}-{view.name}.png")
    context.close()


def _stop_all(processes: list[subprocess.Popen[str]], close: Callable[[], None]) -> None:
    close()
    for process in processes:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    raise SystemExit(main())

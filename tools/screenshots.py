"""Take the screenshots of the README: .venv/bin/python -m tools.screenshots [--to FOLDER] [NAME ...]

Starts the real server for each application, opens it in the test Chromium as a laptop, a phone and at night, and
writes NAME-VIEW.png, into docs/screenshots unless told otherwise. Look at each picture before it is committed; the
README shows some of them, the others need not be kept.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from fujikoro_nb.play.seats import GameSession

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
    "learn": ("table", "#page=learn"),
    "gear": ("table", f"{GEAR}&helmet=WM/MM&sandals=T./M.&unlocked=1&page=gear"),
    "gear-illegal": ("table", f"{ILLEGAL}&page=gear"),
    "fight": ("table", f"{GEAR}&helmet=WMT/MW&dragon=9/6/3&page=fight"),
    "setup": ("table", "#page=setup"),
    "score": ("table", "#page=score"),
    "log": ("table", "#page=log"),
    "rules": ("table", "?rule=combat.helmet.absorb"),
    "rules-typing": ("table", "#page=rules&ask=tooth"),
    "rules-disagreements": ("table", "#page=rules&at=disagreements"),
    "lesson-turns": ("learn", "voila/render/01_first_turns.ipynb"),
    "game-start": ("table", "voila/render/game.ipynb"),
    "game": ("table", "voila/render/game.ipynb"),
    "coop-round": ("table", "voila/render/game.ipynb"),
    "coop-defence": ("table", "voila/render/game.ipynb"),
    "coop-share": ("table", "voila/render/game.ipynb"),
    "coop-trade": ("table", "voila/render/game.ipynb"),
    "coop-goals": ("table", "voila/render/game.ipynb"),
    "coop-won": ("table", "voila/render/game.ipynb"),
    "coop-lost": ("table", "voila/render/game.ipynb"),
    "lesson": ("learn", "voila/render/02_crafting.ipynb"),
    "lesson-together": ("learn", "voila/render/04_together.ipynb"),
    "lesson-exploring": ("learn", "voila/render/05_exploring.ipynb"),
    "lesson-fight": ("learn", "voila/render/03_fighting.ipynb"),
    "puzzles": ("puzzles", "voila/render/01_crafting.ipynb"),
    "puzzles-dragons": ("puzzles", "voila/render/03_dragons.ipynb"),
    "puzzles-fight": ("puzzles", "voila/render/02_fights.ipynb"),
}
"""Name of the picture: the application and what follows its address."""

MOMENTS = {
    "coop-round": "dragon-order",
    "coop-defence": "fall-back",
    "coop-share": "share-teeth",
    "coop-trade": "act",
    "coop-goals": "dragon-order",
    "coop-won": "",
    "coop-lost": "",
}
"""What is asked in the picture of a group's game; nothing: it is over."""

OPENED = {
    "coop-trade": ("[data-part=trade] summary", "[data-part=trade] [data-key$='-gives-W-more']"),
    "coop-goals": ("[data-key=group-goals]", "[data-key=group-dragons]"),
}
"""What is tapped before the picture is taken."""

LOOKED_AT_FIRST = ("walk", "place", "join", "lay", "flee", "revive")
"""Questions whose rows are shown on the map before they are answered."""

GAME_ANSWERS = 22
"""Answers before the picture of a game is taken: some turns with everything on the map."""


def main() -> int:
    """Take the pictures named on the command line, or all."""
    from playwright.sync_api import Browser, sync_playwright

    from tools.ensure_chromium import FLAGS, ensure

    parser = argparse.ArgumentParser(description="Take the screenshots of the README.")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*SHOTS, []], help=", ".join(SHOTS))
    parser.add_argument("--to", type=Path, default=OUT, metavar="FOLDER", help="where the pictures go")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    wanted = {name: SHOTS[name] for name in asked.names or SHOTS}
    servers: dict[str, tuple[subprocess.Popen[str], str]] = {}
    with sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=str(ensure()), args=list(FLAGS))
        try:
            for name, (app, rest) in wanted.items():
                if app not in servers:
                    servers[app] = _serve(app)
                for view in VIEWS:
                    _take(browser, servers[app][1] + rest, name, view, asked.to)
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


def _take(browser: object, address: str, name: str, view: View, folder: Path) -> None:
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
    if name == "game":
        _play(page)
    if name in MOMENTS:
        _open_group(page, name)
    if page.locator(".fk-map-plot").locator("visible=true").count():
        page.wait_for_selector(".fk-map[data-points]")  # plotly draws after the network is idle
    for part in OPENED.get(name, ()):
        page.locator(part).first.click()
    picture = folder / f"{name}-{view.name}.png"
    page.screenshot(path=str(picture))
    print(picture)
    context.close()


def _open_group(page: Page, name: str) -> None:
    """Open the game of a group at the moment of this picture."""
    kind = MOMENTS[name]
    data = _moment(name).save(has_snapshots=False)
    save = {"name": "group.json", "mimeType": "application/json", "buffer": data}
    page.wait_for_selector(".fk-game[data-ready=true]")
    page.locator("input[type=file]").set_input_files(save)  # type: ignore[arg-type]
    page.wait_for_selector(f".fk-game[data-busy=false][data-asked={kind or 'over'}]")


@cache
def _moment(name: str) -> GameSession:
    """A group's game at the moment of a picture, found by playing."""
    from tests.support.group_saves import asked, ended, meets, played_until
    from tests.support.group_wins import victory

    if name == "coop-won":
        return victory()
    holds = (
        ended("lost-life") if name == "coop-lost" else meets if name == "coop-trade" else asked(MOMENTS[name])
    )
    return played_until(holds)


def _play(page: Page) -> None:
    """Begin a game and give the first answer to every question, so that all views show the same moment."""
    page.wait_for_selector(".fk-game[data-ready=true]")
    page.locator("[data-key=seed]").fill("7")
    page.locator("[data-key=begin]").click()
    for _ in range(GAME_ANSWERS):
        page.wait_for_selector(".fk-game[data-busy=false]:not([data-asked=''], [data-asked=bot])")
        game, body = page.locator(".fk-game"), page.locator(".fk-do-body")
        was, asked = game.get_attribute("data-at"), game.get_attribute("data-asked")
        if body.locator("[data-key=bench-done]").count():
            body.locator("[data-key=bench-done]" if asked == "first-weapon" else "[data-key=nothing]").click()
        elif body.locator("[data-key^=row-]").count():
            explores = body.locator("[data-key=row-explore]")
            (explores if explores.count() else body.locator("[data-key^=row-]")).first.click()
            if asked in LOOKED_AT_FIRST and game.get_attribute("data-at") == was:
                game.locator("[data-key=answer]").click()
        else:
            body.locator("button.btn.main").first.click()
        page.wait_for_function("(at) => document.querySelector('.fk-game').dataset.at !== at", arg=was)
    page.wait_for_selector(".fk-game[data-busy=false]")


def _stop_all(processes: list[subprocess.Popen[str]], close: Callable[[], None]) -> None:
    close()
    for process in processes:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    raise SystemExit(main())

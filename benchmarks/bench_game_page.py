"""The whole game's page against its limits, beside a bare round trip and a bare page: ratios, not times.

    python benchmarks/bench_game_page.py                   # a few minutes
    FUJIKORO_SOAK=1 python benchmarks/bench_game_page.py   # 40 slowed loads instead of 5

How things are served, clicked and timed is bench_page.py's. The taps go to a game in its sixth round, where every tap
also asks the engine whether the space can be reached.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench_page import (
    APPS,
    CLICKS,
    ECHO,
    SLOW_LOADS,
    VISITS,
    WAIT_MS,
    Row,
    fastest_clicks,
    milliseconds,
    new_tab,
    print_table,
    served,
)
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fujikoro_nb.engine.fujikoro.board.geometry import SPACES  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

STEPS = 40
"""Steps of bots that are timed."""

ROUNDS = 5
UNDER_WAY = f"""
from fujikoro_nb.bots import HeuristicBot, turns_over
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.widgets import GamePage
from fujikoro_nb.play.seats import Table, begin, dealt, seated

def under_way(*players):
    "A page with a game of which some rounds are played; the first player's action is asked."
    agreed = Table(seated("ABC", players, ("red", "blue", "green")), "bench")
    session, bot = begin(agreed, owned=house_pack()), HeuristicBot()
    dealt(session, agreed)
    while (question := session.question).kind != "act" or question.seat != 0 \\
            or sum(turns_over(line.events) for line in session.lines) < {3 * ROUNDS}:
        session.play(bot.choose(GAME, session.view_for(question.seat), question).answer)
        dealt(session, agreed)
    page = GamePage()
    page.act_pace(stepwise=True)
    page.act_load(text=session.save().decode(), part=0, parts=1)
    return page
"""
APPS.update(
    {
        "game": f"{ECHO}{UNDER_WAY}from ipywidgets import VBox\n"
        "VBox([under_way('person', 'heuristic', 'heuristic'), Echo()])",
        "bots": f"{UNDER_WAY}under_way('heuristic', 'heuristic', 'heuristic')",
        "start": "from fujikoro_nb.widgets import game_page\ngame_page()",
    }
)
SHOWN = ".fk-game[data-ready=true][data-busy=false][data-asked=act] .fk-map[data-points='259']"
USABLE = {"start": ".fk-game[data-ready=true] [data-key=begin]", "button": ".jupyter-button"}


def tap_times(browser: Browser, url: str) -> dict[str, float]:
    """Echo, space to highlight and space to confirmed map, in one page and in turn."""
    tab = new_tab(browser)
    tab.goto(url)
    tab.wait_for_selector(SHOWN)
    tab.wait_for_selector(".echo")
    names = [space.id for space in SPACES if "." in space.id][: 2 * CLICKS]

    def tap(name: str, sign: str) -> tuple[str, str]:
        return (
            f"document.querySelector('[data-space=\"{name}\"]').click()",
            f"document.querySelector('.fk-map').dataset.{sign} === '{name}'",
        )

    back = "document.querySelector('.echo').dataset.back"
    kinds: dict[str, Callable[[int], tuple[str, str]]] = {
        "echo": lambda _: (
            f"globalThis.before = {back}; document.querySelector('.echo').click()",
            f"{back} !== globalThis.before",
        ),
        "highlight": lambda number: tap(names[2 * number], "drawn"),
        "confirmed": lambda number: tap(names[2 * number + 1], "confirmed"),
    }
    times = fastest_clicks(tab, kinds)
    tab.context.close()
    return times


def step_times(browser: Browser, url: str) -> list[float]:
    """From the tap on the next step of a bot until what it did is shown; its thinking is part of it."""
    tab = new_tab(browser)
    tab.goto(url)
    tab.wait_for_selector(".fk-map[data-points='259']")
    tab.wait_for_selector("[data-key=go]")
    start = (
        "globalThis.before = document.querySelector('.fk-game').dataset.at;"
        " document.querySelector('[data-key=go]').click()"
    )
    done = (
        "(({ busy, at }) => busy === 'false' && at !== globalThis.before)"
        "(document.querySelector('.fk-game').dataset)"
    )
    times = []
    for _ in range(STEPS):
        times.append(milliseconds(tab, start, done))
        tab.wait_for_selector("[data-key=go]")
    tab.context.close()
    return times


def load_times(browser: Browser, folder: Path) -> dict[str, float]:
    """Medians from the request to a page that can be used, visited in turn, nothing cached."""
    times: dict[str, list[float]] = {name: [] for name in USABLE}
    with served("start", folder) as start, served("button", folder) as button:
        for number in range(VISITS + 1):
            for url, name in ((start, "start"), (button, "button")):
                tab = new_tab(browser)
                begun = time.perf_counter()
                tab.goto(url)
                tab.wait_for_selector(USABLE[name])
                if number:  # the first of each warms the server up
                    times[name].append((time.perf_counter() - begun) * 1000)
                tab.context.close()
                time.sleep(2.5)  # the next kernel warms up, as between two visitors
    return {name: statistics.median(values) for name, values in times.items()}


def slowed_loads(browser: Browser, url: str) -> int:
    """How many loads of a game under way become complete with the CPU slowed four times."""
    complete = 0
    for _ in range(SLOW_LOADS):
        tab = new_tab(browser)
        tab.context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        tab.goto(url)
        tab.wait_for_selector(SHOWN, timeout=WAIT_MS)
        complete += bool(
            tab.evaluate(
                """() => {
                  const plot = document.querySelector(".fk-map-plot");
                  return plot.querySelectorAll(".point").length === 259
                    && document.querySelector(".fk-game .top h1").textContent !== ""
                    && document.querySelectorAll(".fk-do-body [data-key^=row-]").length > 0
                    && Math.abs(plot.querySelector("svg").getBoundingClientRect().width - plot.clientWidth) < 2;
                }"""
            )
        )
        tab.goto("about:blank")  # a goodbye: without one its kernel keeps its place, of which there are 40
        tab.context.close()
        print(f"  slowed load {complete}", end="\r", file=sys.stderr)
    return complete


def main() -> None:
    """Measure and print the table."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        with served("game", folder) as url:
            taps = tap_times(browser, url)
            complete = slowed_loads(browser, url)
        with served("bots", folder) as url:
            steps = sorted(step_times(browser, url))
        loads = load_times(browser, folder)
        browser.close()
    step, slowest = statistics.median(steps), steps[-1 - len(steps) // 20]
    print_table(
        "The game's page",
        [
            Row("tap on a space to its highlight", taps["highlight"], "ms", "limit", 50),
            Row("tap on a space to the confirmed map", taps["confirmed"], "ms", "echo x 3", taps["echo"] * 3),
            Row("tap on next step to the bot's move shown", step, "ms", "limit", 500),
            Row(
                "page asked for to usable, preheated",
                loads["start"],
                "ms",
                "Button page x 1.5",
                loads["button"] * 1.5,
            ),
            Row("loads incomplete, CPU slowed 4x", SLOW_LOADS - complete, f"of {SLOW_LOADS}", "limit", 0),
        ],
    )
    print(f"bare round trip beside the game: {taps['echo']:.1f} ms")
    print(f"a bot's move, {STEPS} of them: 19 of 20 within {slowest:.0f} ms, the thinking with it")


if __name__ == "__main__":
    main()

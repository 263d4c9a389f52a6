"""The map in a Chromium: it is drawn whole, a tap finds its own hex, and the list does the same by keyboard."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.engine.fujikoro.board.geometry import DIRECTIONS, PLACES, SPACES, Hex, space
from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import HELPER, STILL, Stage

Serve = Callable[..., Server]
DRAWN = ".fk-map[data-points='259']"


def open_map(stage: Stage) -> Page:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link="page=map")
    tab.wait_for_selector(DRAWN)
    return tab


def pixel(tab: Page, point: tuple[float, float]) -> tuple[float, float]:
    """Where a point of the plane lies in the window, by plotly's own axes."""
    box = tab.evaluate(
        f"""async () => {{
          {STILL}
          return still(() => {{
            const plot = document.querySelector(".fk-map-plot");
            const {{ x, y, width, height }} = plot.getBoundingClientRect();
            return {{ x, y, width, height, across: plot.layout.xaxis.range, up: plot.layout.yaxis.range }};
          }});
        }}"""
    )
    (left, right), (bottom, top) = box["across"], box["up"]
    return (
        box["x"] + (point[0] - left) / (right - left) * box["width"],
        box["y"] + (top - point[1]) / (top - bottom) * box["height"],
    )


def near_edge(one: Hex, direction: int) -> tuple[float, float]:
    """A point of the hex nine tenths of the way to one of its edges."""
    x, y = one.point
    ex, ey = (one + DIRECTIONS[direction]).point
    return x + 0.45 * (ex - x), y + 0.45 * (ey - y)


def selected(tab: Page, name: str) -> None:
    tab.wait_for_selector(f".fk-map[data-confirmed='{name}'][data-drawn='{name}']")


def focus_is(tab: Page, place: str) -> None:
    tab.wait_for_function("(place) => document.activeElement.dataset.place === place", arg=place)


def test_map_is_complete(stage: Stage) -> None:
    tab = open_map(stage)
    shown = tab.evaluate(
        """() => {
          const plot = document.querySelector(".fk-map-plot");
          const drawing = plot.querySelector("svg.main-svg").getBoundingClientRect();
          return {
            markers: plot.querySelectorAll(".scatterlayer .trace .point").length,
            letters: [...plot.querySelectorAll(".textpoint text")].map((text) => text.textContent),
            width: drawing.width, box: plot.clientWidth, bars: document.querySelectorAll(".modebar-btn").length,
          };
        }"""
    )
    assert shown["markers"] == 259
    assert sorted(shown["letters"]) == sorted(["I"] * 6 + ["II"] * 12 + ["III"] * 12)
    assert shown["width"] == pytest.approx(shown["box"], abs=1)
    assert shown["box"] > 400
    assert shown["bars"] == 0
    expect(tab.get_by_role("heading", name="Map", exact=True)).to_be_visible()
    assert stage.errors == []


def test_click_takes_the_hex_under_the_pointer_even_near_its_edges(stage: Stage) -> None:
    tab = open_map(stage)
    hexes = [space(name).hexes[0] for name in ("I-1.3", "II-5.6", "III-12.1", "III-7.4", "II-9.0")]
    for one in hexes:
        for direction in range(6):
            tab.mouse.click(*pixel(tab, near_edge(one, direction)))
            selected(tab, next(owner.id for owner in SPACES if one in owner.hexes))


def test_any_hex_of_a_temple_is_the_temple(stage: Stage) -> None:
    tab = open_map(stage)
    for one in space("temple-2").hexes:
        tab.mouse.click(*pixel(tab, space("III-1.0").hexes[0].point))
        selected(tab, "III-1.0")
        tab.mouse.click(*pixel(tab, one.point))
        selected(tab, "temple-2")


def test_only_the_chosen_space_is_ringed(stage: Stage) -> None:
    """Several choices, by tap and from the list: the ring goes along, it leaves none behind."""
    tab = open_map(stage)
    drawn = "[...document.querySelectorAll('.fk-map-plot .shapelayer path')].map((path) => path.getAttribute('d'))"
    rings = []
    for name in ("I-4.0", "II-2.2", "III-3.5"):
        tab.mouse.click(*pixel(tab, space(name).hexes[0].point))
        selected(tab, name)
        paths = tab.evaluate(drawn)
        assert len(set(paths)) == 1, "one space, however many strokes its ring has"
        rings.append(paths)
    assert len({len(paths) for paths in rings}) == 1
    assert len({paths[0] for paths in rings}) == len(rings)


def test_click_beside_the_map_selects_nothing(stage: Stage) -> None:
    tab = open_map(stage)
    tab.mouse.click(*pixel(tab, (-15.5, 14.5)))
    tab.mouse.click(*pixel(tab, space("centre").hexes[0].point))
    selected(tab, "centre")


def test_touch_sends_each_tap_once(phone: Visit, stage_server: Server) -> None:
    """plotly fires twice a tap on a touch screen."""
    sent: list[str] = []
    phone.tab.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    tab = open_map(Stage(phone, stage_server))
    for name in ("I-4.0", "II-2.2", "III-3.5"):
        tab.touchscreen.tap(*pixel(tab, space(name).hexes[0].point))
        selected(tab, name)
    assert sum('"selected"' in frame or "selected" in frame for frame in sent) == 3


def test_swipe_over_the_map_scrolls_the_page_and_leaves_the_map(phone: Visit, stage_server: Server) -> None:
    tab = open_map(Stage(phone, stage_server))
    before = tab.evaluate("document.querySelector('.fk-map-plot').layout.xaxis.range")
    x, y = pixel(tab, (0, 0))
    finger = tab.context.new_cdp_session(tab)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        finger.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 20 * step}]}
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tab.wait_for_function("scrollY > 50")
    assert tab.evaluate("document.querySelector('.fk-map-plot').layout.xaxis.range") == before
    assert tab.locator(".fk-map").get_attribute("data-drawn") in (None, "")


def test_keyboard_alone_reaches_every_kind_of_space(stage: Stage) -> None:
    tab = open_map(stage)
    tab.locator("[data-place='centre']").focus()
    tab.keyboard.press("Enter")
    selected(tab, "centre")
    tab.keyboard.type("ii-7")
    focus_is(tab, "II-7")
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    selected(tab, "II-7.3")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowDown")
    focus_is(tab, "II-8")
    tab.keyboard.press("End")
    focus_is(tab, PLACES[-1].id)
    for _ in range(3):
        tab.keyboard.press("b")
    focus_is(tab, "bridge-3")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    selected(tab, "bridge-3.b")
    tab.keyboard.press("t")
    tab.keyboard.press("t")
    focus_is(tab, "temple-2")


def test_list_has_a_row_a_place_and_says_what_the_map_shows(stage: Stage) -> None:
    tab = open_map(stage)
    expect(tab.locator(".fk-map .go > li")).to_have_count(37)
    expect(tab.locator(".fk-map .go [data-space]")).to_have_count(30 * 7 + 3 * 2)
    tab.locator("[data-place='III-4']").click()
    selected(tab, "III-4.0")
    expect(tab.locator(".fk-map-about")).to_contain_text("III-4")


def test_zoom_follows_the_chosen_space(stage: Stage) -> None:
    tab = open_map(stage)
    tab.locator("[data-place='III-10']").click()
    selected(tab, "III-10.0")
    for _ in range(3):
        tab.locator(".fk-map .zoom .btn").first.click()
    tab.wait_for_selector(".fk-map[data-zoom='4']")
    target = space("III-10.0").hexes[0].point
    tab.wait_for_function(
        """([x, y]) => {
          const { xaxis, yaxis } = document.querySelector(".fk-map-plot").layout;
          return xaxis.range[0] < x && x < xaxis.range[1] && yaxis.range[0] < y && y < yaxis.range[1]
            && xaxis.range[1] - xaxis.range[0] < 10;
        }""",
        arg=list(target),
    )
    tab.mouse.click(*pixel(tab, space("III-10.2").hexes[0].point))
    selected(tab, "III-10.2")
    expect(tab.locator(".fk-map .zoom .btn").first).to_be_disabled()


def test_night_repaints_the_map(stage: Stage) -> None:
    tab = open_map(stage)
    colour = "getComputedStyle(document.querySelector('.fk-map-plot .point')).fill"
    day = tab.evaluate(colour)
    tab.locator(".top .fk-theme-here").click()
    tab.wait_for_function(f"{colour} !== {day!r}")
    tab.wait_for_selector(DRAWN)
    assert tab.evaluate("document.querySelectorAll('.fk-map-plot .point').length") == 259


def test_bundle_is_fetched_once_a_page_and_may_be_cached(served: Serve, page: Visit) -> None:
    answers: list[Any] = []
    page.tab.on("response", lambda answer: answers.append(answer) if "plotly" in answer.url else None)
    tab = page.open(served("table").url)
    assert not answers, "who only checks gear does not load it"
    for _ in range(2):
        tab.evaluate("location.hash = ''")
        tab.locator(".rail a[data-page=map], .fk-more a[data-page=map]").locator("visible=true").first.click()
        tab.wait_for_selector(DRAWN)
    assert len(answers) == 1
    assert answers[0].headers.get("cache-control") or answers[0].headers.get("etag")


def test_without_a_file_the_kernel_sends_the_bundle(served: Serve, page: Visit) -> None:
    """As in JupyterLab, where nothing of ours serves files."""
    tab = page.open(served("table").url)
    tab.evaluate("document.querySelector('meta[name=\"fujikoro-plotly\"]').remove()")
    tab.locator(".fk-more a[data-page=map]").click()
    tab.wait_for_selector(DRAWN)
    tab.mouse.click(*pixel(tab, space("II-1.0").hexes[0].point))
    selected(tab, "II-1.0")


def test_every_space_can_be_found_by_its_point() -> None:
    """Guards the test itself: the points that are clicked belong to one hex only."""
    for entry in SPACES:
        for one in entry.hexes:
            for direction in range(6):
                x, y = near_edge(one, direction)
                nearest = min(
                    (math.dist((x, y), other.point), other)
                    for s in SPACES
                    for other in s.hexes
                    if abs(other - one) <= 1
                )
                assert nearest[1] == one
